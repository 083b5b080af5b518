// The studio: the live page of `snakelab studio`.
import { element } from '../dom.js';
import { shown } from '../format.js';
import { canDraw } from '../replay/stage.js';
import { REMOVED } from '../replay/track.js';
import { Cameras, isImage } from './cameras.js';
import { Chooser } from './chooser.js';
import { Connection } from './connection.js';
import { Controls } from './controls.js';
import { Drive, listenToStudioKeys } from './drive.js';
import { Form } from './form.js';
import { readFrame } from './frame.js';
import { LiveView } from './live_view.js';
import { Metrics } from './metrics.js';
import { Servos } from './servos.js';
import { Strips } from './strips.js';
import { panelBar, tabbed, together } from './tabs.js';
import { Tools } from './tools.js';

const LEFT = { scenarios: 'Scenarios', parameters: 'Parameters', events: 'Events' };
const RIGHT = { plots: 'Plots', cameras: 'Cameras', metrics: 'Metrics', drive: 'Drive' };
const NARROW = '(max-width: 1079px)';
const RENEW = 200; // of a pull whose pointer rests [ms]

export function openStudio(page, theme) {
  new Studio(page, theme);
}

class Studio {
  #frame = null;
  #generation = -1;
  #wantsMetrics = true; // so that an energy balance that is off is seen behind any tab
  #lastStrips = 0;
  #rate = { bytes: 0, since: performance.now() };

  constructor(page, theme) {
    const send = (message) => this.connection.send(message) || this.#say('Not connected to the server.');
    this.theme = theme;
    this.form = new Form((values, restart) => {
      const [[path, value], ...more] = Object.entries(values);
      send(more.length ? { do: 'values', values, restart } : { do: 'set', path, value, restart });
    });
    this.chooser = new Chooser((name) => send({ do: 'open', name }), (name) => send({ do: 'controller', name }));
    this.controls = new Controls(send);
    this.strips = new Strips((variables) => this.#watch(variables), theme);
    this.metrics = new Metrics();
    this.cameras = new Cameras(() => this.#watch(this.watched ?? []));
    this.servos = new Servos(send);
    this.tools = new Tools((kind) => send(kind === 'block' ? { do: 'blocks' } : { do: 'spare', kind }));
    this.live = new LiveView(element('div', { class: 'view', id: 'view' }), theme, send, this.tools, () => this.#watch(this.watched ?? []));
    this.drive = new Drive((message) => this.connection?.send(message), (name) => send({ do: 'set', path: this.drive.known.path, value: name, restart: false }));
    this.live.film = (interval) => this.connection.file('/film', { do: 'film', ...interval });
    this.live.overlays.push(this.drive.overlay, this.drive.rises[0]);
    this.title = element('h1', {}, 'snakelab studio');
    this.message = element('p', { class: 'banner live-message', role: 'alert', hidden: true });
    this.fileError = element('pre', { class: 'banner file-error', id: 'file-error', role: 'alert', hidden: true });
    this.kind = element('span', { class: 'chip', id: 'kind', hidden: true });
    this.role = element('button', { type: 'button', class: 'quiet word', id: 'role', title: 'Control of the simulation: one page at a time has it; the others watch', on: { click: () => send({ do: 'take' }) } });
    this.events = element('ol', { class: 'event-list' });
    this.traffic = element('span', { class: 'muted', id: 'traffic', title: 'Data received by this page' });
    const copy = (language, word) => element('button', { type: 'button', class: 'quiet word', id: `copy-${language}`, on: { click: () => send({ do: 'copy', language }) } }, word);
    const events = element('div', {}, element('div', { class: 'copy-bar' }, copy('yaml', 'Copy as YAML'), copy('python', 'Copy as Python')), this.events, element('pre', { id: 'copied', hidden: true }));
    this.left = tabbed({ scenarios: this.chooser.node, parameters: this.form.node, events }, LEFT, 'parameters');
    this.right = tabbed({ plots: this.strips.node, cameras: this.cameras.node, metrics: this.metrics.node, drive: this.drive.node }, RIGHT, 'plots', () => this.connection && this.#watch(this.watched ?? []));
    this.live.holder.append(element('p', { class: 'preparing', id: 'preparing' }, 'Preparing the run. The first run on a machine compiles the engine, which takes up to a minute.'));
    page.classList.add('studio-page');
    page.replaceChildren(
      element('header', { class: 'studio-head' }, this.title, this.kind, element('span', { class: 'spacer' }), this.servos.engine, this.role, this.servos.stop, theme.button()),
      this.message,
      this.fileError,
      element('main', { class: 'studio' }, element('aside', { class: 'card sidebar' }, this.left.node), panelBar('left'), element('div', { class: 'stage-inner card' }, this.live.holder, this.controls.node, this.servos.node), panelBar('right'), element('aside', { class: 'card strips-holder' }, this.right.node)),
      element('footer', {}, element('p', { class: 'keys' }, key('space'), ' play  ', key('.'), ' step  ', key('\u2191'), key('\u2190'), key('\u2192'), ' drive  ', key('z'), ' undo  ', key('f'), ' follow  ', key('shift'), ' + drag pulls a link  ', this.traffic)),
    );
    const narrow = matchMedia(NARROW);
    const arrange = together(this.left, this.right);
    narrow.addEventListener('change', () => arrange(narrow.matches));
    listenToStudioKeys(send, this.controls, this.live);
    this.connection = new Connection({
      open: () => this.#say(''),
      lost: (words) => this.#say(words),
      frame: (data) => { if (isImage(data)) this.cameras.show(data); else this.#receive(readFrame(data)); },
      message: (message) => this.#take(message),
    });
    if (narrow.matches) arrange(true);
    setInterval(() => this.live.hands.keepPulling(), RENEW);
    requestAnimationFrame(() => this.#draw());
    window.snakelabStudio = this;
  }

  async #take(message) {
    if (message.kind === 'library') this.chooser.fill(message.scenarios);
    else if (message.kind === 'scene') await this.#open(message);
    else if (message.kind === 'state') this.#show(message);
    else if (message.kind === 'form') this.#openForm(message);
    else if (message.kind === 'role') this.#showRole(message);
    else if (message.kind === 'problem') this.#say(message.text);
    else if (message.kind === 'metrics') this.#showMetrics(message);
    else if (message.kind === 'futures' && this.live.watched.futures) this.live.showFutures(message.paths, message.elite);
    else if (message.kind === 'map') await this.live.showMap(message);
    else if (message.kind === 'cameras') this.cameras.fail(message.problem);
    else if (message.kind === 'copy') this.#copied(message.text);
  }

  async #open(scene) {
    this.#generation = scene.generation;
    this.#openForm(scene);
    if (canDraw()) await this.live.open(scene);
    else this.live.holder.replaceChildren(element('p', { class: 'no-view', id: 'no-view' }, 'This browser cannot display 3-D graphics (WebGL 2 is disabled or missing). Everything else works.'));
    this.cameras.open(scene.cameras);
    this.right.show('cameras', this.cameras.known);
    this.metrics.clear();
    this.strips.open(scene);
    document.documentElement.dataset.ready = 'yes';
  }

  /** The form of the present controller, and what it can be driven and aimed by. */
  #openForm(scene) {
    this.scene = { ...this.scene, ...scene };
    this.form.open(this.scene);
    this.tools.open(this.scene);
    this.drive.open(Form.gaits(scene.form), scene.form.some(({ path }) => path === 'controller.depth'));
  }

  #show(state) {
    this.title.textContent = state.title;
    document.title = `${state.title} - snakelab studio`;
    this.controls.show(state);
    this.form.show(state.values);
    const gait = state.values[this.drive.known?.path];
    if (gait) this.drive.showGait(gait);
    this.servos.show(state);
    this.chooser.show(state.name);
    this.#showOrigin(state);
    this.tools.show(state);
    this.live.showPlaced(state);
    this.events.replaceChildren(...merged(state.events).map((event) => element('li', {}, element('strong', {}, `${event.at.toFixed(2)} s `), inWords(event))).reverse());
    if (state.status || state.note) this.#say(state.note || state.status, !state.status, state.confirmed);
    document.documentElement.dataset.playing = state.playing;
    document.documentElement.dataset.time = state.time;
  }

  /** Where the run comes from: a file of one's own with its error, or a recording. */
  #showOrigin({ file, end }) {
    this.fileError.hidden = !file?.error;
    this.fileError.textContent = file?.error ? `${file.error}\nThe run continues with the last valid version.` : '';
    this.kind.hidden = !file && end === null;
    this.kind.textContent = end !== null ? 'Recording' : file ? file.name : '';
    this.kind.title = end !== null ? 'A recorded run; move the slider, or continue live from any instant' : 'Reloaded whenever the file is saved';
  }

  #showRole({ pilot, viewers }) {
    this.role.textContent = pilot ? (viewers > 1 ? `Driving, ${viewers} viewers` : 'Driving') : 'Watching: take control';
    this.role.disabled = pilot;
    document.documentElement.dataset.pilot = pilot;
  }

  #draw() {
    requestAnimationFrame(() => this.#draw());
    const frame = this.#frame;
    const now = performance.now();
    if (frame) {
      this.#frame = null;
      this.live.show(frame, now, document.documentElement.dataset.playing === 'true');
      this.controls.setTime(frame.time);
      document.documentElement.dataset.shown = frame.time;
    } else {
      this.live.move(now);
    }
    if (now - this.#lastStrips > 100) {
      this.#lastStrips = now;
      this.strips.draw();
    }
    if (now - this.#rate.since > 1000) {
      const kilobytes = (this.connection.bytes - this.#rate.bytes) / (now - this.#rate.since);
      this.traffic.textContent = `${kilobytes.toFixed(0)} kB/s`;
      this.#rate = { bytes: this.connection.bytes, since: now };
    }
  }

  /** Plots show the values of all frames, also of those that are not drawn because the next one is there already. */
  #receive(frame) {
    this.#frame = frame;
    this.strips.push(frame.time, frame.values);
  }

  #watch(variables) {
    this.watched = variables;
    const metrics = this.right.chosen() === 'metrics' || this.strips.needsMetrics || this.#wantsMetrics;
    const cameras = this.right.chosen() === 'cameras' ? this.cameras.streams : [];
    this.connection.send({ do: 'watch', variables, metrics, cameras, ...this.live.watched });
  }

  #showMetrics(message) {
    this.metrics.show(message);
    this.strips.pushMetrics(message.time, message.rows);
    const tab = document.getElementById('tab-metrics');
    tab.classList.toggle('warns', Boolean(message.warning));
    tab.title = message.warning;
  }

  #say(words, mild = false, confirmed = false) {
    this.message.hidden = !words;
    this.message.textContent = words;
    this.message.classList.toggle('remark', mild && !confirmed);
    this.message.classList.toggle('success', confirmed);
    this.message.setAttribute('role', confirmed || mild ? 'status' : 'alert');
  }

  async #copied(text) {
    const shown = document.getElementById('copied');
    shown.hidden = false;
    shown.textContent = text;
    try {
      await navigator.clipboard.writeText(text);
      this.#say('Copied.', true, true);
    } catch {
      this.#say('Select the text below the events to copy it.', true);
    }
  }
}

/** Of equal values that were set in many parts at one instant, one event. */
function merged(events) {
  const found = new Map();
  for (const event of events) {
    const [[path, value] = []] = Object.entries(event.set ?? {});
    const property = path?.replace(/\.\d+\./, '.*.');
    const key = property && property !== path ? `${event.at} ${property} ${JSON.stringify(value)}` : found.size;
    const before = found.get(key);
    found.set(key, before ? { ...event, set: { [property]: value }, parts: before.parts + 1 } : { ...event, parts: 1 });
  }
  return [...found.values()];
}

function inWords(event) {
  if (event.set) return Object.entries(event.set).map(([path, value]) => `${path} = ${typeof value === 'number' ? shown(value, 6) : JSON.stringify(value)}${event.parts > 1 ? `, ${event.parts} parts` : ''}`).join(', ');
  if (event.push) return `push ${event.push.part}`;
  if (event.obstacle) return `${event.obstacle.name} placed`;
  if (event.object) return `${event.object.name} ${Math.abs(event.object.position[0]) > REMOVED ? 'removed' : 'placed'}`;
  if (event.payload) return `payload ${event.payload.mass} kg on ${event.payload.part}`;
  const controller = event.controller;
  return `controller ${controller === null ? 'none' : typeof controller === 'string' ? controller : Object.keys(controller)[0]}`;
}

function key(name) {
  return element('kbd', {}, name);
}
