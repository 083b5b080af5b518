"""Common arguments of all sensors: rate, delay, name."""

from typing import Annotated, Protocol

from annotated_types import Ge, Gt, Le

from snakelab.errors import RobotError
from snakelab.parameter_declarations.marks import FIXED, Mark, Slider, Unit
from snakelab.types import number, term_name

# Rates above this would only slow down the run [Hz].
FASTEST = 1e5
# Of noise, bias and resolution, in SI units: a run in which a position or a velocity is larger has diverged.
LARGEST = 1e6

# Rates and delays of sensors are constant during a run.
SamplingRate = Annotated[float, Gt(0), Le(FASTEST), Unit("Hz"), Slider(1, 1000, 1), FIXED]
Delay = Annotated[float, Ge(0), Unit("s"), Slider(0, 1, 0.001), FIXED]
SensorName = Annotated[str, Mark.IDENTIFIER_OR_EMPTY]
Noise = Annotated[float, Ge(0), Le(LARGEST), Slider(0, 0.1, 0.001)]


class Sampled(Protocol):
    """Base of sensors that sample at a rate, with a delay."""

    @property
    def rate(self) -> float:
        """[Hz]."""

    @property
    def delay(self) -> float:
        """[s]."""

    @property
    def name(self) -> str:
        """Name of its recorded variables."""


def check_sampling(sensor: Sampled) -> None:
    """Raise RobotError unless rate, delay and name are valid."""
    kind = type(sensor).__name__
    number(sensor.rate, f"{kind} rate", RobotError, above=0, maximum=FASTEST, unit="Hz")
    number(sensor.delay, f"{kind} delay", RobotError, minimum=0, unit="s")
    name: object = sensor.name
    if not (isinstance(name, str) and name == ""):
        term_name(name, f"{kind} name", RobotError)
