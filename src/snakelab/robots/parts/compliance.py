"""Passive forces of a coordinate: spring, damper and joint limits."""

import math
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Gt

from snakelab.errors import RobotError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import INFINITE, Slider, Unit
from snakelab.parameter_declarations.quantities import Coordinate, DampingGain, Gain
from snakelab.robots.materials import Elastomer


@dataclass(frozen=True)
class Spring:
    """Linear spring and damper: tau = -stiffness (q - rest) - damping v.

    Args:
        stiffness: Stiffness [N m/rad] or [N/m].
        damping: Damping [N m s/rad] or [N s/m].
        rest: Coordinate at which the spring force is zero [rad] or [m].
    """

    stiffness: Gain = 0.0
    damping: DampingGain = 0.0
    rest: Coordinate = 0.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)


Holder = Spring | Elastomer


@dataclass(frozen=True)
class Limits:
    """Compliant joint limits: beyond a bound, tau = -stiffness (q - bound) - damping v, without any force that pulls
    toward the limit.

    Args:
        lower, upper: Bounds of the free range [rad] or [m].
        stiffness: Stiffness [N m/rad] or [N/m].
        damping: Damping [N m s/rad] or [N s/m].
    """

    lower: Annotated[Coordinate, INFINITE]
    upper: Annotated[Coordinate, INFINITE]
    stiffness: Annotated[float, Gt(0), Unit("N m/rad", "N/m"), Slider(10, 10_000, 10)] = 1000.0
    damping: DampingGain = 10.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        if not self.lower < self.upper:
            raise RobotError(f"Limits lower must be less than upper, got lower={self.lower:g}, upper={self.upper:g}")


FREE = Limits(-math.inf, math.inf)
