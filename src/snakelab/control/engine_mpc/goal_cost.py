"""Trajectory of a roll-out, and its cost by the distances from goals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Len

from snakelab.errors import ControlError, nearest
from snakelab.geometry.poses import heading_of, wrapped
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import Slider, Unit
from snakelab.parameter_declarations.quantities import Angle
from snakelab.physics.model import Model
from snakelab.physics.record_row import record_layout
from snakelab.types import FloatArray

Goal = Annotated[Sequence[float], Len(2, 2), Unit("m"), Slider(-20, 20, 0.1)]
Weight = Annotated[float, Ge(0), Unit("1/m^2", in_message=False), Slider(0, 10, 0.1)]


@dataclass(frozen=True)
class GoalCost:
    """Squared horizontal distances of the centre of mass and of the tip of the head from their goals, and of its height
    and the heading.

        L = sum_k com_weight (|p_com - com|^2 + (z_com - height)^2) + head_weight |p_head - head|^2
                  + heading_weight (psi - heading)^2

    at the end of each control period. The first two goals together also determine the direction of the body.

    Args:
        com: Goal of the centre of mass, x and y [m]; None for no goal.
        head: Goal of the tip of the head, x and y [m]; None for no goal.
        com_weight: Weight of the distance of the centre of mass [1/m^2].
        head_weight: Weight of the distance of the head [1/m^2].
        height: Goal of the height of the centre of mass [m]; None for no goal.
        heading: Goal of the heading of the base [rad], whose error is from -pi to pi; None for no goal.
        heading_weight: Weight of the heading [1/rad^2].

    Raises:
        ControlError: if there is no goal, or a number is out of range.
    """

    com: Goal | None = None
    head: Goal | None = None
    com_weight: Weight = 1.0
    head_weight: Weight = 1.0
    height: Annotated[float, Unit("m"), Slider(-20, 20, 0.1)] | None = None
    heading: Angle | None = None
    heading_weight: Annotated[float, Ge(0), Unit("1/rad^2", in_message=False), Slider(0, 10, 0.1)] = 1.0

    def __post_init__(self) -> None:
        check_declared(self, ControlError)
        if self.com is None and self.head is None and self.height is None and self.heading is None:
            raise ControlError(
                "GoalCost needs a goal, of the centre of mass or of the head; write GoalCost(com=(1.0, 0.5))"
            )

    def __call__(self, trajectory: Mapping[str, FloatArray]) -> FloatArray:
        """Cost at the end of each control period, shape (n_periods,)."""
        goals = (("com_position", self.com, self.com_weight), ("head_position", self.head, self.head_weight))
        parts = [
            weight * ((trajectory[name][:, :2] - np.asarray(goal)) ** 2).sum(axis=1)
            for name, goal, weight in goals
            if goal is not None
        ]
        if self.height is not None:
            parts.append(self.com_weight * (trajectory["com_position"][:, 2] - self.height) ** 2)
        if self.heading is not None:
            error = wrapped(heading_of(trajectory["base_quaternion"]) - self.heading)
            parts.append(self.heading_weight * error**2)
        return sum(parts[1:], parts[0])


@dataclass(frozen=True, eq=False)
class Trajectory(Mapping[str, FloatArray]):
    """Records at the end of every control period of a roll-out, by the names of a recording.

    `trajectory["com_position"]` has shape (n_periods, 3), `trajectory["q"]` (n_periods, nv), `trajectory["time"]` (n_periods,).

    Args:
        model: Model of the roll-out.
        rows: Records, shape (n_periods, record width).
    """

    model: Model
    rows: FloatArray

    def __getitem__(self, name: str) -> FloatArray:
        layout = record_layout(self.model)
        if name not in layout:
            raise ControlError(f"a trajectory has no {name!r}{nearest(name, layout)}")
        place, shape = layout[name]
        return self.rows[:, place].reshape(len(self.rows), *shape)

    def __iter__(self) -> Iterator[str]:
        return iter(record_layout(self.model))

    def __len__(self) -> int:
        return len(record_layout(self.model))
