// The trail of a point of the robot: what was, solid; what comes, faint.
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { Group, Quaternion, Vector3 } from 'three';

const LAYERS = [[0.28, 1.6], [0.95, 2.6]]; // opacity and width [px]

/** Choices of the point: "com", "head", "link3", each {value, word}. */
export function trailChoices(runs) {
  const { head, links, parts } = runs[0].replay;
  const words = parts.map(({ kind, first, last }) => (kind === 'link' ? [`link${first}`, links[first].name || `link ${first + 1}`] : [`link${last}`, links[last].name]));
  return [
    { value: 'com', word: 'centre of mass' },
    ...(head ? [{ value: 'head', word: 'head' }] : []),
    ...(runs.length > 1 ? [] : words.map(([value, word]) => ({ value, word }))),
    { value: 'none', word: 'nothing' },
  ];
}

/** Place of a named point at the track's time. */
export function placeOf(track, { head, links, parts }, name, into) {
  if (name !== 'head' || !head) return name.startsWith('link') ? track.positionInto(Number(name.slice(4)), into) : track.comInto(into);
  const link = links[head.link];
  const rigid = parts.some(({ kind, first }) => kind === 'link' && first === head.link);
  // The slices of a soft section lie at its very ends.
  const reach = rigid ? (head.end > 0 ? link.length - link.com : -link.com) : 0;
  const along = new Vector3(1, 0, 0).applyQuaternion(track.turnInto(head.link, new Quaternion()));
  return track.positionInto(head.link, into).addScaledVector(along, reach);
}

export class Path {
  group = new Group();
  #past;
  #lines = [];
  #colour = '#000';

  /** @param height Where the path is drawn on the ground; null where it is drawn in space. */
  constructor(track, replay, height) {
    Object.assign(this, { track, replay, height });
    this.of(replay.base && replay.head ? 'head' : 'com');
  }

  /** Draw the trail of another point, or of "none". */
  of(name) {
    this.name = name;
    for (const line of this.#lines) line.geometry.dispose();
    this.group.clear();
    this.#lines = [];
    this.#past = null;
    const { track } = this;
    if (name === 'none' || track.nFrames < 2) return;
    const points = this.#points();
    for (const [opacity, linewidth] of LAYERS) {
      const line = new Line2(new LineGeometry().setPositions(points), new LineMaterial({ linewidth, transparent: true, opacity, depthWrite: false }));
      line.frustumCulled = false;
      this.#lines.push(line);
      this.group.add(line);
    }
    this.#past = this.#lines[1];
    this.paint(this.#colour);
  }

  update() {
    if (!this.#past) return;
    const shown = this.track.frame + (this.track.share > 0.5 ? 1 : 0);
    this.#past.geometry.instanceCount = shown;
    this.#past.visible = shown > 0;
  }

  paint(colour) {
    this.#colour = colour;
    for (const line of this.#lines) line.material.color.set(colour);
  }

  #points() {
    const { track, replay, height, name } = this;
    const points = new Float32Array(3 * track.nFrames);
    const point = new Vector3();
    const [frame, share] = [track.frame, track.share];
    for (let i = 0; i < track.nFrames; i++) {
      track.setTime(track.times[i]);
      placeOf(track, replay, name, point).toArray(points, 3 * i);
      if (height !== null) points[3 * i + 2] = height;
    }
    Object.assign(track, { frame, share });
    return points;
  }
}
