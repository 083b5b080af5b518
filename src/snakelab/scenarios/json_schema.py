"""JSON Schema of scenario files, for completion and checks in editors.

It is derived from the forms and classes that check a scenario: their keys, types and defaults, their docstrings
for the meaning of each key, and the declarations in their annotations for the ranges. A file that the schema rejects is
invalid in snakelab; conditions on several values (the size of a table, a lower limit below the upper one) are checked by
snakelab alone. Keywords for forms are added: `x-unit`, `x-slider` (minimum, maximum, step), and `x-live` (true if the value may
change during a run).
"""

import dataclasses
import functools
import math
import types
from collections.abc import Iterator
from typing import Any, Union, get_args, get_origin

import numpy as np

from snakelab.parameters.declarations import LISTS, Declaration, Kind, Member, declaration_of, declarations_of
from snakelab.parameters.parameter_descriptions import arguments, described, summary
from snakelab.results.metrics.metric_table import UNITS, WORK
from snakelab.scenarios.class_registry import GROUPS, Named, all_ungrouped, type_name
from snakelab.scenarios.forms import Form, arguments_of, type_of_form
from snakelab.scenarios.scenario_form import (
    EventForm,
    ExpectedForm,
    InitialForm,
    ObjectForm,
    PayloadForm,
    PushForm,
    ScenarioForm,
    Settings,
    SolverForm,
    UncheckedForm,
)
from snakelab.scenarios.value_types import (
    FLAG,
    NAMES,
    NUMBER,
    NUMBERS,
    RANGES,
    TEXT,
    WHOLE,
    Choice,
    Converted,
    Keys,
    Leaf,
    ListOf,
    OfEntry,
    OneOrMany,
    Optional,
    Type,
    TypeOrPlain,
)
from snakelab.scenarios.yaml_document import POSITIVE_PATTERN, TEXT_PATTERN


@functools.cache
def allowed(cls: Named) -> dict[str, dict[str, Any]]:
    """JSON Schema keywords for the arguments of a class.

    Bounds hold for numbers, `choices` for text, `minItems` and `maxItems` for lists. An argument without them is left out.
    """
    declarations = declarations_of(cls)
    keywords = {
        item.name: _keywords(declarations[item.name], item.hint)
        for item in arguments_of(cls)
        if item.name in declarations
    }
    return {name: given for name, given in keywords.items() if given}


def _keywords(declaration: Declaration, hint: Any) -> dict[str, Any]:
    """Keywords of one argument.

    Args:
        declaration: Declaration of the argument.
        hint: Its annotation.
    """
    keywords: dict[str, Any] = {}
    if number := declaration.of(Kind.NUMBER, Kind.WHOLE):
        keywords |= _bounds(number)
    if (text := declaration.of(Kind.TEXT)) and text.choices:
        keywords["choices"] = list(text.choices)
    if (vector := declaration.of(Kind.VECTOR)) and vector.size is not None and _n_lists(hint) == 1:
        keywords |= {"minItems": vector.size, "maxItems": vector.size}
    return keywords


def _bounds(number: Member) -> dict[str, float]:
    keywords = {
        "exclusiveMinimum": number.above,
        "minimum": number.minimum,
        "exclusiveMaximum": number.below,
        "maximum": number.maximum,
    }
    return {key: bound for key, bound in keywords.items() if bound is not None}


def _n_lists(hint: Any) -> int:
    """Number of kinds of lists that a file may give; the size of one is not that of another. An array is for Python only."""
    members = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    return sum(get_origin(member) in LISTS and get_origin(member) is not np.ndarray for member in members)


def hints_of_form(declaration: Declaration) -> dict[str, Any]:
    """Further keywords of an argument, for forms: `x-unit`, `x-slider` and `x-live`.

    Args:
        declaration: Declaration of the argument.
    """
    number = declaration.of(Kind.NUMBER, Kind.WHOLE, Kind.VECTOR)
    hints: dict[str, Any] = {}
    if number and str(number.unit):
        hints["x-unit"] = str(number.unit)
    if number and number.slider:
        hints["x-slider"] = {
            "minimum": number.slider.minimum,
            "maximum": number.slider.maximum,
            "step": number.slider.step,
        }
    return hints | {"x-live": any(member.live for member in declaration.members)}


Schema = dict[str, Any]

CLASSES: tuple[Named, ...] = (*all_ungrouped(), *(cls for family in GROUPS.values() for cls in family))
FORMS: tuple[type[Form], ...] = (
    ScenarioForm,
    SolverForm,
    InitialForm,
    EventForm,
    PushForm,
    ObjectForm,
    PayloadForm,
    ExpectedForm,
    UncheckedForm,
)
REF = "#/$defs/"
NULL: Schema = {"type": "null"}
_NAME_OF_MEDIUM = "Names its force in recordings."
_PI = "A product or quotient with pi, such as pi/4 or -2*pi."
_LEAVES: dict[str, Schema] = {
    "quantity": {"anyOf": [{"type": "number"}, {"type": "string", "pattern": TEXT_PATTERN, "description": _PI}]},
    "magnitude": {"anyOf": [{"type": "number"}, {"type": "string", "pattern": POSITIVE_PATTERN, "description": _PI}]},
    "numbers": {"type": "array", "items": {"anyOf": [{"$ref": f"{REF}quantity"}, {"$ref": f"{REF}numbers"}]}},
}


def scenario_schema() -> Schema:
    """Return the schema, draft 2020-12, with definitions under `$defs` by the name of their class or group.

    A file with a `base` may omit keys of its base, and may remove keys with null: it is checked by the definitions
    whose names end in `_change`.
    """
    definitions: dict[str, Schema] = {}
    _schema(type_of_form(ScenarioForm), definitions)
    for name, definition in definitions.items():
        definitions[name] = _finished(name, definition, definitions)
    definitions |= _LEAVES
    changes: dict[str, Schema] = {}
    change = _change_schema({"$ref": f"{REF}ScenarioForm"}, definitions, changes)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "snakelab scenario",
        "description": summary(ScenarioForm),
        "type": "object",
        "if": {"required": ["base"]},
        "then": change,
        "else": {"$ref": f"{REF}ScenarioForm"},
        "$defs": dict(sorted((definitions | changes).items())),
    }


_KINDS: dict[str, Schema] = {
    NUMBER: {"type": ["number", "string"]},
    WHOLE: {"type": "integer"},
    FLAG: {"type": "boolean"},
    TEXT: {"type": "string"},
    NUMBERS: {"type": "array"},
    NAMES: {"type": "array", "items": {"type": "string"}},
    RANGES: {"type": "object"},
}


def _schema(kind: Type, definitions: dict[str, Schema]) -> Schema:
    """Return the schema of a type, without meanings and ranges; the definitions that it refers to are added."""
    match kind:
        case Converted():
            return _schema(kind.type, definitions)
        case OfEntry():
            return _schema(kind.known, definitions)
        case Leaf():
            members = [dict(_KINDS[name]) for name in kind.kinds]
            return {"anyOf": members} if len(members) > 1 else members[0]
        case Optional():
            item = _schema(kind.type, definitions)
            return {"anyOf": [*(item["anyOf"] if set(item) == {"anyOf"} else [item]), NULL]}
        case ListOf():
            return {"type": "array", "items": _schema(kind.item, definitions)}
        case OneOrMany():
            return {"oneOf": [_schema(kind.one, definitions), _schema(kind.many, definitions)]}
        case TypeOrPlain():
            return {"oneOf": [_schema(kind.choice, definitions), _schema(kind.plain, definitions)]}
        case Keys() | Choice():
            if kind.title not in definitions:
                properties: dict[str, Schema] = {}
                definitions[kind.title] = {"additionalProperties": False, "properties": properties, "type": "object"}
                types = (
                    kind.types if isinstance(kind, Choice) else {key: known.type for key, known in kind.keys.items()}
                )
                properties |= {key: _schema(of_key, definitions) for key, of_key in types.items()}
                if isinstance(kind, Keys):
                    for key, known in kind.keys.items():
                        argument = known.argument
                        _bound(properties[key], _keywords(declaration_of(argument.declared), argument.hint))
                    if kind.required:
                        definitions[kind.title]["required"] = list(kind.required)
            return {"$ref": f"{REF}{kind.title}"}
    return {"type": "object", "additionalProperties": True}  # of any keys


def _finished(name: str, definition: Schema, definitions: dict[str, Schema]) -> Schema:
    """Return one definition with meanings, defaults and ranges."""
    for cls in CLASSES:
        if cls.__name__ == name:
            return _of_class(definition, cls)
    for form in FORMS:
        if form.__name__ == name:
            return _of_form(definition, form)
    if name.startswith("repeat_"):
        meanings = {
            "times": "Number of repetitions [-].",
            name.removeprefix("repeat_"): "The items that are repeated in a row.",
        }
        return _described(definition, "The items, that many times in a row.", meanings)
    return _choice(name, definition, definitions)


def _of_class(definition: Schema, cls: Named) -> Schema:
    meanings = arguments(cls, CLASSES)
    if cls in GROUPS["medium"]:
        meanings.setdefault("name", _NAME_OF_MEDIUM)
    for key in definition["properties"]:
        meanings.setdefault(key, summary(cls))  # a section is written in one line with its keys
    for item in arguments_of(cls):
        _set_default(definition["properties"][item.name], meanings, item.name, item.default)
    for key, declaration in declarations_of(cls).items():
        definition["properties"][key] |= hints_of_form(declaration)
    return _described(definition, summary(cls), meanings)


def _of_form(definition: Schema, form: type[Form]) -> Schema:
    meanings = arguments(form)
    settings = declarations_of(Settings) if form in (ScenarioForm, SolverForm) else {}
    for argument in arguments_of(form):
        item = definition["properties"][argument.key]
        item |= hints_of_form(settings[argument.name]) if argument.name in settings else {}
        _set_default(item, meanings, argument.key, argument.default)
    if form is ExpectedForm:
        metrics = [name for name in UNITS if name != "status"]
        _bound(definition["properties"]["metric"], {"anyOf": [{"enum": metrics}, {"pattern": f"^{WORK}"}]})
    return _described(definition, summary(form), meanings)


def _described(definition: Schema, about: str, meanings: dict[str, str]) -> Schema:
    """Return the definition with its description and those of its keys; without required keys it may be empty."""
    properties = {
        key: {"description": described(key, meanings[key])} | _with_leaves(item)
        for key, item in definition["properties"].items()
    }
    kind = "object" if definition.get("required") else ["object", "null"]
    return {"description": about} | definition | {"description": about, "type": kind, "properties": properties}


def _set_default(item: Schema, meanings: dict[str, str], key: str, default: Any) -> None:
    """Add a default to the schema of an argument; one that JSON cannot represent is added to the description."""
    item.pop("default", None)
    plain = _plain(default)
    if isinstance(default, float) and math.isinf(default):
        meanings[key] = f"{meanings.get(key, '')} Default: {'-' if default < 0 else ''}.inf."
    elif plain is not None:
        item["default"] = plain


def _plain(value: Any) -> Any:
    """Return a default as in a scenario; None if it is empty or infinite."""
    if isinstance(value, Form):
        return {}
    if dataclasses.is_dataclass(value):
        given = {key: _plain(item) for key, item in _unlike_default(value)}
        if any(item is None for item in given.values()):
            return None
        named = any(type(value) in family for family in GROUPS.values())
        return ({type_name(type(value)): given} if given else type_name(type(value))) if named else given
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    if value is dataclasses.MISSING or (isinstance(value, float) and not math.isfinite(value)):
        return None
    return value


def _unlike_default(value: Any) -> Iterator[tuple[str, Any]]:
    for item in dataclasses.fields(value):
        if item.init and getattr(value, item.name) != item.default:
            yield item.name, getattr(value, item.name)


def _bound(item: Schema, keywords: Schema) -> None:
    """Add the bounds of an argument to its numbers, texts and lists."""
    for member in item.get("anyOf", [item]):
        match member.get("type"):
            case ["number", "string"] | "integer":
                member |= {key: bound for key, bound in keywords.items() if key.endswith("imum")}
            case "string":
                member |= {"enum": keywords["choices"]} if "choices" in keywords else {}
                member |= {"anyOf": keywords["anyOf"]} if "anyOf" in keywords else {}
            case "array":
                member |= {key: size for key, size in keywords.items() if key.endswith("Items")}


def _with_leaves(item: Schema) -> Schema:
    """Return the schema of an argument with the notations of numbers and lists of numbers."""
    if "anyOf" in item and "type" not in item:
        return item | {"anyOf": [_with_leaves(member) for member in item["anyOf"]]}
    if item.get("type") == ["number", "string"]:
        minimum = next((item[key] for key in ("minimum", "exclusiveMinimum") if key in item), -1)
        return {"$ref": f"{REF}{'magnitude' if minimum >= 0 else 'quantity'}"} | _without(item, "type")
    if item.get("type") == "array" and "items" not in item:
        return {"$ref": f"{REF}numbers"} | _without(item, "type")
    return item


def _choice(name: str, definition: Schema, definitions: dict[str, Schema]) -> Schema:
    """Return the schema of one type name with its arguments, or alone if no argument is required."""
    type_names = {key: {"$ref": item["$ref"]} for key, item in definition["properties"].items()}
    bare = [key for key, item in type_names.items() if "required" not in definitions[item["$ref"].removeprefix(REF)]]
    with_arguments = {
        "type": "object",
        "properties": type_names,
        "additionalProperties": False,
        "minProperties": 1,
        "maxProperties": 1,
    }
    family = name.removesuffix("_item")
    about = f"One of: {', '.join(type_names)}." if family == name else f"An item of {family}: {', '.join(type_names)}."
    return {"description": about, "anyOf": [{"enum": bare}, with_arguments] if bare else [with_arguments]}


def _change_schema(node: Schema, definitions: dict[str, Schema], changes: dict[str, Schema]) -> Schema:
    """Return the schema of changes to a base: keys may be missing or null; lists and single values are unchanged.

    The definitions that it refers to are added to `changes`.
    """
    if "$ref" in node:
        name = node["$ref"].removeprefix(REF)
        if name in _LEAVES:
            return node
        if f"{name}_change" not in changes:
            changes[f"{name}_change"] = {}
            changes[f"{name}_change"] |= _change_schema(definitions[name], definitions, changes)
        return node | {"$ref": f"{REF}{name}_change"}
    if "properties" in node:
        open_node = _without(node, "required", "minProperties", "maxProperties")
        properties = {key: _change_schema(item, definitions, changes) for key, item in node["properties"].items()}
        return open_node | {"properties": {key: {"anyOf": [item, NULL]} for key, item in properties.items()}}
    for several in ("anyOf", "oneOf"):
        if several in node:  # with omitted keys, several may match
            members = [_change_schema(member, definitions, changes) for member in node[several]]
            return _without(node, several) | {"anyOf": members}
    return node


def _without(node: Schema, *keys: str) -> Schema:
    return {key: value for key, value in node.items() if key not in keys}
