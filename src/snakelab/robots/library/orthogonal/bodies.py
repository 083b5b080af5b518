"""Bodies of the orthogonal snakes by size: head, links and joint limits."""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from snakelab.geometry.shapes import Box, Cylinder, Section, as_one, disc
from snakelab.robots.library.orthogonal.denavit_hartenberg import T_HEAD_BASE
from snakelab.robots.parts import Link, Wheel
from snakelab.robots.parts.frame import Frame, rotation_vector
from snakelab.types import FloatArray

# From the authors' model files: masses [kg], radius and width [m].
BRACKET, WHEEL = 0.05277, 0.03846
RADIUS, WIDTH = 0.018, 0.005
# Lateral distance of the wheels, as a fraction of the half width of the link: 49 mm of 55 mm.
LATERAL = 0.049 / 0.055
# Axes of the left camera (x right, y down, z ahead) in those of B (left, tailward, up): 5 degrees up; its position [m].
R_BASE_CAMERA = np.array([[-1.0, 0.0, 0.0], [0.0, -0.0871557, -0.9961947], [0.0, -0.9961947, 0.0871557]])
P_BASE_CAMERA = (0.06, -0.284, 0.0)


def on_wheels(link: Link, x: float, friction: float) -> Link:
    """Return the link with two wheels below it, with their mass and inertia included.

    The axle is transverse, at the lower edge of the link. A wheel has the inertia of a disc; its bracket, whose shape
    is not published, is a point mass at its centre. The source gives the position for links behind a yaw joint of the
    largest snake, at their tail end. It is assumed that the wheels of the head are at its front end, which spaces all
    pairs evenly, and that positions scale with the size of the snake. Brackets and wheels of 15 pairs have 2.74 kg
    (source: 2.7 kg).

    Args:
        link: Link without wheels.
        x: Position of the axle from the tail end [m].
        friction: Friction coefficient in the rolling direction [-].

    Source: the published model files of Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots
    with Environmental Adaptability Based on ROS, 2024.
    """
    y, z = LATERAL * link.shape.half_width, -link.shape.half_height
    places = [np.array([x, side * y, z]) for side in (1, -1)]
    body = link.whole_mass, link.com_point(), link.inertia_matrix()
    wheel_inertia = disc(WHEEL, RADIUS, WIDTH, np.array([0.0, 1.0, 0.0]))
    mass, com, inertia = as_one([body, *((BRACKET + WHEEL, place, wheel_inertia) for place in places)])
    wheels = tuple(Wheel((float(p[0]), float(p[1]), float(p[2])), RADIUS, friction) for p in places)
    rows: Any = tuple(tuple(row) for row in inertia.tolist())  # allows comparison of links
    return replace(link, mass=mass, com=tuple(com.tolist()), inertia=rows, wheels=wheels)


def zed_frames(on: str) -> tuple[Frame, ...]:
    """Return the frames `camera_left`, `camera_right` and `imu` on a link whose tail end is joint 1.

    The left camera follows the calibration of the source: T_world_base = T_world_camera T_base_camera^-1. It is assumed
    that the right camera is its mirror image, 0.12 m to the right, and that the IMU is between them, aligned with the
    head.

    Source: the published code of Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with
    Environmental Adaptability Based on ROS, 2024.
    """
    x, y, z = P_BASE_CAMERA
    mounting = rotation_vector(T_HEAD_BASE[:3, :3] @ R_BASE_CAMERA)
    return (
        Frame("camera_left", on, _ahead(x, y, z), mounting),
        Frame("camera_right", on, _ahead(-x, y, z), mounting),
        Frame("imu", on, _ahead(0.0, y, z)),
    )


def _ahead(x: float, y: float, z: float) -> tuple[float, float, float]:
    """Return a point of B in link axes."""
    point: FloatArray = T_HEAD_BASE @ [x, y, z, 1.0]
    return float(point[0]), float(point[1]), float(point[2])


@dataclass(frozen=True)
class Body:
    """Head, links and joint limits of one size.

    Attributes:
        head: The first link.
        yaw: The link behind each yaw joint.
        pitch: The link behind each pitch joint.
        stop: Joint limit to either side [rad].
        frames: Frames on the head.
    """

    head: Link
    yaw: Link
    pitch: Link
    stop: float
    frames: tuple[Frame, ...] = ()


def even(length: float, head: float, link: float, section: Section, stop: float) -> Body:
    """Return a body of solid bars.

    Args:
        length: Length of each link [m].
        head: Mass of the head [kg].
        link: Mass of every other link [kg].
        section: Cross-section of all links.
        stop: Joint limit to either side [rad].
    """
    behind = Link(length, link, section)
    return Body(Link(length, head, section, name="head_link"), behind, behind, stop)


SMALL = even(0.0764, 0.0484, 0.3886, Box(0.06, 0.06), math.radians(120))
# Round in the authors' model files; a rectangle in the paper, whose size is not published: the square around the circle.
MIDDLE = even(0.106, 0.3036, 0.5778, Cylinder(0.036), math.radians(90))
MIDDLE_SQUARE = even(0.106, 0.3036, 0.5778, Box(0.072, 0.072), math.radians(90))


@dataclass(frozen=True)
class Piece:
    """Link in the axes of the model files: mass [kg], centre of mass [m], moments of inertia [kg m^2]."""

    mass: float
    com: tuple[float, float, float]
    inertia: tuple[float, float, float]


# The head in the axes of B (left, tailward, up), a joint's link in those of its joint (x tailward, z the hinge).
HEAD = Piece(0.95365, (-4.2e-5, -0.0800546, 5.7e-5), (8.603e-3, 1.788e-3, 8.604e-3))
LINK = Piece(1.33104, (0.073385, 7.9e-6, 2.85e-4), (2.072e-3, 1.0603e-2, 1.0637e-2))
LENGTH = 0.16  # of each link [m]


def built(section: Section) -> Body:
    """Return the body of the built snake, with the masses and inertias of its model files, for a given
    cross-section."""
    x, y, z = HEAD.com
    across, along, up = HEAD.inertia
    head = Link(LENGTH, HEAD.mass, section, com=(-y, x, z), inertia=(along, across, up), name="head_link")
    x, y, z = LINK.com
    along, second, hinge = LINK.inertia
    # Behind a yaw, z is up and y right; behind a pitch, z is right and y down.
    yaw = Link(LENGTH, LINK.mass, section, com=(LENGTH - x, -y, z), inertia=(along, second, hinge))
    pitch = Link(LENGTH, LINK.mass, section, com=(LENGTH - x, -z, -y), inertia=(along, hinge, second))
    return Body(head, yaw, pitch, 1.57, zed_frames("head_link"))
