// The library: scenarios by groups, with a search.
import { element } from '../dom.js';

const GROUPS = [
  ['planar', 'Planar snakes'], ['soft', 'Soft snakes'], ['hybrid', 'Hybrid underwater snake'], ['hydraulic', 'Hydraulic joints'], ['pilot', 'Autopilot'], ['pipe', 'Pipes'],
  ['snakesys', 'SnakeSys'], ['terrain', 'Terrain'], ['eel', 'Swimming eels'], ['', 'Others'],
];

export class Chooser {
  /** @param open (name) @param gait (name) */
  constructor(open, gait) {
    Object.assign(this, { open, gait });
    this.search = element('input', { type: 'search', id: 'find-scenario', placeholder: 'Find a scenario', 'aria-label': 'Find a scenario', on: { input: () => this.#filter() } });
    this.list = element('div', { class: 'scenario-list', role: 'list' });
    this.node = element('div', { class: 'chooser' }, this.search, this.list);
  }

  fill(scenarios) {
    const taken = new Set();
    const groups = GROUPS.map(([prefix, title]) => {
      const own = scenarios.filter(({ name }) => name.startsWith(prefix) && !taken.has(name));
      for (const { name } of own) taken.add(name);
      if (!own.length) return null;
      return element('section', { class: 'scenario-group' }, element('h3', {}, title), own.map((scenario) => this.#row(scenario)));
    });
    this.list.replaceChildren(...groups.filter(Boolean));
  }

  show(name) {
    for (const row of this.list.querySelectorAll('.scenario')) row.classList.toggle('marked', row.dataset.name === name);
  }

  #row({ name, title }) {
    const row = element(
      'div',
      { class: 'scenario', role: 'listitem', data: { name } },
      element('button', { type: 'button', class: 'scenario-open', title: `Start ${name}`, on: { click: () => this.open(name) } }, element('span', { class: 'scenario-title' }, title || name), element('small', {}, name)),
      element('button', { type: 'button', class: 'quiet word scenario-gait', title: 'Change to this gait or controller, on the present robot', on: { click: () => this.gait(name) } }, 'Gait'),
    );
    row.words = `${name} ${title}`.toLowerCase();
    return row;
  }

  #filter() {
    const wanted = this.search.value.trim().toLowerCase();
    for (const row of this.list.querySelectorAll('.scenario')) row.hidden = !row.words.includes(wanted);
    for (const group of this.list.querySelectorAll('.scenario-group')) group.hidden = ![...group.querySelectorAll('.scenario')].some((row) => !row.hidden);
  }
}
