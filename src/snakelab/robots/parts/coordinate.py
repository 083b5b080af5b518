"""One coordinate of a part: who drives it, and what holds it."""

from dataclasses import dataclass

from snakelab.robots.actuators import Actuator
from snakelab.robots.compliance import Limits, Spring


@dataclass(frozen=True)
class Coordinate:
    """A generalised coordinate q with its actuator, spring and end stops."""

    actuator: Actuator
    spring: Spring
    limits: Limits
    unit: str
