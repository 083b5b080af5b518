"""A pneumatic muscle: pressure behind a valve, force by area."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from snakelab.errors import RobotError
from snakelab.types import FloatArray, number, vector

BAR = 1e5  # [Pa]
LEAST = 1e3  # a ceiling below a hundredth of a bar is a number in bar [Pa]


@dataclass(frozen=True)
class Pneumatic:
    """The command is a pressure; it arrives through a lag and a ceiling, and pushes along the coordinate.

    p' = (u - p) / time_constant (solved exactly over a step), tau = area p with p limited to 0 .. max_pressure.

    Args:
        area: Effective area [m^2]; positive for a muscle that extends.
        max_pressure: Ceiling of the supply, above ambient [Pa]; 1 bar is 1e5 Pa.
        time_constant: Of the valve and the filling muscle [s]; 0 for none.

    Source: quasi-static muscles with linear stiffness, Arachchige et al., Dynamic Modeling and Validation of Soft Robotic Snake
    Locomotion.
    """

    area: float
    max_pressure: float = 3 * BAR
    time_constant: float = 0.0

    def __post_init__(self) -> None:
        number(self.area, "Pneumatic area", RobotError, above=0, most=1.0, unit="m^2")
        ceiling = number(self.max_pressure, "Pneumatic max_pressure", RobotError, unit="Pa")
        if ceiling < LEAST:
            hint = f"; did you mean {ceiling * BAR:g}?" if ceiling > 0 else ""
            raise RobotError(f"Pneumatic max_pressure must be at least {LEAST:g} Pa, got {ceiling:g}{hint}")
        number(self.time_constant, "Pneumatic time_constant", RobotError, least=0, unit="s")


def pressures_for(lengths: Sequence[float] | FloatArray, stiffness: float, muscle: Pneumatic) -> FloatArray:
    """Pressures that hold muscles at length changes in quiet, p = K l / area.

    Args:
        lengths: Length changes, shape (n,), [m].
        stiffness: K of one muscle [N/m].
        muscle: Its area and ceiling.

    Returns:
        Shape (n,), [Pa].

    Raises:
        RobotError: if a muscle would have to pull, or a pressure is over the ceiling.
    """
    wanted = stiffness / muscle.area * vector(lengths, "lengths", RobotError, unit="m")
    if (wanted < -1e-9 * muscle.max_pressure).any():
        raise RobotError(
            f"pressure cannot be negative: {wanted.min() / BAR:.3g} bar would be needed; lengths must be at least 0 m, "
            f"got {np.min(lengths):g} m"
        )
    if (wanted > (1 + 1e-9) * muscle.max_pressure).any():
        most = muscle.max_pressure * muscle.area / stiffness
        raise RobotError(
            f"a length change of {np.max(lengths):g} m needs {wanted.max() / BAR:.3g} bar, and the ceiling is "
            f"{muscle.max_pressure / BAR:g} bar; lengths must be at most {most:.4g} m"
        )
    return wanted


def lengths_at(pressures: Sequence[float] | FloatArray, stiffness: float, muscle: Pneumatic) -> FloatArray:
    """Length changes of quiet muscles at pressures, l = area p / K; the inverse of `pressures_for`.

    Raises:
        RobotError: if a pressure is negative or over the ceiling.
    """
    given = vector(pressures, "pressures", RobotError, unit="Pa")
    if (given < 0).any() or (given > muscle.max_pressure).any():
        raise RobotError(
            f"pressures must be between 0 and the ceiling of {muscle.max_pressure / BAR:g} bar [Pa], got {pressures!r}"
        )
    return muscle.area / stiffness * given
