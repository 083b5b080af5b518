"""Eel: the planar underwater snake of rigid links with elliptic sections, and three variants from papers."""

from typing import Annotated

from annotated_types import Ge, Le

from snakelab.declared.check import declared_arguments
from snakelab.declared.marks import Slider
from snakelab.declared.quantities import PositiveLength, PositiveMass, Radius
from snakelab.errors import RobotError
from snakelab.geometry.shapes import Ellipse
from snakelab.robots.actuators import Actuator, Servo
from snakelab.robots.parts import Link, Part, Revolute
from snakelab.robots.robot import Robot

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
    """The planar underwater snake of Kelasidi et al.: equal, neutral links on a planar base, joints about z, tail first.

    A link turns as a rod does, I = m l^2 / 3 with the half length l, as the papers print it: the contribution of the
    section, m half_width^2 / 4, is left out. About its axis, where a planar base never turns it, it has the section's
    inertia.

    Args:
        links: n, in a row [-].
        link_length: 2 l [m].
        mass: Of one link [kg]. The default displaces its own mass of water.
        half_width: b, half the section's extent along y [m].
        half_height: a, half its extent along z, which the water that flows across it sees [m].
        joints: What drives each of the n - 1 joints: the papers' servo, `Prescribed()`, or another.
        name: For titles and files.

    Raises:
        RobotError: if a number is out of its range.

    The defaults are those of the papers of 2014 and 2015; these differ in their water alone: C_D = 2 and 1, see `LumpedFluid`.

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
    """The eel that models the robot Mamba: nine links of 0.18 m and 0.8 kg, 100 mm wide and 110 mm high.

    Its ellipse would displace 1.56 kg of water; the paper takes it as neutral at 0.8 kg, and so does this. The larger diameter
    is taken as the height, for it is the paper's 2 a.

    Args:
        joints: As for `eel`.
        name: For titles and files.

    Source: Kelasidi, Liljeback, Pettersen, Gravdahl, Innovation in Underwater Robots: Biologically Inspired Swimming Snake
    Robots, IEEE Robotics and Automation Magazine 2016.
    """
    return eel(9, link_length=0.18, mass=0.8, half_width=0.05, half_height=0.055, joints=joints, name=name)


def light_eel(*, joints: Actuator = PAPERS_SERVO, name: str = "light_eel") -> Robot:
    """The eel of 1.4 m and 1 kg that Qiu and Date send through pipes; its section is not printed, and is that of `eel`.

    Args:
        joints: As for `eel`. Their own control drives the joints by torque, the head joint by a servo.
        name: For titles and files.

    Source: Qiu, Date, A low computation-cost locomotion control for underwater snake robot based on Monte Carlo model predictive
    control and curvature derivative control, Advanced Robotics 2024.
    """
    return eel(10, mass=0.1, joints=joints, name=name)
