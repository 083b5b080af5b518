"""Commands `snakelab list`, `show`, `schema` and `new`: the library of scenarios, the schema of scenario files, starter files."""

import json
from pathlib import Path
from typing import Annotated

import typer

from snakelab.apps.terminal.console import Json, ScenarioName, clean_errors, print_json
from snakelab.errors import RecordingError, ScenarioError

KINDS = {"scenario": "a scenario", "sweep": "a sweep configuration", "search": "a search configuration"}
SHOW_FORMAT = "snakelab-show-1"


def list_scenarios(as_json: Json = False) -> None:
    """List the scenarios of the library."""
    with clean_errors():
        from snakelab.scenarios import library

        titles = library()
        if as_json:
            print_json([{"name": name, "title": title} for name, title in titles.items()])
            return
        width = max(map(len, titles), default=0)
        for name, title in titles.items():
            print(f"{name:{width}}  {title}", flush=True)


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
        from snakelab.apps.terminal.scenario_summary import (
            detailed_lines,
            is_configuration,
            summary,
        )
        from snakelab.entry_points import SERVICES, load
        from snakelab.scenarios import load_scenario
        from snakelab.scenarios.file_reading.catalogue import LIBRARY, find
        from snakelab.scenarios.file_reading.document import read_text
        from snakelab.scenarios.file_reading.variants import read_scenario
        from snakelab.scenarios.writing import yaml_text
        from snakelab.untrusted import visible

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
            print_json({"format": SHOW_FORMAT, "file": str(path), **facts})
            return
        width = max(len(name) for name, _ in lines)
        print(
            "\n".join([f"{scenario}: {KINDS[facts['kind']]}", *(f"  {name:<{width}}  {text}" for name, text in lines)]),
            flush=True,
        )


def schema(
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the schema to a file.  [default: print it]")
    ] = None,
) -> None:
    """Print the JSON Schema of a scenario file, for completion and checks in editors."""
    with clean_errors():
        from snakelab.errors import ScenarioError
        from snakelab.results.recording_files.atomic_writing import write_whole
        from snakelab.scenarios.schema.json_schema import scenario_schema

        if out is not None and out.is_dir():
            raise ScenarioError(f"{out} is a folder; write for example --out {out / 'scenario.schema.json'}")
        text = json.dumps(scenario_schema(), indent=1, allow_nan=False) + "\n"
        if out is None:
            print(text, end="", flush=True)
        else:
            print(f"wrote {write_whole(out, text.encode())}", flush=True)


STARTERS = "scenario, sweep, robot, world, gait, controller or swimmer"


def new(
    kind: Annotated[str, typer.Argument(metavar="KIND", help=f"Type of file: {STARTERS}.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name: letters, digits, _ and -.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a file of that name.")] = False,
) -> None:
    """Write a commented template to the current folder: NAME.yaml for a scenario or a sweep, a program NAME.py otherwise."""
    with clean_errors():
        from snakelab.scenarios.starter import starter

        file_name, text = starter(kind, name)
        path = _written(Path(file_name), text, force)
        programs = {"scenario": "snakelab run", "sweep": "snakelab sweep"}
        run = f"{programs.get(kind, 'python')} {path}"
        print(f"wrote {path}\nrun it: {run}", flush=True)


def _written(path: Path, text: str, force: bool) -> Path:
    """Write the file, and return its path.

    Raises:
        ScenarioError: if it exists already, or cannot be written.
    """
    from snakelab.results.recording_files.atomic_writing import write_whole

    if not force and (path.exists() or path.is_symlink()):
        raise ScenarioError(f"{path} exists already; use another name, or replace it with --force")
    try:
        return write_whole(path, text.encode())
    except RecordingError as problem:
        reason = getattr(problem.__cause__, "strerror", None) or problem.__cause__
        raise ScenarioError(f"cannot write {path} into {Path.cwd()}: {reason}") from problem
