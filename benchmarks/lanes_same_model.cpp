// The roll-out of snakelab's lanes in C++: the same model, step by step, 16 lanes to a block, OpenMP for lanes and threads.
// A speed floor for bench_lanes.py, which compiles and calls it; compile with -DLINKS=<number of links>.
#include <cmath>
#include <cstdint>

#ifndef LINKS
#define LINKS 10
#endif
constexpr int N = LINKS, W = 16;
typedef float Row[W] __attribute__((aligned(64)));
typedef uint32_t Words[W] __attribute__((aligned(64)));
// One function a stage: inlined into one another, their loops no longer become vector instructions.
#define STAGE static __attribute__((noinline))
#define LANE _Pragma("omp simd") for (int w = 0; w < W; w++)

struct Link { float half, mass, spin_mass, added, drag_t, drag_n, spin_lin, spin_quad, tail_lever, tip_lever, turning, length, heavy; };
struct Joint { float follow, limit, stiffness, damping, feed; };
struct Wall { float k, d, mu, per_eps, corner_reach, along_link, x0, y0, per, reach, stream_x, stream_y, last_u, last_v; };
struct Cost { float x, y, qx, qy, r, angle_limit, penalty; };

struct World {
  const Link* link;
  const Joint* joint;  // at the tail end of each link
  Wall wall;
  const float* heights;  // null without walls; each with that of the next row beside it
  int columns, rows;
  const float* corners;
  int n_corners;
  const float* stream;  // null where the current is the same everywhere
};

struct Task {
  const float *state, *nominal, *sigma;
  float limit, dt;
  uint32_t key0, key1, cycle;
  int n_steps, substeps, solves, query_interval;
  Cost cost;
};

struct Block {
  Row angle[N], spin[N], sine[N], cosine[N], stream_x[N], stream_y[N], pivot[N], row_x[N], row_y[N], rest[N];
  Row edge_push[N], edge_hold[N], edge_grip[N], change[N], change_x[N + 1], change_y[N + 1];
  Row wall_x[N + 1], wall_y[N + 1], wall[N + 1], gap[N + 1], normal_x[N + 1], normal_y[N + 1], outward[N + 1], grip[N + 1], slip[N + 1], touch[N + 1];
  Row x, y, vx, vy, tip[6], changed;
  bool walled, cornered;
};

static inline void sine_cosine(float x, float& s, float& c) {
  float turns = floorf(x * 0.6366197723675814f + 0.5f), y = x - turns * 1.5707963267948966f, z = y * y;
  float s0 = y + y * z * (-1 / 6.f + z * (1 / 120.f + z * (-1 / 5040.f + z * (1 / 362880.f))));
  float c0 = 1 - z * (0.5f - z * (1 / 24.f + z * (-1 / 720.f + z * (1 / 40320.f - z * (1 / 3628800.f)))));
  int quarter = (int)turns;
  float a = quarter & 1 ? c0 : s0, b = quarter & 1 ? s0 : c0;
  s = quarter & 2 ? -a : a;
  c = (quarter + 1) & 2 ? -b : b;
}

static inline float as_float(uint32_t bits) { float x; __builtin_memcpy(&x, &bits, 4); return x; }
static inline uint32_t as_bits(float x) { uint32_t bits; __builtin_memcpy(&bits, &x, 4); return bits; }

static inline float tanh_share(float x) {
  float z = x * x, series = 1 - z * (1 / 3.f - z * (2 / 15.f - z * (17 / 315.f - z * (62 / 2835.f))));
  float y = x + x < 80 ? x + x : 80.f, whole = floorf(y * 1.4426950408889634f + 0.5f), f = whole * 0.6931471805599453f - y;
  float p = 1 + f * (1 + f * (0.5f + f * (1 / 6.f + f * (1 / 24.f + f * (1 / 120.f + f * (1 / 720.f + f * (1 / 5040.f)))))));
  float e = p * as_float((uint32_t)(127 - (int)whole) << 23), away = x > 0.2f ? x : 0.2f;
  return x > 0.2f ? (1 - e) / ((1 + e) * away) : series;
}

static inline float normal_of(uint32_t word) {
  float x = (float)((int)(word >> 9) * 2 - 0x7fffff) * 0x1p-23f, v = (1 - x) * (1 + x);
  int power = (int)(as_bits(v) >> 23) - 127;
  float m = as_float((as_bits(v) & 0x7fffff) | 0x3f800000);
  bool high = m > 1.4142135f;
  m = high ? m * 0.5f : m;
  power = high ? power + 1 : power;
  float t = (m - 1) / (m + 1), z = t * t;
  float w = -(power * 0.6931471805599453f + t * (2 + z * (2 / 3.f + z * (2 / 5.f + z * (2 / 7.f))))), a = w - 2.5f;
  float p = 2.81022636e-08f;
  p = 3.43273939e-07f + p * a; p = -3.5233877e-06f + p * a; p = -4.39150654e-06f + p * a; p = 0.00021858087f + p * a;
  p = -0.00125372503f + p * a; p = -0.00417768164f + p * a; p = 0.246640727f + p * a; p = 1.50140941f + p * a;
  float b = sqrtf(w) - 3, q = -0.000200214257f;
  q = 0.000100950558f + q * b; q = 0.00134934322f + q * b; q = -0.00367342844f + q * b; q = 0.00573950773f + q * b;
  q = -0.0076224613f + q * b; q = 0.00943887047f + q * b; q = 1.00167406f + q * b; q = 2.83297682f + q * b;
  return 1.41421356f * x * (w < 5 ? p : q);
}

static inline float inside(float v, float most) { v = v > 0 ? v : 0; return v < most ? v : most; }

static inline float distance(const World& m, float x, float y, float& gx, float& gy) {
  float u = inside((x - m.wall.x0) * m.wall.per, m.columns - 1), v = inside((y - m.wall.y0) * m.wall.per, m.rows - 1);
  float lu = inside(floorf(u), m.columns - 2), lv = inside(floorf(v), m.rows - 2);
  u -= lu; v -= lv;
  int at = (int)lv * m.columns + (int)lu;
  float h00 = m.heights[2 * at], h01 = m.heights[2 * at + 1], h10 = m.heights[2 * at + 2], h11 = m.heights[2 * at + 3];
  float low = h00 + u * (h10 - h00), high = h01 + u * (h11 - h01);
  gx = ((1 - v) * (h10 - h00) + v * (h11 - h01)) * m.wall.per;
  gy = (high - low) * m.wall.per;
  return low + v * (high - low);
}

STAGE void find_tip(const World& m, Block& b) {
  LANE { b.tip[0][w] = b.x[w]; b.tip[1][w] = b.y[w]; b.tip[2][w] = b.vx[w]; b.tip[3][w] = b.vy[w]; b.tip[4][w] = b.tip[5][w] = 0; }
  for (int i = 0; i < N; i++) {
    const float lever = m.link[i].tip_lever;
    LANE {
      float s, c, o = b.spin[i][w];
      sine_cosine(b.angle[i][w], s, c);
      b.sine[i][w] = s; b.cosine[i][w] = c;
      s *= lever; c *= lever;
      b.tip[0][w] += c; b.tip[1][w] += s; b.tip[2][w] -= o * s; b.tip[3][w] += o * c; b.tip[4][w] -= o * o * c; b.tip[5][w] -= o * o * s;
    }
  }
}

STAGE void find_stream(const World& m, Block& b) {
  if (!m.stream) {
    for (int i = 0; i < N; i++) LANE { b.stream_x[i][w] = m.wall.stream_x; b.stream_y[i][w] = m.wall.stream_y; }
    return;
  }
  Row px, py;
  LANE { px[w] = b.tip[0][w]; py[w] = b.tip[1][w]; }
  for (int i = N - 1; i >= 0; i--) LANE {
    float sx = m.link[i].half * b.cosine[i][w], sy = m.link[i].half * b.sine[i][w];
    int column = (int)inside((px[w] - sx - m.wall.x0) * m.wall.per + 0.5f, m.columns - 1);
    int row = (int)inside((py[w] - sy - m.wall.y0) * m.wall.per + 0.5f, m.rows - 1), at = 2 * (row * m.columns + column);
    b.stream_x[i][w] = m.stream[at]; b.stream_y[i][w] = m.stream[at + 1];
    px[w] -= sx + sx; py[w] -= sy + sy;
  }
}

STAGE void look_around(const World& m, float duration, Block& b) {
  b.walled = b.cornered = false;
  if (!m.heights) return;
  Row way;
  int near = 0, close = 0;
  for (int w = 0; w < W; w++) {
    float gx, gy, gap = distance(m, b.x[w], b.y[w], gx, gy);
    way[w] = m.wall.reach + duration * (fabsf(b.vx[w]) + fabsf(b.vy[w]));
    near |= !(gap - way[w] > 0);
  }
  if (!near) return;
  b.walled = true;
  for (int e = 0; e < m.n_corners; e++) for (int w = 0; w < W; w++) {
    float x = b.x[w] - m.corners[2 * e], y = b.y[w] - m.corners[2 * e + 1], within = way[w] + m.wall.corner_reach;
    close |= x * x + y * y <= within * within;
  }
  b.cornered = close;
  for (int i = 0; i < N; i++) LANE b.edge_push[i][w] = b.edge_hold[i][w] = b.edge_grip[i][w] = 0;
  Row px, py;
  LANE { px[w] = b.tip[0][w]; py[w] = b.tip[1][w]; }
  for (int end = N; end >= 0; end--) {
    const int back = end > 0 ? end - 1 : 0;
    const float length = 2 * m.link[back].half;
    LANE {
      float nx, ny, gap = distance(m, px[w], py[w], nx, ny), size = 1 / sqrtf(nx * nx + ny * ny + 1e-12f);
      nx *= size; ny *= size;
      b.wall_x[end][w] = nx; b.wall_y[end][w] = ny; b.wall[end][w] = gap - nx * px[w] - ny * py[w];
      px[w] -= length * b.cosine[back][w]; py[w] -= length * b.sine[back][w];
    }
  }
}

STAGE void find_walls(const World& m, float dt, Block& b) {
  const float rub = dt * m.wall.mu * m.wall.per_eps, per_eps = m.wall.per_eps, turned = m.wall.along_link;
  Row px, py, ux, uy;
  LANE { px[w] = b.tip[0][w]; py[w] = b.tip[1][w]; ux[w] = b.tip[2][w]; uy[w] = b.tip[3][w]; }
  for (int end = N; end >= 0; end--) {
    const int i = end < N ? end : N - 1, back = end > 0 ? end - 1 : 0;
    const float length = 2 * m.link[back].half;
    int pressed = 0;
    _Pragma("omp simd reduction(| : pressed)") for (int w = 0; w < W; w++) {
      float nx = b.wall_x[end][w], ny = b.wall_y[end][w], gap = nx * px[w] + ny * py[w] + b.wall[end][w];
      float s = b.sine[i][w], c = b.cosine[i][w];
      float side = c * ny - s * nx >= 0 ? 1.f : -1.f;
      nx += turned * (-s * side - nx); ny += turned * (c * side - ny);
      float out = nx * ux[w] + ny * uy[w], load = -m.wall.k * gap - m.wall.d * out, slip = c * ux[w] + s * uy[w];
      load = load > 0 ? load : 0; load = gap < 0 ? load : 0;
      b.gap[end][w] = gap; b.normal_x[end][w] = nx; b.normal_y[end][w] = ny; b.outward[end][w] = out; b.slip[end][w] = slip;
      b.grip[end][w] = rub * load; b.touch[end][w] = 0; pressed |= load > 0;
      s = length * b.sine[back][w]; c = length * b.cosine[back][w];
      px[w] -= c; py[w] -= s; ux[w] += b.spin[back][w] * s; uy[w] -= b.spin[back][w] * c;
    }
    if (pressed) LANE b.grip[end][w] *= tanh_share(fabsf(b.slip[end][w]) * per_eps);
  }
}

STAGE void find_corners(const World& m, float dt, Block& b) {
  const float k = m.wall.k, d = m.wall.d, gain = d + dt * k, rub = dt * m.wall.mu * m.wall.per_eps, per_eps = m.wall.per_eps;
  Row px, py, ux, uy, before;
  LANE { px[w] = b.tip[0][w]; py[w] = b.tip[1][w]; ux[w] = b.tip[2][w]; uy[w] = b.tip[3][w]; }
  for (int i = N - 1; i >= 0; i--) {
    const float half = m.link[i].half;
    LANE {
      before[w] = b.edge_hold[i][w];
      b.edge_push[i][w] = b.edge_hold[i][w] = b.edge_grip[i][w] = 0;
      float s = half * b.sine[i][w], c = half * b.cosine[i][w], o = b.spin[i][w];
      px[w] -= c; py[w] -= s; ux[w] += o * s; uy[w] -= o * c;
    }
    for (int e = 0; e < m.n_corners; e++) {
      const float cx = m.corners[2 * e], cy = m.corners[2 * e + 1];
      int met = 0;
      _Pragma("omp simd reduction(| : met)") for (int w = 0; w < W; w++) {
        float s = b.sine[i][w], c = b.cosine[i][w], ax = cx - px[w], ay = cy - py[w];
        met |= (fabsf(c * ay - s * ax) < m.wall.corner_reach) & (fabsf(c * ax + s * ay) <= half);
      }
      if (!met) continue;
      LANE {
        float s = b.sine[i][w], c = b.cosine[i][w], ax = cx - px[w], ay = cy - py[w], across = c * ay - s * ax;
        float gap = fabsf(across) - m.wall.corner_reach, side = across >= 0 ? -1.f : 1.f, out = side * (c * uy[w] - s * ux[w]);
        float after = out + side * (c * b.change_y[i][w] - s * b.change_x[i][w] + half * b.change[i][w]);
        float load = -k * (gap + dt * after) - d * after, on = load > 0 ? 1.f : 0.f, now = -k * gap - d * out;
        on = gap < 0 ? on : 0; on = fabsf(c * ax + s * ay) <= half ? on : 0; now = now > 0 ? now : 0;
        b.edge_push[i][w] -= on * side * (k * gap + gain * out);
        b.edge_hold[i][w] += on * dt * gain;
        b.edge_grip[i][w] += on * rub * now * tanh_share(fabsf(c * ux[w] + s * uy[w]) * per_eps);
      }
    }
    LANE {
      b.changed[w] += fabsf(b.edge_hold[i][w] - before[w]);
      float s = half * b.sine[i][w], c = half * b.cosine[i][w], o = b.spin[i][w];
      px[w] -= c; py[w] -= s; ux[w] += o * s; uy[w] -= o * c;
    }
  }
}

STAGE bool settle(const World& m, float dt, Block& b) {
  LANE b.changed[w] = 0;
  for (int end = 0; end <= N; end++) LANE {
    float after = b.outward[end][w] + b.normal_x[end][w] * b.change_x[end][w] + b.normal_y[end][w] * b.change_y[end][w];
    float ahead = b.gap[end][w] + dt * after, load = -m.wall.k * ahead - m.wall.d * after, before = b.touch[end][w];
    float now = load > 0 ? (ahead < 0 ? 1.f : before) : 0.f;
    b.touch[end][w] = now; b.changed[w] += fabsf(now - before);
  }
  if (b.cornered) find_corners(m, dt, b);
  int any = 0;
  for (int w = 0; w < W; w++) any |= b.changed[w] != 0;
  return any;
}

STAGE void add_wall(const World& m, float dt, int end, int i, Block& b, Row& kxx, Row& kxy, Row& kyy, Row& bx, Row& by) {
  const float k = m.wall.k, gain = m.wall.d + dt * k, hold = dt * gain;
  int any = 0;
  _Pragma("omp simd reduction(| : any)") for (int w = 0; w < W; w++) any |= b.touch[end][w] > 0;
  if (!any) return;
  LANE {
    float touch = b.touch[end][w], nx = b.normal_x[end][w], ny = b.normal_y[end][w], s = b.sine[i][w], c = b.cosine[i][w];
    float grip = touch * b.grip[end][w], firm = touch * hold, push = -dt * touch * (k * b.gap[end][w] + gain * b.outward[end][w]);
    float rub = -grip * b.slip[end][w];
    kxx[w] += firm * nx * nx + grip * c * c; kxy[w] += firm * nx * ny + grip * c * s; kyy[w] += firm * ny * ny + grip * s * s;
    bx[w] += push * nx + rub * c; by[w] += push * ny + rub * s;
  }
}

STAGE void solve(const World& m, const Row& target, const Row& rate, float dt, bool walled, Block& b) {
  Row ux, uy, ax, ay, bx, by, kxx, kxy, kyy, gx, gy, h, e;
  LANE {
    ux[w] = b.tip[2][w]; uy[w] = b.tip[3][w]; ax[w] = b.tip[4][w]; ay[w] = b.tip[5][w];
    bx[w] = by[w] = kxx[w] = kxy[w] = kyy[w] = gx[w] = gy[w] = h[w] = e[w] = 0;
  }
  if (walled) add_wall(m, dt, N, N - 1, b, kxx, kxy, kyy, bx, by);
  for (int i = N - 1; i >= 0; i--) {
    const int behind = i ? i - 1 : 0, ahead = i < N - 1 ? i + 1 : i;
    const Link& q = m.link[i];
    const Joint& j = m.joint[i];
    const float half = q.half, length = 2 * half, heavy = q.mass + q.added;
    const float gain = j.damping + dt * j.stiffness, kappa = dt * gain;
    LANE {
      float s = b.sine[i][w], c = b.cosine[i][w], o = b.spin[i][w], oo = o * o, hs = half * s, hc = half * c;
      float cux = ux[w] + o * hs, cuy = uy[w] - o * hc, cax = ax[w] + oo * hc, cay = ay[w] + oo * hs;
      ux[w] = cux + o * hs; uy[w] = cuy - o * hc; ax[w] = cax + oo * hc; ay[w] = cay + oo * hs;
      float wx = b.stream_x[i][w], wy = b.stream_y[i][w], stream = c * wx + s * wy, vx = cux - wx, vy = cuy - wy;
      float vt = c * vx + s * vy, vn = c * vy - s * vx, gt = q.drag_t * (1 + fabsf(vt)), gn = q.drag_n * (1 + fabsf(vn));
      float gs = q.spin_lin + q.spin_quad * fabsf(o), grip = b.edge_grip[i][w];
      float mt = q.mass + dt * gt + grip, mn = heavy + dt * gn + b.edge_hold[i][w];
      float turning = q.turning * vn;
      float ft = -dt * (gt * vt + q.mass * (c * cax + s * cay) - turning * o) - grip * (vt + stream);
      float fn = -dt * (gn * vn + heavy * (c * cay - s * cax) + o * (q.added * stream - q.turning * (vt + stream)) - b.edge_push[i][w]);
      float bend = b.angle[i][w] - b.angle[behind][w], passed = j.follow * (b.angle[ahead][w] - b.angle[i][w] - bend);
      passed = passed < j.limit ? passed : j.limit; passed = passed > -j.limit ? passed : -j.limit;
      float u = dt * (passed + j.stiffness * (target[w] - bend) + j.feed * rate[w] - gain * (o - b.spin[behind][w]));
      float a = kxx[w], bb = kxy[w], d = kyy[w], g1 = gx[w], g2 = gy[w];
      float knx = length * (c * bb - s * a), kny = length * (c * d - s * bb), hx = knx + g1 - hs * mn, hy = kny + g2 + hc * mn;
      float lone = q.spin_mass + dt * gs + half * half * mn + h[w] + length * (c * (kny + 2 * g2) - s * (knx + 2 * g1));
      float rest = u - dt * (gs * o + turning * vt) + half * fn + length * (c * by[w] - s * bx[w]) + e[w];
      float pivot = 1 / (lone + kappa), px = hx * pivot, py = hy * pivot, pr = rest * pivot;
      kxx[w] = a + mt * c * c + mn * s * s - hx * px; kxy[w] = bb + (mt - mn) * s * c - hx * py; kyy[w] = d + mt * s * s + mn * c * c - hy * py;
      gx[w] = kappa * px; gy[w] = kappa * py; h[w] = kappa * lone * pivot;
      bx[w] += c * ft - s * fn - hx * pr; by[w] += s * ft + c * fn - hy * pr; e[w] = kappa * pr - u;
      b.pivot[i][w] = kappa * pivot; b.row_x[i][w] = px; b.row_y[i][w] = py; b.rest[i][w] = pr;
    }
    if (walled) add_wall(m, dt, i, i, b, kxx, kxy, kyy, bx, by);
  }
  LANE {
    float scale = 1 / (kxx[w] * kyy[w] - kxy[w] * kxy[w]);
    b.change_x[0][w] = (kyy[w] * bx[w] - kxy[w] * by[w]) * scale; b.change_y[0][w] = (kxx[w] * by[w] - kxy[w] * bx[w]) * scale;
    e[w] = 0;
  }
  for (int i = 0; i < N; i++) {
    const float length = 2 * m.link[i].half;
    LANE {
      float x = b.change_x[i][w], y = b.change_y[i][w];
      float change = b.rest[i][w] - b.row_x[i][w] * x - b.row_y[i][w] * y + b.pivot[i][w] * e[w];
      e[w] = b.change[i][w] = change;
      b.change_x[i + 1][w] = x - length * b.sine[i][w] * change; b.change_y[i + 1][w] = y + length * b.cosine[i][w] * change;
    }
  }
}

// Two links at the head swing about the joint behind them, by their joints and the drag across them.
STAGE void guess(const World& m, const Row& target, const Row& rate, float dt, Block& b) {
  for (int i = 0; i <= N; i++) LANE { b.change_x[i][w] = b.change_y[i][w] = 0; b.change[i < N ? i : 0][w] = 0; }
  if (N < 2) return;
  const int p = N - 1, q = N - 2, r = N > 2 ? N - 3 : 0;
  const Link &lp = m.link[p], &lq = m.link[q];
  const Joint &jp = m.joint[p], &jq = m.joint[q];
  const float gain_p = jp.damping + dt * jp.stiffness, gain_q = jq.damping + dt * jq.stiffness, length = lq.length;
  LANE {
    float sp = b.sine[p][w], cp = b.cosine[p][w], sq = b.sine[q][w], cq = b.cosine[q][w], op = b.spin[p][w], oq = b.spin[q][w];
    float ux = b.tip[2][w], uy = b.tip[3][w], vp = cp * (uy - b.stream_y[p][w]) - sp * (ux - b.stream_x[p][w]) - lp.half * op;
    ux += lp.length * op * sp; uy -= lp.length * op * cp;
    float vq = cq * (uy - b.stream_y[q][w]) - sq * (ux - b.stream_x[q][w]) - lq.half * oq;
    float gp = lp.drag_n * (1 + fabsf(vp)), gq = lq.drag_n * (1 + fabsf(vq));
    float mp = lp.heavy + dt * gp, mq = lq.heavy + dt * gq, fp = -dt * gp * vp, fq = -dt * gq * vq;
    float bp = b.angle[p][w] - b.angle[q][w], bq = b.angle[q][w] - b.angle[r][w];
    float up = jp.follow * -bp, uq = jq.follow * (bp - bq);
    up = up < jp.limit ? up : jp.limit; up = up > -jp.limit ? up : -jp.limit;
    uq = uq < jq.limit ? uq : jq.limit; uq = uq > -jq.limit ? uq : -jq.limit;
    up = dt * (up + jp.stiffness * (target[w] - bp) + jp.feed * rate[w] - gain_p * (op - oq));
    uq = dt * (uq + jq.stiffness * (target[w] - bq) + jq.feed * rate[w] - gain_q * (oq - b.spin[r][w]));
    float arm = length * (cp * cq + sp * sq), kp = dt * gain_p, kq = dt * gain_q;
    float mpp = lp.spin_mass + kp + lp.half * lp.half * mp, mpq = lp.half * mp * arm - kp;
    float mqq = lq.spin_mass + kp + kq + length * length * lp.mass + lq.half * lq.half * mq + (mp - lp.mass) * arm * arm;
    float rp = up + lp.half * fp, rq = uq - up + lq.half * fq + arm * fp, scale = 1 / (mpp * mqq - mpq * mpq);
    float zp = (mqq * rp - mpq * rq) * scale, zq = (mpp * rq - mpq * rp) * scale;
    b.change[p][w] = zp; b.change[q][w] = zq;
    b.change_x[p][w] = -length * sq * zq; b.change_y[p][w] = length * cq * zq;
    b.change_x[N][w] = b.change_x[p][w] - lp.length * sp * zp; b.change_y[N][w] = b.change_y[p][w] + lp.length * cp * zp;
  }
}

STAGE void step(const World& m, const Row& target, const Row& rate, float dt, int solves, int query, Block& b) {
  find_tip(m, b);
  if (query) {
    find_stream(m, b);
    look_around(m, query * dt, b);
  }
  if (b.walled) {
    find_walls(m, dt, b);
    guess(m, target, rate, dt, b);
    for (int turn = 0; turn < solves && (settle(m, dt, b) || !turn); turn++) solve(m, target, rate, dt, true, b);
  } else {
    solve(m, target, rate, dt, false, b);
  }
  LANE { b.vx[w] += b.change_x[0][w]; b.vy[w] += b.change_y[0][w]; }
  for (int i = 0; i < N; i++) {
    const float lever = m.link[i].tail_lever;
    LANE {
      float change = b.change[i][w];
      b.vx[w] += lever * b.sine[i][w] * change; b.vy[w] -= lever * b.cosine[i][w] * change;
      b.spin[i][w] += change; b.angle[i][w] += dt * b.spin[i][w];
    }
  }
  LANE { b.x[w] += dt * b.vx[w]; b.y[w] += dt * b.vy[w]; }
}

STAGE void philox(const Task& t, uint32_t first, uint32_t group, Words* words) {
  LANE {
    uint32_t c0 = first + w, c1 = group, c2 = t.cycle, c3 = 0, k0 = t.key0, k1 = t.key1;
    for (int r = 0; r < 10; r++) {
      uint64_t even = (uint64_t)c0 * 0xD2511F53u, odd = (uint64_t)c2 * 0xCD9E8D57u;
      c0 = (uint32_t)(odd >> 32) ^ c1 ^ k0; c1 = (uint32_t)odd; c2 = (uint32_t)(even >> 32) ^ c3 ^ k1; c3 = (uint32_t)even;
      k0 += 0x9E3779B9u; k1 += 0xBB67AE85u;
    }
    words[0][w] = c0; words[1][w] = c1; words[2][w] = c2; words[3][w] = c3;
  }
}

static void roll_block(const World& m, const Task& t, int block, float* costs) {
  Block b;
  Words words[4];
  Row total, input, still, over;
  for (int i = 0; i < N; i++) LANE {
    b.angle[i][w] = t.state[i]; b.spin[i][w] = t.state[N + i];
    b.edge_push[i][w] = b.edge_hold[i][w] = b.edge_grip[i][w] = 0;
  }
  LANE { b.x[w] = t.state[2 * N]; b.y[w] = t.state[2 * N + 1]; b.vx[w] = t.state[2 * N + 2]; b.vy[w] = t.state[2 * N + 3]; total[w] = still[w] = 0; }
  for (int i = 0; i < t.n_steps; i++) {
    if (i % 4 == 0) philox(t, block * W, i / 4, words);
    LANE {
      float u = t.nominal[i] + t.sigma[i] * normal_of(words[i % 4][w]);
      u = u < t.limit ? u : t.limit; input[w] = u > -t.limit ? u : -t.limit;
    }
    for (int k = 0; k < t.substeps; k++) {
      const int now = i * t.substeps + k, query = now % t.query_interval ? 0 : t.query_interval;
      step(m, input, still, t.dt, t.solves, query, b);
    }
    LANE over[w] = 0;
    for (int j = 1; j < N; j++) LANE { float bend = fabsf(b.angle[j][w] - b.angle[j - 1][w]); over[w] = bend > over[w] ? bend : over[w]; }
    LANE {
      float dx = b.x[w] - t.cost.x, dy = b.y[w] - t.cost.y, fine = over[w] > t.cost.angle_limit ? t.cost.penalty : 0;
      total[w] += t.cost.qx * dx * dx + t.cost.qy * dy * dy + t.cost.r * input[w] * input[w] + fine;
    }
  }
  LANE costs[w] = total[w];
}

extern "C" void roll_out(const World* world, const Task* task, int n_blocks, int threads, float* costs) {
#pragma omp parallel for schedule(dynamic, 8) num_threads(threads)
  for (int block = 0; block < n_blocks; block++) roll_block(*world, *task, block, costs + block * W);
}
