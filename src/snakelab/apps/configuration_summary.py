"""Summary of a sweep or search configuration, as text and as plain data."""

from pathlib import Path
from typing import Any

from snakelab.scenarios.reading.document import read_document
from snakelab.studies.sweeps import load_sweep
from snakelab.studies.sweeps.parameter import Parameter, Range


def is_configuration(path: Path) -> bool:
    """Return True if a file is a sweep or search configuration, and not a scenario."""
    data = read_document(path).data
    return "scenario" in data and not data.keys() & {"robot", "world", "base", "controller"}


def configuration_summary(path: Path) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """Return the contents of a configuration, as plain data and as labelled lines.

    Raises:
        ScenarioError: if the configuration or its scenario is invalid.
    """
    data = read_document(path).data
    search = bool(data.keys() & {"maximise", "minimise"})
    sweep = load_sweep(path, search=search)
    aim = {key: list(value) if isinstance(value, tuple) else value for key, value in sweep.aim.items() if value}
    facts = {
        "kind": "search" if search else "sweep",
        "name": sweep.name,
        "scenario": data["scenario"],
        "set": data.get("set") or {},
        "parameters": {parameter.name: described(parameter) for parameter in sweep.parameters},
        "seeds": list(sweep.seeds),
        "trials": None if search else len(sweep.trials),
        "sampling": None if search else sweep.sampling.kind,
        **aim,
        "metrics": list(sweep.metrics),
    }
    lines = [
        ("name", sweep.name),
        ("scenario", str(data["scenario"])),
        *_below("set", [f"{place}: {value}" for place, value in facts["set"].items()]),
        *_below("varied", [f"{name}: {text}" for name, text in facts["parameters"].items()]),
        ("seeds", ", ".join(map(str, sweep.seeds))),
        ("trials", "" if search else f"{len(sweep.trials)}, {sweep.sampling.kind}"),
        *((key, ", ".join(value) if isinstance(value, list) else str(value)) for key, value in aim.items()),
        ("metrics", ", ".join(sweep.metrics)),
        ("to run it", f"snakelab {'optimise' if search else 'sweep'} {path}"),
    ]
    return facts, [(name, text) for name, text in lines if text]


def described(parameter: Parameter) -> str:
    """Return the values of a parameter as text."""
    values = parameter.values
    if not isinstance(values, Range):
        return ", ".join(f"{value:g}" if isinstance(value, float) else str(value) for value in values)
    text = f"{values.low:g} to {values.high:g}"
    text += "" if values.count is None else f", {values.count} values"
    return text + (", whole numbers" if values.whole else "") + (", in the logarithm" if values.log else "")


def _below(name: str, lines: list[str]) -> list[tuple[str, str]]:
    return [(name if i == 0 else "", line) for i, line in enumerate(lines)]
