// One frame of the live view; for its format see snakelab/plugins/studio/server/viewers.py.

const HEAD = 11;

/** Numbers of a frame by name, without copies. */
export function readFrame(buffer) {
  const all = new Float32Array(buffer);
  const [nLinks, nValues, nPoints, nThrusts, seconds, rest, took, nForces, nColours, nCurrent, nLoads] = all;
  let at = HEAD;
  const take = (n) => all.subarray(at, (at += n));
  return {
    time: seconds + rest,
    took,
    com: take(3),
    positions: take(3 * nLinks),
    turns: take(4 * nLinks),
    values: take(nValues),
    points: take(4 * nPoints),
    thrusts: take(nThrusts),
    forces: take(3 * nLinks * nForces),
    colours: take(nColours),
    current: take(nCurrent),
    loads: take(nLoads),
  };
}
