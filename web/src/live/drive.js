// Driving: arrow keys, a gamepad, or a stick on the screen; and the other keys of the page.
import { element } from '../dom.js';

const PERIOD = 100; // between two messages [ms]
const DEAD = 0.12; // of a stick's way that counts as none
const DEAD_MAN = 4; // button of the gamepad that must be held (left shoulder)
const STICKS = { forward: 1, turn: 2 }; // axes: left stick up and down, right stick sideways

/** The operator's inputs; zero is sent once when they end, and the server stops without messages. */
export class Drive {
  #pressed = new Set();
  #stick = null;
  #active = false;

  constructor(send) {
    this.send = send;
    this.knob = element('div', { class: 'stick-knob' });
    this.pad = element('div', { class: 'stick', id: 'stick', title: 'Drag to drive: up and down for speed, sideways to turn', role: 'application', 'aria-label': 'Drive' }, this.knob);
    this.words = element('span', { class: 'muted', id: 'gamepad' });
    this.node = element('div', { class: 'drive' }, this.pad, element('div', {}, element('strong', {}, 'Drive'), element('p', { class: 'muted' }, 'Arrow keys, this stick, or a gamepad with its left shoulder button held.'), this.words));
    this.#listen();
    setInterval(() => this.#tell(), PERIOD);
  }

  #listen() {
    document.addEventListener('keydown', (event) => {
      if (!event.key.startsWith('Arrow') || event.target.closest('select, textarea, input, [role=tab]')) return;
      event.preventDefault();
      this.#pressed.add(event.key);
    });
    document.addEventListener('keyup', (event) => this.#pressed.delete(event.key));
    addEventListener('blur', () => this.#pressed.clear());
    const move = (event) => {
      const { left, top, width, height } = this.pad.getBoundingClientRect();
      const limited = (value) => Math.min(Math.max(value, -1), 1);
      this.#stick = { turn: limited(1 - (2 * (event.clientX - left)) / width), forward: limited(1 - (2 * (event.clientY - top)) / height) };
    };
    this.pad.addEventListener('pointerdown', (event) => {
      this.pad.setPointerCapture(event.pointerId);
      move(event);
    });
    this.pad.addEventListener('pointermove', (event) => this.#stick && move(event));
    for (const name of ['pointerup', 'pointercancel']) this.pad.addEventListener(name, () => { this.#stick = null; });
  }

  /** {forward, turn} from -1 to 1; null without input. */
  #input() {
    if (this.#stick) return this.#stick;
    if (this.#pressed.size) {
      const key = (name) => (this.#pressed.has(`Arrow${name}`) ? 1 : 0);
      return { forward: key('Up') - key('Down'), turn: key('Left') - key('Right') };
    }
    const gamepad = [...(navigator.getGamepads?.() ?? [])].find(Boolean);
    this.words.textContent = gamepad ? gamepad.id.slice(0, 40) : '';
    if (!gamepad?.buttons[DEAD_MAN]?.pressed) return null;
    const axis = (name) => {
      const value = -(gamepad.axes[STICKS[name]] ?? 0);
      return Math.abs(value) < DEAD ? 0 : Math.min(Math.max(value, -1), 1);
    };
    return { forward: axis('forward'), turn: axis('turn') };
  }

  #tell() {
    const input = this.#input();
    const { forward, turn } = input ?? { forward: 0, turn: 0 };
    this.knob.style.transform = `translate(${-turn * 28}px, ${-forward * 28}px)`;
    if (input || this.#active) this.send({ do: 'drive', forward, turn });
    this.#active = Boolean(input);
  }
}

/** Keys of the page. */
export function listenToStudioKeys(send, controls, live) {
  const actions = {
    ' ': () => send({ do: controls.playing ? 'pause' : 'play' }),
    '.': () => send({ do: 'step' }),
    z: () => send({ do: 'undo' }),
    f: () => live.view?.setFollow(!live.view.follow),
    r: () => live.view?.look('reset'),
    1: () => live.view?.look('top'),
    2: () => live.view?.look('side'),
    3: () => live.view?.look('front'),
    '+': () => live.view?.zoom(0.9),
    '-': () => live.view?.zoom(1 / 0.9),
  };
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest('select, textarea, input')) return;
    if (event.key === ' ' && event.target.closest('button, summary, a')) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
