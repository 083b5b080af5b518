"""Spinning wheels: a body for each, with a hinge along its axle, taken out of its link.

A wheel without a specified mass is a disc of steel, 5 mm wide: 38 g at a radius of 18 mm, as in the published model
files of Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental Adaptability
Based on ROS, 2024. Its friction along the roll is that of its bearing: a constant moment, of the load that a wheel of
the resting robot carries.
"""

import math
import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np

from snakelab.bridges.robot_files.export import pose, text
from snakelab.errors import RobotError
from snakelab.geometry.shapes import Lump, as_one, disc
from snakelab.robots.parts import Link, Wheel
from snakelab.types import FloatArray

WIDTH, DENSITY = 0.005, 7557.0  # [m], [kg/m^3]


def lump_of(wheel: Wheel) -> Lump:
    """Mass, centre from the tail end of its link, and inertia about it, of a wheel in its link."""
    if wheel.mass:
        return wheel.lump()
    mass = DENSITY * math.pi * wheel.radius**2 * WIDTH
    return mass, wheel.centre(), disc(mass, wheel.radius, WIDTH, wheel.direction())


def without_wheels(link: Link, name: str) -> Link:
    """Return the link without the discs of its wheels.

    Raises:
        RobotError: if the link is not as heavy as its wheels.
    """
    problem = (
        f"{name} cannot have wheels that spin: they exceed its mass and inertia; "
        "increase those of the link, specify the mass of its wheels, or omit spinning_wheels"
    )
    taken = [(-mass, centre, -inertia) for mass, centre, inertia in map(lump_of, link.wheels)]
    if link.whole_mass + sum(mass for mass, _, _ in taken) <= 0.0:
        raise RobotError(problem)
    mass, com, inertia = as_one([(link.whole_mass, link.com_point(), link.inertia_matrix()), *taken])
    try:
        return replace(link, mass=mass, com=tuple(com.tolist()), inertia=inertia, wheels=())
    except RobotError:
        raise RobotError(problem) from None


def write_wheel(wheel: Wheel, name: str, p: FloatArray, R: FloatArray, load: float) -> ET.Element:
    """Write the body of a wheel, for insertion into its link's body; its contact geometry is written by its skin.

    Args:
        wheel: The wheel.
        name: Name of its body and its joint.
        p, R: Its centre and its link's axes in the link's body.
        load: Load of the wheel [N].
    """
    (mass, _, inertia), axle = lump_of(wheel), wheel.direction()
    body = ET.Element("body", {"name": name, **pose(p, R)})
    loss = wheel.friction * load * wheel.radius
    joint = {"name": name, "type": "hinge", "axis": text(*axle), **({"frictionloss": text(loss)} if loss else {})}
    ET.SubElement(body, "joint", joint)
    axes = _axes(axle)
    # not `fullinertia`: for a thin disc with A + B = C, MuJoCo rejects values that differ by rounding
    across, spin = float(axes[:, 0] @ inertia @ axes[:, 0]), float(axle @ inertia @ axle)
    across = max(across, spin / 2)
    place = pose(np.zeros(3), axes)
    ET.SubElement(body, "inertial", {"mass": text(mass), "diaginertia": text(across, across, spin), **place})
    return body


def _axes(axle: FloatArray) -> FloatArray:
    """Axes of which the third is the axle, as columns, shape (3, 3)."""
    first = np.cross(axle, np.eye(3)[np.argmin(np.abs(axle))])
    first /= np.linalg.norm(first)
    return np.column_stack([first, np.cross(axle, first), axle])
