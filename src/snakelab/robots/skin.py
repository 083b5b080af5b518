"""The skin: where along and around its body a robot can touch a surface."""

from dataclasses import dataclass

from snakelab.errors import RobotError
from snakelab.types import count, number

MOST = 1000  # of either; each makes a point that is looked at in every step


@dataclass(frozen=True)
class Skin:
    """Rings around the body: at every slice of a soft section, and evenly from end to end of a link.

    A round ring touches at its lowest point, wherever that is (`points_around=None`), or at fixed points around it: a ring
    of ten points is a ten-sided wheel, which bobs as it rolls. A box-shaped link touches at the four corners of each ring.
    Where two rings of the same radius would stand at one place, between two soft sections, there is one; between two links
    with a joint there are two, unless `joined`.

    Args:
        points_around: Fixed points on a round ring, the first along the part's y, at least 3; None for the lowest point.
        rings_per_link: Rings of a rigid link, at least 1; one stands in the middle.
        joined: Whether two links that meet in a hinge share one ring there, which rides on the link nearer to the tail.
        radius: Of the rings of links [m]; None for the link's own section, 0 for points on its axis.
    """

    points_around: int | None = None
    rings_per_link: int = 2
    joined: bool = False
    radius: float | None = None

    def __post_init__(self) -> None:
        if self.points_around is not None:
            count(self.points_around, "Skin points_around", RobotError, least=3, most=MOST)
        if not isinstance(self.joined, bool):
            raise RobotError(f"Skin joined must be True or False, got {self.joined!r}")
        if self.radius is not None:
            number(self.radius, "Skin radius", RobotError, least=0, unit="m")
        count(self.rings_per_link, "Skin rings_per_link", RobotError, least=1, most=MOST)
