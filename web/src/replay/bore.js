// A round tube along a polyline, its rings halfway between the directions where the line bends.
import { BufferGeometry, Float32BufferAttribute, Vector3 } from 'three';

const AROUND = 48;
const TIGHT = 0.2; // cosine at which a bend's ring would become too long

/** @returns the wall. */
export function bore(line, radii) {
  const points = line.map((point) => new Vector3(...point));
  const ways = directions(points);
  const rings = [];
  let side = sideOf(ways[0]);
  points.forEach((point, i) => {
    const [before, after] = [ways[Math.max(i - 1, 0)], ways[Math.min(i, ways.length - 1)]];
    const middle = before.clone().add(after).normalize();
    side = side.clone().addScaledVector(before, -side.dot(before)).normalize();
    rings.push(ring(point, before, middle, side, radii[i]));
  });
  return wall(rings);
}

/** Directions of all pieces; a piece without length, as at a step, goes on as the one before it. */
function directions(points) {
  const ways = points.slice(1).map((point, i) => point.clone().sub(points[i]));
  const first = ways.find((way) => way.length() > 0);
  ways.forEach((way, i) => (way.length() > 0 ? way.normalize() : way.copy(i ? ways[i - 1] : first.clone().normalize())));
  return ways;
}

function sideOf(way) {
  const up = Math.abs(way.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0);
  return up.cross(way).normalize();
}

/** A circle about the line, moved along the line into the plane that halves the bend. */
function ring(point, way, middle, side, radius) {
  const other = new Vector3().crossVectors(way, side);
  const cosine = Math.max(way.dot(middle), TIGHT);
  return Array.from({ length: AROUND + 1 }, (_, k) => {
    const angle = (2 * Math.PI * k) / AROUND;
    const out = side.clone().multiplyScalar(Math.cos(angle) * radius).addScaledVector(other, Math.sin(angle) * radius);
    return out.addScaledVector(way, -out.dot(middle) / cosine).add(point);
  });
}

function wall(rings) {
  const index = [];
  for (let i = 0; i + 1 < rings.length; i++) {
    for (let k = 0; k < AROUND; k++) {
      const a = i * (AROUND + 1) + k;
      index.push(a, a + 1, a + AROUND + 1, a + AROUND + 1, a + 1, a + AROUND + 2);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(rings.flat().flatMap((point) => point.toArray()), 3)).setIndex(index);
  geometry.computeVertexNormals();
  return geometry;
}
