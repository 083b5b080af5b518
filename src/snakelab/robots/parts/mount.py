"""A fixed transform between two parts: a mounting turn, an offset."""

from dataclasses import dataclass, field

from snakelab.errors import RobotError
from snakelab.geometry.slices import Slice
from snakelab.robots.parts.coordinate import Coordinate
from snakelab.types import label, vector


@dataclass(frozen=True)
class Mount:
    """A massless fixed transform: first the offset, then the turn.

    Args:
        turn: Rotation vector of the next part's axes, shape (3,), [rad].
        offset: Origin of the next part, shape (3,), [m].
        name: For messages.
    """

    turn: tuple[float, float, float] = (0.0, 0.0, 0.0)
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0)
    name: str = ""
    coordinates: tuple[Coordinate, ...] = field(default=(), init=False, repr=False)

    def __post_init__(self) -> None:
        vector(self.turn, "Mount turn", RobotError, size=3, unit="rad")
        label(self.name, "Mount name", RobotError)
        vector(self.offset, "Mount offset", RobotError, size=3, unit="m")

    def slices(self) -> tuple[Slice, ...]:
        """None: a mount has no mass."""
        return ()
