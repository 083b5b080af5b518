"""How walls of a planar world push and rub."""

from dataclasses import dataclass

from snakelab.errors import WorldError
from snakelab.types import number


@dataclass(frozen=True)
class WallLaw:
    """How walls push and rub.

    The tail end, the joints and the head tip feel N = max(0, K depth + B w) along the wall's normal, with w the speed into the
    wall, while the step would leave them in the wall. A corner within `corner_reach` of a link's middle line pushes the link's
    centre along the link's normal, by the same law. Both rub along the link: -mu N tanh(v_t / eps), with the load of the present
    state.

    Args:
        stiffness: K [N/m].
        damping: B [N s/m].
        friction: mu [-].
        eps: Smoothing speed of friction [m/s].
        corner_reach: Half the thickness that corners see [m].
        along_link: Push along the link's normal in place of the wall's, on the wall's side.

    Source: Qiu and Date, A low computation-cost locomotion control for underwater snake robot based on Monte Carlo model
    predictive control and curvature derivative control, eq. 8 to 11, with forces that point out of the wall. The paper does not
    print the numbers.
    """

    stiffness: float = 500.0
    damping: float = 5.0
    friction: float = 0.2
    eps: float = 1e-3
    corner_reach: float = 0.01
    along_link: bool = False

    def __post_init__(self) -> None:
        number(self.stiffness, "WallLaw stiffness", WorldError, above=0, unit="N/m")
        number(self.damping, "WallLaw damping", WorldError, least=0, unit="N s/m")
        number(self.friction, "WallLaw friction", WorldError, least=0)
        number(self.eps, "WallLaw eps", WorldError, above=0, unit="m/s")
        number(self.corner_reach, "WallLaw corner_reach", WorldError, above=0, unit="m")
