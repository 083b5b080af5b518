"""Values of a reference at one instant: targets of all coordinates with their rates and accelerations."""

import math

import numpy as np

from snakelab.compiling import kernel
from snakelab.physics.command import AMPLITUDE, FREQUENCY, OFFSET, PERIODIC, PHASE, WAVE, Reference
from snakelab.physics.model_tables.workspace import COORDINATE_WIDTH, TARGET, TARGET_ACCELERATION, TARGET_RATE
from snakelab.types import FloatArray


@kernel(interpretable=True)
def ramp(t, start, duration):
    """Smooth ramp from 0 to 1 with its rate and acceleration: 10 x^3 - 15 x^4 + 6 x^5."""
    if t >= start + duration:
        return 1.0, 0.0, 0.0
    if t <= start or duration <= 0.0:
        return 0.0, 0.0, 0.0
    x = (t - start) / duration
    value = x * x * x * (10.0 - 15.0 * x + 6.0 * x * x)
    rate = 30.0 * x * x * (1.0 - x) ** 2 / duration
    return value, rate, 60.0 * x * (1.0 - x) * (1.0 - 2.0 * x) / duration**2


@kernel(interpretable=True)
def references(reference, t, out):
    """Fill TARGET, TARGET_RATE and TARGET_ACCELERATION of every row at the time t: coordinates, then propellers.

    With a reference of coordinates only, the propellers have no command.
    """
    if reference.kind == WAVE:
        s, ds, dds = ramp(t, reference.ramp[0], reference.ramp[1])
        for j in range(min(out.shape[0], reference.wave.shape[0])):
            omega = reference.wave[j, FREQUENCY]
            angle = omega * t + reference.wave[j, PHASE]
            sine = reference.wave[j, AMPLITUDE] * math.sin(angle)
            value = reference.wave[j, OFFSET] + sine
            rate = reference.wave[j, AMPLITUDE] * omega * math.cos(angle)
            out[j, TARGET] = s * value
            out[j, TARGET_RATE] = ds * value + s * rate
            out[j, TARGET_ACCELERATION] = dds * value + 2.0 * ds * rate - s * omega * omega * sine
        return
    if reference.kind == PERIODIC:
        first = reference.knots[0]
        cycle = reference.knots[-1] - first
        pieces(reference, first + (t - first) - cycle * math.floor((t - first) / cycle), out)
        s, ds, dds = ramp(t, reference.ramp[0], reference.ramp[1])
        for j in range(min(out.shape[0], reference.coefficients.shape[1])):
            value, rate = out[j, TARGET], out[j, TARGET_RATE]
            out[j, TARGET] = s * value
            out[j, TARGET_RATE] = ds * value + s * rate
            out[j, TARGET_ACCELERATION] = dds * value + 2.0 * ds * rate + s * out[j, TARGET_ACCELERATION]
        return
    pieces(reference, t, out)


@kernel(interpretable=True)
def pieces(reference, t, out):
    """Value of the piece that contains t; before the first knot and after the last, the nearest end at rest."""
    knots = reference.knots
    piece = 0
    last = len(knots) - 2
    high = last
    while piece < high:  # last knot at or before t
        middle = (piece + high + 1) // 2
        if knots[middle] <= t:
            piece = middle
        else:
            high = middle - 1
    x = min(max(t, knots[0]), knots[last + 1]) - knots[piece]
    edge = 1e-9 * (1.0 + abs(t))  # the end of a step may miss the end of a piece by rounding
    moving = 1.0 if knots[0] - edge <= t <= knots[last + 1] + edge else 0.0
    for j in range(min(out.shape[0], reference.coefficients.shape[1])):
        c = reference.coefficients[piece, j]
        out[j, TARGET] = c[0] + x * (c[1] + x * (c[2] + x * (c[3] + x * (c[4] + x * c[5]))))
        out[j, TARGET_RATE] = moving * (c[1] + x * (2.0 * c[2] + x * (3.0 * c[3] + x * (4.0 * c[4] + x * 5.0 * c[5]))))
        out[j, TARGET_ACCELERATION] = moving * (2.0 * c[2] + x * (6.0 * c[3] + x * (12.0 * c[4] + x * 20.0 * c[5])))


def targets_at(reference: Reference, time: float) -> FloatArray:
    """Value, rate and acceleration of every row at the time [s], shape (3, rows)."""
    rows = np.zeros((max(len(reference.wave), reference.coefficients.shape[1]), COORDINATE_WIDTH))
    references(reference, float(time), rows)
    return rows[:, TARGET : TARGET_ACCELERATION + 1].T.copy()
