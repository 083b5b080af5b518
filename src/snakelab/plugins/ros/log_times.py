"""Times of a log: check of its clock, resampling at equal intervals, and alignment with a recording of the same motion."""

from dataclasses import dataclass

import numpy as np

from snakelab.errors import RecordingError
from snakelab.parameters.arguments import FloatArray
from snakelab.results.recording import Recording

# ----------------------------------------------------------------------------------------------------------------------
# Resampling of a log at equal intervals, with a check of its clock
# ----------------------------------------------------------------------------------------------------------------------

MAX_RECORDS = 10_000_000
MAX_NORM_ERROR = 0.1  # of a quaternion of a log [-]


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
    if not steps.any():
        raise RecordingError(
            f"all {len(time)} values of {name} have the time {time[0]:.9g} s: the clock was not set; in a bag, write "
            "time: {clock: received} in the mapping file to take the times of the recorder"
        )
    # a longer time between two values means that the clock was set
    for wrong, direction, by in ((steps < 0, "back", -steps), (steps > 60.0, "on", steps)):
        if wrong.any():
            k = int(np.argmax(wrong))
            if direction == "on" and np.median(steps) > 60.0:
                raise RecordingError(
                    f"the values of {name} are {np.median(steps):.4g} s apart; if the times of the log are in ms, write "
                    "time: {unit: ms} in the mapping file"
                )
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
        norms = np.linalg.norm(values, axis=1)
        if not np.abs(norms - 1.0).max() < MAX_NORM_ERROR:
            k = int(np.argmax(np.abs(norms - 1.0)))
            raise RecordingError(
                f"a quaternion of the log has the norm {norms[k]:.4g} at {time[k] - time[0]:.4g} s, and 1 is needed; give its "
                "columns in the order w, x, y, z"
            )
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
    if end <= start:
        raise RecordingError(
            "the variables of the log share no time: each ends before another begins; with clock: received all have one clock"
        )
    records = float(end - start) * rate + 1e-6
    if records > MAX_RECORDS:
        raise RecordingError(
            f"the log would give {records:.3g} records, at most {MAX_RECORDS}; lower rate:, or read a part of it with window:"
        )
    n = int(records) + 1
    if n < 2:
        raise RecordingError(
            f"rate: {rate:g} Hz gives one record of the {end - start:.4g} s that all variables share; raise rate:"
        )
    return np.asarray(start + np.arange(n) / rate, dtype=np.float64)


# ----------------------------------------------------------------------------------------------------------------------
# Times of a log from a recording of the same motion: an offset by cross-correlation, and times of a curve without any
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Offset:
    """Time offset of a recording.

    Attributes:
        offset: Offset to add to its times [s].
        correlation: Correlation at this offset, 1 for equal motions [-].
    """

    offset: float
    correlation: float


def find_offset(recording: Recording, reference: Recording, rate: float = 100.0) -> Offset:
    """Return the time offset that makes the coordinates of a recording fit those of a reference.

    Maximum of sum q(t) q_ref(t + offset) over all coordinates, normalised by the overlapping parts, refined by a parabola.

    Args:
        recording: Recording with q.
        reference: Recording with q of the same robot.
        rate: Samples per second [Hz].

    Raises:
        RecordingError: if the coordinates differ, or the recordings share no motion.
    """
    names = [[str(name) for name in run["coordinate"].values] for run in (recording, reference)]
    if names[0] != names[1] or not names[0]:
        raise RecordingError(
            "the log and its reference are of different robots; give the offset in the mapping file: offset: 0"
        )
    first, other = (_sampled(run, rate) for run in (recording, reference))
    lags, correlations = _correlations(first, other)
    best = float(correlations.max())
    # of two recordings of one motion
    if not best >= 0.3:
        raise RecordingError(
            f"the log and its reference share no motion (correlation {best:.2g}); give the offset in the mapping file: offset: 0"
        )
    starts = [float(run["time"].values[0]) for run in (recording, reference)]
    # correlations of a periodic motion differ by less from period to period; the smallest offset is taken
    near = [i for i in _peaks(correlations) if correlations[i] >= best - 0.01]
    i = min(near, key=lambda k: abs(lags[k] / rate + starts[1] - starts[0]))
    shift = 0.0
    if 0 < i < len(lags) - 1:
        a, b, c = correlations[i - 1 : i + 2]
        shift = 0.5 * (a - c) / (a - 2 * b + c) if a - 2 * b + c < 0 else 0.0
    return Offset(float((lags[i] + shift) / rate + starts[1] - starts[0]), float(correlations[i]))


def curve_times(curve: FloatArray, name: str, reference: Recording) -> FloatArray:
    """Return a time for each point of a curve: that at which a run is nearest, in the order of the curve, shape (n,), [s].

    Minimum of sum |curve_i - run(t_i)|^2 over times that do not decrease (dynamic time warping with a free run), by dynamic
    programming over the records: cost_i(j) = |curve_i - run_j|^2 + min over k <= j of cost_(i-1)(k).

    Args:
        curve: Points in order, shape (n, m); components that are NaN throughout do not count.
        name: The variable.
        reference: Run with that variable.

    Raises:
        RecordingError: if the run lacks the variable, or the curve is one point of it.
    """
    if name not in reference.dataset or reference[name].values.shape[1:] != curve.shape[1:]:
        raise RecordingError(
            f"the reference run has no {name} like that of the log; record it, or take another variable"
        )
    known = np.isfinite(curve).any(axis=0)
    points, run = curve[:, known], np.asarray(reference[name].values, dtype=np.float64)[:, known]
    time = reference["time"].values[np.isfinite(run).all(axis=1)]
    run = run[np.isfinite(run).all(axis=1)]
    if len(points) * len(run) > 50_000_000:
        raise RecordingError(
            f"{len(points)} points and {len(run)} records are too many to match; leave out points, or lower the record rate"
        )
    came = np.zeros((len(points), len(run)), dtype=np.int32)
    cost = np.zeros(len(run))
    for i, point in enumerate(points):
        best = np.minimum.accumulate(cost)
        came[i] = np.maximum.accumulate(np.where(cost <= best, np.arange(len(run)), 0))
        cost = np.sum((run - point) ** 2, axis=1) + best
    j = int(np.argmin(cost))
    chosen = np.zeros(len(points))
    for i in range(len(points) - 1, -1, -1):
        chosen[i] = time[j]
        j = int(came[i, j])
    if len(np.unique(chosen)) < 2:
        raise RecordingError(
            f"all points of the curve are nearest to one record of the reference; compare units of {name}"
        )
    return chosen


def _sampled(recording: Recording, rate: float) -> FloatArray:
    """Return the coordinates at equal intervals without their means, shape (n, m); gaps are zero."""
    time, q = recording["time"].values, recording["q"].values
    known = np.isfinite(q).all(axis=1)
    if known.sum() < 2:
        raise RecordingError("a time offset needs the coordinates q of the log")
    grid = np.arange(time[0], time[-1], 1.0 / rate)
    values = np.column_stack([np.interp(grid, time[known], column[known]) for column in q.T])
    return np.asarray(values - values.mean(axis=0), dtype=np.float64)


def _correlations(first: FloatArray, other: FloatArray) -> tuple[np.ndarray, FloatArray]:
    """Return lags [samples] and the correlation at each."""
    n, m = len(first), len(other)
    size = 2 ** int(np.ceil(np.log2(n + m)))

    def correlate(a: FloatArray, b: FloatArray) -> FloatArray:
        product = np.fft.irfft(np.fft.rfft(b, size, axis=0) * np.conj(np.fft.rfft(a, size, axis=0)), size, axis=0)
        return np.asarray(np.concatenate((product[-(n - 1) :], product[:m])).sum(axis=1), dtype=np.float64)

    lags = np.arange(-(n - 1), m)
    energy = np.sqrt(
        np.maximum(correlate(first**2, np.ones_like(other)), 0)
        * np.maximum(correlate(np.ones_like(first), other**2), 0)
    )
    overlap = np.minimum(n, m - lags) - np.maximum(0, -lags)
    # of the shorter recording
    enough = overlap >= 0.5 * min(n, m)
    # both sums run over the coordinates twice: once inside each factor
    scale = np.where(enough & (energy > 1e-12 * energy.max()), energy, np.inf)
    return lags, correlate(first, other) / scale


def _peaks(values: FloatArray) -> list[int]:
    padded = np.concatenate(([-np.inf], values, [-np.inf]))
    return np.flatnonzero((padded[1:-1] >= padded[:-2]) & (padded[1:-1] >= padded[2:])).tolist()
