"""Command `snakelab foxglove`: a live run as a stream for Foxglove."""

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from snakelab.apps.commands.ros2 import is_emulated, keep_running, starter
from snakelab.apps.terminal.console import Changes, ScenarioName, clean_errors, say_error

if TYPE_CHECKING:
    from snakelab.bridges.ros2.backends.foxglove_backend import FoxgloveBackend


def foxglove(
    scenario: ScenarioName,
    changes: Changes = None,
    port: Annotated[
        int, typer.Option(metavar="PORT", min=0, max=65535, help="Port on this machine; 0 for any free one.")
    ] = 8765,
    hardware: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Robot file of a physical or emulated robot, in place of the simulation."),
    ] = None,
    rate: Annotated[float, typer.Option(metavar="HZ", min=1, max=1000, help="Messages per second.")] = 50.0,
    pace: Annotated[
        float, typer.Option(metavar="FACTOR", min=0.01, max=100, help="Simulated time per wall time.")
    ] = 1.0,
    duration: Annotated[
        float | None, typer.Option(metavar="S", min=0.1, help="Stop after this wall-clock time [s].")
    ] = None,
    cameras: Annotated[
        bool, typer.Option("--cameras", help="Also stream images of the robot's cameras, and points of depth cameras.")
    ] = False,
    slam: Annotated[
        bool,
        typer.Option("--slam", help="Also estimate the path with the stereo camera: map, and transform to odom."),
    ] = False,
    log: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write a bag (MCAP) to this folder.")] = None,
) -> None:
    """Stream a live run to Foxglove on this machine: joint states, transforms, contacts, images; Ctrl-C ends it.

    In Foxglove: open connection, Foxglove WebSocket, the printed address. The topics are those of `snakelab ros2`.
    """
    with clean_errors():
        start, live = (
            starter(scenario, changes or [], rate, hardware),
            hardware is not None and not is_emulated(hardware),
        )
        backend = _backend(port)
        try:
            from snakelab.bridges.ros2.node import Node

            node = Node(
                lambda: start(None), backend, pace=None if live else pace, wall_time=True, log=log,
                cameras=cameras, slam=slam, report=say_error,
            )  # fmt: skip
        except BaseException:
            backend.close()
            raise
        print(f"{backend.label}; only emergency stops are taken; Ctrl-C ends it", flush=True)
        keep_running(node, duration)


def _backend(port: int) -> "FoxgloveBackend":
    """Return the server.

    Raises:
        MissingExtraError: if a package is not installed.
        SimulationError: if the port is in use.
    """
    from snakelab.errors import MissingExtraError
    from snakelab.installation import install_line

    for package in ("foxglove", "rosbags"):
        try:
            importlib.import_module(package)
        except ImportError:
            raise MissingExtraError(
                f"the stream to Foxglove needs the package {package}; type: {install_line('foxglove')}"
            ) from None
    from snakelab.bridges.ros2.backends.foxglove_backend import FoxgloveBackend

    return FoxgloveBackend(port)
