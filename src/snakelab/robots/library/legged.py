"""Robots with legs: a salamander with four of them."""

import math
from typing import Annotated

from annotated_types import Ge, Le

from snakelab.errors import RobotError
from snakelab.geometry.sections import Box, Cylinder
from snakelab.parameters.declarations import (
    PositiveLength,
    PositiveMass,
    Slider,
    declared_arguments,
)
from snakelab.robots.actuators import Actuator, Servo
from snakelab.robots.branches import Branch, BranchPart
from snakelab.robots.joints import Revolute
from snakelab.robots.link import Link
from snakelab.robots.robot import Part, Robot

SALAMANDER_SERVO = Servo(kp=8.0, kd=0.15)
# Height, upper-leg and lower-leg lengths and radius of the legs, relative to the width of a link of the trunk.
HEIGHT, UPPER, LOWER, RADIUS = 0.7, 1.0, 1.3, 0.18


@declared_arguments(RobotError)
def salamander(
    links: Annotated[int, Ge(6), Le(1000), Slider(6, 30, 1)] = 10,
    *,
    link_length: PositiveLength = 0.06,
    width: PositiveLength = 0.05,
    mass: PositiveMass = 0.12,
    leg_mass: PositiveMass = 0.06,
    joints: Actuator = SALAMANDER_SERVO,
    name: str = "salamander",
) -> Robot:
    """A salamander: a trunk of equal links with joints about z, and four legs of two links, the base at the tail.

    The fore legs are on the link before the last, the hind legs four links behind them. Each begins at the side of its link with
    a hip about the vertical, which swings it backward at positive angles on either side, and a knee, which turns the lower leg
    downward at positive angles. Their joints are fore_left_joint1 and fore_left_joint2, and so on. The proportions are those
    of no particular robot.

    Args:
        links: Links of the trunk [-].
        link_length: Length of a link of the trunk [m].
        width: Width of a link of the trunk; the height and the legs are in proportion [m].
        mass: Mass of a link of the trunk [kg].
        leg_mass: Mass of a leg [kg].
        joints: Actuator of all joints.
        name: Name in titles and files.

    Raises:
        RobotError: if a number is out of range.
    """
    link, bone = Link(link_length, mass, Box(width, HEIGHT * width)), Cylinder(RADIUS * width)
    trunk: list[Part] = [link]
    for _ in range(links - 1):
        trunk += [Revolute("z", joints), link]
    leg: list[BranchPart] = [
        Revolute("z", joints),
        Link(UPPER * width, leg_mass / 2, bone),
        Revolute("y", joints),
        Link(LOWER * width, leg_mass / 2, bone),
    ]
    place = (link_length / 2, width / 2, 0.0)
    legs = [
        Branch(f"link{k}", leg, at=place, rotation=(0.0, 0.0, math.pi / 2), name=f"{word}_left", mirror=f"{word}_right")
        for word, k in (("hind", links - 5), ("fore", links - 1))
    ]
    return Robot(trunk, branches=legs, name=name)
