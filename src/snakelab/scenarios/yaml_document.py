"""YAML document as plain data, with the file and line of each value for error messages."""

import copy
import math
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import NoneType
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.composer import Composer
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from snakelab.errors import ScenarioError
from snakelab.files import control_character, read_file, reason

# Place of a value in the data: keys and list indices, as in robot.parts.0.link.mass.
Place = tuple[str | int, ...]

_SCALARS = {f"tag:yaml.org,2002:{kind}" for kind in ("null", "bool", "int", "float")}
# YAML would convert these to dates, which scenarios do not contain; they remain text.
_TEXTS = {f"tag:yaml.org,2002:{kind}" for kind in ("str", "timestamp", "merge", "value")}


# Far above any scenario; files of this size are read within seconds.
MAX_BYTES = 2**20
MAX_VALUES = 100_000
MAX_LEVELS = 64  # of mappings and lists inside one another


KINDS: dict[type, str] = {str: "text", list: "a list"}


@dataclass(frozen=True)
class Document:
    """Data from a scenario file.

    Attributes:
        name: Path as given by the user.
        data: Plain dicts, lists, text, numbers, booleans and None.
        origins: File and line, or override, of each place in the data.
    """

    name: str
    data: Any
    origins: dict[Place, str]

    def origin(self, place: Place) -> str:
        """Return the origin of the value at a place, or at the nearest place above it."""
        for end in range(len(place), -1, -1):
            if place[:end] in self.origins:
                return self.origins[place[:end]]
        return self.name

    def complaint(self, place: Place, message: str) -> str:
        """Return the message preceded by its file, line and place."""
        origin = self.origin(place)
        origin_has_place = not place or origin.startswith(f"--set {spell(place)}=")
        return f"{origin}: {message}" if origin_has_place else f"{origin}: {spell(place)}: {message}"


def shown(value: Any) -> str:
    """Return a value as short text for a message."""
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def spell(place: Place) -> str:
    """Return a place as text: robot.parts.0.link.mass."""
    return ".".join(str(key) for key in place)


def copied(value: Any) -> Any:
    """Return plain data, of which no list or mapping is shared with the value; `copy.deepcopy` takes five times as long."""
    if type(value) is dict:
        return {key: copied(item) for key, item in value.items()}
    if type(value) is list:
        return [copied(item) for item in value]
    return value if type(value) in (str, int, float, bool, NoneType) else copy.deepcopy(value)


def drop_origins(origins: dict[Place, str], place: Place) -> None:
    """Remove the origins of a place and of all below it."""
    for known in [known for known in origins if known[: len(place)] == place]:
        del origins[known]


def read_document(path: Path, kind: str = "scenario") -> Document:
    """Read a file of keys and values.

    Args:
        path: The file.
        kind: What it is, for messages, such as "robot file".

    Raises:
        ScenarioError: if the file is missing or not text, its YAML is invalid, or a key is repeated.
    """
    if path.suffix == ".py":
        expected = f"run it with: python {path}" if kind == "scenario" else f"a {kind} is a YAML file"
        raise ScenarioError(f"{path} is a Python program, not a {kind}; {expected}")
    data, origins = _parsed(read_text(path, kind), str(path))
    if not isinstance(data, dict):
        # not its contents: a file that is no scenario may be private
        content = "is empty" if data is None else f"holds {KINDS.get(type(data), 'a single value')} without keys"
        raise ScenarioError(f"{path}: {content}; a {kind} is keys with values, such as 'name: my_snake'")
    return Document(str(path), copied(data), dict(origins))


def read_text(path: Path, kind: str = "scenario") -> str:
    """Return the text of a file, which is of a kind that messages name.

    Raises:
        ScenarioError: if it cannot be read as text.
    """
    try:
        if path.is_dir():
            raise ScenarioError(_folder_fault(path))
        return read_file(path, MAX_BYTES).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except FileNotFoundError:
        advice = "; `snakelab list` names the scenarios of the library" if kind == "scenario" else ""
        raise ScenarioError(f"there is no {'file' if kind == 'scenario' else kind} {path}{advice}") from None
    except UnicodeDecodeError:
        raise ScenarioError(f"{path} is not a text file in UTF-8; a {kind} is a YAML file") from None
    except OSError as problem:
        raise ScenarioError(f"cannot read {path}: {reason(problem)}") from problem


def _folder_fault(path: Path) -> str:
    """Return the fault of a folder in the place of a scenario file."""
    files = sorted(file.name for file in path.iterdir() if file.suffix in (".yaml", ".yml"))
    if (path / "results.nc").is_file():
        return (
            f"{path} is the folder of a recorded run, not a scenario; write `snakelab report {path}` or "
            f"`snakelab studio {path}`, or `snakelab export {path} --to csv` for a table"
        )
    there = f"name a file in it, such as {path / files[0]}" if files else "it holds no .yaml file"
    return f"{path} is a folder; {there}"


# Far more opening brackets in a row than levels that are read.
_BRACKETS = re.compile(r"(?:[\[{][^\S\n]*){200}")


class _BoundedComposer(Composer):
    """YAML composer that raises an error beyond a maximum number of values, or of levels."""

    n_values = level = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        self.n_values += 1
        if self.n_values > MAX_VALUES:
            mark = self.loader.parser.peek_event().start_mark
            raise MarkedYAMLError(problem=f"more than {MAX_VALUES} keys and values", problem_mark=mark)
        if self.level > MAX_LEVELS:
            mark = self.loader.parser.peek_event().start_mark
            raise MarkedYAMLError(problem=f"nested more than {MAX_LEVELS} levels deep", problem_mark=mark)
        self.level += 1
        try:
            return super().compose_node(parent, index)
        finally:
            self.level -= 1


def parse(text: str, name: str) -> tuple[Any, dict[Place, str]]:
    """Return the plain data of a YAML 1.2 text, and the origin of every place in it.

    Raises:
        ScenarioError: if the YAML is invalid, a key is repeated or not text, or a tag specifies an object.
    """
    if deep := _BRACKETS.search(text):  # the scanner would take seconds before the composer sees them
        line = text.count("\n", 0, deep.start()) + 1
        raise ScenarioError(f"{name}:{line}: invalid YAML: nested more than {MAX_LEVELS} levels deep")
    reader = YAML(typ="safe", pure=True)
    reader.Composer = _BoundedComposer
    try:
        root = reader.compose(text)
        builder = _Builder(reader, name, {})
        return (None, {}) if root is None else (builder.build(root, (), ()), builder.origins)
    except MarkedYAMLError as problem:
        mark = problem.problem_mark or problem.context_mark
        where = f"{name}:{mark.line + 1}:{mark.column + 1}" if mark else name
        advice = _yaml_advice(text, problem)
        raise ScenarioError(f"{where}: invalid YAML: {problem.problem or problem.context}{advice}") from problem
    except YAMLError as problem:
        raise ScenarioError(f"{name}: invalid YAML: {str(problem).splitlines()[0]}; is it a text file?") from problem
    except RecursionError:
        raise ScenarioError(f"{name}: invalid YAML: nested too deep") from None
    except ValueError:  # an escape such as "\\U00110000" fails in Python's chr
        raise ScenarioError(
            f"{name}{_escape_line(text)}: invalid YAML: an escape beyond U+10FFFF, the last character"
        ) from None


# A base is read once for all of its variants; the result is shared, so callers copy it.
_parsed = lru_cache(maxsize=256)(parse)


def _yaml_advice(text: str, problem: MarkedYAMLError) -> str:
    """Return advice on a fault of the YAML syntax that a wrong indentation makes; empty for another fault."""
    fault = str(problem.problem)
    if "\\t" in fault:
        return "; indent with spaces, not with tabs"
    if "mapping values are not allowed" in fault:
        return "; check the indentation, and write a text that contains ': ' in quotes"
    if "<block end>" not in fault or problem.context_mark is None:
        return ""
    first, column = problem.context_mark.line, problem.context_mark.column
    for number, line in reversed(list(enumerate(text.splitlines()[:first], start=1))):
        key = re.match(r"(\s*(?:- )*)([\w.-]+):", line)
        if key and len(key[1]) <= column:
            return f"; check the indentation of the items of `{key[2]}` in line {number}"
    return "; check the indentation"


def _escape_line(text: str) -> str:
    """Return the line of the first invalid character escape, as in ":7"; empty if there is none."""
    for escape in re.finditer(r"\\U([0-9a-fA-F]{8})", text):
        if int(escape[1], 16) > sys.maxunicode:
            return f":{len(text[: escape.start()].splitlines())}"
    return ""


@dataclass(frozen=True)
class _Builder:
    """Builder of plain data from YAML nodes; aliased nodes are copied, so that no data are shared."""

    reader: YAML
    name: str
    origins: dict[Place, str]

    def build(self, node: Node, place: Place, parents: tuple[int, ...]) -> Any:
        self.origins.setdefault(place, self.at(node))
        if len(self.origins) > MAX_VALUES:
            raise self.fault(node, f"more than {MAX_VALUES} values; a few aliases of aliases make a great many")
        if id(node) in parents:
            raise self.fault(node, f"the alias at {spell(place)} contains itself")
        if len(parents) >= MAX_LEVELS:
            raise self.fault(node, f"nested more than {MAX_LEVELS} levels deep")
        parents = (*parents, id(node))
        match node:
            case MappingNode(tag="tag:yaml.org,2002:map"):
                return {key: self.build(value, (*place, key), parents) for key, value in self.items(node, place)}
            case SequenceNode(tag="tag:yaml.org,2002:seq"):
                return [self.build(item, (*place, i), parents) for i, item in enumerate(node.value)]
            case ScalarNode():
                return self.scalar(node)
        raise self.fault(node, f"the tag {node.tag} is not allowed")

    def items(self, node: MappingNode, place: Place) -> Iterator[tuple[str, Node]]:
        first: dict[str, int] = {}
        for key, value in node.value:
            if not isinstance(key, ScalarNode) or key.tag not in _TEXTS:
                raise self.fault(key, f"keys must be text, got {key.value!r}")
            self.check_text(key)
            line = key.start_mark.line + 1
            if key.value in first:
                twice = f"the key {spell((*place, key.value))!r} is given here and in line {first[key.value]}"
                raise self.fault(key, f"{twice}; keep one")
            first[key.value] = line
            self.origins[(*place, key.value)] = self.at(key)
            yield key.value, value

    def scalar(self, node: ScalarNode) -> Any:
        if node.tag in _TEXTS:
            self.check_text(node)
            return node.value
        if node.tag not in _SCALARS:
            raise self.fault(node, f"the tag {node.tag} is not allowed")
        try:
            return self.reader.constructor.construct_object(node)
        except (ValueError, KeyError, IndexError):  # the last two at !!bool maybe and !!int ''
            kind = "switch (true or false)" if node.tag.endswith("bool") else "number"
            raise self.fault(node, f"cannot read the {kind} {shown(node.value)}") from None

    def check_text(self, node: ScalarNode) -> None:
        """Raise ScenarioError for a lone surrogate, which cannot be encoded, and for a control character."""
        try:
            node.value.encode()
        except UnicodeEncodeError as problem:
            half = ascii(node.value[problem.start])
            raise self.fault(
                node, f"the text contains {half}, half of a surrogate pair; write the character itself"
            ) from None
        if control := control_character(node.value):
            raise self.fault(node, f"the text contains the control character {control!a}; remove it")

    def at(self, node: Node) -> str:
        return f"{self.name}:{node.start_mark.line + 1}"

    def fault(self, node: Node, message: str) -> ScenarioError:
        return ScenarioError(f"{self.at(node)}: {message}")


# ----------------------------------------------------------------------------------------------------------------------
# Numbers in documents: plain ones, and products and quotients with pi such as `pi/4`, `-2*pi`, `3*pi/8`
# ----------------------------------------------------------------------------------------------------------------------

_TERM = r"(?:pi|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)"
_PRODUCT = re.compile(rf"\s*([-+]?)\s*({_TERM})((?:\s*[*/]\s*{_TERM})*)\s*")
_FACTOR = re.compile(rf"([*/])\s*({_TERM})")
# For JSON Schema: all texts that `quantity` takes, and those of them without a minus sign.
TEXT_PATTERN = rf"^(?=.*pi)\s*[-+]?\s*{_TERM}(\s*[*/]\s*{_TERM})*\s*$"
POSITIVE_PATTERN = TEXT_PATTERN.replace("[-+]?", "[+]?", 1)
_NUMBER = r"([-+]?)((?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)"
_WITH_UNIT = re.compile(rf"\s*{_NUMBER}\s*((?:°|[^\W\d_])\S*(?: \S+)?)\s*")
# By SI unit: the texts of units of its dimension, with the factor to it, or with a text for `{}`, the number.
_UNITS: dict[str, dict[str, float | str]] = {
    "m": {"m": 1, "mm": 1e-3, "cm": 1e-2, "km": 1e3, "metre": 1, "metres": 1, "meter": 1, "meters": 1},
    "s": {"s": 1, "ms": 1e-3, "min": 60, "h": 3600, "sec": 1, "second": 1, "seconds": 1},
    "kg": {"kg": 1, "g": 1e-3, "mg": 1e-6, "gram": 1e-3, "grams": 1e-3},
    "N": {"N": 1, "kN": 1e3, "mN": 1e-3},
    "Pa": {"Pa": 1, "kPa": 1e3, "MPa": 1e6, "bar": 1e5, "mbar": 1e2, "psi": 6894.757293168},
    "J": {"J": 1, "kJ": 1e3},
    "W": {"W": 1, "mW": 1e-3, "kW": 1e3},
    "N m": {"N m": 1, "Nm": 1, "N*m": 1, "mNm": 1e-3, "Ncm": 1e-2, "N cm": 1e-2},
    "V": {"V": 1, "mV": 1e-3},
    "A": {"A": 1, "mA": 1e-3},
    "m/s": {"m/s": 1, "cm/s": 1e-2, "mm/s": 1e-3, "km/h": 1 / 3.6, "knots": 1852 / 3600, "kn": 1852 / 3600},
    "m/s^2": {"m/s^2": 1, "m/s2": 1},
    "kg/m^3": {"kg/m^3": 1, "kg/m3": 1, "g/cm^3": 1e3, "g/cm3": 1e3},
    "N/m": {"N/m": 1},
    "rad": dict.fromkeys(("deg", "degree", "degrees", "°"), "{}*pi/180") | {"rad": 1},
    "rad/s": {
        "rad/s": 1,
        "deg/s": "{}*pi/180",
        "°/s": "{}*pi/180",
        "rpm": "{}*pi/30",
        "Hz": "2*pi*{}",
        "kHz": "2000*pi*{}",
    },
    "Hz": {"Hz": 1, "kHz": 1e3, "rpm": "{}/60", "rad/s": "{}/2/pi"},
}
_ANGULAR = "rad/s"


@lru_cache(maxsize=1024)
def quantity(text: str) -> float:
    """Return the value of a product or quotient with pi.

    Only numbers, `pi`, `*`, `/` and one leading sign, from left to right: `pi/4`, `-2*pi`, `3*pi/8`. Nothing else is
    evaluated, and a number without `pi` is not accepted as text.

    Raises:
        ValueError: if the text is anything else, or divides by zero.
    """
    match = _matched(_PRODUCT, text)
    if not match or "pi" not in text:
        raise ValueError(f"{text[:100]!r} is not a number")
    sign, first, rest = match.groups()
    value = _term(first)
    for operator, term in _FACTOR.findall(rest):
        if operator == "/" and _term(term) == 0.0:
            raise ValueError(f"{text!r} divides by zero")
        value = value * _term(term) if operator == "*" else value / _term(term)
    return -value if sign == "-" else value


def advice_for(text: str, unit: str = "") -> str:
    """Return advice on a number with a unit: "write 500000" for `0.5 MPa`, "write 30*pi/180" for `30 deg`.

    Args:
        text: The text.
        unit: Unit of the value, or several, such as "N m or N"; empty or "-" if it is unknown.

    Returns:
        Advice; empty for other text. For a unit of another dimension, the unit of the value.
    """
    match = _matched(_WITH_UNIT, text)
    if not match:
        return ""
    sign, number, given = match.groups()
    given = given.replace("²", "^2").replace("³", "^3")
    known = [] if unit in ("", "-") else re.split(r" or |, ", unit)
    if given in known:
        return f"write {_in_unit(sign, number, 1)}"
    si_units = [si for si, units in _UNITS.items() if given in units]
    if not si_units:
        return ""
    chosen = [si for si in si_units if not known or si in known]
    if not chosen:
        return f"its unit is {unit}"
    texts = {si: _in_unit(sign, number, _UNITS[si][given]) for si in chosen}
    if len(texts) > 1:
        return " or ".join(f"write {text} for {si}" for si, text in texts.items())
    ((si, written),) = texts.items()
    value = f" ({quantity(written):.5g} {si}: 2 pi times the frequency)" if si == _ANGULAR and "Hz" in given else ""
    return f"write {written}{value}"


def _in_unit(sign: str, number: str, factor: float | str) -> str:
    """Return the text of a number in another unit."""
    if isinstance(factor, str):
        return sign.replace("+", "") + factor.format(number)
    return f"{sign.replace('+', '')}{number}" if factor == 1 else f"{float(sign + number) * factor:.12g}"


def _matched(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """Return the match of the whole text; None if it does not match, or is too long to be searched."""
    return pattern.fullmatch(text) if len(text) <= 100 else None  # the search takes time quadratic in the length


def _term(text: str) -> float:
    return math.pi if text == "pi" else float(text)
