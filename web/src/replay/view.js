// The 3-D view: robots, ground, water and paths on a stage, and what of them is shown.
import { Vector3 } from 'three';
import { element } from '../dom.js';
import { loadGradient, runColour, viridisGradient } from '../palette.js';
import { Axes } from './axes.js';
import { Body } from './body.js';
import { Caustics } from './caustics.js';
import { Compass } from './compass.js';
import { Floor } from './floor.js';
import { Forces } from './forces.js';
import { robotsSphere, waySphere } from './framing.js';
import { Futures } from './futures.js';
import { Mapped } from './mapped.js';
import { Ground } from './ground.js';
import { rideOf } from './head_camera.js';
import { ArrowLegend, futuresLegend, mapLegend, scaleLegend, showEnds } from './legends.js';
import { measuresOf, paintMeasure } from './measures.js';
import { Path, trailChoices } from './path.js';
import { squaresInWords } from './squares.js';
import { Stage } from './stage.js';
import { Surface, isSurface } from './surfaces.js';
import { Cables } from './cables.js';
import { Propellers, Stream } from './swimming.js';
import { toolbar } from './toolbar.js';
import { Touching } from './touching.js';
import { Track } from './track.js';
import { Motes, Water } from './water.js';

const ROOM = 1.08; // around what is looked at
const FAR = 1.6; // radius of a way along which the camera follows the robot, of its reach

export class View {
  #focus = new Vector3();
  #radius = 1;
  #lastFollowed;
  #moved = new Vector3();
  #measure = null;
  #world = 0;

  constructor(holder, { runs, scene }, chosen, player, theme) {
    Object.assign(this, { holder, runs, scene, chosen, player, theme });
    this.picture = element('div', { class: 'picture' });
    holder.append(this.picture);
    this.stage = new Stage(this.picture, scene.some(({ kind }) => kind === 'submerged'));
    this.tracks = runs.map((run) => new Track(run.replay));
    this.reach = Math.max(1e-3, ...this.tracks.map((track, i) => (track.empty ? 0 : track.reach(runs[i].replay.links))));
    this.live = runs[0].replay.live ?? null; // layers whose values arrive frame by frame
    this.measures = this.live?.measures ?? measuresOf(runs, this.tracks);
    this.#addWorld(scene);
    this.#addRobots(scene);
    this.layers = this.#knownLayers();
    this.shown = Object.fromEntries(this.layers.map(({ name, first }) => [name, first]));
    this.#showWorld();
    this.#lastFollowed = runs.length > 1 ? 'all' : 0;
    this.followed = runs.length > 1 || waySphere(this.#shownTracks(), this.reach).radius > FAR * this.reach ? this.#lastFollowed : null;
    this.#furnish();
    this.stage.limitCamera((position, target) => this.#limit(position, target));
    player.listen((_, what) => what === 'time' && this.update());
    chosen.listen(() => {
      this.#showWorld();
      this.update();
    });
    theme.listen(() => this.paint());
    this.update();
    this.paint();
    this.look('reset');
  }

  /** Show the player's time. */
  update() {
    const { time } = this.player;
    this.tracks.forEach((track, i) => {
      const visible = this.chosen.visible[i] && !track.empty;
      const moving = this.#movingParts(i);
      for (const [thing, shown] of moving) thing.group.visible = visible && shown;
      if (!visible) return;
      track.setTime(time);
      for (const [thing, shown] of moving) if (shown) thing.update(time);
    });
    const water = this.motes.find((_, i) => this.chosen.visible[i]);
    if (water) for (const one of this.waters) one.update(time, water.velocity(time));
    this.caustics?.update(time);
    this.stage.sky.setTime(time);
    if (this.#measure) this.#paintBodies();
    this.#moveFocus();
    this.stage.ask();
  }

  paint() {
    const { theme } = this;
    const dark = theme.name === 'dark';
    const colour = (name) => theme.colour(`--${name}`);
    this.stage.paint(dark);
    for (const ground of this.grounds) ground.paint(colour('grid'), dark ? 0.5 : 0.5, colour('floor'));
    this.paths.forEach((path, i) => path.paint(this.runs.length > 1 ? this.#colour(i) : colour('path')));
    for (const surface of this.surfaces) surface.paint(colour('surface'), colour('grid'), dark ? 0.7 : 0.6);
    for (const water of [...this.waters, ...this.streams]) water.paint(colour('water'));
    for (const motes of this.motes) motes.paint(colour('mote'));
    for (const propellers of this.propellers) propellers.paint(colour('thrust'), colour('joint'));
    for (const cables of this.cables) cables.paint(theme.name, colour('joint'));
    for (const futures of this.futures) futures.paint(colour('futures'), colour('elite'), colour('best'));
    for (const map of this.maps) map.paint(colour('futures'), colour('friction'));
    for (const touching of this.touching) touching.theme = theme.name;
    for (const forces of this.forces) forces.paint({ friction: colour('friction'), drag: colour('drag') });
    for (const legend of [this.loadLegend, this.cableLegend]) if (legend) legend.querySelector('.bar').style.background = loadGradient(theme.name);
    this.#paintBodies();
    this.update();
  }

  /** Show or hide one of the `layers`. */
  setLayer(name, shown) {
    if (!(name in this.shown)) return;
    this.shown[name] = shown;
    this.layerButtons[name].setAttribute('aria-pressed', String(shown));
    this.#showLegends();
    this.update();
    this.onChoice?.();
  }

  /** Show or hide the contact points. */
  setContact(contact) {
    this.setLayer('contact', contact);
  }

  get contact() {
    return Boolean(this.shown.contact);
  }

  /** Draw the trail of another point: one of `trails`. */
  trailOf(name) {
    this.trail = name;
    for (const path of this.paths) path.of(name);
    this.update();
  }

  /** Whether the camera goes with the robots. */
  get follow() {
    return this.followed !== null;
  }

  setFollow(follow) {
    this.setFollowed(follow ? this.#lastFollowed : null);
  }

  /** @param followed "all", the number of a run, or null for a camera that stands still. */
  setFollowed(followed) {
    if (followed !== null) this.#lastFollowed = followed;
    this.followed = followed;
    this.followControl.show(followed);
    this.update();
    this.look('reset');
  }

  /** Look from a named side: at the robots if the camera follows them, else at the whole way; or from the head. */
  look(name) {
    const ride = name === 'head' && this.heads[this.#riding()];
    if (name === 'head' && !ride) return;
    this.stage.ride(ride || null);
    if (ride) return;
    const { centre, radius } = this.follow ? this.#followedSphere() : waySphere(this.#shownTracks(), this.reach);
    this.stage.look(name, centre, ROOM * radius);
  }

  turn(sideways, upwards) {
    this.stage.turn(sideways, upwards);
  }

  zoom(factor) {
    this.stage.zoom(factor);
  }

  /** Colour the links by a measure, or, without one, as bodies. */
  colourBy(name) {
    this.#measure = this.measures.find((measure) => measure.name === name) ?? null;
    this.showMeasure();
    this.onChoice?.();
  }

  /** Draw the colours of the links, and their legend, with the present scale. */
  showMeasure() {
    this.legend.hidden = !this.#measure;
    if (this.#measure) {
      const { title, unit, most, least } = this.#measure;
      this.legend.replaceChildren(...scaleLegend('', title, most, unit, viridisGradient(), least).childNodes);
    }
    this.#paintBodies();
    this.stage.ask();
  }

  /** Name of the measure that colours the links; "" without one. */
  get colour() {
    return this.#measure?.name ?? '';
  }

  /** Of a live run: set the value of the longest arrow, or of the end of a scale of colours. */
  rescale(name, most) {
    if (name === 'contact') this.fullLoad = most;
    else if (name === 'thrust') this.mostThrust = most;
    else if (name === 'current') this.mostCurrent = most;
    else if (name === 'tension') this.mostTension = most;
    else if (name in this.mostForces) for (const kind of Object.keys(this.mostForces)) this.mostForces[kind] = this.live.forces.includes(kind) ? most : 0;
    for (const propellers of this.propellers) propellers.most = this.mostThrust;
    for (const cables of this.cables) cables.most = this.mostTension;
    for (const stream of this.streams) stream.most = this.mostCurrent;
    for (const forces of this.forces) forces.most = Math.max(...Object.values(this.mostForces));
    this.#showLegends();
  }

  /** Of a live run: show what the planner looks at, the best path first; each path is a list of x, y, z. */
  showFutures(ways, elite = 1) {
    this.futures[0].show(ways, elite);
    this.stage.ask();
  }

  /** Of a live run: show a map, see `Mapped.take`, or nothing, and words on its estimate. */
  showMap(map, words) {
    if (map) this.maps[0].take(map);
    this.mapLegend.querySelector('#map-status').textContent = words;
    this.update();
    this.paint();
  }

  #addWorld(scene) {
    const wet = scene.some(({ kind }) => kind === 'submerged');
    const owned = (made, { runs }) => Object.assign(made, { owners: runs ?? null });
    this.grounds = scene.filter(({ kind }) => kind === 'plane' || kind === 'grid').map((thing) => owned(new Ground(thing, this.reach), thing));
    const level = Math.max(-Infinity, ...scene.filter(({ kind, closed }) => kind === 'water' && closed[1][2]).map(({ upper }) => upper[2]));
    this.surfaces = scene.filter(isSurface).map((thing) => owned(new Surface(thing, this.reach, level), thing));
    this.waters = scene.filter(({ kind }) => kind === 'water').map((thing) => owned(new Water(withinLand(thing, scene), this.reach, wet), thing));
    this.#add(this.grounds, this.surfaces, this.waters);
  }

  /** Whether runs differ in their worlds, of which one is drawn at a time. */
  get hasWorlds() {
    return this.scene.some(({ runs }) => runs);
  }

  /** Draw the world of a run: its number. */
  setWorld(world) {
    this.#world = world;
    this.#showWorld();
    this.update();
    this.stage.ask();
  }

  /** Show what the world of the chosen run has, or, while it is hidden, that of the first run that is shown. */
  #showWorld() {
    const { visible } = this.chosen;
    const world = visible[this.#world] ? this.#world : Math.max(0, visible.indexOf(true));
    if (this.hasWorlds) this.holder.dataset.world = world;
    const has = ({ owners }) => !owners || owners.includes(world);
    for (const thing of [...this.grounds, ...this.surfaces, ...this.waters]) thing.group.visible = has(thing);
    this.floor = new Floor(this.scene.filter(({ runs }) => !runs || runs.includes(world)));
  }

  #addRobots(scene) {
    const { runs, tracks, reach } = this;
    const most = (of) => Math.max(0, ...runs.map(({ replay }) => of(replay) ?? 0)); // one scale for all runs
    const each = (make) => tracks.map((track, i) => make(runs[i].replay, track, i));
    this.fullLoad = most(({ touching }) => touching?.full);
    this.mostThrust = most(({ propellers }) => propellers?.most);
    this.mostTension = this.live ? 0 : most(({ cables }) => cables?.most);
    this.mostCurrent = most(({ current }) => current?.most);
    this.mostForces = Object.fromEntries(['friction', 'drag'].map((name) => [name, most(({ forces }) => forces?.find((force) => force.name === name)?.most)]));
    const floor = scene.find(({ kind }) => kind === 'plane');
    const level = ({ planar }) => (planar && floor ? floor.height + 1e-3 * reach : null);
    const wet = scene.some(({ kind }) => kind === 'submerged');
    this.bodies = each((replay, track, i) => new Body(replay, track, i > 0, i));
    this.caustics = wet ? new Caustics(reach) : null;
    for (const { group } of this.bodies) this.caustics?.light(group);
    this.paths = each((replay, track) => new Path(track, replay, level(replay)));
    this.touching = each((replay, track) => new Touching(replay, track, this.fullLoad));
    this.propellers = each((replay, track) => new Propellers(replay, track, this.mostThrust, reach));
    this.cables = each((replay, track) => new Cables(replay, track, this.mostTension));
    this.streams = each((replay, track) => new Stream(replay, track, this.mostCurrent, reach));
    this.futures = each((replay, track) => new Futures(replay, track.empty));
    this.maps = each((replay, track) => new Mapped(replay, track));
    this.forces = each((replay, track) => new Forces(replay, track, Math.max(...Object.values(this.mostForces)), reach));
    this.axes = each((replay, track) => new Axes(replay, track, reach));
    this.motes = wet ? each((replay, track) => new Motes(replay, track, reach)) : [];
    this.heads = each((replay, track) => (track.empty ? null : rideOf(replay, track, reach)));
    this.trails = trailChoices(runs);
    this.#add(this.maps, this.futures, this.bodies, this.paths, this.touching, this.propellers, this.cables, this.streams, this.forces, this.axes, this.motes);
  }

  #add(...things) {
    this.stage.scene.add(...things.flat().map((thing) => thing.group));
  }

  /** What of a run moves, and whether it is shown. */
  #movingParts(i) {
    const { contact, forces, thrust, cables, current, axes, futures, sampled, map, motes } = this.shown;
    this.propellers[i].showArrows(Boolean(thrust));
    this.futures[i].showSampled(Boolean(sampled));
    return [
      [this.bodies[i], true], [this.paths[i], true], [this.propellers[i], true], [this.cables[i], cables], [this.streams[i], current],
      [this.touching[i], contact], [this.forces[i], forces], [this.axes[i], axes], [this.futures[i], futures], [this.maps[i], map],
      ...(this.motes[i] ? [[this.motes[i], motes]] : []),
    ].map(([thing, shown]) => [thing, Boolean(shown)]);
  }

  /** Layers that this page has something for: name, word, title, and whether it is shown at first. */
  #knownLayers() {
    const some = (test) => this.runs.some(({ replay }) => test(replay));
    const { live } = this;
    return [
      { name: 'contact', word: 'Contact points', title: 'Show the contact points (c)', first: true, known: live?.contacts || this.fullLoad > 0 },
      { name: 'forces', word: 'Forces on the links', title: 'Show friction and drag as arrows', first: false, known: live?.forces.length || Object.values(this.mostForces).some((most) => most > 0) },
      { name: 'thrust', word: 'Thrust of the propellers', title: 'Show thrust as arrows', first: true, known: live ? some(({ propellers }) => propellers) : this.mostThrust > 0 },
      { name: 'cables', word: 'Cables', title: 'Show the cables, coloured by their tension', first: true, known: some(({ cables }) => cables) },
      { name: 'current', word: 'Water current', title: 'Show the velocity of the water as an arrow', first: true, known: live ? live.current : this.mostCurrent > 0 },
      { name: 'futures', word: 'Predicted paths', title: 'Show the paths predicted by the controller', first: true, known: live?.futures || some(({ futures }) => futures) },
      { name: 'sampled', word: 'All sampled paths', title: 'Show the sampled paths that are neither elite nor the best', first: false, known: live?.futures || some(({ futures }) => futures) },
      { name: 'map', word: 'Map and estimate', title: 'Show map points, keyframes, the estimated body and two standard deviations', first: !live?.mapping, known: live?.mapping || some(({ map }) => map) },
      { name: 'motes', word: 'Particles in the water', title: 'Show particles that drift with the current', first: true, known: this.motes.length > 0 },
      { name: 'axes', word: 'Frames of the links', title: 'Show the axes of every link: x red, y green, z blue', first: false, known: true },
    ].filter(({ known }) => known);
  }

  #paintBodies() {
    const { time } = this.player;
    const [joint, tyre, free] = ['--joint', '--tyre', '--free'].map((name) => this.theme.colour(name));
    this.bodies.forEach((body, i) => {
      const several = this.runs.length > 1;
      // The colours of runs mean runs, so that no head has one of them.
      const [own, head] = several ? [this.#colour(i), this.theme.colour('--ink')] : [this.theme.colour('--body'), this.theme.colour('--head')];
      const colours = { body: own, head, joint, tyre, free };
      const measure = this.#measure;
      body.paint(colours, measure && ((part, link, colour) => paintMeasure(measure, measure.of(i, part, link, time), colour)));
    });
  }

  #colour(i) {
    return runColour(i, this.theme.name);
  }

  #shownTracks() {
    const found = this.tracks.filter((track, i) => this.chosen.visible[i] && !track.empty);
    return found.length ? found : this.tracks.filter((track) => !track.empty);
  }

  /** Number of the run from whose head one looks. */
  #riding() {
    const wanted = Number.isInteger(this.followed) ? this.followed : 0;
    return this.chosen.visible[wanted] ? wanted : this.chosen.visible.indexOf(true);
  }

  /** Around what the camera follows; a run that is hidden is not followed. */
  #followedSphere() {
    const one = this.tracks[this.followed];
    const tracks = one && this.chosen.visible[this.followed] && !one.empty ? [one] : this.#shownTracks();
    return robotsSphere(tracks, this.reach);
  }

  #moveFocus() {
    const { centre, radius } = this.#followedSphere();
    if (this.follow) {
      this.stage.shift(this.#moved.subVectors(centre, this.#focus));
      if (radius !== this.#radius) this.stage.grow(radius / this.#radius);
    }
    this.#focus.copy(centre);
    this.#radius = radius;
    const all = robotsSphere(this.#shownTracks(), this.reach);
    this.stage.illuminate(all.centre, 1.25 * all.radius);
    const height = this.floor.height(all.centre.x, all.centre.y);
    for (const ground of [...this.grounds, ...this.surfaces]) ground.centre(all.centre, height);
  }

  /** Keep the camera above the ground, but where the robot itself is below; lines reach as far as the camera sees. */
  #limit(position, target) {
    if (!this.floor.covers(this.#focus, this.reach)) this.floor.raise(position, target);
    for (const { lines } of this.squares) lines.spread(position.distanceTo(target));
  }

  #furnish() {
    const { canvas } = this.stage;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('tabindex', '0');
    canvas.setAttribute('aria-label', 'Replay of the robot in 3-D. Keys: w, a, s, d turn; plus and minus zoom; 1, 2, 3, 4 view from the top, the side, the front, the head; r resets.');
    const compass = new Compass();
    const scale = element('div', { class: 'scale' });
    this.squares = [...this.grounds, ...this.surfaces].map((ground) => ground.squares).filter(Boolean);
    this.stage.onDrawn((camera) => {
      compass.update(camera);
      scale.textContent = squaresInWords(camera, this.stage.size, this.squares);
      canvas.dataset.camera = camera.position.toArray().map((value) => value.toFixed(4)).join(' ');
    });
    const { node, followControl, layerButtons, trailChoice } = toolbar(this);
    Object.assign(this, { followControl, layerButtons });
    this.trail = this.paths[0]?.name ?? 'com';
    trailChoice.value = this.trail;
    this.legend = element('div', { class: 'colour-legend', hidden: true });
    this.loadLegend = 'contact' in this.shown ? scaleLegend('load-legend', 'Contact force', this.fullLoad, 'N', '') : null;
    this.cableLegend = 'cables' in this.shown ? scaleLegend('cable-legend', 'Cable tension', this.mostTension, 'N', '') : null;
    this.forceLegend = 'forces' in this.shown ? new ArrowLegend('force-legend', { friction: 'N', drag: 'N' }) : null;
    this.arrowLegend = 'thrust' in this.shown || 'current' in this.shown ? new ArrowLegend('arrow-legend', { thrust: 'N', current: 'm/s' }) : null;
    this.futuresLegend = 'futures' in this.shown ? futuresLegend() : null;
    this.mapLegend = 'map' in this.shown ? mapLegend() : null;
    const legends = [this.legend, this.loadLegend, this.cableLegend, this.arrowLegend?.node, this.forceLegend?.node, this.futuresLegend, this.mapLegend].filter(Boolean);
    this.#showLegends();
    this.picture.append(scale, compass.node);
    this.holder.prepend(element('div', { class: 'view-top' }, node, element('div', { class: 'legends' }, ...legends)));
  }

  /** Legends of what is shown, with the present scales. */
  #showLegends() {
    const { shown, loadLegend, arrowLegend, forceLegend, futuresLegend } = this;
    if (loadLegend) {
      loadLegend.hidden = !shown.contact || !(this.fullLoad > 0);
      showEnds(loadLegend, 0, this.fullLoad, 'N');
    }
    if (this.cableLegend) {
      this.cableLegend.hidden = !shown.cables || !(this.mostTension > 0);
      showEnds(this.cableLegend, 0, this.mostTension, 'N');
    }
    arrowLegend?.show('thrust', shown.thrust ? this.mostThrust : 0);
    arrowLegend?.show('current', shown.current ? this.mostCurrent : 0);
    const most = Math.max(...Object.values(this.mostForces)); // one length for both kinds
    for (const [name, own] of Object.entries(this.mostForces)) forceLegend?.show(name, shown.forces && own > 0 ? most : 0);
    if (futuresLegend) futuresLegend.hidden = !shown.futures;
    if (futuresLegend) futuresLegend.querySelector('.line.futures').hidden = !shown.sampled;
    if (this.mapLegend) this.mapLegend.hidden = !shown.map;
  }
}

/** Water that is open to a side ends there with the land, where there is any. */
function withinLand(water, scene) {
  const lands = scene.filter(({ kind }) => kind === 'heights');
  if (!lands.length) return water;
  const ends = ['x', 'y'].map((axis) => [Math.min(...lands.map((land) => land[axis][0])), Math.max(...lands.map((land) => land[axis].at(-1)))]);
  const cut = (corner, end) => corner.map((value, axis) => (axis < 2 && !water.closed[end][axis] ? ends[axis][end] : value));
  return { ...water, lower: cut(water.lower, 0), upper: cut(water.upper, 1) };
}
