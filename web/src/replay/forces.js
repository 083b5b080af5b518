// Forces on the links as arrows: friction, and drag of a fluid.
import { Group, Vector3 } from 'three';
import { valueAt } from '../series.js';
import { Arrow } from './arrow.js';

const LONGEST = 0.5; // length of the arrow of the largest force, of the body's reach
const LEAST = 0.015; // of the largest: what is smaller has no arrow
const SLIM = 0.007; // radius of a shaft, of the body's reach

export class Forces {
  group = new Group();
  #arrows = [];
  #from = new Vector3();
  #along = new Vector3();

  /** @param most Force of the longest arrow, the same for all runs and for both kinds [N]. */
  constructor({ forces, links }, track, most, reach) {
    Object.assign(this, { track, most, reach });
    if (!forces || track.empty) return;
    for (const { name, values } of forces) {
      links.forEach((_, link) => {
        const arrow = new Arrow(SLIM * reach);
        arrow.group.visible = false;
        this.group.add(arrow.group);
        this.#arrows.push({ arrow, name, values, link });
      });
    }
  }

  update(time) {
    for (const { arrow, values, link } of this.#arrows) {
      this.#along.set(...[0, 1, 2].map((axis) => valueAt(this.track.times, values.curve(3 * link + axis), time) || 0));
      const share = this.#along.length() / this.most;
      arrow.group.visible = share > LEAST;
      if (!arrow.group.visible) continue;
      this.track.positionInto(link, this.#from);
      arrow.point(this.#from, this.#along.normalize(), LONGEST * this.reach * Math.min(share, 1));
    }
  }

  /** @param colours By name. */
  paint(colours) {
    for (const { arrow, name } of this.#arrows) arrow.paint(colours[name]);
  }
}
