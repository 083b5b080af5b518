"""One coordinate of a part, with its actuator and passive forces."""

from dataclasses import dataclass

from snakelab.robots.actuators import Actuator
from snakelab.robots.parts.compliance import Holder, Limits


@dataclass(frozen=True)
class Coordinate:
    """A generalised coordinate q with its actuator, its spring or elastomer, its joint limits, and its dry friction.

    Attributes:
        unit: "rad" or "m".
        dry_friction: f of tau = -f tanh(v / dry_eps) [N m] or [N].
        dry_eps: [rad/s] or [m/s].
        armature: Inertia of the rotor, reflected to the coordinate [kg m^2] or [kg].
    """

    actuator: Actuator
    spring: Holder
    limits: Limits
    unit: str
    dry_friction: float = 0.0
    dry_eps: float = 1.0
    armature: float = 0.0
