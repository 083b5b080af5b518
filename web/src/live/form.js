// The form of a run: every declared parameter, with a slider, a field or a list; grouped and searchable.
import { element } from '../dom.js';
import { shown, shownUnit } from '../format.js';

const TITLES = { controller: 'Gait and controller', world: 'World', robot: 'Robot' };
const NOT_GIVEN = 'not given';
const WAIT = 80; // least time between two messages of a slider [ms]

export class Form {
  #fields = new Map();

  /** @param change (path, value, restart) */
  constructor(change) {
    this.change = change;
    this.search = element('input', { type: 'search', id: 'find-parameter', placeholder: 'Find a parameter', 'aria-label': 'Find a parameter', on: { input: () => this.#filter() } });
    this.list = element('div', { class: 'form-list' });
    this.node = element('div', { class: 'form' }, this.search, this.list);
  }

  open(items) {
    this.#fields.clear();
    const groups = Object.entries(TITLES).map(([group, title]) => {
      const own = items.filter((item) => item.group === group);
      if (!own.length) return null;
      const sections = new Map();
      for (const item of own) sections.set(item.section, [...(sections.get(item.section) ?? []), item]);
      const inside = [...sections].map(([section, members]) => (section ? this.#section(section, members) : members.map((item) => this.#field(item))));
      return element('details', { class: 'form-group', open: group === 'controller' }, element('summary', {}, title, element('small', {}, ` ${own.length}`)), inside);
    });
    this.list.replaceChildren(...groups.filter(Boolean));
    this.#filter();
  }

  /** Gaits by name that the controller offers: {path, chosen, choices}; null without any. */
  static gaits(items) {
    const item = items.find(({ path, choices, live }) => live && choices.length && /^controller(\.gait)*\.name$/.test(path));
    return item ? { path: item.path, chosen: item.value, choices: item.choices } : null;
  }

  /** Take over values that have changed elsewhere. */
  show(values) {
    for (const [path, value] of Object.entries(values)) this.#fields.get(path)?.set(value);
  }

  /** A section is filled when it is opened: a robot may have a thousand parameters. */
  #section(title, items) {
    const node = element('details', { class: 'form-section' }, element('summary', {}, title));
    const fill = () => {
      if (node.childElementCount === 1) node.append(...items.map((item) => this.#field(item)));
    };
    node.addEventListener('toggle', fill);
    node.fill = fill;
    node.words = items.map((item) => `${title} ${item.path}`.toLowerCase());
    return node;
  }

  #field(item) {
    const made = item.choices.length ? choiceField(item, this.change) : item.kind === 'flag' ? flagField(item, this.change) : item.kind === 'vector' ? vectorField(item, this.change) : item.slider !== null && item.low !== null ? sliderField(item, this.change) : textField(item, this.change);
    made.node.dataset.path = item.path;
    made.node.title = item.doc;
    made.node.words = `${item.path} ${item.name}`.toLowerCase();
    this.#fields.set(item.path, made);
    return made.node;
  }

  #filter() {
    const wanted = this.search.value.trim().toLowerCase();
    for (const section of this.list.querySelectorAll('.form-section')) {
      const fits = !wanted || section.words.some((words) => words.includes(wanted));
      section.hidden = !fits;
      if (fits && wanted) {
        section.fill();
        section.open = true;
      }
    }
    for (const field of this.list.querySelectorAll('.field')) field.hidden = Boolean(wanted) && !field.words.includes(wanted);
    for (const group of this.list.querySelectorAll('.form-group')) {
      group.hidden = Boolean(wanted) && ![...group.querySelectorAll('.field, .form-section')].some((node) => !node.hidden);
      if (wanted && !group.hidden) group.open = true;
    }
  }
}

function label(item, ...more) {
  const unit = shownUnit(item.unit);
  return element('span', { class: 'field-name' }, item.name, unit ? element('small', {}, ` ${unit}`) : null, item.live ? null : element('small', { class: 'restart', title: 'Requires a restart' }, ' restart'), more);
}

function sliderField(item, change) {
  let last = 0;
  let later = null;
  const send = (value) => change(item.path, value, !item.live);
  const number = element('input', { type: 'number', class: 'number', step: 'any', value: item.value, placeholder: NOT_GIVEN, 'aria-label': item.path, on: { change: () => { if (number.value === '') return; slider.value = number.value; send(Number(number.value)); } } });
  const slider = element('input', { type: 'range', min: item.low, max: item.high, step: item.step, value: item.value, 'aria-label': item.name, on: { input: () => {
    number.value = shownPlain(slider.value);
    if (!item.live) return;
    clearTimeout(later);
    const wait = Math.max(0, WAIT - (performance.now() - last));
    later = setTimeout(() => { last = performance.now(); send(Number(slider.value)); }, wait);
  }, change: () => !item.live && send(Number(slider.value)) } });
  const set = (value) => {
    if (document.activeElement === number || slider.matches(':active')) return;
    number.value = shownPlain(value);
    slider.value = value;
  };
  set(item.value);
  return { node: element('label', { class: 'field' }, label(item), number, slider), set };
}

function choiceField(item, change) {
  const select = element('select', { 'aria-label': item.path, on: { change: () => change(item.path, select.value, !item.live) } }, item.choices.map((word) => element('option', { value: word, selected: word === item.value }, word)));
  return { node: element('label', { class: 'field choice' }, label(item), select), set: (value) => { if (value !== null) select.value = value; } };
}

function flagField(item, change) {
  const box = element('input', { type: 'checkbox', checked: Boolean(item.value), on: { change: () => change(item.path, box.checked, !item.live) } });
  return { node: element('label', { class: 'field flag' }, label(item), box), set: (value) => { box.checked = Boolean(value); } };
}

/** Numbers that are not given yet, such as "0, 0, 0.1". */
function vectorField(item, change) {
  const set = (value) => { text.value = Array.isArray(value) ? value.map(shownPlain).join(', ') : ''; };
  const text = element('input', { type: 'text', class: 'number vector', placeholder: NOT_GIVEN, 'aria-label': item.path, on: { change: () => {
    const words = text.value.split(/[\s,;]+/).filter(Boolean);
    const numbers = words.map(Number);
    const fits = words.length > 0 && numbers.every(Number.isFinite);
    text.setCustomValidity(fits || !words.length ? '' : 'numbers with commas between them, such as 0, 0, 0.1');
    if (fits) change(item.path, numbers, !item.live);
    else if (words.length) text.reportValidity();
  } } });
  return { node: element('label', { class: 'field choice' }, label(item), text), set };
}

function textField(item) {
  const text = element('span', { class: 'muted' }, item.value === null ? NOT_GIVEN : shown(Number(item.value)));
  return { node: element('div', { class: 'field plain' }, label(item), text), set: () => {} };
}

function shownPlain(value) {
  if (value === null) return '';
  const rounded = Number(Number(value).toPrecision(6));
  return Math.abs(rounded) < 1e6 ? String(rounded) : rounded.toExponential(); // more digits than the field is wide
}
