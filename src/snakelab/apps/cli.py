"""Command `snakelab`. Slow imports are inside the commands, so that help appears at once."""

import signal
import sys
from typing import Annotated, Any

import typer

from snakelab.apps.commands.bus import app as bus
from snakelab.apps.commands.check import check
from snakelab.apps.commands.exchange import export, import_robot
from snakelab.apps.commands.foxglove import foxglove
from snakelab.apps.commands.identify import identify
from snakelab.apps.commands.library import list_scenarios, new, schema, show
from snakelab.apps.commands.loops import loops
from snakelab.apps.commands.machine import doctor, warmup
from snakelab.apps.commands.optimise import optimise
from snakelab.apps.commands.pictures import movie, render
from snakelab.apps.commands.recordings import compare, plot, report
from snakelab.apps.commands.ros2 import ros2
from snakelab.apps.commands.run import run
from snakelab.apps.commands.slam import slam
from snakelab.apps.commands.studio import studio
from snakelab.apps.commands.sweep import sweep
from snakelab.apps.commands.validate import validate
from snakelab.apps.terminal.console import BAD_INPUT, EXIT_CODES, clean_exit, print_failure
from snakelab.apps.terminal.scenario_command import ScenarioCommand
from snakelab.apps.terminal.streams import hide_matplotlib_folder, tame_output


def command_app(**settings: Any) -> typer.Typer:
    """Return an empty command line with the settings that all have in common."""
    return typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        **settings,
    )


app = command_app(name="snakelab", no_args_is_help=True)


def main() -> None:
    """Entry point of the `snakelab` command."""
    run_app(app, "snakelab")


def run_app(app: typer.Typer, name: str) -> None:
    """Run a command line. SIGTERM and SIGHUP have the effect of Ctrl-C: the results so far are saved.

    Args:
        app: The command line.
        name: Its name in the help.
    """
    for signal_name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, signal_name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # as `nohup` sets it
            signal.signal(number, signal.default_int_handler)
    tame_output()
    hide_matplotlib_folder()
    with clean_exit():
        try:
            app(prog_name=name)
        except SystemExit as end:
            if end.code == BAD_INPUT and "--json" in sys.argv:
                print_failure("invalid command line; see stderr", BAD_INPUT)
            raise


def _say_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"snakelab {version('snakelab')}")
        except PackageNotFoundError:
            print("snakelab, not installed")
        raise typer.Exit


@app.callback(epilog=EXIT_CODES)
def snakelab(
    asked: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Describe a snake robot once, then model, simulate and control it."""


# In the order of the help.
for name, command in (
    ("run", run),
    ("studio", studio),
    ("ros2", ros2),
    ("foxglove", foxglove),
    ("report", report),
    ("movie", movie),
    ("render", render),
    ("compare", compare),
    ("plot", plot),
    ("list", list_scenarios),
    ("show", show),
    ("validate", validate),
    ("sweep", sweep),
    ("optimise", optimise),
    ("identify", identify),
    ("loops", loops),
    ("slam", slam),
    ("check", check),
    ("new", new),
    ("schema", schema),
    ("export", export),
    ("import", import_robot),
    ("warmup", warmup),
    ("doctor", doctor),
):
    app.command(name, cls=ScenarioCommand, epilog=EXIT_CODES)(command)
app.add_typer(bus, name="bus", epilog=EXIT_CODES)
