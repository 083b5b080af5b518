"""Gains and set points of an autopilot. Gains give accelerations, so that one set applies to robots of any mass."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt

from snakelab.errors import ControlError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import Slider, Unit
from snakelab.parameter_declarations.quantities import PositiveDuration

LoopGains = Annotated[
    tuple[float, float, float], Ge(0), Unit("1/s^2, 1/s^3, 1/s", in_message=False), Slider(0, 10, 0.1)
]


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

    depth: LoopGains = (2.0, 0.1, 1.8)
    heading: LoopGains = (3.0, 0.1, 2.4)
    pitch: LoopGains = (2.0, 0.0, 2.0)
    speed: Annotated[tuple[float, float], Ge(0), Unit("1/s, 1/s^2", in_message=False), Slider(0, 10, 0.1)] = (2.0, 1.0)
    near: Annotated[float, Gt(0), Unit("m or rad", in_message=False), Slider(0.01, 2, 0.01)] = 0.2
    bend: Annotated[float, Ge(0), Unit("rad/rad", in_message=False), Slider(0, 3, 0.01)] = 0.5
    bend_limit: Annotated[float, Ge(0), Unit("rad"), Slider(0, 1.5, 0.01)] = 0.5
    bend_time: PositiveDuration = 0.5
    drift: Annotated[float, Ge(0), Slider(0, 1, 0.01)] = 0.25

    def __post_init__(self) -> None:
        check_declared(self, ControlError)
        for key in ("depth", "heading", "pitch", "speed"):
            values = np.array(getattr(self, key), dtype=np.float64)
            if (values < 0).any():
                raise ControlError(
                    f"AutopilotGains {key} must not be negative, got {values.tolist()}; write 0 for none"
                )


@dataclass(frozen=True)
class SetPoints:
    """Set points and gains of the control loops of an autopilot.

    Attributes:
        heading: From x toward y [rad]; None uses the direction of the path, or the initial heading.
        speed: Forward speed over ground [m/s]; None for none.
        thrust: Constant forward thrust [N]; None for none.
        steer: "thrust", "bend" or "both".
        gains: Gains of the control loops.
    """

    heading: float | None
    speed: float | None
    thrust: float | None
    steer: str
    gains: AutopilotGains
