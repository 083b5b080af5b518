"""Sizes below which a metric is displayed as zero: rounding, or the settling of a robot at rest."""

from collections.abc import Callable
from contextlib import suppress

import numpy as np

from snakelab.errors import RecordingError
from snakelab.results.metrics.effort import GRAVITY
from snakelab.results.metrics.energy import exchanged_energy
from snakelab.results.recording import Recording

MOTION = 3e-5  # of a body length, of a radian, and per second of each
EFFORT = 1e-6  # of the robot's weight, and of what lifts it by a body length
NUMBER = 1e-9  # of ratios and shares
TIME = 1e-6  # of the run's duration
USUAL = 0.9  # share of the rows whose speeds count, so that a run that diverges keeps its scale
MOST = 1e4  # largest energy that counts, of what lifts the robot by a body length


def negligible_sizes(recording: Recording) -> dict[str, float]:
    """Size by unit below which a metric of this run is displayed as zero.

    Scales are the run's own or the robot's, whichever is larger. With the body's length L, its weight m g, g = 9.81 m/s^2, and
    the duration T:

    - "m": 3e-5 L. "m/s": 3e-5 of the speed of the centre of mass that nine tenths of the rows do not exceed, and at least
      3e-5 L / s.
    - "rad": 3e-5. "rad/s": 3e-5.
    - "N": 1e-6 m g. "N m": 1e-6 m g L. "J": 1e-6 of the energy exchanged, at least 1e-6 m g L and at most 1e-2 m g L.
    - "s": 1e-6 T. "-": 1e-9.

    For display only: the metrics themselves are unchanged, and those of numerics are displayed in full. A unit whose scale
    is not in the recording is left out.
    """
    laws: dict[str, Callable[[], float]] = {
        "m": lambda: MOTION * _length(recording),
        "m/s": lambda: MOTION * max(_length(recording), _speed(recording)),
        "N": lambda: EFFORT * _weight(recording),
        "N m": lambda: EFFORT * _weight(recording) * _length(recording),
        "J": lambda: EFFORT * _energy(recording),
        "s": lambda: TIME * float(np.ptp(recording["time"].values)),
    }
    sizes = {"rad": MOTION, "rad/s": MOTION, "-": NUMBER}
    for unit, law in laws.items():
        with suppress(RecordingError, ValueError):  # it lacks a variable, or a row
            sizes[unit] = float(law())
    return {unit: size for unit, size in sizes.items() if np.isfinite(size)}


def _length(recording: Recording) -> float:
    return float(np.nansum(recording["link_length"].values))


def _weight(recording: Recording) -> float:
    return float(np.nansum(recording["link_mass"].values)) * GRAVITY


def _energy(recording: Recording) -> float:
    """Exchanged energy, clipped to bounds that depend on the robot [J]."""
    lift = _weight(recording) * _length(recording)
    return float(np.clip(np.nan_to_num(exchanged_energy(recording)), lift, MOST * lift))


def _speed(recording: Recording) -> float:
    """Speed of the centre of mass that most rows do not exceed [m/s]."""
    speeds = np.linalg.norm(recording["com_velocity"].values, axis=1)
    known = speeds[np.isfinite(speeds)]
    return float(np.quantile(known, USUAL)) if known.size else 0.0
