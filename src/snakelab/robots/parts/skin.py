"""Skin: the points of a robot at which contact with surfaces is tested."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

from snakelab.errors import RobotError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED, Slider
from snakelab.parameter_declarations.quantities import Flag, NonNegativeLength

MOST = 1000  # of each; every point is tested in every step


@dataclass(frozen=True)
class Skin:
    """Contact points of the body, on rings: at every station of a soft section, and evenly spaced along a link.

    A round ring touches a surface at its lowest point, which moves along the ring (`points_around=None`), or at fixed
    points: a ring of ten points rolls like a ten-sided wheel, with small vertical oscillations. A box-shaped link
    touches at the four corners of each ring. Two soft sections share the ring between them if their radii are equal;
    two links that meet in a joint have two rings there, unless `joined`.

    Args:
        points_around: Number of fixed points on a round ring, at least 3, the first along the y axis of the part; None
            for the lowest point.
        rings_per_link: Number of rings of a rigid link, at least 1; a single one is in the middle.
        joined: True if two links that meet in a hinge share one ring there, which is fixed to the link nearer to the
            tail.
        radius: Radius of the rings of links [m]; None for that of the cross-section, 0 for points on the axis.
    """

    points_around: Annotated[int, Ge(3), Le(MOST), Slider(3, 40, 1)] | None = None
    rings_per_link: Annotated[int, Ge(1), Le(MOST), Slider(1, 20, 1)] = 2
    joined: Flag = False
    radius: Annotated[NonNegativeLength, Slider(0, 0.2, 0.001), FIXED] | None = None

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
