// The contact map of one run: place along the body, or around it, over time; coloured by the load that is carried there.
import uPlot from 'uplot';
import { element } from '../dom.js';
import { shown, shownUnit } from '../format.js';
import { loadColour, loadGradient } from '../palette.js';
import { indexBefore, quantile } from '../series.js';
import { listenToPointer } from './pointer.js';

const HEIGHT = 210;
const FONT = '11px system-ui, sans-serif';
const FULL = 0.98; // fraction of the loads that the scale holds

export class ContactMap {
  #plot = null;
  #onScreen = true;

  /** @param run One that has touched something. */
  constructor(run, { runs, chosen, player, window, theme }) {
    Object.assign(this, { run, chosen, player, window, theme, iRun: runs.indexOf(run) });
    const { times, rings, places, sides, angles } = run.replay.touching;
    this.times = times.curve(0);
    this.ways = [{ word: 'along', title: 'position along the body at rest, from the base', of: rings, places, label: 'place', unit: 'm', carrier: 'ring' }];
    if (sides) this.ways.push({ word: 'around', title: 'around the body, from its y axis', of: sides, places: angles, label: 'side', unit: '\u00b0', carrier: 'side' });
    this.#take(this.ways[0]);
    this.node = this.#card(runs.length > 1 ? ` (${run.name})` : '');
    new ResizeObserver(() => this.#resize()).observe(this.holder);
    new IntersectionObserver((entries) => {
      this.#onScreen = entries.at(-1).isIntersecting;
      if (this.#onScreen) this.follow();
    }).observe(this.node);
  }

  /** Move the line to the player's time. */
  follow() {
    if (!this.#plot || !this.#onScreen) return;
    const { from, to } = this.window;
    const { time } = this.player;
    this.line.hidden = time < from || time > to;
    if (!this.line.hidden) this.line.style.transform = `translateX(${this.#plot.valToPos(time, 'x')}px)`;
  }

  redraw() {
    this.node.hidden = !this.chosen.visible[this.iRun];
    this.bar.style.background = loadGradient(this.theme.name);
    if (!this.#plot) return;
    this.#plot.setScale('x', { min: this.window.from, max: this.window.to });
    this.#plot.redraw(false, true);
    this.follow();
  }

  /** Show places of another kind. */
  show(way) {
    this.#take(way);
    this.buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(this.ways[i] === way)));
    this.#describe();
    this.#plot?.destroy();
    this.#plot = null;
    this.#resize();
  }

  #take(way) {
    this.way = way;
    this.places = way.places;
    this.loads = summed(this.run.replay.touching.loads, way.of, way.places.length);
    this.full = quantile(this.loads.filter((load) => load > 0), FULL, 20000) || 1;
  }

  #describe() {
    this.words.textContent = this.way.title;
    this.ends.replaceChildren(`load per ${this.way.carrier}  0`);
    this.most.textContent = `\u2265 ${shown(this.full, 2)} ${shownUnit('N')}`;
  }

  #card(of) {
    this.line = element('div', { class: 'now-line' });
    this.tip = element('div', { class: 'tip', hidden: true });
    this.holder = element('div', { class: 'plot' });
    this.bar = element('span', { class: 'bar' });
    this.words = element('small', {});
    this.ends = element('span', {});
    this.most = element('span', {});
    this.#describe();
    this.buttons = this.ways.map((way) =>
      element('button', { type: 'button', class: 'quiet word', data: { way: way.word }, title: way.title, 'aria-pressed': String(way === this.way), on: { click: () => this.show(way) } }, way.word),
    );
    const choice = element('span', { class: 'modes', role: 'group', 'aria-label': 'Places' }, this.buttons.length > 1 ? this.buttons : '');
    const scale = element('div', { class: 'map-scale' }, choice, this.ends, this.bar, this.most);
    return element('section', { class: 'card chart', data: { chart: 'contact_map' } }, element('h3', {}, `Contact of the body${of}`, this.words), this.holder, scale);
  }

  #resize() {
    const width = this.holder.clientWidth;
    if (!width) return;
    if (this.#plot) this.#plot.setSize({ width, height: HEIGHT });
    else this.#make(width);
    this.follow();
  }

  #make(width) {
    const colour = (name) => () => this.theme.colour(name);
    const axis = { stroke: colour('--muted'), font: FONT, labelFont: FONT, grid: { show: false }, ticks: { stroke: colour('--line'), size: 4 } };
    const [low, high] = spanOf(this.places);
    this.#plot = new uPlot(
      {
        width,
        height: HEIGHT,
        legend: { show: false },
        padding: [8, 10, 0, 0],
        cursor: { drag: { x: false, y: false, setScale: false }, sync: { key: 'time', setSeries: false }, points: { show: false }, y: false },
        scales: { x: { time: false, range: () => [this.window.from, this.window.to] }, y: { range: () => [low, high] } },
        axes: [
          { ...axis, size: 26, space: 60, label: 'time [s]', labelSize: 14, labelGap: -2, values: (_, ticks) => ticks.map((tick) => shown(tick, 6)) },
          { ...axis, size: 50, space: 30, label: `${this.way.label} [${this.way.unit}]`, labelSize: 16, labelGap: 2, values: (_, ticks) => ticks.map((tick) => shown(tick, 4)) },
        ],
        series: [{}, { show: true, stroke: 'transparent', points: { show: false } }],
        hooks: { drawAxes: [(plot) => this.#paint(plot)], setCursor: [(plot) => this.#hover(plot)] },
      },
      [this.times, new Float64Array(this.times.length)],
      this.holder,
    );
    this.#plot.over.append(this.line, this.tip);
    listenToPointer(this.#plot, this.player, this.window);
    this.redraw();
  }

  /** The picture, one column of pixels for each distinguishable instant. */
  #paint(plot) {
    const { ctx } = plot;
    const { left, top, width, height } = plot.bbox;
    const edges = edgesOf(this.places).map((place) => Math.round(plot.valToPos(place, 'y', true)));
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top, width, height);
    ctx.clip();
    const step = Math.max(1, Math.round(devicePixelRatio));
    const [first, last] = [this.times[0], this.times[this.times.length - 1]];
    for (let x = Math.floor(left); x < left + width; x += step) {
      const time = plot.posToVal((x - left + step / 2) / devicePixelRatio, 'x');
      if (time < first || time > last) continue;
      const column = this.#nearest(time);
      for (let ring = 0; ring < this.places.length; ring++) {
        const load = this.loads[ring * this.times.length + column];
        if (!(load > 0)) continue;
        const [red, green, blue] = loadColour(load / this.full, this.theme.name);
        ctx.fillStyle = `rgb(${Math.round(red)} ${Math.round(green)} ${Math.round(blue)})`;
        ctx.fillRect(x, edges[ring + 1], step, Math.max(edges[ring] - edges[ring + 1], 1));
      }
    }
    ctx.restore();
  }

  #nearest(time) {
    const i = indexBefore(this.times, time);
    return i + 1 < this.times.length && this.times[i + 1] - time < time - this.times[i] ? i + 1 : i;
  }

  #hover(plot) {
    const { left, top, event } = plot.cursor;
    this.tip.hidden = !event || left === undefined || left < 0;
    if (!event) return;
    if (this.tip.hidden) return this.window.setHover(null);
    const time = plot.posToVal(left, 'x');
    this.window.setHover(time);
    const place = plot.posToVal(top, 'y');
    const ring = this.places.reduce((best, at, i) => (Math.abs(at - place) < Math.abs(this.places[best] - place) ? i : best), 0);
    const load = this.loads[ring * this.times.length + this.#nearest(time)];
    this.tip.textContent = `${shown(load, 3)} ${shownUnit('N')} at ${shown(time, 4)} s, ${shown(this.places[ring], 3)} ${this.way.unit}`;
    const right = left > plot.over.clientWidth / 2;
    this.tip.style.transform = `translate(${left}px, ${Math.max(top - 30, 0)}px) translateX(${right ? 'calc(-100% - 8px)' : '8px'})`;
  }
}

/** Loads in sum over the points of each group, group by group, each over time; 0 where none touches. */
function summed(loads, groups, count) {
  const found = new Float32Array(count * loads.nRows);
  groups.forEach((group, point) => {
    const own = loads.curve(point);
    for (let i = 0; i < own.length; i++) if (own[i] > 0) found[group * loads.nRows + i] += own[i];
  });
  return found;
}

/** Where rings end, halfway to their neighbours; the first and the last reach as far outwards as inwards. */
function edgesOf(places) {
  if (places.length < 2) return [places[0] - 0.5, places[0] + 0.5];
  const between = places.slice(1).map((place, i) => (place + places[i]) / 2);
  const [first, last] = [places[0], places[places.length - 1]];
  return [2 * first - between[0], ...between, 2 * last - between[between.length - 1]];
}

function spanOf(places) {
  const edges = edgesOf(places);
  return [edges[0], edges[edges.length - 1]];
}
