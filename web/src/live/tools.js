// Effect of a click on the picture: turn the camera, pull or push the robot or a free body, place a goal, a waypoint, a post, a block, a ball or a box, remove one.
import { element, icon } from '../dom.js';

const TOOLS = {
  look: { word: 'Look', title: 'Drag to turn the camera, to move a post or block, or to pull a free body; Shift+drag to pull a link', paths: ['M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7', 'M12 9a3 3 0 1 0 0 6 3 3 0 1 0 0-6'] },
  pull: { word: 'Pull', title: 'Drag to pull a link or a free body with a spring', paths: ['M7 4v7a5 5 0 0 0 10 0V4', 'M7 4h3v4H7', 'M17 4h-3v4h3'] },
  push: { word: 'Push', title: 'Click to push a link or a free body away from you; drag to choose direction and force', paths: ['M3 12h11', 'M10 7l5 5-5 5', 'M19 4v16'] },
  goal: { word: 'Goal', title: 'Click to set the goal', paths: ['M6 21V4', 'M6 4h11l-2.5 4L17 12H6'] },
  waypoint: { word: 'Path', title: 'Click to add a waypoint; Shift+click to start a new path', paths: ['M5 19a2 2 0 1 0 .01 0', 'M19 5a2 2 0 1 0 .01 0', 'M7 18c6 0 3-11 10-12'] },
  post: { word: 'Post', title: 'Click to place a post', paths: ['M8 6a4 2 0 1 0 8 0a4 2 0 1 0-8 0', 'M8 6v12a4 2 0 0 0 8 0V6'] },
  block: { word: 'Block', title: 'Click to place a block', paths: ['M12 3l8 4.5v9L12 21l-8-4.5v-9z', 'M4 7.5l8 4.5 8-4.5', 'M12 12v9'] },
  ball: { word: 'Ball', title: 'Click to place a ball, which moves freely', paths: ['M12 4a8 8 0 1 0 .01 0', 'M5.5 8.5c4 3 9 3 13 0'] },
  box: { word: 'Box', title: 'Click to place a box, which moves freely', paths: ['M4 8h16v11H4z', 'M4 8l3-4h10l3 4', 'M12 4v4'] },
  remove: { word: 'Remove', title: 'Click to remove a post, a block or a free body', paths: ['M5 7h14', 'M9 7V4h6v3', 'M7 7l1 13h8l1-13'] },
};

const FREE = ['ball', 'box']; // kinds of bodies that move freely

export class Tools {
  chosen = 'look';
  #buttons = {};

  /** @param restart (kind) starts again so that blocks, balls or boxes can be placed. */
  constructor(restart) {
    this.restart = restart;
    for (const [name, { word, title, paths }] of Object.entries(TOOLS)) {
      this.#buttons[name] = element('button', { type: 'button', class: 'tool', id: `tool-${name}`, title, on: { click: () => this.#press(name) } }, icon(paths), element('span', {}, word));
    }
    this.hint = element('p', { class: 'tool-hint', hidden: true });
    this.node = element('div', { class: 'live-tools', role: 'toolbar', 'aria-label': 'Effect of a click in the view' }, Object.values(this.#buttons));
    this.choose('look');
  }

  /** Show what this run allows. */
  open({ aims, blocks, contacts, bodies }) {
    this.blocks = blocks;
    this.#buttons.goal.hidden = !aims.includes('goal');
    this.#buttons.waypoint.hidden = !aims.includes('waypoints');
    for (const name of ['post', 'block']) this.#buttons[name].hidden = !contacts;
    this.#buttons.block.title = blocks ? TOOLS.block.title : 'Blocks cannot be added during this run: click to restart it with blocks';
    this.#buttons.block.classList.toggle('restarts', !blocks);
    for (const name of FREE) this.#buttons[name].hidden = !bodies;
    if (this.#buttons[this.chosen].hidden) this.choose('look');
  }

  show({ obstacles, bodies, spare }) {
    const none = !obstacles.length && !bodies.length;
    this.#buttons.remove.hidden = none;
    if (this.chosen === 'remove' && none) this.choose('look');
    this.spare = spare;
    for (const name of FREE) {
      const [button, further] = [this.#buttons[name], spare[name] > 0];
      button.title = further ? TOOLS[name].title : `There is no further ${name}: click to restart the run with more`;
      button.classList.toggle('restarts', !further);
    }
  }

  #press(name) {
    if (name === 'block' && !this.blocks) this.restart(name);
    if (FREE.includes(name) && !this.spare?.[name]) this.restart(name);
    this.choose(name);
  }

  /** Show other words than the title of the chosen tool; "" for the title again. */
  say(words) {
    this.hint.textContent = words || TOOLS[this.chosen].title;
  }

  choose(name) {
    this.chosen = name;
    for (const [own, button] of Object.entries(this.#buttons)) button.setAttribute('aria-pressed', String(own === name));
    this.hint.hidden = name === 'look';
    this.hint.textContent = TOOLS[name].title;
  }
}
