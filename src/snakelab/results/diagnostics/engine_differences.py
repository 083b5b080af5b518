"""One experiment on two engines: by how much the recordings differ, and what the engines do otherwise."""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from snakelab.results.metrics import metrics
from snakelab.results.recording import Recording
from snakelab.types import FloatArray


@dataclass(frozen=True)
class EngineDifference:
    """A run beside the first, which another engine computed. What cannot be compared is NaN.

    Attributes:
        names: What the two runs are called, the first run's first.
        engines: What computed them.
        speed: Difference of the mean speeds, share of the first's [-].
        path: Distance of the two centres of mass, root mean square over time [m].
        path_share: That, share of the way that the first went [-].
        torque: Difference of all forces of the actuators, root mean square, share of the first's [-].
        reasons: What either engine does otherwise than the laws say, as the runs noted it.
    """

    names: tuple[str, str]
    engines: tuple[str, str]
    speed: float
    path: float
    path_share: float
    torque: float
    reasons: tuple[str, ...]

    def lines(self) -> list[str]:
        """For a person to read."""
        first, other = self.names
        told = [
            (self.speed, f"mean speed {100 * self.speed:+.2g} %"),
            (self.path, f"paths {1e3 * self.path:.2g} mm apart (rms), {100 * self.path_share:.2g} % of the way"),
            (self.torque, f"torques {100 * self.torque:.2g} % apart (rms)"),
        ]
        numbers = ", ".join(text for value, text in told if math.isfinite(value))
        lines = [f"engine of {name}: {engine}" for name, engine in zip(self.names, self.engines, strict=True)]
        lines.append(f"{other} beside {first}: {numbers or 'nothing that both recorded'}")
        return lines + [f"known reason: {reason}" for reason in self.reasons]

    def as_data(self) -> dict[str, Any]:
        """As plain data; what is no number is None."""
        return {
            key: None if isinstance(value, float) and not math.isfinite(value) else value
            for key, value in asdict(self).items()
        }


def engine_differences(recordings: Sequence[Recording], names: Sequence[str]) -> list[EngineDifference]:
    """Of every run that another engine computed than the first.

    Args:
        recordings: The runs, of any status.
        names: What they are called.
    """
    first = recordings[0]
    with np.errstate(all="ignore"):  # a run that diverged overflows
        return [
            _difference(first, other, (names[0], name))
            for other, name in zip(recordings[1:], names[1:], strict=True)
            if _kind(other) != _kind(first)
        ]


def engine_of(recording: Recording) -> str:
    """What computed a run, with its settings."""
    return str(json.loads(str(recording.dataset.attrs.get("settings", "{}"))).get("engine", "unknown"))


def notes_of(recording: Recording) -> tuple[str, ...]:
    """What was noted of a run."""
    return tuple(str(recording.dataset.attrs.get("notes", "")).splitlines())


def _kind(recording: Recording) -> str:
    return engine_of(recording).partition("(")[0]


def _difference(first: Recording, other: Recording, names: tuple[str, str]) -> EngineDifference:
    speeds = [float(metrics(run).get("mean_speed", math.nan)) for run in (first, other)]
    path = _apart(first, other, "com_position")
    way = float(metrics(first).get("path_length", math.nan))
    torques = first.dataset.get("tau")
    size = _rms(torques.values) if torques is not None and torques.size else math.nan
    torque = _apart(first, other, "tau")
    n = torques.shape[1] if torques is not None and torques.size else 1
    return EngineDifference(
        names,
        (engine_of(first), engine_of(other)),
        speeds[1] / speeds[0] - 1 if speeds[0] else math.nan,
        path,
        path / way if way else math.nan,
        torque / (size * math.sqrt(n)) if size else math.nan,
        tuple(dict.fromkeys((*notes_of(first), *notes_of(other)))),
    )


def _apart(first: Recording, other: Recording, name: str) -> float:
    """Distance of two recordings of a vector, root mean square over the times of the first that both have; NaN if none."""
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
    return _rms(np.linalg.norm(a[shared] - b, axis=1))


def _rms(values: FloatArray) -> float:
    return float(np.sqrt(np.mean(values**2)))
