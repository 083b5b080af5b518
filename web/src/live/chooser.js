// The library: scenarios by robot, with a search; of each robot the most different ones first, and the others folded.
import { element } from '../dom.js';

// Robots with the scenarios that are shown first; the others of the same robot are folded.
const GROUPS = [
  ['Orthogonal snake', ['snake_iii'], ['snakesys_field_swl1', 'snakesys_creeping', 'snakesys_pole', 'snakesys_transition', 'terrain_beach_rolling', 'orthogonal_goal']],
  ['Soft pneumatic snake', ['soft_pneumatic'], ['soft_planar_rolling', 'soft_spatial_rolling', 'soft_sidewinding', 'soft_goal']],
  ['Underwater snake in pipes', ['pipe_snake'], ['pipe_step_in', 'pipe_bend', 'pipe_taper_in', 'pipe_opposing', 'pipe_open_water']],
  ['Eel', ['mamba', 'eel'], ['eel_eel_like', 'eel_lateral']],
  ['Hybrid underwater snake', ['hybrid_underwater'], ['hybrid_straight', 'hybrid_turn_bent', 'hybrid_spiral', 'hybrid_pitch', 'hybrid_undulating']],
  ['Underwater snake with an autopilot', ['hybrid', 'underwater_arm'], ['pilot_waypoints', 'pilot_depth_heading', 'reach_held_base']],
  ['Wheeled planar snake', ['planar_prototype', 'planar_prototype_uneven'], ['planar_prototype', 'planar_prototype_uneven', 'planar_prototype_isotropic']],
  ['Planar snake of five long links', ['planar_five_links'], ['planar_viscous', 'planar_coulomb']],
  ['Planar snake among posts', ['post_snake'], ['posts_aided', 'posts_none']],
  ['Sandfish', ['sandfish'], ['sandfish', 'sandfish_floor']],
  ['Soft hydraulic joint', ['hydraulic_joint'], ['hydraulic_joint_static']],
];

const SPACE = 'http://www.w3.org/2000/svg';

const FRAME = 110; // of a thumbnail that moves [ms]

/** A small picture: the body on its ground, in water or in a pipe; it moves under the pointer. */
function thumbnail(picture) {
  const drawing = document.createElementNS(SPACE, 'svg');
  const add = (tag, attributes) => {
    const node = document.createElementNS(SPACE, tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    drawing.append(node);
    return node;
  };
  drawing.setAttribute('viewBox', '0 0 64 44');
  drawing.setAttribute('aria-hidden', 'true');
  drawing.classList.add('thumbnail', `thumbnail-${picture?.kind ?? 'ground'}`);
  if (!picture) return drawing;
  const { points, width } = picture;
  const pathOf = (shape) => `M${shape.map((point) => point.join(' ')).join(' L')}`;
  const line = pathOf(points).slice(1);
  if (picture.kind === 'pipe') add('path', { d: `M${line}`, class: 'thumbnail-pipe-wall', 'stroke-width': 2.6 * width + 5 });
  const shadow = picture.kind === 'water' ? null : add('path', { d: `M${line}`, class: 'thumbnail-shadow', 'stroke-width': width, transform: 'translate(1 1.6)' });
  const body = add('path', { d: `M${line}`, class: 'thumbnail-body', 'stroke-width': width });
  const head = add('circle', { r: 0.58 * width, class: 'thumbnail-head' });
  drawing.draw = (shape) => {
    for (const path of [shadow, body]) path?.setAttribute('d', pathOf(shape));
    head.setAttribute('cx', shape.at(-1)[0]);
    head.setAttribute('cy', shape.at(-1)[1]);
  };
  drawing.draw(points);
  if (picture.frames) drawing.frames = picture.frames.map((row) => Array.from({ length: row.length / 2 }, (_, i) => row.slice(2 * i, 2 * i + 2)));
  drawing.still = points;
  return drawing;
}

/** Let the thumbnail of a row move while the pointer or the focus is on it, unless the reader prefers less motion. */
function moveOver(row) {
  const drawing = row.querySelector('.thumbnail');
  if (!drawing.frames) return;
  let timer = null;
  const start = () => {
    if (timer || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let i = 0;
    timer = setInterval(() => drawing.draw(drawing.frames[++i % drawing.frames.length]), FRAME);
  };
  const stop = () => {
    clearInterval(timer);
    timer = null;
    drawing.draw(drawing.still);
  };
  for (const name of ['pointerenter', 'focusin']) row.addEventListener(name, start);
  for (const name of ['pointerleave', 'focusout']) row.addEventListener(name, stop);
}

export class Chooser {
  /** @param open (name) @param gait (name) */
  constructor(open, gait) {
    Object.assign(this, { open, gait });
    this.search = element('input', { type: 'search', id: 'find-scenario', placeholder: 'Search scenarios', 'aria-label': 'Search scenarios', on: { input: () => this.#filter() } });
    this.list = element('div', { class: 'scenario-list', role: 'list' });
    this.node = element('div', { class: 'chooser' }, this.search, this.list);
  }

  fill(scenarios) {
    const known = new Set(GROUPS.flatMap(([, robots]) => robots));
    const others = [...new Set(scenarios.map(({ robot }) => robot))].filter((robot) => !known.has(robot)).map((robot) => [robot.replaceAll('_', ' '), [robot], []]);
    const groups = [...GROUPS, ...others].map(([title, robots, first]) => {
      const own = scenarios.filter(({ robot }) => robots.includes(robot));
      if (!own.length) return null;
      const shown = own.filter(({ name }) => !first.length || first.includes(name)).sort((one, other) => first.indexOf(one.name) - first.indexOf(other.name));
      const folded = own.filter((one) => !shown.includes(one));
      const more = folded.length ? element('details', { class: 'scenario-more' }, element('summary', {}, `${folded.length} more`), folded.map((scenario) => this.#row(scenario))) : null;
      return element('section', { class: 'scenario-group' }, element('h3', {}, title, element('small', {}, ` ${own.length}`)), shown.map((scenario) => this.#row(scenario)), more);
    });
    this.list.replaceChildren(...groups.filter(Boolean));
  }

  show(name) {
    if (name === this.shown) return;
    this.shown = name;
    for (const row of this.list.querySelectorAll('.scenario')) {
      row.classList.toggle('marked', row.dataset.name === name);
      const more = row.closest('.scenario-more');
      if (more && row.dataset.name === name) more.open = true;
    }
  }

  #row({ name, title, robot, picture }) {
    const row = element(
      'div',
      { class: 'scenario', role: 'listitem', data: { name } },
      element('button', { type: 'button', class: 'scenario-open', title: `Start: ${title || name}`, on: { click: () => this.open(name) } }, thumbnail(picture), element('span', { class: 'scenario-words' }, element('span', { class: 'scenario-title' }, title || name), element('small', {}, name))),
      element('button', { type: 'button', class: 'quiet word scenario-gait', title: 'Switch to this gait or controller; the robot stays the same', on: { click: () => this.gait(name) } }, 'Gait'),
    );
    moveOver(row);
    row.words = `${name} ${title} ${robot}`.toLowerCase();
    return row;
  }

  #filter() {
    const wanted = this.search.value.trim().toLowerCase();
    const fits = (row) => wanted.split(/\s+/).every((word) => row.words.includes(word));
    for (const row of this.list.querySelectorAll('.scenario')) row.hidden = !fits(row);
    const found = (node) => [...node.querySelectorAll('.scenario')].some((row) => !row.hidden);
    for (const more of this.list.querySelectorAll('.scenario-more')) {
      more.hidden = !found(more);
      more.open = Boolean(wanted) && !more.hidden;
    }
    for (const group of this.list.querySelectorAll('.scenario-group')) group.hidden = !found(group);
  }
}
