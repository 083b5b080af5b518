"""Passive forces of a coordinate: spring, damper and joint limits."""

import math
from dataclasses import dataclass

from snakelab.errors import RobotError
from snakelab.robots.materials import Elastomer
from snakelab.types import number


@dataclass(frozen=True)
class Spring:
    """Linear spring and damper: tau = -stiffness (q - rest) - damping v.

    Args:
        stiffness: [N m/rad] or [N/m].
        damping: [N m s/rad] or [N s/m].
        rest: Where the spring is slack [rad] or [m].
    """

    stiffness: float = 0.0
    damping: float = 0.0
    rest: float = 0.0

    def __post_init__(self) -> None:
        number(self.stiffness, "Spring stiffness", RobotError, least=0)
        number(self.damping, "Spring damping", RobotError, least=0)
        number(self.rest, "Spring rest", RobotError)


# What may hold a length.
Holder = Spring | Elastomer


@dataclass(frozen=True)
class Limits:
    """Compliant end stops: beyond a bound, tau = -stiffness (q - bound) - damping v, and never pulling back.

    Args:
        lower, upper: The free range [rad] or [m].
        stiffness: [N m/rad] or [N/m].
        damping: [N m s/rad] or [N s/m].
    """

    lower: float
    upper: float
    stiffness: float = 1000.0
    damping: float = 10.0

    def __post_init__(self) -> None:
        number(self.lower, "Limits lower", RobotError, infinite=True)
        number(self.upper, "Limits upper", RobotError, infinite=True)
        number(self.stiffness, "Limits stiffness", RobotError, above=0)
        number(self.damping, "Limits damping", RobotError, least=0)
        if not self.lower < self.upper:
            raise RobotError(f"Limits lower must be less than upper, got lower={self.lower:g}, upper={self.upper:g}")


FREE = Limits(-math.inf, math.inf)
