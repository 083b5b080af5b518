"""Summaries: of a scenario, short for `snakelab check`, complete for `snakelab show`; of a sweep configuration."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from snakelab.errors import ScenarioError
from snakelab.physics.model_tables.trim import net_buoyancy
from snakelab.scenarios import Scenario
from snakelab.scenarios.file_reading.catalogue import LIBRARY, find
from snakelab.scenarios.file_reading.document import read_document
from snakelab.scenarios.file_reading.variants import bases
from snakelab.scenarios.schema.registry import type_name
from snakelab.scenarios.writing import plain
from snakelab.worlds import Fluid, LumpedFluid

MAX_NUMBERS = 8  # of a list that is printed whole
MAX_LETTERS = 400  # of a line


def summary(file: str, scenario: Scenario) -> dict[str, Any]:
    """Return the contents of a scenario as plain data in SI units."""
    robot, controller = scenario.robot, scenario.controller
    return {
        "name": scenario.name,
        "title": scenario.title,
        "bases": [base.stem if base.parent == LIBRARY else str(base) for base in bases(find(file))],
        "robot": {
            "name": robot.name,
            "parts": dict(Counter(type_name(type(part)) for part in robot.parts)),
            "coordinates": robot.n_coordinates,
            "mass": robot.mass,
            "displaced_mass": _displaced(scenario),
            "length": robot.length,
            "base": robot.base,
            "sensors": [type_name(type(sensor)) for sensor in robot.sensors],
        },
        "world": [type_name(type(medium)) for medium in scenario.world.media],
        "controller": None if controller is None else type_name(type(controller)),
        "settings": asdict(scenario.settings),
        "reference_values": [reference.case or reference.quantity for reference in scenario.reference_values],
        "unchecked": [statement.claim for statement in scenario.unchecked],
    }


def summary_lines(summary: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the title and text of each line of the summary."""
    robot, settings = summary["robot"], summary["settings"]
    n_parts, kinds = sum(robot["parts"].values()), ", ".join(f"{n} {kind}" for kind, n in robot["parts"].items())
    steps = f"step {settings['step']:g} s" if settings["tolerance"] is None else f"tolerance {settings['tolerance']:g}"
    displaced = robot["displaced_mass"]
    water = "" if displaced is None else f" (displaces {displaced:.4g} kg)"
    lines = [
        ("name", f"{summary['name']}, {summary['title']!r}" if summary["title"] else summary["name"]),
        ("based on", ", ".join(summary["bases"])),
        ("robot", f"{robot['name']}: {n_parts} parts ({kinds}), {robot['coordinates']} coordinates"),
        ("", f"{robot['mass']:.4g} kg{water}, {robot['length']:.4g} m, {robot['base']} base"),
        ("sensors", ", ".join(robot["sensors"])),
        ("world", ", ".join(summary["world"]) or "empty: no gravity, no ground"),
        ("controller", summary["controller"] or "none: the robot is at rest"),
        ("run", f"{settings['duration']:g} s, {settings['integrator']}, {steps}"),
        ("", f"{settings['record_rate']:g} records a second, seed {settings['seed']}"),
        ("reference values", "; ".join(summary["reference_values"])),
        ("unchecked", "; ".join(summary["unchecked"])),
    ]
    return [(title, text) for title, text in lines if text]


def detailed_lines(summary: Mapping[str, Any], scenario: Scenario) -> list[tuple[str, str]]:
    """Return the lines of `summary_lines`, and all values of parts, media and controllers other than defaults."""
    details = {
        "sensors": [_words(sensor) for sensor in scenario.robot.sensors],
        "world": [_words(medium) for medium in scenario.world.media],
        "controller": [] if scenario.controller is None else [_words(scenario.controller)],
    }
    lines, parts = list[tuple[str, str]](), _parts(scenario)
    for title, text in summary_lines(summary):
        listed = details.get(title) or [text]
        lines += [(title if i == 0 else "", line) for i, line in enumerate(listed)]
        if title == "" and parts:  # below the robot's mass and length
            lines, parts = [*lines, *(("", line) for line in parts)], []
    if scenario.initial:
        lines.append(("initial", _given(scenario.initial)))
    return lines


def _parts(scenario: Scenario) -> list[str]:
    """Return the number of parts of each kind, in order of first appearance; names are ignored."""
    counts = Counter(_words(part, without=("name",)) for part in scenario.robot.parts)
    return [f"{n} x {line}" for line, n in counts.items()]


def _words(value: Any, without: Sequence[str] = ()) -> str:
    """Return the type name of an object with its non-default arguments, except some."""
    try:
        written = plain(value)
    except ScenarioError:  # not representable in a scenario
        return type_name(type(value))
    if isinstance(written, str):
        return written
    ((name, arguments),) = written.items()
    text = _given({key: argument for key, argument in arguments.items() if key not in without})
    return _short(f"{name}: {text}" if text else name)


def _given(arguments: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {_text(value)}" for name, value in arguments.items())


def _text(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, Mapping):
        return "(" + ", ".join(f"{name} {_text(item)}" for name, item in value.items()) + ")"
    if isinstance(value, Sequence) and not isinstance(value, str):
        if len(value) > MAX_NUMBERS:
            return f"[{len(value)} of them]"
        return "[" + ", ".join(map(_text, value)) + "]"
    return str(value)


def _short(line: str) -> str:
    return line if len(line) <= MAX_LETTERS else f"{line[: MAX_LETTERS - 4]} ..."


def _displaced(scenario: Scenario) -> float | None:
    """Return the mass of the densest fluid that the whole robot displaces [kg]; None without a fluid."""
    densities = [medium.density for medium in scenario.world.media if isinstance(medium, (Fluid, LumpedFluid))]
    return net_buoyancy(scenario.robot, max(densities))[1] if densities else None


def is_configuration(path: Path) -> bool:
    """Return True if a file is a sweep or search configuration, and not a scenario."""
    data = read_document(path).data
    return "scenario" in data and not data.keys() & {"robot", "world", "base", "controller"}
