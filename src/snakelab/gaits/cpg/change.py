"""Scheduled changes of a gait with oscillators."""

from dataclasses import dataclass
from typing import Annotated

from snakelab.declared.check import check_declared
from snakelab.declared.marks import FIXED
from snakelab.declared.quantities import Duration
from snakelab.errors import GaitError
from snakelab.gaits.orthogonal.concertina import ConcertinaGait
from snakelab.gaits.orthogonal.named import NamedGait
from snakelab.gaits.orthogonal.rolling import HelixRollingGait
from snakelab.gaits.orthogonal.waves import Rhythm
from snakelab.gaits.orthogonal.winding import WindingGait
from snakelab.types import number


@dataclass(frozen=True)
class GaitChange:
    """Scheduled change of a `CpgGait`.

    Args:
        at: Start of the change [s].
        gait: Gait of orthogonal joints: another gait, or the same with another size, frequency or direction.

    Raises:
        GaitError: if the time is not a number or negative, or the gait is not one of orthogonal joints.
    """

    at: Annotated[Duration, FIXED]
    gait: WindingGait | HelixRollingGait | ConcertinaGait | NamedGait | Rhythm

    def __post_init__(self) -> None:
        check_declared(self, GaitError)
        check_rhythm(self.gait, "GaitChange gait")


def change_of(item: object, i: int) -> GaitChange:
    """Return a change, given as one or as (time, gait)."""
    if isinstance(item, GaitChange):
        return item
    if not isinstance(item, (tuple, list)) or len(item) != 2:
        raise GaitError(f"CpgGait schedule[{i}] must be (time, gait) or GaitChange(time, gait), got {item!r}")
    number(item[0], f"CpgGait schedule[{i}] time", GaitError, least=0, unit="s")
    check_rhythm(item[1], f"CpgGait schedule[{i}]")
    return GaitChange(item[0], item[1])


def check_rhythm(value: object, name: str) -> None:
    """Raise GaitError unless the value is a gait of orthogonal joints."""
    if isinstance(value, type) or not isinstance(value, Rhythm):
        raise GaitError(f"{name} must be a gait of orthogonal joints, got {value!r}; write WindingGait(...)")
