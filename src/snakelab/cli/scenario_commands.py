"""Commands `check`, `list`, `show`, `schema` and `new`: scenario files and the library of scenarios."""

import json
import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from snakelab.cli.console import (
    BAD_INPUT,
    DONE,
    Changes,
    Force,
    Json,
    ScenarioName,
    clean_errors,
    free_file,
    print_error,
    print_json,
    print_warning,
)
from snakelab.errors import RecordingError, ScenarioError, SimulationError, SnakelabWarning

# ----------------------------------------------------------------------------------------------------------------------
# Command `snakelab check`: check of scenario files without running them
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Checked:
    """Result of the check of one file.

    Attributes:
        file: Path as given by the user.
        errors: One line per error; empty if the file is valid.
        warnings: Probable mistakes.
        summary: Contents of the file; empty if it is invalid.
        lines: The same as titles and texts.
    """

    file: str
    errors: tuple[str, ...]
    warnings: tuple[str, ...]
    summary: dict[str, Any]
    lines: tuple[tuple[str, str], ...]


def check(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME-or-FILE...",
            help="Scenarios of the library, or YAML files, also configurations of sweeps, searches and fits.",
        ),
    ],
    changes: Changes = None,
    as_json: Json = False,
) -> None:
    """Check scenario and configuration files without running them: print all errors with file and line, or a summary."""
    with clean_errors():
        outcomes = [_checked(file, changes or ()) for file in files]
        if as_json:
            print_json({"format": "snakelab-check-1", "files": [_as_json(outcome) for outcome in outcomes]})
        else:
            for outcome in outcomes:
                _print_text(outcome)
        raise typer.Exit(BAD_INPUT if any(outcome.errors for outcome in outcomes) else DONE)


def _checked(file: str, changes: Sequence[str] = ()) -> Checked:
    from snakelab.cli.printed_summaries import cost_warnings, is_configuration, summary_lines
    from snakelab.cli.printed_summaries import summary as summary_of
    from snakelab.entry_points import SERVICES, load
    from snakelab.kernels.lazy_kernel import interpreted
    from snakelab.results.diagnostics import without_support
    from snakelab.scenarios.catalogue import find
    from snakelab.scenarios.scenario import check_start, load_scenario

    errors: tuple[str, ...] = ()
    summary: dict[str, Any] = {}
    lines: Sequence[tuple[str, str]] = ()
    with warnings.catch_warnings(record=True) as caught, interpreted():
        warnings.simplefilter("always")
        try:
            if is_configuration(path := find(file)):
                if changes:
                    raise ScenarioError(f"--set changes a scenario, and {file} is a configuration; write `set:` in it")
                summary, lines = load(SERVICES, "sweep_configuration")(path)
            else:
                scenario = load_scenario(file, changes)
                summary = summary_of(file, scenario)
                lines = summary_lines(summary)
                if line := without_support(scenario.robot, scenario.world):
                    warnings.warn(line, SnakelabWarning, stacklevel=1)
                for line in cost_warnings(summary):
                    warnings.warn(line, SnakelabWarning, stacklevel=1)
                check_start(scenario)
        except SimulationError as problem:
            errors = (_start_complaint(file, changes, problem),)
        except (ScenarioError, RecordingError) as problem:
            errors = tuple(str(problem).splitlines())
    # Loading may build the model more than once.
    messages = dict.fromkeys(
        str(warning.message) for warning in caught if issubclass(warning.category, SnakelabWarning)
    )
    return Checked(file, errors, tuple(messages), summary, tuple(lines))


def _start_complaint(file: str, changes: Sequence[str], problem: Exception) -> str:
    """Return an error in the initial pose with the file and line of the position."""
    from snakelab.scenarios.catalogue import find
    from snakelab.scenarios.overrides import read_scenario, with_overrides

    document = with_overrides(read_scenario(find(file)), changes)
    given = document.data.get("initial") or {}
    return document.complaint(("initial", "position") if "position" in given else ("initial",), str(problem))


def _as_json(one: Checked) -> dict[str, Any]:
    facts = {"errors": one.errors, "warnings": one.warnings, "summary": one.summary}
    return {"file": one.file, "ok": not one.errors} | facts


def _print_text(one: Checked) -> None:
    if one.errors:
        n = len(one.errors)
        print(f"{one.file}: {n} error{'s' if n > 1 else ''}", file=sys.stderr, flush=True)
        print_error("\n".join(one.errors))
    else:
        print(f"{one.file}: ok", flush=True)
        for title, text in one.lines:
            print(f"  {title:<10}  {text}", flush=True)
    for warning in one.warnings:
        print_warning(warning if warning.startswith(f"{one.file}:") else f"{one.file}: {warning}")


# ----------------------------------------------------------------------------------------------------------------------
# Commands `snakelab list`, `show`, `schema` and `new`: library of scenarios, schema of scenario files, starter files
# ----------------------------------------------------------------------------------------------------------------------


def list_scenarios(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORD...]", help="Only scenarios with these words in name, title, robot or world."),
    ] = None,
    robot: Annotated[str | None, typer.Option(metavar="NAME", help="Only scenarios with this robot.")] = None,
    medium: Annotated[
        str | None, typer.Option(metavar="TYPE", help="Only scenarios with this medium, for example fluid.")
    ] = None,
    controller: Annotated[
        str | None, typer.Option(metavar="TYPE", help="Only scenarios with this controller, for example sampling_mpc.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the scenarios of the library by robot: all, or those with given words, robot, medium or controller."""
    with clean_errors():
        from snakelab.scenarios.catalogue import library_entries

        found = library_entries(words or (), robot, medium, controller)
        if as_json:
            from dataclasses import asdict

            print_json([asdict(one) for one in found])
            return
        if not found:
            total = len(library_entries())
            print_error(f"none of the {total} scenarios of the library matches; `snakelab list` names all")
            raise typer.Exit(BAD_INPUT)
        for group in dict.fromkeys(one.robot for one in found):
            same = [one for one in found if one.robot == group]
            print(f"{group} ({len(same)})", flush=True)
            name_width = max(len(one.name) for one in same)
            for one in same:
                print(_indented(f"  {one.name:{name_width}}  ", one.title), flush=True)


def _indented(head: str, text: str) -> str:
    """Return the text after the head; on a terminal, further lines begin where the first one does."""
    import shutil
    import textwrap

    width = shutil.get_terminal_size().columns - len(head) if sys.stdout.isatty() else 0
    lines = textwrap.wrap(text, width) if width >= 20 else [text]
    return head + f"\n{' ' * len(head)}".join(lines)


def show(
    scenario: ScenarioName,
    merged: Annotated[
        bool, typer.Option("--merged", help="Print the file merged with its bases, as it is run.")
    ] = False,
    table: Annotated[
        bool | None,
        typer.Option(
            "--table/--file",
            help="Print a table of robot, world, controller and run, or the file itself.  [default: the table for your "
            "files, the file for library scenarios]",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show a library scenario as a file, or a summary of a scenario or configuration file."""
    with clean_errors():
        from snakelab.cli.printed_summaries import detailed_lines, is_configuration, summary
        from snakelab.entry_points import SERVICES, load
        from snakelab.files import visible
        from snakelab.scenarios.catalogue import LIBRARY, find
        from snakelab.scenarios.class_registry import yaml_text
        from snakelab.scenarios.overrides import read_scenario
        from snakelab.scenarios.scenario import load_scenario
        from snakelab.scenarios.yaml_document import read_text

        path = find(scenario)
        if not as_json and (merged or table is False or (table is None and path.parent == LIBRARY)):
            print(yaml_text(read_scenario(path).data) if merged else visible(read_text(path)), end="", flush=True)
            return
        if is_configuration(path):
            facts, lines = load(SERVICES, "sweep_configuration")(path)
        else:
            loaded = load_scenario(scenario)
            facts = {"kind": "scenario", **summary(scenario, loaded)}
            lines = detailed_lines(facts, loaded)
        if as_json:
            print_json({"format": "snakelab-show-1", "file": str(path), **facts})
            return
        kind = {
            "sweep": "sweep configuration",
            "search": "search configuration",
            "identification": "configuration of an identification",
        }.get(facts["kind"], "scenario")
        width = max(len(name) for name, _ in lines)
        print("\n".join([f"{scenario}: a {kind}", *(f"  {name:<{width}}  {text}" for name, text in lines)]), flush=True)


def schema(
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the schema to a file.  [default: print it]")
    ] = None,
    force: Force = False,
) -> None:
    """Print the JSON Schema of a scenario file, for completion and checks in editors."""
    with clean_errors():
        from snakelab.errors import ScenarioError
        from snakelab.files import write_whole
        from snakelab.scenarios.json_schema import scenario_schema

        if out is not None and out.is_dir():
            raise ScenarioError(f"{out} is a folder; write for example --out {out / 'scenario.schema.json'}")
        text = json.dumps(scenario_schema(), indent=1, allow_nan=False) + "\n"
        if out is None:
            print(text, end="", flush=True)
        else:
            print(f"wrote {write_whole(free_file(out, force), text.encode())}", flush=True)


def new(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND", help="Type of file: scenario, sweep, robot, world, gait, controller or swimmer."
        ),
    ],
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name: letters, digits, _ and -.")],
    force: Force = False,
) -> None:
    """Write a commented template to the current folder: NAME.yaml for a scenario or a sweep, a program NAME.py otherwise."""
    with clean_errors():
        from snakelab.scenarios.scenario import starter

        file_name, text = starter(kind, name)
        path = _write_new(Path(file_name), text, force)
        programs = {"scenario": "snakelab run", "sweep": "snakelab sweep"}
        run = f"{programs.get(kind, 'python')} {path}"
        print(f"wrote {path}\nrun it: {run}", flush=True)


def _write_new(path: Path, text: str, force: bool) -> Path:
    """Write the file, and return its path.

    Raises:
        ScenarioError: if it exists already, or cannot be written.
    """
    from snakelab.files import write_whole

    if not force and (path.exists() or path.is_symlink()):
        raise ScenarioError(f"{path} exists already; use another name, or replace it with --force")
    try:
        return write_whole(path, text.encode())
    except RecordingError as problem:
        reason = getattr(problem.__cause__, "strerror", None) or problem.__cause__
        raise ScenarioError(f"cannot write {path} into {Path.cwd()}: {reason}") from problem
