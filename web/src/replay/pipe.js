// Pipes: the far half of the wall is solid and the near half clear, so that one sees into them; rims and rings show their course.
import { BackSide, FrontSide, Group, Mesh, MeshStandardMaterial, Quaternion, RingGeometry, TorusGeometry, Vector3 } from 'three';
import { bore } from './bore.js';

const CLEAR = [0.1, 0.8]; // opacity of the near half, seen across and along its face
const RING = 0.035; // radius of a ring's section, of the pipe's
const BETWEEN = 7; // distance of rings along a straight piece, of the radius
const MOST_RINGS = 40;
const LEAST_WALL = 0.04; // of the radius, where a bore goes through rock

export class Pipe {
  group = new Group();
  #inside = new MeshStandardMaterial({ roughness: 0.45, metalness: 0.15, side: BackSide });
  #near = glass();
  #rims = new MeshStandardMaterial({ roughness: 0.4, metalness: 0.35 });

  constructor({ line, radii, wall }) {
    const thick = wall ?? LEAST_WALL * Math.max(...radii);
    const inner = bore(line, radii);
    const outer = bore(line, radii.map((radius) => radius + thick));
    outwards(inner, line[0]);
    outwards(outer, line[0]);
    const far = new Mesh(inner, this.#inside);
    far.receiveShadow = true;
    const near = new Mesh(outer, this.#near);
    near.renderOrder = 3;
    this.group.add(far, near);
    const points = line.map((point) => new Vector3(...point));
    this.#addRim(points[0], points[1], radii[0], thick);
    this.#addRim(points.at(-1), points.at(-2), radii.at(-1), thick);
    this.#addRings(points, radii, thick);
  }

  paint(colour, rim) {
    this.#inside.color.set(colour);
    this.#near.color.set(colour);
    this.#rims.color.set(rim);
  }

  #addRim(at, next, radius, thick) {
    const away = at.clone().sub(next).normalize();
    const face = new Mesh(new RingGeometry(radius, radius + thick, 64, 1), this.#rims);
    face.position.copy(at);
    face.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), away);
    this.group.add(face);
    this.#addRing(at, away, radius + thick);
  }

  /** Rings at even distances, as where pieces of a pipe are joined. */
  #addRings(points, radii, thick) {
    const lengths = points.slice(1).map((point, i) => point.distanceTo(points[i]));
    const whole = lengths.reduce((sum, length) => sum + length, 0);
    const count = Math.min(Math.round(whole / (BETWEEN * Math.max(...radii))), MOST_RINGS);
    for (let k = 1; k < count; k++) {
      let [rest, i] = [(k / count) * whole, 0];
      while (i + 1 < lengths.length && rest > lengths[i]) rest -= lengths[i++];
      const share = lengths[i] > 0 ? rest / lengths[i] : 0;
      const radius = radii[i] + share * (radii[i + 1] - radii[i]) + thick;
      this.#addRing(points[i].clone().lerp(points[i + 1], share), points[i + 1].clone().sub(points[i]), radius);
    }
  }

  #addRing(at, along, radius) {
    if (!(along.length() > 0)) return;
    const ring = new Mesh(new TorusGeometry(radius, RING * radius, 10, 72), this.#rims);
    ring.position.copy(at);
    ring.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), along.normalize()));
    this.group.add(ring);
  }
}

/** A wall that is clear where it is seen across its face, and less so along it. */
function glass() {
  const material = new MeshStandardMaterial({ roughness: 0.12, metalness: 0, transparent: true, depthWrite: false, side: FrontSide });
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <opaque_fragment>',
      `float across = abs(dot(normalize(vViewPosition), normal));
      diffuseColor.a *= mix(${CLEAR[1].toFixed(2)}, ${CLEAR[0].toFixed(2)}, pow(across, 0.7));
      #include <opaque_fragment>`,
    );
  };
  return material;
}

/** Turn the faces of a wall so that they look away from the line. */
function outwards(geometry, [x, y, z]) {
  const { position, normal } = geometry.attributes;
  const out = new Vector3().fromBufferAttribute(position, 0).sub(new Vector3(x, y, z));
  if (out.dot(new Vector3().fromBufferAttribute(normal, 0)) > 0) return;
  const index = geometry.index.array;
  for (let k = 0; k < index.length; k += 3) [index[k + 1], index[k + 2]] = [index[k + 2], index[k + 1]];
  geometry.computeVertexNormals();
}
