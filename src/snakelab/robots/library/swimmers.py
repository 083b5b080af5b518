"""Planar underwater snakes of rigid links with elliptic cross-sections: eels of several papers, and a snake in pipes."""

from dataclasses import replace
from typing import Annotated

from annotated_types import Ge, Gt, Le

from snakelab.errors import RobotError
from snakelab.geometry.sections import Ellipse
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
from snakelab.robots.joints import Revolute
from snakelab.robots.link import Link, Skin
from snakelab.robots.robot import Part, Robot

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
