"""Commands `snakelab ros2` and `snakelab foxglove`: a live run as a node of ROS 2, or as a stream for Foxglove."""

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from snakelab.cli.console import Changes, ScenarioName, clean_errors, print_error, until_interrupted
from snakelab.errors import SimulationError
from snakelab.system import held_interrupts

if TYPE_CHECKING:
    from snakelab.plugins.ros.foxglove_backend import FoxgloveBackend
    from snakelab.plugins.ros.node import Node
    from snakelab.sim.simulation import Simulation


# ----------------------------------------------------------------------------------------------------------------------
# Command `snakelab ros2`: a live run as a node of ROS 2
# ----------------------------------------------------------------------------------------------------------------------

BACKENDS = ("auto", "rclpy", "cyclonedds")


def ros2(
    scenario: ScenarioName,
    changes: Changes = None,
    hardware: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Robot file of a physical or emulated robot, in place of the simulation."),
    ] = None,
    rate: Annotated[float, typer.Option(metavar="HZ", min=1, max=1000, help="Messages per second.")] = 100.0,
    pace: Annotated[
        float, typer.Option(metavar="FACTOR", min=0.01, max=100, help="Simulated time per wall time.")
    ] = 1.0,
    duration: Annotated[float | None, typer.Option(metavar="S", min=0.1, help="End after this wall time.")] = None,
    commands: Annotated[
        bool | None,
        typer.Option(
            "--commands/--no-commands",
            help="Accept commands from the network.  [default: only for a simulated robot on the loopback interface]",
        ),
    ] = None,
    network: Annotated[
        bool, typer.Option("--network", help="Use all interfaces of this computer, not the loopback interface only.")
    ] = False,
    domain: Annotated[
        int | None, typer.Option(metavar="ID", min=0, max=232, help="Domain id.  [default: ROS_DOMAIN_ID, else 0]")
    ] = None,
    backend: Annotated[str, typer.Option(metavar="NAME", help="auto, rclpy or cyclonedds.")] = "auto",
    wall_time: Annotated[
        bool,
        typer.Option(
            "--wall-time", help="Stamp messages with the wall clock instead of the simulated time; no /clock."
        ),
    ] = False,
    full_speed: Annotated[
        float, typer.Option(metavar="M/S", min=1e-6, help="Forward speed in /cmd_vel that maps to full gait speed.")
    ] = 0.1,
    full_turn: Annotated[
        float, typer.Option(metavar="RAD/S", min=1e-6, help="Yaw rate in /cmd_vel that maps to maximum steering.")
    ] = 0.5,
    cameras: Annotated[
        bool, typer.Option("--cameras", help="Also publish images of the robot's cameras, and points of depth cameras.")
    ] = False,
    slam: Annotated[
        bool,
        typer.Option("--slam", help="Also estimate the path with the stereo camera: map, and transform to odom."),
    ] = False,
    log: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write a bag (MCAP) to this folder.")] = None,
    write: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Only write URDF, launch file, controllers, RViz and Foxglove layouts to this folder."
        ),
    ] = None,
) -> None:
    """Run a scenario live as a ROS 2 node: joint states, transforms, odometry, IMU, contacts; Ctrl-C ends it.

    With rclpy (from a ROS installation) the node provides topics, services and parameters; with Cyclone DDS it
    provides topics only.
    """
    with clean_errors():
        if write is not None:
            _write_files(scenario, changes or [], write)
            return
        _run_node(
            starter(scenario, changes or [], rate, hardware),
            backend,
            network=network,
            domain=domain,
            duration=duration,
            pace=None if hardware is not None and not is_emulated(hardware) else pace,
            commands=(not network and hardware is None) if commands is None else commands,
            wall_time=wall_time or (hardware is not None and not is_emulated(hardware)),
            scale=(full_speed, full_turn),
            log=log,
            cameras=cameras,
            slam=slam,
        )


def starter(scenario: str, changes: list[str], rate: float, hardware: Path | None) -> Callable[[Any], "Simulation"]:
    """Return a function that makes the simulation on a back end of ROS, with records at the rate."""
    from snakelab.scenarios.scenario import load_scenario, start_scenario

    loaded = load_scenario(scenario, [*changes, f"solver.record_rate={rate}"])

    def start(backend: Any) -> "Simulation":
        engine = None if hardware is None else _engine(hardware)
        if engine is not None and hasattr(engine, "ros"):
            engine.ros = backend
        return start_scenario(loaded, engine=engine, keep=1.0)

    return start


def _engine(hardware: Path) -> Any:
    """Return the engine of a robot file with servos, or with thrusters and regulators."""
    try:
        bus = importlib.import_module("snakelab.plugins.hardware")
    except ModuleNotFoundError:
        raise SimulationError("this version of snakelab has no engine for robot files; omit --hardware") from None
    outputs = importlib.import_module("snakelab.plugins.hardware.output_file").has_outputs(hardware)
    return (bus.OutputEngine if outputs else bus.HardwareEngine)(hardware)


def is_emulated(hardware: Path) -> bool:
    """Return True for a robot file of emulated devices."""
    return bool(_engine(hardware).emulated)


def _write_files(scenario: str, changes: list[str], folder: Path) -> None:
    from snakelab.plugins.ros.ros_run import write_ros_files
    from snakelab.scenarios.scenario import load_scenario

    for path in write_ros_files(load_scenario(scenario, changes), folder):
        print(f"wrote {path}")


def _run_node(
    start: Callable[[Any], "Simulation"], name: str, *, network: bool, domain: int | None, duration: float | None,
    scale: tuple[float, float], commands: bool, **options: Any,
) -> None:  # fmt: skip
    from snakelab.parameters.arguments import choice
    from snakelab.plugins.ros.node import DriveScale, Node, make_backend
    from snakelab.plugins.ros.topics import RosNetwork, default_domain

    choice(name, "--backend", BACKENDS, SimulationError)
    place = RosNetwork(network, default_domain() if domain is None else domain)
    made = make_backend(name, place)
    try:
        node = Node(
            lambda: start(made), made, commands=DriveScale(*scale) if commands else None, report=print_error, **options
        )
    except BaseException:
        made.close()
        raise
    where = (
        "all interfaces" if network else "the loopback interface (other nodes: ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST)"
    )
    taking = "commands are taken" if node.commands else "only emergency stops are taken (--commands)"
    print(f"ROS 2 node /snakelab on {made.label}, domain {place.domain}, {where}; {taking}; Ctrl-C ends it", flush=True)
    keep_running(node, duration)


def keep_running(node: "Node", duration: float | None) -> None:
    """Run a node until its time is over, or Ctrl-C.

    Raises:
        SimulationError: if the run ended with an error.
    """
    import time as clock

    end = None if duration is None else clock.monotonic() + duration
    try:
        with until_interrupted("the node"):
            node.start()
            while not node.run.ended and (end is None or clock.monotonic() < end):
                clock.sleep(0.1)
    finally:
        with held_interrupts():
            node.close()
    status = node.run.simulation.status
    if status is not None and status.is_error:
        raise SimulationError(f"the run ended: {status}")


# ----------------------------------------------------------------------------------------------------------------------
# Command `snakelab foxglove`: a live run as a stream for Foxglove
# ----------------------------------------------------------------------------------------------------------------------


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
        float | None, typer.Option(metavar="S", min=0.1, help="Stop after this wall-clock time, in s.")
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
            from snakelab.plugins.ros.node import Node

            node = Node(
                lambda: start(None), backend, pace=None if live else pace, wall_time=True, log=log,
                cameras=cameras, slam=slam, report=print_error,
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
    from snakelab.system import install_line

    for package in ("foxglove", "rosbags"):
        try:
            importlib.import_module(package)
        except ImportError:
            raise MissingExtraError(
                f"the stream to Foxglove needs the package {package}; type: {install_line('foxglove')}"
            ) from None
    from snakelab.plugins.ros.foxglove_backend import FoxgloveBackend

    return FoxgloveBackend(port)
