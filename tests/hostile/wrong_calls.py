"""Calls of the public names with one argument of a wrong kind each, and how they end."""

import importlib
import inspect
import math
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import snakelab as sl
from hostile.valid_calls import CLASSES, DOCUMENTED, FUNCTIONS, model, recording, robot
from snakelab.public_names import public_api, public_object


def wrong_values() -> dict[str, Any]:
    """What people give by mistake, by its name; for some arguments one of them is right."""
    return {
        "None": None,
        "a word": "word",
        "an empty text": "",
        "a switch": True,
        "a whole number": 3,
        "a negative number": -1.5,
        "NaN": math.nan,
        "infinity": math.inf,
        "a huge number": 10**400,
        "a complex number": 1j,
        "an empty list": [],
        "a mixed list": [1, "a", None],
        "an empty table": {},
        "a table": {"a": 1},
        "a set": {1, 2},
        "bytes": b"\0\xff",
        "an object": object(),
        "a function": lambda *given: None,
        "a class": sl.Robot,
        "a module": math,
        "a path to nowhere": Path("/dev/null/nowhere"),
        "a path with a zero": "a\0b",
        "an array": np.zeros((2, 3, 4)),
        "an array of objects": np.array([None, "x"], dtype=object),
        "a robot": robot(),
        "a model": model(),
        "a recording": recording(),
        "a gait": sl.SerpenoidGait(0.5, 1.0, 0.5),
        "a world": sl.World(),
    }


@dataclass(frozen=True)
class Call:
    """One call: of a public name, with a wrong value for an argument, all others being right."""

    name: str
    argument: str
    value: str

    def __str__(self) -> str:
        return f"{self.name}({self.argument}: {self.value})"


def public(name: str) -> Any:
    """The function or class of a public name, or of a name as the documentation writes it, without `snakelab.`."""
    if name in public_api():
        return public_object(name)
    module, _, last = name.rpartition(".")
    return getattr(importlib.import_module(f"snakelab.{module}".rstrip(".")), last)


def baselines() -> dict[str, Any]:
    """A valid call of each public name."""
    return FUNCTIONS | CLASSES | DOCUMENTED


def all_calls() -> Iterator[Call]:
    """Every argument of every public name with every wrong value."""
    for name in baselines():
        for parameter in inspect.signature(public(name)).parameters.values():
            if parameter.kind is not parameter.VAR_KEYWORD:
                for value in wrong_values():
                    yield Call(name, parameter.name, value)


def call(name: str, arguments: dict[str, Any]) -> Any:
    """Call a public name; an argument that stands for any number of positional ones is given as one of them."""
    function = public(name)
    row = [p.name for p in inspect.signature(function).parameters.values() if p.kind is p.VAR_POSITIONAL]
    given = [arguments[p] for p in row if p in arguments]
    return function(*given, **{key: value for key, value in arguments.items() if key not in row})


def ending(one: Call) -> BaseException | None:
    """What the call raised that is not of the project's tree of errors; None where there is nothing of the kind."""
    arguments = {**baselines()[one.name](), one.argument: wrong_values()[one.value]}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            call(one.name, arguments)
        except sl.SnakelabError:
            return None
        except Exception as problem:
            return problem
    return None
