"""Terrain of the atlas: a world, the initial state of a robot in it, and the direction of travel."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from snakelab.geometry.rotations import quat_multiply
from snakelab.geometry.surfaces import HeightField
from snakelab.geometry.terrain.terrain import Terrain as Relief
from snakelab.robots.parts import Link, SoftSection
from snakelab.robots.robot import Robot
from snakelab.worlds import Contact, LinkFriction, LumpedFluid, SurfaceFriction, ViscousFriction, World
from snakelab.worlds.gravity import STANDARD

_COEFFICIENTS = ("mu_tangential", "mu_normal", "mu_backward", "tangential", "normal", "backward")
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
    load, radius = robot.mass * STANDARD / robot.length, max(map(_radius, links))
    if known is None:
        ring_load = load * robot.length / max(1, sum(_rings(part, robot) for part in links))
        stiffness = ring_load / (REST * radius) if radius else 0.0
        known = Footing(stiffness, DAMPED * math.sqrt(stiffness * ring_load / STANDARD), max(map(_below, links)))
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
    fields = [medium.surface for medium in world.media if isinstance(medium, Contact)]
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
    match medium:
        case Contact():
            return replace(medium, friction=rougher(medium.friction, factor)) if medium.friction else medium
        case SurfaceFriction() | LinkFriction() | ViscousFriction():
            known = {key: getattr(medium, key, None) for key in _COEFFICIENTS}
            return replace(medium, **{key: factor * value for key, value in known.items() if value is not None})
        case LumpedFluid():
            return replace(medium, friction=factor * medium.friction, drag=factor * medium.drag)
    return medium
