// Propellers of a robot with their thrust, and the current next to it.
import { Group, Mesh, MeshStandardMaterial, Quaternion, TorusGeometry, Vector3 } from 'three';
import { valueAt } from '../series.js';
import { Arrow } from './arrow.js';

const LONGEST = 0.45; // length of the arrow of the largest thrust, and of the fastest current, of the body's reach
const LEAST = 0.01; // of the largest: what is smaller has no arrow
const ABOVE = 0.35; // how far above the robot the current's arrow is, of the body's reach
const SLIM = 0.008; // radius of the arrows' shafts, of the body's reach

/** A ring where each propeller is, and an arrow along its push on the robot. */
export class Propellers {
  group = new Group();
  arrows = true;
  #rings = [];
  #turn = new Quaternion();
  #place = new Vector3();
  #along = new Vector3();
  #metal = new MeshStandardMaterial({ roughness: 0.5, metalness: 0.3 });

  /** @param most Thrust of the longest arrow, the same for all runs [N]. */
  constructor({ propellers, links }, track, most, reach) {
    Object.assign(this, { data: propellers, track, most, reach });
    if (!propellers || track.empty) return;
    const wide = Math.max(...links.map(({ width }) => width), 0.05 * reach);
    const shape = new TorusGeometry(0.34 * wide, 0.06 * wide, 10, 32).rotateY(Math.PI / 2); // about x
    this.#rings = propellers.links.map((link, i) => {
      const ring = new Mesh(shape, this.#metal);
      const arrow = new Arrow(SLIM * reach);
      ring.frustumCulled = false;
      const own = new Quaternion().setFromUnitVectors(new Vector3(1, 0, 0), new Vector3(...propellers.directions[i]));
      this.group.add(ring, arrow.group);
      return { ring, arrow, link, own, offset: new Vector3(...propellers.offsets[i]), direction: new Vector3(...propellers.directions[i]) };
    });
  }

  /** Show or hide the arrows; the rings belong to the body. */
  showArrows(shown) {
    this.arrows = shown;
  }

  update(time) {
    this.#rings.forEach(({ ring, arrow, link, own, offset, direction }, i) => {
      this.track.turnInto(link, this.#turn);
      this.track.positionInto(link, ring.position).add(this.#place.copy(offset).applyQuaternion(this.#turn));
      ring.quaternion.copy(this.#turn).multiply(own);
      const thrust = valueAt(this.track.times, this.data.thrusts.curve(i), time);
      const share = this.most > 0 ? thrust / this.most : 0;
      arrow.group.visible = this.arrows && Math.abs(share) > LEAST;
      if (!arrow.group.visible) return;
      this.#along.copy(direction).applyQuaternion(this.#turn).multiplyScalar(Math.sign(share));
      arrow.point(ring.position, this.#along, LONGEST * this.reach * Math.min(Math.abs(share), 1));
    });
  }

  paint(arrows, metal) {
    this.#metal.color.set(metal);
    for (const { arrow } of this.#rings) arrow.paint(arrows);
  }
}

/** An arrow above the robot that shows how the water there moves. */
export class Stream {
  group = new Group();
  #arrow = null;
  #from = new Vector3();
  #along = new Vector3();

  /** @param most Speed of the longest arrow, the same for all runs [m/s]. */
  constructor({ current }, track, most, reach) {
    Object.assign(this, { data: current, track, most, reach });
    if (!current || track.empty) return;
    this.#arrow = new Arrow(1.4 * SLIM * reach);
    this.group.add(this.#arrow.group);
  }

  update(time) {
    if (!this.#arrow) return;
    this.#along.set(...[0, 1, 2].map((axis) => valueAt(this.track.times, this.data.velocity.curve(axis), time)));
    const share = this.most > 0 ? this.#along.length() / this.most : 0;
    this.#arrow.group.visible = share > LEAST;
    if (!this.#arrow.group.visible) return;
    const length = LONGEST * this.reach * Math.min(share, 1);
    this.#along.normalize();
    this.track.comInto(this.#from).addScaledVector(this.#along, -length / 2);
    this.#from.z += ABOVE * this.reach;
    this.#arrow.point(this.#from, this.#along, length);
  }

  paint(colour) {
    this.#arrow?.paint(colour);
  }
}
