"""Robots with branches: a salamander with four legs, and a snake on driven wheels."""

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
from snakelab.robots.link import Link, SpinningWheel
from snakelab.robots.robot import Part, Robot

# ----------------------------------------------------------------------------------------------------------------------
# Salamander
# ----------------------------------------------------------------------------------------------------------------------

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


# ----------------------------------------------------------------------------------------------------------------------
# Snake on active wheels
# ----------------------------------------------------------------------------------------------------------------------

STEERING, DRIVE = Servo(kp=60.0, kd=2.0, torque_limit=12.0), Servo(kp=0.0, kd=0.5, torque_limit=1.5)


@declared_arguments(RobotError)
def active_wheel_snake(
    units: Annotated[int, Ge(1), Le(1000), Slider(2, 30, 1)] = 6,
    *,
    unit_length: PositiveLength = 0.16,
    width: PositiveLength = 0.08,
    mass: PositiveMass = 1.2,
    wheel_radius: PositiveLength = 0.06,
    wheel_mass: PositiveMass = 0.15,
    joints: Actuator = STEERING,
    drive: Actuator = DRIVE,
    name: str = "active_wheel_snake",
) -> Robot:
    """A snake of equal units on driven wheels, with joints about the vertical between them, the base at the tail.

    Each unit carries two wheels on one axle across its middle, each with a drive of its own. It steers with its joints and needs
    no wave to move: see `DrivingGait`. The layout is that of snakes on active wheels such as ACM-R4; sizes, masses and gains are
    chosen here.

    Args:
        units: Units [-].
        unit_length: Distance between two joints [m].
        width: Width and height of a unit between its wheels [m].
        mass: Mass of a unit without wheels [kg].
        wheel_radius: Radius of the wheels [m].
        wheel_mass: Mass of a wheel [kg].
        joints: Actuator of the joints.
        drive: Actuator of the wheels.
        name: Name in titles and files.

    Raises:
        RobotError: if a number is out of range.

    Source of the layout: Hirose and Yamada, Snake-like robots, IEEE Robotics and Automation Magazine 16 (1), 2009.
    """
    breadth = wheel_radius / 3
    wheels = [
        SpinningWheel(
            (unit_length / 2, side * (width + 1.2 * breadth) / 2, 0.0),
            wheel_radius,
            wheel_mass,
            breadth,
            actuator=drive,
        )
        for side in (1, -1)
    ]
    unit = Link(unit_length, mass, Box(width, width), wheels=wheels)
    return Robot([part for _ in range(units) for part in (Revolute("z", joints), unit)][1:], name=name)
