"""A force source: torque motor, or the force of a muscle, with a ceiling and a first-order lag."""

import math
from dataclasses import dataclass

from snakelab.compiling import kernel
from snakelab.errors import RobotError
from snakelab.types import number


@dataclass(frozen=True)
class Motor:
    """The command is a generalised force; it arrives through a lag and a ceiling.

    z' = (u - z) / time_constant (solved exactly over a step), tau = z limited to +-force_limit.

    Args:
        force_limit: Ceiling of |tau| [N m] or [N].
        time_constant: Lag [s]; 0 for none.
    """

    force_limit: float = math.inf
    time_constant: float = 0.0

    def __post_init__(self) -> None:
        number(self.force_limit, "Motor force_limit", RobotError, above=0, infinite=True)
        number(self.time_constant, "Motor time_constant", RobotError, least=0, unit="s")


@kernel
def lag(z, u, time_constant, dt):
    """Memory of a first-order lag after dt under the constant input u, exactly: u + (z - u) exp(-dt / T)."""
    if time_constant <= 0.0:
        return u
    return u + (z - u) * math.exp(-dt / time_constant)
