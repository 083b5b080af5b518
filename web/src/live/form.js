// The form of a run: the parameters of its controller, robot and world, in sections; a property of many parts is one entry.
import { ICONS, element, iconButton, slidByTouch } from '../dom.js';
import { shown, shownUnit } from '../format.js';
import { documentationOf } from './formulas.js';

const TITLES = { controller: 'Gait and controller', robot: 'Robot', world: 'World' };
const SHARED = { robot: 2, world: 4 }; // least number of parts, or media, of one type that share their entries
const INLINE = 3; // components of a vector that stand in one line
const NOT_GIVEN = 'not given';
const WAIT = 80; // least time between two messages of a slider [ms]

export class Form {
  #entries = new Map(); // by path
  #first = new Map(); // values of the scenario by path
  #present = new Map();
  #items = new Map();
  #name = null;

  /** @param change (values, restart) with the values by path */
  constructor(change) {
    this.change = (values, restart) => {
      this.show(values);
      change(values, restart);
    };
    this.search = element('input', { type: 'search', id: 'find-parameter', placeholder: 'Search parameters', 'aria-label': 'Search parameters', on: { input: () => this.#filter() } });
    this.changed = element('div', { class: 'form-changed', id: 'form-changed', hidden: true }, element('span'), element('button', { type: 'button', class: 'quiet word', id: 'reset-parameters', title: 'Set all parameters to the values of the scenario', on: { click: () => this.#resetAll() } }, 'Reset'));
    this.list = element('div', { class: 'form-list' });
    this.node = element('div', { class: 'form' }, this.search, this.changed, this.list);
  }

  /** @param scene Name of the scenario, text of the controller, and items of the form. */
  open({ name, form: items, controller }) {
    this.#entries.clear();
    this.#items = new Map(items.map((item) => [item.path, item]));
    if (name !== this.#name) this.#first.clear();
    this.#name = name;
    this.#present = new Map(items.map(({ path, value }) => [path, value]));
    for (const { path, value } of items) if (!this.#first.has(path)) this.#first.set(path, value);
    const groups = Object.entries(TITLES).map(([group, title]) => {
      const own = items.filter((item) => item.group === group);
      if (group !== 'controller' && !own.length) return null;
      const node = element('details', { class: 'form-group', open: group === 'controller', data: { group } }, element('summary', {}, group === 'controller' ? controller.title : title, own.length ? element('small', {}, ` ${own.length}`) : null));
      if (group === 'controller') node.append(documentationOf(controller.doc), ...this.#controllerSections(own));
      else node.append(...this.#sections(own, SHARED[group]));
      return node;
    });
    this.list.replaceChildren(...groups.filter(Boolean));
    this.#filter();
    this.#showChanged();
  }

  /** Gaits by name that the controller offers: {path, chosen, choices}; null without any. */
  static gaits(items) {
    const item = items.find(({ path, choices, live }) => live && choices.length && /^controller(\.gait)*\.name$/.test(path));
    return item ? { path: item.path, chosen: item.value, choices: item.choices } : null;
  }

  /** Take over values that have changed elsewhere. */
  show(values) {
    for (const [path, value] of Object.entries(values)) {
      this.#present.set(path, value);
      this.#entries.get(path)?.forEach((entry) => entry.set(path, value));
    }
    this.#showChanged();
  }

  /** The gait first, then the arguments of the controller itself, then its other objects. */
  #controllerSections(items) {
    const places = by(items, place);
    const isGait = (members) => Boolean(members[0].section_doc);
    const own = [...places].filter(([, members]) => !members[0].section);
    const inner = [...places].filter(([, members]) => members[0].section);
    const gaits = inner.filter(([, members]) => isGait(members));
    const make = ([, members], open) => this.#section(members[0].section, members, { open, doc: members[0].section_doc });
    return [...gaits.map((one, i) => make(one, i === 0)), ...own.flatMap(([, members]) => this.#own(members)), ...inner.filter(([, members]) => !isGait(members)).map((one) => make(one, false))];
  }

  /** Arguments of the controller itself; those that restart the run below the others. */
  #own(items) {
    const live = items.filter((item) => item.live);
    const fixed = items.filter((item) => !item.live);
    if (!live.length || fixed.length < 2) return this.#fields(items);
    return [...this.#fields(live), this.#section('Fixed during a run', fixed, { count: fixed.length })];
  }

  /** A section for each object; of several of one type, entries that hold for all of them, and one section each below. */
  #sections(items, least) {
    const types = by(items, (item) => (item.section ? item.owner : ''));
    return [...types].flatMap(([owner, members]) => {
      if (!owner) return this.#fields(members);
      const places = [...by(members, place).values()];
      if (places.length < least) return places.map((one) => this.#section(one[0].section, one));
      const single = element('details', { class: 'form-single' }, element('summary', {}, 'One by one'), places.map((one) => this.#section(one[0].section, one)));
      const node = this.#section(owner, members, { count: places.length, shared: true });
      node.single = single;
      node.append(single);
      return [node];
    });
  }

  /** A section is filled when it is opened: a robot may have a thousand parameters. */
  #section(title, items, { open = false, doc = '', count = 0, shared = false } = {}) {
    const node = element('details', { class: 'form-section', open: false }, element('summary', {}, title, count ? element('small', {}, ` ${count}`) : null));
    let filled = false;
    node.fill = () => {
      if (filled) return;
      filled = true;
      node.querySelector('summary').after(...(doc ? [documentationOf(doc)] : []), ...this.#fields(items, shared));
    };
    node.addEventListener('toggle', () => node.open && node.fill());
    node.words = items.map((item) => `${title} ${item.path} ${item.name}`.toLowerCase());
    if (open) node.fill();
    node.open = open;
    return node;
  }

  /** Fields of an object; those of the objects in it under their names. */
  #fields(items, shared = false) {
    const rows = [...by(items, (item) => vectorName(shared ? item.property : item.path)).values()];
    const inside = ([{ property }]) => property.split('.').filter((step) => !/^\d+$/.test(step)).slice(0, -1).join(' ').replaceAll('_', ' ');
    return [...by(rows, inside)].sort(([one], [other]) => Boolean(one) - Boolean(other)).flatMap(([above, own]) => [above ? element('h4', {}, above) : null, ...own.map((row) => this.#row(row, above))].filter(Boolean));
  }

  /** One row: a number, a choice, a flag, or the components of a vector, each for one object or for several. */
  #row(items, inside) {
    const components = [...by(items, (item) => item.property).values()];
    const name = vectorName(items[0].name).replaceAll('.', ' ').slice(inside ? inside.length + 1 : 0) || items[0].name;
    const title = items[0].label && items[0].name.endsWith(items[0].label) ? items[0].name.slice(0, -items[0].label.length).trim() : name.replace(/ \d+$/, '');
    const numbers = components.map((own, i) => this.#entry(own, components.length > 1 ? componentName(own[0], i, components.length) : title, components.length > 1 && components.length <= INLINE));
    const words = items.map((item) => `${item.path} ${item.name} ${item.doc}`).join(' ').toLowerCase();
    let node;
    if (components.length === 1) [node] = numbers.map((entry) => entry.node);
    else if (components.length <= INLINE) node = element('div', { class: 'field vector-field' }, label(items[0], title, components.map(([first]) => first.unit)), element('div', { class: 'components' }, numbers.map((entry) => entry.node)));
    else node = element('details', { class: 'field long-vector', open: items[0].group === 'controller' }, element('summary', {}, title, element('small', {}, ` ${components.length}`)), numbers.map((entry) => entry.node));
    node.words = words;
    node.title = described(items[0]);
    node.row = true;
    this.#markable(node, items, numbers);
    return node;
  }

  /** The input of one value, which may be that of many parts. */
  #entry(items, name, bare) {
    const paths = items.map(({ path }) => path);
    const [item] = items;
    const send = (value) => this.change(Object.fromEntries(paths.map((path) => [path, value])), items.some(({ live }) => !live));
    const made = makeField({ ...item, name, many: items.length > 1 }, send, bare);
    made.node.dataset.path = item.path;
    const values = new Map(items.map(({ path, value }) => [path, value]));
    const take = () => {
      const all = [...new Set([...values.values()].map((value) => JSON.stringify(value)))];
      made.set(all.length === 1 ? JSON.parse(all[0]) : null, all.length === 1 ? '' : range([...values.values()]));
      made.node.classList.toggle('default', all.length === 1 && item.default !== null && JSON.parse(all[0]) === item.default);
    };
    take();
    const entry = { node: made.node, set: (path, value) => { values.set(path, value); take(); } };
    for (const path of paths) this.#listen(path, entry);
    return entry;
  }

  #listen(path, entry) {
    this.#entries.set(path, [...(this.#entries.get(path) ?? []), entry]);
  }

  /** Mark a row whose values are not those of the scenario, and offer to reset it. */
  #markable(node, items) {
    const reset = iconButton('Reset to the value of the scenario', ICONS.reset, (event) => {
      event.preventDefault();
      event.stopPropagation();
      this.#reset(items.map(({ path }) => path));
    }, { class: 'quiet reset-parameter', hidden: true });
    const head = node.querySelector('.field-name, summary') ?? node;
    head.append(reset);
    const update = () => {
      const differs = items.some(({ path }) => this.#differs(path));
      node.classList.toggle('changed', differs);
      reset.hidden = !differs;
    };
    update();
    for (const { path } of items) this.#listen(path, { set: update });
  }

  #differs(path) {
    return this.#first.get(path) !== null && JSON.stringify(this.#present.get(path)) !== JSON.stringify(this.#first.get(path));
  }

  #resetAll() {
    this.#reset([...this.#present.keys()]);
  }

  #reset(paths) {
    const changed = paths.filter((path) => this.#differs(path));
    if (!changed.length) return;
    this.change(Object.fromEntries(changed.map((path) => [path, this.#first.get(path)])), changed.some((path) => !this.#items.get(path)?.live));
  }

  #showChanged() {
    const n = [...this.#present.keys()].filter((path) => this.#differs(path)).length;
    this.changed.hidden = !n;
    this.changed.firstChild.textContent = n === 1 ? '1 value changed' : `${n} values changed`;
  }

  #filter() {
    const wanted = this.search.value.trim().toLowerCase();
    const groups = [...this.list.querySelectorAll('.form-group')];
    for (const group of groups) {
      const found = search(group, wanted);
      group.hidden = Boolean(wanted) && !found;
      if (wanted && found) group.open = true;
    }
  }
}

/** Show what fits the searched words below a node; return whether anything does. */
function search(node, wanted) {
  let any = false;
  for (const child of node.children) {
    if (child.classList.contains('form-section')) {
      const fits = !wanted || child.words.some((words) => words.includes(wanted));
      child.hidden = !fits;
      if (fits && wanted) {
        child.fill();
        const rows = search(child, wanted);
        if (child.single) {
          child.single.hidden = rows;
          child.single.open = !rows && search(child.single, wanted);
        }
        child.open = true;
      } else if (child.single) {
        child.single.hidden = false;
        search(child.single, wanted);
      } else {
        search(child, wanted);
      }
      any ||= fits;
    } else if (child.row) {
      child.hidden = Boolean(wanted) && !child.words.includes(wanted);
      any ||= !child.hidden;
    } else if (child.matches('h4, .documentation')) {
      child.hidden = Boolean(wanted);
    }
  }
  return any;
}

/** The object to which a parameter belongs. */
function place(item) {
  return item.path.slice(0, item.path.length - item.property.length - 1);
}

/** "goal" of the component "goal.1". */
function vectorName(path) {
  return path.replace(/[. ]\d+$/, '');
}

function componentName(item, i, n) {
  if (item.label) return item.label;
  return n <= 3 && ['m', 'm/s', 'N', 'N m', 'kg m^2', 'm^2'].includes(item.unit) ? 'xyz'[i] : String(i + 1);
}

function by(items, key) {
  const groups = new Map();
  for (const item of items) {
    const name = key(item);
    if (groups.has(name)) groups.get(name).push(item);
    else groups.set(name, [item]);
  }
  return groups;
}

/** "0.1 to 0.3" of values that differ. */
function range(values) {
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length < values.length ? 'different' : `${shown(Math.min(...numbers), 3)} \u2013 ${shown(Math.max(...numbers), 3)}`;
}

function described(item) {
  const usual = item.default === null ? '' : ` Default: ${typeof item.default === 'number' ? shown(item.default) : item.default} ${shownUnit(item.unit)}`.trimEnd();
  return `${item.doc}${usual}`.trim();
}

function label(item, name, units = [item.unit]) {
  const unit = [...new Set(units.map(shownUnit))].filter(Boolean).join(', ');
  return element('span', { class: 'field-name' }, name, unit ? element('small', {}, ` ${unit}`) : null, item.live ? null : element('small', { class: 'restart', title: 'A change restarts the run' }, ' restart'));
}

/** @returns {node, set(value, placeholder)} */
function makeField(item, send, bare) {
  if (item.choices.length) return choiceField(item, send);
  if (item.kind === 'flag') return flagField(item, send);
  if (item.kind === 'vector') return vectorField(item, send);
  if (item.slider !== null && item.low !== null) return bare ? numberField(item, send) : sliderField(item, send);
  return textField(item);
}

/** A bare number of a vector, with the name of its component. */
function numberField(item, send) {
  const number = element('input', { type: 'number', class: 'number', step: 'any', placeholder: NOT_GIVEN, 'aria-label': item.path, on: { change: () => number.value !== '' && send(Number(number.value)) } });
  const set = (value, placeholder) => {
    if (document.activeElement === number && number.value !== '') return;
    number.value = shownPlain(value);
    number.placeholder = placeholder || NOT_GIVEN;
  };
  return { node: element('label', { class: 'component' }, element('small', {}, item.name), number), set };
}

function sliderField(item, send) {
  let last = 0;
  let later = null;
  const number = element('input', { type: 'number', class: 'number', step: 'any', 'aria-label': item.path, on: { change: () => { if (number.value === '') return; slider.value = number.value; send(Number(number.value)); } } });
  const slider = element('input', { type: 'range', min: item.low, max: item.high, step: item.step, 'aria-label': item.name });
  slidByTouch(slider, () => {
    number.value = shownPlain(slider.value);
    if (!item.live || item.many) return; // many parts, or another run: when the slider is released
    clearTimeout(later);
    const wait = Math.max(0, WAIT - (performance.now() - last));
    later = setTimeout(() => { last = performance.now(); send(Number(slider.value)); }, wait);
  }, () => (!item.live || item.many) && send(Number(slider.value)));
  const set = (value, placeholder) => {
    number.placeholder = placeholder || NOT_GIVEN;
    slider.hidden = value === null && !placeholder;
    if (document.activeElement === number || slider.matches(':active')) return;
    number.value = shownPlain(value);
    slider.value = value;
  };
  return { node: element('label', { class: 'field' }, label(item, item.name), number, slider), set };
}

function choiceField(item, send) {
  const several = element('option', { value: '', hidden: true }, 'different'); // of many parts
  const select = element('select', { 'aria-label': item.path, on: { change: () => send(select.value) } }, several, item.choices.map((word) => element('option', { value: word }, word)));
  const about = element('div', { class: 'choice-text' }); // of the choice, such as the formula of a gait
  const set = (value) => {
    select.value = value ?? '';
    about.replaceChildren(...(item.texts[value] ? [documentationOf(item.texts[value])] : []));
  };
  return { node: element('label', { class: 'field choice' }, label(item, item.name), select, about), set };
}

function flagField(item, send) {
  const box = element('input', { type: 'checkbox', on: { change: () => send(box.checked) } });
  return { node: element('label', { class: 'field flag' }, label(item, item.name), box), set: (value, placeholder) => { box.checked = Boolean(value); box.indeterminate = Boolean(placeholder); } };
}

/** Numbers that are not given yet, such as "0, 0, 0.1". */
function vectorField(item, send) {
  const text = element('input', { type: 'text', class: 'number vector', 'aria-label': item.path, on: { change: () => {
    const words = text.value.split(/[\s,;]+/).filter(Boolean);
    const numbers = words.map(Number);
    const fits = words.length > 0 && numbers.every(Number.isFinite);
    text.setCustomValidity(fits || !words.length ? '' : 'numbers with commas between them, such as 0, 0, 0.1');
    if (fits) send(numbers);
    else if (words.length) text.reportValidity();
  } } });
  const set = (value, placeholder) => {
    text.value = Array.isArray(value) ? value.map(shownPlain).join(', ') : '';
    text.placeholder = placeholder || NOT_GIVEN;
  };
  return { node: element('label', { class: 'field choice' }, label(item, item.name), text), set };
}

function textField(item) {
  const text = element('span', { class: 'muted' });
  const set = (value, placeholder) => { text.textContent = placeholder || (value === null ? NOT_GIVEN : shown(Number(value))); };
  return { node: element('div', { class: 'field plain' }, label(item, item.name), text), set };
}

function shownPlain(value) {
  if (value === null || value === undefined) return '';
  const rounded = Number(Number(value).toPrecision(6));
  return Math.abs(rounded) < 1e6 ? String(rounded) : rounded.toExponential(); // more digits than the field is wide
}
