"""Terrains and fluids of the atlas, one row for each kind.

For another ground, add an entry: Terrain("mud", "...", lambda footing, seed: (Gravity(), ...)).
"""

from collections.abc import Callable
from typing import Any

from snakelab.errors import GaitError
from snakelab.geometry.planar.pipe import HullWall, PlanarPipe
from snakelab.geometry.surfaces import Extruded, Pipe, Plane, Pole
from snakelab.robots.robot import Robot
from snakelab.studies.atlas.library.grounds import grounds
from snakelab.studies.atlas.library.helical_start import Helix, start_of, wound
from snakelab.studies.atlas.library.terrain import Footing, Terrain, footing_of
from snakelab.worlds import (
    Contact,
    Current,
    Fluid,
    Gravity,
    LinkFriction,
    LumpedFluid,
    SurfaceFriction,
    ViscousFriction,
    World,
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


EPS = 5e-3  # smoothing speed of the friction [m/s]
POLE_FRACTION = (
    0.02  # added to the radius of a pole, subtracted from that of a standing pipe; fraction of the radius [-]
)
BORE = 0.9  # of the lying pipe: its radius is that of the body plus this fraction of a link [-]
WOOD = SurfaceFriction(0.7, eps=EPS)
STEEL = SurfaceFriction(0.4, eps=EPS)


def narrow(robot: Robot) -> tuple[Terrain, ...]:
    """Return a pole and two pipes for this robot; the pole's radius follows from the helix of the wound robot.

    A robot that cannot wind itself has only the lying pipe.
    """
    foot = footing_of(robot)
    try:
        helix = wound(robot, foot.link, foot.height)
    except GaitError:
        return (_lying_pipe(),)
    return _pole(helix), _lying_pipe(), _standing_pipe(helix)


def _pole(helix: Helix) -> Terrain:
    def media(foot: Footing, seed: int) -> tuple[Any, ...]:
        return _upright(foot, Pole(round((1 + POLE_FRACTION) * helix.inner - foot.height, 4)))

    return Terrain(
        "pole",
        "upright on a floor, friction 0.7; starts wound around it; speed is upward",
        media,
        along="z",
        begin=lambda robot, foot, world, heading: start_of(helix),
        steady=True,
    )


def _standing_pipe(helix: Helix) -> Terrain:
    def media(foot: Footing, seed: int) -> tuple[Any, ...]:
        bore = round((1 - POLE_FRACTION) * helix.outer + foot.height, 4)
        return _upright(foot, Pipe([[0.0, 0.0, -1.0], [0.0, 0.0, round(3 * foot.length, 2)]], bore))

    return Terrain(
        "standing pipe",
        "upright on a floor, friction 0.7; starts wound inside it; speed is upward",
        media,
        along="z",
        begin=lambda robot, foot, world, heading: start_of(helix),
        steady=True,
        usual=False,
    )


def _lying_pipe() -> Terrain:
    def media(foot: Footing, seed: int) -> tuple[Any, ...]:
        far = round(3 * foot.length, 2)
        pipe = Pipe([[-far, 0.0, 0.0], [far, 0.0, 0.0]], _bore(foot))
        return Gravity(), Contact(pipe, foot.stiffness, foot.damping, friction=STEEL)

    def begin(robot: Robot, foot: Footing, world: World, heading: float) -> dict[str, Any]:
        return {"position": [0.0, 0.0, foot.height - _bore(foot)]}

    return Terrain(
        "lying pipe",
        "level, wider than the body by 1.8 links, friction 0.4; speed is along it",
        media,
        along="x",
        begin=begin,
    )


def _upright(foot: Footing, surface: Pole | Pipe) -> tuple[Any, ...]:
    return (
        Gravity(),
        Contact(surface, foot.stiffness, foot.damping, friction=WOOD),
        Contact(Plane(), foot.stiffness, foot.damping, friction=WOOD, name="floor"),
    )


def _bore(foot: Footing) -> float:
    return round(foot.height + BORE * foot.link, 4)


TERRAINS: dict[str, Callable[[Robot], tuple[Terrain, ...]]] = {
    "snake": lambda robot: (*grounds(), *narrow(robot)),
    "ground": lambda robot: grounds(),
    "plane": lambda robot: floors(),
    "water": lambda robot: waters(),
    "deep": lambda robot: depths(),
    "pipe": lambda robot: flooded(),
}
