"""Gait from any Python function of time."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from snakelab.errors import GaitError
from snakelab.gaits.gait import joints_of
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED
from snakelab.parameter_declarations.quantities import PositiveDuration
from snakelab.physics.command import Command, Measurement
from snakelab.physics.model import Model
from snakelab.types import FloatArray, vector

# Five-point central differences: error h^4 |f^(5)| / 30 for the rate.
STEP = 1e-3


@dataclass(frozen=True)
class FunctionGait(Displayed):
    """Gait given by a user-defined function angles(t); rates and accelerations by five-point differences.

    The function is called in Python in every control period, and its values are interpolated by quintics. `TableGait`
    is faster.

    Args:
        function: Function of t [s] that returns angles, shape (nv,), [rad] or [m]; it must be smooth, and defined
            slightly before t = 0.
        period: Control period [s].
    """

    function: Callable[[float], npt.ArrayLike]
    period: Annotated[PositiveDuration, FIXED] = 0.01

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise GaitError(f"FunctionGait function must take the time and return angles, got {self.function!r}")
        check_declared(self, GaitError)

    def start(self, model: Model, time: float) -> tuple[Command, Any]:
        """Return the command at the first instant; there is no memory."""
        n = joints_of(model, "FunctionGait")
        size = np.size(self._angles(time))
        if size != n:
            raise GaitError(
                f"FunctionGait returned {size} angles, and robot {model.robot.name!r} has {n} coordinates: one angle for each"
            )
        return self._at(time), None

    def command(self, measurement: Measurement, memory: Any) -> tuple[Command, Any]:
        """Return target, rate and acceleration at the end of the period."""
        return self._at(measurement.time + self.period), memory

    def _angles(self, time: float) -> FloatArray:
        return vector(self.function(time), f"FunctionGait function at t = {time:g} s", GaitError)

    def _at(self, time: float) -> Command:
        a, b, c, d, e = (self._angles(time + k * STEP) for k in (-2, -1, 0, 1, 2))
        rate = (a - 8 * b + 8 * d - e) / (12 * STEP)
        acceleration = (-a + 16 * b - 30 * c + 16 * d - e) / (12 * STEP**2)
        return Command(c, rate, acceleration)
