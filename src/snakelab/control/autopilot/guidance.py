"""Integral line-of-sight guidance onto the line between two waypoints, with rejection of constant currents."""

import math
from typing import NamedTuple

import numpy as np

from snakelab.types import FloatArray


class Course(NamedTuple):
    """Reference values of the guidance law at one instant.

    Attributes:
        heading: Reference heading [rad].
        height: z of the line at the projection of the robot [m].
        drift: Integral of the cross-track error as a horizontal vector, for the next call, shape (2,), [m].
        cross_track: Distance from the line, positive to its left [m].
        along: Distance along the line from its start [m].
        length: Of the line [m].
    """

    heading: float
    height: float
    drift: FloatArray
    cross_track: float
    along: float
    length: float


def line_of_sight(
    position: FloatArray,
    start: FloatArray,
    end: FloatArray,
    lookahead: float,
    integral_gain: float,
    drift: FloatArray,
    period: float,
) -> Course:
    """heading = direction of the line - atan(e / near) - atan(y / D), y' = integral_gain D e / ((e + y)^2 + D^2), D = lookahead.

    In a side current the cross-track error e converges to zero, and y determines the crab angle. `near` is the look-ahead
    distance, or the remaining length of the line if that is shorter: the robot then aims at the end of the line, and turns
    back behind it.

    Args:
        position: Of the robot, shape (3,), [m].
        start, end: Of the line, shape (3,), [m].
        lookahead: Along the line [m].
        integral_gain: Integral gain [m/s].
        drift: From the last call, in the horizontal plane; y is its component to the left of the line, shape (2,), [m].
        period: To the next call [s].

    Source: Caharija, Pettersen, Bibuli, Calado, Zereik, Braga, Gravdahl, Sorensen, Milovanovic, Bruzzone, Integral
    line-of-sight guidance and control of underactuated marine vehicles: theory, simulations, and experiments, 2016.
    """
    line = end - start
    length = math.hypot(line[0], line[1])
    if length < 1e-9:
        line, length = end - position, max(math.hypot(*(end - position)[:2]), 1e-9)
        start = position
    c, s = line[0] / length, line[1] / length
    offset = position - start
    along, error = offset[0] * c + offset[1] * s, offset[1] * c - offset[0] * s
    side = np.array([-s, c])
    integral = float(drift @ side)
    rate = integral_gain * lookahead * error / ((error + integral) ** 2 + lookahead**2)
    near = min(lookahead, length - along)
    fraction = float(np.clip(along / length, 0.0, 1.0))
    return Course(
        math.atan2(s, c) - math.atan2(error, near) - math.atan(integral / lookahead),
        float(start[2] + fraction * (end[2] - start[2])),
        drift + (period * rate * side if along < length else 0.0),
        error,
        along,
        length,
    )


def wrapped(angle: float) -> float:
    """Return the equivalent angle in [-pi, pi)."""
    return (angle + math.pi) % (2 * math.pi) - math.pi
