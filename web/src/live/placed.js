// What was placed by hand: posts and blocks, the goal and the waypoints.
import { BoxGeometry, BufferGeometry, CylinderGeometry, EdgesGeometry, Group, Line, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, MeshStandardMaterial, SphereGeometry, Vector3 } from 'three';

const POST_HEIGHT = 6; // of a post without ends, in radii

/** Posts and blocks, by their names. */
export class Obstacles {
  group = new Group();
  #meshes = new Map();

  constructor(theme) {
    this.theme = theme;
  }

  show(list) {
    const wanted = new Set(list.map(({ name }) => name));
    for (const [name, mesh] of this.#meshes) {
      if (wanted.has(name)) continue;
      this.group.remove(mesh);
      this.#meshes.delete(name);
    }
    for (const item of list) {
      if (!this.#meshes.has(item.name)) this.#add(item);
      this.#meshes.get(item.name).position.fromArray(item.centre);
    }
  }

  /** The obstacle under a ray, with the point that is met. */
  hit(ray) {
    const [met] = ray.intersectObjects([...this.#meshes.values()], false);
    return met ? { name: met.object.name, point: met.point, mesh: met.object } : null;
  }

  /** Emphasise one obstacle; null for none. */
  mark(name) {
    for (const [own, mesh] of this.#meshes) mesh.material.emissive.set(own === name ? this.theme.colour('--accent') : '#000000');
  }

  #add({ name, kind, size }) {
    const geometry = kind === 'post' ? new CylinderGeometry(size, size, POST_HEIGHT * size, 32) : new BoxGeometry(...size);
    if (kind === 'post') geometry.rotateX(Math.PI / 2).translate(0, 0, (POST_HEIGHT * size) / 2);
    const mesh = new Mesh(geometry, new MeshStandardMaterial({ color: this.theme.colour('--head'), roughness: 0.85, emissiveIntensity: 0.35 }));
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.name = name;
    const edges = new LineSegments(new EdgesGeometry(geometry, 30), new LineBasicMaterial({ color: this.theme.colour('--ink'), transparent: true, opacity: 0.35 }));
    edges.raycast = () => {};
    mesh.add(edges);
    this.group.add(mesh);
    this.#meshes.set(name, mesh);
  }
}

/** The goal and the waypoints: balls on thin poles, joined by a line. */
export class Aims {
  group = new Group();
  #shown = '';

  constructor(theme, size) {
    Object.assign(this, { theme, size });
  }

  show(aims) {
    const text = JSON.stringify(aims);
    if (text === this.#shown) return;
    this.#shown = text;
    this.group.clear();
    const colour = this.theme.colour('--good');
    for (const points of Object.values(aims)) {
      for (const point of points) {
        const ball = new Mesh(new SphereGeometry(this.size, 20, 14), new MeshBasicMaterial({ color: colour }));
        ball.position.fromArray(point);
        this.group.add(ball);
      }
      if (points.length < 2) continue;
      const line = new BufferGeometry().setFromPoints(points.map((point) => new Vector3(...point)));
      this.group.add(new Line(line, new LineBasicMaterial({ color: colour, transparent: true, opacity: 0.6 })));
    }
  }
}
