// What the camera shows: all robots, one of them, or the whole way of all.
import { Vector3 } from 'three';

const LATE = 0.9; // fraction of the rows of a run that flies apart at which it still counts

/** Sphere around the centres of mass of robots at their tracks' time, with the reach of the longest body. */
export function robotsSphere(tracks, reach) {
  const near = tracks.filter((track) => !(track.frame > LATE * track.nFrames && fliesApart(track, reach)));
  return sphereAround((near.length ? near : tracks).map((track) => track.comInto(new Vector3())), reach);
}

/** Sphere around the whole way of robots; of a run that flies apart, the part before. */
export function waySphere(tracks, reach) {
  const points = tracks.flatMap((track) => {
    const stride = Math.max(1, Math.floor(track.nFrames / 300));
    const last = Math.max(1, Math.floor(track.nFrames * (fliesApart(track, reach) ? LATE : 1)));
    return Array.from({ length: Math.ceil(last / stride) }, (_, k) => comAt(track, k * stride));
  });
  return sphereAround(points, reach);
}

/** Sphere around the box of some points, larger by a body's reach. */
function sphereAround(points, reach) {
  const centre = new Vector3();
  if (!points.length) return { centre, radius: reach };
  const low = points[0].clone();
  const high = points[0].clone();
  for (const point of points) {
    low.min(point);
    high.max(point);
  }
  centre.addVectors(low, high).multiplyScalar(0.5);
  return { centre, radius: reach + Math.max(...points.map((point) => point.distanceTo(centre))) };
}

/** Whether a run goes farther in its last rows than in all before. */
function fliesApart(track, reach) {
  const n = track.nFrames;
  if (n <= 20) return false;
  const before = comAt(track, Math.floor(LATE * n));
  return comAt(track, n - 1).distanceTo(before) > 3 * before.distanceTo(comAt(track, 0)) + reach;
}

function comAt(track, row) {
  return new Vector3(...[0, 1, 2].map((axis) => track.com.data[axis * track.nFrames + row]));
}
