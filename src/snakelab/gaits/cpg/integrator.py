"""The compiled oscillators: one interval of the network, with the rates and accelerations at its end.

In y_i = x_i / (r_i exp(i (theta_i + omega t))), r_i = sqrt(sigma) rho_i, all oscillators have one law,

    y_i' = xi(sigma |y_i|^2) y_i - coupling (L y)_i,

without the turning and without radii or phases: it goes slowly, and stands still where the gait has settled. Turning
back is exact, so that the error does not grow with the frequency.
"""

import math

from snakelab.compiling import kernel

# Entries of `numbers`.
GROWTH, SIGMA, STEEPNESS, SATURATED, OMEGA, TOLERANCE = range(6)
# Rows of `rhythm` and of `out`.
RADIUS, PHASE, CENTRE = range(3)
U, V, RATE, ACCELERATION = range(4)
# Rows of scratch: y, the next y, the point of a stage, and seven rates, each with a real and an imaginary half.
POINT, NEXT, STAGE, SLOPE = 0, 2, 4, 6
N_SCRATCH = 20
MOST_STEPS = 100_000
# The embedded Runge-Kutta pair of orders 5 and 4 of Dormand and Prince, A family of embedded Runge-Kutta formulae, 1980.
PAIR = (
    (1 / 5,),
    (3 / 40, 9 / 40),
    (44 / 45, -56 / 15, 32 / 9),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
    (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
)
OFF = (71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40)
A21, (A31, A32), (A41, A42, A43), (A51, A52, A53, A54) = PAIR[0][0], PAIR[1], PAIR[2], PAIR[3]
(A61, A62, A63, A64, A65), (B1, _, B3, B4, B5, B6) = PAIR[4], PAIR[5]
E1, _, E3, E4, E5, E6, E7 = OFF


@kernel(inline=True)
def pull(numbers, square):
    """xi of an oscillator with |y|^2 = square, and its slope d xi / d square."""
    sigma = numbers[SIGMA]
    e = sigma * (1.0 - square)
    if numbers[SATURATED] != 0.0 and e < 0.0:
        s = math.tanh(0.5 * numbers[STEEPNESS] * e)
        slope = 0.5 * numbers[STEEPNESS] * (1.0 - s * s)
        return numbers[GROWTH] * sigma * s, -numbers[GROWTH] * sigma * sigma * slope
    return numbers[GROWTH] * e, -numbers[GROWTH] * sigma


@kernel
def slope(matrix, numbers, s, at, to):
    """Rows `to` of scratch: y' at the rows `at`; matrix = coupling L, symmetric."""
    n = s.shape[1]
    for i in range(n):
        xi, _ = pull(numbers, s[at, i] * s[at, i] + s[at + 1, i] * s[at + 1, i])
        s[to, i] = xi * s[at, i]
        s[to + 1, i] = xi * s[at + 1, i]
    for j in range(n):
        a, b = s[at, j], s[at + 1, j]
        for i in range(n):
            s[to, i] -= matrix[j, i] * a
            s[to + 1, i] -= matrix[j, i] * b


@kernel
def try_step(matrix, numbers, rhythm, s, h):
    """One step of length h from POINT to NEXT; returns the largest error over the tolerance. The first slope is there."""
    n = s.shape[1]
    k1, k2, k3, k4, k5, k6, k7 = SLOPE, SLOPE + 2, SLOPE + 4, SLOPE + 6, SLOPE + 8, SLOPE + 10, SLOPE + 12
    for c in range(2):
        for i in range(n):
            s[STAGE + c, i] = s[c, i] + h * A21 * s[k1 + c, i]
    slope(matrix, numbers, s, STAGE, k2)
    for c in range(2):
        for i in range(n):
            s[STAGE + c, i] = s[c, i] + h * (A31 * s[k1 + c, i] + A32 * s[k2 + c, i])
    slope(matrix, numbers, s, STAGE, k3)
    for c in range(2):
        for i in range(n):
            s[STAGE + c, i] = s[c, i] + h * (A41 * s[k1 + c, i] + A42 * s[k2 + c, i] + A43 * s[k3 + c, i])
    slope(matrix, numbers, s, STAGE, k4)
    for c in range(2):
        for i in range(n):
            s[STAGE + c, i] = s[c, i] + h * (
                A51 * s[k1 + c, i] + A52 * s[k2 + c, i] + A53 * s[k3 + c, i] + A54 * s[k4 + c, i]
            )
    slope(matrix, numbers, s, STAGE, k5)
    for c in range(2):
        for i in range(n):
            s[STAGE + c, i] = s[c, i] + h * (
                A61 * s[k1 + c, i] + A62 * s[k2 + c, i] + A63 * s[k3 + c, i] + A64 * s[k4 + c, i] + A65 * s[k5 + c, i]
            )
    slope(matrix, numbers, s, STAGE, k6)
    for c in range(2):
        for i in range(n):
            s[NEXT + c, i] = s[c, i] + h * (
                B1 * s[k1 + c, i] + B3 * s[k3 + c, i] + B4 * s[k4 + c, i] + B5 * s[k5 + c, i] + B6 * s[k6 + c, i]
            )
    slope(matrix, numbers, s, NEXT, k7)
    worst = 0.0
    for c in range(2):
        for i in range(n):
            off = E1 * s[k1 + c, i] + E3 * s[k3 + c, i] + E4 * s[k4 + c, i]
            off += E5 * s[k5 + c, i] + E6 * s[k6 + c, i] + E7 * s[k7 + c, i]
            off = abs(h * off * rhythm[RADIUS, i])
            if not off <= worst:  # so that NaN stays
                worst = off
    return worst / numbers[TOLERANCE]


@kernel
def advance(matrix, numbers, rhythm, z, duration, s, out):
    """Fill out with the oscillators at the end of an interval; returns the steps taken, -1 where it came to no end.

    Args:
        matrix: coupling L, shape (n, n), symmetric, [1/s].
        numbers: Growth, sigma, steepness, saturated, omega and the tolerance of a step's error [rad], shape (6,).
        rhythm: r, theta and c of each oscillator, shape (3, n), [rad].
        z: u and v at the begin, shape (2, n), [rad].
        duration: [s]; 0 for the rates alone.
        s: Scratch, shape (N_SCRATCH, n).
        out: To fill: u, v, u' and u'' at the end, shape (4, n).
    """
    n = z.shape[1]
    for i in range(n):
        x, y = (z[0, i] - rhythm[CENTRE, i]) / rhythm[RADIUS, i], z[1, i] / rhythm[RADIUS, i]
        c, d = math.cos(rhythm[PHASE, i]), math.sin(rhythm[PHASE, i])
        s[POINT, i], s[POINT + 1, i] = c * x + d * y, c * y - d * x
    slope(matrix, numbers, s, POINT, SLOPE)
    done, h, steps = 0.0, duration, 0
    while done < duration:
        if steps >= MOST_STEPS or done + h == done:
            return -1
        steps += 1
        error = try_step(matrix, numbers, rhythm, s, h)
        if error <= 1.0:
            done = duration if h >= duration - done else done + h
            for c in range(2):
                for i in range(n):
                    s[POINT + c, i] = s[NEXT + c, i]
                    s[SLOPE + c, i] = s[SLOPE + 12 + c, i]
            h *= min(5.0, 0.9 * max(error, 1e-10) ** -0.2)
        elif error < math.inf:
            h *= max(0.1, 0.9 * error**-0.2)
        else:
            h *= 0.1
        h = min(h, duration - done)
    turn_back(matrix, numbers, rhythm, duration, s, out)
    return steps


@kernel
def turn_back(matrix, numbers, rhythm, duration, s, out):
    """u and v with u' and u'' from y and y' at the end: z'' = r e (y'' + 2 i omega y' - omega^2 y), e the turn."""
    n, omega = s.shape[1], numbers[OMEGA]
    for i in range(n):
        a, b, p, q = s[POINT, i], s[POINT + 1, i], s[SLOPE, i], s[SLOPE + 1, i]
        xi, bend = pull(numbers, a * a + b * b)
        bend *= 2.0 * (a * p + b * q)
        s[STAGE, i], s[STAGE + 1, i] = xi * p + bend * a, xi * q + bend * b
    for j in range(n):
        p, q = s[SLOPE, j], s[SLOPE + 1, j]
        for i in range(n):
            s[STAGE, i] -= matrix[j, i] * p
            s[STAGE + 1, i] -= matrix[j, i] * q
    for i in range(n):
        r, angle = rhythm[RADIUS, i], rhythm[PHASE, i] + omega * duration
        c, d = r * math.cos(angle), r * math.sin(angle)
        a, b, p, q = s[POINT, i], s[POINT + 1, i], s[SLOPE, i], s[SLOPE + 1, i]
        out[U, i], out[V, i] = rhythm[CENTRE, i] + c * a - d * b, c * b + d * a
        out[RATE, i] = c * (p - omega * b) - d * (q + omega * a)
        real = s[STAGE, i] - omega * (2.0 * q + omega * a)
        out[ACCELERATION, i] = c * real - d * (s[STAGE + 1, i] + omega * (2.0 * p - omega * b))
