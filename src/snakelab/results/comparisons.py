"""Comparisons: runs by their metrics, two engines, two steps, and a measured run with a simulated one by their recordings."""

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import RecordingError, counted
from snakelab.parameters.arguments import FloatArray, json_data
from snakelab.parameters.declarations import checked_arguments
from snakelab.parameters.display_registry import Displayed
from snakelab.results.metrics.metric_table import NUMERICS, Metrics, grouped, metrics, metrics_text, unit_of
from snakelab.results.recording import Recording
from snakelab.results.step_accuracy import REST, body_text, engine_settings

# ----------------------------------------------------------------------------------------------------------------------
# Comparison of runs: their metrics, differences from the first run, and unique names
# ----------------------------------------------------------------------------------------------------------------------

FORMAT = "snakelab-comparison-1"


@dataclass(frozen=True)
class Comparison(Displayed):
    """Metrics of two or more runs; differences are relative to the first run.

    Attributes:
        names: Unique names of the runs.
        robots: Name of each run's robot.
        tables: Metrics of each run.
    """

    names: tuple[str, ...]
    robots: tuple[str, ...]
    tables: tuple[Metrics, ...]

    @property
    def metrics(self) -> list[str]:
        """Names of the metrics of any run, in the order of the first."""
        return list(dict.fromkeys(name for table in self.tables for name in table if name != "status"))

    @property
    def groups(self) -> dict[str, list[str]]:
        """Names of the metrics by group."""
        return grouped(self.metrics)

    @property
    def notes(self) -> list[str]:
        """Remarks on unreliable metrics, each with the name of its run."""
        return [f"{name}: {note}" for name, table in zip(self.names, self.tables, strict=True) for note in table.notes]

    def values(self, metric: str) -> list[float]:
        """Return the value of each run, NaN if it does not apply."""
        return [float(table.get(metric, math.nan)) for table in self.tables]

    def shown(self, metric: str) -> list[float]:
        """Return the displayed value of each run: 0 if it is negligible, NaN if it does not apply."""
        return [table.shown(metric) for table in self.tables]

    def differences(self, metric: str) -> list[float]:
        """Return each run's value minus that of the first."""
        return differences(self.values(metric))

    def shares(self, metric: str) -> list[float]:
        """Relative differences from the first run's value, 0.1 for a tenth more; NaN if that is zero or near zero.

        A value is near zero if it is negligible, less than a tenth of the value that is compared with it, or smaller
        than that value and of the opposite sign.
        """
        values = self.values(metric)
        if abs(values[0]) < self.tables[0].negligible.get(unit_of(metric), 0.0):
            return [math.nan] * len(values)
        return relative_differences(values)

    def as_json(self) -> str:
        """Return the comparison as standard JSON; numbers that are not finite become null."""
        return json.dumps(self.as_data(), indent=2, allow_nan=False, ensure_ascii=False) + "\n"

    def as_data(self) -> dict[str, Any]:
        """Return the comparison as plain data: numbers, texts, lists and dicts."""
        runs = [
            {"name": name, "robot": robot, "status": str(table.get("status", ""))}
            for name, robot, table in zip(self.names, self.robots, self.tables, strict=True)
        ]
        figures = {
            metric: {
                "unit": unit_of(metric),
                "values": json_data(self.values(metric)),
                "differences": json_data(self.differences(metric)),
                "shares": json_data(self.shares(metric)),
            }
            for metric in self.metrics
        }
        notes = {"notes": self.notes} if self.notes else {}
        return {"format": FORMAT, "runs": runs, "metrics": figures, "groups": self.groups, **notes}

    def __str__(self) -> str:
        """Return a table with a column for each run, by groups, and notes below, without terms that did no work.

        A metric that a run does not have is "-".
        """
        lines = [metrics_text(self.tables, self.names)]
        return "\n".join([*lines, *(f"note: {note}" for note in self.notes)])


def differences(values: Sequence[float]) -> list[float]:
    """Return each value minus the first."""
    return [value - values[0] for value in values]


def relative_differences(values: Sequence[float]) -> list[float]:
    """Relative differences from the first value [-]; NaN if it is zero, or near zero relative to the other value."""
    first = values[0]
    return [(value - first) / abs(first) if _is_scale(first, value) else math.nan for value in values]


def _is_scale(first: float, value: float) -> bool:
    """Return True if the first value is large enough for a difference relative to it."""
    if not first:
        return False
    # ratio of a value to the first above which the first counts as zero
    return not (abs(value) > 10.0 * abs(first) or (value / first < 0 and abs(value) > abs(first)))


@checked_arguments(RecordingError)
def compare(recordings: Sequence[Recording], names: Sequence[str] | None = None) -> Comparison:
    """Compare the metrics of runs; robots, lengths and record rates may differ.

    Args:
        recordings: Two or more.
        names: Names of the runs; default: the names of their scenarios or robots, with numbers where these repeat.

    Raises:
        RecordingError: if there are fewer than two recordings, or not a name for each.
    """
    runs = list(recordings)
    if len(runs) < 2:
        raise RecordingError(f"a comparison needs two recordings or more, got {len(runs)}")
    robots = [str(recording.dataset.attrs.get("robot", "robot")) for recording in runs]
    if names is not None and len(names) != len(runs):
        raise RecordingError(f"a comparison of {len(runs)} recordings needs {len(runs)} names, got {len(names)}")
    called = numbered(list(names) if names is not None else [recording.name for recording in runs])
    return Comparison(tuple(called), tuple(robots), tuple(metrics(recording) for recording in runs))


def short_names(paths: Sequence[Path]) -> list[str]:
    """Return the shortest unique ends of paths, without `results.nc` and common parts.

    `out/a/results.nc` and `out/b/results.nc` are "a" and "b"; `x/run` and `y/run` are "x/run" and "y/run"; the same path
    twice gets numbers.
    """
    whole = [path.resolve() for path in paths]
    parts = [_bare(path).parts for path in whole]
    depth = 1
    while depth < max(map(len, parts), default=1) and len({p[-depth:] for p in parts}) < len(set(parts)):
        depth += 1
    return numbered(["/".join(p[-depth:]) for p in parts])


def numbered(names: Sequence[str]) -> list[str]:
    """Return the names, with " (2)", " (3)" appended to repeated ones."""
    taken: set[str] = set()
    unique = []
    for name in names:
        count, free = 1, name
        while free in taken:
            count += 1
            free = f"{name} ({count})"
        taken.add(free)
        unique.append(free)
    return unique


def _bare(path: Path) -> Path:
    """Name of a recording at this path: its folder, or the file without its extension."""
    if path.name == "results.nc":
        return path.parent
    return path.with_suffix("") if path.suffix == ".nc" else path


# ----------------------------------------------------------------------------------------------------------------------
# Comparison of one experiment on two engines: differences of the recordings, and known differences of the engines
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EngineDifference:
    """Differences of a run from the first, computed by another engine. NaN if a quantity cannot be compared.

    Attributes:
        names: Names of the two runs, the first run's first.
        engines: Names of their engines.
        speed: Difference of the mean speeds, fraction of the first's [-].
        path: Distance of the two centres of mass, root mean square over time [m].
        path_fraction: The same, as a fraction of the path length of the first run [-].
        torque: Difference of all forces of the actuators, root mean square, fraction of the first's [-].
        reasons: Deviations of either engine from the laws, as recorded in the runs.
    """

    names: tuple[str, str]
    engines: tuple[str, str]
    speed: float
    path: float
    path_fraction: float
    torque: float
    reasons: tuple[str, ...]

    def lines(self) -> list[str]:
        """Return the differences as lines of text."""
        first, other = self.names
        values = [
            (self.speed, f"mean speed {100 * self.speed:+.2g} %"),
            (self.path, f"paths {1e3 * self.path:.2g} mm apart (rms), {100 * self.path_fraction:.2g} % of its length"),
            (self.torque, f"torques {100 * self.torque:.2g} % apart (rms)"),
        ]
        numbers = ", ".join(text for value, text in values if math.isfinite(value))
        lines = [f"engine of {name}: {engine}" for name, engine in zip(self.names, self.engines, strict=True)]
        lines.append(f"{other} compared with {first}: {numbers or 'nothing that both recorded'}")
        return lines + [f"known reason: {reason}" for reason in self.reasons]

    def as_data(self) -> dict[str, Any]:
        """Return the differences as plain data; None in place of NaN."""
        return {
            key: None if isinstance(value, float) and not math.isfinite(value) else value
            for key, value in asdict(self).items()
        }


def engine_differences(recordings: Sequence[Recording], names: Sequence[str]) -> list[EngineDifference]:
    """Return the difference of every run from the first that was computed by another engine.

    Args:
        recordings: The runs, of any status.
        names: Names of the runs.
    """
    first = recordings[0]
    with np.errstate(all="ignore"):  # a run that diverged overflows
        return [
            _engine_difference(first, other, (names[0], name))
            for other, name in zip(recordings[1:], names[1:], strict=True)
            if _kind(other) != _kind(first)
        ]


def engine_of(recording: Recording) -> str:
    """Name of the engine of a run, with its settings."""
    return str(json.loads(str(recording.dataset.attrs.get("settings", "{}"))).get("engine", "unknown"))


def notes_of(recording: Recording) -> tuple[str, ...]:
    """Return the recorded notes of a run."""
    return tuple(str(recording.dataset.attrs.get("notes", "")).splitlines())


def _kind(recording: Recording) -> str:
    return engine_of(recording).partition("(")[0]


def _engine_difference(first: Recording, other: Recording, names: tuple[str, str]) -> EngineDifference:
    speeds = [float(metrics(run).get("mean_speed", math.nan)) for run in (first, other)]
    path = _path_distance(first, other, "com_position")
    path_length = float(metrics(first).get("path_length", math.nan))
    torques = first.dataset.get("tau")
    size = _rms_of(torques.values) if torques is not None and torques.size else math.nan
    torque = _path_distance(first, other, "tau")
    n = torques.shape[1] if torques is not None and torques.size else 1
    return EngineDifference(
        names,
        (engine_of(first), engine_of(other)),
        speeds[1] / speeds[0] - 1 if speeds[0] else math.nan,
        path,
        path / path_length if path_length else math.nan,
        torque / (size * math.sqrt(n)) if size else math.nan,
        tuple(dict.fromkeys((*notes_of(first), *notes_of(other)))),
    )


def _path_distance(first: Recording, other: Recording, name: str) -> float:
    """Distance of two recordings of a vector, root mean square over their common times; NaN if there are none."""
    pair = [run.dataset.get(name) for run in (first, other)]
    if any(values is None for values in pair) or pair[0].shape[1:] != pair[1].shape[1:]:  # type: ignore[union-attr]
        return math.nan
    times = [run["time"].values for run in (first, other)]
    if not len(times[1]):
        return math.nan
    shared = (times[0] >= times[1][0]) & (times[0] <= times[1][-1])
    if not shared.any():
        return math.nan
    a, b = (np.asarray(values.values, dtype=np.float64) for values in pair)  # type: ignore[union-attr]
    b = np.column_stack([np.interp(times[0][shared], times[1], column) for column in b.T])
    return _rms_of(np.linalg.norm(a[shared] - b, axis=1))


def _rms_of(values: FloatArray) -> float:
    return float(np.sqrt(np.mean(values**2)))


# ----------------------------------------------------------------------------------------------------------------------
# Effect of the step: a run and its repetition with a finer step
# ----------------------------------------------------------------------------------------------------------------------

REPORTED_DIFFERENCE = 0.01  # smallest difference that is reported [-]


@dataclass(frozen=True)
class StepEffect:
    """Differences of a run from its repetition with a finer step. NaN where a quantity cannot be compared.

    With half the step, the error of a method of order p is 2^p times smaller: the difference is 3/4 of the error for p = 2 and
    half of it for p = 1, unless the motion is chaotic.

    Attributes:
        steps: Steps of the two runs, and their tolerances if they have some, those of the run first.
        centre: Largest distance of the centres of mass at a time, over the length of their path [-].
        joints: Largest difference of a coordinate, over the largest range of a coordinate of its unit [-].
        metrics: Metrics of the motion and its forces that differ by more than 1 %: their values in the run and in the finer one.
        objects: Largest distance of the centres of a free body at a time, over the length of its path [-]; NaN without bodies.
        body: Name of that body.
    """

    steps: tuple[str, str]
    centre: float
    joints: float
    metrics: dict[str, tuple[float, float]]
    objects: float = math.nan
    body: str = ""

    @property
    def is_small(self) -> bool:
        """True if the motions differ by at most 1 %."""
        return all(difference <= REPORTED_DIFFERENCE for difference in (self.centre, self.joints)) and not (
            self.objects > REPORTED_DIFFERENCE
        )

    def lines(self) -> list[str]:
        """Return the differences as lines of text."""
        motion = (
            f"centre of mass {100 * self.centre:.2g} % of its path, joints {100 * self.joints:.2g} % of their range"
            f"{body_text(self.objects, self.body)}"
        )
        lines = [f"{self.steps[1]} in place of {self.steps[0]} changes the motion: {motion}"]
        for name, (value, finer) in self.metrics.items():
            lines.append(f"{name} {value:.4g}, with the finer step {finer:.4g} {unit_of(name)}")
        if not self.metrics:
            lines.append("all metrics of the motion and its forces agree within 1 %")
        return lines

    def as_data(self) -> dict[str, Any]:
        """Return the differences as plain data, without bodies if there are none; None in place of NaN and infinity."""
        data = dict(json_data(asdict(self)))
        return data if self.body else {key: data[key] for key in data if key not in ("objects", "body")}


@checked_arguments(RecordingError)
def step_effect(recording: Recording, finer: Recording) -> StepEffect:
    """Compare a run with its repetition with a finer step, over their common time.

    Args:
        recording: The run.
        finer: The repetition, with the same record times.

    Raises:
        RecordingError: if the robots or the record times differ.
    """
    n = min(len(run["time"]) for run in (recording, finer))
    times, others = (run["time"].values[:n] for run in (recording, finer))
    if not np.allclose(times, others, rtol=1e-9, atol=1e-9) or recording["q"].shape[1:] != finer["q"].shape[1:]:
        raise RecordingError("the two runs must have the same robot and the same record times")
    with np.errstate(all="ignore"):  # a run that diverged overflows
        tables = metrics(recording), metrics(finer)
        numerics = ("status", *grouped(list(tables[0])).get(NUMERICS, ()))
        return StepEffect(
            (_step_of(recording), _step_of(finer)),
            centre_difference(recording, finer),
            joint_difference(recording, finer),
            {
                name: (float(tables[0][name]), float(tables[1][name]))
                for name in tables[0]
                if name in tables[1] and name not in numerics and _differs(*tables, name)
            },
            *object_difference(recording, finer),
        )


def _step_of(recording: Recording) -> str:
    """Step of a run with its unit, and its tolerance if it has one."""
    settings = engine_settings(recording)[1]
    tolerance = settings.get("tolerance", "None")
    return f"step {settings.get('step', '?')} s" + ("" if tolerance == "None" else f", tolerance {tolerance}")


def _differs(table: Metrics, finer: Metrics, name: str) -> bool:
    """Return True if two values of a metric differ by more than 1 % of the larger, and are not negligible."""
    value, other = float(table[name]), float(finer[name])
    size = max(abs(value), abs(other))
    if not math.isfinite(size) or size <= finer.negligible.get(unit_of(name), 0.0):
        return False
    return abs(value - other) > REPORTED_DIFFERENCE * size


def centre_difference(recording: Recording, reference: Recording) -> float:
    """Largest distance of the centres of mass, over the path of the reference, at least 1 % of the body's length [-]."""
    n = min(len(run["time"]) for run in (recording, reference))
    centre, true = (run["com_position"].values[:n] for run in (recording, reference))
    path = float(np.linalg.norm(np.diff(true, axis=0), axis=1).sum())
    length = float(np.nansum(reference["link_length"].values))
    return float(np.linalg.norm(centre - true, axis=1).max()) / max(path, REST["length"] * length)


def joint_difference(recording: Recording, reference: Recording) -> float:
    """Largest difference of a coordinate over the largest range of its unit in the reference, at least 0.01 rad or 0.1 mm [-]."""
    n = min(len(run["time"]) for run in (recording, reference))
    q, true = (run["q"].values[:n] for run in (recording, reference))
    units, largest = reference["coordinate_unit"].values, 0.0
    for unit in ("rad", "m"):
        if (units == unit).any():
            span = max(float(np.ptp(true[:, units == unit], axis=0).max()), REST[unit])
            largest = max(largest, float(np.abs(q - true)[:, units == unit].max()) / span)
    return largest


def object_difference(recording: Recording, reference: Recording) -> tuple[float, str]:
    """Largest distance of the centres of a free body over its path, and the name of that body; (NaN, "") without bodies.

    Paths of the reference below 1 % of the length of the robot count as that.
    """
    if any("object_position" not in run or not run["object_position"].size for run in (recording, reference)):
        return math.nan, ""
    if recording["object_position"].shape[1:] != reference["object_position"].shape[1:]:
        return math.nan, ""
    n = min(len(run["time"]) for run in (recording, reference))
    centre, true = (run["object_position"].values[:n] for run in (recording, reference))  # (n, n_bodies, 3)
    path = np.linalg.norm(np.diff(true, axis=0), axis=2).sum(axis=0)
    path = np.maximum(path, REST["length"] * float(np.nansum(reference["link_length"].values)))
    off = np.linalg.norm(centre - true, axis=2).max(axis=0) / path
    worst = int(off.argmax())
    return float(off[worst]), str(reference["object"].values[worst])


# ----------------------------------------------------------------------------------------------------------------------
# Comparison of a measured run with a simulated one: joints, path and speed over their common time
# ----------------------------------------------------------------------------------------------------------------------

# Engines whose recordings are measured: a log, a physical robot.
MEASURING_ENGINES = ("Log", "HardwareEngine", "OutputEngine")
# Components that are printed.
MAX_LINES = 12
# Points whose path is compared: the first that both runs have.
PATHS = ("com_position", "head_position", "base_position")
# Variables that are no time series of the motion.
LEFT_OUT = ("time", "link_position", "link_quaternion")


@dataclass(frozen=True)
class VariableError:
    """Difference of one component of a variable, simulated minus measured, over the common time.

    Attributes:
        name: Variable and component, such as q.joint1.
        unit: Unit of the first three numbers.
        mean: Mean difference.
        rms: Root mean square.
        largest: Largest difference.
        fraction: Root mean square over the range of the measured values [-]; NaN if these are constant.
        correlation: Of both over time [-]; NaN if one is constant.
    """

    name: str
    unit: str
    mean: float
    rms: float
    largest: float
    fraction: float
    correlation: float

    def line(self) -> str:
        """Return one line of text."""
        fraction = f", {100 * self.fraction:.2g} % of the range" if math.isfinite(self.fraction) else ""
        return f"{self.name}: rms {self.rms:.3g} {self.unit}{fraction}, largest {self.largest:.3g} {self.unit}"


@dataclass(frozen=True)
class MeasuredDifference:
    """Differences of a run from a measured one over their common time. NaN if a quantity is not in both.

    Attributes:
        names: Names of the measured and the other run, which is simulated, or measured too.
        duration: Common time [s].
        joints: Difference of each coordinate, root mean square, by name [rad or m].
        torque: Difference of all torques, root mean square, fraction of the measured ones [-].
        path: Distance of the paths of the centre of mass, or else of the head or the base, root mean square, after the rotation
            about the vertical and the shift that fit best, since the axes of a motion capture system differ [m].
        path_fraction: The same, as a fraction of the path length of the measured run [-].
        speed: Difference of the mean speeds, fraction of the measured one [-].
        variables: Errors of every variable that both runs have, one for each component.
    """

    names: tuple[str, str]
    duration: float
    joints: dict[str, float]
    torque: float
    path: float
    path_fraction: float
    speed: float
    variables: tuple[VariableError, ...] = ()

    @property
    def joint(self) -> float:
        """Root mean square over all coordinates [rad or m]; NaN without any."""
        return float(np.sqrt(np.mean(np.square(list(self.joints.values()))))) if self.joints else math.nan

    def lines(self) -> list[str]:
        """Return the differences as lines of text."""
        measured, simulated = self.names
        if not self.duration > 0.0:
            return [
                f"{simulated} compared with {measured}: they share no time; shift the log with offset: in its mapping file"
            ]
        numbers = [
            (self.joint, f"joints {self.joint:.3g} rad apart (rms)"),
            (self.torque, f"torques {100 * self.torque:.2g} % apart (rms)"),
            (
                self.path,
                f"paths {1e3 * self.path:.3g} mm apart (rms, aligned), {100 * self.path_fraction:.2g} % of its length",
            ),
            (self.speed, f"mean speed {100 * self.speed:+.2g} %"),
        ]
        numbers_text = ", ".join(text for value, text in numbers if math.isfinite(value))
        lines = [
            f"{simulated} compared with {measured} (measured, {self.duration:.3g} s): {numbers_text or 'nothing in both'}"
        ]
        if self.joints:
            lines.append("rms per joint: " + ", ".join(f"{name} {value:.3g}" for name, value in self.joints.items()))
        others = [one for one in self.variables if not one.name.startswith("q.")]
        lines += [one.line() for one in others[:MAX_LINES]]
        if len(others) > MAX_LINES:
            lines.append(f"... and {counted(len(others) - MAX_LINES, 'more component')}, in measured.csv")
        return lines

    def as_data(self) -> dict[str, Any]:
        """Return the differences as plain data; None in place of NaN."""
        return dict(json_data(asdict(self)))


def is_measured(recording: Recording) -> bool:
    """Return True for a recording of a physical robot."""
    try:
        engine = str(json.loads(str(recording.dataset.attrs.get("settings", "{}"))).get("engine", ""))
    except (ValueError, AttributeError):
        return False
    return engine.partition("(")[0] in MEASURING_ENGINES


def measured_differences(recordings: Sequence[Recording], names: Sequence[str]) -> list[MeasuredDifference]:
    """Return the difference of every other run from the first measured one; empty if there is none.

    Args:
        recordings: The runs.
        names: Names of the runs.
    """
    first = next((i for i, run in enumerate(recordings) if is_measured(run)), None)
    if first is None:
        return []
    others = [i for i in range(len(recordings)) if i != first]
    with np.errstate(all="ignore"):  # a run that diverged overflows
        return [_measured_difference(recordings[first], recordings[i], (names[first], names[i])) for i in others]


def common_time(measured: Recording, simulated: Recording) -> FloatArray:
    """Return the times of the measured records within the simulated run, shape (k,), [s]."""
    times = [np.asarray(run["time"].values, dtype=np.float64) for run in (measured, simulated)]
    if not len(times[1]):
        return np.zeros(0)
    return times[0][(times[0] >= times[1][0]) & (times[0] <= times[1][-1])]


def values_at(recording: Recording, name: str, time: FloatArray) -> FloatArray | None:
    """Return a variable at times by linear interpolation, shape (k, m); None if it is not recorded."""
    if name not in recording.dataset:
        return None
    values = np.asarray(recording[name].values, dtype=np.float64)
    return (
        np.column_stack([np.interp(time, recording["time"].values, column) for column in values.T])
        if values.size
        else None
    )


def _measured_difference(measured: Recording, simulated: Recording, names: tuple[str, str]) -> MeasuredDifference:
    time = common_time(measured, simulated)
    if len(time) < 2:
        return MeasuredDifference(names, 0.0, {}, *4 * (math.nan,))
    joints = {}
    labels = [[str(name) for name in run["coordinate"].values] for run in (measured, simulated)]
    q = [values_at(run, "q", time) for run in (measured, simulated)]
    if labels[0] == labels[1] and q[0] is not None and q[1] is not None:
        joints = {name: _rms(a - b) for name, a, b in zip(labels[0], q[0].T, q[1].T, strict=True)}
    tau = [values_at(run, "tau", time) for run in (measured, simulated)]
    torque = math.nan
    if tau[0] is not None and tau[1] is not None and tau[0].shape == tau[1].shape:
        torque = _rms(tau[0] - tau[1]) / _rms(tau[0])
    path, length, speed = _paths(measured, simulated, time)
    fraction = path / length if length else math.nan
    errors = tuple(variable_errors(measured, simulated))
    return MeasuredDifference(names, float(time[-1] - time[0]), joints, torque, path, fraction, speed, errors)


def shared_components(measured: Recording, simulated: Recording) -> Iterator[tuple[str, str, FloatArray, FloatArray]]:
    """Yield name, unit, measured and simulated values of every component that both runs have, at the common times.

    Variables are compared if they have one value, or components of equal labels, at each time.
    """
    time = common_time(measured, simulated)
    for name in map(str, measured.dataset.data_vars):
        if name in LEFT_OUT or name not in simulated.dataset or len(time) < 2:
            continue
        one, other = measured[name], simulated[name]
        if one.dims[:1] != ("time",) or one.dims != other.dims or one.ndim > 2 or one.dtype.kind not in "fiu":
            continue
        unit = str(one.attrs.get("units") or other.attrs.get("units", ""))
        if one.ndim == 1:
            yield name, unit, *(np.interp(time, run["time"].values, run[name].values) for run in (measured, simulated))
            continue
        labels = [[str(label) for label in run[name].coords[one.dims[1]].values] if one.dims[1] in run[name].coords
                  else [str(k + 1) for k in range(run[name].shape[1])] for run in (measured, simulated)]  # fmt: skip
        values = [values_at(run, name, time) for run in (measured, simulated)]
        if labels[0] != labels[1] or values[0] is None or values[1] is None:
            continue
        for k, label in enumerate(labels[0]):
            yield f"{name}.{label}", _unit_of(unit, one, k), values[0][:, k], values[1][:, k]


def _unit_of(unit: str, variable: Any, k: int) -> str:
    """Return the unit of a component of coordinates, of which some are angles and some lengths."""
    angular, _, linear = unit.partition(" or ")
    if not linear or "coordinate_unit" not in variable.coords:
        return unit
    return linear if str(variable.coords["coordinate_unit"].values[k]) == "m" else angular


def variable_errors(measured: Recording, simulated: Recording) -> Iterator[VariableError]:
    """Yield the error of every component that both runs have; of those with gaps, where both are known."""
    for name, unit, a, b in shared_components(measured, simulated):
        known = np.isfinite(a) & np.isfinite(b)
        if known.sum() < 2:
            continue
        a, b = a[known], b[known]
        difference, span = b - a, float(np.ptp(a))
        rms = float(np.sqrt(np.mean(difference**2)))
        spread = float(np.std(a) * np.std(b))
        correlation = float(np.mean((a - a.mean()) * (b - b.mean())) / spread) if spread else math.nan
        largest = float(np.abs(difference).max())
        yield VariableError(
            name, unit, float(difference.mean()), rms, largest, rms / span if span else math.nan, correlation
        )


def errors_csv(differences: Sequence[MeasuredDifference]) -> str:
    """Return the errors of all variables as CSV: one line for each simulated run and component."""
    lines = ["measured,simulated,variable,unit,mean,rms,largest,share_of_range,correlation"]
    for one in differences:
        for error in one.variables:
            numbers = (error.mean, error.rms, error.largest, error.fraction, error.correlation)
            names = ",".join(f'"{name}"' for name in one.names)
            lines.append(f"{names},{error.name},{error.unit}," + ",".join(f"{number:.6g}" for number in numbers))
    return "\n".join(lines) + "\n"


def _paths(measured: Recording, simulated: Recording, time: FloatArray) -> tuple[float, float, float]:
    """Return the distance of the aligned paths [m], the way of the measured run [m], and the difference of the speeds."""
    name = next((name for name in PATHS if name in measured.dataset and name in simulated.dataset), "")
    com = [values_at(run, name, time) for run in (measured, simulated)]
    if com[0] is None or com[1] is None:
        return math.nan, math.nan, math.nan
    if np.isnan(com[0][:, 2]).all():  # a path in the plane
        com = [np.column_stack((path[:, :2], np.zeros(len(path)))) for path in com if path is not None]
    known = np.isfinite(com[0]).all(axis=1) & np.isfinite(com[1]).all(axis=1)  # type: ignore[arg-type]
    a, b = (path[known] for path in com if path is not None)
    if len(a) < 2:
        return math.nan, math.nan, math.nan
    length = float(np.linalg.norm(np.diff(a, axis=0), axis=1).sum())
    gone = [float(np.linalg.norm(path[-1] - path[0])) for path in (a, b)]
    distance = float(np.sqrt(np.mean(np.sum((a - aligned(b, a)) ** 2, axis=1))))
    return distance, length, gone[1] / gone[0] - 1.0 if gone[0] else math.nan


def aligned(path: FloatArray, target: FloatArray) -> FloatArray:
    """Return a path after the rotation about z and the translation that align it with another, by least squares.

    tan(angle) = sum (x y' - y x') / sum (x x' + y y') of the points about their means.

    Args:
        path, target: Points at equal times, shape (n, 3), [m].
    """
    a, b = path - path.mean(axis=0), target - target.mean(axis=0)
    angle = math.atan2(float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum()), float((a[:, :2] * b[:, :2]).sum()))
    c, s = math.cos(angle), math.sin(angle)
    return np.asarray(a @ np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]) + target.mean(axis=0))


def _rms(values: FloatArray) -> float:
    return float(np.sqrt(np.nanmean(values**2))) if np.isfinite(values).any() else math.nan
