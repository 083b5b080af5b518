// The report's 3-D view, moved by frames instead of a recording.
import { Plane, Vector3 } from 'three';
import { Curves, readPayload } from '../payload.js';
import { placeOf } from '../replay/path.js';
import { View } from '../replay/view.js';
import { Runs } from '../runs.js';
import { Between } from './between.js';
import { Hands } from './hands.js';
import { LiveMeasures } from './live_measures.js';
import { Aims, Obstacles } from './placed.js';
import { RunningScale } from './running_scale.js';
import { Dots, Spring, Trail } from './stage_things.js';

export class LiveView {
  #clock = { time: 0, listeners: [], listen(listener) { this.listeners.push(listener); } };
  #chosen = { layers: {}, colour: '' }; // by the user; kept for the next scene
  #moving = false; // whether the pose of the last frame is not drawn yet
  between = new Between();
  height = 0;

  /**
   * @param holder Element of the view.
   * @param send (message) what the pointer asks for.
   * @param tools The toolbar.
   * @param onChoice () is called when other layers, or other colours of the links, were chosen.
   */
  constructor(holder, theme, send, tools, onChoice) {
    Object.assign(this, { holder, theme, tools, onChoice });
    this.overlays = []; // further elements over the picture
    this.film = null; // ({ begin, end, view, size }) the film of an interval, made by the server
    this.hands = new Hands(this, send, tools);
  }

  /** Show another scene, from the container of the report page. */
  async open({ head, map, mapping, parts, weight, weights, contacts, forces, current, temperature, futures }) {
    const payload = await readPayload(head);
    const { replay } = payload.runs[0];
    const n = replay.links.length;
    this.replay = replay;
    this.parts = parts;
    this.weight = weight;
    this.weights = weights; // of free bodies, by their names
    const first = (curves, size) => new Curves(size, 1, Float64Array.from({ length: size }, (_, i) => curves.data[i * curves.nRows]));
    this.measures = new LiveMeasures(replay.efforts, temperature);
    this.scales = {};
    Object.assign(replay, {
      times: new Curves(1, 1, new Float64Array(1)),
      com: first(replay.com, 3),
      positions: first(replay.positions, 3 * n),
      turns: first(replay.turns, 4 * n),
      touching: null,
      futures: null,
      live: { contacts, forces, current, futures, mapping, measures: this.measures.list, film: this.film },
      forces: forces.map((name) => ({ name, most: 0, values: new Curves(3 * n, 1, new Float64Array(3 * n)) })),
      current: current ? { velocity: new Curves(3, 1, new Float64Array(3)), most: 0 } : null,
      map: map ? await readPayload(map) : null,
    });
    if (replay.propellers) replay.propellers.thrusts = first(replay.propellers.thrusts, replay.propellers.links.length);
    if (replay.cables) replay.cables.tensions = first(replay.cables.tensions, replay.cables.links.length);
    this.holder.replaceChildren();
    this.map = null;
    this.#moving = false;
    this.between = new Between();
    this.#clock.listeners.length = 0;
    this.view = new View(this.holder, payload, new Runs(payload.runs), this.#clock, this.theme);
    this.#restoreChoice();
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

  /** What of the optional content of frames is needed for the chosen layers. */
  get watched() {
    const { shown = {}, colour = '' } = this.view ?? {};
    const on = (name) => Boolean(shown[name]);
    return { contacts: on('contact'), forces: on('forces'), current: on('current') || on('motes'), futures: on('futures'), map: on('map') && Boolean(this.replay.live.mapping), colour: colour === 'speed' ? '' : colour };
  }

  /** Show the layers and the colours that were chosen for the scene before. */
  #restoreChoice() {
    const { view } = this;
    for (const [name, shown] of Object.entries(this.#chosen.layers)) if (view.shown[name] !== shown) view.setLayer(name, shown);
    if (this.measures.list.some(({ name }) => name === this.#chosen.colour)) {
      document.getElementById('colour-by').value = this.#chosen.colour;
      view.colourBy(this.#chosen.colour);
    }
    view.onChoice = () => {
      Object.assign(this.#chosen.layers, view.shown);
      this.#chosen.colour = view.colour;
      if (!view.shown.futures && this.replay.live.futures) this.showFutures([], 0);
      this.onChoice();
    };
  }

  /**
   * Take a frame; its pose is drawn by `move`, as those on the way to it are.
   * @param now Time of its arrival [ms].
   * @param moving Whether the run advances.
   */
  show(frame, now, moving) {
    if (!this.view || frame.positions.length !== this.replay.positions.data.length) return;
    const before = this.between.last;
    const reachedLater = this.between.take(frame, now, moving);
    const shown = reachedLater ? before : frame; // what belongs to the pose that is drawn now
    if (this.replay.propellers) this.replay.propellers.thrusts.data.set(shown.thrusts);
    this.#takeLayers(shown);
    if (this.dots) {
      this.dots.group.visible = this.view.contact;
      if (this.view.contact) this.dots.update(shown.points, this.theme.name);
    }
    this.#moving = true;
    this.move(now);
  }

  /** Draw the pose of a time [ms], unless it is drawn already. */
  move(now) {
    if (!this.#moving) return;
    this.#moving = !this.between.reached(now);
    const { replay } = this;
    const { time, com, positions, turns } = this.between.pose(now);
    replay.times.data[0] = time;
    replay.com.data.set(com);
    replay.positions.data.set(positions);
    replay.turns.data.set(turns);
    this.#clock.time = time;
    document.documentElement.dataset.drawn = time;
    this.#followTrail();
    for (const listener of this.#clock.listeners) listener(this, 'time');
    const { pulled } = this.hands;
    if (pulled) this.spring.show(this.view.tracks[0].positionInto(pulled.link, new Vector3()), pulled.target);
  }

  /** Take the optional content of a frame, and fit the scales to it. */
  #takeLayers(frame) {
    const { replay, view } = this;
    const size = (values, i) => Math.hypot(values[i], values[i + 1], values[i + 2]);
    const largest = (values) => values.reduce((most, _, i) => (i % 3 ? most : Math.max(most, size(values, i))), 0);
    if (frame.forces.length) {
      const n = 3 * replay.links.length;
      replay.forces.forEach(({ values }, kind) => values.data.set(frame.forces.subarray(kind * n, (kind + 1) * n)));
      this.#rescale(replay.forces[0].name, largest(frame.forces));
    }
    if (frame.current.length && replay.current) {
      replay.current.velocity.data.set(frame.current);
      this.#rescale('current', largest(frame.current));
    }
    if (frame.thrusts.length) this.#rescale('thrust', frame.thrusts.reduce((most, value) => Math.max(most, Math.abs(value)), 0));
    if (replay.cables && frame.loads.length) {
      const tensions = frame.loads.subarray(frame.loads.length - replay.cables.links.length); // cables are the last couplings
      replay.cables.tensions.data.set(tensions);
      this.#rescale('tension', Math.max(...tensions));
    }
    if (frame.points.length) {
      this.#rescale('contact', frame.points.reduce((most, value, i) => (i % 4 === 3 ? Math.max(most, value) : most), 0));
      this.dots.full = view.fullLoad;
    }
    if (this.measures.take(view.colour, frame)) view.showMeasure();
  }

  #rescale(name, value) {
    const scale = (this.scales[name] ??= new RunningScale());
    if (scale.take(value)) this.view.rescale(name, scale.most);
  }

  /** Show the futures that the controller compares, best first: paths of the head, each a list of points (x, y, z) [m]. */
  showFutures(paths, elite) {
    if (!this.view) return;
    this.view.showFutures(paths.map((path) => path.flat()), elite);
    this.holder.dataset.futures = paths.length;
  }

  /** Show the map of a live run: where it has `content`, new points and keyframes; in world axes [m]. */
  async showMap({ time, status, note, problem, body, places, ellipsoids, content }) {
    const { view } = this;
    if (!view?.shown.map) return;
    if (problem) {
      view.showMap(null, problem);
      return;
    }
    const fixed = content ? await readPayload(content) : this.map;
    if (view !== this.view) return; // another scene was opened meanwhile
    this.map = fixed ?? { points: null, keyframes: null };
    const one = (values) => (values?.length ? new Curves(values.length, 1, Float64Array.from(values)) : null);
    view.showMap({ points: this.map.points, keyframes: this.map.keyframes, body: one(body), places, ellipsoids: one(ellipsoids) }, [status, note].filter(Boolean).join(': '));
    Object.assign(this.holder.dataset, { mapStatus: status, mapTime: time });
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
