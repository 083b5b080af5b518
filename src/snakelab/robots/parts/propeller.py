"""Propellers: thrust at a point of a part, in a fixed direction."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from snakelab.compiling import kernel
from snakelab.errors import RobotError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import CHECKED_ELSEWHERE, FIXED, INFINITE, Choices, Slider, Unit
from snakelab.parameter_declarations.quantities import Label, Point, TimeConstant
from snakelab.types import FloatArray, floats, vector

DIRECTIONS = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}

Direction = (
    Annotated[str, Choices(("x", "y", "z", "-x", "-y", "-z")), CHECKED_ELSEWHERE]
    | Annotated[tuple[float, float, float], Slider(-1, 1, 0.01), CHECKED_ELSEWHERE, FIXED]
)


@dataclass(frozen=True)
class Propeller:
    """A propeller. Its command u arrives through a lag, z' = (u - z) / time_constant, solved exactly over a step, and gives

    thrust = gain z, or curve(z), between min_thrust and max_thrust, and a moment of torque_ratio times the thrust
    about its axis.

    Args:
        on: Name of the part on which it is mounted, as in `model.station_names` ("link1", "section2", or a given name).
            On a soft section it is mounted on the station nearest to `point`.
        point: Point of action of the thrust, in the frame of the tail end of the straight part, shape (3,), [m].
        direction: Direction of positive thrust on the robot: "x", "y", "z" or a vector, shape (3,), in the axes of the
            part.
        gain: Thrust for a command of 1 [N]; with 1, the command is the thrust.
        curve: Pairs (command, thrust [N]) with ascending commands, interpolated linearly and constant beyond the ends;
            it replaces `gain`.
        min_thrust, max_thrust: Limits [N].
        time_constant: Time constant of the lag [s]; 0 for no lag.
        torque_ratio: Reaction moment about the direction divided by the thrust [m]; the sign depends on the handedness
            of the blades.
        name: Name in commands and recordings; the default is propeller1, propeller2, ...

    Source: a wrench [direction; point x direction] u as in Zhang, Chen, Liu, Gong, 2022, eq. 35 to 37; lag and curve as
        manufacturers of thrusters specify them. The thrust is independent of the inflow; at speed, a real propeller
        gives less.
    """

    on: Label
    point: Annotated[Point, FIXED] = (0.0, 0.0, 0.0)
    direction: Direction = "x"
    gain: Annotated[float, Unit("N"), Slider(-10, 10, 0.1)] = 1.0
    curve: Sequence[Sequence[float]] | None = None
    min_thrust: Annotated[float, Unit("N"), Slider(-100, 0, 1), INFINITE] = -math.inf
    max_thrust: Annotated[float, Unit("N"), Slider(0, 100, 1), INFINITE] = math.inf
    time_constant: TimeConstant = 0.0
    torque_ratio: Annotated[float, Unit("m"), Slider(-0.1, 0.1, 0.001)] = 0.0
    name: Label = ""

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        self.unit_direction()
        if not self.min_thrust < self.max_thrust:
            raise RobotError(
                f"Propeller min_thrust must be less than max_thrust, got {self.min_thrust:g} and {self.max_thrust:g} N"
            )
        self.curve_points()

    def unit_direction(self) -> FloatArray:
        """Return the direction as a unit vector, shape (3,)."""
        if isinstance(self.direction, str):
            name = self.direction.removeprefix("-")
            if name not in DIRECTIONS:
                raise RobotError(
                    f"Propeller direction must be x, y, z, -x, -y, -z or three numbers, got {self.direction!r}"
                )
            return np.array(DIRECTIONS[name]) * (-1 if self.direction.startswith("-") else 1)
        along = vector(self.direction, "Propeller direction", RobotError, size=3)
        size = np.abs(along).max()
        if not size > 0:
            raise RobotError(f"Propeller direction must not be zero, got {self.direction!r}; write direction='x'")
        along = along / size  # squares of very large or small numbers would overflow or vanish
        return along / np.linalg.norm(along)

    def curve_points(self) -> FloatArray:
        """Return commands and thrusts of the curve, shape (m, 2); empty without a curve."""
        if self.curve is None:
            return np.zeros((0, 2))
        try:
            points = floats(self.curve)
        except ValueError:
            points = np.zeros(0)
        if points.ndim != 2 or points.shape[1] != 2 or len(points) < 2 or not np.isfinite(points).all():
            raise RobotError(
                f"Propeller curve must be at least two pairs (command, thrust), got {self.curve!r}; write [(-1, -30), "
                f"(0, 0), (1, 40)]"
            )
        if not (np.diff(points[:, 0]) > 0).all():
            raise RobotError(f"Propeller curve must have ascending commands, got {points[:, 0].tolist()}")
        return points


@kernel
def thrust_of(z, gain, minimum, maximum, points, first, n):
    """Thrust of the lagged command z: by the n points of a curve from row `first`, or by the gain where n is 0 [N]."""
    thrust = gain * z
    if n > 0:
        last = first + n - 1
        thrust = points[first, 1] if z <= points[first, 0] else points[last, 1]
        for i in range(first, last):
            if points[i, 0] < z <= points[i + 1, 0]:
                fraction = (z - points[i, 0]) / (points[i + 1, 0] - points[i, 0])
                thrust = points[i, 1] + fraction * (points[i + 1, 1] - points[i, 1])
    return min(max(thrust, minimum), maximum)
