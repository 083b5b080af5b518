"""Command `snakelab check`: check scenario files without running them."""

import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from snakelab.apps.terminal.console import (
    BAD_INPUT,
    DONE,
    Changes,
    Json,
    clean_errors,
    print_json,
    say_error,
    say_warning,
)
from snakelab.errors import ScenarioError, SimulationError, SnakelabWarning

FORMAT = "snakelab-check-1"


@dataclass(frozen=True)
class Checked:
    """Result of the check of one file.

    Attributes:
        file: Path as given by the user.
        errors: One line per fault; empty if the file is valid.
        warnings: Probable mistakes.
        summary: Contents of the file; empty if it is invalid.
    """

    file: str
    errors: tuple[str, ...]
    warnings: tuple[str, ...]
    summary: dict[str, Any]


def check(
    files: Annotated[
        list[str], typer.Argument(metavar="NAME-or-FILE...", help="Scenarios of the library, or YAML files.")
    ],
    changes: Changes = None,
    as_json: Json = False,
) -> None:
    """Check scenario files without running them: print all errors with file and line, or a summary of each file."""
    with clean_errors():
        outcomes = [_checked(file, changes or ()) for file in files]
        if as_json:
            print_json({"format": FORMAT, "files": [_as_json(outcome) for outcome in outcomes]})
        else:
            for outcome in outcomes:
                _print_text(outcome)
        raise typer.Exit(BAD_INPUT if any(outcome.errors for outcome in outcomes) else DONE)


def _checked(file: str, changes: Sequence[str] = ()) -> Checked:
    from snakelab.apps.terminal.scenario_summary import summary as summary_of
    from snakelab.compiling import interpreted
    from snakelab.results.diagnostics.missing_support import without_support
    from snakelab.scenarios import load_scenario
    from snakelab.scenarios.initial_pose import check_start

    errors: tuple[str, ...] = ()
    summary: dict[str, Any] = {}
    with warnings.catch_warnings(record=True) as caught, interpreted():
        warnings.simplefilter("always")
        try:
            scenario = load_scenario(file, changes)
            summary = summary_of(file, scenario)
            if line := without_support(scenario.robot, scenario.world):
                warnings.warn(line, SnakelabWarning, stacklevel=1)
            check_start(scenario)
        except SimulationError as problem:
            errors = (_start_complaint(file, changes, problem),)
        except ScenarioError as problem:
            errors = tuple(str(problem).splitlines())
    # Loading may build the model more than once.
    messages = dict.fromkeys(
        str(warning.message) for warning in caught if issubclass(warning.category, SnakelabWarning)
    )
    return Checked(file, errors, tuple(messages), summary)


def _start_complaint(file: str, changes: Sequence[str], problem: Exception) -> str:
    """Return a fault of the initial pose with the file and line of the position."""
    from snakelab.scenarios.file_reading.catalogue import find
    from snakelab.scenarios.file_reading.overrides import with_overrides
    from snakelab.scenarios.file_reading.variants import read_scenario

    document = with_overrides(read_scenario(find(file)), changes)
    given = document.data.get("initial") or {}
    return document.complaint(("initial", "position") if "position" in given else ("initial",), str(problem))


def _as_json(one: Checked) -> dict[str, Any]:
    from dataclasses import asdict

    return {"file": one.file, "ok": not one.errors} | asdict(one)


def _print_text(one: Checked) -> None:
    from snakelab.apps.terminal.scenario_summary import summary_lines

    if one.errors:
        n = len(one.errors)
        print(f"{one.file}: {n} fault{'s' if n > 1 else ''}", file=sys.stderr, flush=True)
        say_error("\n".join(one.errors))
    else:
        print(f"{one.file}: ok", flush=True)
        for title, text in summary_lines(one.summary):
            print(f"  {title:<10}  {text}", flush=True)
    for warning in one.warnings:
        say_warning(warning if warning.startswith(f"{one.file}:") else f"{one.file}: {warning}")
