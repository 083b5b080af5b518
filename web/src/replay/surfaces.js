// The surfaces that robots touch: slopes and hills with lines at round distances, blocks, poles, pipes that are seen into,
// upright walls as high as the body.
import { BoxGeometry, CylinderGeometry, DoubleSide, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh, MeshStandardMaterial, Vector3 } from 'three';
import { Grid } from './ground.js';
import { Pipe } from './pipe.js';
import { terrain } from './terrain.js';
import { borders, upright } from './walls.js';

const WALL = [0.94, 0.5]; // opacity of upright walls: their tops, and their sides, which stand before the robot

const KINDS = ['slope', 'heights', 'block', 'pole', 'pipe', 'walls'];

/** Whether a thing of the scene is one of these. */
export function isSurface(thing) {
  return KINDS.includes(thing.kind);
}

export class Surface {
  group = new Group();
  #materials = [];
  #edges = new LineBasicMaterial({ transparent: true });
  #grid = null;
  #pipe = null;
  #normal = new Vector3(0, 0, 1);
  #point = new Vector3();

  /** @param level Height of the surface of water; -Infinity where there is none [m]. */
  constructor(thing, reach, level = -Infinity) {
    this.ground = thing.kind === 'slope' || thing.kind === 'heights';
    if (thing.normal) this.#normal.set(...thing.normal);
    if (this.ground) this.#addTerrain(thing, reach, level);
    else if (thing.kind === 'pipe') this.group.add((this.#pipe = new Pipe(thing)).group);
    else if (thing.kind === 'walls') this.#addWalls(thing);
    else this.#addSolid(thing.kind === 'block' ? new BoxGeometry(...thing.size) : pole(thing));
    if (thing.kind === 'block') {
      const [w, x, y, z] = thing.turn;
      this.group.quaternion.set(x, y, z, w);
      this.group.position.set(...thing.centre);
    }
    if (thing.kind === 'pole') this.#place(thing);
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
    for (const material of this.#materials) material.color.set(colour);
    this.#edges.color.set(ink);
    this.#edges.opacity = 0.9 * strength;
    this.#grid?.paint(ink, 0.5 * strength);
    this.#pipe?.paint(colour, ink);
  }

  /** Slopes and hills: a slab with the albedo of its kind, and lines at round distances. */
  #addTerrain(thing, reach, level) {
    const { top, skirt } = terrain(thing, reach, level);
    this.#grid = new Grid(reach);
    const lines = new Mesh(top.geometry, this.#grid.material);
    lines.renderOrder = 1;
    this.group.add(top, skirt, lines);
  }

  /** Walls of a plan: tops like a cut, and clear sides. */
  #addWalls(thing) {
    const clippingPlanes = (this.#edges.clippingPlanes = borders(thing));
    const material = (opacity) => this.#material({ transparent: true, opacity, clippingPlanes, depthWrite: opacity > 0.9, side: DoubleSide });
    const both = [material(WALL[0]), material(WALL[1])];
    for (const { geometry, edges } of upright(thing)) {
      const mesh = new Mesh(geometry, both);
      mesh.receiveShadow = true;
      mesh.renderOrder = 3;
      this.group.add(mesh, new LineSegments(edges, this.#edges));
    }
  }

  #addSolid(geometry) {
    const mesh = new Mesh(geometry, this.#material({ polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }));
    mesh.castShadow = mesh.receiveShadow = true;
    this.group.add(mesh, new LineSegments(new EdgesGeometry(geometry, 30), this.#edges));
  }

  #place({ line: [from, to] }) {
    const [a, b] = [new Vector3(...from), new Vector3(...to)];
    this.group.position.addVectors(a, b).multiplyScalar(0.5);
    this.group.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), b.sub(a).normalize());
  }

  #material(settings) {
    const material = new MeshStandardMaterial({ roughness: 0.75, metalness: 0, ...settings });
    this.#materials.push(material);
    return material;
  }
}

/** A pole along y about the middle of its line. */
function pole({ radius, line: [from, to] }) {
  return new CylinderGeometry(radius, radius, new Vector3(...from).distanceTo(new Vector3(...to)), 48);
}
