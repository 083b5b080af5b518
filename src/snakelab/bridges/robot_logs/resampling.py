"""Resampling of a log at equal intervals, with a check of its clock."""

import numpy as np

from snakelab.errors import RecordingError
from snakelab.types import FloatArray

# Time between two values above which the clock was set [s].
MAX_PAUSE = 60.0
LONGEST = 10_000_000


def checked_clock(time: FloatArray, name: str) -> None:
    """Raise an error for times that are not finite, decrease, or jump.

    Args:
        time: Shape (n,), [s].
        name: Variable, for the message.

    Raises:
        RecordingError: with the position of the jump and advice.
    """
    if not np.isfinite(time).all():
        raise RecordingError(
            f"the time of {name} is not a number in row {int(np.argmin(np.isfinite(time))) + 1}; correct the log"
        )
    if len(time) < 2:
        raise RecordingError(f"the log has {len(time)} value of {name}; two or more are needed")
    steps = np.diff(time)
    for wrong, direction, by in ((steps < 0, "back", -steps), (steps > MAX_PAUSE, "on", steps)):
        if wrong.any():
            k = int(np.argmax(wrong))
            raise RecordingError(
                f"the clock of {name} jumps {direction} by {by[k]:.4g} s after {time[k] - time[0]:.4g} s of the log; read "
                f"the part before or after it with window: [0, {time[k] - time[0]:.4g}]"
            )


def resampled(time: FloatArray, values: FloatArray, grid: FloatArray, gap: float, turning: bool = False) -> FloatArray:
    """Return values at other times by linear interpolation; NaN within gaps.

    Args:
        time: Increasing times of the values, shape (n,), [s].
        values: Shape (n, m).
        grid: Times, shape (k,), [s].
        gap: Longest time between two values that is interpolated [s].
        turning: True for quaternions, whose sign has no meaning.
    """
    if turning:
        flips = np.sign(np.einsum("ij,ij->i", values[1:], values[:-1]))
        values = values * np.concatenate(([1.0], np.cumprod(np.where(flips < 0, -1.0, 1.0))))[:, None]
    out = np.column_stack([np.interp(grid, time, column) for column in values.T])
    after = np.clip(np.searchsorted(time, grid, side="left"), 1, len(time) - 1)
    inside = (grid > time[after - 1]) & (grid < time[after])
    out[inside & (time[after] - time[after - 1] > gap)] = np.nan
    return out / np.linalg.norm(out, axis=1, keepdims=True) if turning else out


def grid_of(times: list[FloatArray], rate: float) -> FloatArray:
    """Return equally spaced times that all variables cover, shape (k,), [s].

    Args:
        times: Times of each variable [s].
        rate: Records per second [Hz].

    Raises:
        RecordingError: if the variables share no time.
    """
    start, end = max(time[0] for time in times), min(time[-1] for time in times)
    n = int(np.floor((end - start) * rate + 1e-6)) + 1
    if n < 2:
        raise RecordingError(
            "the variables of the log share no time: each ends before another begins; with clock: received all have one clock"
        )
    if n > LONGEST:
        raise RecordingError(f"the log would give {n} records; lower rate:, or read a part of it with window:")
    return np.asarray(start + np.arange(n) / rate, dtype=np.float64)
