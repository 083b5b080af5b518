"""Conversion of objects such as `Robot(...)` to the plain data of a scenario, and of the data to YAML text."""

import dataclasses
import io
import json
import re
from collections.abc import Mapping
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.nodes import ScalarNode
from ruamel.yaml.representer import SafeRepresenter

from snakelab.errors import ScenarioError
from snakelab.robots.robot import Robot
from snakelab.scenarios.schema.registry import ENTRIES, entries, type_name, ungrouped
from snakelab.types import plain_data

WIDTH = 120
# Text that needs no quotes, unless it looks like a number or another scalar, which the writer detects.
_PLAIN = re.compile(r"[A-Za-z](?:[\w./*+ -]*[\w.*+])?")


def robot_data(robot: Robot) -> dict[str, Any]:
    """Return the plain data of the key `robot` of a scenario.

    Raises:
        ScenarioError: if a type is not registered.
    """
    return dict(plain(robot))


def plain(value: Any) -> Any:
    """Return a value as plain data of scenarios: dicts, lists, text, numbers, booleans and None.

    An object becomes its type name with the arguments that differ from their defaults, or alone if none does;
    the arguments alone if only one class is possible. Arrays and tuples become lists.

    Args:
        value: A robot, part, actuator, medium, gait, or an argument of one of these.

    Raises:
        ScenarioError: if its type is not registered, as for a Python function.
    """
    return plain_data(value, _object)


def _object(value: Any) -> Any:
    if type(value) in ungrouped():
        return _arguments(value)
    if any(type(value) in entries(label) for label in ENTRIES):
        arguments = _arguments(value)
        return {type_name(type(value)): arguments} if arguments else type_name(type(value))
    raise ScenarioError(
        f"a scenario has no type name for {type(value).__name__} {value!r}; "
        "objects with Python functions require a Python program"
    )


def _arguments(value: Any) -> dict[str, Any]:
    """Return the arguments of an object that differ from their defaults."""
    given = {}
    for field in dataclasses.fields(value):
        if not field.init:
            continue
        written = plain(getattr(value, field.name))
        if field.default is not dataclasses.MISSING:
            usual = [plain(field.default)]
        elif field.default_factory is not dataclasses.MISSING:
            usual = [plain(field.default_factory())]
        else:
            usual = []
        if written not in usual:
            given[field.name] = written
    return given


class _Representer(SafeRepresenter):
    """YAML representer without aliases, which quotes all but plain words."""

    def ignore_aliases(self, data: Any) -> bool:
        """Return True: data are written without anchors."""
        return True


def _text(representer: SafeRepresenter, text: str) -> ScalarNode:
    return representer.represent_scalar("tag:yaml.org,2002:str", text, style=None if _PLAIN.fullmatch(text) else "'")


_Representer.add_representer(str, _text)


def yaml_text(data: Any) -> str:
    """Return the YAML of plain data: dicts, lists, text, numbers, booleans and None. Reading it gives equal data.

    A mapping or list without nested ones is written in one line, as in `{length: 0.11, mass: 0.08}`.
    """
    writer = YAML(typ="safe", pure=True)
    writer.Representer = _Representer
    writer.default_flow_style = None  # neither always nor never
    writer.sort_base_mapping_type_on_output = False  # type: ignore[assignment]
    writer.width = WIDTH
    writer.allow_unicode = True
    text = io.StringIO()
    writer.dump(data, text)
    return text.getvalue()


def flat_yaml(data: Mapping[str, Any]) -> str:
    """Return a mapping as YAML with one line per key; each value is JSON, which is written a hundred times faster."""
    return "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in data.items())
