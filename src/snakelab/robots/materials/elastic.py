"""Elastic laws: nominal stress, force over undeformed area, at a strain."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Gt

from snakelab.compiling import kernel
from snakelab.errors import RobotError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import Slider, Unit
from snakelab.robots.materials.places import FIRST, SECOND, THIRD, YEOH

Modulus = Annotated[float, Gt(0), Unit("Pa"), Slider(1e3, 1e6, 1e3)]


@dataclass(frozen=True)
class LinearElastic:
    """Linear elastic law, P = modulus e.

    Args:
        modulus: Young's modulus [Pa].
    """

    modulus: Modulus

    def __post_init__(self) -> None:
        check_declared(self, RobotError)


@dataclass(frozen=True)
class Yeoh:
    """Incompressible rubber whose energy is a cubic polynomial of the first invariant.

    With the uniaxial stretch s = 1 + e and I_1 = s^2 + 2 / s, the energy per volume and the nominal stress are

        U = c10 (I_1 - 3) + c20 (I_1 - 3)^2 + c30 (I_1 - 3)^3,
        P = dU/ds = 2 (s - s^-2) (c10 + 2 c20 (I_1 - 3) + 3 c30 (I_1 - 3)^2);

    the modulus at small strains is 6 c10.

    Args:
        c10: [Pa].
        c20: [Pa].
        c30: [Pa].

    Raises:
        RobotError: if the stress does not have the sign of the strain: the bracket must be positive at every stretch.

    Source: Yeoh, Some Forms of the Strain Energy Function for Rubber (1993).
    """

    c10: Modulus
    c20: Annotated[float, Unit("Pa"), Slider(-1e5, 1e6, 1e3)] = 0.0
    c30: Annotated[float, Unit("Pa"), Slider(-1e5, 1e6, 1e3)] = 0.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        falls = self.c30 < 0 or (self.c30 == 0 and self.c20 < 0)
        if falls or (self.c20 < 0 and self.c20**2 >= 3 * self.c10 * self.c30):
            raise RobotError(
                "Yeoh constants must give a tensile stress at every stretch, c10 + 2 c20 x + 3 c30 x^2 > 0 for all x > 0; got "
                f"c10={self.c10:g}, c20={self.c20:g}, c30={self.c30:g}; write for example c20=0, c30=0"
            )


@kernel(inline=True)
def stress(law, m, strain):
    """Nominal stress at a strain [Pa], and its derivative."""
    if law == YEOH:
        s = 1.0 + strain
        x = s * s + 2.0 / s - 3.0
        rise = 2.0 * (s - 1.0 / (s * s))  # of the invariant
        bend = 2.0 + 4.0 / (s * s * s)
        bracket = m[FIRST] + x * (2.0 * m[SECOND] + 3.0 * x * m[THIRD])
        return rise * bracket, bend * bracket + rise * rise * (2.0 * m[SECOND] + 6.0 * x * m[THIRD])
    return m[FIRST] * strain, m[FIRST]
