"""Times of a log from a recording of the same motion: an offset by cross-correlation, and times of a curve without any."""

from dataclasses import dataclass

import numpy as np

from snakelab.errors import RecordingError
from snakelab.results.recording import Recording
from snakelab.types import FloatArray

# Minimum correlation of two recordings of one motion [-], and minimum overlap as a fraction of the shorter one [-].
MIN_CORRELATION, MIN_OVERLAP = 0.3, 0.5
# Correlations of a periodic motion differ by less than this from period to period; the smallest offset is taken [-].
TIE = 0.01
MAX_PAIRS = 50_000_000


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
    if not best >= MIN_CORRELATION:
        raise RecordingError(
            f"the log and its reference share no motion (correlation {best:.2g}); give the offset in the mapping file: offset: 0"
        )
    starts = [float(run["time"].values[0]) for run in (recording, reference)]
    near = [i for i in _peaks(correlations) if correlations[i] >= best - TIE]
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
    if len(points) * len(run) > MAX_PAIRS:
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
    enough = overlap >= MIN_OVERLAP * min(n, m)
    # both sums run over the coordinates twice: once inside each factor
    scale = np.where(enough & (energy > 1e-12 * energy.max()), energy, np.inf)
    return lags, correlate(first, other) / scale


def _peaks(values: FloatArray) -> list[int]:
    """Return the indices of local maxima, with the ends."""
    padded = np.concatenate(([-np.inf], values, [-np.inf]))
    return np.flatnonzero((padded[1:-1] >= padded[:-2]) & (padded[1:-1] >= padded[2:])).tolist()
