"""Runs on the wall clock: emulated servos on a pseudo-terminal, and what can be wrong with a port."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from typer.testing import CliRunner

import snakelab as sl
from plugins.hardware.faulty_line import SERVOS
from plugins.hardware.small_robots import TEXT, model
from servo_terminal import ServoTerminal
from snakelab.cli.main import app
from snakelab.plugins.hardware.emulated_servos import FreeShafts
from snakelab.plugins.hardware.feetech_protocol import FeetechServos
from snakelab.plugins.hardware.hardware_engine import HardwareEngine
from snakelab.plugins.hardware.readings import Mode
from snakelab.plugins.hardware.robot_file import robot_from_text
from snakelab.plugins.hardware.serial_exchanges import port_problem

pytest.importorskip("serial", reason="pyserial is not installed")
GAIT = sl.SerpenoidGait(0.3, 3.0, 0.8)


@pytest.fixture
def terminal():
    made = ServoTerminal(FeetechServos((1, 2, 3, 4)))
    with made:
        yield made


def robot(terminal, safety="soft_start: 0.2"):
    return robot_from_text(f"{TEXT}port: {terminal.port}\npatience: 0.3\nrate: 50\nsafety: {{{safety}}}\n")


def test_a_cable_that_is_pulled_ends_the_run_with_its_records(terminal):
    engine = HardwareEngine(robot(terminal))
    with sl.Simulation(model(), GAIT, engine=engine, record_rate=50.0) as simulation:
        simulation.advance(0.4)
        terminal.close()
        status = simulation.advance(0.4)
        recording = simulation.recording()
    assert status.kind == "failed" and "check cable and power" in status.reason
    assert recording.dataset.sizes["time"] > 20 and "base_position" not in recording.dataset


def test_a_program_that_stops_commanding_leaves_the_robot_limp(terminal):
    engine = HardwareEngine(robot(terminal, "soft_start: 0.2, hold_after: 0.1, limp_after: 0.3"))
    with sl.Simulation(model(), GAIT, engine=engine, record_rate=50.0) as simulation:
        simulation.advance(0.2)
        time.sleep(0.8)
        assert engine.driver.mode is Mode.LIMP and (terminal.servos.bank.get("torque_enable") == 0).all()
        simulation.advance(0.2)
        assert engine.driver.mode is Mode.ACTIVE and np.isfinite(simulation.state.q).all()


def test_an_emergency_stop_of_another_thread_ends_the_run(terminal):
    engine = HardwareEngine(robot(terminal))
    timer = threading.Timer(3.0, lambda: engine.emergency_stop("gamepad"))
    timer.start()
    recording = sl.simulate(model(), GAIT, 60.0, engine=engine, record_rate=50.0)
    timer.join(60.0)
    assert recording.status.kind == "stopped" and "emergency stop by gamepad" in recording.status.reason
    assert (terminal.servos.bank.get("torque_enable") == 0).all()


def test_a_slow_check_of_the_motion_comes_before_the_torque_and_the_watchdog(terminal, monkeypatch):
    torque = []

    def slow(self, *arguments):
        time.sleep(2.5)
        torque.append(terminal.servos.bank.get("torque_enable").max())

    monkeypatch.setattr("snakelab.plugins.hardware.hardware_engine.SelfIntersectionCheck.check_start", slow)
    engine = HardwareEngine(robot(terminal, "soft_start: 0.2, hold_after: 1.0"))
    recording = sl.simulate(model(), GAIT, 0.3, engine=engine, record_rate=50.0)
    assert torque == [0.0] and recording.finished
    assert "no command" not in recording.dataset.attrs["hardware_warnings"]


DRIVE = """
import sys, time
from snakelab.plugins.hardware.remote_driver import open_driver
from snakelab.plugins.hardware.robot_file import robot_from_text
driver = open_driver(robot_from_text(sys.argv[1]))
q = driver.begin().q
driver.engage()
while True:
    driver.command(q, driver.clock.now() + 0.02)
    driver.measure()
    time.sleep(0.02)
"""


def torque_within(terminal, seconds, value):
    """Return True if the torque of all servos has a value before a time has passed [s]."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with terminal.lock:
            if (terminal.servos.bank.get("torque_enable") == value).all():
                return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize(
    ("protocol", "at_stop", "how"),
    [
        ("feetech", "limp", "SIGKILL"),
        ("feetech", "hold", "SIGKILL"),
        ("feetech", "limp", "SIGSTOP"),
        ("dynamixel", "limp", "SIGKILL"),
    ],
)
def test_the_torque_ends_with_the_program_as_configured(protocol, at_stop, how):
    with ServoTerminal(SERVOS[protocol]((1, 2, 3, 4))) as terminal:
        check_the_end(terminal, protocol, at_stop, how)


def check_the_end(terminal, protocol, at_stop, how):
    safety = f"safety: {{at_stop: {at_stop}, limp_after: 0.5}}"
    text = f"{TEXT}port: {terminal.port}\nprotocol: {protocol}\npatience: 0.3\nrate: 50\n{safety}\n"
    process = subprocess.Popen([sys.executable, "-c", DRIVE, text])
    try:
        assert torque_within(terminal, 60.0, 1.0)
        time.sleep(0.3)
        process.send_signal(getattr(signal, how))
        assert torque_within(terminal, 10.0, 0.0) if at_stop == "limp" else not torque_within(terminal, 1.5, 0.0)
        with terminal.lock:
            assert (terminal.servos.bank.get("torque_enable") == (0.0 if at_stop == "limp" else 1.0)).all()
    finally:
        process.kill()
        process.wait(60)


OPEN_AS_NOBODY = """
import grp, os, sys
import serial.tools.list_ports, typer.testing
import snakelab.plugins.hardware.commands, snakelab.plugins.hardware.hardware_engine
from snakelab.cli.main import app
typer.testing.CliRunner().invoke(app, ["bus", "scan", "/dev/none"])  # imports all that is needed before the user changes
os.setgroups([]), os.setgid(65534), os.setuid(65534)
result = typer.testing.CliRunner().invoke(app, ["bus", "scan", sys.argv[1]])
print(result.exit_code, result.output)
"""


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become another user")
def test_a_user_without_permission_learns_the_group():
    controller, device = os.openpty()
    try:
        os.chmod(os.ttyname(device), 0o600)
        call = [sys.executable, "-c", OPEN_AS_NOBODY, os.ttyname(device)]
        done = subprocess.run(call, capture_output=True, text=True, timeout=300)
    finally:
        os.close(controller)
        os.close(device)
    code, output = done.stdout.split(" ", 1)
    assert code == "2", done.stderr
    assert "no permission to use /dev/pts/" in output and "type: sudo usermod -a -G" in output


def test_scan_names_the_baud_rate_at_which_servos_answer():
    with ServoTerminal(FeetechServos((1, 2), baud=115200)) as terminal:
        result = CliRunner().invoke(app, ["bus", "scan", terminal.port, "--last", "2"])
    assert result.exit_code == 2
    assert "no servo answers at 1000000 baud, but 2 do at 115200; add --baud 115200" in result.output


def test_two_servos_of_one_id_are_named_beside_the_others():
    servos = FeetechServos((1, 3, 3, 4), FreeShafts(np.array([0.0, 0.0, 0.5, 0.0])))
    with ServoTerminal(servos) as terminal:
        scanned = CliRunner().invoke(app, ["bus", "scan", terminal.port, "--last", "5"])
        pinged = CliRunner().invoke(app, ["bus", "ping", terminal.port, "3"])
    assert scanned.exit_code == 1 and pinged.exit_code == 2
    assert [line.split()[0] for line in scanned.output.splitlines()[1:3]] == ["1", "4"]
    for result in (scanned, pinged):
        assert (
            "two servos have this id, connect one of them alone and type: snakelab bus set-id PORT 3 NEW"
            in result.output
        )


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (
            PermissionError(13, "Permission denied"),
            "no permission to use /dev/null; type: sudo usermod -a -G root $USER",
        ),
        (OSError(16, "busy"), "/dev/null is in use by another program; end that program"),
        (FileNotFoundError(2, "No such file"), "there is no port /dev/null; plug in the adapter"),
        (OSError(5, "odd"), "/dev/null is not a serial port that can be opened"),
    ],
)
def test_a_port_that_cannot_be_opened_is_explained_in_one_line(problem, words):
    assert words in port_problem("/dev/null", 1e6, problem)
