"""Command `snakelab studio`: a live simulation in the browser."""

import webbrowser
from pathlib import Path
from typing import Annotated, Any

import typer

from snakelab.apps.terminal.console import clean_errors, until_interrupted

FIRST_PORT = 8700
RECORDED = (".nc",)


def studio(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="[SCENARIO | FILE | RUN]",
            help="Name of a library scenario; a scenario file, which is reloaded when it is saved; or a recorded run.",
        ),
    ] = "snakesys_sidewinding",
    port: Annotated[
        int,
        typer.Option(
            metavar="PORT", min=1, max=65535, help="Port on this machine; if it is in use, the next free one."
        ),
    ] = FIRST_PORT,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder in which runs are saved.")] = Path("out/studio"),
    hardware: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Robot file of a physical robot or emulated servos, which replace the simulation.",
        ),
    ] = None,
) -> None:
    """Simulate live in the browser: watch, change, push and record. Ctrl-C ends it.

    The page is reachable from this machine only. To use it on a remote machine, forward the port:
    ssh -L 8700:127.0.0.1:8700 MACHINE.
    """
    with clean_errors():
        from snakelab.apps.studio.web_server.serving import bound_library_studio, bound_studio, check_installed

        check_installed()
        if hardware is None and _in_library(scenario):
            bound = bound_library_studio(scenario, out, port)
        else:
            opened = _opened(scenario)
            if hardware is not None:
                from snakelab.apps.engines import SNAKELAB, hardware_called

                opened["engine"] = hardware_called(hardware, SNAKELAB)
            bound = bound_studio(opened.pop("scenario"), out, port, **opened)
        typer.echo(f"Studio: {bound.url}  (Ctrl-C ends it)")
        if open_page:
            webbrowser.open(bound.url)
        with until_interrupted("the studio"):
            bound.run()


def _in_library(name: str) -> bool:
    """Return True for a scenario of the library, whose studio can be made while the page loads: it has no errors."""
    from snakelab.scenarios import library

    return name in library() and not Path(name).exists()


def _opened(name: str) -> dict[str, Any]:
    """Return the arguments of the studio for a name: a recording, a user-defined scenario file, or a library scenario."""
    from snakelab.apps.studio.live_run.replay import Replay
    from snakelab.scenarios import load_scenario

    path = Path(name)
    if path.suffix in RECORDED or path.is_dir():
        replay = Replay.of(path)
        return {"scenario": replay.scenario, "replay": replay}
    return {"scenario": load_scenario(name), "file": path if path.is_file() else None}
