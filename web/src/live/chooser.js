// The library: scenarios by groups, with a search.
import { element } from '../dom.js';

const GROUPS = [
  ['snakesys', 'Orthogonal snakes, gaits'], ['orthogonal', 'Orthogonal snakes, to a goal'], ['terrain', 'Terrain'], ['soft', 'Soft snakes'],
  ['hybrid', 'Hybrid underwater snake'], ['pilot', 'Autopilot'], ['pipe', 'Pipes'], ['eel', 'Swimming eels'], ['sandfish', 'Sand'],
  ['posts', 'Posts'], ['planar', 'Planar snakes'], ['hydraulic', 'Hydraulic joints'], ['', 'Others'],
];

const SPACE = 'http://www.w3.org/2000/svg';

/** A small picture: the body on its ground, in water or in a pipe. */
function thumbnail(picture) {
  const drawing = document.createElementNS(SPACE, 'svg');
  const add = (tag, attributes) => {
    const node = document.createElementNS(SPACE, tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    drawing.append(node);
  };
  drawing.setAttribute('viewBox', '0 0 64 44');
  drawing.setAttribute('aria-hidden', 'true');
  drawing.classList.add('thumbnail', `thumbnail-${picture?.kind ?? 'ground'}`);
  if (!picture) return drawing;
  const { points, width } = picture;
  const line = points.map((point) => point.join(' ')).join(' L');
  if (picture.kind === 'pipe') add('path', { d: `M${line}`, class: 'thumbnail-pipe-wall', 'stroke-width': 2.6 * width + 5 });
  if (picture.kind !== 'water') add('path', { d: `M${line}`, class: 'thumbnail-shadow', 'stroke-width': width, transform: 'translate(1 1.6)' });
  add('path', { d: `M${line}`, class: 'thumbnail-body', 'stroke-width': width });
  const [x, y] = points.at(-1);
  add('circle', { cx: x, cy: y, r: 0.58 * width, class: 'thumbnail-head' });
  return drawing;
}

export class Chooser {
  /** @param open (name) @param gait (name) */
  constructor(open, gait) {
    Object.assign(this, { open, gait });
    this.search = element('input', { type: 'search', id: 'find-scenario', placeholder: 'Search scenarios', 'aria-label': 'Search scenarios', on: { input: () => this.#filter() } });
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

  #row({ name, title, picture }) {
    const row = element(
      'div',
      { class: 'scenario', role: 'listitem', data: { name } },
      element('button', { type: 'button', class: 'scenario-open', title: `Start: ${title || name}`, on: { click: () => this.open(name) } }, thumbnail(picture), element('span', { class: 'scenario-words' }, element('span', { class: 'scenario-title' }, title || name), element('small', {}, name))),
      element('button', { type: 'button', class: 'quiet word scenario-gait', title: 'Switch to this gait or controller; the robot stays the same', on: { click: () => this.gait(name) } }, 'Gait'),
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
