"""What rolls samples out: the processor's lanes, or a GPU behind a bridge."""

from functools import cache
from importlib import import_module
from typing import Any, Protocol

from snakelab.control.sampling_mpc.kernels import Task
from snakelab.control.sampling_mpc.sampling import Draw
from snakelab.errors import ControlError
from snakelab.planar_batch.dynamics.lane_model import LaneModel
from snakelab.types import choice

CPU = "cpu"
# Where to find the others: by name, because bridges build on this layer. Each module makes its back end by `start()`.
BRIDGES = {"cuda": "snakelab.bridges.cuda"}
NAMES = (CPU, *BRIDGES)


class Backend(Protocol):
    """Rolls samples out elsewhere than in the processor's lanes."""

    def costs(self, model: LaneModel, draw: Draw, task: Task, n_samples: int) -> Any:
        """Cost of each sample, shape (n_samples,), of the model's kind of number; infinite where one diverged."""
        ...


def known_backend(name: str, what: str) -> str:
    """The name of a back end.

    Raises:
        ControlError: if there is none of that name.
    """
    choice(name, what, NAMES, ControlError)
    return name


@cache
def find_backend(name: str) -> Backend:
    """The back end of a bridge, imported and started when it is first asked for.

    Args:
        name: One of `BRIDGES`.

    Raises:
        MissingExtraError: if what it needs is not installed.
        ControlError: if the machine has not the device.
    """
    backend: Backend = import_module(BRIDGES[name]).start()
    return backend
