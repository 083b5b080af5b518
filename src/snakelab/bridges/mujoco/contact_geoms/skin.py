"""Skin as capsules: their ends are the skin points, and MuJoCo's friction on a plane follows a capsule's axis.

Two round rings are the ends of one capsule. Fixed points in a row along a link, such as the corners of a box, are the
ends of a thin one. A single ring is a ball; for anisotropic friction, a very short capsule, whose two
contacts share its load. In a world with a height field all rings are separate, since the built-in engine tests rings
only, and not the body between them.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from snakelab.physics.model import Model
from snakelab.physics.model_tables.skin import EDGE, FIXED_POINTS, WHEEL
from snakelab.types import FloatArray

# Radius of the capsule for a row of points, and half the length of that for a ring [m].
THIN, SHORT = 1e-5, 1e-4
LEVEL = 1e-2  # tolerance of the height of the lowest points, as a fraction of the size of the skin


class SkinGeom(NamedTuple):
    """Capsule or ball of the skin.

    Attributes:
        link: Index of its link.
        start, end: Centres of its ends from the link's centre of mass, link axes, shape (3,), [m].
        radius: Radius [m].
        points: Indices of the skin points at its ends.
        fraction: Number of contacts that share the load of one skin point [-].
        wheel: Index of the wheel on its link; None for the link's own skin.
        contact: Index of its contact law, on a plane that the engine moves; None for all that have geoms.
    """

    link: int
    start: FloatArray
    end: FloatArray
    radius: float
    points: tuple[int, int]
    fraction: float
    wheel: int | None = None
    contact: int | None = None


def skin_name(number: int) -> str:
    """Name of a capsule of the skin."""
    return f"skin/{number}"


def site_name(link: int) -> str:
    """Name of the site at a link's centre of mass, in the link's axes."""
    return f"centre/{link}"


def skin_geoms(model: Model, directed: bool, apart: bool = False) -> list[SkinGeom]:
    """Return the whole skin of a robot.

    Args:
        model: A model of rigid links in a world with surfaces.
        directed: True if friction differs along and across the body.
        apart: True to separate all skin points, as over uneven ground: a capsule would touch a stone between two of
            them.
    """
    rings = [ring for ring in model.arrays.rings if ring["kind"] != EDGE]
    capsules: list[SkinGeom] = []
    for link in range(model.n_stations):
        link_rings = [ring for ring in rings if ring["station"] == link and ring["kind"] != WHEEL]
        if link_rings and link_rings[0]["kind"] == FIXED_POINTS:
            for m in range(link_rings[0]["n_points"]):
                capsules += _row(
                    [(_fixed(model, ring, m), int(ring["first"]) + m) for ring in link_rings],
                    link,
                    THIN,
                    directed,
                    apart,
                )
        else:
            capsules += _row(
                [(ring["offset"].copy(), int(ring["first"])) for ring in link_rings],
                link,
                max(link_rings[0]["radius"], THIN) if link_rings else THIN,
                directed,
                apart,
            )
        capsules += _wheels([ring for ring in rings if ring["station"] == link and ring["kind"] == WHEEL], link)
    return capsules


def _wheels(rings: list[np.void], link: int) -> list[SkinGeom]:
    """Return wheels as balls: capsules along their axles, too short to be visible."""
    balls = []
    for number, ring in enumerate(rings):
        reach, point = SHORT * ring["axle"], int(ring["first"])
        ends = ring["offset"] - reach, ring["offset"] + reach
        balls.append(SkinGeom(link, *ends, float(ring["radius"]), (point, point), 2.0, number))
    return balls


def moved_skin_geoms(model: Model, contact: int, directed: bool) -> list[SkinGeom]:
    """Return every skin point separately, also the moving one of an edge: the engine sets their positions.

    Args:
        model: A model of rigid links.
        contact: Index of their contact law in the world.
        directed: True if friction differs along and across the body.
    """
    capsules, wheels = [], [0] * model.n_stations
    for ring in model.arrays.rings:
        link, wheel, reach = int(ring["station"]), None, np.array([SHORT if directed else 0.0, 0.0, 0.0])
        if ring["kind"] == WHEEL:
            wheel, reach = wheels[link], SHORT * ring["axle"]
            wheels[link] += 1
        radius = THIN if ring["kind"] == FIXED_POINTS else max(float(ring["radius"]), THIN)
        fraction = 2.0 if reach.any() else 1.0
        for point in range(int(ring["first"]), int(ring["first"] + ring["n_points"])):
            ends = ring["offset"] - reach, ring["offset"] + reach
            capsules.append(SkinGeom(link, *ends, radius, (point, point), fraction, wheel, contact))
    return capsules


def resting_points(skin: Sequence[SkinGeom], link: int) -> int:
    """Number of points that support a link that lies flat: the lowest ones."""
    low = [(skin_geom.start[2] - skin_geom.radius, skin_geom.points) for skin_geom in skin if skin_geom.link == link]
    minimum, size = min(z for z, _ in low), max(abs(z) for z, _ in low)
    return sum(len({*points}) for z, points in low if z < minimum + LEVEL * size)


def _row(places: list[tuple[FloatArray, int]], link: int, radius: float, directed: bool, apart: bool) -> list[SkinGeom]:
    """Capsule of points in a row along a link, from the first to the last, with replacements of those between."""
    alone = places
    capsules = []
    if len(places) > 1 and not apart:
        (start, first), (end, last) = places[0], places[-1]
        capsules, alone = [SkinGeom(link, start, end, radius, (first, last), 1.0)], places[1:-1]
    for centre, point in alone:
        reach = np.array([SHORT if directed else 0.0, 0.0, 0.0])
        capsules.append(
            SkinGeom(link, centre - reach, centre + reach, radius, (point, point), 2.0 if directed else 1.0)
        )
    return capsules


def _fixed(model: Model, ring: np.void, m: int) -> FloatArray:
    """Position of a fixed point, moved inward by the thickness of its capsule."""
    y, z = model.arrays.points[ring["first"] + m]
    out = np.array([0.0, y, z])
    size = float(np.linalg.norm(out))
    return ring["offset"] + out * (max(0.0, 1.0 - THIN / size) if size else 0.0)
