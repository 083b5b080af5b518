"""Propellers of a recording: positions, directions and limits."""

import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.errors import RecordingError
from snakelab.geometry.poses import rotate_by
from snakelab.results.recording import Recording
from snakelab.types import FloatArray


@dataclass(frozen=True)
class PropellerFacts:
    """Recorded properties of one propeller.

    Attributes:
        name: "propeller1".
        link: Index of its link or station.
        offset: Position relative to the centre of mass of that link, in its axes, shape (3,), [m].
        direction: Direction of positive thrust on the robot, in the axes of the link, unit vector, shape (3,).
        gain: Thrust of a unit command [N].
        curve: Commands and thrusts, shape (m, 2), [N]; empty if `gain` applies.
        min_thrust, max_thrust: Limits of the thrust, infinite if there are none [N].
    """

    name: str
    link: int
    offset: FloatArray
    direction: FloatArray
    gain: float
    curve: FloatArray
    min_thrust: float
    max_thrust: float

    def asked(self, command: FloatArray) -> FloatArray:
        """Thrust that a command requests after its lag and before the limits, shape of the command, [N]."""
        if len(self.curve):
            return np.asarray(np.interp(command, *self.curve.T), dtype=np.float64)
        return self.gain * command

    def limited(self, command: FloatArray) -> np.ndarray:
        """Return True where the thrust is at a limit, bool, shape of the command.

        At a limit of the thrust, or at an end of the curve; for a limit of zero thrust, only commands beyond it count.
        """
        asked = self.asked(command)
        saturated = (asked > self.max_thrust) | ((asked == self.max_thrust) & (asked != 0))
        saturated |= (asked < self.min_thrust) | ((asked == self.min_thrust) & (asked != 0))
        if len(self.curve):
            (first, low), (last, high) = self.curve[0], self.curve[-1]
            saturated |= (command > last) | ((command == last) & (high != 0))
            saturated |= (command < first) | ((command == first) & (low != 0))
        return np.asarray(saturated)


def propellers_of(recording: Recording) -> list[PropellerFacts]:
    """Return the propellers in the order of `propeller_thrust`; empty if the recording does not describe all of them."""
    try:
        entries = json.loads(recording.dataset.attrs.get("propellers", "[]"))
        facts = propellers_from(entries, [str(name) for name in recording["link"].values])
    except (TypeError, ValueError, KeyError, RecursionError):
        return []
    n_columns = recording.dataset.sizes.get("propeller", 0)
    return facts if len(facts) == n_columns else []


def propeller_poses(recording: Recording) -> tuple[FloatArray, FloatArray]:
    """Positions and thrust directions of the propellers, world axes, each (n_rows, n_propellers, 3), [m] and [-].

    Raises:
        RecordingError: if the recording has propellers but not their positions.
    """
    propellers = propellers_of(recording)
    if not propellers:
        raise RecordingError("the recording does not contain the positions of its propellers; run the scenario again")
    links = [propeller.link for propeller in propellers]
    centre, quaternion = recording["link_position"].values[:, links], recording["link_quaternion"].values[:, links]
    offset, direction = (
        np.stack([getattr(propeller, name) for propeller in propellers]) for name in ("offset", "direction")
    )
    return centre + rotate_by(quaternion, offset), rotate_by(quaternion, direction)


def propellers_from(entries: list[dict[str, Any]], links: list[str]) -> list[PropellerFacts]:
    """Return the propellers of entries as in a recording, on links of these names."""
    return [_facts(entry, links) for entry in entries]


def _facts(one: dict[str, Any], links: list[str]) -> PropellerFacts:
    return PropellerFacts(
        str(one["name"]),
        links.index(one["link"]),
        _vector(one["offset"], 3),
        _vector(one["direction"], 3),
        float(one["gain"]),
        np.asarray(one["curve"] or np.zeros((0, 2)), dtype=np.float64).reshape(-1, 2),
        _limit(one["min_thrust"], -np.inf),
        _limit(one["max_thrust"], np.inf),
    )


def _limit(value: float | None, default: float) -> float:
    """Return a limit of the thrust; the default if there is none [N]."""
    return default if value is None else float(value)


def _vector(values: Any, size: int) -> FloatArray:
    return np.asarray(values, dtype=np.float64).reshape(size)
