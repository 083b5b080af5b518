// Poses of one run between its recorded frames.
import { Quaternion } from 'three';
import { indexBefore } from '../series.js';

export const REMOVED = 500; // distance beyond which a free body is removed, see snakelab/plugins/studio/live/interaction.py [m]

const from = new Quaternion();
const to = new Quaternion();

export class Track {
  #speeds = null;

  constructor(replay) {
    this.times = replay.times.curve(0);
    this.nFrames = this.times.length;
    this.nLinks = replay.links.length;
    this.com = replay.com;
    this.positions = replay.positions;
    this.turns = replay.turns;
    this.frame = 0;
    this.share = 0;
  }

  get empty() {
    return this.nFrames === 0 || this.nLinks === 0;
  }

  /** Choose the time that the other calls speak of; outside the record, its first or last frame. */
  setTime(time) {
    if (this.empty) return;
    const i = indexBefore(this.times, time);
    const next = Math.min(i + 1, this.nFrames - 1);
    const gap = this.times[next] - this.times[i];
    this.frame = i;
    this.share = gap > 0 ? Math.min(Math.max((time - this.times[i]) / gap, 0), 1) : 0;
  }

  comInto(point) {
    return point.set(...[0, 1, 2].map((axis) => this.#between(this.com, axis)));
  }

  /** Centre of a link in the world. */
  positionInto(iLink, point) {
    return point.set(
      this.#between(this.com, 0) + this.#between(this.positions, 3 * iLink),
      this.#between(this.com, 1) + this.#between(this.positions, 3 * iLink + 1),
      this.#between(this.com, 2) + this.#between(this.positions, 3 * iLink + 2),
    );
  }

  turnInto(iLink, quaternion) {
    this.#turnAt(iLink, this.frame, from);
    this.#turnAt(iLink, Math.min(this.frame + 1, this.nFrames - 1), to);
    return quaternion.copy(from).slerp(to, this.share);
  }

  /** Speed of a link's centre [m/s], on the straight line between frames. */
  speed(iLink) {
    const speeds = this.#allSpeeds();
    const i = iLink * this.nFrames + this.frame;
    const next = iLink * this.nFrames + Math.min(this.frame + 1, this.nFrames - 1);
    return speeds[i] + this.share * (speeds[next] - speeds[i]);
  }

  allSpeeds() {
    return this.#allSpeeds();
  }

  /** The farthest that the body, and free bodies that are not removed, reach from the centre of mass, in frames up to the given fraction of the largest [m]. */
  reach(links) {
    const stride = Math.max(1, Math.floor(this.nFrames / 200));
    const found = [];
    for (let frame = 0; frame < this.nFrames; frame += stride) {
      let farthest = 0;
      for (let i = 0; i < this.nLinks; i++) {
        const [x, y, z] = [0, 1, 2].map((axis) => this.positions.data[(3 * i + axis) * this.nFrames + frame]);
        const away = Math.hypot(x, y, z);
        if (links[i].free && away > REMOVED) continue;
        farthest = Math.max(farthest, away + Math.max(links[i].length, links[i].width) / 2);
      }
      found.push(farthest);
    }
    found.sort((a, b) => a - b);
    return found[Math.floor(0.9 * (found.length - 1))] ?? 0; // a run that flies apart must not make the rest small
  }

  #between(curves, i) {
    const at = i * this.nFrames + this.frame;
    const value = curves.data[at];
    return this.frame + 1 < this.nFrames ? value + this.share * (curves.data[at + 1] - value) : value;
  }

  #turnAt(iLink, frame, quaternion) {
    const { data } = this.turns;
    const at = 4 * iLink * this.nFrames + frame;
    const n = this.nFrames;
    return quaternion.set(data[at + n], data[at + 2 * n], data[at + 3 * n], data[at]).normalize();
  }

  #allSpeeds() {
    if (this.#speeds) return this.#speeds;
    const n = this.nFrames;
    const speeds = new Float32Array(this.nLinks * n);
    for (let i = 0; i < this.nLinks; i++) {
      for (let frame = 0; frame < n; frame++) {
        const a = Math.max(frame - 1, 0);
        const b = Math.min(frame + 1, n - 1);
        const gap = this.times[b] - this.times[a];
        const moved = [0, 1, 2].map((axis) => {
          const place = (k) => this.com.data[axis * n + k] + this.positions.data[(3 * i + axis) * n + k];
          return place(b) - place(a);
        });
        speeds[i * n + frame] = gap > 0 ? Math.hypot(...moved) / gap : 0;
      }
    }
    this.#speeds = speeds;
    return speeds;
  }
}
