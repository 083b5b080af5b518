// Water: its surface with ripples, its other ends, and particles carried by the current.
import {
  BufferAttribute, BufferGeometry, CanvasTexture, DataTexture, DoubleSide, DynamicDrawUsage, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, LinearFilter,
  LinearMipmapLinearFilter, Mesh, MeshBasicMaterial, MeshStandardMaterial, Points, PointsMaterial, RepeatWrapping, Vector3,
} from 'three';
import { valueAt } from '../series.js';
import { noise, random } from './textures.js';

// Opacity of the surface, seen across and along it: with a robot below it, and next to land.
const TOPS = { over: [0.2, 0.68], shore: [0.3, 0.82] };
const SIDE = 0.08; // opacity of the other ends
const RIPPLES = 256; // points of the ripples' picture
const DRIFT = 0.02; // speed of the ripples without a current, of their length [1/s]
const MOTES = 700;
const ROOM = 1.8; // half side of the box of motes, of the body's reach

/** The faces at which water ends: its free surface, and the sides and floor of a region. */
export class Water {
  group = new Group();
  #materials = [];
  #edges = new LineBasicMaterial({ transparent: true, opacity: 0.6 });
  #ripples = null;

  /** @param submerged Whether all that is shown is below the surface. */
  constructor({ lower, upper, closed }, reach, submerged) {
    this.top = submerged ? TOPS.over : TOPS.shore;
    this.tile = 3.2 * reach;
    const ends = [lower, upper];
    for (const axis of [0, 1, 2]) {
      for (const end of [0, 1]) if (closed[end][axis]) this.#addFace(axis, ends[end][axis], lower, upper, axis === 2 && end === 1);
    }
  }

  /** Move the ripples. */
  update(time, velocity) {
    if (!this.#ripples) return;
    this.#ripples.offset.set(-(velocity.x / this.tile + DRIFT) * time, -(velocity.y / this.tile + 0.6 * DRIFT) * time);
  }

  paint(colour) {
    for (const material of this.#materials) material.color.set(colour);
    this.#edges.color.set(colour);
  }

  #addFace(axis, at, lower, upper, top) {
    const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
    const corners = [[lower[i], lower[j]], [upper[i], lower[j]], [upper[i], upper[j]], [lower[i], upper[j]]].map(([a, b]) => {
      const point = [0, 0, 0];
      [point[axis], point[i], point[j]] = [at, a, b];
      return point;
    });
    const geometry = shape(corners).setIndex([0, 1, 2, 0, 2, 3]);
    if (top) {
      geometry.setAttribute('uv', new Float32BufferAttribute(corners.flatMap(([x, y]) => [x / this.tile, y / this.tile]), 2));
      geometry.computeVertexNormals();
    }
    const material = top ? this.#surface() : new MeshBasicMaterial({ transparent: true, opacity: SIDE, depthWrite: false, side: DoubleSide });
    const face = new Mesh(geometry, material);
    face.renderOrder = 4; // after the body, which is seen through it
    this.#materials.push(material);
    this.group.add(face);
    if (!top) this.group.add(new LineSegments(shape(corners.flatMap((corner, k) => [corner, corners[(k + 1) % 4]])), this.#edges));
  }

  #surface() {
    this.#ripples = ripples();
    const material = new MeshStandardMaterial({ roughness: 0.12, metalness: 0, transparent: true, depthWrite: false, side: DoubleSide, normalMap: this.#ripples });
    material.normalScale.set(0.24, 0.24);
    material.onBeforeCompile = (shader) => {
      shader.fragmentShader = shader.fragmentShader.replace(
        '#include <opaque_fragment>',
        `float across = abs(dot(normalize(vViewPosition), normal));
        diffuseColor.a = mix(${this.top[1].toFixed(2)}, ${this.top[0].toFixed(2)}, pow(across, 0.6));
        // What the water mirrors: the brighter sky towards the horizon.
        outgoingLight = mix(outgoingLight, vec3(0.86, 0.93, 0.98), 0.55 * pow(1.0 - across, 3.0));
        #include <opaque_fragment>`,
      );
    };
    return material;
  }
}

/** Motes in a box that goes with the robot; they stay with the water. */
export class Motes {
  group = new Group();
  #seeds;
  #moved = new Vector3();
  #last = null;
  #centre = new Vector3();
  #velocity = new Vector3();

  constructor({ current }, track, reach) {
    Object.assign(this, { data: current, track, half: ROOM * reach });
    if (track.empty) return;
    const next = random(7);
    this.#seeds = Float32Array.from({ length: 3 * MOTES }, next);
    const places = new BufferAttribute(new Float32Array(3 * MOTES), 3).setUsage(DynamicDrawUsage);
    this.material = new PointsMaterial({ size: 0.024 * reach, map: disc(), transparent: true, opacity: 0.7, depthWrite: false, sizeAttenuation: true, fog: false });
    this.points = new Points(new BufferGeometry().setAttribute('position', places), this.material);
    this.points.frustumCulled = false;
    this.group.add(this.points);
  }

  /** Velocity of the water at a time [m/s]. */
  velocity(time) {
    if (!this.data) return this.#velocity.set(0, 0, 0);
    return this.#velocity.set(...[0, 1, 2].map((axis) => valueAt(this.track.times, this.data.velocity.curve(axis), time) || 0));
  }

  update(time) {
    if (!this.points) return;
    const gap = this.#last === null ? 0 : time - this.#last;
    this.#last = time;
    this.#moved.addScaledVector(this.velocity(time), gap);
    this.track.comInto(this.#centre);
    const { position } = this.points.geometry.attributes;
    const side = 2 * this.half;
    for (let k = 0; k < MOTES; k++) {
      [0, 1, 2].forEach((axis) => {
        const centre = this.#centre.getComponent(axis);
        const at = this.#seeds[3 * k + axis] * side + this.#moved.getComponent(axis) - centre;
        position.array[3 * k + axis] = centre + at - side * Math.floor(at / side) - this.half;
      });
    }
    position.needsUpdate = true;
  }

  paint(colour) {
    this.material?.color.set(colour);
  }
}

/** A round spot that fades at its rim. */
function disc() {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 32;
  const context = canvas.getContext('2d');
  const shade = context.createRadialGradient(16, 16, 0, 16, 16, 16);
  shade.addColorStop(0.2, 'rgb(255 255 255)');
  shade.addColorStop(1, 'rgb(255 255 255 / 0%)');
  context.fillStyle = shade;
  context.fillRect(0, 0, 32, 32);
  return new CanvasTexture(canvas);
}

/** Directions of a rippled surface as a picture that repeats. */
function ripples() {
  const height = noise(random(11), [[5, 1], [11, 0.6], [23, 0.35], [47, 0.15]], RIPPLES);
  const at = (i, j) => height[((j + RIPPLES) % RIPPLES) * RIPPLES + ((i + RIPPLES) % RIPPLES)];
  const data = new Uint8Array(4 * RIPPLES * RIPPLES);
  for (let j = 0; j < RIPPLES; j++) {
    for (let i = 0; i < RIPPLES; i++) {
      const normal = new Vector3(30 * (at(i - 1, j) - at(i + 1, j)), 30 * (at(i, j - 1) - at(i, j + 1)), 1).normalize();
      data.set([127.5 + 127.5 * normal.x, 127.5 + 127.5 * normal.y, 127.5 + 127.5 * normal.z, 255], 4 * (j * RIPPLES + i));
    }
  }
  const texture = new DataTexture(data, RIPPLES, RIPPLES);
  Object.assign(texture, { wrapS: RepeatWrapping, wrapT: RepeatWrapping, magFilter: LinearFilter, minFilter: LinearMipmapLinearFilter, generateMipmaps: true, needsUpdate: true });
  return texture;
}

function shape(points) {
  return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points.flat(), 3));
}
