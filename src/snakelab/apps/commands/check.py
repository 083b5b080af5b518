"""`snakelab check`: read scenario files and check everything in them, without running."""

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from snakelab.apps.console import BAD_INPUT, DONE, Json, clean_errors, print_json, say_error, say_warning
from snakelab.errors import ScenarioError, SnakelabWarning

if TYPE_CHECKING:
    from snakelab.scenarios import Scenario

FORMAT = "snakelab-check-1"


@dataclass(frozen=True)
class Checked:
    """What there is to say about one file.

    Attributes:
        file: As the user named it.
        errors: What is wrong, a line for each fault; empty if nothing is.
        warnings: What is probably not meant.
        summary: What the file describes; empty if something is wrong.
    """

    file: str
    errors: tuple[str, ...]
    warnings: tuple[str, ...]
    summary: dict[str, Any]


def check(
    files: Annotated[
        list[str], typer.Argument(metavar="NAME-or-FILE...", help="Scenarios of the library, or YAML files.")
    ],
    as_json: Json = False,
) -> None:
    """Check scenario files without running them: all that is wrong, with file and line, or what each describes."""
    with clean_errors():
        found = [_checked(file) for file in files]
        if as_json:
            print_json({"format": FORMAT, "files": [_as_json(one) for one in found]})
        else:
            for one in found:
                _tell(one)
        raise typer.Exit(BAD_INPUT if any(one.errors for one in found) else DONE)


def _checked(file: str) -> Checked:
    from snakelab.scenarios import load_scenario

    errors: tuple[str, ...] = ()
    summary: dict[str, Any] = {}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            summary = _summary(file, load_scenario(file))
        except ScenarioError as problem:
            errors = tuple(str(problem).splitlines())
    # Loading may build the model more than once.
    said = dict.fromkeys(str(one.message) for one in caught if issubclass(one.category, SnakelabWarning))
    return Checked(file, errors, tuple(said), summary)


def _summary(file: str, scenario: "Scenario") -> dict[str, Any]:
    """What a scenario describes, as plain values in SI units."""
    from collections import Counter
    from dataclasses import asdict

    from snakelab.scenarios.reading.catalogue import LIBRARY, find
    from snakelab.scenarios.reading.variants import bases
    from snakelab.scenarios.words.classes import word

    robot, controller = scenario.robot, scenario.controller
    return {
        "name": scenario.name,
        "title": scenario.title,
        "bases": [base.stem if base.parent == LIBRARY else str(base) for base in bases(find(file))],
        "robot": {
            "name": robot.name,
            "parts": dict(Counter(word(type(part)) for part in robot.parts)),
            "coordinates": robot.n_coordinates,
            "mass": robot.mass,
            "displaced_mass": _displaced(scenario),
            "length": robot.length,
            "base": robot.base,
            "sensors": [word(type(sensor)) for sensor in robot.sensors],
        },
        "world": [word(type(medium)) for medium in scenario.world.media],
        "controller": None if controller is None else word(type(controller)),
        "settings": asdict(scenario.settings),
        "expected": [claim.case or claim.figure for claim in scenario.claims],
        "unchecked": [statement.claim for statement in scenario.unchecked],
    }


def _displaced(scenario: "Scenario") -> float | None:
    """Mass of the fluid that the whole robot displaces, in the densest of several [kg]; None in a world without one."""
    from snakelab.physics.layout.trim import net_buoyancy
    from snakelab.worlds import Fluid, LumpedFluid

    densities = [medium.density for medium in scenario.world.media if isinstance(medium, (Fluid, LumpedFluid))]
    return net_buoyancy(scenario.robot, max(densities))[1] if densities else None


def _as_json(one: Checked) -> dict[str, Any]:
    from dataclasses import asdict

    return {"file": one.file, "ok": not one.errors} | asdict(one)


def _tell(one: Checked) -> None:
    if one.errors:
        n = len(one.errors)
        print(f"{one.file}: {n} fault{'s' if n > 1 else ''}", flush=True)
        say_error("\n".join(one.errors))
    else:
        print(f"{one.file}: ok", flush=True)
        for title, text in _lines(one.summary):
            print(f"  {title:<10}  {text}", flush=True)
    for warning in one.warnings:
        say_warning(f"{one.file}: {warning}")


def _lines(summary: dict[str, Any]) -> list[tuple[str, str]]:
    """What stands behind each word of the summary."""
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
        ("controller", summary["controller"] or "none: the robot holds still"),
        ("run", f"{settings['duration']:g} s, {settings['integrator']}, {steps}"),
        ("", f"{settings['record_rate']:g} records a second, seed {settings['seed']}"),
        ("expected", "; ".join(summary["expected"])),
        ("unchecked", "; ".join(summary["unchecked"])),
    ]
    return [(title, text) for title, text in lines if text]
