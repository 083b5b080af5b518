"""Models of a batch: copies that differ in one parameter, and the structure that all must share."""

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from snakelab.errors import SimulationError, SnakelabError
from snakelab.physics.model import Model, build_model
from snakelab.physics.model_tables.tables import ModelArrays
from snakelab.physics.record_row import record_layout
from snakelab.sim.interventions.paths import replaced_at
from snakelab.worlds.law import CONTACT


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


def models_with(models: Sequence[Model], path: str, values: Sequence[Any], rows: Sequence[int]) -> list[Model]:
    """Build one model for each pair of a model and a value; equal pairs share one.

    Raises:
        SimulationError: naming the row of the value that is not allowed.
    """
    built: dict[Hashable, Model] = {}
    arrays = []
    for model, value, row in zip(models, values, rows, strict=True):
        key = (id(model), value) if isinstance(value, Hashable) else (id(model), id(value))
        if key not in built:
            try:
                built[key] = model_with(model, path, value)
            except SnakelabError as problem:
                raise SimulationError(f"row {row}: {problem}") from problem
        arrays.append(built[key])
    return arrays


def check_structure(first: Model, models: Sequence[Model]) -> None:
    """Check that models differ from the first one in numbers only.

    Args:
        first: Model that determines the structure.
        models: Model of each row.

    Raises:
        SimulationError: with the first row whose model differs, and the difference.
    """
    checked = {id(first)}
    for i, model in enumerate(models):
        if id(model) in checked:
            continue
        checked.add(id(model))
        if problem := difference(first, model):
            raise SimulationError(
                f"models of a batch must be equal in structure and differ in numbers only; that of row {i} differs in {problem}"
            )


def difference(first: Model, other: Model) -> str:
    """Return the first difference in structure between two models; empty if there is none."""
    for name in ("base", "base_end"):
        one, two = getattr(first.robot, name), getattr(other.robot, name)
        if one != two:
            return f"its {name}: {two!r} instead of {one!r}"
    for name in ("coordinate_names", "station_names", "law_names", "skin_names"):
        one, two = getattr(first, name), getattr(other, name)
        what = name.removesuffix("_names")
        if len(one) != len(two):
            return f"its number of {what}s: {len(two)} instead of {len(one)}"
        for a, b in zip(one, two, strict=True):
            if a != b:
                return f"a {what}: {b!r} instead of {a!r}"
    arrays, others = (_without_addresses(model.arrays) for model in (first, other))
    for name, table, other_table in zip(arrays._fields, arrays, others, strict=True):
        if problem := _difference_of_arrays(np.asarray(table), np.asarray(other_table)):
            return f"the {problem} of its {name.replace('_', ' ')}"
    return "" if record_layout(first) == record_layout(other) else "the variables of its records"


def _without_addresses(arrays: ModelArrays) -> ModelArrays:
    """Return the arrays with 1 in place of the address of a user's function; that of a contact is an index."""
    laws = arrays.laws.copy()
    laws["address"] = np.where(laws["code"] == CONTACT, laws["address"], laws["address"] != 0)
    return arrays._replace(laws=laws)


def _difference_of_arrays(one: np.ndarray, two: np.ndarray) -> str:
    """Return what differs between two arrays: their shape, or whole numbers, which are indices and kinds."""
    if one.shape != two.shape:
        return f"shape, {two.shape} instead of {one.shape},"
    if one.dtype.names is None:
        return "" if one.dtype.kind not in "iub" or np.array_equal(one, two) else "indices"
    for name in one.dtype.names:
        if one[name].dtype.kind in "iu" and not np.array_equal(one[name], two[name]):
            return name
    # the scratch row of a joint without dry friction is never written
    if "dry_friction" in one.dtype.names and np.any((one["dry_friction"] > 0) != (two["dry_friction"] > 0)):
        return "joints with dry friction"
    return ""
