"""Comparison of a measured run with a simulated one: joints, path and speed over their common time."""

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from snakelab.results.recording import Recording
from snakelab.types import FloatArray, json_data

# Engines whose recordings are measured: a log, a physical robot.
MEASURING = ("Log", "HardwareEngine")
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
    """Differences of a simulated run from a measured one over their common time. NaN if a quantity is not in both.

    Attributes:
        names: Names of the measured and the simulated run.
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
            lines.append(f"... and {len(others) - MAX_LINES} more components, in measured.csv")
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
    return engine.partition("(")[0] in MEASURING


def measured_differences(recordings: Sequence[Recording], names: Sequence[str]) -> list[MeasuredDifference]:
    """Return the difference of every simulated run from the first measured one; empty if there is none.

    Args:
        recordings: The runs.
        names: Names of the runs.
    """
    first = next((i for i, run in enumerate(recordings) if is_measured(run)), None)
    if first is None:
        return []
    others = [i for i, run in enumerate(recordings) if not is_measured(run)]
    with np.errstate(all="ignore"):  # a run that diverged overflows
        return [_difference(recordings[first], recordings[i], (names[first], names[i])) for i in others]


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


def _difference(measured: Recording, simulated: Recording, names: tuple[str, str]) -> MeasuredDifference:
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
