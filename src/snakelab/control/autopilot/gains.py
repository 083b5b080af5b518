"""Gains of an autopilot. They give accelerations, so that one set applies to robots of any mass."""

from dataclasses import dataclass

from snakelab.errors import ControlError
from snakelab.types import number, vector


@dataclass(frozen=True)
class AutopilotGains:
    """Gains of the control loops of an autopilot.

    Each loop returns an acceleration; the inertia of the straight robot, with its added mass, converts it to a force.

    Args:
        depth: Proportional, integral and rate gain of the depth, shape (3,), [1/s^2, 1/s^3, 1/s].
        heading: The same for the heading.
        pitch: The same for the pitch, which is held at zero where the propellers can do so.
        speed: Proportional and integral gain of the forward speed, shape (2,), [1/s, 1/s^2].
        near: Integrals of depth, heading and pitch stop while their error is larger than this [m or rad].
        bend: Bending angle of each joint or soft section per heading error [rad/rad].
        bend_limit: Largest bending angle of each, added to the gait [rad].
        bend_time: Time constant of the bending angle, second order, critically damped [s].
        drift: Integral gain of the line of sight as a fraction of the speed; 1/4 makes the cross-track error critically
            damped [-].

    Source: gait offset from the heading error, and integral line of sight: Kelasidi, Liljeback, Pettersen,
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
            values = vector(getattr(self, key), f"AutopilotGains {key}", ControlError, size=size)
            if (values < 0).any():
                raise ControlError(
                    f"AutopilotGains {key} must not be negative, got {values.tolist()}; write 0 for none"
                )
        number(self.near, "AutopilotGains near", ControlError, above=0)
        number(self.bend, "AutopilotGains bend", ControlError, least=0)
        number(self.bend_limit, "AutopilotGains bend_limit", ControlError, least=0, unit="rad")
        number(self.bend_time, "AutopilotGains bend_time", ControlError, above=0, unit="s")
        number(self.drift, "AutopilotGains drift", ControlError, least=0)
