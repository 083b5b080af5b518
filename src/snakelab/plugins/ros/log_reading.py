"""Logs of a physical robot as recordings.

In reading order: resampling at equal intervals; alignment with a recording of the same motion; warnings about values that
another unit would explain; and `read_log`, which maps, converts, resamples and shifts a log.
"""

import itertools
import json
import math
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import RecordingError, SnakelabWarning, counted, nearest
from snakelab.parameters.arguments import FloatArray, suggestion
from snakelab.physics.command import constant_reference
from snakelab.physics.model import Model, build_model
from snakelab.physics.record_kernels import record_layout, record_width
from snakelab.physics.state import initial_state
from snakelab.plugins.ros.log_columns import UNITS, LogForm, LogSeries, VariableForm, read_mapping, read_values
from snakelab.results.recording import Recording
from snakelab.results.recording_checks import DIMENSIONS
from snakelab.results.run_status import RunStatus
from snakelab.scenarios.scenario import Scenario, load_scenario
from snakelab.sim.compiled_loop import record_states
from snakelab.sim.recording_assembly import dataset

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


# ----------------------------------------------------------------------------------------------------------------------
# Warnings about values that another unit would explain
# ----------------------------------------------------------------------------------------------------------------------

ANGLES, RATES = ("q", "target", "measured_q"), ("v", "measured_v")
POINTS = ("base_position", "com_position", "head_position", "measured_base_position", "measured_head_position")
MAX_ANGLE, MIN_ANGLE = 2 * math.pi, 0.03  # of a joint during a log [rad]
MAX_RATE = 30.0  # of a joint, several times that of a servo without load [rad/s]
# Distance between two positions of a log by the length of the robot, and that per second, above which a user is warned;
# from the last distance on, however slow; and between two points of the robot at one time.
MAX_LENGTHS, MAX_LENGTHS_PER_SECOND, FAR, MAX_LENGTHS_APART = 10.0, 2.0, 100.0, 2.0
MIN_INTERVAL = 1e-4  # between two values [s]


def doubtful_units(values: dict[str, LogSeries], form: LogForm, model: Model) -> Iterator[str]:
    """Yield a line for each variable of a log whose values another unit would explain.

    Angles are compared with a turn, positions with the length of the robot, and intervals of time with the longest gap.

    Args:
        values: Of the log, in SI units.
        form: Mapping file.
        model: Robot of the log.
    """
    angular = [place.unit == "rad" for part in model.robot.parts for place in part.coordinates]
    for name, series in values.items():
        unit = form.variables[name].unit
        if name in (*ANGLES, *RATES) and series.values.shape[1] == len(angular):
            yield from _doubtful_angles(name, series.values[:, angular], unit)
        elif name.endswith("position") and DIMENSIONS.get(name) == ("axis",) and model.robot.length > 0:
            yield from _doubtful_positions(name, series, unit, model.robot.length)
    if not form.time.along:
        yield from _doubtful_distances(values, form, model.robot.length)
        yield from _doubtful_times(values, form)


def _doubtful_angles(name: str, angles: FloatArray, unit: str) -> Iterator[str]:
    known = np.abs(angles[np.isfinite(angles)])
    if not known.size:
        return
    peak = float(known.max())
    if name in RATES:
        if peak > MAX_RATE and unit in ("1", "-", "rad/s"):
            yield f"{name} reaches {peak:.4g} rad/s; if the log is in deg/s, write unit: deg/s in the mapping file"
    elif peak > MAX_ANGLE and unit in ("1", "-", "rad"):
        yield (
            f"{name} reaches {peak:.4g} rad, {peak / MAX_ANGLE:.3g} turns; if the log is in degrees, write unit: deg in the "
            "mapping file"
        )
    elif 0 < peak < MIN_ANGLE and unit == "deg" and float(np.ptp(known)) > 0.1 * peak:
        yield f"{name} reaches only {math.degrees(peak):.3g} deg; if the log is in radians, write unit: rad in the mapping file"


def _doubtful_positions(name: str, series: LogSeries, unit: str, length: float) -> Iterator[str]:
    places = series.values[:, np.isfinite(series.values).any(axis=0)]  # without components that the log lacks
    rows = np.isfinite(places).all(axis=1)
    if unit not in ("1", "-", "m", "cm") or not rows.any():
        return
    time, extent = series.time[rows], float(np.linalg.norm(np.ptp(places[rows], axis=0)))
    fast = extent > MAX_LENGTHS_PER_SECOND * length * float(np.ptp(time))
    if extent > FAR * length or (extent > MAX_LENGTHS * length and fast):
        yield (
            f"{name} extends over {extent:.4g} m, {extent / length:.3g} times the length of the robot, {length:.3g} m, within "
            f"{float(np.ptp(time)):.3g} s; if the log is in mm, write unit: mm in the mapping file"
        )


def _doubtful_distances(values: dict[str, LogSeries], form: LogForm, length: float) -> Iterator[str]:
    """Yield a line if two points of the robot are further apart than it is long."""
    points = [name for name in values if name in POINTS and form.variables[name].unit in ("1", "-", "m", "cm")]
    for first, other in itertools.pairwise(points):
        one, two = values[first], values[other]
        known = np.isfinite(one.values).any(axis=0) & np.isfinite(two.values).any(axis=0)
        if not known.any() or length <= 0:
            continue
        sampled = [np.interp(one.time, two.time, column) for column in two.values[:, known].T]
        distances = np.linalg.norm(one.values[:, known] - np.column_stack(sampled), axis=1)
        distance = float(np.nanmedian(distances)) if np.isfinite(distances).any() else 0.0
        if distance > MAX_LENGTHS_APART * length:
            yield (
                f"{first} and {other} are {distance:.4g} m apart, {distance / length:.3g} times the length of the robot, "
                f"{length:.3g} m; if the log is in mm, write unit: mm for both in the mapping file"
            )


def _doubtful_times(values: dict[str, LogSeries], form: LogForm) -> Iterator[str]:
    intervals = {name: float(np.median(np.diff(series.time))) for name, series in values.items()}
    name = max(intervals, key=lambda one: intervals[one])
    interval = intervals[name]
    if interval > form.gap:
        yield (
            f"the values of {name} are {interval:.4g} s apart, more than gap: {form.gap:g} s, so that nothing between them is "
            "interpolated; if the times of the log are in ms, write time: {unit: ms} in the mapping file, else a longer gap:"
        )
    elif 0 < interval < MIN_INTERVAL and form.time.unit != "s":
        yield (
            f"the values of {name} are {interval:.4g} s apart; if the times of the log are in s, write time: {{unit: s}} in "
            "the mapping file"
        )


# ----------------------------------------------------------------------------------------------------------------------
# Logs of a robot as recordings: mapped, converted to SI units, resampled, and shifted in time
# ----------------------------------------------------------------------------------------------------------------------

MEASURED = ("q", "v", "base_position", "base_quaternion", "base_velocity")
# Variables of a recording that a log may have.
LOGGED = tuple(
    name for name, dims in DIMENSIONS.items() if not dims or dims[0] in ("axis", "quaternion", "twist", "coordinate")
)
# Name of the engine in the settings of a recording that is a log.
ENGINE = "Log"
LABELS = {
    "axis": tuple("xyz"),
    "quaternion": tuple("wxyz"),
    "twist": ("vx", "vy", "vz", "wx", "wy", "wz"),
}


@dataclass(frozen=True)
class ImportedLog:
    """Log as a recording.

    Attributes:
        recording: The recording.
        offset: Time offset that was found; None if it was given.
        notes: Remarks, such as gaps.
    """

    recording: Recording
    offset: Offset | None
    notes: tuple[str, ...]


def read_log(path: str | Path, mapping: str | Path, reference: Recording | None = None) -> ImportedLog:
    """Read a log as a recording.

    A warning names values that another unit would explain, see `doubtful_units`.

    Args:
        path: CSV, Parquet or MCAP file, or the folder of a bag.
        mapping: Mapping file (YAML), see docs/logs.
        reference: Recording of the same motion, with which the time offset, or the times of a curve without any, are found.

    Raises:
        ScenarioError: if the mapping file is invalid.
        RecordingError: if the log does not fit it.
        MissingExtraError: if the package that reads the log is not installed.
    """
    form = read_mapping(mapping)
    scenario = load_scenario(_scenario_path(form.scenario, Path(mapping)))
    model = build_model(scenario.robot, scenario.world)
    labels = {name: _labels(name, model) for name in form.variables}
    raw = read_values(Path(path), form, labels)
    values = {name: _converted(name, entry, form.variables[name], model) for name, entry in raw.items()}
    offset_of_log = form.offset
    if form.time.along:
        values = _with_curve_times(values, form.time.along, reference)
        offset_of_log = min(float(entry.time[0]) for entry in values.values())
    values = _within_window(values, form.window)
    for name, entry in values.items():
        checked_clock(entry.time, name)
    for line in doubtful_units(values, form, model):
        warnings.warn(line, SnakelabWarning, stacklevel=2)
    grid = grid_of([entry.time for entry in values.values()], form.rate)
    series = {
        name: resampled(*_without_repeats(entry), grid, form.gap, turning=name.endswith("quaternion"))
        for name, entry in values.items()
    }
    begin = min(entry.time[0] for entry in values.values())
    time = grid - begin + (offset_of_log or 0.0)
    if not (np.diff(time) > 0.0).all():
        raise RecordingError(
            f"offset: {offset_of_log:g} s is so large that the times of the log no longer differ; lower it"
        )
    recording = _recording(model, scenario, time, series, (Path(path), form))
    further = [
        f"{name} is no variable of a simulation, and is compared with that of another log only{suggestion(name, LOGGED)}"
        for name in values
        if name not in DIMENSIONS
    ]
    offset: Offset | None = None
    if reference is not None and offset_of_log is None:
        offset = find_offset(recording, reference)
        shifted = recording.dataset.assign_coords(time=("time", time + offset.offset, {"units": "s"}))
        recording = Recording(shifted, RunStatus.finished(float(shifted["time"].values[-1])))
    return ImportedLog(recording, offset, (*_notes(series), *further))


def _with_curve_times(values: dict[str, LogSeries], along: str, reference: Recording | None) -> dict[str, LogSeries]:
    """Return the values of a curve with the times of the nearest points of a run."""
    if reference is None:
        raise RecordingError(f"a curve along {along} has no times; give the run that has them: --reference RUN")
    curve = values[along].values
    complete = np.isfinite(curve[:, np.isfinite(curve).any(axis=0)]).all(axis=1)
    time = curve_times(curve[complete], along, reference)
    return {name: LogSeries(time, entry.values[complete]) for name, entry in values.items()}


def _scenario_path(name: str, mapping: Path) -> str:
    """Return a scenario as named: a file relative to the mapping file, or a name of the library."""
    file = mapping.parent / name
    return str(file) if file.is_file() else name


def _labels(name: str, model: Model) -> tuple[str, ...]:
    """Return the labels of the components of a variable; those of the coordinates for an unknown one."""
    dims = DIMENSIONS.get(name, ("coordinate",))
    if not dims:
        return (name,)
    if dims[0] not in (*LABELS, "coordinate"):
        raise RecordingError(f"a log cannot have {name}; it follows from others, or is not measured")
    return LABELS.get(dims[0], model.coordinate_names)


def _converted(name: str, series: LogSeries, variable: VariableForm, model: Model) -> LogSeries:
    """Return values in SI units: sign scale unit (value - zero)."""
    n, labels = series.values.shape[1], _labels(name, model)
    if name not in DIMENSIONS and (n not in (1, len(labels)) or not set(variable.components) <= set(labels)):
        for_which = f" for {', '.join(variable.components)}" if variable.components else ""
        raise RecordingError(
            f"{name} is no variable of a recording, and a further variable of any name has one number per time, or one for each "
            f"of the {counted(len(labels), 'coordinate')} of the robot; got {counted(n, 'number')}{for_which}"
            f"{nearest(name, LOGGED)}"
        )
    expected = len(variable.components or labels)
    if n != expected and not (n == 1 and name not in DIMENSIONS):
        raise RecordingError(
            f"{name} needs {expected} numbers per time ({', '.join((variable.components or labels)[:3])}, ...), got {n}; write "
            f"components: [...] for those that the log has"
        )
    numbers = {}
    for key in ("sign", "zero"):
        given = np.atleast_1d(np.asarray(getattr(variable, key), dtype=np.float64))
        if len(given) not in (1, n):
            raise RecordingError(f"{key} of {name} must be one number or {n}, got {len(given)}")
        numbers[key] = given
    factor = variable.scale * UNITS[variable.unit]
    values = numbers["sign"] * factor * (series.values - numbers["zero"])
    return LogSeries(series.time, _in_place(name, values, variable.components, labels))


def _in_place(name: str, values: FloatArray, components: tuple[str, ...], labels: tuple[str, ...]) -> FloatArray:
    """Return the components of a log at their places among all, the others NaN."""
    if not components:
        return values
    for component in components:
        if component not in labels:
            raise RecordingError(f"{name} has no component {component!r}{nearest(component, labels)}")
    if len(set(components)) != len(components):
        raise RecordingError(f"components of {name} must be different, got {', '.join(components)}")
    whole = np.full((len(values), len(labels)), np.nan)
    whole[:, [labels.index(component) for component in components]] = values
    return whole


def _within_window(values: dict[str, LogSeries], window: tuple[float, ...] | None) -> dict[str, LogSeries]:
    """Return the part within the window, in order up to a jump of the clock."""
    if window is None:
        return values
    begin = min(float(series.time[0]) for series in values.values())
    cut = {}
    for name, series in values.items():
        chosen = (series.time >= begin + window[0] - 1e-9) & (series.time <= begin + window[1] + 1e-9)
        # a clock that was set back must not bring later rows into the window
        late = np.flatnonzero(np.diff(series.time) < 0)
        if len(late):
            chosen[late[0] + 1 :] = False
        cut[name] = LogSeries(series.time[chosen], series.values[chosen])
    return cut


def _without_repeats(series: LogSeries) -> tuple[FloatArray, FloatArray]:
    """Return times and values without rows that are not finite; of equal times the last."""
    measured = np.isfinite(series.values).any(axis=0)  # nothing for a component that is not in the log
    known = np.isfinite(series.values[:, measured]).all(axis=1) & measured.any()
    time, values = series.time[known], series.values[known]
    if len(time) < 2:
        raise RecordingError("a variable of the log has fewer than two finite values; remove it from the mapping file")
    last = np.append(np.diff(time) > 0, True)
    return time[last], values[last]


# SI units of the others of a log.
SI_UNITS = {
    "deg": "rad",
    "turn": "rad",
    "deg/s": "rad/s",
    "rpm": "rad/s",
    "cm": "m",
    "mm": "m",
    "mm/s": "m/s",
    "g": "m/s^2",
}
SI_UNITS |= {"mN m": "N m", "mA": "A", "mV": "V", "ms": "s", "us": "s", "ns": "s"}


# Units of coordinates that are lengths, and of what belongs to them; those of angles come before them.
OF_LENGTHS, OF_ANGLES = ("m", "m/s", "N"), ("rad", "rad/s", "N m")


def _check_unit(name: str, unit: str, usual: str, model: Model) -> None:
    """Raise RecordingError for a unit of another quantity than that of a variable of recordings."""
    allowed = re.split(", | or ", usual)
    if len(allowed) == 2 and " or " in usual:
        kinds = {place.unit for part in model.robot.parts for place in part.coordinates}
        absent = OF_LENGTHS if kinds == {"rad"} else OF_ANGLES if kinds == {"m"} else ()
        allowed = [one for one in allowed if one not in absent]
    if unit not in ("1", "-") and SI_UNITS.get(unit, unit) not in allowed and usual not in ("", "mixed"):
        units = [one for one in UNITS if SI_UNITS.get(one, one) in (*allowed, "1")]
        raise RecordingError(
            f"{name} has the unit {' or '.join(allowed)}; unit must be one of {', '.join(units)}, got {unit}"
        )


def _recording(
    model: Model, scenario: Scenario, time: FloatArray, series: dict[str, FloatArray], source: tuple[Path, LogForm]
) -> Recording:
    path, form = source
    status = RunStatus.finished(float(time[-1]))
    rows = known_kinematics(model, series, len(time))
    settings = {"engine": f"{ENGINE}({path.name!r})", "duration": float(time[-1] - time[0])}
    data = {key: value for key, value in scenario.data.items() if key not in ("reference_values", "unchecked")}
    attributes: dict[str, Any] = {**status.attributes, "scenario": json.dumps(data), "settings": settings, "seed": 0}
    rows[:, 0] = time
    whole = dataset(model, rows, attributes)
    kept = whole.drop_vars([str(name) for name in whole.data_vars if str(name) not in _derived(series)])
    variables = {}
    for name, values in series.items():
        dims = DIMENSIONS.get(name, ("coordinate",) if values.shape[1] == model.n_coordinates else ())
        about = dict(whole[name].attrs) if name in whole else {}
        _check_unit(name, form.variables[name].unit, about.get("units", ""), model)
        variables[name] = (("time", *dims), values if dims else values[:, 0], about)
    return Recording(kept.assign(variables), status)


def _derived(series: dict[str, FloatArray]) -> set[str]:
    """Return the variables that follow from the measured ones."""
    complete = {name for name, values in series.items() if np.isfinite(values).any(axis=0).all()}
    if not {"q", "base_position", "base_quaternion"} <= complete:
        return set()
    names = {"com_position", "head_position", "head_quaternion", "link_position", "link_quaternion"}
    return names | (
        {"com_velocity", "head_velocity", "kinetic_energy"} if {"v", "base_velocity"} <= set(series) else set()
    )


def _notes(series: dict[str, FloatArray]) -> list[str]:
    measured = {name: values[:, np.isfinite(values).any(axis=0)] for name, values in series.items()}
    gaps = {name: float(np.isnan(values).any(axis=1).mean()) for name, values in measured.items()}
    return [f"{name} has gaps: {100 * fraction:.3g} % of the time" for name, fraction in gaps.items() if fraction]


def known_kinematics(model: Model, series: dict[str, FloatArray], n: int) -> FloatArray:
    """Return records of which only the kinematics are valid, shape (n, record width).

    Args:
        model: The model.
        series: Measured variables; those of `MEASURED` are used, missing ones have their initial values.
        n: Number of records [-].
    """
    layout = record_layout(model)
    rows, start = np.zeros((n, record_width(model))), initial_state(model).row()
    states, first = np.tile(start, (n, 1)), layout["base_position"][0].start
    for name in MEASURED:
        if name in series:
            place = layout[name][0]
            states[:, place.start - first : place.stop - first] = series[name]
    coordinates = model.arrays.coordinates.copy()
    coordinates["driven"] = 0  # joints remain at their measured positions
    reference = constant_reference(np.zeros(model.n_coordinates))
    record_states(model.arrays._replace(coordinates=coordinates), reference, np.zeros(n), states, rows)
    return rows
