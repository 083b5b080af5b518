"""Instants of a run: records, samples of sensors, and when two of them are one."""

import math

import numpy as np

from snakelab.types import FloatArray


def tie(time: float) -> float:
    """Instants nearer than this are one [s]."""
    return 1e-9 * max(1.0, time)


def snap(time: float, rate: float) -> float:
    """The time, or the record time k / rate that it means but for rounding."""
    record = round(time * rate) / rate
    return record if abs(record - time) < tie(time) else time


def record_times(begin: float, end: float, rate: float) -> FloatArray:
    """Record times k / rate in [begin, end], with begin and end themselves."""
    first, last = math.floor(begin * rate + 1e-9) + 1, math.ceil(end * rate - 1e-9) - 1
    inside = np.arange(first, last + 1) / rate
    return np.concatenate([[begin], inside, [end]])


def tick(time: float, rate: float) -> int:
    """Number of the last instant k / rate that is not after the time."""
    return math.floor((time + tie(time)) * rate)


def sample_times(begin: float, end: float, rate: float) -> FloatArray:
    """Instants k / rate after begin and not after end."""
    return np.arange(tick(begin, rate) + 1, tick(end, rate) + 1) / rate


def merged(first: FloatArray, more: FloatArray, end: float) -> tuple[FloatArray, np.ndarray]:
    """All of the first and what is new in the others, in order, and which of them are of the first.

    Args:
        first: Ascending, not empty [s].
        more: In any order [s].
        end: Of the run, which says how near two instants are one [s].
    """
    more = np.unique(more)
    near = np.searchsorted(first, more)
    after, before = first[np.minimum(near, len(first) - 1)], first[np.maximum(near - 1, 0)]
    apart = np.diff(more, prepend=-np.inf) > tie(end)
    more = more[apart & (np.abs(after - more) > tie(end)) & (np.abs(more - before) > tie(end))]
    times = np.concatenate([first, more])
    order = np.argsort(times, kind="stable")
    return times[order], (np.arange(len(times)) < len(first))[order]
