// Play, pause, step, reset, pace, record, and the last minutes to go back to.
import { ICONS, element, icon, iconButton } from '../dom.js';
import { shown, shownTime } from '../format.js';

const PACES = [0.1, 0.25, 0.5, 1, 2, 4, 10];

const SENT = 60; // least time between two messages of the slider [ms]

export class Controls {
  #sent = 0;

  constructor(send) {
    this.play = iconButton('Play or pause (space)', ICONS.play, () => send({ do: this.playing ? 'pause' : 'play' }), { class: 'play', id: 'play' });
    const act = (name, paths, title) => iconButton(title, paths, () => send({ do: name }), { class: 'quiet', id: name });
    this.pace = element(
      'select',
      { id: 'pace', 'aria-label': 'Simulated time per real time', title: 'Simulated time per real time', on: { change: () => send({ do: 'pace', value: Number(this.pace.value) }) } },
      PACES.map((value) => element('option', { value, selected: value === 1 }, `${value}\u00d7`)),
    );
    this.recordWord = element('span', { class: 'record-word' }, 'Record');
    this.record = element('button', { type: 'button', class: 'quiet word', id: 'record', title: 'Start a recording, or save it', on: { click: () => send({ do: 'record' }) } }, element('span', { class: 'record-dot' }), this.recordWord);
    this.undo = act('undo', ICONS.undo, 'Undo the last change: parameter, gait, goal, waypoint or obstacle (z)');
    this.now = element('output', { id: 'time' }, '0.00 s');
    this.achieved = element('span', { class: 'muted', id: 'achieved' });
    this.past = element('input', { type: 'range', id: 'past', min: 0, max: 1, step: 'any', value: 1, 'aria-label': 'Go back in time', title: 'Return to an instant of the last few minutes', on: { input: () => this.#scrub(), change: () => send({ do: 'seek', time: Number(this.past.value) }) } });
    this.live = element('button', { type: 'button', class: 'word', id: 'live', hidden: true, title: 'Continue this recording live from this instant', on: { click: () => send({ do: 'live' }) } }, 'Continue live');
    this.send = send;
    const group = (...items) => element('div', { class: 'live-group' }, items);
    this.node = element(
      'div',
      { class: 'transport live-transport', role: 'group', 'aria-label': 'Simulation' },
      group(act('reset', ICONS.back, 'Restart'), this.play, act('step', ICONS.forward, 'One control period (.)'), this.pace),
      this.past,
      element('div', { class: 'live-clock' }, this.now, this.achieved),
      group(this.undo, this.record, this.live),
    );
  }

  /** In a recording, what is under the slider is shown at once. */
  #scrub() {
    if (!this.replayed || performance.now() - this.#sent < SENT) return;
    this.#sent = performance.now();
    this.send({ do: 'seek', time: Number(this.past.value) });
  }

  setTime(time) {
    this.now.textContent = `${shownTime(time)} s`;
    if (document.activeElement === this.past && this.past.matches(':active')) return;
    if (!this.replayed) this.past.max = time;
    this.past.value = time;
  }

  show(state) {
    this.playing = state.playing;
    this.play.replaceChildren(icon(state.playing ? ICONS.pause : ICONS.play));
    this.play.dataset.playing = state.playing;
    this.pace.value = state.pace;
    this.replayed = state.end !== null;
    this.past.min = state.earliest;
    if (this.replayed) this.past.max = state.end;
    this.live.hidden = !this.replayed;
    this.record.hidden = this.undo.hidden = this.replayed;
    this.undo.disabled = !state.undo;
    this.record.setAttribute('aria-pressed', String(state.recording));
    this.recordWord.textContent = state.recording ? 'Stop and save' : 'Record';
    this.record.setAttribute('aria-label', this.recordWord.textContent); // on a phone the word is hidden
    const late = state.late ? `, ${state.late} deadlines missed` : '';
    this.achieved.replaceChildren(...(state.playing ? [`${shown(state.achieved, 2)}\u00d7`, element('span', { class: 'wide' }, ` real time${late}`)] : ['paused']));
    this.setTime(state.time);
  }
}
