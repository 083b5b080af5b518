// Driving: arrow keys, a gamepad, or a stick on the screen; and the other keys of the page.
import { element } from '../dom.js';
import { releaseFocus } from '../keys.js';
import { Mapping } from './mapping.js';

const PERIOD = 100; // between two messages [ms]
const WATCH = 20; // between two looks at the gamepad's emergency stop: a short press must not be missed [ms]
const DEAD = 0.12; // of a stick's way that counts as none

/** The operator's inputs; zero is sent once when they end, and the server stops without messages. */
export class Drive {
  #pressed = new Set();
  #stick = null;
  #held = 0; // rise of the buttons on the screen
  #active = false;
  #stopping = false;
  #changing = 0; // step of the gait button that is held

  /** @param changeGait (name) changes to a gait of the present controller. */
  constructor(send, changeGait) {
    this.send = send;
    this.changeGait = changeGait;
    this.mapping = new Mapping();
    // Two sticks: one in the side panel, one over the picture where there is a touch screen.
    this.knobs = [];
    const overlay = this.#stickNode('stick');
    overlay.classList.add('stick-overlay');
    this.overlay = overlay;
    this.rises = [this.#riseNode('rise'), this.#riseNode('panel-rise')];
    this.rises[0].classList.add('rise-overlay');
    this.gaits = element('div', { class: 'gait-buttons', id: 'gait-buttons', role: 'group', 'aria-label': 'Gait' });
    this.node = element('div', { class: 'drive' }, element('div', { class: 'drive-stick' }, this.#stickNode('panel-stick'), this.rises[1], element('p', { class: 'muted' }, 'Up and down: speed or thrust. Sideways: turn, or heading of a swimmer. The robot stops when the stick is released.')), this.gaits, this.mapping.node);
    this.#listen();
    setInterval(() => this.#notify(), PERIOD);
    setInterval(() => this.#watchStop(), WATCH);
  }

  /** Show what the present controller allows: gaits by name {chosen, choices}, null without any; whether its depth is controlled. */
  open(gaits, dives) {
    this.known = gaits;
    this.gaits.replaceChildren(...(gaits?.choices ?? []).map((name) => element('button', { type: 'button', class: 'quiet word', id: `gait-${name}`, 'aria-pressed': String(name === gaits.chosen), on: { click: () => this.changeGait(name) } }, name)));
    this.gaits.hidden = !gaits;
    for (const node of this.rises) node.hidden = !dives;
  }

  /** Mark the present gait. */
  showGait(name) {
    if (!this.known || this.known.chosen === name) return;
    this.known.chosen = name;
    for (const button of this.gaits.children) button.setAttribute('aria-pressed', String(button.textContent === name));
  }

  /** Two buttons that are held to rise and to dive. */
  #riseNode(id) {
    const button = (name, word, value) => {
      const node = element('button', { type: 'button', class: 'word', id: `${id}-${name}`, title: name === 'up' ? 'Hold to rise' : 'Hold to dive' }, word);
      node.addEventListener('pointerdown', (event) => { event.stopPropagation(); node.setPointerCapture(event.pointerId); this.#held = value; });
      for (const end of ['pointerup', 'pointercancel']) node.addEventListener(end, () => { this.#held = 0; });
      return node;
    };
    return element('div', { class: 'rise', id, hidden: true }, button('up', '\u25b2', 1), button('down', '\u25bc', -1));
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
    pad.addEventListener('pointermove', (event) => this.#stick && pad.hasPointerCapture(event.pointerId) && move(event));
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

  /** {forward, turn, rise} from -1 to 1; null without input. */
  #input() {
    const gamepad = [...(navigator.getGamepads?.() ?? [])].find(Boolean);
    this.mapping.watch(gamepad);
    if (this.#stick || this.#held) return { forward: 0, turn: 0, ...this.#stick, rise: this.#held };
    if (this.#pressed.size) {
      const key = (name) => (this.#pressed.has(name) ? 1 : 0);
      return { forward: key('forward') - key('backward'), turn: key('left') - key('right'), rise: key('up') - key('down') };
    }
    const { pad } = this.mapping;
    if (!gamepad?.buttons[pad.deadMan]?.pressed) return null;
    this.#stepGait(gamepad, pad);
    const axis = (number) => {
      const value = -(gamepad.axes[number] ?? 0);
      return Math.abs(value) < DEAD ? 0 : Math.min(Math.max(value, -1), 1);
    };
    return { forward: axis(pad.forward), turn: axis(pad.turn), rise: axis(pad.rise) };
  }

  /** Change to the next or the previous gait when its button goes down. */
  #stepGait(gamepad, pad) {
    const down = (button) => (gamepad.buttons[button]?.pressed ? 1 : 0);
    const step = down(pad.next) - down(pad.previous);
    if (step && !this.#changing && this.known) {
      const { chosen, choices } = this.known;
      this.changeGait(choices[(choices.indexOf(chosen) + step + choices.length) % choices.length]);
    }
    this.#changing = step;
  }

  /** Stop the robot when the button of the emergency stop goes down on any gamepad; the button to be held does not matter. */
  #watchStop() {
    const pressed = [...(navigator.getGamepads?.() ?? [])].some((one) => one?.buttons[this.mapping.pad.stop]?.pressed);
    if (pressed && !this.#stopping) this.send({ do: 'estop', source: 'gamepad' });
    this.#stopping = pressed;
  }

  #notify() {
    const input = this.#input();
    const { forward, turn, rise } = input ?? { forward: 0, turn: 0, rise: 0 };
    for (const knob of this.knobs) knob.style.transform = `translate(${-turn * 28}px, ${-forward * 28}px)`;
    if (input || this.#active) this.send({ do: 'drive', forward, turn, rise });
    this.#active = Boolean(input);
  }
}

/** Keys of the page. */
export function listenToStudioKeys(send, controls, live) {
  releaseFocus();
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
