"""A hydraulic actuator: water pressure in a chamber, force by area."""

import math
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

from snakelab.errors import RobotError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import CHECKED_ELSEWHERE
from snakelab.parameter_declarations.quantities import Area, Pressure, TimeConstant
from snakelab.robots.actuators.pneumatic import LEAST
from snakelab.types import number

MPA = 1e6  # [Pa]
CHAMBER = 0.008  # inner radius of the default chamber [m]

SupplyPressure = Annotated[Pressure, Ge(LEAST), CHECKED_ELSEWHERE]


@dataclass(frozen=True)
class Hydraulic:
    """Hydraulic actuator: the command is a pressure, which acts along the coordinate after a first-order lag.

    p' = (u - p) / time_constant (solved exactly over a step), tau = area p with p limited to 0 .. max_pressure.

    Args:
        area: Effective area [m^2]; the default is that of a chamber of 8 mm radius, 201.06 N for 1 MPa.
        max_pressure: Highest pressure of the supply above ambient [Pa]; 1 MPa is 1e6 Pa. None for no limit.
        tested_pressure: Highest pressure at which the actuator was tested [Pa]; a command above it is applied, with one
            warning.
        time_constant: Time constant of the valve and of filling the chamber [s]; 0 for no lag.

    Source: Zhang, Chen, Liu, Gong, Dynamic Modeling of Underwater Snake Robot by Hybrid Rigid-Soft Actuation: a linear
        matrix K, whose value is not given, and tests below 0.5 MPa. K is assumed to be the area of the chamber.
    """

    area: Annotated[Area, Le(1.0)] = math.pi * CHAMBER**2
    max_pressure: SupplyPressure | None = None
    tested_pressure: SupplyPressure = 0.5 * MPA
    time_constant: TimeConstant = 0.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        if self.max_pressure is not None:
            _pressure(self.max_pressure, "Hydraulic max_pressure")
        _pressure(self.tested_pressure, "Hydraulic tested_pressure")

    @property
    def ceiling(self) -> float:
        """Highest pressure of the supply [Pa]; infinite for no limit."""
        return math.inf if self.max_pressure is None else self.max_pressure


def _pressure(value: object, name: str) -> None:
    """Raise RobotError for an invalid pressure, or one given in MPa."""
    pressure = number(value, name, RobotError, unit="Pa")
    if pressure < LEAST:
        hint = f"; did you mean {pressure * MPA:g}?" if pressure > 0 else ""
        raise RobotError(f"{name} must be at least {LEAST:g} Pa, got {pressure:g}{hint}")
