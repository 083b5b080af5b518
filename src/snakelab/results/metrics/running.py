"""Metrics of the duration of a run, simulated and measured."""

import math

from snakelab.results.metrics.series import change
from snakelab.results.recording import Recording


def duration(recording: Recording) -> float:
    """Recorded time, t_end - t_0."""
    return float(change(recording["time"].values))


def wall_time(recording: Recording) -> float:
    """Computation time of the simulation."""
    return float(recording.dataset.attrs.get("wall_time", math.nan))


def real_time_factor(recording: Recording) -> float:
    """Simulated time per second of computation."""
    return float(recording.dataset.attrs.get("real_time_factor", math.nan))
