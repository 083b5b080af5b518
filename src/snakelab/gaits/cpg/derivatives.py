"""Rates and accelerations of a stream of samples, by five-point polynomials in a window that slides along."""

from typing import NamedTuple

import numpy as np

from snakelab.compiling import kernel
from snakelab.errors import GaitError
from snakelab.types import FloatArray, count, number, vector

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
