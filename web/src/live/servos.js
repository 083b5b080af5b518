// Servos, thrusters and pressure regulators of a physical or emulated robot: a panel with what they measure, and the emergency stop.
import { element } from '../dom.js';

const COLUMNS = { id: 'id', angle: 'angle [rad]', target: 'target [rad]', temperature: '\u00b0C', load: 'load', voltage: 'V', current: 'A', faults: 'errors' };
const OUTPUT_COLUMNS = { name: 'output', command: 'command', signal: 'signal', measured: 'measured' };
const HOT = 60, HEAVY = 0.8; // marked from here on [degC], [fraction of the stall torque]

export class Servos {
  constructor(send) {
    this.stop = element('button', { type: 'button', class: 'estop', id: 'estop', on: { click: () => send({ do: 'estop' }) } }, 'Emergency stop');
    this.engine = element('select', { id: 'engine', 'aria-label': 'Driven robot', title: 'Driven robot: the simulation, emulated servos, or a physical robot', hidden: true, on: { change: () => this.#choose(send) } });
    this.about = element('p', { class: 'muted', id: 'robot' });
    this.body = element('tbody');
    this.head = element('tr');
    this.summary = element('summary', {}, 'Servos');
    this.warnings = element('ul', { class: 'servo-warnings' });
    this.node = element('details', { class: 'card servos', id: 'servos', open: true, hidden: true }, this.summary, this.about, element('table', {}, element('thead', {}, this.head), this.body), this.warnings);
  }

  /** @param state Servos of a robot, or null; the engines that can be chosen, and the chosen one. */
  show({ hardware, engine, engines }) {
    this.#showEngines(engine, engines);
    this.stop.hidden = !hardware;
    this.stop.title = 'Stop the robot immediately';
    this.node.hidden = !hardware;
    if (!hardware) return;
    this.about.textContent = `${hardware.name}, ${hardware.port}: ${hardware.reason || hardware.mode}`;
    const columns = hardware.outputs.length ? OUTPUT_COLUMNS : COLUMNS;
    if (columns !== this.columns) this.head.replaceChildren(...Object.values(columns).map((word) => element('th', {}, word)));
    this.columns = columns;
    this.summary.textContent = hardware.outputs.length ? 'Outputs' : 'Servos';
    this.body.replaceChildren(...hardware.servos.map(row), ...hardware.outputs.map(outputRow));
    this.warnings.replaceChildren(...hardware.warnings.map((text) => element('li', {}, text)));
  }

  #showEngines(engine, engines) {
    const listed = engines.map(({ name, word }) => `${name} ${word}`).join();
    if (listed !== this.listed) this.engine.replaceChildren(...engines.map(({ name, word }) => element('option', { value: name }, word)));
    Object.assign(this, { listed, engines, present: engine });
    this.engine.hidden = !engines.length;
    if (document.activeElement !== this.engine) this.engine.value = engine;
  }

  /** A physical robot is connected after a question only. */
  #choose(send) {
    const { name, physical, word } = this.engines.find((one) => one.name === this.engine.value);
    this.engine.blur();
    if (physical && !confirm(`${word} moves when you press play; servos hold their shape with torque from now on. Make sure that nobody is near it. Connect?`)) {
      this.engine.value = this.present;
      return;
    }
    send({ do: 'engine', name });
  }
}

function row(servo) {
  const marked = !servo.answers || servo.faults || servo.temperature > HOT || Math.abs(servo.load) > HEAVY;
  const cells = Object.keys(COLUMNS).map((name) => element('td', {}, name === 'faults' ? errors(servo) : servo[name] === null ? '\u2013' : String(servo[name])));
  return element('tr', { class: marked ? 'marked' : '' }, ...cells);
}

function outputRow(output) {
  return element('tr', {}, ...Object.keys(OUTPUT_COLUMNS).map((name) => element('td', {}, output[name] || '\u2013')));
}

function errors(servo) {
  return servo.answers ? servo.faults : 'silent';
}
