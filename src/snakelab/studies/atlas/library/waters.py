"""Floors and waters of the atlas for robots that move in a plane, and waters for those that dive."""

from snakelab.geometry.planar.pipe import HullWall, PlanarPipe
from snakelab.geometry.surfaces import Extruded
from snakelab.studies.atlas.library.terrain import Terrain
from snakelab.worlds import (
    Contact,
    Current,
    Fluid,
    Gravity,
    LinkFriction,
    LumpedFluid,
    SurfaceFriction,
    ViscousFriction,
)

STREAMS = {"still water": (0.0, 0.0), "head current": (-0.05, 0.0), "cross current": (0.0, 0.05)}  # along x and y [m/s]
ABOUT = {"still water": "no current", "head current": "0.05 m/s against x", "cross current": "0.05 m/s along y"}


def floors() -> tuple[Terrain, ...]:
    """Return floors with friction for a robot that moves in a plane."""
    rows = (
        ("wheels", "0.05 along the body, 0.56 across", LinkFriction(0.05, 0.56, shape="per_axis")),
        ("wheels that slip", "0.05 along the body, 0.2 across", LinkFriction(0.05, 0.2, shape="per_axis")),
        ("carpet", "0.3 along the body, 0.6 across", LinkFriction(0.3, 0.6, shape="per_axis")),
        ("viscous", "1 along the body, 30 across [1/s]", ViscousFriction(1.0, 30.0)),
    )
    return tuple(Terrain(name, does, lambda foot, seed, law=law: (law,)) for name, does, law in rows)  # type: ignore[misc]


def waters() -> tuple[Terrain, ...]:
    """Return waters for a robot that moves in a plane."""
    return tuple(
        Terrain(name, ABOUT[name], lambda foot, seed, flow=flow: (LumpedFluid(currents=_currents(*flow)),))  # type: ignore[misc]
        for name, flow in STREAMS.items()
    )


def depths() -> tuple[Terrain, ...]:
    """Return waters for a robot that dives."""
    return tuple(
        Terrain(name, ABOUT[name], lambda foot, seed, flow=flow: (Gravity(), Fluid(currents=_currents(*flow))))  # type: ignore[misc]
        for name, flow in STREAMS.items()
    )


def flooded() -> tuple[Terrain, ...]:
    """Return waters without and with walls for a robot that moves in a plane."""
    return (
        Terrain("open water", "still, no walls", lambda foot, seed: (LumpedFluid(added_inertia=0.5),)),
        _flooded("wide pipe", "straight, 0.4 m wide", [[-0.2, 0.0], [9.0, 0.0]], [0.2, 0.2]),
        _flooded("narrow pipe", "straight, 0.2 m wide", [[-0.2, 0.0], [9.0, 0.0]], [0.1, 0.1]),
    )


def _flooded(name: str, does: str, line: list[list[float]], radii: list[float]) -> Terrain:
    """Return a channel in a wall, seen from above, filled with still water."""
    walls = Extruded((HullWall(PlanarPipe(line, radii)),), (-2.0, -1.5), (8.0, 1.5))
    return Terrain(
        name,
        does,
        lambda foot, seed: (
            LumpedFluid(added_inertia=0.5),
            Contact(walls, foot.stiffness, foot.damping, friction=SurfaceFriction(0.2)),
        ),
    )


def _currents(x: float, y: float) -> tuple[Current, ...]:
    return (Current((x, y, 0.0)),) if x or y else ()
