// Legends of the 3-D view: scales of colours, lengths of arrows, and lines.
import { element } from '../dom.js';
import { shown, shownUnit } from '../format.js';

/** A scale of colours from the least to the largest value. */
export function scaleLegend(id, title, most, unit, gradient, least = 0) {
  const bar = element('span', { class: 'bar' });
  bar.style.background = gradient;
  const node = element('div', { class: 'colour-legend', id }, element('span', { class: 'title' }, title), bar, element('span', { class: 'ends' }, element('span', {}), element('span', {})));
  showEnds(node, least, most, unit);
  return node;
}

/** Write the ends of a scale anew. */
export function showEnds(legend, least, most, unit) {
  const [low, high] = legend.querySelectorAll('.ends span');
  low.textContent = least ? `\u2264 ${shown(least, 2)}` : '0';
  high.textContent = `\u2265 ${shown(most, 2)} ${shownUnit(unit)}`;
}

/** How long the arrows are, one row for each kind. */
export class ArrowLegend {
  #rows = new Map();

  /** @param units Unit of each kind, by name. */
  constructor(id, units) {
    this.units = units;
    this.node = element('div', { class: 'colour-legend', id, hidden: true });
  }

  /** Show the value of the longest arrow of a kind; without one, its row is hidden. */
  show(name, most) {
    if (!this.#rows.has(name)) {
      this.#rows.set(name, element('span', { class: `arrow ${name}` }));
      this.node.append(this.#rows.get(name));
    }
    const row = this.#rows.get(name);
    row.hidden = !(most > 0);
    if (!row.hidden) row.textContent = `${name}: longest arrow ${shown(most, 2)} ${shownUnit(this.units[name])}`;
    this.node.hidden = [...this.#rows.values()].every(({ hidden }) => hidden);
  }
}

/** What the lines of the planner mean. */
export function futuresLegend() {
  const line = (name, words) => element('span', { class: `line ${name}` }, words);
  return element(
    'div',
    { class: 'colour-legend', id: 'futures-legend' },
    element('span', { class: 'title' }, 'Predicted paths of the head'),
    line('futures', 'sampled'),
    line('elite', 'elite'),
    line('best', 'best'),
  );
}

/** What is drawn of a map and of the estimates. */
export function mapLegend() {
  const line = (name, words) => element('span', { class: `line ${name}` }, words);
  return element(
    'div',
    { class: 'colour-legend', id: 'map-legend' },
    element('span', { class: 'title' }, 'Map and estimate'),
    line('mapped', 'map points'),
    line('estimate', 'keyframes (pyramids), and the estimated body with ellipsoids of two standard deviations'),
    element('span', { id: 'map-status' }),
  );
}
