"""Command `snakelab`. Slow imports are inside the commands, so that help appears at once."""

import signal
import sys
from typing import Annotated

import typer

from snakelab.apps.commands.atlas import atlas
from snakelab.apps.commands.bus import app as bus
from snakelab.apps.commands.check import check
from snakelab.apps.commands.exchange import export, import_robot
from snakelab.apps.commands.foxglove import foxglove
from snakelab.apps.commands.identify import identify
from snakelab.apps.commands.library import list_scenarios, new, schema, show
from snakelab.apps.commands.loops import loops
from snakelab.apps.commands.machine import bench, doctor, warmup
from snakelab.apps.commands.optimise import optimise
from snakelab.apps.commands.pictures import movie, render
from snakelab.apps.commands.recordings import compare, plot, report
from snakelab.apps.commands.ros2 import ros2
from snakelab.apps.commands.run import run
from snakelab.apps.commands.slam import slam
from snakelab.apps.commands.snakebench import snakebench
from snakelab.apps.commands.studio import studio
from snakelab.apps.commands.sweep import sweep
from snakelab.apps.commands.validate import validate
from snakelab.apps.terminal.console import BAD_INPUT, EXIT_CODES, clean_exit, print_failure
from snakelab.apps.terminal.scenario_command import ScenarioCommand
from snakelab.apps.terminal.streams import hide_matplotlib_folder, tame_output

app = typer.Typer(
    name="snakelab",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """Entry point of the `snakelab` command. SIGTERM and SIGHUP have the effect of Ctrl-C: the results so far are saved."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # as `nohup` sets it
            signal.signal(number, signal.default_int_handler)
    tame_output()
    hide_matplotlib_folder()
    with clean_exit():
        try:
            app(prog_name="snakelab")
        except SystemExit as end:
            if end.code == BAD_INPUT and "--json" in sys.argv:
                print_failure("invalid command line; see stderr", BAD_INPUT)
            raise


def _say_version(asked: bool) -> None:
    if asked:
        from snakelab.installation import UNKNOWN_VERSION, package_version

        found = package_version()
        print("snakelab, not installed" if found == UNKNOWN_VERSION else f"snakelab {found}")
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
    ("atlas", atlas),
    ("snakebench", snakebench),
    ("check", check),
    ("new", new),
    ("schema", schema),
    ("export", export),
    ("import", import_robot),
    ("warmup", warmup),
    ("bench", bench),
    ("doctor", doctor),
):
    app.command(name, cls=ScenarioCommand, epilog=EXIT_CODES)(command)
app.add_typer(bus, name="bus", epilog=EXIT_CODES)
