"""Grounds of the atlas: planes, slopes, grass, rocks, gravel, sand, a kerb all around, a beach."""

import math
from collections.abc import Callable
from typing import Any

from snakelab.geometry.surfaces import Plane
from snakelab.geometry.terrain.shaped import Stairs
from snakelab.geometry.terrain.terrain import Terrain as Relief
from snakelab.studies.atlas.library.terrain import Footing, Terrain, rings_needed
from snakelab.worlds import Contact, Fluid, Gravity, SurfaceFriction
from snakelab.worlds.ground_friction.natural_ground import Bearing, grass, gravel, rocks, sand

EPS = 5e-3  # smoothing speed of the friction [m/s]
FINE = 0.04  # spacing of contact rings for stones and steps [m]
ROOM = 0.55  # of uneven ground around the straight body, fraction of its length [-]
MIN_ROOM = 1.0  # [m]
KERB = 0.5  # height of the kerb, fraction of the body's radius [-]
AWAY = 4.0  # of the kerb from the body's axis, in radii of the body [-]
KERB_SPACING = 0.02  # [m]
BEACH = math.radians(3)  # slope of the beach [rad]


def plane(
    name: str, does: str, along: float, across: float | None = None, slope_deg: float = 0.0, usual: bool = True
) -> Terrain:
    """Return a plane with Coulomb friction, isotropic without `across`."""
    slope = math.radians(slope_deg)
    shape = None if across is None else "per_axis"
    surface, friction = _tilted(slope), SurfaceFriction(along, across, shape=shape, eps=EPS)
    return Terrain(
        name,
        does,
        lambda foot, seed: (Gravity(), Contact(surface, foot.stiffness, foot.damping, friction=friction)),
        slope,
        usual=usual,
    )


def rough(name: str, does: str, make: Callable[..., Contact], usual: bool = True) -> Terrain:
    """Return a natural ground of `snakelab.worlds.ground_friction.natural_ground`, different for each seed."""

    def media(foot: Footing, seed: int) -> tuple[Any, ...]:
        size, centre = piece(foot)
        body = Bearing(foot.height, foot.load, foot.link / rings_needed(foot, FINE))
        return Gravity(), make(seed, size, centre=centre, body=body)

    return Terrain(name, does, media, fine=FINE, usual=usual)


def kerb() -> Terrain:
    """Return a pit slightly wider and longer than the straight body, so that the robot must climb the kerb in any direction."""

    def media(foot: Footing, seed: int) -> tuple[Any, ...]:
        size, centre = piece(foot)
        rise, away, half = KERB * foot.height, AWAY * foot.height, foot.length / 2
        feet = {
            math.pi / 2: (0.0, away),
            -math.pi / 2: (0.0, -away),
            0.0: (foot.middle + half + away, 0.0),
            math.pi: (foot.middle - half - away, 0.0),
        }
        stairs = [Stairs(rise, direction=direction, foot=point) for direction, point in feet.items()]
        ground = Relief(stairs, size, KERB_SPACING, centre)
        return Gravity(), Contact(ground, foot.stiffness, foot.damping, friction=SurfaceFriction(0.4, eps=EPS))

    return Terrain("kerb", "level, friction 0.4, a step up of half the body's radius all around", media, fine=FINE)


def beach() -> Terrain:
    """Return a slope with its lower half under water, and the tail in it."""

    def media(foot: Footing, seed: int) -> tuple[Any, ...]:
        level = foot.middle * math.sin(BEACH)
        sand_of_beach = Contact(_tilted(BEACH), foot.stiffness, foot.damping, friction=SurfaceFriction(0.4, eps=EPS))
        return Gravity(), sand_of_beach, Fluid(surface=level)

    return Terrain(
        "water's edge",
        "a beach of 3 degrees, friction 0.4, the rear half of the body in water",
        media,
        BEACH,
        usual=False,
    )


def piece(foot: Footing) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return size and centre of a piece of ground around the straight body [m]."""
    room = max(MIN_ROOM, ROOM * foot.length)
    return (round(foot.length + 2 * room, 2), round(2 * room, 2)), (round(foot.middle, 2), 0.0)


def _tilted(slope: float) -> Plane:
    return Plane((-math.sin(slope), 0.0, math.cos(slope)))


def grounds() -> tuple[Terrain, ...]:
    """Return the grounds for robots in contact with the ground."""
    return (
        plane("floor", "level, friction 0.2", 0.2),
        plane("wheels", "level, 0.02 along the body and 0.2 across, which represents passive wheels", 0.02, 0.2),
        plane("ice", "level, friction 0.05", 0.05),
        plane("carpet", "level, friction 0.6", 0.6),
        plane("slope of 5 degrees", "friction 0.4, rising along x", 0.4, slope_deg=5.0, usual=False),
        plane("slope of 10 degrees", "friction 0.4, rising along x", 0.4, slope_deg=10.0),
        rough("grass", "soft, friction 0.79, 11 mm rough", grass),
        rough("rocks", "half-buried cobbles of 64 to 128 mm on hard ground, friction 0.66", rocks),
        rough("gravel", "hard, friction 0.55, 4 mm rough over 24 mm", gravel, usual=False),
        rough("sand", "loose, friction 0.45, 4 mm rough over 84 mm", sand, usual=False),
        kerb(),
        beach(),
    )
