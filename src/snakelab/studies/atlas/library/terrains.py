"""What a robot of the atlas moves on or in: one table for each kind of surroundings, one row for each terrain."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from snakelab.geometry.planar.pipe import HullWall, PlanarPipe
from snakelab.geometry.surfaces import Extruded, Plane
from snakelab.worlds import Contact, Current, Fluid, Gravity, LinkFriction, LumpedFluid, SurfaceFriction

from snakelab.worlds import ViscousFriction, World  # isort: skip

EPS = 5e-3  # smoothing speed of the friction [m/s]
_COEFFICIENTS = ("mu_tangential", "mu_normal", "mu_backward", "tangential", "normal", "backward")


@dataclass(frozen=True)
class Footing:
    """How a body's skin meets what it touches.

    Attributes:
        stiffness: Of one skin point [N/m].
        damping: Of one skin point [N s/m].
        height: Of the base above the surface where it lies [m].
    """

    stiffness: float
    damping: float
    height: float = 0.0


@dataclass(frozen=True)
class Terrain:
    """One terrain.

    Attributes:
        name: By which it is asked for.
        does: What it is, in a few words.
        media: Makes the media for a footing and a seed; what has nothing random takes no notice of the seed.
        slope: By which the ground rises along x [rad].
        lift: By how much the robot starts above where it would lie on even ground, and falls [m].
    """

    name: str
    does: str
    media: Callable[[Footing, int], tuple[Any, ...]]
    slope: float = 0.0
    lift: float = 0.0

    def world(self, footing: Footing, seed: int = 0, friction: float = 1.0) -> World:
        """The world.

        Args:
            footing: Of the robot.
            seed: Of what is random in it.
            friction: All coefficients of friction are multiplied by this [-].
        """
        return World([rougher(medium, friction) for medium in self.media(footing, seed)])

    def start(self, footing: Footing, heading: float) -> dict[str, list[float]]:
        """Where the robot starts: its base above the origin, straight, at rest; `initial` of a scenario.

        Args:
            footing: Of the robot.
            heading: Of the body, from uphill (x) to the left [rad].
        """
        up = (-math.sin(self.slope), 0.0, math.cos(self.slope))
        height = footing.height + self.lift
        tilt, turn = -self.slope / 2, heading / 2
        quaternion = [
            math.cos(tilt) * math.cos(turn),
            math.sin(tilt) * math.sin(turn),
            math.sin(tilt) * math.cos(turn),
            math.cos(tilt) * math.sin(turn),
        ]
        return {"position": [height * x for x in up], "quaternion": quaternion}


def rougher(medium: Any, factor: float) -> Any:
    """A medium with its coefficients of friction, and those of its drag, multiplied by a factor."""
    match medium:
        case Contact():
            return replace(medium, friction=rougher(medium.friction, factor)) if medium.friction else medium
        case SurfaceFriction() | LinkFriction() | ViscousFriction():
            known = {key: getattr(medium, key, None) for key in _COEFFICIENTS}
            return replace(medium, **{key: factor * value for key, value in known.items() if value is not None})
        case LumpedFluid():
            return replace(medium, friction=factor * medium.friction, drag=factor * medium.drag)
    return medium


def _ground(name: str, does: str, along: float, across: float | None = None, slope_deg: float = 0.0) -> Terrain:
    """A plane with Coulomb friction, alike in all directions where `across` is left out."""
    slope = math.radians(slope_deg)
    plane, friction = (
        Plane((-math.sin(slope), 0.0, math.cos(slope))),
        SurfaceFriction(along, across, eps=EPS),
    )
    return Terrain(
        name,
        does,
        lambda foot, seed: (Gravity(), Contact(plane, foot.stiffness, foot.damping, friction=friction)),
        slope,
    )


def _floor(name: str, does: str, friction: Any) -> Terrain:
    """Friction under a robot that moves in a plane."""
    return Terrain(name, does, lambda foot, seed: (friction,))


def _current(x: float, y: float) -> tuple[Current, ...]:
    return (Current((x, y, 0.0)),)


def _pipe(name: str, does: str, line: list[list[float]], radii: list[float]) -> Terrain:
    """A pipe in a wall, seen from above, full of still water."""
    walls = Extruded((HullWall(PlanarPipe(line, radii)),), (-2.0, -1.5), (8.0, 1.5))
    return Terrain(
        name,
        does,
        lambda foot, seed: (
            LumpedFluid(added_inertia=0.5),
            Contact(walls, foot.stiffness, foot.damping, friction=SurfaceFriction(0.2)),
        ),
    )


def _pipes() -> tuple[Terrain, ...]:
    return (
        Terrain("open water", "still, no walls", lambda foot, seed: (LumpedFluid(added_inertia=0.5),)),
        _pipe("wide pipe", "straight, 0.4 m wide", [[-0.2, 0.0], [9.0, 0.0]], [0.2, 0.2]),
        _pipe("narrow pipe", "straight, 0.2 m wide", [[-0.2, 0.0], [9.0, 0.0]], [0.1, 0.1]),
    )


# By kind of surroundings. A ground of its own is one row: Terrain("grass", "...", lambda foot, seed: (Gravity(), ...)).
TERRAINS: dict[str, Callable[[], tuple[Terrain, ...]]] = {
    "ground": lambda: (
        _ground("floor", "level, friction 0.2", 0.2),
        _ground("wheels", "level, 0.02 along the body and 0.2 across, which stands for passive wheels", 0.02, 0.2),
        _ground("ice", "level, friction 0.05", 0.05),
        _ground("carpet", "level, friction 0.6", 0.6),
        _ground("slope of 5 degrees", "friction 0.4, rising along x", 0.4, slope_deg=5.0),
        _ground("slope of 10 degrees", "friction 0.4, rising along x", 0.4, slope_deg=10.0),
    ),
    "plane": lambda: (
        _floor("wheels", "0.05 along the body, 0.56 across", LinkFriction(0.05, 0.56)),
        _floor("wheels that slip", "0.05 along the body, 0.2 across", LinkFriction(0.05, 0.2)),
        _floor("carpet", "0.3 along the body, 0.6 across", LinkFriction(0.3, 0.6)),
        _floor("viscous", "1 along the body, 30 across [1/s]", ViscousFriction(1.0, 30.0)),
    ),
    "water": lambda: (
        Terrain("still water", "no current", lambda foot, seed: (LumpedFluid(),)),
        Terrain("head current", "0.05 m/s against x", lambda foot, seed: (LumpedFluid(currents=_current(-0.05, 0.0)),)),
        Terrain("cross current", "0.05 m/s along y", lambda foot, seed: (LumpedFluid(currents=_current(0.0, 0.05)),)),
    ),
    "deep": lambda: (
        Terrain("still water", "no current", lambda foot, seed: (Gravity(), Fluid())),
        Terrain(
            "head current", "0.05 m/s against x", lambda foot, seed: (Gravity(), Fluid(currents=_current(-0.05, 0.0)))
        ),
        Terrain(
            "cross current", "0.05 m/s along y", lambda foot, seed: (Gravity(), Fluid(currents=_current(0.0, 0.05)))
        ),
    ),
    "pipe": _pipes,
}
