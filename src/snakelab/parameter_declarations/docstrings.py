"""Descriptions of classes and arguments, extracted from docstrings for forms, the schema and the reference pages."""

import inspect
import re
import textwrap

from snakelab.parameter_declarations.declarations import Declarable

# `name: text`, or `name, name: text`.
INDENT = "    "
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
