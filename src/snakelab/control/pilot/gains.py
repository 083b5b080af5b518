"""The gains of a pilot: wanted accelerations, so that one set serves robots of any mass."""

from dataclasses import dataclass

from snakelab.errors import ControlError
from snakelab.types import number, vector


@dataclass(frozen=True)
class PilotGains:
    """Gains of a pilot's loops. The robot's own inertia with its added mass, straight, makes forces of the accelerations.

    Args:
        depth: Proportional, integral and rate gain of the depth, shape (3,), [1/s^2, 1/s^3, 1/s].
        heading: Likewise of the heading.
        pitch: Likewise of the pitch, which is held at zero where the propellers can.
        speed: Proportional and integral gain of the forward speed, shape (2,), [1/s, 1/s^2].
        near: Errors of depth, heading and pitch above this do not fill their integrals [m or rad].
        bend: Bend of each joint or soft section per heading error [rad/rad].
        bend_limit: Largest bend of each, on top of the gait [rad].
        bend_time: Time constant of the bend, of second order and critically damped [s].
        drift: Integral gain of the line of sight, as a share of the speed; 1/4 makes the cross-track error critically damped [-].

    Source: offset of the gait from the heading error and the integral line of sight as Kelasidi, Liljeback, Pettersen,
    Gravdahl, Integral line-of-sight guidance for path following control of underwater snake robots: theory and experiments,
    2017.
    """

    depth: tuple[float, float, float] = (2.0, 0.1, 1.8)
    heading: tuple[float, float, float] = (3.0, 0.1, 2.4)
    pitch: tuple[float, float, float] = (2.0, 0.0, 2.0)
    speed: tuple[float, float] = (2.0, 1.0)
    near: float = 0.2
    bend: float = 0.5
    bend_limit: float = 0.5
    bend_time: float = 0.5
    drift: float = 0.25

    def __post_init__(self) -> None:
        for key, size in (("depth", 3), ("heading", 3), ("pitch", 3), ("speed", 2)):
            values = vector(getattr(self, key), f"PilotGains {key}", ControlError, size=size)
            if (values < 0).any():
                raise ControlError(f"PilotGains {key} must not be negative, got {values.tolist()}; write 0 for none")
        number(self.near, "PilotGains near", ControlError, above=0)
        number(self.bend, "PilotGains bend", ControlError, least=0)
        number(self.bend_limit, "PilotGains bend_limit", ControlError, least=0, unit="rad")
        number(self.bend_time, "PilotGains bend_time", ControlError, above=0, unit="s")
        number(self.drift, "PilotGains drift", ControlError, least=0)
