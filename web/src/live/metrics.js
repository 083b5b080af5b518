// Current metrics, by groups, with a warning where the energy balance is off.
import { element } from '../dom.js';
import { plainWords, shown, shownUnit } from '../format.js';

export class Metrics {
  #cells = new Map();
  #listed = '';

  constructor() {
    this.warning = element('p', { class: 'banner', id: 'energy-warning', role: 'alert', hidden: true });
    this.about = element('p', { class: 'muted metrics-about' }, 'Metrics appear while the run plays.');
    this.list = element('div', { class: 'metric-groups' });
    this.node = element('div', { id: 'live-metrics' }, this.warning, this.about, this.list);
  }

  clear() {
    this.#listed = '';
    this.list.replaceChildren();
    this.warning.hidden = true;
    this.about.textContent = 'Metrics appear while the run plays.';
  }

  show({ rows, window, warning }) {
    this.about.textContent = `Over the last ${shown(window, 2)} s.`;
    this.warning.hidden = !warning;
    this.warning.textContent = warning;
    const used = rows.filter(({ name, value }) => !name.startsWith('work_') || value);
    const listed = used.map(({ name }) => name).join();
    if (listed !== this.#listed) this.#build(used);
    this.#listed = listed;
    for (const { name, value } of used) this.#cells.get(name).textContent = shown(value, 4);
  }

  #build(rows) {
    this.#cells.clear();
    const groups = [...new Set(rows.map(({ group }) => group))];
    this.list.replaceChildren(...groups.map((group) => element('section', {}, element('h3', {}, plainWords(group)), element('dl', {}, rows.filter((row) => row.group === group).map((row) => this.#row(row))))));
  }

  #row({ name, unit, description }) {
    const cell = element('span', { class: 'metric-value' });
    this.#cells.set(name, cell);
    return element('div', { class: 'metric', title: description }, element('dt', {}, plainWords(name)), element('dd', {}, cell, element('small', {}, ` ${shownUnit(unit)}`)));
  }
}
