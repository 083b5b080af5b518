"""What a controller is."""

from typing import Any, Protocol, runtime_checkable

from snakelab.physics.command import Command, Measurement
from snakelab.physics.model import Model


@runtime_checkable
class Controller(Protocol):
    """Called once a control period, in Python. It keeps nothing itself: what it must remember goes through `memory`,
    which is saved with the state, so that a run restarts bit for bit.

    Attributes:
        period: Control period [s].

    Two methods may be there beside these. `prepare(model)` gives the controller to use in a run of this model, with what it
    works out once: it is called before every run, one that goes on from a saved state too. `notes(memory)` gives lines of text
    for people, which the recording keeps as its attribute `notes`.
    """

    period: float

    def start(self, model: Model, time: float) -> tuple[Command, Any]:
        """The command that holds at the first instant, and the first memory."""

    def command(self, measurement: Measurement, memory: Any) -> tuple[Command, Any]:
        """The command for the end of this period, and the memory for the next call."""
