"""The skin as capsules: their ends are the skin points, and MuJoCo turns a capsule's friction on a plane along its axis.

Two round rings are the ends of one capsule. Fixed points in a row along a link, such as the corners of a box, are the ends of a
thin one. A ring alone is a ball; where friction has a direction, a capsule too short to see, whose two contacts share its load.
In a world with a height field all are alone: our rings feel it, and not the body between them.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from snakelab.physics.layout.skin import EDGE, FIXED_POINTS, WHEEL
from snakelab.physics.model import Model
from snakelab.types import FloatArray

# Radius of what stands for a row of points, and half the length of what stands for a ring [m].
THIN, SHORT = 1e-5, 1e-4
LEVEL = 1e-2  # of the skin's size: what reaches as low as the lowest point


class Feeler(NamedTuple):
    """One capsule or ball of the skin.

    Attributes:
        link: Number of its link.
        start, end: Centres of its ends from the link's centre of mass, link axes, shape (3,), [m].
        radius: [m].
        points: Numbers of the skin points at its ends.
        share: Contacts that share one skin point's load [-].
        wheel: Which of its link's wheels it is; None for the link's own skin.
        contact: Which of the world's contacts it feels, on a plane that the engine moves; None for all that have geoms.
    """

    link: int
    start: FloatArray
    end: FloatArray
    radius: float
    points: tuple[int, int]
    share: float
    wheel: int | None = None
    contact: int | None = None


def skin_name(number: int) -> str:
    """Name of a capsule of the skin."""
    return f"skin/{number}"


def site_name(link: int) -> str:
    """Name of the site at a link's centre of mass, in the link's axes."""
    return f"centre/{link}"


def feelers(model: Model, directed: bool, apart: bool = False) -> list[Feeler]:
    """All of a robot's skin.

    Args:
        model: A model of rigid links in a world with surfaces.
        directed: Whether friction differs along and across the body.
        apart: Whether each skin point stands alone, as over uneven ground: a capsule would touch a stone between two of them.
    """
    rings = [ring for ring in model.arrays.rings if ring["kind"] != EDGE]
    found: list[Feeler] = []
    for link in range(model.n_slices):
        own = [ring for ring in rings if ring["slice"] == link and ring["kind"] != WHEEL]
        if own and own[0]["kind"] == FIXED_POINTS:
            for m in range(own[0]["n_points"]):
                found += _row(
                    [(_fixed(model, ring, m), int(ring["first"]) + m) for ring in own], link, THIN, directed, apart
                )
        else:
            found += _row(
                [(ring["offset"].copy(), int(ring["first"])) for ring in own],
                link,
                max(own[0]["radius"], THIN) if own else THIN,
                directed,
                apart,
            )
        found += _wheels([ring for ring in rings if ring["slice"] == link and ring["kind"] == WHEEL], link)
    return found


def _wheels(rings: list[np.void], link: int) -> list[Feeler]:
    """Wheels as balls: capsules along their axles, too short to see."""
    found = []
    for number, ring in enumerate(rings):
        reach, point = SHORT * ring["axle"], int(ring["first"])
        ends = ring["offset"] - reach, ring["offset"] + reach
        found.append(Feeler(link, *ends, float(ring["radius"]), (point, point), 2.0, number))
    return found


def moved_feelers(model: Model, contact: int, directed: bool) -> list[Feeler]:
    """Every skin point by itself, the moving one of an edge too: the engine puts each where our step has it.

    Args:
        model: A model of rigid links.
        contact: Which of the world's contacts they feel.
        directed: Whether friction differs along and across the body.
    """
    found, wheels = [], [0] * model.n_slices
    for ring in model.arrays.rings:
        link, wheel, reach = int(ring["slice"]), None, np.array([SHORT if directed else 0.0, 0.0, 0.0])
        if ring["kind"] == WHEEL:
            wheel, reach = wheels[link], SHORT * ring["axle"]
            wheels[link] += 1
        radius = THIN if ring["kind"] == FIXED_POINTS else max(float(ring["radius"]), THIN)
        share = 2.0 if reach.any() else 1.0
        for point in range(int(ring["first"]), int(ring["first"] + ring["n_points"])):
            ends = ring["offset"] - reach, ring["offset"] + reach
            found.append(Feeler(link, *ends, radius, (point, point), share, wheel, contact))
    return found


def resting_points(skin: Sequence[Feeler], link: int) -> int:
    """How many of a link's points carry it when it lies flat: those that reach lowest."""
    low = [(feeler.start[2] - feeler.radius, feeler.points) for feeler in skin if feeler.link == link]
    least, size = min(z for z, _ in low), max(abs(z) for z, _ in low)
    return sum(len({*points}) for z, points in low if z < least + LEVEL * size)


def _row(places: list[tuple[FloatArray, int]], link: int, radius: float, directed: bool, apart: bool) -> list[Feeler]:
    """Points in a row along a link: a capsule from the first to the last, and what stands for those between, or for all."""
    alone = places
    found = []
    if len(places) > 1 and not apart:
        (start, first), (end, last) = places[0], places[-1]
        found, alone = [Feeler(link, start, end, radius, (first, last), 1.0)], places[1:-1]
    for centre, point in alone:
        reach = np.array([SHORT if directed else 0.0, 0.0, 0.0])
        found.append(Feeler(link, centre - reach, centre + reach, radius, (point, point), 2.0 if directed else 1.0))
    return found


def _fixed(model: Model, ring: np.void, m: int) -> FloatArray:
    """Place of a fixed point, as far inward as what stands for it is thick."""
    y, z = model.arrays.points[ring["first"] + m]
    out = np.array([0.0, y, z])
    size = float(np.linalg.norm(out))
    return ring["offset"] + out * (max(0.0, 1.0 - THIN / size) if size else 0.0)
