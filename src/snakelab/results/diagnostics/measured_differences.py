"""Comparison of a measured run with a simulated one: joints, path and speed over their common time."""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from snakelab.results.recording import Recording
from snakelab.types import FloatArray

# Engines whose recordings are measured: a log, a physical robot.
MEASURING = ("Log", "HardwareEngine")


@dataclass(frozen=True)
class MeasuredDifference:
    """Differences of a simulated run from a measured one over their common time. NaN if a quantity is not in both.

    Attributes:
        names: Names of the measured and the simulated run.
        duration: Common time [s].
        joints: Difference of each coordinate, root mean square, by name [rad or m].
        torque: Difference of all torques, root mean square, share of the measured ones [-].
        path: Distance of the two centres of mass, root mean square, after the turn about the vertical and the shift that fit
            best, since a motion capture system has axes of its own [m].
        path_share: That, share of the way of the measured run [-].
        speed: Difference of the mean speeds, share of the measured one [-].
    """

    names: tuple[str, str]
    duration: float
    joints: dict[str, float]
    torque: float
    path: float
    path_share: float
    speed: float

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
                f"paths {1e3 * self.path:.3g} mm apart (rms, aligned), {100 * self.path_share:.2g} % of the way",
            ),
            (self.speed, f"mean speed {100 * self.speed:+.2g} %"),
        ]
        said = ", ".join(text for value, text in numbers if math.isfinite(value))
        lines = [f"{simulated} compared with {measured} (measured, {self.duration:.3g} s): {said or 'nothing in both'}"]
        if self.joints:
            lines.append("rms per joint: " + ", ".join(f"{name} {value:.3g}" for name, value in self.joints.items()))
        return lines

    def as_data(self) -> dict[str, Any]:
        """Return the differences as plain data; None in place of NaN."""
        return {key: _plain(value) for key, value in asdict(self).items()}


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
    path, way, speed = _paths(measured, simulated, time)
    share = path / way if way else math.nan
    return MeasuredDifference(names, float(time[-1] - time[0]), joints, torque, path, share, speed)


def _paths(measured: Recording, simulated: Recording, time: FloatArray) -> tuple[float, float, float]:
    """Return the distance of the aligned paths [m], the way of the measured run [m], and the difference of the speeds."""
    com = [values_at(run, "com_position", time) for run in (measured, simulated)]
    if com[0] is None or com[1] is None:
        return math.nan, math.nan, math.nan
    known = np.isfinite(com[0]).all(axis=1) & np.isfinite(com[1]).all(axis=1)
    a, b = (path[known] for path in com if path is not None)
    if len(a) < 2:
        return math.nan, math.nan, math.nan
    way = float(np.linalg.norm(np.diff(a, axis=0), axis=1).sum())
    gone = [float(np.linalg.norm(path[-1] - path[0])) for path in (a, b)]
    apart = float(np.sqrt(np.mean(np.sum((a - aligned(b, a)) ** 2, axis=1))))
    return apart, way, gone[1] / gone[0] - 1.0 if gone[0] else math.nan


def aligned(path: FloatArray, target: FloatArray) -> FloatArray:
    """Return a path after the turn about z and the shift that bring it nearest to another, in the least squares.

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


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return None if isinstance(value, float) and not math.isfinite(value) else value
