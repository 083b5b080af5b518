"""Integral line of sight: which way to head so that the robot comes onto the line between two waypoints, current or not."""

import math
from typing import NamedTuple

import numpy as np

from snakelab.types import FloatArray


class Course(NamedTuple):
    """Where to go now.

    Attributes:
        heading: [rad].
        height: z of the line beside the robot [m].
        drift: Integrals of cross-track errors, for the next call, shape (2,), [m].
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

    In a side current the cross-track error e goes to zero and y holds the crab angle. `near` is the look-ahead distance, and
    toward the line's end what is left of the line, so that the robot goes to the end itself, and turns back behind it.

    Args:
        position: Of the robot, shape (3,), [m].
        start, end: Of the line, shape (3,), [m].
        lookahead: Along the line [m].
        integral_gain: [m/s].
        drift: From the last call, in the horizontal plane; y is its part to the left of the line, shape (2,), [m].
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
    away = position - start
    along, error = away[0] * c + away[1] * s, away[1] * c - away[0] * s
    side = np.array([-s, c])
    held = float(drift @ side)
    rate = integral_gain * lookahead * error / ((error + held) ** 2 + lookahead**2)
    near = min(lookahead, length - along)
    share = float(np.clip(along / length, 0.0, 1.0))
    return Course(
        math.atan2(s, c) - math.atan2(error, near) - math.atan(held / lookahead),
        float(start[2] + share * (end[2] - start[2])),
        drift + (period * rate * side if along < length else 0.0),
        error,
        along,
        length,
    )


def wrapped(angle: float) -> float:
    """The angle in [-pi, pi)."""
    return (angle + math.pi) % (2 * math.pi) - math.pi
