// What the live view shows besides the report's: the trail, the points that touch, and the spring of a pull.
import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Group, InstancedMesh, Line, LineBasicMaterial, Matrix4, MeshBasicMaterial, SphereGeometry, SRGBColorSpace } from 'three';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { loadColour } from '../palette.js';

const MOST_TRAIL = 6000; // points
const SMALL = 0.25;
const LARGE = 0.3; // radius of the largest dot, of the body's

/** A line through the last places of a point. */
export class Trail {
  #last = null;
  #n = 0; // segments

  constructor(colour) {
    this.geometry = new LineGeometry().setPositions(new Float32Array(3 * (MOST_TRAIL + 1)));
    this.line = new Line2(this.geometry, new LineMaterial({ color: colour, linewidth: 2.4, transparent: true, opacity: 0.9, depthWrite: false }));
    this.line.frustumCulled = false;
    this.clear();
  }

  add(x, y, z) {
    const last = this.#last;
    if (last && Math.hypot(x - last[0], y - last[1], z - last[2]) < 1e-4) return;
    this.#last = [x, y, z];
    if (!last) return;
    const buffer = this.geometry.attributes.instanceStart.data; // start and end of each segment
    if (this.#n === MOST_TRAIL) {
      buffer.array.copyWithin(0, 3 * MOST_TRAIL);
      this.#n = MOST_TRAIL / 2;
      buffer.clearUpdateRanges();
      buffer.addUpdateRange(0, 3 * MOST_TRAIL);
    }
    buffer.array.set([...last, x, y, z], 6 * this.#n);
    buffer.addUpdateRange(6 * this.#n++, 6);
    buffer.needsUpdate = true;
    this.#show();
  }

  clear() {
    this.#last = null;
    this.#n = 0;
    this.#show();
  }

  #show() {
    this.geometry.instanceCount = this.#n;
    this.line.visible = this.#n > 0;
  }
}

/** Dots where the skin touches, larger and hotter where they carry more. */
export class Dots {
  group = new Group();
  full = 1e-6;
  #matrix = new Matrix4();
  #colour = new Color();

  constructor(most, radius) {
    this.radius = radius;
    const material = new MeshBasicMaterial({ depthTest: false, transparent: true, opacity: 0.92, toneMapped: false });
    this.mesh = new InstancedMesh(new SphereGeometry(1, 14, 10), material, Math.max(1, most));
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 5;
    this.mesh.count = 0;
    this.group.add(this.mesh);
  }

  /** @param points x, y, z and load of each point that touches. */
  update(points, theme) {
    const count = Math.min(points.length / 4, this.mesh.instanceMatrix.count);
    for (let i = 0; i < count; i++) {
      const [x, y, z, load] = points.subarray(4 * i, 4 * i + 4);
      const share = Math.min(load / this.full, 1);
      const size = LARGE * this.radius * (SMALL + (1 - SMALL) * Math.sqrt(share));
      this.mesh.setMatrixAt(i, this.#matrix.makeScale(size, size, size).setPosition(x, y, z));
      const [red, green, blue] = loadColour(share, theme);
      this.mesh.setColorAt(i, this.#colour.setRGB(red / 255, green / 255, blue / 255, SRGBColorSpace));
    }
    this.mesh.count = count;
    this.mesh.instanceMatrix.needsUpdate = true;
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }
}

/** The spring of a pull: a line from the body to the pointer. */
export class Spring {
  constructor(colour) {
    this.places = new Float32Array(6);
    this.geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(this.places, 3));
    this.line = new Line(this.geometry, new LineBasicMaterial({ color: colour, depthTest: false }));
    this.line.renderOrder = 6;
    this.line.frustumCulled = false;
    this.line.visible = false;
  }

  show(from, to) {
    this.places.set([...from.toArray(), ...to.toArray()]);
    this.geometry.attributes.position.needsUpdate = true;
    this.line.visible = true;
  }

  hide() {
    this.line.visible = false;
  }
}
