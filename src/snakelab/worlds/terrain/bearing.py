"""Bearing of soft ground under a round body: stiffness and damping of a skin point from the pressure-sinkage relation."""

import math
from dataclasses import dataclass

from snakelab.errors import WorldError
from snakelab.types import instance, number
from snakelab.worlds.gravity import STANDARD

HARDEST = 2.5e5  # spring by length of the body: a floor, which gives way by 0.3 mm under 80 N/m [N/m^2]
LEAST, MOST = 1e-9, 1e9  # between them no quotient of two gets out of reach


@dataclass(frozen=True)
class Bearing:
    """Round body that lies on a ground, for the stiffness of its skin points. The default is one metre of `snake_iii`
    with four rings per link.

    Args:
        radius: Radius of the body [m].
        load: Weight per length [N/m].
        spread: Length of body that one skin point represents [m].
    """

    radius: float = 0.055
    load: float = 81.5
    spread: float = 0.04

    def __post_init__(self) -> None:
        number(self.radius, "Bearing radius", WorldError, least=LEAST, most=MOST, unit="m")
        number(self.load, "Bearing load", WorldError, least=LEAST, most=MOST, unit="N/m")
        number(self.spread, "Bearing spread", WorldError, least=LEAST, most=MOST, unit="m")

    def depth(self, subgrade: float) -> float:
        """Return the sinkage of the body in a Winkler foundation: load = 4/3 k depth sqrt(2 radius depth) [m].

        Args:
            subgrade: Modulus of subgrade reaction k, pressure by depth [N/m^3].

        Source: Winkler's bed; the parabola approximates the circle, since the depth is small compared with the radius.
        """
        return float((0.75 * self.load / (subgrade * math.sqrt(2 * self.radius))) ** (2 / 3))


def bearing_contact(subgrade: float, body: Bearing) -> tuple[float, float]:
    """Stiffness [N/m] and damping [N s/m] of one skin point.

    The spring has the depth of the bed under the body's own weight, and is no harder than a floor; the damper is critical for
    the mass above the point, since soil and turf hardly spring back.

    Args:
        subgrade: Modulus of subgrade reaction [N/m^3].
        body: What lies on it.
    """
    instance(body, "body", (Bearing,), WorldError)
    number(subgrade, "subgrade", WorldError, above=0, unit="N/m^3")
    stiffness = min(body.load / body.depth(subgrade), HARDEST) * body.spread
    return stiffness, 2 * math.sqrt(stiffness * body.load * body.spread / STANDARD)
