"""Interventions as plain data, for scenarios and recordings."""

import dataclasses
import re
import types
from collections.abc import Sequence
from typing import Any, Union, get_args, get_origin, get_type_hints

from snakelab.sim.interventions.interventions import (
    AddPayload,
    AppliedEvent,
    Intervention,
    PlaceObstacle,
    Push,
    SetParameter,
)
from snakelab.types import plain_data


def plain_events(applied: Sequence[AppliedEvent]) -> list[dict[str, Any]]:
    """Return interventions as plain data, each with the change of the robot's energy [J]."""
    return [plain_event(item.event) | ({"energy": item.energy} if item.energy else {}) for item in applied]


def plain_event(event: Intervention) -> dict[str, Any]:
    """Return one intervention as plain data: the item of `events` in a scenario."""
    if isinstance(event, Push):
        return {"at": event.at, "push": _arguments(event, leave_out=("at",))}
    if isinstance(event, AddPayload):
        return {"at": event.at, "payload": _arguments(event, leave_out=("at",))}
    if isinstance(event, PlaceObstacle):
        return {"at": event.at, "obstacle": _arguments(event.contact)}
    if isinstance(event, SetParameter):
        written: dict[str, Any] = {"at": event.at, "set": {event.path: plain_value(event.value)}}
    else:
        written = {"at": event.at, "controller": plain_value(event.controller)}
    default = next(field.default for field in dataclasses.fields(event) if field.name == "transition")
    return written if event.transition == default else written | {"transition": event.transition}


def plain_value(value: Any, named: bool = True) -> Any:
    """Return a value as plain data: an object becomes its type name with the arguments that differ from their defaults.

    Args:
        value: The value; objects that cannot be written, such as functions, are converted to text.
        named: False for an object whose class is the only possible one, which becomes its arguments alone.
    """
    return plain_data(value, lambda item: _object(item, named))


def _object(value: Any, named: bool) -> Any:
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return repr(value)
    arguments = _arguments(value)
    if not named:
        return arguments
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", type(value).__name__).lower()
    return {name: arguments} if arguments else name


def _arguments(value: Any, leave_out: Sequence[str] = ()) -> dict[str, Any]:
    """Return the arguments of an object that differ from their defaults."""
    hints = get_type_hints(type(value))
    given = {}
    for field in dataclasses.fields(value):
        if not field.init or field.name in leave_out:
            continue
        named = len(_classes(hints[field.name])) != 1
        written = plain_value(getattr(value, field.name), named)
        usual = [field.default] if field.default is not dataclasses.MISSING else []
        usual += [field.default_factory()] if field.default_factory is not dataclasses.MISSING else []
        if written not in [plain_value(item, named) for item in usual]:
            given[field.name] = written
    return given


def _classes(hint: Any) -> set[type]:
    """Return the classes of dataclasses and protocols in an annotation."""
    if get_origin(hint) in (Union, types.UnionType, tuple, list, Sequence) or get_args(hint):
        return {cls for part in get_args(hint) for cls in _classes(part)}
    plain = not isinstance(hint, type) or hint.__module__ in ("builtins", "numpy", "typing", "types")
    return set() if plain else {hint}
