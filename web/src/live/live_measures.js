// Measures for the colour of the links of a live run: speed, effort of the joints beside each link, temperature of the servos.
import { effortWords } from '../replay/measures.js';
import { RunningScale } from './running_scale.js';

const COLD = 20, HOT = 80; // ends of the scale of temperatures [degC]

export class LiveMeasures {
  #values = new Float32Array(0); // one for each part, or, of the speed, for each link
  #scales = {};
  #before = null;

  /**
   * @param efforts {unit, coordinates: of each part}; null without.
   * @param temperature Whether the temperatures of servos are sent.
   */
  constructor(efforts, temperature) {
    this.coordinates = efforts?.coordinates ?? [];
    const of = (run, part) => this.#values[part] ?? 0;
    this.list = [{ name: 'speed', word: 'by speed', title: 'Speed of each link', unit: 'm/s', most: 0.1, of: (run, part, link) => this.#values[link] ?? 0 }];
    if (efforts) this.list.push({ ...effortWords(efforts.unit), most: 0.1, of });
    if (efforts && temperature) this.list.push({ name: 'temperature', word: 'by temperature', title: 'Temperature of the hottest servo at each link', unit: '\u00b0C', least: COLD, most: HOT, of });
  }

  /** Take a frame for the chosen measure; true if its scale has changed. */
  take(name, frame) {
    const before = this.#before;
    this.#before = { time: frame.time, places: absolute(frame) };
    const measure = this.list.find((one) => one.name === name);
    if (!measure) return false;
    if (name === 'speed') this.#values = speeds(before, this.#before) ?? this.#values;
    else this.#values = Float32Array.from(this.coordinates, (own) => Math.max(0, ...own.map((i) => Math.abs(frame.colours[i]) || 0)));
    if (name === 'temperature') return false;
    const scale = (this.#scales[name] ??= new RunningScale());
    if (!scale.take(Math.max(0, ...this.#values))) return false;
    measure.most = scale.most;
    return true;
  }
}

function absolute({ com, positions }) {
  return positions.map((value, i) => value + com[i % 3]);
}

/** Speed of every link between two frames; null if they are not one shortly after the other. */
function speeds(from, to) {
  const gap = from ? to.time - from.time : 0;
  if (!(gap > 1e-6 && gap < 1) || from.places.length !== to.places.length) return null;
  const moved = (i) => [0, 1, 2].map((axis) => to.places[3 * i + axis] - from.places[3 * i + axis]);
  return Float32Array.from({ length: to.places.length / 3 }, (_, i) => Math.hypot(...moved(i)) / gap);
}
