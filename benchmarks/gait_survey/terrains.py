"""Terrains of the survey: a world, the initial state of a robot in it, and the direction of travel.

In the order of this file: the contact between a body and a terrain, the class `Terrain`, grounds with friction, floors and waters
for robots that move in a plane, waters for robots that dive, and a pole and pipes. For another ground, add an entry:
Terrain("mud", "...", lambda footing, seed: (Gravity(), ...)).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from benchmarks.gait_survey.helical_start import Helix, start_of, wound
from snakelab.errors import GaitError
from snakelab.geometry.planar_solids import HullWall, PlanarPipe
from snakelab.geometry.rotations import quat_multiply
from snakelab.geometry.surfaces import Extruded, HeightField, Pipe, Plane, Pole
from snakelab.geometry.terrain import Stairs
from snakelab.geometry.terrain import Terrain as Relief
from snakelab.robots.link import Link
from snakelab.robots.robot import Robot
from snakelab.robots.soft_sections import SoftSection
from snakelab.worlds.contact_laws import Bearing, Contact, SurfaceFriction, grass, gravel, rocks, sand
from snakelab.worlds.currents import Current
from snakelab.worlds.fluid import Fluid
from snakelab.worlds.friction import LinkFriction, ViscousFriction
from snakelab.worlds.gravity import STANDARD_GRAVITY, Gravity
from snakelab.worlds.lumped_fluid import LumpedFluid
from snakelab.worlds.world import World

REST = 6e-3  # penetration of a body into a floor, as a fraction of its radius [-]
DAMPED = 3.0  # damping ratio of a skin point with the mass above it [-]


@dataclass(frozen=True)
class Footing:
    """Contact between a body and a terrain.

    Attributes:
        stiffness: Of one skin point [N/m].
        damping: Of one skin point [N s/m].
        height: Of the base above the surface on which it lies: the radius of the body, or more where wheels reach
            deeper [m].
        link: Mean length of a link [m].
        load: Weight by length [N/m].
        length: Of the body [m].
        from_head: True if the base is at the head, with the body behind it.
    """

    stiffness: float
    damping: float
    height: float = 0.0
    link: float = 0.1
    load: float = 10.0
    length: float = 1.0
    from_head: bool = False

    @property
    def middle(self) -> float:
        """Middle of the straight body, from the base along x [m]."""
        return (-0.5 if self.from_head else 0.5) * self.length


def footing_of(robot: Robot, known: Footing | None = None) -> Footing:
    """Return the contact model of a robot.

    Args:
        robot: The robot.
        known: Its stiffness, damping and height are used. None for a spring that the weight of the robot compresses
            by 0.6 % of its radius, and a damper of one and a half times the critical one.
    """
    links = [part for part in robot.parts if isinstance(part, (Link, SoftSection))]
    load, radius = robot.mass * STANDARD_GRAVITY / robot.length, max(map(_radius, links))
    if known is None:
        ring_load = load * robot.length / max(1, sum(_rings(part, robot) for part in links))
        stiffness = ring_load / (REST * radius) if radius else 0.0
        known = Footing(
            stiffness, DAMPED * math.sqrt(stiffness * ring_load / STANDARD_GRAVITY), max(map(_below, links))
        )
    return replace(
        known, link=robot.length / len(links), load=load, length=robot.length, from_head=robot.base_end == "head"
    )


def _radius(part: Any) -> float:
    return float(part.shape.half_height if isinstance(part, Link) else part.skin_radius)


def _below(part: Any) -> float:
    """Return the extent of a straight, upright part below its axis, with its wheels [m]."""
    rims = [
        wheel.radius * math.hypot(*wheel.direction()[:2]) - wheel.centre()[2] for wheel in getattr(part, "wheels", ())
    ]
    return float(max(_radius(part), *rims, 0.0))


def _rings(part: Any, robot: Robot) -> int:
    return int(robot.skin.rings_per_link if isinstance(part, Link) else part.n_steps)


def lying(footing: Footing, world: World, slope: float, heading: float) -> dict[str, Any]:
    """Return the straight body at rest above the origin, above the highest point of uneven ground; `initial` of a scenario.

    Args:
        footing: Of the robot.
        world: The terrain.
        slope: Slope of the ground along x [rad].
        heading: Of the body, from uphill (x) to the left [rad].
    """
    up = (-math.sin(slope), 0.0, math.cos(slope))
    height = footing.height + highest(world)
    tilt = (math.cos(slope / 2), 0.0, -math.sin(slope / 2), 0.0)
    quaternion = quat_multiply(tilt, (math.cos(heading / 2), 0.0, 0.0, math.sin(heading / 2)))
    return {"position": [height * x for x in up], "quaternion": [float(x) for x in quaternion]}


def highest(world: World) -> float:
    """Return the height of uneven ground above the origin [m]; 0 without one."""
    fields = [contact.surface for contact in world.contacts]
    return max(
        (float(np.max(surface.heights)) for surface in fields if isinstance(surface, (Relief, HeightField))),
        default=0.0,
    )


@dataclass(frozen=True)
class Terrain:
    """One terrain.

    Attributes:
        name: Its name.
        does: Short description.
        media: Function that returns the media for a footing and a seed; without randomness the seed has no effect.
        slope: Slope of the ground along x [rad].
        along: Direction that counts: "" for any, "x" for along x in either sense, "z" for up; down is negative.
        begin: Returns the initial state from robot, footing, world and heading; None for the straight body on the ground.
        steady: True if gaits begin without the smooth start, because the body begins in their shape.
        fine: Largest distance between two contact rings of the skin [m]; 0 for those of the robot.
        usual: True if it belongs to the default terrains.
    """

    name: str
    does: str
    media: Callable[[Footing, int], tuple[Any, ...]]
    slope: float = 0.0
    along: str = ""
    begin: Callable[[Robot, Footing, World, float], dict[str, Any]] | None = field(default=None, repr=False)
    steady: bool = False
    fine: float = 0.0
    usual: bool = True

    def world(self, footing: Footing, seed: int = 0, friction: float = 1.0) -> World:
        """Return the world.

        Args:
            footing: Of the robot.
            seed: Seed of the random ground.
            friction: All coefficients of friction are multiplied by this [-].
        """
        return World([rougher(medium, friction) for medium in self.media(footing, seed)])

    def start(self, robot: Robot, footing: Footing, world: World, heading: float) -> dict[str, Any]:
        """Return the initial state of the robot: `initial` of a scenario.

        Args:
            robot: The robot.
            footing: Of the robot.
            world: From `world`.
            heading: Of the body, from uphill (x) to the left [rad].
        """
        if self.begin is None:
            return lying(footing, world, self.slope, heading)
        return self.begin(robot, footing, world, heading)

    def led(self, controller: Any) -> Any:
        """Return the gait for this terrain: without its smooth start if the initial body is bent."""
        return replace(controller, ramp=0.0) if self.steady and getattr(controller, "ramp", None) else controller

    def rings(self, robot: Robot, footing: Footing) -> int:
        """Return the required number of skin rings per link; 0 if the robot has as many, or no links."""
        if not self.fine or not any(isinstance(part, Link) for part in robot.parts):
            return 0
        needed = rings_needed(footing, self.fine)
        return needed if needed > robot.skin.rings_per_link else 0


def rings_needed(footing: Footing, fine: float) -> int:
    """Return the number of rings of a link for a largest distance between two [m]."""
    return math.ceil(footing.link / fine - 1e-9)


def rougher(medium: Any, factor: float) -> Any:
    """Return a medium with its coefficients of friction and drag multiplied by a factor."""
    scaled = getattr(medium, "scaled", None)  # media without it have no such coefficients
    return medium if scaled is None else scaled(factor)


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
    """Return a natural ground of `snakelab.worlds.contact_laws`, different for each seed."""

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
