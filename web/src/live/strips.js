// Plots of the last seconds or minutes: recorded variables and metrics by name, joint against joint, commanded and measured.
import { element } from '../dom.js';
import { shownUnit } from '../format.js';
import { Strip } from './strip.js';

const MOST_CURVES = 5;
const MOST_VALUES = 96; // in all plots, as the server allows
const WINDOWS = { 5: '5 s', 10: '10 s', 30: '30 s', 60: '1 min', 120: '2 min', 300: '5 min' };
const FIRST = ['commanded', 'tau', 'com_velocity'];
const MOST_ROWS = 40; // of a heat map
const HEAT = 'heat:';
const KEPT = 'snakelab-studio-plots';
const TITLES = {
  com_position: 'Centre of mass', com_velocity: 'Velocity of the centre of mass', elastic_energy: 'Elastic energy', gravity_energy: 'Potential energy',
  head_position: 'Position of the head', head_velocity: 'Velocity of the head', kinetic_energy: 'Kinetic energy', propeller_thrust: 'Thrust of the propellers',
  q: 'Joint coordinates', skin_load: 'Contact forces', target: 'Commanded coordinates', tau: 'Forces of the actuators', v: 'Joint rates',
};
const OF_ANGLES = { q: 'Joint angles', tau: 'Joint torques' }; // where all joints turn

export class Strips {
  #strips = [];
  #metrics = {};
  seconds = 10;

  /** @param watch (names) asks the server for values; metrics are asked for where one is plotted. */
  constructor(watch, theme) {
    Object.assign(this, { watch, theme });
    this.choice = element('select', { id: 'add-plot', 'aria-label': 'Add a plot', on: { change: () => { this.add(this.choice.value); this.choice.value = ''; this.#keep(); } } });
    this.span = element('select', { id: 'plot-seconds', 'aria-label': 'Time range', on: { change: () => { this.seconds = Number(this.span.value); } } }, Object.entries(WINDOWS).map(([value, word]) => element('option', { value, selected: Number(value) === this.seconds }, word)));
    this.holder = element('div', { class: 'strips' });
    this.node = element('div', { class: 'strips-card' }, element('div', { class: 'strips-bar' }, this.choice, this.span), this.holder);
    theme.listen(() => this.#strips.forEach((strip) => strip.plot?.redraw()));
  }

  /** Whether a metric is plotted. */
  get needsMetrics() {
    return this.#strips.some(({ plan }) => plan.metric);
  }

  open({ variables, coordinates, robot = '', units = {} }) {
    for (const strip of this.#strips) strip.remove();
    this.#strips = [];
    Object.assign(this, { variables, coordinates, units, robot });
    this.#offer();
    const kept = this.#kept().filter((id) => id.startsWith('metric:') || variables[id.replace(HEAT, '')] || ['phase', 'commanded'].includes(id));
    for (const id of kept.length ? kept : FIRST) this.add(id);
    this.#ask();
  }

  /** What can be plotted. */
  #offer() {
    const joints = this.coordinates.length;
    const many = Object.keys(this.variables).filter((name) => this.variables[name] > MOST_CURVES);
    const option = (value, word) => element('option', { value }, word);
    this.choice.replaceChildren(
      option('', 'Add a plot \u2026'),
      joints ? element('optgroup', { label: 'Joints' }, option('commanded', 'Commanded and measured'), joints > 1 ? option('phase', 'Joint angle over joint angle') : null) : '',
      element('optgroup', { label: 'Variables' }, Object.keys(this.variables).map((name) => option(name, this.#title(name)))),
      many.length ? element('optgroup', { label: 'Heat maps' }, many.map((name) => option(`${HEAT}${name}`, this.#title(name)))) : '',
      Object.keys(this.#metrics).length ? element('optgroup', { label: 'Metrics' }, Object.keys(this.#metrics).map((name) => option(`metric:${name}`, name.replaceAll('_', ' ')))) : '',
    );
  }

  add(id, chosen = null) {
    if (!id || this.#strips.some(({ plan }) => plan.id === id)) return;
    const plan = this.#plan(id, chosen);
    if (!plan || this.#names().length + (plan.names?.length ?? 0) > MOST_VALUES) return;
    const strip = new Strip(plan, this.theme, () => this.#remove(strip));
    this.#strips.push(strip);
    this.holder.append(strip.node);
    this.#ask();
  }

  #plan(id, chosen) {
    const joints = this.coordinates;
    const again = (values) => this.#replace(id, values);
    if (id.startsWith('metric:')) {
      const metric = id.slice(7);
      return { id, title: metric.replaceAll('_', ' '), unit: this.#metrics[metric], metric, labels: ['now'] };
    }
    if (id === 'phase') {
      if (joints.length < 2) return null;
      const pair = chosen ?? [0, Math.min(2, joints.length - 1)];
      return { id, title: 'Joint angle over joint angle', unit: this.#unit('q', pair), names: pair.map((i) => `q.${i}`), labels: pair.map((i) => joints[i]), against: true, choices: { options: joints, chosen: pair, change: again } };
    }
    if (id === 'commanded') {
      if (!joints.length || !this.variables.target) return null;
      const [i] = chosen ?? [0];
      return { id, title: 'Commanded and measured', unit: this.#unit('q', [i]), names: [`target.${i}`, `q.${i}`], labels: ['commanded', 'measured'], choices: { options: joints, chosen: [i], change: again } };
    }
    if (id.startsWith(HEAT)) {
      const name = id.slice(HEAT.length);
      const n = this.variables[name];
      const rows = [...new Set(Array.from({ length: Math.min(n, MOST_ROWS) }, (_, k) => Math.round((k * (n - 1)) / (Math.min(n, MOST_ROWS) - 1))))];
      return { id, title: this.#title(name), unit: this.#unit(name, rows), names: rows.map((i) => `${name}.${i}`), labels: rows.map((i) => this.#label(name, i)), heat: true };
    }
    const size = this.variables[id];
    if (!size) return null;
    const n = Math.min(size, id === 'tau' ? 4 : MOST_CURVES);
    const indices = [...new Set(Array.from({ length: n }, (_, k) => Math.round((k * (size - 1)) / Math.max(n - 1, 1))))];
    return { id, title: this.#title(id), unit: this.#unit(id, indices), names: indices.map((i) => `${id}.${i}`), labels: indices.map((i) => this.#label(id, i)) };
  }

  /** Name of a variable in words. */
  #title(id) {
    const turning = (this.units.q ?? []).length > 0 && this.units.q.every((unit) => unit === 'rad');
    const plain = id.replaceAll('_', ' ');
    return (turning && OF_ANGLES[id]) || TITLES[id] || plain[0].toUpperCase() + plain.slice(1);
  }

  /** Units of some columns of a variable, each once; empty for a number without a unit. */
  #unit(name, indices) {
    const all = this.units[name] ?? [];
    return [...new Set(indices.map((i) => shownUnit(all[i] ?? all[0] ?? '')))].filter(Boolean).join(', ');
  }

  #label(name, i) {
    const size = this.variables[name];
    if (size === this.coordinates.length && size > 0) return this.coordinates[i];
    return size === 1 ? 'now' : size === 3 ? 'xyz'[i] : String(i + 1);
  }

  /** Values of a frame, in the order that was asked for. */
  push(time, values) {
    if (values.length !== this.#names().length) return;
    let at = 0;
    for (const strip of this.#strips) {
      if (strip.plan.metric) continue;
      strip.push(time, values.subarray(at, (at += strip.plan.names.length)));
    }
  }

  /** Rows of the current metrics. */
  pushMetrics(time, rows) {
    const known = Object.keys(this.#metrics).length;
    for (const { name, unit } of rows) this.#metrics[name] = unit;
    if (Object.keys(this.#metrics).length !== known) this.#offer();
    for (const strip of this.#strips) {
      const row = rows.find(({ name }) => name === strip.plan.metric);
      if (row) strip.push(time, [row.value]);
    }
  }

  draw() {
    for (const strip of this.#strips) strip.draw(this.seconds);
  }

  #names() {
    return this.#strips.flatMap(({ plan }) => plan.names ?? []);
  }

  #ask() {
    this.watch(this.#names());
  }

  #replace(id, values) {
    const at = this.#strips.findIndex(({ plan }) => plan.id === id);
    const strip = new Strip(this.#plan(id, values), this.theme, () => this.#remove(strip));
    this.#strips[at].node.after(strip.node);
    this.#strips[at].remove();
    this.#strips[at] = strip;
    this.#ask();
  }

  #remove(strip) {
    this.#strips = this.#strips.filter((one) => one !== strip);
    strip.remove();
    this.#keep();
    this.#ask();
  }

  /** The choice of plots is kept in the browser, for each robot. */
  #keep() {
    try {
      localStorage.setItem(`${KEPT}:${this.robot}`, JSON.stringify(this.#strips.map(({ plan }) => plan.id)));
    } catch { /* a browser may forbid it */ }
  }

  #kept() {
    try {
      return JSON.parse(localStorage.getItem(`${KEPT}:${this.robot}`) ?? '[]').map(String);
    } catch {
      return [];
    }
  }
}
