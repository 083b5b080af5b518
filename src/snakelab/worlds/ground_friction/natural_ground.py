"""Grass, rocks, gravel and sand: contacts with relief, stiffness and friction.

Every number has its source in a comment, or is marked as assumed. Friction is that of a sliding body; its material
matters as much as the ground, so give `friction` if it is measured.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from snakelab.argument_names import named_arguments
from snakelab.errors import WorldError
from snakelab.geometry.terrain.terrain import Boulders, RoughGround, Terrain
from snakelab.types import instance, number
from snakelab.worlds.gravity import STANDARD
from snakelab.worlds.ground_friction.contact import Contact, SurfaceFriction

HARDEST = 2.5e5  # stiffness per length of the body: a floor that yields by 0.3 mm under 80 N/m [N/m^2]
LEAST, MOST = 1e-9, 1e9  # quotients of numbers in this range do not overflow


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
        number(self.radius, "Bearing radius", WorldError, minimum=LEAST, maximum=MOST, unit="m")
        number(self.load, "Bearing load", WorldError, minimum=LEAST, maximum=MOST, unit="N/m")
        number(self.spread, "Bearing spread", WorldError, minimum=LEAST, maximum=MOST, unit="m")

    def depth(self, subgrade: float) -> float:
        """Return the sinkage of the body in a Winkler foundation: load = 4/3 k depth sqrt(2 radius depth) [m].

        Args:
            subgrade: Modulus of subgrade reaction k, pressure by depth [N/m^3].

        Source: Winkler's bed; the parabola approximates the circle, since the depth is small compared with the radius.
        """
        return float((0.75 * self.load / (subgrade * math.sqrt(2 * self.radius))) ** (2 / 3))


def bearing_contact(subgrade: float, body: Bearing) -> tuple[float, float]:
    """Stiffness [N/m] and damping [N s/m] of one skin point.

    The spring gives the sinkage of the bed under the weight of the body, up to the stiffness of a floor; damping is critical for
    the mass above the point, since soil and turf hardly spring back.

    Args:
        subgrade: Modulus of subgrade reaction [N/m^3].
        body: Body on the ground.
    """
    instance(body, "body", (Bearing,), WorldError)
    number(subgrade, "subgrade", WorldError, above=0, unit="N/m^3")
    stiffness = min(body.load / body.depth(subgrade), HARDEST) * body.spread
    return stiffness, 2 * math.sqrt(stiffness * body.load * body.spread / STANDARD)


EPS = 5e-3  # smoothing speed of the friction [m/s]
MAX_ROUGHNESS = 1000.0
SIZE = (10.0, 10.0)  # default size of a ground [m]
BODY = Bearing()

# Assumed, of the order of clothed bodies that slide on dry grass and on dry asphalt, which is used for rock.
GRASS_FRICTION = 0.79
ROCK_FRICTION = 0.66
# Assumed; tyres on gravel have 0.35 to 0.7.
GRAVEL_FRICTION = 0.55
# Assumed; retaining walls on sand have 0.3 to 0.5.
SAND_FRICTION = 0.45
# 8.8 mm (6.1 to 11.5) between 7.3 and 570 g/cm^2 on greens: Volk, Compressibility of Turf as a Measure of Grass Growth and Thatch
# Development on Bermudagrass Greens.
GRASS_SUBGRADE = 6.3e6
# Dense sand 64 to 128, loose sand 4.8 to 16 MN/m^3: Bowles, Foundation Analysis and Design. Gravel as dense sand.
GRAVEL_SUBGRADE = 96e6
SAND_SUBGRADE = 10e6
ROCK_SUBGRADE = 1e9  # assumed: stiffer than the floor that represents it
# Assumed, of the order of fields of bare soil. Neighbours correlate exponentially, a Hurst exponent of 0.5; assumed.
MEADOW = {"deviation": 0.011, "correlation": 0.084}
SMOOTH = {"deviation": 0.004, "correlation": 0.084}
# Fine cobbles, 64 to 128 mm: Blair and McPherson, Grain-Size and Textural Classification of Coarse Sedimentary Particles and
# Particle Aggregates. Cover, shape and depth are assumed.
COBBLES = {"smallest": 0.064, "largest": 0.128, "cover": 0.5}
# Coarse pebbles of 16 to 32 mm, half buried, flat: a sixth of their size; assumed.
PEBBLES = {"deviation": 0.004, "correlation": 0.024}


@named_arguments
def grass(
    seed: int = 1,
    size: Sequence[float] = SIZE,
    *,
    friction: float = GRASS_FRICTION,
    roughness: float = 1.0,
    spacing: float = 0.04,
    centre: Sequence[float] = (0.0, 0.0),
    body: Bearing = BODY,
) -> Contact:
    """Return mown grass on uneven soil: soft, with high friction and a roughness of 11 mm.

    Args:
        seed: Seed of the relief.
        size: Size of the ground along x and y, shape (2,), [m].
        friction: Coefficient of isotropic friction [-].
        roughness: Factor of the heights [-].
        spacing: Spacing of the grid [m].
        centre: Centre of the ground, shape (2,), [m].
        body: Body that lies on the ground, for the stiffness of its skin points.
    """
    relief = RoughGround(_scale(roughness) * MEADOW["deviation"], MEADOW["correlation"], seed=seed)
    return _ground("grass", Terrain(relief, size, spacing, centre), GRASS_SUBGRADE, friction, body)


@named_arguments
def rocks(
    seed: int = 1,
    size: Sequence[float] = SIZE,
    *,
    friction: float = ROCK_FRICTION,
    roughness: float = 1.0,
    spacing: float = 0.02,
    centre: Sequence[float] = (0.0, 0.0),
    body: Bearing = BODY,
) -> Contact:
    """Return hard ground, half covered by half-buried cobbles of 64 to 128 mm. Arguments as for `grass`; `roughness`
    scales the stones."""
    relief = Boulders(
        _scale(roughness) * COBBLES["smallest"], roughness * COBBLES["largest"], COBBLES["cover"], seed=seed
    )
    return _ground("rocks", Terrain(relief, size, spacing, centre), ROCK_SUBGRADE, friction, body)


@named_arguments
def gravel(
    seed: int = 1,
    size: Sequence[float] = SIZE,
    *,
    friction: float = GRAVEL_FRICTION,
    roughness: float = 1.0,
    spacing: float = 0.02,
    centre: Sequence[float] = (0.0, 0.0),
    body: Bearing = BODY,
) -> Contact:
    """Return coarse compacted gravel with a roughness of 4 mm over 24 mm. Arguments as for `grass`."""
    relief = RoughGround(_scale(roughness) * PEBBLES["deviation"], PEBBLES["correlation"], hurst=None, seed=seed)
    return _ground("gravel", Terrain(relief, size, spacing, centre), GRAVEL_SUBGRADE, friction, body)


@named_arguments
def sand(
    seed: int = 1,
    size: Sequence[float] = SIZE,
    *,
    friction: float = SAND_FRICTION,
    roughness: float = 1.0,
    spacing: float = 0.05,
    centre: Sequence[float] = (0.0, 0.0),
    body: Bearing = BODY,
) -> Contact:
    """Return dry loose sand with a roughness of 4 mm. The sand is not displaced, so use it for bodies with little
    sinkage. Arguments as for `grass`."""
    relief = RoughGround(_scale(roughness) * SMOOTH["deviation"], SMOOTH["correlation"], seed=seed)
    return _ground("sand", Terrain(relief, size, spacing, centre), SAND_SUBGRADE, friction, body)


def _ground(name: str, terrain: Terrain, subgrade: float, friction: float, body: Bearing) -> Contact:
    """Contact with a terrain on a bed of this modulus."""
    stiffness, damping = bearing_contact(subgrade, body)
    surface_friction = SurfaceFriction(friction, eps=EPS)
    return Contact(terrain, stiffness, damping, surface_friction, name)


def _scale(roughness: float) -> float:
    return number(roughness, "roughness", WorldError, minimum=0, maximum=MAX_ROUGHNESS)
