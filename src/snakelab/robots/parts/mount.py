"""A fixed transform between two parts: a mounting turn, an offset."""

from dataclasses import dataclass, field
from typing import Annotated

from snakelab.declared.check import check_declared
from snakelab.declared.marks import FIXED
from snakelab.declared.quantities import Label, Point, RotationVector
from snakelab.errors import RobotError
from snakelab.geometry.stations import Station
from snakelab.robots.parts.coordinate import Coordinate


@dataclass(frozen=True)
class Mount:
    """Massless fixed transform: first the offset, then the rotation.

    Args:
        turn: Rotation vector of the next part's axes, shape (3,), [rad].
        offset: Origin of the next part, shape (3,), [m].
        name: Name in messages.
    """

    turn: Annotated[RotationVector, FIXED] = (0.0, 0.0, 0.0)
    offset: Annotated[Point, FIXED] = (0.0, 0.0, 0.0)
    name: Label = ""
    coordinates: tuple[Coordinate, ...] = field(default=(), init=False, repr=False)

    def __post_init__(self) -> None:
        check_declared(self, RobotError)

    def stations(self) -> tuple[Station, ...]:
        """Return an empty tuple: a mount has no mass."""
        return ()

    def _repr_html_(self) -> str:
        """Return what a notebook displays."""
        from snakelab.notebook.objects import object_html

        return object_html(self)
