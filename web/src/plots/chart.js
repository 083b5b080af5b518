// One plot: curves over time, a line at the replay's time, a legend with values.
import uPlot from 'uplot';
import { element } from '../dom.js';
import { axisWidth, shown, shownTicks, shownUnit } from '../format.js';
import { MOST_FEW, curveColours, runColour } from '../palette.js';
import { columnValue, columnsOf, negligibleOf } from './chart_data.js';
import { Heat } from './heat.js';
import { Legend } from './legend.js';
import { limitsOf } from './limits.js';
import { listenToPointer } from './pointer.js';

const HEIGHT = 190;
const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]]; // of the runs, or of neighbouring curves
const FONT = '11px system-ui, sans-serif';
const MANY = 12; // curves; of more, a few are shown at first
const JOINTS = /^(q|v|tau)\./;
const NEAR = 24; // pixels from a curve at which it is meant

/** Whether a curve is one of the few, spread evenly, that are shown at first. */
function isFew(i, count) {
  return count <= MANY || Array.from({ length: 5 }, (_, k) => Math.round((k * (count - 1)) / 4)).includes(i);
}

export class Chart {
  #plot = null;
  #onScreen = true;
  #lastValues = 0;
  #cut = null;

  constructor(chart, { runs, chosen, player, window, theme }) {
    Object.assign(this, { chart, runs, chosen, player, window, theme });
    const { data, columns } = columnsOf(chart);
    this.data = data;
    this.columns = columns;
    this.negligible = negligibleOf(chart.parts);
    // One curve of several runs is distinguished by the runs' colours, many curves by their own colours and the runs' dashes.
    this.byRun = runs.length > 1 && chart.curves.length === 1;
    this.visible = chart.curves.map((_, i) => isFew(i, chart.curves.length));
    this.showReference = chart.reference !== null;
    this.whole = false;
    // Many curves of one run can be rows of a map; of joints, waves along the body are legible only there.
    this.canMap = runs.length === 1 && chart.curves.length > MOST_FEW;
    this.mapped = this.canMap && JOINTS.test(chart.name);
    this.node = this.#card();
    new ResizeObserver(() => this.#resize()).observe(this.holder);
    new IntersectionObserver((entries) => {
      this.#onScreen = entries.at(-1).isIntersecting;
      if (this.#onScreen) this.follow(true);
    }).observe(this.node);
  }

  /** Move the line to the player's time, and the values with it. */
  follow(now = false) {
    if (!this.#plot || !this.#onScreen) return;
    const { from, to } = this.window;
    const { time } = this.player;
    const inside = time >= from && time <= to;
    if (this.mapped) this.heat.mark(inside ? time : null);
    this.line.hidden = !inside;
    if (inside) this.line.style.transform = `translateX(${this.#plot.valToPos(time, 'x')}px)`;
    const clock = performance.now();
    if (!now && this.player.playing && clock - this.#lastValues < 90) return; // faster, nobody could read them
    this.#lastValues = clock;
    const at = this.window.hover ?? time;
    this.legend.setValues(this.#entries().map((_, i) => this.#valuesOf(i, at)));
  }

  /** Take over the window of time, the visible runs and the theme. */
  redraw() {
    if (!this.#plot) return;
    this.legend.setColours(this.#entries().map(({ colour }) => colour));
    this.#plot.batch(() => {
      this.columns.forEach((column, i) => {
        const shownNow = this.visible[column.iCurve] && this.chosen.visible[column.iRun];
        if (this.#plot.series[i + 1].show !== shownNow) this.#plot.setSeries(i + 1, { show: shownNow });
      });
      this.#plot.setScale('x', { min: this.window.from, max: this.window.to });
    });
    this.#plot.redraw(false, true);
    this.#drawMap();
    this.follow(true);
  }

  /** Show the curves as a map, or as lines. */
  setMapped(mapped) {
    this.mapped = mapped;
    this.#showForm();
    this.redraw();
  }

  #showForm() {
    this.holder.hidden = this.mapped;
    this.mapHolder.hidden = this.mapLegend.hidden = !this.mapped;
    this.legend.node.hidden = this.mapped;
    this.formChip.textContent = this.mapped ? 'lines' : 'map';
  }

  #drawMap() {
    if (!this.mapped) return;
    this.heat.show(this.data[0], this.data.slice(1), [this.window.from, this.window.to]);
  }

  /** Rows of colours in place of the lines, with their scale and the value under the pointer. */
  #map() {
    this.heat = new Heat(this.theme, this.chart.curves, shownUnit(this.chart.unit));
    this.heat.seekBy(this.player);
    this.mapHolder = element('div', { class: 'plot map' }, this.heat.canvas, this.heat.line);
    this.mapLegend = element('div', { class: 'map-legend' }, this.heat.legend, this.heat.read);
    this.formChip = element('button', { type: 'button', class: 'chip plain form', title: 'Draw the curves as lines, or as rows of colours', on: { click: () => this.setMapped(!this.mapped) } });
    new ResizeObserver(() => this.#drawMap()).observe(this.mapHolder);
    return [this.mapHolder, this.mapLegend];
  }

  destroy() {
    this.#plot?.destroy();
    this.#plot = null;
  }

  #card() {
    const { chart } = this;
    this.legend = new Legend(this.#entries(), chart.unit, {
      toggle: (i) => this.#show(i),
      only: (i) => this.#showAll((k) => k === i),
      all: () => this.#showAll(() => true),
      few: () => this.#showAll((k) => isFew(k, chart.curves.length)),
      focus: (i) => this.#focus(i),
    });
    this.line = element('div', { class: 'now-line' });
    this.tip = element('div', { class: 'tip', hidden: true });
    this.cutChip = element('button', { type: 'button', class: 'chip plain cut', hidden: true, on: { click: () => this.#setWhole(!this.whole) } });
    this.referenceChip = chart.reference === null ? null : element(
      'button',
      { type: 'button', class: 'chip', 'aria-pressed': 'true', title: 'Hide or show the reference', on: { click: () => this.#toggleReference() } },
      element('span', { class: 'swatch reference', data: { dash: 1 } }),
      element('span', { class: 'name' }, `reference ${shown(chart.reference)} ${shownUnit(chart.unit)}`),
    );
    this.legend.setVisible(this.visible);
    this.legend.node.append(...[this.referenceChip, this.cutChip].filter(Boolean));
    this.holder = element('div', { class: 'plot' });
    const map = this.canMap ? this.#map() : [];
    const node = element(
      'section',
      { class: 'card chart', data: { chart: chart.name } },
      element('h3', {}, chart.title, chart.note ? element('small', {}, chart.note) : null, this.formChip ?? null),
      this.holder,
      ...map,
      this.legend.node,
    );
    if (this.canMap) this.#showForm();
    return node;
  }

  /** What the legend lists: curves, or runs where there is one curve. */
  #entries() {
    const theme = this.theme.name;
    if (this.byRun) return this.runs.map(({ name }, i) => ({ name, colour: runColour(i, theme), dash: i % DASHES.length }));
    const colours = curveColours(this.chart.curves.length, theme);
    return this.chart.curves.map((name, i) => ({ name, colour: colours[i], dash: this.runs.length > 1 ? 0 : this.#dash(0, i) }));
  }

  /** Dash of a curve: by its run, or of a single run every other one, where neighbours on the scale of colours look alike. */
  #dash(iRun, iCurve) {
    if (this.runs.length > 1) return iRun % DASHES.length;
    return this.chart.curves.length > MOST_FEW ? iCurve % 2 : 0;
  }

  #valuesOf(entry, time) {
    const own = this.columns.filter((column) => (this.byRun ? column.iRun : column.iCurve) === entry);
    return own.filter((column) => this.byRun || this.chosen.visible[column.iRun]).map((column) => this.#value(column, time));
  }

  /** A value to read: zero where it is rounding. */
  #value(column, time) {
    const value = columnValue(column, time);
    return Math.abs(value) < this.negligible ? 0 : value;
  }

  #show(i) {
    if (this.byRun) return this.chosen.toggle(i);
    this.visible[i] = !this.visible[i];
    this.#apply();
  }

  #showAll(keep) {
    if (this.byRun) return;
    this.visible = this.visible.map((_, i) => keep(i));
    this.#apply();
  }

  #apply() {
    this.legend.setVisible(this.visible);
    this.redraw();
  }

  #setWhole(whole) {
    this.whole = whole;
    this.redraw();
  }

  #toggleReference() {
    this.showReference = !this.showReference;
    this.referenceChip.setAttribute('aria-pressed', this.showReference);
    this.redraw();
  }

  #focus(i) {
    if (!this.#plot) return;
    const at = this.columns.findIndex((column) => (this.byRun ? column.iRun : column.iCurve) === i);
    this.#plot.setSeries(i === null || at < 0 ? null : at + 1, { focus: true });
  }

  #resize() {
    const width = this.holder.clientWidth || (this.mapped ? this.mapHolder.clientWidth : 0);
    if (!width) return;
    if (this.#plot) this.#plot.setSize({ width, height: HEIGHT });
    else this.#make(width);
    this.follow(true);
  }

  #make(width) {
    this.#plot = new uPlot(this.#options(width), this.data, this.holder);
    this.#plot.over.append(this.line, this.tip);
    listenToPointer(this.#plot, this.player, this.window);
    this.redraw();
  }

  #options(width) {
    const colour = (name) => () => this.theme.colour(name);
    const { chart, columns } = this;
    const many = columns.length > MOST_FEW;
    const axis = { stroke: colour('--muted'), font: FONT, labelFont: FONT, grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line'), size: 4 } };
    const unit = shownUnit(chart.unit);
    return {
      width,
      height: HEIGHT,
      legend: { show: false },
      padding: [8, 10, 0, 0],
      cursor: {
        drag: { x: false, y: false, setScale: false },
        sync: { key: 'time', setSeries: false },
        focus: { prox: NEAR },
        points: { show: columns.length <= 2 * MOST_FEW, size: 6 },
        y: false,
      },
      focus: { alpha: many ? 0.16 : 0.3 },
      scales: { x: { time: false, range: () => [this.window.from, this.window.to] }, y: { range: (plot) => this.#range(plot) } },
      axes: [
        { ...axis, size: 26, space: 60, label: 'time [s]', labelSize: 14, labelGap: -2, values: (_, ticks) => ticks.map((tick) => shown(tick, 6)) },
        { ...axis, size: (_, texts) => axisWidth(texts, 50, 16), space: 30, label: unit ? `${chart.label} [${unit}]` : chart.label, labelSize: 16, labelGap: 2, values: (_, ticks) => shownTicks(ticks, 4) },
      ],
      series: [{}, ...columns.map((column) => this.#series(column, many))],
      hooks: { draw: [(plot) => this.#drawReference(plot)], setSeries: [(plot, i) => this.#mark(i)], setCursor: [(plot) => this.#hover(plot)] },
    };
  }

  #series({ iRun, iCurve }, many) {
    const dash = DASHES[this.#dash(iRun, iCurve)];
    return {
      stroke: () => this.#entries()[this.byRun ? iRun : iCurve].colour,
      width: many ? 1.1 : 1.6,
      dash,
      points: { show: false },
      spanGaps: false,
    };
  }

  #range(plot) {
    const { idxs } = plot.series[0];
    const columns = this.data.slice(1).filter((_, i) => plot.series[i + 1].show);
    const level = this.showReference ? this.chart.reference : null;
    const { low, high, cut } = limitsOf(columns, idxs ?? [0, this.data[0].length - 1], level, this.whole);
    this.#setCut(cut);
    return [low, high];
  }

  #setCut(cut) {
    this.#cut = cut;
    this.cutChip.hidden = cut === null && !this.whole;
    const unit = shownUnit(this.chart.unit);
    this.cutChip.textContent = this.whole ? 'clip the peaks' : `peaks up to ${shown(cut, 3)} ${unit} are clipped: show them`;
  }

  #drawReference(plot) {
    if (!this.showReference) return;
    const { ctx } = plot;
    const { left, top, width, height } = plot.bbox;
    ctx.save();
    ctx.strokeStyle = this.theme.colour('--ink');
    ctx.globalAlpha = 0.75;
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
    for (const level of [this.chart.reference, -this.chart.reference]) {
      const y = Math.round(plot.valToPos(level, 'y', true));
      if (y < top || y > top + height) continue;
      ctx.beginPath();
      ctx.moveTo(left, y);
      ctx.lineTo(left + width, y);
      ctx.stroke();
    }
    ctx.restore();
  }

  #mark(i) {
    const column = i === null || i === undefined ? null : this.columns[i - 1];
    this.legend.mark(column ? (this.byRun ? column.iRun : column.iCurve) : null);
    this.#named = column;
  }

  #named = null;

  /** The time under the pointer, for all legends, and the name of the curve that is near it. */
  #hover(plot) {
    const { left, top, event } = plot.cursor;
    if (!event || left === undefined || left < 0) {
      this.tip.hidden = true;
      if (event) this.window.setHover(null);
      return;
    }
    const time = plot.posToVal(left, 'x');
    this.window.setHover(time);
    const column = this.#named;
    this.tip.hidden = column === null;
    if (!column) return;
    const run = this.runs.length > 1 ? ` (${this.runs[column.iRun].name})` : '';
    const name = this.chart.curves[column.iCurve];
    this.tip.textContent = `${shown(this.#value(column, time), 4)} ${shownUnit(this.chart.unit)} at ${shown(time, 4)} s, ${name}${run}`;
    const right = left > plot.over.clientWidth / 2;
    this.tip.style.transform = `translate(${left}px, ${Math.max(top - 30, 0)}px) translateX(${right ? 'calc(-100% - 8px)' : '8px'})`;
  }
}
