// Plots of the last seconds: recorded variables by name.
import uPlot from 'uplot';
import { element } from '../dom.js';
import { shown } from '../format.js';
import { curveColours } from '../palette.js';

const HEIGHT = 150;
const MOST_CURVES = 5;
const MOST_VALUES = 12; // in all plots, as the server allows
const WINDOWS = [5, 10, 30, 60]; // [s]
const FONT = '11px system-ui, sans-serif';

export class Strips {
  #strips = [];
  #times = [];
  #columns = [];
  seconds = 10;

  /** @param watch (names) asks the server for values. */
  constructor(watch, theme) {
    Object.assign(this, { watch, theme });
    this.choice = element('select', { id: 'add-plot', 'aria-label': 'Add a plot', on: { change: () => { this.add(this.choice.value); this.choice.value = ''; } } });
    this.span = element('select', { id: 'plot-seconds', 'aria-label': 'Seconds shown', on: { change: () => { this.seconds = Number(this.span.value); } } }, WINDOWS.map((value) => element('option', { value, selected: value === this.seconds }, `${value} s`)));
    this.holder = element('div', { class: 'strips' });
    this.node = element('div', { class: 'strips-card' }, element('div', { class: 'strips-bar' }, element('h2', {}, 'Plots'), this.choice, this.span), this.holder);
    theme.listen(() => this.#strips.forEach((strip) => strip.plot?.redraw()));
  }

  open({ variables, coordinates }) {
    for (const strip of this.#strips) strip.remove();
    this.#strips = [];
    this.variables = variables;
    this.coordinates = coordinates;
    this.choice.replaceChildren(element('option', { value: '' }, 'Add a plot ...'), ...Object.keys(variables).map((name) => element('option', { value: name }, name.replaceAll('_', ' '))));
    this.#clear();
    for (const name of ['q', 'tau', 'com_velocity']) if (variables[name]) this.add(name, 4);
  }

  add(name, most = MOST_CURVES) {
    const size = this.variables[name];
    const room = MOST_VALUES - this.#names().length;
    if (!size || room < 1 || this.#strips.some((strip) => strip.name === name)) return;
    const n = Math.min(size, most, room);
    const indices = [...new Set(Array.from({ length: n }, (_, k) => Math.round((k * (size - 1)) / Math.max(n - 1, 1))))];
    this.#strips.push(this.#strip(name, indices));
    this.#ask();
  }

  /** Values of a frame, in the order that was asked for. */
  push(time, values) {
    if (values.length !== this.#names().length) return;
    if (this.#times.length && time <= this.#times[this.#times.length - 1]) {
      if (time === this.#times[this.#times.length - 1]) return;
      this.#clear();
    }
    this.#times.push(time);
    this.#columns.forEach((column, i) => column.push(values[i]));
    const oldest = time - Math.max(...WINDOWS);
    while (this.#times[0] < oldest) {
      this.#times.shift();
      this.#columns.forEach((column) => column.shift());
    }
  }

  draw() {
    const last = this.#times[this.#times.length - 1] ?? 0;
    let at = 0;
    for (const strip of this.#strips) {
      const columns = this.#columns.slice(at, (at += strip.indices.length));
      strip.show(this.#times, columns, [Math.max(last - this.seconds, this.#times[0] ?? 0), Math.max(last, (this.#times[0] ?? 0) + 0.1)]);
    }
  }

  #names() {
    return this.#strips.flatMap(({ name, indices }) => indices.map((i) => `${name}.${i}`));
  }

  #ask() {
    this.#clear();
    this.watch(this.#names());
  }

  #clear() {
    this.#times = [];
    this.#columns = this.#names().map(() => []);
  }

  #label(name, i) {
    const perCoordinate = this.variables[name] === this.coordinates.length && this.coordinates.length > 0;
    if (perCoordinate) return this.coordinates[i];
    return this.variables[name] === 1 ? name : this.variables[name] === 3 ? 'xyz'[i] : String(i + 1);
  }

  #strip(name, indices) {
    const holder = element('div', { class: 'plot' });
    const labels = indices.map((i) => this.#label(name, i));
    const values = labels.map((word) => element('span', { class: 'strip-value' }, word));
    const node = element('section', { class: 'strip', data: { plot: name } }, element('div', { class: 'strip-head' }, element('h3', {}, name.replaceAll('_', ' ')), element('span', { class: 'strip-values' }, values), element('button', { type: 'button', class: 'quiet word', title: 'Remove this plot', on: { click: () => this.#remove(name) } }, '\u00d7')), holder);
    this.holder.append(node);
    const theme = this.theme;
    const colour = (word) => () => theme.colour(word);
    const colours = () => curveColours(indices.length, theme.name);
    const axis = { stroke: colour('--muted'), font: FONT, grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line'), size: 4 } };
    let window = [0, 1];
    const plot = new uPlot({
      width: 320, height: HEIGHT, legend: { show: false }, padding: [6, 8, 0, 0], cursor: { drag: { x: false, y: false } },
      scales: { x: { time: false, range: () => window } },
      axes: [{ ...axis, size: 24, space: 60 }, { ...axis, size: 46, space: 26, values: (_, ticks) => ticks.map((tick) => shown(tick, 3)) }],
      series: [{}, ...indices.map((_, i) => ({ stroke: () => colours()[i], width: 1.5, points: { show: false } }))],
    }, [[0], ...indices.map(() => [null])], holder);
    const observer = new ResizeObserver(() => holder.clientWidth && plot.setSize({ width: holder.clientWidth, height: HEIGHT }));
    observer.observe(holder);
    return {
      name,
      indices,
      plot,
      show: (times, columns, shownWindow) => {
        window = shownWindow;
        plot.setData([times, ...columns]);
        const paints = colours();
        values.forEach((value, i) => {
          value.textContent = `${labels[i]} ${shown(columns[i].at(-1) ?? NaN, 3)}`;
          value.style.color = paints[i];
        });
      },
      remove: () => {
        observer.disconnect();
        plot.destroy();
        node.remove();
      },
    };
  }

  #remove(name) {
    const strip = this.#strips.find((one) => one.name === name);
    this.#strips = this.#strips.filter((one) => one !== strip);
    strip.remove();
    this.#ask();
  }
}
