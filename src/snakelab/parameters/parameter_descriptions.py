"""Descriptions of the parameters of an object: value, bounds and slider from the declarations, text from the docstrings."""

import dataclasses
import functools
import inspect
import math
import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.errors import SnakelabError
from snakelab.parameters.arguments import is_row, shown
from snakelab.parameters.declarations import (
    Declarable,
    Declaration,
    Kind,
    Member,
    Slider,
    Unit,
    checked_arguments,
    declarations_of,
)
from snakelab.parameters.display_registry import Displayed

# ----------------------------------------------------------------------------------------------------------------------
# Descriptions of classes and arguments, extracted from docstrings for forms, the schema and the reference pages
# ----------------------------------------------------------------------------------------------------------------------

INDENT = "    "
# `name: text`, or `name, name: text`.
_ENTRY = re.compile(r"(\w+(?:, \w+)*): (.*)")
_HEADING = re.compile(r"(\w+):")
_LIKE = re.compile(r" ?Arguments as `(\w+)`\.")
_UNIT = re.compile(r",?\s*\[([^\]|]+)\](?:\s+or\s+\[([^\]]+)\])?")


def summary(cls: Declarable) -> str:
    """Return the description of a class: its docstring without the sections on arguments and errors, in one line.

    Formulas are separated by semicolons.
    """
    text = ""
    for paragraph in paragraphs(cls):
        open_ended = text[-1:] not in ("", *".:;,") and not paragraph.startswith(INDENT)
        between = " " if not open_ended else ". " if paragraph[:1].isupper() else ", "
        formulas = "; ".join(line.strip().rstrip(",;") for line in paragraph.splitlines())
        text += between + (formulas if paragraph.startswith(INDENT) else paragraph)
    return " ".join(text.split())


def paragraphs(cls: Declarable) -> list[str]:
    """Return the paragraphs of the description of a class: text in one line each, formulas as indented lines."""
    blocks = re.split(r"\n\s*\n", "\n".join(_sections(cls)["about"]).strip("\n"))
    texts = [block if block.startswith(INDENT) else _LIKE.sub("", " ".join(block.split())) for block in blocks]
    return [text for text in texts if text.strip()]


def arguments(cls: Declarable, others: tuple[Declarable, ...] = ()) -> dict[str, str]:
    """Return the descriptions of the arguments of a class, one line each.

    Args:
        cls: Class with a section `Args`.
        others: Classes to which the docstring may refer, as in "Arguments as `Revolute`".
    """
    like = _LIKE.search(inspect.getdoc(cls) or "")
    inherited = {} if like is None else arguments(next(other for other in others if other.__name__ == like[1]))
    return inherited | _entries(_sections(cls).get("Args", []))


def attributes(cls: Declarable) -> dict[str, str]:
    """Return the descriptions of the arguments and attributes of a class, one line each."""
    sections = _sections(cls)
    return _entries(sections.get("Args", [])) | _entries(sections.get("Attributes", []))


def _entries(lines: list[str]) -> dict[str, str]:
    """Return the descriptions in a section by name."""
    entries = list[tuple[str, list[str]]]()
    for line in textwrap.dedent("\n".join(lines)).splitlines():
        if entry := _ENTRY.fullmatch(line):
            entries.append((entry[1], [entry[2]]))
        elif entries:
            entries[-1][1].append(line.strip())
    return {name: " ".join(texts).strip() for names, texts in entries for name in names.split(", ")}


def described(name: str, text: str) -> str:
    """Return the description of an argument; one that is only a unit is completed with the name: "Mass [kg]."."""
    return f"{name.replace('_', ' ').capitalize()} {text}" if text.startswith("[") else text


def unit_in(text: str) -> str:
    """Return the unit in brackets of a description, "N m or N" for two; empty if there is none."""
    match = _UNIT.search(text)
    return " or ".join(unit for unit in match.groups() if unit) if match else ""


def without_unit(text: str) -> str:
    """Return the description without its unit."""
    return _UNIT.sub("", text, count=1)


def _sections(cls: Declarable) -> dict[str, list[str]]:
    """Return the lines of the docstring by section; lines outside of sections, and the source, are "about"."""
    sections: dict[str, list[str]] = {"about": []}
    name = "about"
    for line in (inspect.getdoc(cls) or "").splitlines():
        if heading := _HEADING.fullmatch(line):
            name = heading[1]
            continue
        if line and not line.startswith(" "):
            name = "about"
        sections.setdefault(name, []).append(line)
    return sections


# ----------------------------------------------------------------------------------------------------------------------
# List of all declared parameters of an object: for forms, sweeps, identification and changes during a run
# ----------------------------------------------------------------------------------------------------------------------

# Parts of a scenario, a model or a simulation that have parameters.
ROOTS = ("robot", "world", "controller", "settings")


@dataclass(frozen=True)
class Parameter(Displayed):
    """Declared number, flag or choice of an object.

    Attributes:
        path: Position below the object: names of attributes and indices of lists, joined with dots, as in
            `robot.parts.0.mass`, `world.media.1.mu_normal` or `robot.parts.0.com.2`.
        value: Present value; None if it is not given.
        kind: "number", "whole number", "flag" or "text"; "vector" for numbers that are not given.
        unit: Unit in SI; "-" if dimensionless, empty for numbers of a user-defined function.
        above, minimum, below, maximum: Bounds, exclusive, inclusive, exclusive, inclusive; None for none.
        choices: Allowed values of a text.
        slider: Sensible range and step of a number, which contains its value; None for other kinds.
        live: True if it may change during a run. A value that is not given may not change, since the structure of a
            model is constant.
        doc: Description from the docstring of the class.
    """

    path: str
    value: float | str | None
    kind: str
    unit: str = "-"
    above: float | None = None
    minimum: float | None = None
    below: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()
    slider: Slider | None = None
    live: bool = False
    doc: str = ""


@checked_arguments(SnakelabError)
def parameters_of(owner: object, path: str = "") -> tuple[Parameter, ...]:
    """Return all declared numbers, flags and choices of an object and of the objects that it holds.

    Each is declared once, in the annotation of its argument: unit, bounds, choices, slider, and whether it may change
    during a run. Only values that keep the number of coordinates, parts, media and records may change. Names, tables
    and arguments without a declaration are left out.

    Args:
        owner: A robot, part, world, medium, gait or controller; or a scenario or model, whose robot, world, controller
            and settings are listed.
        path: Path of the object, which precedes all paths.

    Returns:
        The parameters, in the order of the arguments.

    Raises:
        SnakelabError: if the object is a class, or has no arguments.
    """
    if isinstance(owner, type) or not (dataclasses.is_dataclass(owner) or is_row(owner) or _has_roots(owner)):
        raise SnakelabError(
            f"parameters_of owner must be an object with arguments, such as a robot, a gait or a scenario; got {shown(owner)}"
        )
    return tuple(_walk(owner, path, None))


def is_fixed(owner: object, name: str) -> bool:
    """Return True if an argument of an object is declared, and its present value may not change during a run."""
    declaration = _declarations(type(owner)).get(name)
    if declaration is None or (value := getattr(owner, name)) is None:
        return False
    member = _member(declaration, value)
    return member is not None and not member.live and not (member.kind is Kind.TEXT and not member.choices)


def _has_roots(owner: object) -> bool:
    return all(hasattr(owner, name) for name in ROOTS[:2])


def _walk(owner: Any, path: str, linear: bool | None) -> Iterator[Parameter]:
    """Parameters of an object.

    Args:
        owner: The object, or a list of objects.
        path: Its path.
        linear: True if it belongs to a coordinate that is a length, False for an angle, None for neither.
    """
    if isinstance(owner, (tuple, list)):
        for i, item in enumerate(owner):
            yield from _walk(item, _joined(path, i), linear)
    elif _has_roots(owner):
        for name in ROOTS:
            yield from _walk(getattr(owner, name, None), _joined(path, name), None)
    elif dataclasses.is_dataclass(owner) and not isinstance(owner, type) and not getattr(owner, "made", False):
        coordinates = getattr(owner, "coordinates", ())  # of a part; of a gait they are names
        linear = coordinates[0].unit == "m" if coordinates and not isinstance(coordinates[0], str) else linear
        declarations = _declarations(type(owner))
        for name in (item.name for item in dataclasses.fields(owner) if item.init):
            value, place = getattr(owner, name), _joined(path, name)
            if name in declarations:
                yield from _of_argument(type(owner), name, place, value, linear)
            else:
                yield from _walk(value, place, linear)


def _joined(path: str, name: str | int) -> str:
    return f"{path}.{name}" if path else str(name)


def _declarations(cls: type) -> dict[str, Declaration]:
    """Declarations of a class; empty if its annotations contain undefined names, as is possible in user-defined classes."""
    try:
        return declarations_of(cls)
    except NameError:
        return {}


def _of_argument(cls: type, name: str, path: str, value: Any, linear: bool | None) -> Iterator[Parameter]:
    """Parameters of one argument: one for each number of a vector, else one or none."""
    member = _member(declarations_of(cls)[name], value)
    if member is None or (member.kind is Kind.TEXT and not member.choices):
        return
    doc = described(name, _descriptions(cls).get(name) or summary(cls))
    if member.kind is not Kind.VECTOR or value is None:
        yield _parameter(member, path, value, _unit(member.unit, linear), doc)
    elif np.ndim(value) == 1:
        units = member.unit.text.split(", ")
        for i, number in enumerate(value):
            unit = units[i] if len(units) == len(value) else _unit(member.unit, linear)
            yield _parameter(member, _joined(path, i), number, unit, doc)


def _member(declaration: Declaration, value: Any) -> Member | None:
    """The member of a declaration that describes a value; None if none does."""
    if value is None:
        return declaration.of(*Kind)
    if isinstance(value, (bool, np.bool_)):
        return declaration.of(Kind.FLAG)
    if isinstance(value, str):
        return declaration.of(Kind.TEXT)
    return declaration.of(Kind.VECTOR) if is_row(value) else declaration.of(Kind.NUMBER, Kind.WHOLE)


def _parameter(member: Member, path: str, value: Any, unit: str, doc: str) -> Parameter:
    plain = value.item() if isinstance(value, np.generic) else value
    number = member.kind in (Kind.NUMBER, Kind.WHOLE, Kind.VECTOR)
    kind = Kind.NUMBER if member.kind is Kind.VECTOR and value is not None else member.kind
    return Parameter(
        path,
        plain,
        str(kind),
        unit if number else "-",
        member.above,
        member.minimum,
        member.below,
        member.maximum,
        member.choices,
        slider_at(member, plain) if number else None,
        member.live and value is not None,
        doc,
    )


def _unit(unit: Unit, linear: bool | None) -> str:
    """The unit at a coordinate, of which there may be two."""
    if not unit.linear or linear is None:
        return str(unit)
    return unit.linear if linear else unit.text


@functools.cache
def _descriptions(cls: type) -> dict[str, str]:
    """Descriptions of the arguments of a class, by name."""
    module_values = getattr(sys.modules.get(cls.__module__), "__dict__", {}).values()
    return arguments(cls, tuple(one for one in module_values if isinstance(one, type)))


def slider_at(member: Member, value: float | None) -> Slider | None:
    """Slider of a number, within its bounds; None without a slider and a value.

    Args:
        member: Declaration of the number.
        value: Its value; None or an infinite value does not extend the range.
    """
    declared = member.slider
    if value is None or not math.isfinite(value):
        return declared
    if declared and declared.minimum <= value <= declared.maximum:
        return declared
    if declared and 0 <= value < declared.minimum:
        return Slider(_in_bounds(member, 0.0), declared.maximum, declared.step)
    size = 2 * abs(value) or 1.0
    minimum = -size if value < 0 else declared.minimum if declared else 0.0
    maximum = declared.maximum if declared and value < declared.maximum else max(size, minimum) if value >= 0 else 0.0
    return _with_step(member, _in_bounds(member, minimum), _in_bounds(member, maximum))


def _in_bounds(member: Member, value: float) -> float:
    """The value, or the nearest bound."""
    lower = [bound for bound in (member.above, member.minimum) if bound is not None]
    upper = [bound for bound in (member.below, member.maximum) if bound is not None]
    return min([max([value, *lower]), *upper])


def _with_step(member: Member, minimum: float, maximum: float) -> Slider:
    """Slider of at least 100 steps, each a power of ten."""
    step = 10.0 ** math.floor(math.log10((maximum - minimum) / 100)) if maximum > minimum else 1.0
    return Slider(minimum, maximum, max(1.0, step) if member.kind is Kind.WHOLE else step)
