"""Wheels that spin: a body for each, with a hinge along its axle, taken out of its link.

A wheel is a disc of steel, 5 mm wide: 38 g at a radius of 18 mm, as in the published model files of Liu, Zang and Gao,
Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental Adaptability Based on ROS, 2024. Its friction
along the roll is that of its bearing: a constant moment, of the load that a wheel of the resting robot carries.
"""

import math
import xml.etree.ElementTree as ET
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from snakelab.bridges.export import pose, text
from snakelab.errors import RobotError
from snakelab.robots.parts import Link, Wheel
from snakelab.types import FloatArray

WIDTH, DENSITY = 0.005, 7557.0  # [m], [kg/m^3]


class Disc(NamedTuple):
    """A wheel's own mass.

    Attributes:
        mass: [kg].
        spin, across: Moments of inertia about the axle and across it [kg m^2].
    """

    mass: float
    spin: float
    across: float

    def matrix(self, axle: FloatArray) -> FloatArray:
        """Inertia about the centre, shape (3, 3), [kg m^2]."""
        along = np.outer(axle, axle)
        return self.spin * along + self.across * (np.eye(3) - along)


def disc_of(wheel: Wheel) -> Disc:
    """The disc that a wheel is."""
    mass = DENSITY * math.pi * wheel.radius**2 * WIDTH
    return Disc(mass, mass * wheel.radius**2 / 2, mass * (wheel.radius**2 / 4 + WIDTH**2 / 12))


def without_wheels(link: Link, name: str) -> Link:
    """The link less its wheels' discs.

    Raises:
        RobotError: if the link is not as heavy as its wheels.
    """
    pieces = [(link.mass, link.com_point(), link.inertia_matrix())]
    for wheel in link.wheels:
        disc = disc_of(wheel)
        pieces.append((-disc.mass, wheel.centre(), -disc.matrix(wheel.direction())))
    mass = sum(m for m, _, _ in pieces)
    problem = (
        f"{name} cannot have wheels that spin: they are in its mass and inertia, and take more of them than there is; "
        "give the link more, or leave out spinning_wheels"
    )
    if mass <= 0.0:
        raise RobotError(problem)
    com = sum((m * p for m, p, _ in pieces), np.zeros(3)) / mass
    inertia = np.zeros((3, 3))
    for m, p, own in pieces:
        arm = p - com
        inertia += own + m * (arm @ arm * np.eye(3) - np.outer(arm, arm))
    try:
        return replace(link, mass=mass, com=tuple(com.tolist()), inertia=inertia, wheels=())
    except RobotError:
        raise RobotError(problem) from None


def write_wheel(wheel: Wheel, name: str, p: FloatArray, R: FloatArray, load: float) -> ET.Element:
    """The body of a wheel, to be put into its link's; what it touches with is written by its skin.

    Args:
        wheel: The wheel.
        name: Of its body and its joint.
        p, R: Its centre and its link's axes in the link's body.
        load: That it carries [N].
    """
    disc, axle = disc_of(wheel), wheel.direction()
    body = ET.Element("body", {"name": name, **pose(p, R)})
    loss = wheel.friction * load * wheel.radius
    joint = {"name": name, "type": "hinge", "axis": text(*axle), **({"frictionloss": text(loss)} if loss else {})}
    ET.SubElement(body, "joint", joint)
    whole = disc.matrix(axle)
    turned = [whole[0, 0], whole[1, 1], whole[2, 2], whole[0, 1], whole[0, 2], whole[1, 2]]
    ET.SubElement(body, "inertial", {"pos": "0 0 0", "mass": text(disc.mass), "fullinertia": text(*turned)})
    return body
