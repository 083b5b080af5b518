"""Robots of rigid links: a salamander, a snake on driven wheels, eels of several papers, and a snake in pipes."""

import math
from dataclasses import replace
from typing import Annotated

from annotated_types import Ge, Gt, Le

from snakelab.errors import RobotError
from snakelab.geometry.cross_sections import Box, Cylinder, Ellipse
from snakelab.parameters.declarations import (
    CHECKED_ELSEWHERE,
    INFINITE,
    Choices,
    PositiveLength,
    PositiveMass,
    Radius,
    Slider,
    Unit,
    checked_arguments,
    declared_arguments,
)
from snakelab.robots.actuators import Actuator, Follower, Servo
from snakelab.robots.branches import Branch, BranchPart
from snakelab.robots.joints import Revolute
from snakelab.robots.link import Link, Skin, SpinningWheel
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


# ----------------------------------------------------------------------------------------------------------------------
# Planar underwater snakes with elliptic cross-sections
# ----------------------------------------------------------------------------------------------------------------------

PAPERS_SERVO = Servo(kp=20.0, kd=5.0)


@declared_arguments(RobotError)
def eel(
    links: Annotated[int, Ge(1), Le(1000), Slider(1, 30, 1)] = 10,
    *,
    link_length: PositiveLength = 0.14,
    mass: PositiveMass = 0.6597,
    half_width: Radius = 0.05,
    half_height: Radius = 0.03,
    joints: Actuator = PAPERS_SERVO,
    name: str = "eel",
) -> Robot:
    """The planar underwater snake of Kelasidi et al.: equal, neutrally buoyant links on a planar base, joints about z,
    the base at the tail.

    The moment of inertia of a link is that of a thin rod, I = m l^2 / 3 with the half length l, as in the papers; the
    contribution of the cross-section, m half_width^2 / 4, is omitted. About its axis, about which a planar base does
    not rotate, it has the inertia of the cross-section.

    Args:
        links: Number of links n [-].
        link_length: Length 2 l of a link [m].
        mass: Mass of one link [kg]. The default equals the mass of the displaced water.
        half_width: Half the width b of the cross-section, along y [m].
        half_height: Half the height a of the cross-section, along z; lateral flow acts on it [m].
        joints: Actuator of each of the n - 1 joints: the servo of the papers (default), `Prescribed()`, or another.
        name: Name in titles and files.

    Raises:
        RobotError: if a number is out of range.

    The defaults are those of the papers of 2014 and 2015, which differ only in the fluid: C_D = 2 and 1, see
    `LumpedFluid`.

    Source: Kelasidi, Pettersen, Gravdahl, Liljeback, Modeling of underwater snake robots, ICRA 2014; servo of Kelasidi,
    Liljeback, Pettersen, Gravdahl, Experimental investigation of efficient locomotion of underwater snake robots for lateral
    undulation and eel-like motion patterns, Robotics and Biomimetics 2015.
    """
    section = Ellipse(2 * half_width, 2 * half_height)
    rod = mass * (link_length / 2) ** 2 / 3
    roll = float(section.inertia(mass, link_length)[0])
    link = Link(link_length, mass, section, inertia=(roll, rod, rod), volume="neutral")
    further: list[Part] = [Revolute("z", actuator=joints), link]
    return Robot([link, *(links - 1) * further], base="planar", name=name)


def mamba(*, joints: Actuator = PAPERS_SERVO, name: str = "mamba") -> Robot:
    """Eel that models the robot Mamba: nine links of 0.18 m and 0.8 kg, 100 mm wide and 110 mm high.

    The elliptic cylinder of a link would displace 1.56 kg of water; as in the paper, a link is nevertheless neutrally
    buoyant with 0.8 kg. The larger diameter, 2 a in the paper, is taken as the height.

    Args:
        joints: Actuator of each joint, as for `eel`.
        name: Name in titles and files.

    Source: Kelasidi, Liljeback, Pettersen, Gravdahl, Innovation in Underwater Robots: Biologically Inspired Swimming Snake
    Robots, IEEE Robotics and Automation Magazine 2016.
    """
    return eel(9, link_length=0.18, mass=0.8, half_width=0.05, half_height=0.055, joints=joints, name=name)


def light_eel(*, joints: Actuator = PAPERS_SERVO, name: str = "light_eel") -> Robot:
    """Eel of 1.4 m and 1 kg of the pipe study of Qiu and Date; its cross-section, which is not given, is that of `eel`.

    Args:
        joints: Actuator of each joint, as for `eel`. In the paper, the joints are controlled by torque and the head
            joint by a servo.
        name: Name in titles and files.

    Source: Qiu, Date, A low computation-cost locomotion control for underwater snake robot based on Monte Carlo model predictive
    control and curvature derivative control, Advanced Robotics 2024.
    """
    return eel(10, mass=0.1, joints=joints, name=name)


# K_c [N m/rad] and K_cd [N m s/rad]: as published; with which a wave of 2.2 rad/s persists; the published ones exchanged.
PRESETS = {"published": (0.5, 1.5), "default": (0.5, 0.15), "swapped": (1.5, 0.5)}


@checked_arguments(RobotError)
@declared_arguments(RobotError)
def pipe_snake(
    links: Annotated[int, Ge(2), Le(1000), Slider(2, 30, 1)] = 10,
    preset: Annotated[str, Choices(tuple(PRESETS))] = "default",
    *,
    gain: Annotated[float, Ge(0), Unit("N m/rad"), Slider(0, 5, 0.01), CHECKED_ELSEWHERE] | None = None,
    damping: Annotated[float, Ge(0), Unit("N m s/rad"), Slider(0, 5, 0.01), CHECKED_ELSEWHERE] | None = None,
    limit: Annotated[float, Gt(0), Unit("N m"), Slider(0.1, 10, 0.1), INFINITE, CHECKED_ELSEWHERE] = 0.5,
    link_length: Annotated[PositiveLength, CHECKED_ELSEWHERE] = 0.14,
    link_mass: Annotated[PositiveMass, CHECKED_ELSEWHERE] = 0.1,
    width: Annotated[float, Gt(0), Unit("m"), Slider(0.01, 0.4, 0.01), CHECKED_ELSEWHERE] = 0.1,
    height: Annotated[float, Gt(0), Unit("m"), Slider(0.01, 0.4, 0.01), CHECKED_ELSEWHERE] = 0.06,
    head_kp: Annotated[float, Ge(0), Unit("N m/rad"), Slider(0, 100, 0.1), CHECKED_ELSEWHERE] = 20.0,
    head_kd: Annotated[float, Ge(0), Unit("N m s/rad"), Slider(0, 10, 0.01), CHECKED_ELSEWHERE] = 1.0,
    name: str = "pipe_snake",
) -> Robot:
    """`light_eel` with other actuators: the head joint has a servo, and every other joint follows the one ahead of it.

    Args:
        links: Number of links [-].
        preset: Gains K_c and K_cd of the followers: "default" (0.5, 0.15), "published" (0.5, 1.5, as published; the wave
            decays along the body) or "swapped" (1.5, 0.5).
        gain: K_c [N m/rad]; None for that of the preset.
        damping: K_cd [N m s/rad]; None for that of the preset.
        limit: Limit of the proportional term of a follower [N m].
        link_length: Length of a link [m].
        link_mass: Mass of a link [kg].
        width, height: Size of the elliptic cross-section [m]; not in the paper.
        head_kp: Proportional gain of the servo of the head joint [N m/rad].
        head_kd: Derivative gain of the servo of the head joint [N m s/rad].
        name: Name in titles and files.

    Raises:
        RobotError: if a number is out of range.

    Source: Qiu and Date, A low computation-cost locomotion control for underwater snake robot based on Monte Carlo model
    predictive control and curvature derivative control; the section is that of Kelasidi, Pettersen, Gravdahl and Liljeback,
    Modeling of underwater snake robots.
    """
    follow, damp = PRESETS[preset]
    follower = Follower(follow if gain is None else gain, damp if damping is None else damping, limit)
    body = eel(
        links,
        link_length=link_length,
        mass=link_mass,
        half_width=width / 2,
        half_height=height / 2,
        joints=follower,
        name=name,
    )
    *rest, _, head = body.parts
    steered = Revolute("z", actuator=Servo(head_kp, head_kd))
    return replace(body, parts=[*rest, steered, head], skin=Skin(joined=True, radius=0.0))
