// The report's 3-D view, moved by frames instead of a recording.
import { Plane, Vector3 } from 'three';
import { Curves, readPayload } from '../payload.js';
import { placeOf } from '../replay/path.js';
import { View } from '../replay/view.js';
import { Runs } from '../runs.js';
import { Hands } from './hands.js';
import { Aims, Obstacles } from './placed.js';
import { Dots, Spring, Trail } from './stage_things.js';

export class LiveView {
  #clock = { time: 0, listeners: [], listen(listener) { this.listeners.push(listener); } };
  height = 0;

  /**
   * @param holder Element of the view.
   * @param send (message) what the pointer asks for.
   * @param tools The toolbar.
   */
  constructor(holder, theme, send, tools) {
    Object.assign(this, { holder, theme, tools });
    this.showContacts = true;
    this.overlays = []; // further elements over the picture
    this.hands = new Hands(this, send, tools);
  }

  /** Show another scene, from the container of the report page. */
  async open({ head, parts, contacts, futures }) {
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
      live: futures,
      forces: null,
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
    this.obstacles = new Obstacles(this.theme);
    this.aims = new Aims(this.theme, 0.6 * radius);
    this.view.stage.scene.add(this.obstacles.group, this.aims.group, this.trail.line, this.spring.line, ...(this.dots ? [this.dots.group] : []));
    this.view.setFollow(true);
    this.view.picture.append(this.tools.node, this.tools.hint, ...this.overlays);
    this.hands.listen();
  }

  /** Add the place of the chosen point to its trail; another point starts another trail. */
  #followTrail() {
    const { view, trail } = this;
    if (trail.name !== view.trail) trail.clear();
    trail.name = view.trail;
    if (view.trail === 'none') return;
    view.tracks[0].setTime(this.#clock.time);
    trail.add(...placeOf(view.tracks[0], this.replay, view.trail, new Vector3()).toArray());
  }

  /** Draw a frame. */
  show(frame) {
    if (!this.view || frame.positions.length !== this.replay.positions.data.length) return;
    this.replay.com.data.set(frame.com);
    this.replay.positions.data.set(frame.positions);
    this.replay.turns.data.set(frame.turns);
    if (this.replay.propellers) this.replay.propellers.thrusts.data.set(frame.thrusts);
    this.#clock.time = frame.time;
    this.#followTrail();
    if (this.dots) {
      this.dots.group.visible = this.showContacts;
      if (this.showContacts) this.dots.update(frame.points, this.theme.name);
    }
    for (const listener of this.#clock.listeners) listener(this, 'time');
    const { pulled } = this.hands;
    if (pulled) this.spring.show(this.view.tracks[0].positionInto(pulled.link, new Vector3()), pulled.target);
  }

  /** Show the futures that the controller compares, best first: paths of the head, each a list of points (x, y, z) [m]. */
  showFutures(paths, elite) {
    if (!this.view) return;
    this.view.showFutures(paths.map((path) => path.flat()), elite);
    this.holder.dataset.futures = paths.length;
  }

  /** Show what was placed. */
  showPlaced({ obstacles, aims }) {
    if (!this.view) return;
    this.obstacles.show(obstacles);
    this.aims.show(aims);
    this.height = Object.values(aims).flat().at(-1)?.[2] ?? this.replay.com.data[2];
    this.view.stage.ask();
  }

  /** The point of the ground, or of the height of the goal, that a ray meets. */
  groundPoint(ray, aiming) {
    if (!aiming) {
      const [met] = ray.intersectObjects(this.view.surfaces.filter(({ ground }) => ground).map(({ group }) => group), true);
      if (met) return met.point;
    }
    return ray.ray.intersectPlane(new Plane(new Vector3(0, 0, 1), aiming ? -this.height : 0), new Vector3());
  }
}
