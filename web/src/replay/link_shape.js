// Shapes of rigid links, along x, in the frame of their centre of mass. They end a little early, so that joints are seen.
import { BoxGeometry, BufferGeometry, CylinderGeometry, ExtrudeGeometry, Float32BufferAttribute, LatheGeometry, Quaternion, Shape, SphereGeometry, Vector2, Vector3 } from 'three';

const GAP = 0.045; // of the length, at ends that have a neighbour
const NOSE = 0.55; // of the width, how far the head's taper reaches back

/**
 * @param link Section, length, com, width and height [m].
 * @param ends Whether the tail end and the forward end have a neighbour.
 * @param nose +1 if the forward end is the head, -1 if the other is, 0 for none.
 */
export function linkShape(link, ends, nose) {
  const { length, com, section } = link;
  const width = link.width || 0.1 * length;
  const height = link.height || width;
  if (!(length > 0)) return new SphereGeometry(0.5 * width || 0.01, 20, 14);
  const tail = -com + (ends[0] ? Math.min(GAP * length, 0.3 * height) : 0);
  const front = length - com - (ends[1] ? Math.min(GAP * length, 0.3 * height) : 0);
  const shape = section === 'box' ? plate(front - tail, width, height, nose) : bar(front - tail, width / 2, nose);
  if (section === 'ellipse') shape.scale(1, 1, height / width).computeVertexNormals();
  return shape.translate(tail, 0, 0);
}

/** The meshes of a link as one shape with sharp edges; null for a link without. */
export function meshShape(meshes, link) {
  const places = meshes?.places.filter((place) => place.link === link) ?? [];
  if (!places.length) return null;
  const corners = [];
  for (const { shape, offset, turn } of places) {
    const { vertices, triangles } = meshes.shapes[shape];
    const rotation = new Quaternion(turn[1], turn[2], turn[3], turn[0]);
    const origin = new Vector3(...offset);
    const point = new Vector3();
    for (const k of triangles) corners.push(...point.fromArray(vertices, 3 * k).applyQuaternion(rotation).add(origin));
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(corners, 3));
  geometry.computeVertexNormals();
  return geometry;
}

/** What is seen of a joint between two links: a dark ball, smaller than the links. */
export function jointShape(link) {
  return new SphereGeometry(0.36 * Math.min(link.width, link.height || link.width), 18, 12);
}

/** Tyre, hub and spokes of a wheel of a radius and half width, about y: [tyre, hub, spokes]. */
export function wheelShape(radius, half = 0.16 * radius) {
  const [rim, edge] = [0.62 * radius, 0.09 * radius];
  const round = Math.min(edge, half);
  const outline = [[rim, -half], [radius - round, -half], [radius, round - half], [radius, half - round], [radius - round, half], [rim, half], [rim, -half]];
  const spokes = [0, 1, 2].map((k) => new BoxGeometry(2 * rim, 1.7 * half, 0.14 * radius).rotateY((k * Math.PI) / 3));
  return [new LatheGeometry(outline.map(([r, y]) => new Vector2(r, y)), 32), new CylinderGeometry(rim, rim, 1.4 * half, 24), spokes];
}

/** Where a fixed base stands. */
export function baseShape(size) {
  return new BoxGeometry(1.5 * size, 1.5 * size, 0.3 * size);
}

/** A box with round edges, from x = 0; its head end narrows. */
function plate(length, width, height, nose) {
  const round = 0.16 * Math.min(length, width, height);
  const half = width / 2 - round; // the bevel puts `round` back
  const [x0, x1] = [round, length - round];
  const taper = Math.min(NOSE * width, 0.6 * (x1 - x0));
  const [tailTaper, frontTaper] = [nose < 0 ? taper : 0, nose > 0 ? taper : 0];
  const narrow = 0.42 * half;
  const outline = new Shape();
  outline.moveTo(x0, nose < 0 ? -narrow : -half);
  if (tailTaper) outline.quadraticCurveTo(x0 + 0.15 * tailTaper, -half, x0 + tailTaper, -half);
  outline.lineTo(x1 - frontTaper, -half);
  if (frontTaper) outline.quadraticCurveTo(x1 - 0.15 * frontTaper, -half, x1, -narrow);
  else outline.lineTo(x1, -half);
  outline.lineTo(x1, nose > 0 ? narrow : half);
  if (frontTaper) outline.quadraticCurveTo(x1 - 0.15 * frontTaper, half, x1 - frontTaper, half);
  outline.lineTo(x0 + tailTaper, half);
  if (tailTaper) outline.quadraticCurveTo(x0 + 0.15 * tailTaper, half, x0, narrow);
  else outline.lineTo(x0, half);
  const depth = Math.max(height - 2 * round, 1e-6);
  const settings = { depth, bevelEnabled: true, bevelThickness: round, bevelSize: round, bevelSegments: 4, curveSegments: 10 };
  return new ExtrudeGeometry(outline, settings).translate(0, 0, -depth / 2);
}

/** A round bar with round edges, from x = 0; its head end is an ogive. */
function bar(length, radius, nose) {
  const plain = Math.min(0.35 * radius, 0.2 * length);
  const long = Math.min(1.8 * radius, 0.6 * length);
  const [tail, front] = [nose < 0 ? long : plain, nose > 0 ? long : plain];
  const profile = [...corner(tail, nose < 0 ? radius : plain).map(([x, drop]) => new Vector2(radius - drop, x))];
  profile.push(...corner(front, nose > 0 ? radius : plain).reverse().map(([x, drop]) => new Vector2(radius - drop, length - x)));
  profile.unshift(new Vector2(0, profile[0].y));
  profile.push(new Vector2(0, profile.at(-1).y));
  // A lathe turns about y; its y becomes x.
  return new LatheGeometry(profile, 28).rotateZ(-Math.PI / 2);
}

/** A quarter of an ellipse: distances from the end, and how much smaller the radius is there. */
function corner(length, drop) {
  return Array.from({ length: 9 }, (_, k) => {
    const angle = (k / 8) * (Math.PI / 2);
    return [length * (1 - Math.cos(angle)), drop * (1 - Math.sin(angle))];
  });
}
