// The points of the skin that touch, as dots on the body: larger and hotter where they carry more, seen through the body.
import { Color, DynamicDrawUsage, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, SphereGeometry, SRGBColorSpace, Vector3 } from 'three';
import { loadColour } from '../palette.js';
import { indexBefore } from '../series.js';

const SMALL = 0.25; // size of a dot that carries nearly nothing, of the largest
const LARGE = 0.24; // radius of the largest dot, of the body's

export class Touching {
  group = new Group();
  #dots = null;
  #place = new Vector3();
  #turn = new Quaternion();
  #matrix = new Matrix4();
  #colour = new Color();

  /** @param full Load at the end of the scale, the same for all runs [N]. */
  constructor(replay, track, full) {
    Object.assign(this, { track, full, theme: 'light' });
    this.data = replay.touching;
    if (!this.data || track.empty) return;
    this.times = this.data.times.curve(0);
    this.radius = Math.max(...replay.links.map(({ width, height }) => Math.max(width, height) / 2), 1e-3);
    this.moving = new Map(this.data.moving.map((point, i) => [point, i]));
    // The body is in front of what it stands on, so that depth would hide every dot.
    const material = new MeshBasicMaterial({ depthTest: false, transparent: true, opacity: 0.92, toneMapped: false });
    this.#dots = new InstancedMesh(new SphereGeometry(1, 14, 10), material, this.data.loads.nCurves);
    this.#dots.instanceMatrix.setUsage(DynamicDrawUsage);
    this.#dots.frustumCulled = false;
    this.#dots.renderOrder = 5;
    this.group.add(this.#dots);
  }

  /** Put dots where the skin touches at the track's time. */
  update(time) {
    if (!this.#dots) return;
    const column = this.#nearest(time);
    const { loads, links } = this.data;
    let count = 0;
    for (let point = 0; point < loads.nCurves; point++) {
      const load = loads.data[point * loads.nRows + column];
      if (!(load > 0)) continue;
      const share = Math.min(load / this.full, 1);
      this.track.turnInto(links[point], this.#turn);
      this.#offsetInto(point, column).applyQuaternion(this.#turn);
      const [x, y, z] = this.#place.toArray();
      this.track.positionInto(links[point], this.#place).add({ x, y, z });
      const size = LARGE * this.radius * (SMALL + (1 - SMALL) * Math.sqrt(share));
      this.#dots.setMatrixAt(count, this.#matrix.makeScale(size, size, size).setPosition(this.#place));
      const [red, green, blue] = loadColour(share, this.theme);
      this.#dots.setColorAt(count++, this.#colour.setRGB(red / 255, green / 255, blue / 255, SRGBColorSpace));
    }
    this.#dots.count = count;
    this.#dots.visible = count > 0;
    this.#dots.instanceMatrix.needsUpdate = true;
    if (this.#dots.instanceColor) this.#dots.instanceColor.needsUpdate = true;
  }

  #nearest(time) {
    const i = indexBefore(this.times, time);
    return i + 1 < this.times.length && this.times[i + 1] - time < time - this.times[i] ? i + 1 : i;
  }

  #offsetInto(point, column) {
    const { offsets, tracks } = this.data;
    const i = this.moving.get(point);
    const of = (axis) => (i === undefined ? offsets.data[axis * offsets.nRows + point] : tracks.data[(3 * i + axis) * tracks.nRows + column]);
    return this.#place.set(of(0), of(1), of(2));
  }
}
