// Height of the ground, and a camera that stays above it.
import { Spherical, Vector3 } from 'three';
import { indexBefore } from '../series.js';

const CLEAR = 0.02; // least height of the camera above the ground, of its distance from the target
const UNDER = 0.25; // depth of a robot's centre below the ground at which the camera may be there too, of its reach
const STEPS = 48; // polar angles that are tried between the camera's own and straight above
const HALVINGS = 12;

/** Solid ground of a scene: planes, slopes and height fields; a grid for orientation is none. */
export class Floor {
  #grounds;
  #pipes;

  constructor(scene) {
    this.#grounds = scene.map(heightLaw).filter(Boolean);
    this.#pipes = scene.filter(({ kind }) => kind === 'pipe').map(({ line, radii }) => ({ points: line.map((point) => new Vector3(...point)), radii }));
  }

  /** Height of the ground at a place; -Infinity where there is none [m]. */
  height(x, y) {
    return Math.max(-Infinity, ...this.#grounds.map((ground) => ground(x, y)));
  }

  /** Whether a robot's centre is so far below the ground that the view of it is from below, too. */
  covers(centre, reach) {
    return centre.z < this.height(centre.x, centre.y) - UNDER * reach;
  }

  /** Turn a camera upwards about its target until it is above the ground, or in the bore of a pipe. */
  raise(position, target) {
    if (!this.#grounds.length || this.#free(position, target)) return;
    const away = new Vector3().subVectors(position, target);
    // Spherical coordinates count from y, and here z is up.
    const place = new Spherical().setFromVector3(new Vector3(away.x, away.z, -away.y)).makeSafe();
    const at = (phi) => {
      const { x, y, z } = away.setFromSpherical(place.set(place.radius, phi, place.theta));
      return position.set(x, -z, y).add(target);
    };
    let below = place.phi;
    const step = below / STEPS;
    let above = below - step;
    while (above > 0 && !this.#free(at(above), target)) [below, above] = [above, above - step];
    for (let k = 0; k < HALVINGS && above > 0; k++) {
      const middle = (below + above) / 2;
      if (this.#free(at(middle), target)) above = middle;
      else below = middle;
    }
    at(Math.max(above, 1e-4));
    // The target itself may be below the ground.
    if (!this.#free(position, target)) position.z = this.height(position.x, position.y) + CLEAR * place.radius;
  }

  #free(position, target) {
    return position.z >= this.height(position.x, position.y) + CLEAR * position.distanceTo(target) * (1 - 1e-6) || this.#inPipe(position);
  }

  #inPipe(place) {
    return this.#pipes.some(({ points, radii }) => points.slice(1).some((end, i) => inCone(place, points[i], end, radii[i], radii[i + 1])));
  }
}

/** Height of one ground over x and y; null for what is no ground. */
function heightLaw(thing) {
  if (thing.kind === 'plane') return () => thing.height;
  if (thing.kind === 'slope') return slope(thing);
  if (thing.kind === 'heights') return heights(thing);
  return null;
}

function slope({ normal: [a, b, c], centre: [x0, y0, z0] }) {
  if (!(c > 1e-6)) return null; // a wall or a ceiling
  return (x, y) => z0 - (a * (x - x0) + b * (y - y0)) / c;
}

/** Between the lines of the grid on straight lines; beyond it, the height of its border. */
function heights({ x: xs, y: ys, z }) {
  return (x, y) => {
    const [i, s] = placeIn(xs, x);
    const [j, t] = placeIn(ys, y);
    const [low, high] = [z[j], z[j + 1]];
    return (1 - t) * ((1 - s) * low[i] + s * low[i + 1]) + t * ((1 - s) * high[i] + s * high[i + 1]);
  };
}

/** Interval of a line's values that holds a place, and the fraction of it. */
function placeIn(values, at) {
  const i = Math.min(indexBefore(values, at), values.length - 2);
  return [i, Math.min(Math.max((at - values[i]) / (values[i + 1] - values[i]), 0), 1)];
}

function inCone(place, from, to, r0, r1) {
  const along = new Vector3().subVectors(to, from);
  const square = along.lengthSq();
  if (!(square > 0)) return false;
  const share = new Vector3().subVectors(place, from).dot(along) / square;
  if (share < 0 || share > 1) return false;
  return from.clone().addScaledVector(along, share).distanceTo(place) < r0 + share * (r1 - r0);
}
