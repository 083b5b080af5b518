// Legends of the 3-D view: scales of colours, lengths of arrows, and lines.
import { element } from '../dom.js';
import { shown, shownUnit } from '../format.js';

/** A scale of colours from 0 to a value. */
export function scaleLegend(id, title, most, unit, gradient) {
  const bar = element('span', { class: 'bar' });
  bar.style.background = gradient;
  return element(
    'div',
    { class: 'colour-legend', id },
    element('span', { class: 'title' }, title),
    bar,
    element('span', { class: 'ends' }, element('span', {}, '0'), element('span', {}, `\u2265 ${shown(most, 2)} ${shownUnit(unit)}`)),
  );
}

/** How long arrows are; null where there are none. Rows are [name, largest value, unit]. */
export function arrowLegend(id, rows) {
  const known = rows.filter(([, most]) => most > 0);
  if (!known.length) return null;
  const words = ([name, most, unit]) => element('span', { class: `arrow ${name}` }, `${name}: longest arrow ${shown(most, 2)} ${shownUnit(unit)}`);
  return element('div', { class: 'colour-legend', id }, ...known.map(words));
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
