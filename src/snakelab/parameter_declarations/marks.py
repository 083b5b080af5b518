"""Marks of a declared argument, given in its annotation together with the bounds of `annotated_types`.

    mass: Annotated[float, Gt(0), Unit("kg"), Slider(0.01, 10, 0.01)]

In a union each member has its own marks: `Annotated[float, Ge(0), Unit("m")] | None`.
"""

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True)
class Unit:
    """Unit of a number, or of each number of a vector.

    Args:
        text: Unit in SI, such as "kg m^2"; "-" if dimensionless.
        linear: Unit at a coordinate that is a length, where `text` holds at an angle: `Unit("N m/rad", "N/m")`.
        in_message: State the unit in error messages; "-" and two units are never stated.
    """

    text: str
    linear: str = ""
    in_message: bool = True

    def __str__(self) -> str:
        return f"{self.text} or {self.linear}" if self.linear else self.text

    @property
    def of_message(self) -> str:
        """The unit in error messages; empty if they state none."""
        return self.text if self.in_message and not self.linear and self.text != "-" else ""


@dataclass(frozen=True)
class Slider:
    """Sensible range and step of a number in a form. It is no bound: values outside are valid.

    Args:
        minimum, maximum: Ends of the range, in the unit of the number.
        step: Step.
    """

    minimum: float
    maximum: float
    step: float


@dataclass(frozen=True)
class Choices:
    """Allowed values of a text.

    Args:
        choices: The allowed texts.
    """

    choices: tuple[str, ...]


class Mark(Enum):
    """Marks without a value.

    LIVE, FIXED: The argument may change during a run, or may not. By default numbers may; counts, flags and texts may not.
    INFINITE: The number may be infinite.
    CHECKED_ELSEWHERE: The class checks the argument itself or passes it to a function that does; the annotation describes it.
    PRINTABLE: The text must be printable.
    IDENTIFIER: The text must be a plain word, which can name a variable of a recording.
    IDENTIFIER_OR_EMPTY: The same, or empty.
    TRUE_OR_FALSE: The value must be True or False.
    PYTHON_ONLY: The argument is not available in scenario files.
    """

    LIVE = "live"
    FIXED = "fixed"
    INFINITE = "infinite"
    CHECKED_ELSEWHERE = "checked elsewhere"
    PRINTABLE = "printable"
    IDENTIFIER = "identifier"
    IDENTIFIER_OR_EMPTY = "identifier or empty"
    TRUE_OR_FALSE = "true or false"
    PYTHON_ONLY = "Python only"


LIVE, FIXED, INFINITE, CHECKED_ELSEWHERE = Mark.LIVE, Mark.FIXED, Mark.INFINITE, Mark.CHECKED_ELSEWHERE
PYTHON_ONLY = Mark.PYTHON_ONLY
