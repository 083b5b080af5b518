// What the controller looked at, at a few moments: where the head would go; the elite faint, the best bold, all others on demand.
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { Group } from 'three';

const SHOWN = 0.3; // of the time that they look ahead, how long they are seen

export class Futures {
  group = new Group();
  #moments = [];
  #sampled = false;
  #materials = [[1.0, 0.35], [1.2, 0.6], [2.8, 1]].map(
    ([linewidth, opacity]) => new LineMaterial({ linewidth, transparent: true, opacity, depthWrite: false }),
  );

  constructor({ futures }, empty) {
    if (!futures || empty) return;
    this.lasting = SHOWN * futures.ahead;
    let first = 0;
    futures.moments.forEach((moment, i) => {
      const [count, elite] = [futures.counts[i], futures.elite[i]];
      const ways = Array.from({ length: count }, (_, k) => pointsOf(futures.ways, first + k));
      first += count;
      const best = elite > 0 ? 1 : 0;
      const layers = [ways.slice(elite), ways.slice(best, elite), ways.slice(0, best)];
      const group = new Group();
      layers.forEach((layer, k) => layer.length && group.add(this.#layer(layer, k)));
      this.#moments.push({ moment, group });
      this.group.add(group);
    });
  }

  /** Of a live run: show these paths of the head from now on, the best first; each is a list of x, y, z. */
  show(ways, elite) {
    for (const child of this.group.children) child.children.forEach((line) => line.geometry.dispose());
    this.group.clear();
    this.#moments = [];
    const best = elite > 0 ? 1 : 0;
    [ways.slice(elite), ways.slice(best, elite), ways.slice(0, best)].forEach((layer, k) => {
      if (layer.length) this.group.add(new Group().add(this.#layer(layer, k)));
    });
  }

  /** Show or hide the sampled paths that are neither elite nor the best. */
  showSampled(shown) {
    this.#sampled = shown;
    for (const moment of this.group.children) for (const lines of moment.children) if (lines.sampled) lines.visible = shown;
  }

  #layer(ways, k) {
    const lines = drawn(ways, this.#materials[k]);
    return Object.assign(lines, { sampled: k === 0, visible: k > 0 || this.#sampled });
  }

  /** Show what was looked at shortly before. */
  update(time) {
    for (const { moment, group } of this.#moments) group.visible = time >= moment - 1e-9 && time < moment + this.lasting;
  }

  paint(...colours) {
    this.#materials.forEach((material, k) => material.color.set(colours[k]));
  }
}

function drawn(ways, material) {
  const line =
    ways.length === 1
      ? new Line2(new LineGeometry().setPositions(ways[0]), material)
      : new LineSegments2(new LineSegmentsGeometry().setPositions(ways.flatMap(segmentsOf)), material);
  line.frustumCulled = false;
  return line;
}

function pointsOf(ways, k) {
  const points = [];
  for (let j = 0; j < ways.nRows; j++) for (const axis of [0, 1, 2]) points.push(ways.data[(3 * k + axis) * ways.nRows + j]);
  return points;
}

/** Both ends of every piece of a way. */
function segmentsOf(points) {
  const ends = [];
  for (let k = 3; k < points.length; k += 3) ends.push(...points.slice(k - 3, k + 3));
  return ends;
}
