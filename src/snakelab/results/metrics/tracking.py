"""Metrics of servo tracking: lag and error after the start."""

import math

import numpy as np

from snakelab.results.metrics.series import rms
from snakelab.results.recording import Recording
from snakelab.types import FloatArray


def tracking_lag(recording: Recording) -> float:
    """Lag of the angles behind their targets: the delay that fits a sinusoid best, all joints together.

    tau = atan2(-<q, g'> / |g'|, <q, g> / |g|) / omega with the targets g and their mean angular frequency omega, where <,> is
    the sum over the joints of the integral over time without the means. It is taken over the whole periods 2 pi / omega that
    end with the record, except the first, in which the robot starts; if there are fewer than two, over the whole record.
    For sinusoids of one frequency it is accurate within 2 % from ten rows per period on, for any amplitudes, offsets and
    attenuation by the servo; otherwise it is a weighted mean. NaN if no target moves, or the targets have no servo.
    """
    time, g, q = _settled(recording)
    omega = _angular_frequency(g, time)
    if not omega > 0:
        return math.nan
    g, q = g - _mean(g, time), q - _mean(q, time)
    rate = np.gradient(g, time, axis=0)
    sizes = math.sqrt(_inner(rate, rate, time)), math.sqrt(_inner(g, g, time))
    return math.atan2(-_inner(q, rate, time) / sizes[0], _inner(q, g, time) / sizes[1]) / omega


def tracking_error(recording: Recording) -> float:
    """Tracking error of the angles: root mean square, sqrt(integral of mean_i (g - q)^2 dt / T).

    It is taken over the time of `tracking_lag`, without the first period. A mean over time does not depend on the record
    rate where the rows resolve the motion; of targets that jump, as a planner's, take ten rows between two jumps.
    """
    time, g, q = _settled(recording)
    return rms(g - q, time)


def _settled(recording: Recording) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Times, targets and angles, shape (n_rows, n), of the joints that have a target, from the second period on."""
    time, g, q = recording["time"].values, recording["target"].values, recording["q"].values
    tracked = (recording["coordinate_unit"].values == "rad") & np.isfinite(g).all(axis=0)
    g, q = g[:, tracked], q[:, tracked]
    omega = _angular_frequency(g, time)
    if not omega > 0:
        return time, g, q
    period = 2 * math.pi / omega
    whole = math.floor((time[-1] - time[0]) / period * (1 + 1e-6))
    if whole < 2:
        return time, g, q
    begin = time[-1] - (whole - 1) * period
    later = time > begin + 1e-9 * time[-1]
    first = [[np.interp(begin, time, column) for column in values.T] for values in (g, q)]
    return np.append(begin, time[later]), np.vstack((first[0], g[later])), np.vstack((first[1], q[later]))


def _angular_frequency(g: FloatArray, time: FloatArray) -> float:
    """Mean angular frequency of the targets, |g'| / |g| without the means [rad/s]; NaN if none moves.

    Rates are central differences, which give sin(omega h) / h for omega with rows h apart.
    """
    if len(time) < 3 or not g.size or not np.ptp(g, axis=0).any():
        return math.nan
    middle, rate = g - _mean(g, time), np.gradient(g, time, axis=0)
    size = _inner(middle, middle, time)
    if not size > 0:
        return math.nan
    step = float(np.median(np.diff(time)))
    return math.asin(min(1.0, math.sqrt(_inner(rate, rate, time) / size) * step)) / step


def _mean(values: FloatArray, time: FloatArray) -> FloatArray:
    return np.asarray(np.trapezoid(values, time, axis=0) / (time[-1] - time[0]), dtype=np.float64)


def _inner(a: FloatArray, b: FloatArray, time: FloatArray) -> float:
    return float(np.trapezoid(np.sum(a * b, axis=1), time))
