"""Figures of merit of how servos follow: how late they are, and how far off."""

import math

import numpy as np

from snakelab.results.recording import Recording
from snakelab.types import FloatArray


def tracking_lag(recording: Recording) -> float:
    """How late the angles are behind their targets: the delay that fits a sinusoid best, all joints together.

    tau = atan2(-<q, g'> / omega, <q, g>) / omega with the targets g and omega = |g'| / |g|, where <,> is the sum over the
    joints of the integral over time without the means. Exact for sinusoids of one frequency over whole periods, whatever
    their amplitudes and offsets, and whatever a servo takes off the amplitude; else a weighted mean. NaN where no target
    moves, or the targets have no servo.
    """
    time = recording["time"].values
    g, q = _pairs(recording)
    if len(time) < 2 or not g.size or not np.ptp(g, axis=0).any():
        return math.nan
    rate = np.gradient(g, time, axis=0)
    g, q = g - _mean(g, time), q - _mean(q, time)
    omega = math.sqrt(_inner(rate, rate, time) / _inner(g, g, time))
    return math.atan2(-_inner(q, rate, time) / omega, _inner(q, g, time)) / omega


def tracking_error(recording: Recording) -> float:
    """Largest distance of a joint's angle from its target, max |g - q|, over the whole record."""
    g, q = _pairs(recording)
    return float(np.abs(g - q).max()) if g.size else math.nan


def _pairs(recording: Recording) -> tuple[FloatArray, FloatArray]:
    """Targets and angles of the joints that have a target, shape (n_rows, n), [rad]."""
    g, q = recording["target"].values, recording["q"].values
    own = (recording["coordinate_unit"].values == "rad") & np.isfinite(g).all(axis=0)
    return g[:, own], q[:, own]


def _mean(values: FloatArray, time: FloatArray) -> FloatArray:
    return np.asarray(np.trapezoid(values, time, axis=0) / (time[-1] - time[0]), dtype=np.float64)


def _inner(a: FloatArray, b: FloatArray, time: FloatArray) -> float:
    return float(np.trapezoid(np.sum(a * b, axis=1), time))
