"""Models that differ from a given one in one parameter, named by its path."""

from collections.abc import Hashable, Sequence
from typing import Any

from snakelab.physics.model import Model, build_model
from snakelab.sim.interventions.paths import replaced_at


def model_with(model: Model, path: str, value: Any) -> Model:
    """Build a model in which one parameter of its robot or world has another value.

    Args:
        model: Model to start from.
        path: Field names and list indices, joined by dots, such as "robot.parts.0.mass" or "world.media.1.mu_normal".
        value: The new value.

    Raises:
        SimulationError: if there is no such parameter.
        RobotError, WorldError: if the value is not allowed.
    """
    changed = replaced_at({"robot": model.robot, "world": model.world}, path, value)
    return build_model(changed["robot"], changed["world"])


def models_with(models: Sequence[Model], path: str, values: Sequence[Any]) -> list[Model]:
    """Build one model for each pair of a model and a value; equal pairs share one."""
    built: dict[Hashable, Model] = {}
    arrays = []
    for model, value in zip(models, values, strict=True):
        key = (id(model), value) if isinstance(value, Hashable) else (id(model), id(value))
        if key not in built:
            built[key] = model_with(model, path, value)
        arrays.append(built[key])
    return arrays
