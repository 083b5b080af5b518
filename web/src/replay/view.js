// The 3-D view: robots, ground and paths on a stage, with the buttons that belong to it.
import { Vector3 } from 'three';
import { ICONS, element, iconButton } from '../dom.js';
import { shown, shownUnit } from '../format.js';
import { loadGradient, runColour, viridisGradient } from '../palette.js';
import { Body } from './body.js';
import { Compass } from './compass.js';
import { Floor } from './floor.js';
import { followControl } from './follow_control.js';
import { robotsSphere, waySphere } from './framing.js';
import { Futures } from './futures.js';
import { Ground } from './ground.js';
import { measuresOf, paintMeasure } from './measures.js';
import { Path } from './path.js';
import { squaresInWords } from './squares.js';
import { Stage } from './stage.js';
import { Surface, isSurface } from './surfaces.js';
import { Propellers, Stream, Water } from './swimming.js';
import { Touching } from './touching.js';
import { Track } from './track.js';

const ROOM = 1.08; // around what is looked at
const FAR = 1.6; // radius of a way along which the camera follows the robot, of its reach

export class View {
  contact = true;
  #focus = new Vector3();
  #radius = 1;
  #lastFollowed;
  #moved = new Vector3();
  #measure = null;

  constructor(holder, { runs, scene }, chosen, player, theme) {
    Object.assign(this, { holder, runs, chosen, player, theme });
    this.picture = element('div', { class: 'picture' });
    holder.append(this.picture);
    this.stage = new Stage(this.picture);
    this.tracks = runs.map((run) => new Track(run.replay));
    this.reach = Math.max(1e-3, ...this.tracks.map((track, i) => (track.empty ? 0 : track.reach(runs[i].replay.links))));
    this.measures = measuresOf(runs, this.tracks);
    const known = scene.filter((thing) => thing.kind === 'plane' || thing.kind === 'grid');
    this.grounds = known.map((thing) => new Ground(thing, this.reach));
    this.bodies = this.tracks.map((track, i) => new Body(runs[i].replay, track, i > 0));
    const onGround = known.find((thing) => thing.kind === 'plane');
    this.paths = this.tracks.map((track, i) => {
      return new Path(track, runs[i].replay, runs[i].replay.planar && onGround ? onGround.height + 1e-3 * this.reach : null);
    });
    this.surfaces = scene.filter(isSurface).map((thing) => new Surface(thing, this.reach));
    // One scale for all runs, so that a colour is a load.
    this.fullLoad = Math.max(0, ...runs.map(({ replay }) => replay.touching?.full ?? 0));
    this.touching = this.tracks.map((track, i) => new Touching(runs[i].replay, track, this.fullLoad));
    this.waters = scene.filter((thing) => thing.kind === 'water').map((thing) => new Water(thing));
    // One scale for all runs, as for loads.
    this.mostThrust = Math.max(0, ...runs.map(({ replay }) => replay.propellers?.most ?? 0));
    this.mostCurrent = Math.max(0, ...runs.map(({ replay }) => replay.current?.most ?? 0));
    this.propellers = this.tracks.map((track, i) => new Propellers(runs[i].replay, track, this.mostThrust, this.reach));
    this.streams = this.tracks.map((track, i) => new Stream(runs[i].replay, track, this.mostCurrent, this.reach));
    this.futures = this.tracks.map((track, i) => new Futures(runs[i].replay, track.empty));
    const things = [this.futures, this.grounds, this.surfaces, this.bodies, this.paths, this.touching, this.waters, this.propellers, this.streams];
    this.stage.scene.add(...things.flat().map((thing) => thing.group));
    this.floor = new Floor(scene);
    this.#lastFollowed = runs.length > 1 ? 'all' : 0;
    this.followed = runs.length > 1 || waySphere(this.#shownTracks(), this.reach).radius > FAR * this.reach ? this.#lastFollowed : null;
    this.#furnish();
    this.stage.limitCamera((position, target) => this.#limit(position, target));
    player.listen((_, what) => what === 'time' && this.update());
    chosen.listen(() => this.update());
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
      this.bodies[i].group.visible = visible;
      this.paths[i].group.visible = visible;
      this.touching[i].group.visible = visible && this.contact;
      this.futures[i].group.visible = visible;
      for (const swimming of [this.propellers[i], this.streams[i]]) swimming.group.visible = visible;
      if (!visible) return;
      track.setTime(time);
      this.bodies[i].update();
      this.paths[i].update();
      this.futures[i].update(time);
      for (const swimming of [this.propellers[i], this.streams[i]]) swimming.update(time);
      if (this.contact) this.touching[i].update(time);
    });
    if (this.#measure) this.#paintBodies();
    this.#moveFocus();
    this.stage.ask();
  }

  paint() {
    const dark = this.theme.name === 'dark';
    this.stage.paint(dark);
    for (const ground of this.grounds) ground.paint(this.theme.colour('--grid'), dark ? 0.7 : 0.55, dark ? 0.5 : 0.26);
    this.paths.forEach((path, i) => path.paint(this.runs.length > 1 ? this.#colour(i) : this.theme.colour('--path')));
    for (const surface of this.surfaces) surface.paint(this.theme.colour(surface.ground ? '--terrain' : '--surface'), this.theme.colour('--grid'), dark ? 0.7 : 0.55);
    for (const water of [...this.waters, ...this.streams]) water.paint(this.theme.colour('--water'));
    for (const propellers of this.propellers) propellers.paint(this.theme.colour('--thrust'), this.theme.colour('--joint'));
    for (const futures of this.futures) futures.paint(this.theme.colour('--futures'), this.theme.colour('--elite'), this.theme.colour('--best'));
    for (const touching of this.touching) touching.theme = this.theme.name;
    if (this.fullLoad > 0) this.loadLegend.querySelector('.bar').style.background = loadGradient(this.theme.name);
    this.#paintBodies();
    this.update();
  }

  /** Show or hide the points that touch. */
  setContact(contact) {
    if (!this.contactButton) return;
    this.contact = contact;
    this.contactButton.setAttribute('aria-pressed', contact);
    this.loadLegend.hidden = !contact;
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

  /** Look from a named side: at the robots if the camera follows them, else at the whole way. */
  look(name) {
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
    this.legend.hidden = !this.#measure;
    if (this.#measure) {
      const { title, unit, most } = this.#measure;
      this.legend.replaceChildren(
        element('span', { class: 'title' }, title),
        element('span', { class: 'bar' }),
        element('span', { class: 'ends' }, element('span', {}, '0'), element('span', {}, `\u2265 ${shown(most, 2)} ${shownUnit(unit)}`)),
      );
      this.legend.querySelector('.bar').style.background = viridisGradient();
    }
    this.#paintBodies();
    this.stage.ask();
  }

  #paintBodies() {
    const { time } = this.player;
    const joint = this.theme.colour('--joint');
    this.bodies.forEach((body, i) => {
      const several = this.runs.length > 1;
      // The colours of runs mean runs, so that no head has one of them.
      const [own, head] = several ? [this.#colour(i), this.theme.colour('--ink')] : [this.theme.colour('--body'), this.theme.colour('--head')];
      const colours = { body: own, head, joint };
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
    canvas.setAttribute('aria-label', 'Replay of the robot in 3-D. Keys: w, a, s, d turn; plus and minus zoom; 1, 2, 3 view from the top, the side, the front; r resets.');
    const compass = new Compass();
    const scale = element('div', { class: 'scale' });
    this.squares = [...this.grounds, ...this.surfaces].map((ground) => ground.squares).filter(Boolean);
    this.stage.onDrawn((camera) => {
      compass.update(camera);
      scale.textContent = squaresInWords(camera, this.stage.size, this.squares);
      canvas.dataset.camera = camera.position.toArray().map((value) => value.toFixed(4)).join(' ');
    });
    const look = (name, word, title) =>
      element('button', { type: 'button', class: 'quiet word', id: `look-${name}`, title, on: { click: () => this.look(name) } }, word);
    this.followControl = followControl(this.runs, this.followed, (followed) => this.setFollowed(followed));
    const choice = element(
      'select',
      { id: 'colour-by', 'aria-label': 'Colour of the links', on: { change: () => this.colourBy(choice.value) } },
      element('option', { value: '' }, 'plain'),
      this.measures.map(({ name, unit }) =>
        element('option', { value: name }, name === 'speed' ? 'by speed' : unit === 'N' ? 'by |force|' : 'by |torque|'),
      ),
    );
    this.legend = element('div', { class: 'colour-legend', hidden: true });
    const [contactButton, loadLegend] = this.#contactParts();
    const buttons = element(
      'div',
      { class: 'view-buttons', role: 'group', 'aria-label': 'Camera' },
      look('top', 'Top', 'View from above (1)'),
      look('side', 'Side', 'View from the side, along y (2)'),
      look('front', 'Front', 'View from the front, along x (3)'),
      iconButton('Reset the view (r)', ICONS.reset, () => this.look('reset'), { class: 'quiet', id: 'look-reset' }),
      this.followControl.node,
      ...[contactButton].filter(Boolean),
      choice,
    );
    const legends = element('div', { class: 'legends' }, ...[this.legend, loadLegend, this.#arrowLegend()].filter(Boolean));
    this.picture.append(scale, compass.node);
    this.holder.prepend(element('div', { class: 'view-top' }, buttons, legends));
  }

  /** How long the arrows are; nothing where there are none. */
  #arrowLegend() {
    const rows = [['thrust', this.mostThrust, 'N'], ['current', this.mostCurrent, 'm/s']].filter(([, most]) => most > 0);
    if (!rows.length) return null;
    const words = ([name, most, unit]) => element('span', { class: `arrow ${name}` }, `${name}: longest arrow ${shown(most, 2)} ${shownUnit(unit)}`);
    return element('div', { class: 'colour-legend', id: 'arrow-legend' }, ...rows.map(words));
  }

  /** The button that shows the points that touch, and what their colours mean; nothing where no run touches. */
  #contactParts() {
    if (!(this.fullLoad > 0)) return [null, null];
    this.contactButton = element(
      'button',
      { type: 'button', class: 'quiet word', id: 'show-contact', title: 'Show the contact points (c)', 'aria-pressed': 'true', on: { click: () => this.setContact(!this.contact) } },
      'Contact',
    );
    this.loadLegend = element(
      'div',
      { class: 'colour-legend', id: 'load-legend' },
      element('span', { class: 'title' }, 'Load of each contact point'),
      element('span', { class: 'bar' }),
      element('span', { class: 'ends' }, element('span', {}, '0'), element('span', {}, `\u2265 ${shown(this.fullLoad, 2)} ${shownUnit('N')}`)),
    );
    return [this.contactButton, this.loadLegend];
  }
}
