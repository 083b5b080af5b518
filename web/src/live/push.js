// A push of a link or a free body: an arrow from the link to the pointer gives direction and force; a plain click pushes away from the viewer.
import { Plane, Vector3 } from 'three';
import { Arrow } from '../replay/arrow.js';
import { shown } from '../format.js';

const DURATION = 0.2; // of a push [s]
const LENGTH = 0.2; // of the arrow at a force of the weight of the robot or body [m]; as that of a pull
const MOST = 5; // greatest force, in weights of the robot or body
const CLICKED = 0.3; // force of a plain click, in weights of the robot or body
const SHORT = 0.02; // arrow that counts as a plain click [m]
const FLAT = 0.25; // vertical, or horizontal, part of the direction of view that counts as none
const SHOWN = 350; // time for which the arrow of a push stays [ms]

export class Push {
  #arrow;
  #plane = new Plane();
  #away = new Vector3();
  #force = new Vector3();
  #aimed = new Vector3();

  /**
   * @param live The live view.
   * @param held {link, part}
   * @param place Centre of the link.
   * @param weight Of the robot, or of the free body [N].
   */
  constructor(live, held, place, weight) {
    Object.assign(this, { live, held, weight, place: place.clone() });
    this.#aimed.copy(place);
    const view = live.view.stage.camera.getWorldDirection(new Vector3());
    this.#plane.setFromNormalAndCoplanarPoint(Math.abs(view.z) < FLAT ? view.clone().negate() : new Vector3(0, 0, 1), place);
    this.#away.set(view.x, view.y, 0);
    // From above, away from the viewer is upward in the picture.
    if (this.#away.length() < FLAT) this.#away.setFromMatrixColumn(live.view.stage.camera.matrixWorld, 1).setZ(0);
    this.#away.normalize();
    this.#arrow = new Arrow(live.replay.links[held.link].width / 8 || 0.004);
    this.#arrow.paint(live.theme.colour('--accent'));
    live.view.stage.scene.add(this.#arrow.group);
    this.#show();
  }

  /** Direction and force of a pointer. */
  aim(ray) {
    if (ray.ray.intersectPlane(this.#plane, this.#aimed)) this.#show();
  }

  /** Force in words, for the hint. */
  get words() {
    const size = this.#force.length();
    return `Push ${shown(size)} N for ${DURATION} s (${(size / this.weight).toFixed(1)} times the ${this.held.part in this.live.weights ? 'body' : 'robot'}'s weight)`;
  }

  /** The message that pushes the link; the arrow stays for a moment. */
  release() {
    setTimeout(() => this.hide(), SHOWN);
    return { do: 'push', part: this.held.part, force: this.#force.toArray(), duration: DURATION };
  }

  hide() {
    this.live.view.stage.scene.remove(this.#arrow.group);
    this.live.view.stage.ask();
  }

  #show() {
    const way = this.#force.subVectors(this.#aimed, this.place);
    const length = way.length();
    if (length < SHORT) way.copy(this.#away).multiplyScalar(CLICKED * this.weight);
    else way.multiplyScalar((Math.min(length / LENGTH, MOST) * this.weight) / length);
    const drawn = (LENGTH * way.length()) / this.weight;
    this.#arrow.point(this.place, way.clone().normalize(), drawn);
    this.live.view.stage.ask();
  }
}
