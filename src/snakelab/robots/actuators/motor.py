"""Force source: torque motor, or the force of a muscle, with a limit and a first-order lag."""

import math
from dataclasses import dataclass

from snakelab.compiling import kernel
from snakelab.errors import RobotError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.quantities import ForceLimit, TimeConstant


@dataclass(frozen=True)
class Motor:
    """Motor: the command is a generalised force, which is applied after a first-order lag and limited.

    z' = (u - z) / time_constant (solved exactly over a step), tau = z limited to +-force_limit.

    Args:
        force_limit: Limit of |tau| [N m] or [N].
        time_constant: Time constant of the lag [s]; 0 for no lag.
    """

    force_limit: ForceLimit = math.inf
    time_constant: TimeConstant = 0.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)


@kernel
def lag(z, u, time_constant, dt):
    """State of a first-order lag after dt with the constant input u, exact: u + (z - u) exp(-dt / T)."""
    if time_constant <= 0.0:
        return u
    return u + (z - u) * math.exp(-dt / time_constant)
