"""Command `snakelab`: the commands of the core, and those of plug-ins from the entry points `snakelab.commands`.

A command is imported when it is used or listed. Slow imports are inside the commands, so that help appears at once.
"""

import _thread
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, MutableMapping
from typing import Annotated, Any, TypeVar, cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command_from_info, get_group
from typer.models import CommandInfo

from snakelab.cli.console import (
    BAD_INPUT,
    EXIT_CODES,
    ScenarioCommand,
    clean_exit,
    configure_streams,
    hide_matplotlib_folder,
    print_error,
    print_failure,
    print_warning,
)
from snakelab.entry_points import COMMANDS, PACKAGE, EntryPoint, entry_points
from snakelab.errors import PluginError

# In the order of the help: commands of the core with their functions, and those of plug-ins.
PLUG_IN = ""
COMMAND_ORDER = {
    "run": "snakelab.cli.run_command:run",
    "studio": PLUG_IN,
    "ros2": PLUG_IN,
    "foxglove": PLUG_IN,
    "report": "snakelab.cli.recording_commands:report",
    "movie": PLUG_IN,
    "render": PLUG_IN,
    "compare": "snakelab.cli.recording_commands:compare",
    "plot": "snakelab.cli.recording_commands:plot",
    "list": "snakelab.cli.scenario_commands:list_scenarios",
    "show": "snakelab.cli.scenario_commands:show",
    "validate": PLUG_IN,
    "sweep": PLUG_IN,
    "optimise": PLUG_IN,
    "identify": PLUG_IN,
    "loops": PLUG_IN,
    "slam": PLUG_IN,
    "check": "snakelab.cli.scenario_commands:check",
    "new": "snakelab.cli.scenario_commands:new",
    "schema": "snakelab.cli.scenario_commands:schema",
    "export": PLUG_IN,
    "import": PLUG_IN,
    "warmup": "snakelab.cli.installation_commands:warmup",
    "doctor": "snakelab.cli.installation_commands:doctor",
    "bus": PLUG_IN,
}


class CommandMap(MutableMapping[str, TyperCommand | TyperGroup]):
    """Commands by name, each imported when it is looked up. A command of a third party that cannot be imported is left out,
    with a warning."""

    def __init__(self) -> None:
        core = {name: EntryPoint(COMMANDS, name, value, PACKAGE) for name, value in COMMAND_ORDER.items() if value}
        plugins = entry_points(COMMANDS)
        known = {name: core.get(name) or plugins[name] for name in COMMAND_ORDER if name in core or name in plugins}
        self.points: dict[str, EntryPoint | None] = {
            **known,
            **{name: plugins[name] for name in plugins if name not in known},
        }
        self.imported: dict[str, TyperCommand | TyperGroup] = {}

    def __getitem__(self, name: str) -> TyperCommand | TyperGroup:
        if name not in self.imported:
            point = self.points[name]
            assert point is not None
            try:
                self.imported[name] = command_of(point)
            except PluginError as problem:
                if point.package == PACKAGE:
                    raise
                print_warning(str(problem))
                raise KeyError(name) from None
        return self.imported[name]

    def __setitem__(self, name: str, command: TyperCommand | TyperGroup) -> None:
        self.points.setdefault(name, None)
        self.imported[name] = command

    def __delitem__(self, name: str) -> None:
        del self.points[name]
        self.imported.pop(name, None)

    def __iter__(self) -> Iterator[str]:
        return iter(self.points)

    def __len__(self) -> int:
        return len(self.points)


def command_of(point: EntryPoint) -> TyperCommand | TyperGroup:
    """Return the command of an entry point.

    Raises:
        PluginError: if it cannot be imported, or is neither a function nor a `typer.Typer`.
    """
    loaded = point.load()
    try:
        if isinstance(loaded, typer.Typer):
            group = get_group(loaded)
            group.name, group.epilog = point.name, EXIT_CODES
            return printable_help(group)
        if callable(loaded):
            info = CommandInfo(point.name, cls=ScenarioCommand, callback=loaded, epilog=EXIT_CODES)
            mode = app.rich_markup_mode
            command = get_command_from_info(info, pretty_exceptions_short=False, rich_markup_mode=mode)
            return printable_help(cast(TyperCommand, command))
    except (RuntimeError, AssertionError, TypeError, NameError) as problem:  # annotations that are not Typer's
        raise point.broken(f"{type(problem).__name__}: {problem}") from problem
    raise point.broken("it is neither a function nor a typer.Typer")


Built = TypeVar("Built", TyperCommand, TyperGroup)


def printable_help(command: Built) -> Built:
    """Return a command with its help as Rich should print it.

    The brackets in the help of its options are escaped, because Typer has Rich remove `[default: svg]` as markup, and the
    lines of a paragraph are joined, because Rich would keep their ends.
    """
    for parameter in command.params:
        if text := getattr(parameter, "help", None):
            parameter.help = re.sub(r"(?<!\\)\[(?=[a-zA-Z#/@])", r"\\[", text)  # type: ignore[attr-defined]
    if command.help:
        command.help = re.sub(r"(?m)^(.{80,}[^:\n])\n(?=\S)", r"\1 ", command.help)  # lines that the source has wrapped
    if isinstance(command, TyperGroup):
        for below in command.commands.values():
            printable_help(cast(TyperCommand, below))
    return command


class CommandGroup(TyperGroup):
    """Group of all commands."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = CommandMap()  # type: ignore[assignment]

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands, without importing them."""
        return list(self.commands)


def command_app(**settings: Any) -> typer.Typer:
    """Return an empty command line with the settings that all have in common."""
    return typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        **settings,
    )


app = command_app(name="snakelab", cls=CommandGroup, no_args_is_help=True)


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
    sys.unraisablehook = repeating_interrupts(sys.unraisablehook)
    configure_streams()
    hide_matplotlib_folder()
    with clean_exit():
        try:
            app(prog_name=name)
        except PluginError as problem:
            print_error(str(problem))
            raise SystemExit(BAD_INPUT) from None
        except SystemExit as end:
            if end.code == BAD_INPUT and "--json" in sys.argv:
                print_failure("invalid command line; see stderr", BAD_INPUT)
            raise


REPETITION = 0.1  # time until an interrupt is repeated [s]


def repeating_interrupts(hook: Callable[[Any], object]) -> Callable[[Any], None]:
    """Return an `unraisablehook` that repeats an interrupt, and passes everything else to another hook.

    Python cannot raise an exception out of a callback from compiled code, such as those of LLVM while kernels are loaded,
    or out of a destructor: an interrupt there would only be printed, and the command would continue.
    """

    def report(unraisable: Any) -> None:
        if not issubclass(unraisable.exc_type, KeyboardInterrupt):
            hook(unraisable)
            return
        # Not a `Timer`: its `start` waits for the thread, on a busy machine until the repetition, which would be lost here.
        _thread.start_new_thread(repeat, ())

    def repeat() -> None:
        time.sleep(REPETITION)  # until the callback has returned
        _thread.interrupt_main()

    return report


def _print_version(asked: bool) -> None:
    if asked:
        from snakelab.system import UNKNOWN_VERSION, package_version

        found = package_version()
        print("snakelab, not installed" if found == UNKNOWN_VERSION else f"snakelab {found}")
        raise typer.Exit


@app.callback(epilog=EXIT_CODES)
def snakelab(
    asked: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Describe a snake robot once, then model, simulate and control it."""
