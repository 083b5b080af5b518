// One plot of the live page: curves over the last seconds, or one variable against another.
import uPlot from 'uplot';
import { element } from '../dom.js';
import { axisWidth, shown, shownTicks } from '../format.js';
import { curveColours } from '../palette.js';
import { Heat } from '../plots/heat.js';
import { Phase } from './phase.js';

const HEIGHT = 132;
const PHASE_HEIGHT = 210;
const LONGEST = 300; // time that is kept [s]
const FONT = '11px system-ui, sans-serif';

export class Strip {
  times = [];
  #observer;

  /**
   * @param plan {id, title, unit, names: what the server sends, labels, against: true for the second over the first, choices:
   *   {options, chosen, change(values)} of the components that may be chosen, metric: name of a metric instead of names,
   *   heat: true for a heat map of many values}
   */
  constructor(plan, theme, remove) {
    Object.assign(this, { plan, theme });
    this.columns = this.#labels().map(() => []);
    this.holder = element('div', { class: 'plot' });
    this.hovered = element('span', { class: 'muted' });
    this.values = this.#labels().map((word) => element('span', { class: 'strip-value' }, word));
    const close = element('button', { type: 'button', class: 'quiet strip-close', title: 'Remove this plot', 'aria-label': `Remove ${plan.title}`, on: { click: remove } }, '\u00d7');
    const title = element('h3', {}, plan.title, plan.unit ? element('small', {}, ` ${plan.unit}`) : null);
    this.node = element('section', { class: 'strip', data: { plot: plan.id } }, element('div', { class: 'strip-head' }, title, this.#choices(), close), element('div', { class: 'strip-values' }, plan.against || plan.heat ? null : [...this.values, this.hovered]), this.holder);
    if (plan.heat) {
      this.heat = new Heat(theme, plan.labels, plan.unit);
      this.node.querySelector('.strip-values').append(this.heat.legend, this.heat.read);
      this.holder.append(this.heat.canvas);
    } else if (plan.against) {
      this.phase = new Phase(theme, PHASE_HEIGHT, plan.labels, plan.unit);
      this.holder.append(this.phase.canvas);
    } else this.#plotted();
  }

  #labels() {
    return this.plan.labels;
  }

  /** Lists of the components that are shown. */
  #choices() {
    const { choices } = this.plan;
    if (!choices) return null;
    const lists = choices.chosen.map((value, k) => element('select', { 'aria-label': `Component ${k + 1}`, on: { change: () => choices.change(lists.map((list) => Number(list.value))) } }, choices.options.map((word, i) => element('option', { value: i, selected: i === value }, word))));
    return element('span', { class: 'strip-choices' }, lists);
  }

  #plotted() {
    const colour = (word) => () => this.theme.colour(word);
    const n = this.columns.length;
    const axis = { stroke: colour('--muted'), font: FONT, grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line'), size: 4 } };
    this.window = [0, 1];
    this.plot = new uPlot({
      width: 320, height: HEIGHT, legend: { show: false }, padding: [6, 8, 0, 0], cursor: { drag: { x: false, y: false }, y: false, points: { size: 6 } },
      scales: { x: { time: false, range: () => this.window } },
      axes: [{ ...axis, size: 24, space: 60, values: (_, ticks) => ticks.map((tick, i) => `${shown(tick, 4)}${i === ticks.length - 1 ? ' s' : ''}`) }, { ...axis, size: (_, texts) => axisWidth(texts, 46, 14), space: 24, values: (_, ticks) => shownTicks(ticks) }],
      series: [{}, ...Array.from({ length: n }, (_, i) => ({ stroke: () => curveColours(n, this.theme.name)[i], width: 1.5, points: { show: false } }))],
    }, [[0], ...Array.from({ length: n }, () => [null])], this.holder);
    this.#observer = new ResizeObserver(() => this.holder.clientWidth && this.plot.setSize({ width: this.holder.clientWidth, height: Math.max(HEIGHT, this.holder.clientHeight) }));
    this.#observer.observe(this.holder);
  }

  /** Add the values of an instant; a time before the last one begins again. */
  push(time, values) {
    const last = this.times.at(-1);
    if (time === last) return;
    if (time < last) this.clear();
    this.times.push(time);
    this.columns.forEach((column, i) => column.push(values[i]));
    if (this.times[0] < time - 1.2 * LONGEST) {
      const old = this.times.findIndex((one) => one >= time - LONGEST);
      for (const column of [this.times, ...this.columns]) column.splice(0, old);
    }
  }

  clear() {
    this.times.length = 0;
    for (const column of this.columns) column.length = 0;
  }

  draw(seconds) {
    if (!this.node.clientWidth) return;
    const last = this.times.at(-1) ?? 0;
    const from = lowerBound(this.times, last - seconds);
    const [times, ...columns] = [this.times, ...this.columns].map((column) => column.slice(from));
    this.node.dataset.rows = times.length;
    this.node.dataset.empty = times.length < 2; // axes of a single instant would be arbitrary
    if (this.phase) return this.phase.show(columns[0], columns[1]);
    if (this.heat) return this.heat.show(times, columns, [Math.max(0, last - seconds), Math.max(last, 0.1)]);
    this.window = [Math.max(last - seconds, times[0] ?? 0), Math.max(last, (times[0] ?? 0) + 0.1)];
    this.plot.setData([times, ...columns]);
    const paints = curveColours(columns.length, this.theme.name);
    const { left, idx } = this.plot.cursor; // under the pointer, otherwise the present
    const at = left >= 0 && Number.isInteger(idx) ? idx : times.length - 1;
    this.hovered.textContent = at < times.length - 1 ? `at ${shown(times[at], 4)} s` : '';
    this.values.forEach((value, i) => {
      value.textContent = `${this.#labels()[i]} ${shown(columns[i][at] ?? NaN, 3)}`;
      value.style.color = paints[i];
    });
  }

  remove() {
    this.#observer?.disconnect();
    this.plot?.destroy();
    this.node.remove();
  }
}

function lowerBound(sorted, value) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
