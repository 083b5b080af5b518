"""Interfaces of controllers and planners."""

from typing import Any, Protocol, runtime_checkable

import numpy as np

from snakelab.physics.command import Command, Measurement
from snakelab.physics.model import Model


@runtime_checkable
class Planner(Protocol):
    """Factory of the controller of one model, for controllers that predict.

    `simulate` accepts it like a controller, and calls `for_model` before each run.
    """

    def for_model(self, model: Model) -> "Controller":
        """Return the controller of one robot in one world."""


@runtime_checkable
class Seeded(Protocol):
    """Planner or controller that draws random numbers; `simulate` uses the copy with the seed of the run."""

    def with_seed(self, seed: int) -> "Planner | Controller":
        """Return a copy whose random numbers depend on its own seed and on this one; itself for 0."""


@runtime_checkable
class Controller(Protocol):
    """Controller interface: called once per control period, in Python. It is stateless: its state between calls is its
    `memory`, which is stored with the state, so that a continued run is bit-identical.

    Further attributes are optional. `needs` names the fields of `Measurement` that the controller reads, such as
    ("q", "depth"): if a sensor is missing, an error before the run states the sensors to add. `notes(memory)` returns
    messages, which the recording stores as its attribute `notes`; `futures(known, memory, n)` returns n of the
    predicted trajectories of the next cycle, as in `MonteCarloMpc`; a run calls it at eight instants and stores them as
    `futures_head`.
    """

    @property
    def period(self) -> float:
        """Control period [s]; a plain attribute suffices."""

    def start(self, model: Model, time: float) -> tuple[Command, Any]:
        """Return the command at the first instant, and the initial memory."""

    def command(self, measurement: Measurement, memory: Any) -> tuple[Command, Any]:
        """Return the command for the end of this period, and the memory for the next call."""


def joined_seed(controller_seed: int, run: int, maximum: int = 2**64 - 1) -> int:
    """Combine a component's own seed with that of a run: its own for run 0, else a mixture of both.

    Args:
        own: Seed of the component [-].
        run: Seed of the run [-].
        maximum: Largest seed that it may have: the mixture is cut to its bits [-].
    """
    if run == 0:
        return controller_seed
    return int(np.random.SeedSequence([controller_seed, run]).generate_state(1, np.uint64)[0]) & maximum
