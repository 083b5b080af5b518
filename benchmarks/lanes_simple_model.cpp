// A floor below lanes_same_model.cpp: about the least that a planar swimmer can cost. Explicit joint damping, so that a 2 x 2
// block is carried; a straight channel by two comparisons; no friction, corners, current or random numbers. 16 lanes to a block.
#include <cmath>

#ifndef LINKS
#define LINKS 10
#endif
constexpr int N = LINKS, W = 16;
constexpr float HALF = 0.07f, LENGTH = 0.14f, MASS = 0.1f, ADDED = 0.4f, SPIN = 1.2e-3f, CT = 0.26f, CN = 8.4f, LIN = 1e-2f,
                QUAD = 1e-3f, FOLLOW = 0.5f, SLOW = 0.15f, SERVO = 2.f, CALM = 0.3f, MOST = 0.5f, K = 200.f, D = 5.f, MIDDLE = -5.f,
                RADIUS = 0.2f;
typedef float Row[W] __attribute__((aligned(64)));
#define LANE _Pragma("omp simd") for (int w = 0; w < W; w++)

static inline void sine_cosine(float x, float& s, float& c) {
  float turns = floorf(x * 0.6366197723675814f + 0.5f), y = x - turns * 1.5707963267948966f, z = y * y;
  float s0 = y + y * z * (-1 / 6.f + z * (1 / 120.f + z * (-1 / 5040.f))), c0 = 1 - z * (0.5f - z * (1 / 24.f + z * (-1 / 720.f + z * (1 / 40320.f))));
  int quarter = (int)turns;
  float a = quarter & 1 ? c0 : s0, b = quarter & 1 ? s0 : c0;
  s = quarter & 2 ? -a : a;
  c = (quarter + 1) & 2 ? -b : b;
}

static void roll_block(const float* inputs, int stride, int n_steps, int substeps, float dt, float* costs) {
  Row angle[N], spin[N], sine[N], cosine[N], px[N], py[N], ux[N], uy[N], pivot[N], hx[N], hy[N], rest[N];
  Row x, y, vx, vy, kxx, kxy, kyy, bx, by, passed, ax, ay, total;
  for (int i = 0; i < N; i++) LANE angle[i][w] = spin[i][w] = 0;
  LANE x[w] = y[w] = vx[w] = vy[w] = total[w] = 0;
  for (int step = 0; step < n_steps; step++) {
    const float* input = inputs + step * stride;
    for (int sub = 0; sub < substeps; sub++) {
      LANE { ax[w] = vx[w]; ay[w] = vy[w]; bx[w] = x[w]; by[w] = y[w]; }
      for (int i = 0; i < N; i++) LANE {
        float s, c, o = LENGTH * spin[i][w];
        sine_cosine(angle[i][w], s, c);
        sine[i][w] = s; cosine[i][w] = c; px[i][w] = bx[w]; py[i][w] = by[w]; ux[i][w] = ax[w]; uy[i][w] = ay[w];
        ax[w] -= o * s; ay[w] += o * c; bx[w] += LENGTH * c; by[w] += LENGTH * s;
      }
      LANE kxx[w] = kxy[w] = kyy[w] = bx[w] = by[w] = passed[w] = 0;
      for (int i = N - 1; i >= 0; i--) {
        const int ahead = i < N - 1 ? i + 1 : i, behind = i ? i - 1 : 0;
        const float head = i == N - 1, joined = i > 0;
        LANE {
          float s = sine[i][w], c = cosine[i][w], o = spin[i][w], oo = o * o;
          float cx = ux[i][w] - o * HALF * s, cy = uy[i][w] + o * HALF * c, vt = c * cx + s * cy, vn = c * cy - s * cx;
          float ft = -CT * vt * (1 + fabsf(vt)), fn = -CN * vn * (1 + fabsf(vn));
          float away = py[i][w] - MIDDLE, deep = fabsf(away) - RADIUS, push = -K * deep * (away > 0 ? 1.f : -1.f) - D * uy[i][w];
          push = deep > 0 ? push : 0; push = px[i][w] < MIDDLE ? push : 0;
          float bend = angle[i][w] - angle[behind][w], rate = o - spin[behind][w];
          float u = head * (SERVO * (input[w] - bend) - CALM * rate) + (1 - head) * (FOLLOW * (angle[ahead][w] - angle[i][w] - bend) - SLOW * rate);
          u = u < MOST ? u : MOST; u = joined * (u > -MOST ? u : -MOST);
          float a = kxx[w], b = kxy[w], d = kyy[w], nx = c * b - s * a, ny = c * d - s * b;
          float mxx = MASS + ADDED * s * s, mxy = -ADDED * s * c, myy = MASS + ADDED * c * c;
          float inertia = SPIN + HALF * HALF * (MASS + ADDED) + LENGTH * LENGTH * (c * ny - s * nx);
          float h1 = LENGTH * nx - HALF * s * (MASS + ADDED), h2 = LENGTH * ny + HALF * c * (MASS + ADDED);
          float fx = c * ft - s * fn + oo * HALF * (mxx * c + mxy * s), fy = s * ft + c * fn + push + oo * HALF * (mxy * c + myy * s);
          float qx = bx[w] + oo * LENGTH * (a * c + b * s), qy = by[w] + oo * LENGTH * (b * c + d * s);
          float r = u - passed[w] - o * (LIN + QUAD * fabsf(o)) + HALF * (c * fy - s * fx) + LENGTH * (c * qy - s * qx), p = 1 / inertia;
          passed[w] = u; pivot[i][w] = p; hx[i][w] = h1; hy[i][w] = h2; rest[i][w] = r;
          kxx[w] = a + mxx - h1 * h1 * p; kxy[w] = b + mxy - h1 * h2 * p; kyy[w] = d + myy - h2 * h2 * p;
          bx[w] = qx + fx - h1 * r * p; by[w] = qy + fy - h2 * r * p;
        }
      }
      LANE {
        float p = 1 / (kxx[w] * kyy[w] - kxy[w] * kxy[w]);
        ax[w] = (kyy[w] * bx[w] - kxy[w] * by[w]) * p; ay[w] = (kxx[w] * by[w] - kxy[w] * bx[w]) * p;
        vx[w] += dt * ax[w]; vy[w] += dt * ay[w]; x[w] += dt * vx[w]; y[w] += dt * vy[w];
      }
      for (int i = 0; i < N; i++) LANE {
        float o = spin[i][w], turn = (rest[i][w] - hx[i][w] * ax[w] - hy[i][w] * ay[w]) * pivot[i][w];
        ax[w] -= LENGTH * (turn * sine[i][w] + o * o * cosine[i][w]); ay[w] += LENGTH * (turn * cosine[i][w] - o * o * sine[i][w]);
        spin[i][w] = o + dt * turn; angle[i][w] += dt * spin[i][w];
      }
    }
    LANE { float dx = x[w] + 11, dy = y[w] + 5; total[w] += 10 * dx * dx + 50 * dy * dy; }
  }
  LANE costs[w] = total[w];
}

extern "C" void roll_out(const float* inputs, int n_blocks, int n_steps, int substeps, float dt, int threads, float* costs) {
#pragma omp parallel for schedule(dynamic, 8) num_threads(threads)
  for (int block = 0; block < n_blocks; block++) roll_block(inputs + block * W, n_blocks * W, n_steps, substeps, dt, costs + block * W);
}
