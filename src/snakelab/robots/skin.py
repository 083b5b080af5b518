"""The skin: where along and around its body a robot can touch a surface."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

from snakelab.declared.check import check_declared
from snakelab.declared.marks import FIXED, Slider
from snakelab.declared.quantities import Flag, NonNegativeLength
from snakelab.errors import RobotError

MOST = 1000  # of either; each makes a point that is looked at in every step


@dataclass(frozen=True)
class Skin:
    """Rings around the body: at every station of a soft section, and evenly from end to end of a link.

    A round ring touches at its lowest point, wherever that is (`points_around=None`), or at fixed points around it: a ring
    of ten points is a ten-sided wheel, which bobs as it rolls. A box-shaped link touches at the four corners of each ring.
    Where two rings of the same radius would stand at one place, between two soft sections, there is one; between two links
    with a joint there are two, unless `joined`.

    Args:
        points_around: Fixed points on a round ring, the first along the part's y, at least 3; None for the lowest point.
        rings_per_link: Rings of a rigid link, at least 1; a single one is in the middle.
        joined: True if two links that meet in a hinge share one ring there, which is fixed to the link nearer to the
            tail.
        radius: Of the rings of links [m]; None for the link's own section, 0 for points on its axis.
    """

    points_around: Annotated[int, Ge(3), Le(MOST), Slider(3, 40, 1)] | None = None
    rings_per_link: Annotated[int, Ge(1), Le(MOST), Slider(1, 20, 1)] = 2
    joined: Flag = False
    radius: Annotated[NonNegativeLength, Slider(0, 0.2, 0.001), FIXED] | None = None

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
