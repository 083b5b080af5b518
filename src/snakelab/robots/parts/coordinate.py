"""One coordinate of a part: who drives it, and what holds it."""

from dataclasses import dataclass

from snakelab.robots.actuators import Actuator
from snakelab.robots.compliance import Holder, Limits


@dataclass(frozen=True)
class Coordinate:
    """A generalised coordinate q with its actuator, its spring or elastomer, and its end stops."""

    actuator: Actuator
    spring: Holder
    limits: Limits
    unit: str
