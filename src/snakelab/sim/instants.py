"""Instants of a run: records and samples of sensors, and the tolerance within which two instants coincide."""

import math

import numpy as np

from snakelab.types import FloatArray


def tie(time: float) -> float:
    """Return the distance below which two instants coincide [s]."""
    return 1e-9 * max(1.0, time)


def snap(time: float, rate: float) -> float:
    """Return the time, rounded to a record time k / rate within the tolerance."""
    record = round(time * rate) / rate
    return record if abs(record - time) < tie(time) else time


def record_times(begin: float, end: float, rate: float) -> FloatArray:
    """Return the record times k / rate in [begin, end], including begin and end."""
    first, last = math.floor(begin * rate + 1e-9) + 1, math.ceil(end * rate - 1e-9) - 1
    inside = np.arange(first, last + 1) / rate
    return np.concatenate([[begin], inside, [end]])


def tick(time: float, rate: float) -> int:
    """Return the index k of the last instant k / rate that is not after the time."""
    return math.floor((time + tie(time)) * rate)


def sample_times(begin: float, end: float, rate: float) -> FloatArray:
    """Return the instants k / rate after begin and not after end."""
    return np.arange(tick(begin, rate) + 1, tick(end, rate) + 1) / rate


def merged(first: FloatArray, more: FloatArray, end: float) -> tuple[FloatArray, np.ndarray]:
    """Return the union of two sets of instants in order, and a mask of those in the first.

    Args:
        first: Ascending instants, not empty [s].
        more: Further instants in any order [s].
        end: End of the run, which determines the tolerance [s].
    """
    more = np.unique(more)
    near = np.searchsorted(first, more)
    after, before = first[np.minimum(near, len(first) - 1)], first[np.maximum(near - 1, 0)]
    apart = np.diff(more, prepend=-np.inf) > tie(end)
    more = more[apart & (np.abs(after - more) > tie(end)) & (np.abs(more - before) > tie(end))]
    times = np.concatenate([first, more])
    order = np.argsort(times, kind="stable")
    return times[order], (np.arange(len(times)) < len(first))[order]
