"""Targets of `snakelab bus`: a robot file, a port or emulated servos, with tables of what is measured there."""

import functools
import json
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from snakelab.cli.console import print_warning
from snakelab.errors import HardwareError

if TYPE_CHECKING:
    from snakelab.plugins.hardware.output_driver import OutputDriver, OutputReading
    from snakelab.plugins.hardware.output_file import OutputFile
    from snakelab.plugins.hardware.readings import Quantity
    from snakelab.plugins.hardware.robot_file import RobotFile
    from snakelab.plugins.hardware.servo_bus import Bus

# ----------------------------------------------------------------------------------------------------------------------
# Arguments of the commands
# ----------------------------------------------------------------------------------------------------------------------

Target = Annotated[
    str, typer.Argument(metavar="ROBOT-or-PORT", help="A robot file, a port such as /dev/ttyUSB0, or emulated.")
]
Robot = Annotated[Path, typer.Argument(metavar="ROBOT", help="A robot file.")]
Ident = Annotated[int, typer.Argument(metavar="ID", help="Id of the servo.")]
Baud = Annotated[int, typer.Option(metavar="BAUD", min=1, help="Baud rate of a port; a robot file has its own.")]
ProtocolOption = Annotated[str, typer.Option(metavar="NAME", help="Protocol of a port: feetech or dynamixel.")]
Patience = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        min=1e-4,
        max=1.0,
        help="Timeout for a response on a port; a robot file has its own.  [0.004]",
    ),
]


# ----------------------------------------------------------------------------------------------------------------------
# Opening of a target, and the message for one without responses
# ----------------------------------------------------------------------------------------------------------------------

BAUD_RATES = (1_000_000, 500_000, 250_000, 128_000, 115_200, 57_600, 38_400)


@contextmanager
def open_target(
    target: str, baud: int, protocol: str, patience: float | None = None
) -> "Iterator[tuple[Bus, RobotFile | None]]":
    """Context with the bus of a robot file or of a port."""
    from snakelab.parameters.arguments import choice
    from snakelab.plugins.hardware.remote_driver import open_bus
    from snakelab.plugins.hardware.robot_file import PROTOCOLS, emulated_robot, read_robot_file, robot_from_text

    path, robot = Path(target), None
    choice(protocol, "--protocol", PROTOCOLS, HardwareError)
    if path.suffix in (".yaml", ".yml"):
        robot = read_robot_file(path)
        bus = open_bus(robot)
    elif target == "emulated":
        robot = emulated_robot(4, protocol=protocol)
        bus = open_bus(robot)
    elif path.is_file() or path.is_dir():
        raise HardwareError(f"{target} is neither a robot file (.yaml) nor a serial port such as /dev/ttyUSB0")
    else:
        text = f"port: {json.dumps(target)}\nbaud: {baud}\nprotocol: {protocol}\nids: [0]\n"
        bus = open_bus(robot_from_text(text + (f"patience: {patience}\n" if patience else ""), "command line"))
    try:
        yield bus, robot
    finally:
        bus.close()


def open_outputs(path: Path) -> "OutputDriver":
    """Return the driver of a robot file with outputs."""
    from snakelab.plugins.hardware.i2c import LinuxI2c
    from snakelab.plugins.hardware.output_driver import OutputDriver
    from snakelab.plugins.hardware.output_engine import EmulatedRobot
    from snakelab.plugins.hardware.output_file import read_output_file
    from snakelab.plugins.hardware.robot_file import EMULATED

    robot = read_output_file(path)
    line = EmulatedRobot(robot).line if robot.port == EMULATED else LinuxI2c(robot.port)
    return OutputDriver(line, robot, print_warning)


def no_response(
    bus: "Bus", robot: "RobotFile | None", target: str, baud: int, protocol: str, last: int, patience: float | None
) -> str:
    """Return the message for a line without responses; other baud rates of a port are tried."""
    if robot is None:
        bus.close()
        for other in BAUD_RATES:
            if other == baud:
                continue
            with suppress(HardwareError), open_target(target, other, protocol, patience) as (trial, _):
                if servos := trial.scan(range(min(last, 30) + 1)):
                    does = "does" if len(servos) == 1 else "do"
                    return f"no servo answers at {baud} baud, but {len(servos)} {does} at {other}; add --baud {other}"
    return "no servo answers; check the power of the servos, the cable and the baud rate"


# ----------------------------------------------------------------------------------------------------------------------
# Measured values, and their tables for the terminal
# ----------------------------------------------------------------------------------------------------------------------


def state_of(bus: "Bus", ident: int, model: int) -> dict[str, Any]:
    names = ("present_position", "present_voltage", "present_temperature", "torque_enable")
    try:
        values = [round(bus.read(ident, name), 4) for name in names]
    except HardwareError:  # it has answered before
        values = [math.nan] * len(names)
    return {
        "id": ident,
        "model": model,
        **dict(zip(("position", "voltage", "temperature", "torque"), values, strict=True)),
    }


def states_of(bus: "Bus", idents: list[int]) -> list[dict[str, Any]]:
    """Return what several servos measure, as plain data, with words for status and torque; NaN for a servo without an answer."""
    from snakelab.plugins.hardware.start_check import fault_text

    feedback, health = bus.sync_read(idents, bus.feedback), bus.sync_read(idents, bus.health)
    columns = [name.removeprefix("present_") for name in (*bus.feedback, *bus.health)]
    rows = []
    for i, ident in enumerate(idents):
        row: dict[str, Any] = {"id": ident}
        row |= dict(zip(columns, (*feedback[i].tolist(), *health[i].tolist()), strict=True))
        torque = row.pop("torque_enable")
        row["torque"] = torque if missing(torque) else "on" if torque else "off"
        if not missing(status := row.pop("status")):
            bits = int(status) | bus.faults.get(ident, 0)
            row["status"] = fault_text(bus.fault_names, bits) if bits else OK
        else:
            row["status"] = status
        rows.append(row)
    return rows


@functools.cache
def _columns() -> "dict[str, Quantity]":
    from snakelab.plugins.hardware.readings import QUANTITIES

    return {quantity.column: quantity for quantity in QUANTITIES.values()}


OK = "ok"  # status of a servo without a fault


def servo_table(rows: Sequence[dict[str, Any]]) -> Table:
    """Return a table with one row for each servo."""
    table, columns = Table(box=None, pad_edge=False), _columns()
    for name in rows[0]:
        unit = columns[name].unit if name in columns else "1"
        table.add_column(name if unit == "1" else f"{name} [{unit}]", justify="right")
    for row in rows:
        silent = any(isinstance(value, float) and math.isnan(value) for value in row.values())
        cells = [
            value if isinstance(value, str) else "-" if missing(value) else format(value, _digits(name))
            for name, value in row.items()
        ]
        table.add_row(*cells, style="red" if silent or row.get("status", OK) != OK else None)
    return table


def result_table(idents: Sequence[int], moved: Sequence[float], wanted: float) -> Table:
    """Return the result of a test: how far each joint moved."""
    table = Table(box=None, pad_edge=False)
    for name in ("joint", "id", "moved [rad]", "of [rad]", ""):
        table.add_column(name, justify="right")
    for i, (ident, travel) in enumerate(zip(idents, moved, strict=True)):
        good = travel > 0.5 * wanted
        table.add_row(
            str(i + 1),
            str(ident),
            f"{travel:.3f}",
            f"{wanted:.3f}",
            Text("yes", "green") if good else Text("no", "red"),
        )
    return table


def _digits(name: str) -> str:
    columns = _columns()
    return columns[name].digits if name in columns else "g"


def missing(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


def output_table(robot: "OutputFile", reading: "OutputReading") -> Table:
    """Return a table with one row for each output."""
    table = Table(box=None, pad_edge=False)
    for name in ("output", "channel", "pulse [us]", "signal [V]", "pressure [bar]"):
        table.add_column(name, justify="right")
    if robot.thrusters is not None:
        for i, channel in enumerate(robot.thrusters.channels):
            pulse = f"{1e6 * reading.pulse[i]:.1f}" if reading.pulse[i] else "none"
            table.add_row(f"thruster {i + 1}", str(channel), pulse, "-", "-")
    if robot.regulators is not None:
        for i, channel in enumerate(robot.regulators.channels):
            measured = float(reading.measured[i])
            pressure = "not measured" if math.isnan(measured) else f"{measured / 1e5 + 0.0:.2f}"
            table.add_row(f"regulator {i + 1}", str(channel), "-", f"{reading.signal[i]:.3f}", pressure)
    return table
