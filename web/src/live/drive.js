// Driving: arrow keys, a gamepad, or a stick on the screen; and the other keys of the page.
import { element } from '../dom.js';
import { Mapping } from './mapping.js';

const PERIOD = 100; // between two messages [ms]
const WATCH = 20; // between two looks at the gamepad's emergency stop: a short press must not be missed [ms]
const DEAD = 0.12; // of a stick's way that counts as none

/** The operator's inputs; zero is sent once when they end, and the server stops without messages. */
export class Drive {
  #pressed = new Set();
  #stick = null;
  #active = false;
  #stopping = false;

  constructor(send) {
    this.send = send;
    this.mapping = new Mapping();
    // Two sticks: one in the side panel, one over the picture where there is a touch screen.
    this.knobs = [];
    const overlay = this.#stickNode('stick');
    overlay.classList.add('stick-overlay');
    this.overlay = overlay;
    this.node = element('div', { class: 'drive' }, element('div', { class: 'drive-stick' }, this.#stickNode('panel-stick'), element('p', { class: 'muted' }, 'Up and down: speed of the gait. Sideways: turn. Nothing is sent when it is let go, and the robot stops.')), this.mapping.node);
    this.#listen();
    setInterval(() => this.#notify(), PERIOD);
    setInterval(() => this.#watchStop(), WATCH);
  }

  #stickNode(id) {
    const knob = element('div', { class: 'stick-knob' });
    const pad = element('div', { class: 'stick', id, title: 'Drag to drive: up and down for speed, sideways to turn', role: 'application', 'aria-label': 'Drive' }, knob);
    this.knobs.push(knob);
    const move = (event) => {
      const { left, top, width, height } = pad.getBoundingClientRect();
      const limited = (value) => Math.min(Math.max(value, -1), 1);
      this.#stick = { turn: limited(1 - (2 * (event.clientX - left)) / width), forward: limited(1 - (2 * (event.clientY - top)) / height) };
    };
    pad.addEventListener('pointerdown', (event) => {
      event.stopPropagation();
      pad.setPointerCapture(event.pointerId);
      move(event);
    });
    pad.addEventListener('pointermove', (event) => this.#stick && move(event));
    for (const name of ['pointerup', 'pointercancel']) pad.addEventListener(name, () => { this.#stick = null; });
    return pad;
  }

  #listen() {
    document.addEventListener('keydown', (event) => {
      const direction = this.mapping.direction(event.key);
      if (event.defaultPrevented || !direction || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest?.('select, textarea, input, [role=tab]')) return;
      event.preventDefault();
      this.#pressed.add(direction);
    });
    document.addEventListener('keyup', (event) => this.#pressed.delete(this.mapping.direction(event.key)));
    addEventListener('blur', () => this.#pressed.clear());
  }

  /** {forward, turn} from -1 to 1; null without input. */
  #input() {
    const gamepad = [...(navigator.getGamepads?.() ?? [])].find(Boolean);
    this.mapping.watch(gamepad);
    if (this.#stick) return this.#stick;
    if (this.#pressed.size) {
      const key = (name) => (this.#pressed.has(name) ? 1 : 0);
      return { forward: key('forward') - key('backward'), turn: key('left') - key('right') };
    }
    const { pad } = this.mapping;
    if (!gamepad?.buttons[pad.deadMan]?.pressed) return null;
    const axis = (number) => {
      const value = -(gamepad.axes[number] ?? 0);
      return Math.abs(value) < DEAD ? 0 : Math.min(Math.max(value, -1), 1);
    };
    return { forward: axis(pad.forward), turn: axis(pad.turn) };
  }

  /** Stop the robot when the button of the emergency stop goes down on any gamepad; the button to be held does not matter. */
  #watchStop() {
    const pressed = [...(navigator.getGamepads?.() ?? [])].some((one) => one?.buttons[this.mapping.pad.stop]?.pressed);
    if (pressed && !this.#stopping) this.send({ do: 'estop', source: 'gamepad' });
    this.#stopping = pressed;
  }

  #notify() {
    const input = this.#input();
    const { forward, turn } = input ?? { forward: 0, turn: 0 };
    for (const knob of this.knobs) knob.style.transform = `translate(${-turn * 28}px, ${-forward * 28}px)`;
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
    c: () => live.view?.setContact(!live.view.contact),
    f: () => live.view?.setFollow(!live.view.follow),
    r: () => live.view?.look('reset'),
    1: () => live.view?.look('top'),
    2: () => live.view?.look('side'),
    3: () => live.view?.look('front'),
    4: () => live.view?.look('head'),
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
