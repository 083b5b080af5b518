"""What all sensors share: a rate, a delay, a name."""

from typing import Protocol

from snakelab.errors import RobotError
from snakelab.types import number, term_name

# A sensor much quicker than any step would only slow the run [Hz].
FASTEST = 1e5
# Of noise, bias and resolution, in SI units: a run in which a position or a velocity is larger has diverged.
LARGEST = 1e6


class Sampled(Protocol):
    """What samples at a rate, and answers after a delay."""

    @property
    def rate(self) -> float:
        """[Hz]."""

    @property
    def delay(self) -> float:
        """[s]."""

    @property
    def name(self) -> str:
        """For its recorded variables."""


def check_sampling(sensor: Sampled) -> None:
    """Raise RobotError unless rate, delay and name can be."""
    kind = type(sensor).__name__
    number(sensor.rate, f"{kind} rate", RobotError, above=0, most=FASTEST, unit="Hz")
    number(sensor.delay, f"{kind} delay", RobotError, least=0, unit="s")
    name: object = sensor.name
    if not (isinstance(name, str) and name == ""):
        term_name(name, f"{kind} name", RobotError)
