"""Eels: planar underwater snakes of rigid links with elliptic cross-sections, from several papers."""

from typing import Annotated

from annotated_types import Ge, Le

from snakelab.errors import RobotError
from snakelab.geometry.sections import Ellipse
from snakelab.parameters.declarations import PositiveLength, PositiveMass, Radius, Slider, declared_arguments
from snakelab.robots.actuators import Actuator, Servo
from snakelab.robots.joints import Revolute
from snakelab.robots.link import Link
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
