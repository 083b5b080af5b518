// What keys and the gamepad do: kept in the browser, shown and changed in the page.
import { element } from '../dom.js';

const KEPT = 'snakelab-studio-mapping';
const FIRST = {
  keys: { forward: 'ArrowUp', backward: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight', up: 'PageUp', down: 'PageDown' },
  pad: { deadMan: 4, forward: 1, turn: 2, rise: 3, next: 15, previous: 14, stop: 1 },
};
const WORDS = { forward: 'Forward', backward: 'Backward', left: 'Turn left', right: 'Turn right', up: 'Rise', down: 'Dive' };
const ARROWS = { PageUp: 'page \u2191', PageDown: 'page \u2193', ArrowUp: '\u2191', ArrowDown: '\u2193', ArrowLeft: '\u2190', ArrowRight: '\u2192', ' ': 'space' };

export class Mapping {
  #asked = null;
  #buttons = {};

  constructor() {
    const kept = read();
    this.keys = { ...FIRST.keys, ...kept.keys };
    this.pad = { ...FIRST.pad, ...kept.pad };
    const key = (name) => (this.#buttons[name] = element('button', { type: 'button', class: 'key-button', id: `key-${name}`, title: 'Click, then press the new key', on: { click: () => this.#ask(name) } }));
    const number = (name) => {
      const field = element('input', { type: 'number', min: 0, max: 31, step: 1, id: `pad-${name}`, value: this.pad[name], on: { change: () => { this.pad[name] = Math.max(0, Math.min(31, Math.round(Number(field.value) || 0))); this.#keep(); } } });
      return (this.#buttons[`pad-${name}`] = field);
    };
    const row = (word, control) => element('label', { class: 'mapping-row' }, element('span', {}, word), control);
    this.pressed = element('p', { class: 'muted', id: 'gamepad' }, 'No gamepad found: press one of its buttons.');
    this.node = element(
      'div',
      { class: 'mapping' },
      element('h3', {}, 'Keys'),
      Object.entries(WORDS).map(([name, word]) => row(word, key(name))),
      element('h3', {}, 'Gamepad'),
      this.pressed,
      row('Dead-man button', number('deadMan')),
      row('Button of the emergency stop', number('stop')),
      row('Axis for forward and backward motion', number('forward')),
      row('Axis for turning', number('turn')),
      row('Axis for rising and diving', number('rise')),
      row('Button of the next gait', number('next')),
      row('Button of the previous gait', number('previous')),
      element('button', { type: 'button', class: 'quiet word', id: 'mapping-reset', on: { click: () => this.#reset() } }, 'Restore defaults'),
    );
    document.addEventListener('keydown', (event) => this.#answer(event), { capture: true });
    this.#show();
  }

  /** The direction of a key; undefined for other keys. */
  direction(pressed) {
    return Object.keys(this.keys).find((name) => this.keys[name].toLowerCase() === pressed.toLowerCase());
  }

  /** Say what the gamepad does now, so that its numbers can be found. */
  watch(gamepad) {
    if (!gamepad) {
      this.pressed.textContent = 'No gamepad found: press one of its buttons.';
      return;
    }
    const buttons = gamepad.buttons.flatMap(({ pressed }, i) => (pressed ? [i] : []));
    const axes = [...gamepad.axes].flatMap((value, i) => (Math.abs(value) > 0.3 ? [i] : []));
    const now = [buttons.length ? `button ${buttons.join(', ')}` : '', axes.length ? `axis ${axes.join(', ')}` : ''].filter(Boolean).join(', ');
    this.pressed.textContent = `${gamepad.id.slice(0, 30)}${now ? `: ${now}` : ''}`;
  }

  #ask(name) {
    this.#asked = this.#asked === name ? null : name;
    this.#show();
  }

  #answer(event) {
    if (!this.#asked) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key !== 'Escape') {
      const other = this.direction(event.key);
      if (other) this.keys[other] = this.keys[this.#asked]; // no key does two things
      this.keys[this.#asked] = event.key;
      this.#keep();
    }
    this.#asked = null;
    this.#show();
  }

  #show() {
    for (const name of Object.keys(WORDS)) {
      this.#buttons[name].textContent = this.#asked === name ? 'press a key' : (ARROWS[this.keys[name]] ?? this.keys[name]);
      this.#buttons[name].classList.toggle('asked', this.#asked === name);
    }
    for (const name of Object.keys(FIRST.pad)) this.#buttons[`pad-${name}`].value = this.pad[name];
  }

  #reset() {
    this.keys = { ...FIRST.keys };
    this.pad = { ...FIRST.pad };
    this.#keep();
    this.#show();
  }

  #keep() {
    try {
      localStorage.setItem(KEPT, JSON.stringify({ keys: this.keys, pad: this.pad }));
    } catch { /* a browser may forbid it */ }
  }
}

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    const texts = Object.fromEntries(Object.entries(kept.keys ?? {}).filter(([, value]) => typeof value === 'string'));
    const numbers = Object.fromEntries(Object.entries(kept.pad ?? {}).filter(([, value]) => Number.isInteger(value)));
    return { keys: texts, pad: numbers };
  } catch {
    return {};
  }
}
