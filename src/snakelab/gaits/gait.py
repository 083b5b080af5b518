"""What a gait is: something that turns into a reference for a model's coordinates."""

from typing import Protocol, runtime_checkable

from snakelab.errors import GaitError
from snakelab.physics.command import Reference
from snakelab.physics.model import Model


@runtime_checkable
class Gait(Protocol):
    """An open-loop motion, evaluated inside the compiled step."""

    def reference(self, model: Model) -> Reference:
        """The target of every coordinate of the model over time."""


def joints_of(model: Model, gait: str) -> int:
    """Number of coordinates that a gait may move; GaitError where there are none."""
    if model.n_coordinates == 0:
        raise GaitError(
            f"{gait} needs joints, and robot {model.robot.name!r} has none; add for example Revolute('z') between its links"
        )
    return model.n_coordinates
