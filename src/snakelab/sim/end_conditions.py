"""Conditions that end a run: a goal reached, a bound crossed, or a user-defined function."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from snakelab.errors import SimulationError, nearest
from snakelab.types import FloatArray, number, vector

Snapshot = Mapping[str, FloatArray]


@runtime_checkable
class StopCondition(Protocol):
    """Condition that is tested at every record."""

    @property
    def reason(self) -> str:
        """Reason in the status, after "stopped: "."""

    def met(self, record: Snapshot) -> bool:
        """Return True if the run ends here. `record` maps names such as "time", "com_position", "q" to their values."""


@dataclass(frozen=True)
class GoalReached:
    """Condition that a point of the robot is near a goal.

    Args:
        goal: Position in world axes, shape (3,), [m].
        radius: Largest distance [m].
        point: "com_position", "head_position" or "base_position".
    """

    goal: tuple[float, float, float]
    radius: float
    point: str = "com_position"

    def __post_init__(self) -> None:
        vector(self.goal, "GoalReached goal", SimulationError, size=3, unit="m")
        number(self.radius, "GoalReached radius", SimulationError, above=0, unit="m")

    @property
    def reason(self) -> str:
        """See `StopCondition`."""
        return f"goal {tuple(self.goal)} reached"

    def met(self, record: Snapshot) -> bool:
        """See `StopCondition`."""
        return bool(np.linalg.norm(value_of(record, self.point) - np.asarray(self.goal)) <= self.radius)


@dataclass(frozen=True)
class StopWhen:
    """Condition that a function of the record returns True.

    Args:
        function: record -> bool.
        reason: Reason in the status.
    """

    function: Callable[[Snapshot], bool]
    reason: str = "condition met"

    def met(self, record: Snapshot) -> bool:
        """See `StopCondition`."""
        return bool(self.function(record))


def value_of(record: Snapshot, name: str) -> FloatArray:
    """Return a value of the record, or raise an error with the available names."""
    if name not in record:
        raise SimulationError(f"a record has no value {name!r}{nearest(name, record)}")
    return record[name]
