"""Bodies of the orthogonal snakes by size: head, links and joint limits."""

import math
from dataclasses import dataclass

from snakelab.geometry.shapes import Box, Cylinder, Section
from snakelab.robots.frame import Frame
from snakelab.robots.library.orthogonal.zed import zed_frames
from snakelab.robots.parts import Link


@dataclass(frozen=True)
class Body:
    """One size.

    Attributes:
        head: The first link.
        yaw: The link behind each yaw.
        pitch: The link behind each pitch.
        stop: How far a hinge turns to either side [rad].
        frames: On the head.
    """

    head: Link
    yaw: Link
    pitch: Link
    stop: float
    frames: tuple[Frame, ...] = ()


def even(length: float, head: float, link: float, section: Section, stop: float) -> Body:
    """Links that are solid bars.

    Args:
        length: Of each [m].
        head: Mass of the head [kg].
        link: Mass of every other link [kg].
        section: Of all.
        stop: How far a hinge turns to either side [rad].
    """
    behind = Link(length, link, section)
    return Body(Link(length, head, section, name="head_link"), behind, behind, stop)


SMALL = even(0.0764, 0.0484, 0.3886, Box(0.06, 0.06), math.radians(120))
MIDDLE = even(0.106, 0.3036, 0.5778, Cylinder(0.036), math.radians(90))


@dataclass(frozen=True)
class Piece:
    """A link in the axes of the model files: mass [kg], place of its mass [m], moments of inertia [kg m^2]."""

    mass: float
    com: tuple[float, float, float]
    inertia: tuple[float, float, float]


# The head in the axes of B (left, tailward, up), a joint's link in those of its joint (x tailward, z the hinge).
HEAD = Piece(0.95365, (-4.2e-5, -0.0800546, 5.7e-5), (8.603e-3, 1.788e-3, 8.604e-3))
LINK = Piece(1.33104, (0.073385, 7.9e-6, 2.85e-4), (2.072e-3, 1.0603e-2, 1.0637e-2))
LENGTH = 0.16  # of each link [m]


def built(section: Section) -> Body:
    """The snake that was built, with the masses and inertias of its model files, in one section or another."""
    x, y, z = HEAD.com
    across, along, up = HEAD.inertia
    head = Link(LENGTH, HEAD.mass, section, com=(-y, x, z), inertia=(along, across, up), name="head_link")
    x, y, z = LINK.com
    along, second, hinge = LINK.inertia
    # Behind a yaw, z is up and y right; behind a pitch, z is right and y down.
    yaw = Link(LENGTH, LINK.mass, section, com=(LENGTH - x, -y, z), inertia=(along, second, hinge))
    pitch = Link(LENGTH, LINK.mass, section, com=(LENGTH - x, -z, -y), inertia=(along, hinge, second))
    return Body(head, yaw, pitch, 1.57, zed_frames("head_link"))
