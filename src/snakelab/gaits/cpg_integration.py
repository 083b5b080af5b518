"""Compiled integration of the oscillators of a central pattern generator, and derivatives of a stream of samples."""

import math
from typing import NamedTuple

import numpy as np

from snakelab.errors import GaitError
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray, count, number, vector

# ----------------------------------------------------------------------------------------------------------------------
# Oscillators: one interval of the network, then the joints' angles, rates and accelerations at its end
#
# An oscillator rotates in units of its own circle: x_i = D_i y_i, D_i = sqrt(sigma) rho_i exp(i theta_i). There all obey
# one law,
#
#     y_i' = (i omega + xi(sigma |y_i|^2)) y_i - coupling (L y)_i,
#
# which contains no radii and phases: a gait is the map z = c + D y. The rotation is separated, y = exp(i turn) w with turn
# the integral of omega: w changes slowly, and is constant once the oscillators have converged. The rotation back is exact,
# so that the error does not grow with the frequency.
#
# The Runge-Kutta pair is compiled here because a controller needs one output per period: of 28 oscillators in 4.6 us, where
# SciPy's `solve_ivp` takes 230 (RK45) to 330 times (DOP853) as long at the same accuracy (benchmarks/bench_cpg.py).
# ----------------------------------------------------------------------------------------------------------------------

# Entries of `numbers`.
GROWTH, SIGMA, STEEPNESS, SATURATED, TOLERANCE, OMEGA, OMEGA_RATE, TURN = range(8)
# Rows of `circles`: D and c; three more with their rates, three with their accelerations.
REAL, IMAGINARY, CENTRE = range(3)
# Rows of `out`.
U, V, RATE, ACCELERATION, Y_REAL, Y_IMAGINARY = range(6)
# Rows of scratch: w, the next w, the point of a stage, and seven rates, each with a real and an imaginary half.
POINT, NEXT, STAGE, SLOPE = 0, 2, 4, 6
N_SCRATCH = 20
MAX_STEPS = 100_000
# The embedded Runge-Kutta pair of orders 5 and 4 of Dormand and Prince, A family of embedded Runge-Kutta formulae, 1980.
PAIR = (
    (1 / 5,),
    (3 / 40, 9 / 40),
    (44 / 45, -56 / 15, 32 / 9),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
    (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
)
ERROR_WEIGHTS = (71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40)
A21, (A31, A32), (A41, A42, A43), (A51, A52, A53, A54) = PAIR[0][0], PAIR[1], PAIR[2], PAIR[3]
(A61, A62, A63, A64, A65), (B1, _, B3, B4, B5, B6) = PAIR[4], PAIR[5]
E1, _, E3, E4, E5, E6, E7 = ERROR_WEIGHTS


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


@kernel(inline=True)
def couple(matrix, s, at, to):
    """Subtract L times the rows `at` of scratch from its rows `to`."""
    n = s.shape[1]
    for j in range(n):
        a, b = s[at, j], s[at + 1, j]
        for i in range(n):
            s[to, i] -= matrix[j, i] * a
            s[to + 1, i] -= matrix[j, i] * b


@kernel(interpretable=True)
def slope(matrix, numbers, s, at, to):
    """Rows `to` of scratch: w' at the rows `at`; matrix = coupling L, symmetric."""
    n = s.shape[1]
    for i in range(n):
        xi, _ = pull(numbers, s[at, i] * s[at, i] + s[at + 1, i] * s[at + 1, i])
        s[to, i] = xi * s[at, i]
        s[to + 1, i] = xi * s[at + 1, i]
    couple(matrix, s, at, to)


@kernel(interpretable=True)
def try_step(matrix, numbers, circles, s, h):
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
    for i in range(n):
        radius = math.sqrt(circles[REAL, i] ** 2 + circles[IMAGINARY, i] ** 2)
        for c in range(2):
            off = E1 * s[k1 + c, i] + E3 * s[k3 + c, i] + E4 * s[k4 + c, i]
            off += E5 * s[k5 + c, i] + E6 * s[k6 + c, i] + E7 * s[k7 + c, i]
            off = abs(h * off * radius)
            if not off <= worst:  # so that NaN stays
                worst = off
    return worst / numbers[TOLERANCE]


@kernel(interpretable=True)
def advance(matrix, numbers, circles, y, duration, s, out):
    """Fill out with the oscillators at the end of an interval; return the number of steps, -1 if it did not converge.

    Args:
        matrix: coupling L, shape (n, n), symmetric, [1/s].
        numbers: Growth, sigma, steepness, bounded contraction, the tolerance of a step's error [rad], then omega and its rate at
            the end and its integral over the interval, shape (8,).
        circles: D (real, imaginary) and c at the end, their rates, their accelerations, shape (9, n), [rad].
        y: Real and imaginary part at the start, shape (2, n), [-].
        duration: Duration [s]; 0 for the angles alone.
        s: Scratch, shape (N_SCRATCH, n).
        out: To fill: u, v, u', u'' and y at the end, shape (6, n).
    """
    for i in range(y.shape[1]):
        s[POINT, i], s[POINT + 1, i] = y[0, i], y[1, i]
    slope(matrix, numbers, s, POINT, SLOPE)
    done, h, steps = 0.0, duration, 0
    while done < duration:
        if steps >= MAX_STEPS or done + h == done:
            return -1
        steps += 1
        error = try_step(matrix, numbers, circles, s, h)
        if error <= 1.0:
            done = duration if h >= duration - done else done + h
            for c in range(2):
                for i in range(y.shape[1]):
                    s[POINT + c, i] = s[NEXT + c, i]
                    s[SLOPE + c, i] = s[SLOPE + 12 + c, i]
            h *= min(5.0, 0.9 * max(error, 1e-10) ** -0.2)
        elif error < math.inf:
            h *= max(0.1, 0.9 * error**-0.2)
        else:
            h *= 0.1
        h = min(h, duration - done)
    bends(matrix, numbers, s)
    write_state(numbers, circles, s, out)
    return steps


@kernel(interpretable=True)
def bends(matrix, numbers, s):
    """Rows STAGE of scratch: w'' at w and w'."""
    n = s.shape[1]
    for i in range(n):
        a, b, p, q = s[POINT, i], s[POINT + 1, i], s[SLOPE, i], s[SLOPE + 1, i]
        xi, bend = pull(numbers, a * a + b * b)
        bend *= 2.0 * (a * p + b * q)
        s[STAGE, i], s[STAGE + 1, i] = xi * p + bend * a, xi * q + bend * b
    couple(matrix, s, SLOPE, STAGE)


@kernel(interpretable=True)
def write_state(numbers, circles, s, out):
    """Convert w, w' and w'' to angles: x = D e w with the rotation e, so that

    x' = e ((D' + i omega D) w + D w'),
    x'' = e ((D'' + 2 i omega D' + i omega' D - omega^2 D) w + 2 (D' + i omega D) w' + D w'').
    """
    omega, faster = numbers[OMEGA], numbers[OMEGA_RATE]
    c, d = math.cos(numbers[TURN]), math.sin(numbers[TURN])
    for i in range(s.shape[1]):
        Dr, Di = circles[REAL, i], circles[IMAGINARY, i]
        # D' + i omega D, and the factor of w in x''
        Pr, Pi = circles[3, i] - omega * Di, circles[4, i] + omega * Dr
        Qr = circles[6, i] - 2.0 * omega * circles[4, i] - faster * Di - omega * omega * Dr
        Qi = circles[7, i] + 2.0 * omega * circles[3, i] + faster * Dr - omega * omega * Di
        a, b = c * s[POINT, i] - d * s[POINT + 1, i], c * s[POINT + 1, i] + d * s[POINT, i]
        p, q = c * s[SLOPE, i] - d * s[SLOPE + 1, i], c * s[SLOPE + 1, i] + d * s[SLOPE, i]
        f, g = c * s[STAGE, i] - d * s[STAGE + 1, i], c * s[STAGE + 1, i] + d * s[STAGE, i]
        out[Y_REAL, i], out[Y_IMAGINARY, i] = a, b
        out[U, i], out[V, i] = circles[CENTRE, i] + Dr * a - Di * b, Dr * b + Di * a
        out[RATE, i] = circles[5, i] + Pr * a - Pi * b + Dr * p - Di * q
        out[ACCELERATION, i] = circles[8, i] + Qr * a - Qi * b + 2.0 * (Pr * p - Pi * q) + Dr * f - Di * g


# ----------------------------------------------------------------------------------------------------------------------
# Rates and accelerations of a stream of samples, by five-point polynomials in a sliding window
# ----------------------------------------------------------------------------------------------------------------------

WINDOW, POINTS = 7, 5


class Window(NamedTuple):
    """The last samples and their known derivatives, oldest first. Rows from `size` on are empty.

    In a full window, rates up to row 4 and accelerations up to row 2 change no more; the newer ones are provisional.

    Attributes:
        times: Shape (7,), [s].
        values: Shape (7, n).
        rates: Shape (7, n), per second.
        accelerations: Shape (7, n), per second squared.
        size: Samples in the window [-].
    """

    times: FloatArray
    values: FloatArray
    rates: FloatArray
    accelerations: FloatArray
    size: int


def empty_window(n: int) -> Window:
    """A window for samples of n numbers, before the first."""
    count(n, "empty_window n", GaitError, minimum=1)
    return Window(np.zeros(WINDOW), np.zeros((WINDOW, n)), np.zeros((WINDOW, n)), np.zeros((WINDOW, n)), 0)


def slide(window: Window, time: float, values: FloatArray) -> Window:
    """Return the window with one more sample; the old one is not changed.

    With the newest sample k: rates of k (last node of five, provisional), k-1 and k-2 (middle node, final), from
        samples k-4 to k.
    Accelerations likewise from the rates: of k (provisional) to k-4 (final). Two samples have a two-point rate, three
        and four
    samples three-point ones. Times need not be even.

    Args:
        window: So far.
        time: Of the sample [s]; later than the last.
        values: Shape (n,).

    Raises:
        GaitError: if the time is not later, or the values are of another number.

    Source: Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental
    Adaptability Based on ROS, 2024; the provisional acceleration is taken from the newest five rates, which the text
    does not.
    """
    t = number(time, "slide time", GaitError, unit="s")
    y = vector(values, "slide values", GaitError, size=window.values.shape[1])
    if window.size and not t > window.times[window.size - 1]:
        raise GaitError(f"slide time must be later than the last, {window.times[window.size - 1]:g} s, got {t:g}")
    times, kept, rates, accelerations = (array.copy() for array in window[:4])
    size = push(times, kept, rates, accelerations, window.size, t, y)
    return Window(times, kept, rates, accelerations, size)


@kernel(inline=True)
def weight(times, first, points, node, j):
    """Derivative at `node` of the Lagrange polynomial of point j, among `points` points from `first` on."""
    at = times[first + node]
    if j == node:
        total = 0.0
        for m in range(points):
            if m != node:
                total += 1.0 / (at - times[first + m])
        return total
    product = 1.0 / (times[first + j] - at)
    for m in range(points):
        if m != j and m != node:
            product *= (at - times[first + m]) / (times[first + j] - times[first + m])
    return product


@kernel
def differentiate(times, y, first, points, node, dy):
    """Row first + node of dy: the rate of the rows of y there."""
    for i in range(y.shape[1]):
        dy[first + node, i] = 0.0
    for j in range(points):
        w = weight(times, first, points, node, j)
        for i in range(y.shape[1]):
            dy[first + node, i] += w * y[first + j, i]


@kernel
def push(times, values, rates, accelerations, size, time, sample):
    """Add one sample to the arrays of a window, in place; returns its new size."""
    n = values.shape[1]
    if size == WINDOW:
        for r in range(WINDOW - 1):
            times[r] = times[r + 1]
            for i in range(n):
                values[r, i] = values[r + 1, i]
                rates[r, i] = rates[r + 1, i]
                accelerations[r, i] = accelerations[r + 1, i]
        size = WINDOW - 1
    times[size] = time
    for i in range(n):
        values[size, i] = sample[i]
        rates[size, i] = 0.0
        accelerations[size, i] = 0.0
    size += 1
    if size < 2:
        return size
    points = 2 if size == 2 else 3 if size < POINTS else POINTS
    first = size - points
    # After the number of points has increased, all nodes improve; later the older ones have better values.
    begin = 0 if size in (2, 3, POINTS) else points // 2
    for node in range(begin, points):
        differentiate(times, values, first, points, node, rates)
    for node in range(begin, points):
        differentiate(times, rates, first, points, node, accelerations)
    if size == WINDOW:
        differentiate(times, rates, 1, POINTS, 2, accelerations)
        differentiate(times, rates, 0, POINTS, 2, accelerations)
    return size
