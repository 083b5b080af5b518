"""Comparison of one experiment on two engines: differences of the recordings, and known differences of the engines."""

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
            _difference(first, other, (names[0], name))
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


def _difference(first: Recording, other: Recording, names: tuple[str, str]) -> EngineDifference:
    speeds = [float(metrics(run).get("mean_speed", math.nan)) for run in (first, other)]
    path = _path_distance(first, other, "com_position")
    path_length = float(metrics(first).get("path_length", math.nan))
    torques = first.dataset.get("tau")
    size = _rms(torques.values) if torques is not None and torques.size else math.nan
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
    return _rms(np.linalg.norm(a[shared] - b, axis=1))


def _rms(values: FloatArray) -> float:
    return float(np.sqrt(np.mean(values**2)))
