// The sizes of the ground's squares in words, while they are seen.
import { Vector3 } from 'three';
import { shown } from '../format.js';

const RAYS = [16, 11]; // across and down the picture
const FINE = 0.4; // of a square that a pixel spans where its lines have nearly faded
const NEAR = 0.55; // of the radius at which lines have faded from sight
const LEAST = 3; // rays that must meet squares

/** "grid of 0.2 and 1 m": only the sizes of which a whole square is in the picture; empty where there is none. */
export function squaresInWords(camera, size, squares) {
  const seen = squares.flatMap(({ lines, ...plane }) => {
    const samples = sampled(camera, size, plane, lines);
    return lines.sides.filter((side) => areSquaresSeen(samples, side));
  });
  const sizes = [...new Set(seen)].sort((a, b) => a - b);
  return sizes.length ? `grid of ${sizes.map((side) => shown(side, 3)).join(' and ')} m` : '';
}

/** Places of the ground at rays through the picture, each with what a pixel spans of x and y there. */
function sampled(camera, size, plane, { focus, radius }) {
  const found = [];
  for (let i = 0; i < RAYS[0]; i++) {
    for (let j = 0; j < RAYS[1]; j++) {
      const [u, v] = [(2 * (i + 0.5)) / RAYS[0] - 1, (2 * (j + 0.5)) / RAYS[1] - 1];
      const [at, right, up] = [[u, v], [u + 2 / size.x, v], [u, v + 2 / size.y]].map(([a, b]) => meet(camera, a, b, plane));
      if (!at || !right || !up || Math.hypot(at.x - focus.x, at.y - focus.y) > NEAR * radius) continue;
      const pixel = Math.max(...['x', 'y'].map((axis) => Math.abs(right[axis] - at[axis]) + Math.abs(up[axis] - at[axis])));
      found.push({ x: at.x, y: at.y, pixel });
    }
  }
  return found;
}

/** Where the line of sight meets a plane; null where it does not. */
function meet(camera, u, v, { normal, point }) {
  const way = new Vector3(u, v, 0.5).unproject(camera).sub(camera.position).normalize();
  const share = new Vector3().subVectors(point, camera.position).dot(normal) / way.dot(normal);
  return share > 0 && Number.isFinite(share) ? way.multiplyScalar(share).add(camera.position) : null;
}

/** Whether a whole square of a size lies among the samples that are near enough to show its lines. */
function areSquaresSeen(samples, side) {
  const clear = samples.filter(({ pixel }) => pixel < FINE * side);
  if (clear.length < LEAST) return false;
  return ['x', 'y'].every((axis) => {
    const places = clear.map((sample) => sample[axis] / side);
    return Math.floor(Math.max(...places)) - Math.ceil(Math.min(...places)) >= 1;
  });
}
