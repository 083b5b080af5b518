"""A pneumatic muscle: pressure behind a valve, force by area."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

from snakelab.errors import RobotError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import CHECKED_ELSEWHERE
from snakelab.parameter_declarations.quantities import Area, Pressure, TimeConstant
from snakelab.types import number

BAR = 1e5  # [Pa]
LEAST = 1e3  # a smaller limit was probably given in bar [Pa]


@dataclass(frozen=True)
class Pneumatic:
    """Pneumatic actuator: the command is a pressure, which acts along the coordinate after a first-order lag.

    p' = (u - p) / time_constant (solved exactly over a step), tau = area p with p limited to 0 .. max_pressure.

    Args:
        area: Effective area [m^2]; positive for a muscle that extends.
        max_pressure: Highest pressure of the supply above ambient [Pa]; 1 bar is 1e5 Pa.
        time_constant: Time constant of the valve and of filling the muscle [s]; 0 for no lag.

    Source: quasi-static muscles with linear stiffness, Arachchige et al., Dynamic Modeling and Validation of Soft Robotic Snake
    Locomotion.
    """

    area: Annotated[Area, Le(1.0)]
    max_pressure: Annotated[Pressure, Ge(LEAST), CHECKED_ELSEWHERE] = 3 * BAR
    time_constant: TimeConstant = 0.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        ceiling = number(self.max_pressure, "Pneumatic max_pressure", RobotError, unit="Pa")
        if ceiling < LEAST:
            hint = f"; did you mean {ceiling * BAR:g}?" if ceiling > 0 else ""
            raise RobotError(f"Pneumatic max_pressure must be at least {LEAST:g} Pa, got {ceiling:g}{hint}")

    @property
    def ceiling(self) -> float:
        """Highest pressure of the supply [Pa]."""
        return self.max_pressure
