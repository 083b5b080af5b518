// The surfaces that robots touch: slopes and hills with lines at round distances, blocks, poles, pipes that are seen into,
// upright walls as high as the body.
import { BoxGeometry, BufferGeometry, CylinderGeometry, DoubleSide, EdgesGeometry, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Mesh, MeshStandardMaterial, PlaneGeometry, Quaternion, Vector3 } from 'three';
import { Grid } from './ground.js';
import { bore } from './bore.js';
import { borders, upright } from './walls.js';

const PIPE = 0.26; // opacity of a pipe's wall
const WALL = 0.42; // opacity of upright walls
const HILL = 0.94; // opacity of hills and slopes

const MAKERS = { slope, heights, block, pole, pipe, walls: upright };

/** Whether a thing of the scene is one of these. */
export function isSurface(thing) {
  return thing.kind in MAKERS;
}

export class Surface {
  group = new Group();
  #material;
  #edges = new LineBasicMaterial({ transparent: true });
  #grid = null;
  #normal = new Vector3(0, 0, 1);
  #point = new Vector3();

  constructor(thing, reach) {
    const clear = thing.kind === 'pipe' || thing.kind === 'walls';
    const ground = thing.kind === 'slope' || thing.kind === 'heights';
    this.ground = ground;
    if (thing.normal) this.#normal.set(...thing.normal);
    this.opacity = thing.kind === 'walls' ? WALL : clear ? PIPE : ground ? HILL : 1;
    this.#material = new MeshStandardMaterial({
      roughness: 0.85,
      metalness: 0,
      side: DoubleSide,
      transparent: this.opacity < 1,
      opacity: this.opacity,
      depthWrite: !clear,
      // lines lie on it, and are not to flicker
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
    if (thing.kind === 'walls') this.#material.clippingPlanes = this.#edges.clippingPlanes = borders(thing);
    for (const { geometry, edges, shadows = true } of MAKERS[thing.kind](thing, reach)) {
      const mesh = new Mesh(geometry, this.#material);
      mesh.castShadow = shadows && !clear && !ground;
      mesh.receiveShadow = !clear;
      mesh.renderOrder = clear ? 3 : 0;
      this.group.add(mesh);
      if (edges) this.group.add(new LineSegments(edges, this.#edges));
      if (ground) this.#lay(geometry, reach);
    }
    if (thing.turn) {
      const [w, x, y, z] = thing.turn;
      this.group.quaternion.set(x, y, z, w);
      this.group.position.set(...thing.centre);
    }
  }

  /** The lines on it, and the plane nearest to where they are strongest; null where it has none. */
  get squares() {
    return this.#grid && { lines: this.#grid, normal: this.#normal, point: this.#point };
  }

  /** @param height Height of the ground there [m]. */
  centre(point, height) {
    this.#grid?.centre(point);
    this.#point.set(point.x, point.y, height);
  }

  paint(colour, ink, strength) {
    this.#material.color.set(colour);
    this.#edges.color.set(ink);
    this.#edges.opacity = 0.75 * strength;
    this.#grid?.paint(ink, strength);
  }

  #lay(geometry, reach) {
    this.#grid = new Grid(reach);
    const lines = new Mesh(geometry, this.#grid.material);
    lines.renderOrder = 1;
    this.group.add(lines);
  }
}

function slope({ normal, centre, half }) {
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...normal));
  return [{ geometry: new PlaneGeometry(2 * half, 2 * half).applyQuaternion(turn).translate(...centre) }];
}

function heights({ x, y, z }) {
  const points = y.flatMap((along, j) => x.flatMap((across, i) => [across, along, z[j][i]]));
  const index = [];
  for (let j = 0; j + 1 < y.length; j++) {
    for (let i = 0; i + 1 < x.length; i++) {
      const a = j * x.length + i;
      index.push(a, a + 1, a + x.length, a + x.length, a + 1, a + x.length + 1);
    }
  }
  const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points, 3)).setIndex(index);
  geometry.computeVertexNormals();
  return [{ geometry }];
}

function block({ size }) {
  const geometry = new BoxGeometry(...size);
  return [{ geometry, edges: new EdgesGeometry(geometry) }];
}

function pole({ radius, line: [from, to] }) {
  const [a, b] = [new Vector3(...from), new Vector3(...to)];
  const along = b.clone().sub(a);
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), along.clone().normalize());
  const middle = a.add(b).multiplyScalar(0.5);
  const geometry = new CylinderGeometry(radius, radius, along.length(), 48).applyQuaternion(turn).translate(...middle.toArray());
  return [{ geometry, edges: new EdgesGeometry(geometry, 30) }];
}

function pipe({ line, radii, wall }) {
  const inside = bore(line, radii);
  if (wall === null) return [inside];
  return [inside, bore(line, radii.map((radius) => radius + wall))];
}
