"""Engines with their own state, such as a physical robot: they start in it, and measure a part of a record."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

from snakelab.physics.command import Measurement
from snakelab.physics.model import Model
from snakelab.physics.state import State
from snakelab.sim.engines.engine import Engine
from snakelab.types import FloatArray


class Variable(NamedTuple):
    """Further variable of a recording.

    Attributes:
        values: Shape (n_times, ...).
        unit: Unit.
        text: Description.
        dims: Names of the dimensions after time.
    """

    values: FloatArray
    unit: str
    text: str
    dims: tuple[str, ...] = ("coordinate",)


@runtime_checkable
class LiveEngine(Engine, Protocol):
    """Engine whose state exists outside of the program.

    An optional method `variables(times)` returns further variables of the recording, by name: each a `Variable`, or a tuple of
    values of shape (n_times, n_coordinates), unit and description. Subscribers get them with each record. An optional method
    `drop_before(time)` discards records that are no longer needed, for runs that keep only recent records.

    `advance` runs in real time: it commands the robot and fills the rows with measured values, NaN elsewhere. It
    is called with consecutive times only; a snapshot cannot be restored in it.
    """

    @property
    def measured(self) -> frozenset[str]:
        """Names of the recorded variables that it measures; the recording contains no others, except the targets."""

    def begin(self, model: Model, state: State) -> State:
        """Connect, and return the actual state: a state of the model with the measured values.

        Args:
            model: Model of the robot.
            state: Expected state, which provides the values that are not measured.
        """

    def measurement(self, state: State) -> Measurement:
        """Return the measurement of a controller at a state; None for quantities that are not measured."""

    def attributes(self) -> Mapping[str, Any]:
        """Return attributes of the recording, such as late periods: numbers and text."""

    def close(self) -> None:
        """Bring the robot to its safe state and disconnect; a second call has no effect."""


@runtime_checkable
class StartsAnywhere(Protocol):
    """Controller that can start from a measured shape, such as a CPG with its oscillators at the measured angles."""

    def starting_at(self, model: Model, q: FloatArray) -> Any:
        """Return the controller with its start at some coordinates, shape (n_coordinates,)."""
