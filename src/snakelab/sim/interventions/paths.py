"""Values inside robots, worlds and controllers, by paths such as "robot.parts.2.mass".

A path is a sequence of field names and list indices, joined by dots. The type name of an object may stand before its
fields, as in scenario files: "controller.serpenoid_gait.amplitude" is "controller.amplitude". Objects are immutable: a
replacement copies every object on the path, and so repeats the checks of their classes.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from snakelab.errors import SimulationError, nearest
from snakelab.parameter_declarations.declarations import type_name
from snakelab.parameter_declarations.parameters import is_fixed

MAX_STEPS = 32


def plain_path(roots: Mapping[str, Any], path: str) -> str:
    """Return a path without type names: "controller.amplitude" for "controller.serpenoid_gait.amplitude".

    Raises:
        SimulationError: if there is no such place.
    """
    return ".".join(_steps(roots, path))


def value_at(roots: Mapping[str, Any], path: str) -> Any:
    """Return the value at a path.

    Args:
        roots: Objects by the first name of a path: robot, world, controller.
        path: Field names and indices, joined by dots.

    Raises:
        SimulationError: if there is no such place, with the nearest name.
    """
    value: Any = roots
    for depth, step in enumerate(steps := _steps(roots, path)):
        value = _child(value, step, ".".join(steps[:depth]), path)
    return value


def replaced_at(roots: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Return the roots with another value at a path.

    Args:
        roots: Objects by the first name of a path.
        path: Field names and indices, joined by dots.
        value: New value.

    Raises:
        SimulationError: if there is no such place.
        SnakelabError: if a class on the path does not allow the value.
    """
    steps = _steps(roots, path)
    return dict(_replaced(dict(roots), steps, 0, value, path))


def check_live(roots: Mapping[str, Any], path: str) -> None:
    """Raise SimulationError if a value on a path is declared as fixed during a run; the place must exist."""
    owner: Any = roots
    for depth, step in enumerate(steps := _steps(roots, path)):
        if step in field_names(owner) and is_fixed(owner, step):
            raise SimulationError(
                f"{'.'.join(steps[: depth + 1])} is declared as fixed and cannot change during a run; start a new run with "
                "another value"
            )
        owner = _child(owner, step, ".".join(steps[:depth]), path)


def _steps(roots: Mapping[str, Any], path: object) -> list[str]:
    """Return the steps of a path, without type names of objects."""
    if not isinstance(path, str) or not path:
        raise SimulationError(f"a parameter is named by a path such as 'controller.amplitude', got {path!r}")
    steps = path.split(".")
    if len(steps) > MAX_STEPS:
        raise SimulationError(f"the path of a parameter has at most {MAX_STEPS} steps, got {len(steps)}")
    owner: Any = roots
    kept: list[str] = []
    for step in steps:
        names = field_names(owner)
        if not (names and step not in names and step == type_name(type(owner))):
            owner = _child(owner, step, ".".join(kept), path)
            kept.append(step)
    return kept


def _replaced(owner: Any, steps: Sequence[str], depth: int, value: Any, path: str) -> Any:
    """Return a copy of an object with another value below it."""
    if depth == len(steps):
        return value
    step = steps[depth]
    child = _child(owner, step, ".".join(steps[:depth]), path)
    new = _replaced(child, steps, depth + 1, value, path)
    if isinstance(owner, Mapping):
        return {**owner, step: new}
    if isinstance(owner, (tuple, list)):
        return type(owner)(new if i == int(step) else item for i, item in enumerate(owner))
    if isinstance(owner, np.ndarray):
        changed = owner.astype(object if isinstance(new, np.ndarray) else np.float64)
        changed[int(step)] = new
        return np.array(changed.tolist())
    return dataclasses.replace(owner, **{step: new})


def _child(owner: Any, step: str, place: str, path: str) -> Any:
    """Return a field, an item of a list, or a root."""
    where = place or "a run"
    if isinstance(owner, Mapping):
        if step not in owner:
            raise SimulationError(f"{path}: {where} has no {step!r}{nearest(step, owner)}")
        return owner[step]
    if isinstance(owner, (tuple, list)) or (isinstance(owner, np.ndarray) and owner.ndim):
        if not step.isdecimal() or int(step) >= len(owner):
            raise SimulationError(f"{path}: {place} has the items 0 to {len(owner) - 1}, got {step!r}")
        return owner[int(step)]
    names = field_names(owner)
    if step not in names:
        kind = type(owner).__name__
        if not names:
            raise SimulationError(f"{path}: {where} is {owner!r}, which has no parameters")
        raise SimulationError(f"{path}: {where} ({kind}) has no {step!r}{nearest(step, names)}")
    return getattr(owner, step)


def field_names(owner: Any) -> list[str]:
    """Return the names of the arguments of a dataclass object; empty for other objects."""
    if not dataclasses.is_dataclass(owner) or isinstance(owner, type):
        return []
    return [field.name for field in dataclasses.fields(owner) if field.init]
