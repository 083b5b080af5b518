"""Commands `snakelab bus ...`: find, watch, configure, test and drive the servos of a robot."""

import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from snakelab.cli.console import (
    EXIT_CODES,
    FAILED,
    Json,
    clean_errors,
    print_error,
    print_json,
    print_notice,
    print_warning,
    results,
    until_interrupted,
)
from snakelab.errors import HardwareError, counted
from snakelab.plugins.hardware.bus_targets import (
    OK,
    Baud,
    Ident,
    Patience,
    ProtocolOption,
    Robot,
    Target,
    missing,
    no_response,
    open_outputs,
    open_target,
    output_table,
    result_table,
    servo_table,
    state_of,
    states_of,
)

app = typer.Typer(
    no_args_is_help=True, help="Find, watch, configure and test the servos of a robot, or its other outputs."
)

Yes = Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")]
Duration = Annotated[float | None, typer.Option(metavar="SECONDS", min=0.0, help="End after this time.")]

FORMAT, REGISTERS_FORMAT = "snakelab-bus-scan-1", "snakelab-bus-registers-1"
# Motion of `snakelab bus test` [rad], its duration in each direction [s], and the threshold of a motion.
TEST_ANGLE, TEST_TIME, MIN_TRAVEL_RATIO = 0.1, 1.0, 0.5


@app.command("scan", epilog=EXIT_CODES)
def scan(
    target: Target,
    baud: Baud = 1_000_000,
    protocol: ProtocolOption = "feetech",
    patience: Patience = None,
    last: Annotated[int, typer.Option(metavar="ID", min=0, max=253, help="Last id to try.")] = 253,
    as_json: Json = False,
) -> None:
    """List the servos that answer."""
    with clean_errors(), open_target(target, baud, protocol, patience) as (bus, robot):
        rows = []
        for ident, model in bus.scan(range(last + 1)).items():
            state = state_of(bus, ident, model)
            if not bus.statistics.shared(ident):  # reported below
                rows.append(state)
        shared = [ident for ident in range(last + 1) if bus.statistics.shared(ident)]
        if getattr(bus, "echo", False):
            print_warning("the adapter returns all bytes that are sent to it; its echo is removed")
        if as_json:
            plain = [{name: None if missing(value) else value for name, value in row.items()} for row in rows]
            print_json({"format": FORMAT, "servos": plain, "damaged": shared})
        elif rows:
            results().print(servo_table(rows))
        elif not shared:
            raise HardwareError(no_response(bus, robot, target, baud, protocol, last, patience))
        if shared:
            from snakelab.plugins.hardware.servo_bus import shared_id

            for ident in shared:
                print_error(shared_id(ident))
            raise typer.Exit(FAILED)


@app.command("ping", epilog=EXIT_CODES)
def ping(
    target: Target,
    ident: Ident,
    baud: Baud = 1_000_000,
    protocol: ProtocolOption = "feetech",
    patience: Patience = None,
) -> None:
    """Check that one servo answers."""
    with clean_errors(), open_target(target, baud, protocol, patience) as (bus, _):
        start = bus.clock.now()
        model = bus.ping(ident)
        print(f"servo {ident} answers: model {model}, after {1e3 * (bus.clock.now() - start):.2f} ms", flush=True)


@app.command("watch", epilog=EXIT_CODES)
def watch(
    target: Target,
    baud: Baud = 1_000_000,
    protocol: ProtocolOption = "feetech",
    patience: Patience = None,
    duration: Duration = None,
) -> None:
    """Show what the servos measure until Ctrl-C; nothing is commanded."""
    with clean_errors():
        if Path(target).suffix in (".yaml", ".yml") and _watched_over_link(Path(target), duration):
            return
    with clean_errors(), open_target(target, baud, protocol, patience) as (bus, robot):
        from rich.live import Live

        idents = list(robot.ids) if robot is not None else list(bus.scan())
        if not idents:
            raise HardwareError(no_response(bus, robot, target, baud, protocol, 253, patience))
        until = time.perf_counter() + (duration if duration is not None else float("inf"))
        console = results()
        with until_interrupted("the display"), Live(console=console, refresh_per_second=10, transient=False) as live:
            while time.perf_counter() < until:
                live.update(servo_table(states_of(bus, idents)))
                time.sleep(0.1)
                bus.clock.sleep_until(bus.clock.now() + 0.1)
        if not console.is_terminal:  # the table ends without a line break there
            console.print()


def _watched_over_link(path: Path, duration: float | None) -> bool:
    """Show what a robot on another computer measures; return False for a robot file with a port of this computer."""
    from rich.live import Live

    from snakelab.plugins.hardware.readings import QUANTITIES
    from snakelab.plugins.hardware.remote_driver import driver_for, fault_names
    from snakelab.plugins.hardware.robot_file import read_robot_file
    from snakelab.plugins.hardware.start_check import fault_text
    from snakelab.plugins.hardware.tls_channel import SCHEME

    robot = read_robot_file(path)
    if not robot.port.startswith(SCHEME):
        return False
    driver = driver_for(robot, None, 0, print_warning, commands=False)
    names = fault_names(robot.protocol)
    try:
        driver.begin()
        until = time.perf_counter() + (duration if duration is not None else float("inf"))
        with until_interrupted("the display"), Live(console=results(), refresh_per_second=10) as live:
            while time.perf_counter() < until:
                reading = driver.measure()
                measured = {quantity.column: getattr(reading, name) for name, quantity in QUANTITIES.items()}
                rows = [
                    {
                        "id": ident,
                        **{name: float(values[i]) for name, values in measured.items()},
                        "status": fault_text(names, int(reading.faults[i])) if reading.faults[i] else OK,
                    }
                    for i, ident in enumerate(robot.ids)
                ]
                live.update(servo_table(rows))
                time.sleep(0.1)
    finally:
        driver.close()
    return True


@app.command("set-id", epilog=EXIT_CODES)
def set_id(
    target: Target,
    old: Annotated[int, typer.Argument(metavar="OLD", help="Current id of the servo.")],
    new: Annotated[int, typer.Argument(metavar="NEW", help="Its new id.")],
    baud: Baud = 1_000_000,
    protocol: ProtocolOption = "feetech",
    patience: Patience = None,
) -> None:
    """Change the id of a servo, permanently."""
    with clean_errors(), open_target(target, baud, protocol, patience) as (bus, _):
        bus.change_id(old, new)
        print(f"servo {old} has the id {new} now", flush=True)


@app.command("zero", epilog=EXIT_CODES)
def zero(
    target: Target,
    idents: Annotated[list[int], typer.Argument(metavar="ID...", help="Ids of the servos.")],
    baud: Baud = 1_000_000,
    protocol: ProtocolOption = "feetech",
    patience: Patience = None,
    yes: Yes = False,
) -> None:
    """Set the current angle of servos as their centre position, permanently."""
    with clean_errors(), open_target(target, baud, protocol, patience) as (bus, _):
        from snakelab.plugins.hardware.servo_bus import named

        if not yes:
            what = ("angle of", "its middle") if len(idents) == 1 else ("angles of", "their middles")
            typer.confirm(f"make the present {what[0]} {named(idents)} {what[1]}?", abort=True)
        for ident in idents:
            before = bus.read(ident, "present_position")
            bus.centre(ident)
            print(f"servo {ident}: {before:+.4f} rad is the middle now", flush=True)


@app.command("test", epilog=EXIT_CODES)
def test(robot: Robot, yes: Yes = False) -> None:
    """Move each joint slightly back and forth, and report which joints moved."""
    with clean_errors():
        import numpy as np

        from snakelab.plugins.hardware.remote_driver import open_driver
        from snakelab.plugins.hardware.robot_file import read_robot_file

        file = read_robot_file(robot)
        driver = open_driver(file, on_warning=print_warning)
        if not yes:
            typer.confirm(
                f"move {'the joint' if driver.n == 1 else f'each of the {driver.n} joints'} by {TEST_ANGLE:g} rad?",
                abort=True,
            )
        try:
            start = driver.begin().q
            start = np.where(np.isfinite(start), start, 0.0)  # of a servo that is omitted, which gets no goal
            moved = [_displacement(driver, start, i) for i in range(driver.n)]
        finally:
            driver.close()
        results().print(result_table(file.ids, moved, TEST_ANGLE))
        if not all(travel > MIN_TRAVEL_RATIO * TEST_ANGLE for travel in moved):
            print_error("not all joints moved; check zero, limits, torque and the cables of those marked no")
            raise typer.Exit(FAILED)


@app.command("return", epilog=EXIT_CODES)
def return_(robot: Robot, yes: Yes = False) -> None:
    """Move joints that are outside their limits slowly to the nearest limit."""
    with clean_errors():
        from dataclasses import replace

        from snakelab.plugins.hardware.remote_driver import open_driver
        from snakelab.plugins.hardware.robot_file import read_robot_file
        from snakelab.plugins.hardware.servo_bus import named
        from snakelab.plugins.hardware.start_check import outside

        file = read_robot_file(robot)
        file.safety = replace(file.safety, outside_limits="return")
        driver = open_driver(file, on_warning=print_warning)
        try:
            problems = outside(file, driver.begin().q)
            if not problems:
                print("all joints are within their limits", flush=True)
                return
            one, servos = len(problems) == 1, named([problem.ident for problem in problems])
            joints, limits = f"joint{'' if one else 's'} of {servos}", "its limit" if one else "their limits"
            if not yes:
                typer.confirm(f"move the {joints} to {limits} at 0.3 rad/s?", abort=True)
            driver.engage()
            print(f"the {joints} {'is' if one else 'are'} at {limits}", flush=True)
        finally:
            driver.close()


@app.command("limp", epilog=EXIT_CODES)
def limp(
    target: Target, baud: Baud = 1_000_000, protocol: ProtocolOption = "feetech", patience: Patience = None
) -> None:
    """Switch off the torque of all servos of a robot file, or of all that answer on a port, and check it."""
    with clean_errors(), open_target(target, baud, protocol, patience) as (bus, robot):
        import numpy as np

        from snakelab.plugins.hardware.serial_exchanges import unconfirmed, write_each

        if robot is not None:
            idents = list(robot.ids)
        else:
            everyone = range(bus.last_id + 1)
            bus.sync_write(everyone, ("torque_enable",), np.zeros((len(everyone), 1)))  # at once; the check comes later
            print("the torque was switched off; checking which servos answer ...", flush=True)
            idents = list(bus.scan())
            if not idents:
                raise HardwareError(no_response(bus, robot, target, baud, protocol, 253, patience))
        if left := write_each(bus, idents, "torque_enable", 0.0):
            silent = unconfirmed(left, "that its torque is off", "that their torque is off")
            raise HardwareError(f"{silent}; switch the supply off")
        print(f"the torque of {counted(len(idents), 'servo')} is off: {', '.join(map(str, idents))}", flush=True)


@app.command("read", epilog=EXIT_CODES)
def read(
    target: Target,
    ident: Ident,
    baud: Baud = 1_000_000,
    protocol: ProtocolOption = "feetech",
    patience: Patience = None,
    as_json: Json = False,
) -> None:
    """Show all registers of a servo."""
    with clean_errors(), open_target(target, baud, protocol, patience) as (bus, _):
        values = {name: bus.read(ident, name) for name in bus.table}
        if as_json:
            units = {name: item.unit for name, item in bus.table.items()}
            ranges = {name: list(item.range) for name, item in bus.table.items() if item.writable}
            print_json({"format": REGISTERS_FORMAT, "id": ident, "registers": values, "units": units, "ranges": ranges})
            return
        table = Table(box=None, pad_edge=False)
        for title in ("register", "value", "unit", "allowed", "permanent"):
            table.add_column(title, justify="right" if title == "value" else "left")
        for name, value in values.items():
            item = bus.table[name]
            allowed = item.allowed.removesuffix(item.unit_text) if item.writable else "measured"
            unit = "" if item.unit == "-" else item.unit
            table.add_row(name, f"{value:.6g}", unit, allowed, "yes" if item.permanent else "")
        results().print(table)


@app.command("write", epilog=EXIT_CODES, context_settings={"ignore_unknown_options": True})  # such as -1.5
def write(
    target: Target,
    ident: Ident,
    name: Annotated[str, typer.Argument(metavar="REGISTER", help="Name of the register; see snakelab bus read.")],
    value: Annotated[float, typer.Argument(metavar="VALUE", help="Value in the unit of the register.")],
    baud: Baud = 1_000_000,
    protocol: ProtocolOption = "feetech",
    patience: Patience = None,
) -> None:
    """Write a register of a servo, and check it; a value outside of its range is refused."""
    with clean_errors(), open_target(target, baud, protocol, patience) as (bus, _):
        before = bus.read(ident, name)
        bus.write(ident, name, value)
        item, now = bus.table[name], bus.read(ident, name)
        if not abs(now - value) < 1.01 * item.scale:  # it may have changed since `write` has read it back
            raise HardwareError(f"servo {ident} does not keep {name} = {value:g}: it has {now:.6g}{item.unit_text} now")
        print(f"servo {ident}: {name} was {before:.6g} and is {now:.6g}{item.unit_text} now", flush=True)


@app.command("set-limits", epilog=EXIT_CODES)
def set_limits(
    robot: Robot,
    idents: Annotated[
        list[int] | None, typer.Argument(metavar="[ID...]", help="Ids of the servos; all by default.")
    ] = None,
    yes: Yes = False,
) -> None:
    """Write the joint limits of a robot file into its servos, permanently; their torque must be off."""
    with clean_errors(), open_target(str(robot), 1, "feetech", None) as (bus, file):
        import numpy as np

        from snakelab.plugins.hardware.serial_exchanges import write_limits
        from snakelab.plugins.hardware.servo_bus import named

        if file is None:
            raise HardwareError(f"{robot} is not a robot file: its name must end in .yaml")
        if file.multi_turn:
            raise HardwareError(
                f"{robot} has multi_turn: true, and servos limit themselves within one turn only; remove it"
            )
        ends = np.sort(file.calibration.to_servo(file.limits.T), axis=0)
        wanted = list(file.ids) if not idents else idents
        for ident in wanted:
            if ident not in file.ids:
                raise HardwareError(f"servo {ident} is not in {robot}; its ids are {', '.join(map(str, file.ids))}")
        for ident in wanted:
            low, high = ends[:, file.ids.index(ident)].tolist()
            kept = f"{bus.read(ident, 'lower_limit'):+.3f} to {bus.read(ident, 'upper_limit'):+.3f} rad"
            print(f"servo {ident}: limits {kept} become {low:+.3f} to {high:+.3f} rad", flush=True)
        if not yes:
            typer.confirm(f"write these limits into {named(wanted)}, permanently?", abort=True)
        for ident in wanted:
            low, high = write_limits(bus, ident, *ends[:, file.ids.index(ident)].tolist())
            print(f"servo {ident}: limits {low:+.3f} to {high:+.3f} rad", flush=True)


@app.command("set-baud", epilog=EXIT_CODES)
def set_baud(
    target: Target,
    new: Annotated[int, typer.Argument(metavar="NEW", min=1, help="New baud rate.")],
    idents: Annotated[
        list[int] | None, typer.Argument(metavar="[ID...]", help="Ids of the servos; all that answer by default.")
    ] = None,
    baud: Baud = 1_000_000,
    protocol: ProtocolOption = "feetech",
    patience: Patience = None,
) -> None:
    """Change the baud rate of servos, permanently, and check that they answer there."""
    with clean_errors(), open_target(target, baud, protocol, patience) as (bus, robot):
        wanted = idents or (list(robot.ids) if robot is not None else list(bus.scan()))
        if not wanted:
            raise HardwareError(no_response(bus, robot, target, baud, protocol, 253, patience))
        for ident in wanted:
            bus.ping(ident)  # before any of them is changed
        for ident in wanted:
            bus.change_baud(ident, new)
            print(f"servo {ident} answers at {new} baud now", flush=True)
        file = f"; write baud: {new} in {target}" if robot is not None else f"; add --baud {new}"
        print(f"{counted(len(wanted), 'servo')} {'has' if len(wanted) == 1 else 'have'} {new} baud{file}", flush=True)


@app.command("serve", epilog=EXIT_CODES)
def serve(
    robot: Robot,
    listen: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address of this computer to listen on.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", min=1, max=65535, help="TCP port.")] = 8710,
    key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Key of this computer.  [default: beside the robot file; created if missing]"
        ),
    ] = None,
) -> None:
    """Drive a robot for a controller on another computer, over an encrypted connection.

    If the connection is lost, the robot first holds its shape and then switches off its torque.
    """
    with clean_errors():
        from snakelab.plugins.hardware.remote_driver import open_driver
        from snakelab.plugins.hardware.robot_file import read_robot_file
        from snakelab.plugins.hardware.robot_server import RobotServer
        from snakelab.plugins.hardware.tls_channel import SERVER, key_paths, make_keys, read_key

        file, place = read_robot_file(robot), key or key_paths(robot)[SERVER]
        if key is None and not place.exists():
            _show_keys(make_keys(robot))
        secret = read_key(place)
        driver = open_driver(file, on_warning=print_warning)
        server = RobotServer(driver, secret, listen, port, print_notice, print_warning)
        print(f"driving {file.name} at {listen}:{server.port}; its key is {place}  (Ctrl-C ends it)", flush=True)
        with until_interrupted("the server"):
            server.run()


@app.command("stop", epilog=EXIT_CODES)
def stop(robot: Robot) -> None:
    """Stop a robot on another computer, and check it; with the key of its pilot or of a viewer, whoever drives it.

    It then ignores commands until snakelab bus serve is started again.
    """
    with clean_errors():
        from snakelab.plugins.hardware.remote_driver import remote_driver
        from snakelab.plugins.hardware.robot_file import read_robot_file
        from snakelab.plugins.hardware.tls_channel import SCHEME

        file = read_robot_file(robot)
        if not file.port.startswith(SCHEME):
            raise HardwareError(
                f"{robot} is a robot on this computer ({file.port}): end the program that drives it with the space bar in its "
                f"terminal; if none does, type: snakelab bus limp {robot}"
            )
        print(remote_driver(file).stop_and_confirm("snakelab bus stop"), flush=True)


@app.command("keys", epilog=EXIT_CODES)
def keys(robot: Robot, yes: Yes = False) -> None:
    """Make the keys of a link to a robot: of its computer, of its pilot and of viewers.

    Existing keys are replaced, and are then refused.
    """
    with clean_errors():
        from snakelab.plugins.hardware.robot_file import read_robot_file
        from snakelab.plugins.hardware.tls_channel import key_paths, make_keys

        read_robot_file(robot)
        if not yes and any(path.exists() for path in key_paths(robot).values()):
            typer.confirm("replace the keys, so that the present ones are refused?", abort=True)
        _show_keys(make_keys(robot))


@app.command("outputs", epilog=EXIT_CODES)
def outputs(robot: Robot) -> None:
    """Show pulses, signals and measured pressures of a robot with thrusters or pressure regulators; nothing is commanded."""
    with clean_errors():
        driver = open_outputs(robot)
        try:
            reading = driver.begin()
            results().print(output_table(driver.robot, reading))
        finally:
            driver.close()


@app.command("neutral", epilog=EXIT_CODES)
def neutral(robot: Robot) -> None:
    """Set the thrusters of a robot to neutral, vent its pressure regulators, and read both back."""
    with clean_errors():
        driver = open_outputs(robot)
        try:
            driver.outputs.begin()
            driver.neutral()
        finally:
            driver.close()
        n, m = driver.robot.n_thrusters, driver.robot.n_regulators
        print(
            f"{counted(n, 'thruster')} {'is' if n == 1 else 'are'} neutral, and {counted(m, 'regulator')} "
            f"{'vents' if m == 1 else 'vent'}",
            flush=True,
        )


def _show_keys(paths: dict[str, Path]) -> None:
    server, pilot, viewer = paths.values()
    print(f"made the keys {server} (stays here), {pilot} (copy it to the pilot) and {viewer} (to viewers)", flush=True)


def _displacement(driver: Any, start: Any, i: int) -> float:
    """Move one joint back and forth, and return the largest displacement [rad]."""
    low, high = driver.robot.limits[i]
    travel = TEST_ANGLE if start[i] + TEST_ANGLE < high else -TEST_ANGLE
    period, farthest = 1.0 / driver.robot.rate, 0.0
    steps = max(2, round(TEST_TIME / period))
    begin = driver.clock.now()
    for k in range(1, steps + 1):
        target = start.copy()
        target[i] += travel * min(1.0, 2.0 * min(k, steps - k) / steps * 1.2)
        due = begin + k * period
        driver.command(target, due)
        driver.clock.sleep_until(due - driver.read_time)
        farthest = max(farthest, abs(driver.measure().q[i] - start[i]))
        driver.clock.sleep_until(due)
    assert low < high
    return float(farthest)
