"""Command `snakelab new`: write a commented, executable starter file."""

from pathlib import Path
from typing import Annotated

import typer

from snakelab.apps.terminal.console import clean_errors
from snakelab.errors import RecordingError, ScenarioError

KINDS = "scenario, sweep, robot, world, gait, controller or swimmer"


def new(
    kind: Annotated[str, typer.Argument(metavar="KIND", help=f"Type of file: {KINDS}.")],
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
    from snakelab.results.recording_files.whole_file import write_whole

    if not force and (path.exists() or path.is_symlink()):
        raise ScenarioError(f"{path} exists already; use another name, or replace it with --force")
    try:
        return write_whole(path, text.encode())
    except RecordingError as problem:
        reason = getattr(problem.__cause__, "strerror", None) or problem.__cause__
        raise ScenarioError(f"cannot write {path} into {Path.cwd()}: {reason}") from problem
