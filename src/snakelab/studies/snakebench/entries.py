"""Entries of others: controllers or policies that are run here, or results that are only reported."""

import json
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from snakelab.errors import ScenarioError, nearest
from snakelab.scenarios.file_reading.document import read_document
from snakelab.studies.snakebench.task_file import METHODS, task_names

KEYS = ("name", "source", "policies", "controllers", "results")


@dataclass(frozen=True)
class Reported:
    """Result that somebody reports; it was not run here."""

    task: str
    seed: int
    value: float
    success: bool


@dataclass(frozen=True)
class Entry:
    """One entry.

    Attributes:
        name: Of its column.
        source: Text.
        controllers: Controller by task, as in a scenario.
        reported: Results that were not run here.
    """

    name: str
    source: str
    controllers: dict[str, Any] = field(repr=False)
    reported: tuple[Reported, ...]


def load_entry(path: str | Path) -> Entry:
    """Read an entry, a YAML or JSON file.

    Args:
        path: Mapping with `name`, and `policies` (file of each task, relative to this one), `controllers` (of each task, as in a
            scenario), or `results`: a list of {task, seed, value, success}.

    Raises:
        ScenarioError: with one line for the first fault.
    """
    file = Path(path)
    given = _read(file)
    for key in given:
        if key not in KEYS:
            raise ScenarioError(f"{file}: unknown key {key!r}{nearest(str(key), KEYS)}")
    name = given.get("name")
    if not isinstance(name, str) or not name.isidentifier() or name in METHODS:
        raise ScenarioError(
            f"{file}: name must be a word of letters, digits and _ other than {', '.join(METHODS)}; got {name!r}"
        )
    controllers = dict(given.get("controllers") or {})
    for task, policy in (given.get("policies") or {}).items():
        place = (file.parent / str(policy)).resolve()
        if not place.is_file():
            raise ScenarioError(f"{file}: policies.{task}: there is no file {place}")
        controllers[task] = {"policy": {"path": str(place)}}
    reported = tuple(_reported(file, i, row) for i, row in enumerate(given.get("results") or ()))
    for task in (*controllers, *(row.task for row in reported)):
        if task not in task_names():
            raise ScenarioError(f"{file}: there is no task {task!r}{nearest(str(task), task_names())}")
    if not controllers and not reported:
        raise ScenarioError(f"{file}: an entry needs policies, controllers or results")
    return Entry(name, str(given.get("source", "")), controllers, reported)


def _read(file: Path) -> dict[str, Any]:
    if file.suffix != ".json":
        return dict(read_document(file).data)
    try:
        given = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise ScenarioError(f"cannot read {file}: {problem}") from None
    if not isinstance(given, dict):
        raise ScenarioError(f"{file}: an entry is a mapping with name and policies, controllers or results")
    return given


def _reported(file: Path, i: int, row: Any) -> Reported:
    kinds: dict[str, Any] = {"task": str, "seed": int, "value": (int, float), "success": bool}
    if not isinstance(row, dict) or set(row) != set(kinds) or not all(isinstance(row[k], t) for k, t in kinds.items()):
        raise ScenarioError(f"{file}: results.{i} must have task, seed, value and success; got {row!r}")
    if not math.isfinite(row["value"]):
        raise ScenarioError(f"{file}: results.{i}: value must be a finite number, got {row['value']!r}")
    return Reported(row["task"], row["seed"], float(row["value"]), row["success"])
