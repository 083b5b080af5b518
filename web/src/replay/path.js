// The path of the centre of mass, or of the head where the base is fixed: what was, solid; what comes, faint.
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { Group, Quaternion, Vector3 } from 'three';

export class Path {
  group = new Group();
  #past;
  #lines = [];

  /** @param height Where the path is drawn on the ground; null where it is drawn in space. */
  constructor(track, replay, height) {
    this.track = track;
    if (track.nFrames < 2) return;
    const points = pointsOf(track, replay);
    if (height !== null) for (let k = 2; k < points.length; k += 3) points[k] = height;
    for (const [opacity, width] of [[0.28, 1.6], [0.95, 2.6]]) {
      const material = new LineMaterial({ linewidth: width, transparent: true, opacity, depthWrite: false });
      const line = new Line2(new LineGeometry().setPositions(points), material);
      line.frustumCulled = false;
      this.#lines.push(line);
      this.group.add(line);
    }
    this.#past = this.#lines[1];
  }

  update() {
    if (!this.#past) return;
    const shown = this.track.frame + (this.track.share > 0.5 ? 1 : 0);
    this.#past.geometry.instanceCount = shown;
    this.#past.visible = shown > 0;
  }

  paint(colour) {
    for (const line of this.#lines) line.material.color.set(colour);
  }
}

function pointsOf(track, { base, head, links, parts }) {
  const points = new Float32Array(3 * track.nFrames);
  const point = new Vector3();
  const along = new Vector3();
  const turn = new Quaternion();
  for (let frame = 0; frame < track.nFrames; frame++) {
    track.setTime(track.times[frame]);
    if (!base || !head) track.comInto(point);
    else {
      const link = links[head.link];
      const rigid = parts.some(({ kind, first }) => kind === 'link' && first === head.link);
      // The slices of a soft section lie at its very ends.
      const reach = rigid ? (head.end > 0 ? link.length - link.com : -link.com) : 0;
      track.positionInto(head.link, point).addScaledVector(along.set(1, 0, 0).applyQuaternion(track.turnInto(head.link, turn)), reach);
    }
    point.toArray(points, 3 * frame);
  }
  return points;
}
