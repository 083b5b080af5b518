"""Scenario files drawn at random: from the JSON schema, and by changes to those of the library."""

import copy
import json
import math
from random import Random
from typing import Any

from snakelab.scenarios.catalogue import find, library
from snakelab.scenarios.json_schema import scenario_schema
from snakelab.scenarios.overrides import read_scenario

SCHEMA = scenario_schema()
DEFINITIONS = SCHEMA["$defs"]
NAMES = sorted(library())
DEEPEST = 14
# Values that nobody means: of other kinds, of no size, beyond what a float holds, and texts that look like something.
HOSTILE: list[Any] = [
    None, True, "", " ", "word", "pi", "pi/0", "1e999*pi", "-", "0x10", "1_000", "50 deg", "\u0000", "\ud800", "a\nb", "=1+1",
    "../../etc/passwd", "/dev/null", "~", "{}", "é" * 50, 0, -1, 1, 2, 7, 1e-300, 5e-324, 1e-9, 1e9, 1e300, -1e308, 1e308,
    2**31, 2**63, 10**400, math.nan, math.inf, -math.inf, [], [[]], [[1, 2], [3]], [None], [math.nan], {}, {"a": 1}, [1, "a", {}],
    [0] * 1000, {"repeat": {"times": 10**9, "parts": []}}, {"repeat": {"times": 3}},
]  # fmt: skip
PLAIN = [0, 1, 2, 3, 0.1, 0.5, 1.5, 0.05, 10.0, 100.0, 1e-3, -0.1, -1, "pi/4", "-pi", "2*pi/3"]
# Not run, as the first roll-out of each number of links compiles for half a minute.
PREDICTS = ("sampling_mpc",)


def drawn_document(random: Random) -> Any:
    """A document that mostly keeps to the schema, with a hostile value, a misspelt or an unknown key here and there."""
    return _value(DEFINITIONS["ScenarioForm"], random, 0, 0.02)


def _value(schema: dict[str, Any], random: Random, depth: int, share: float) -> Any:
    if random.random() < share or depth > DEEPEST:
        return random.choice(HOSTILE)
    if "$ref" in schema:
        return _value(DEFINITIONS[schema["$ref"].rpartition("/")[2]], random, depth + 1, share)
    for several in ("anyOf", "oneOf"):
        if several in schema and "properties" not in schema:
            return _value(random.choice(schema[several]), random, depth, share)
    if "enum" in schema:
        return random.choice(schema["enum"])
    kinds = schema.get("type", "null")
    kind = random.choice([one for one in kinds if one != "null"] or kinds) if isinstance(kinds, list) else kinds
    if kind == "object":
        return _table(schema, random, depth, share)
    if kind == "array":
        least, most = schema.get("minItems", 0), schema.get("maxItems", 6)
        n = random.randint(least, max(least, min(most, 4)))
        return [_value(schema.get("items", {"type": "number"}), random, depth + 1, share) for _ in range(n)]
    return _leaf(kind, schema, random)


def _table(schema: dict[str, Any], random: Random, depth: int, share: float) -> dict[str, Any]:
    known, needed = schema.get("properties", {}), schema.get("required", [])
    if schema.get("maxProperties") == 1:
        needed, known = [random.choice(list(known))], known
        chosen = list(needed)
    else:
        chosen = [key for key in known if key in needed or random.random() < 0.3]
    by_name = {}
    for key in chosen:
        name = random.choice((key + "s", key[:-1], key.upper(), "extra")) if random.random() < share / 4 else key
        by_name[name] = _value(known[key], random, depth + 1, share)
    return by_name


def _leaf(kind: str, schema: dict[str, Any], random: Random) -> Any:
    match kind:
        case "number" | "integer":
            least = schema.get("minimum", schema.get("exclusiveMinimum"))
            whole = [1, 2, 3, 5, 10, 0]
            numbers = whole if kind == "integer" else [one for one in PLAIN if not isinstance(one, str)]
            fitting = [one for one in numbers if least is None or one > least] or [least]
            return random.choice(fitting)
        case "boolean":
            return random.random() < 0.5
        case "string":
            return random.choice(["pi/4", "name", "head", "link1", "joint1", "base"])
    return None


def changed_document(random: Random) -> dict[str, Any]:
    """The data of a scenario of the library with one to three values or keys changed."""
    name = random.choice(NAMES)
    data = copy.deepcopy(_library_data(name))
    data.pop("reference_values", None)
    for _ in range(random.randint(1, 3)):
        _change(data, random)
    return data


_READ: dict[str, dict[str, Any]] = {}


def _library_data(name: str) -> dict[str, Any]:
    if name not in _READ:
        _READ[name] = read_scenario(find(name)).data
    return _READ[name]


def _change(data: Any, random: Random) -> None:
    """Change a value at a random depth: another size, a hostile one, another key, one taken away, or one said twice."""
    while True:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        if not keys:
            return
        key = random.choice(keys)
        below = data[key]
        if isinstance(below, (dict, list)) and below and random.random() < 0.85:
            data = below
            continue
        match random.randint(0, 9):
            case 0 | 1 | 2 | 3 if isinstance(below, (int, float)) and not isinstance(below, bool):
                factor = random.choice([0, -1, 0.5, 2, 10, 0.1, 1e3, 1e-3, 1e6])
                data[key] = type(below)(below * factor)
            case 4 if isinstance(data, dict):
                data[random.choice((str(key) + "s", "extra"))] = data.pop(key)
            case 5:
                del data[key]
            case 6 if isinstance(data, list):
                data.append(copy.deepcopy(below))
            case _:
                data[key] = copy.deepcopy(random.choice(HOSTILE))
        return


def yaml_text(value: Any) -> str:
    """A document as YAML, in the notation that it shares with JSON."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(str(key))}: {yaml_text(one)}" for key, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(yaml_text, value)) + "]"
    if isinstance(value, float) and not math.isfinite(value):
        return ".nan" if math.isnan(value) else ".inf" if value > 0 else "-.inf"
    return json.dumps(value)


def predicts(data: Any) -> bool:
    """Whether a scenario has a predictive controller."""
    return any(word in json.dumps(data) for word in PREDICTS)
