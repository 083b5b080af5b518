// Upright walls of a plan: every outline drawn up to the height of the body, and the planes that cut them at the box's sides.
import { EdgesGeometry, ExtrudeGeometry, Path, Plane, Shape, Vector2, Vector3 } from 'three';

const CREASE = 30; // degrees; the sides of a round post are not lines
const BEYOND = 1.5; // how much larger what is solid outside of an outline is than the outline and the box

/** @returns {{geometry, edges}[]} of each outline. */
export function upright({ outlines, lower, upper }) {
  return outlines.map(({ points, outside }) => {
    const line = points.map(([x, y]) => new Vector2(x, y));
    const shape = outside ? around(line, lower, upper) : new Shape(line);
    const geometry = new ExtrudeGeometry(shape, { depth: upper[2] - lower[2], bevelEnabled: false }).translate(0, 0, lower[2]);
    return { geometry, edges: new EdgesGeometry(geometry, CREASE) };
  });
}

/** Planes that leave what is inside the box's four sides. */
export function borders({ lower, upper }) {
  return [0, 1].flatMap((axis) => {
    const way = new Vector3().setComponent(axis, 1);
    return [new Plane(way, -lower[axis]), new Plane(way.clone().negate(), upper[axis])];
  });
}

/** A rectangle about a line and the box, with the line as a hole in it. */
function around(line, [left, below], [right, above]) {
  const [x, y] = [[left, right, ...line.map((point) => point.x)], [below, above, ...line.map((point) => point.y)]].map((values) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const room = (BEYOND - 1) * (most - least);
    return [least - room, most + room];
  });
  const shape = new Shape([[x[0], y[0]], [x[1], y[0]], [x[1], y[1]], [x[0], y[1]]].map((corner) => new Vector2(...corner)));
  if (line.length > 2) shape.holes.push(new Path(line));
  return shape;
}
