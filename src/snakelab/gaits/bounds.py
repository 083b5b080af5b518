"""Quantities of gaits with their bounds; values beyond them raise an error."""

from typing import Annotated

from annotated_types import Ge, Gt, Le

from snakelab.errors import GaitError
from snakelab.parameter_declarations.marks import Slider, Unit
from snakelab.types import number

ANGLE = 12.5  # of a body relative to its course: larger values were probably given in degrees [rad]
FASTEST = 1e3  # waves of a body, a hundred times faster than any snake's [rad/s]
TIMES = 100.0  # columns of a table [-]

BodyAngle = Annotated[float, Ge(-ANGLE), Le(ANGLE), Unit("rad"), Slider(-3, 3, 0.01)]
JointAngle = Annotated[float, Unit("rad"), Slider(-1.5, 1.5, 0.01)]
AngularFrequency = Annotated[float, Ge(-FASTEST), Le(FASTEST), Unit("rad/s"), Slider(-10, 10, 0.01)]
Frequency = Annotated[float, Ge(-FASTEST), Le(FASTEST), Unit("Hz"), Slider(-3, 3, 0.01)]
WavesOnBody = Annotated[float, Gt(0), Le(TIMES), Slider(0.1, 5, 0.1)]
Taper = Annotated[float, Ge(-1), Le(1), Slider(-1, 1, 0.01)]


def frequency(value: object, name: str) -> float:
    """Return a frequency [Hz], or raise GaitError."""
    return number(value, name, GaitError, minimum=-FASTEST, maximum=FASTEST, unit="Hz")
