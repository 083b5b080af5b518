// The report's 3-D view, moved by frames instead of a recording.
import { Plane, Raycaster, Vector2, Vector3 } from 'three';
import { Curves, readPayload } from '../payload.js';
import { View } from '../replay/view.js';
import { Runs } from '../runs.js';
import { Dots, Spring, Trail } from './stage_things.js';

const SENT = 60; // least time between two messages of a pull [ms]

export class LiveView {
  #clock = { time: 0, listeners: [], listen(listener) { this.listeners.push(listener); } };
  #pulled = null;
  #ray = new Raycaster();
  #sent = 0;

  /**
   * @param holder Element of the view.
   * @param pull {start(part), move(part, [x, y, z]), end()} what pulling does.
   */
  constructor(holder, theme, pull) {
    Object.assign(this, { holder, theme, pull });
    this.showContacts = true;
  }

  /** Show another scene, from the container of the report page. */
  async open({ head, parts, contacts }) {
    const payload = await readPayload(head);
    const { replay } = payload.runs[0];
    const n = replay.links.length;
    this.replay = replay;
    this.parts = parts;
    const first = (curves, size) => new Curves(size, 1, Float64Array.from({ length: size }, (_, i) => curves.data[i * curves.nRows]));
    Object.assign(replay, {
      times: new Curves(1, 1, new Float64Array(1)),
      com: first(replay.com, 3),
      positions: first(replay.positions, 3 * n),
      turns: first(replay.turns, 4 * n),
      touching: null,
      efforts: null,
      futures: null,
      current: null,
    });
    if (replay.propellers) replay.propellers.thrusts = first(replay.propellers.thrusts, replay.propellers.links.length);
    this.holder.replaceChildren();
    this.#clock.listeners.length = 0;
    this.view = new View(this.holder, payload, new Runs(payload.runs), this.#clock, this.theme);
    const radius = Math.max(...replay.links.map(({ width, height }) => Math.max(width, height) / 2), 1e-3);
    this.trail = new Trail(this.theme.colour('--path'));
    this.dots = contacts ? new Dots(4000, radius) : null;
    this.spring = new Spring(this.theme.colour('--accent'));
    this.view.stage.scene.add(this.trail.line, this.spring.line, ...(this.dots ? [this.dots.group] : []));
    this.view.setFollow(true);
    this.#listen();
  }

  /** Draw a frame. */
  show(frame) {
    if (!this.view || frame.positions.length !== this.replay.positions.data.length) return;
    this.replay.com.data.set(frame.com);
    this.replay.positions.data.set(frame.positions);
    this.replay.turns.data.set(frame.turns);
    if (this.replay.propellers) this.replay.propellers.thrusts.data.set(frame.thrusts);
    this.#clock.time = frame.time;
    this.trail.add(...frame.com);
    if (this.dots) {
      this.dots.group.visible = this.showContacts;
      if (this.showContacts) this.dots.update(frame.points, this.theme.name);
    }
    for (const listener of this.#clock.listeners) listener(this, 'time');
    if (this.#pulled) this.spring.show(this.#grip(), this.#pulled.target);
  }

  /** Place of the part that is pulled. */
  #grip() {
    const { link } = this.#pulled;
    return this.view.tracks[0].positionInto(link, new Vector3());
  }

  // Pressing the shift key, or a long press, pulls what is under the pointer; without it the camera turns.
  #listen() {
    const { canvas } = this.view.stage;
    canvas.addEventListener('pointerdown', (event) => event.shiftKey && this.#start(event), { capture: true });
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    for (const name of ['pointerup', 'pointercancel', 'pointerleave']) canvas.addEventListener(name, () => this.#end());
  }

  #aim(event) {
    const { canvas, camera } = this.view.stage;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    this.#ray.setFromCamera(new Vector2((2 * (event.clientX - left)) / width - 1, 1 - (2 * (event.clientY - top)) / height), camera);
  }

  /** The link that is nearest to the ray through the pointer. */
  #start(event) {
    this.#aim(event);
    const track = this.view.tracks[0];
    const point = new Vector3();
    const distances = this.replay.links.map((_, i) => this.#ray.ray.distanceToPoint(track.positionInto(i, point)));
    const link = distances.indexOf(Math.min(...distances));
    const size = Math.max(this.replay.links[link].length, this.replay.links[link].width);
    if (distances[link] > 1.5 * size) return;
    event.preventDefault();
    event.stopPropagation();
    const iPart = this.replay.parts.findIndex(({ first, last }) => link >= first && link <= last);
    this.view.stage.controls.enabled = false;
    track.positionInto(link, point);
    const normal = this.view.stage.camera.getWorldDirection(new Vector3()).negate();
    this.#pulled = { link, part: this.parts[iPart], plane: new Plane().setFromNormalAndCoplanarPoint(normal, point), target: point.clone() };
    this.#move(event);
  }

  #move(event) {
    if (!this.#pulled) return;
    this.#aim(event);
    if (!this.#ray.ray.intersectPlane(this.#pulled.plane, this.#pulled.target)) return;
    const now = performance.now();
    if (now - this.#sent < SENT) return;
    this.#sent = now;
    this.pull.move(this.#pulled.part, this.#pulled.target.toArray());
  }

  /** Renew a pull whose pointer rests. */
  keepPulling() {
    if (this.#pulled) this.pull.move(this.#pulled.part, this.#pulled.target.toArray());
  }

  #end() {
    if (!this.#pulled) return;
    this.#pulled = null;
    this.view.stage.controls.enabled = true;
    this.spring.hide();
    this.pull.end();
  }
}
