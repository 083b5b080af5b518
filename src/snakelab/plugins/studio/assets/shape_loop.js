// Displacement of a base over a loop in shape space: g' = g xi, xi = -A(s) s', along straight segments, by midpoint exponentials.
const LONGEST = 0.02; // step in shape space

function connectionAt(data, s) {
  // Bilinear interpolation of the connection, 6 numbers: row by row of the 3 x 2 matrix.
  const n = data.first.length, at = (axis, value) => {
    const x = (value - axis[0]) / (axis[1] - axis[0]);
    const i = Math.min(Math.max(Math.floor(x), 0), n - 2);
    return [i, x - i];
  };
  const [i, u] = at(data.first, s[0]), [j, v] = at(data.second, s[1]);
  return data.A.map((row) => (1 - u) * ((1 - v) * row[i][j] + v * row[i][j + 1]) + u * ((1 - v) * row[i + 1][j] + v * row[i + 1][j + 1]));
}

function moved(pose, xi) {
  // Pose (x, y, heading) times the exponential of a planar twist.
  const w = xi[2], a = Math.abs(w) < 1e-9 ? 1 : Math.sin(w) / w, b = Math.abs(w) < 1e-9 ? w / 2 : (1 - Math.cos(w)) / w;
  const x = a * xi[0] - b * xi[1], y = b * xi[0] + a * xi[1], c = Math.cos(pose[2]), s = Math.sin(pose[2]);
  return [pose[0] + c * x - s * y, pose[1] + s * x + c * y, pose[2] + w];
}

function displacement(data, points) {
  // Poses along the closed polygon through the points; the last one is the displacement of a cycle.
  const poses = [[0, 0, 0]];
  let pose = [0, 0, 0];
  points.forEach((from, k) => {
    const to = points[(k + 1) % points.length], d = [to[0] - from[0], to[1] - from[1]];
    const n = Math.max(1, Math.ceil(Math.hypot(d[0], d[1]) / LONGEST));
    for (let i = 0; i < n; i++) {
      const t = (i + 0.5) / n, A = connectionAt(data, [from[0] + t * d[0], from[1] + t * d[1]]);
      pose = moved(pose, [0, 1, 2].map((row) => -(A[2 * row] * d[0] + A[2 * row + 1] * d[1]) / n));
    }
    poses.push(pose);
  });
  return poses;
}

if (typeof module !== "undefined") module.exports = { connectionAt, displacement };
