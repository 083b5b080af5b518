"""Lamp next to a camera."""

import math
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Le

from snakelab.declared.check import check_declared
from snakelab.declared.marks import FIXED, Slider, Unit
from snakelab.errors import RobotError


@dataclass(frozen=True)
class Lamp:
    """Lamp at a camera's lens that shines along its optical axis.

    It adds the brightness B exp(-(a / beam)^2) / (1 + (r / reach)^2) at a distance r and an angle a from the axis: constant
    near the lamp, falling with the square of the distance far away.

    Args:
        brightness: B, relative to full light [-].
        reach: Distance at which the brightness has fallen to one half [m].
        beam: Angle from the axis at which the brightness has fallen to 1/e [rad].

    Raises:
        RobotError: if a number is out of range.
    """

    brightness: Annotated[float, Ge(0), Le(100), Slider(0, 5, 0.01), FIXED] = 1.0
    reach: Annotated[float, Gt(0), Le(1e4), Unit("m"), Slider(0.05, 10, 0.05), FIXED] = 1.0
    beam: Annotated[float, Gt(0), Le(math.pi), Unit("rad"), Slider(0.1, math.pi, 0.01), FIXED] = 1.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
