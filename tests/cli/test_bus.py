"""Commands for the servos of a robot, on emulated servos."""

import json
import os
import signal
import threading

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

import snakelab as sl
from plugins.hardware.faulty_line import line_of
from snakelab.cli.main import app
from snakelab.cli.run_command import emergency_controls
from snakelab.plugins.hardware.bus_targets import servo_table, states_of
from snakelab.plugins.hardware.feetech import FeetechBus

RUN = CliRunner()
SCENARIO = """
name: small
robot:
  base: planar
  parts:
    - link: {length: 0.1, mass: 0.1}
    - repeat: {times: 3, parts: [{revolute: {axis: z, actuator: {servo: {kp: 5, kd: 0.05}}}}, {link: {length: 0.1, mass: 0.1}}]}
world: {media: [{viscous_friction: {tangential: 0.5, normal: 5}}]}
controller: {serpenoid_gait: {amplitude: 0.4, angular_frequency: 3, phase_lag: 0.8}}
duration: 0.3
"""


def said(*words, code=0):
    result = RUN.invoke(app, ["bus", *words])
    assert result.exit_code == code, result.output
    return result.output


def test_scan_lists_the_servos():
    assert [line.split()[0] for line in said("scan", "emulated", "--last", "6").splitlines()[1:]] == [
        "1",
        "2",
        "3",
        "4",
    ]
    document = json.loads(said("scan", "emulated", "--last", "6", "--json"))
    assert document["servos"][0] == {
        "id": 1, "model": 777, "position": 0.0, "voltage": 12.0, "temperature": 25.0, "torque": 0.0
    }  # fmt: skip


def test_one_servo_answers_and_another_does_not():
    assert said("ping", "emulated", "3").startswith("servo 3 answers: model 777")
    assert "no answer from servo 9; check its power" in said("ping", "emulated", "9", code=2)


def test_ids_and_middles_are_changed():
    assert "servo 2 has the id 9 now" in said("set-id", "emulated", "2", "9")
    assert "id 3 is in use" in said("set-id", "emulated", "2", "3", code=2)
    assert "servo 1: +0.0000 rad is the middle now" in said("zero", "emulated", "1", "--yes")
    assert "the torque of 4 servos is off: 1, 2, 3, 4" in said("limp", "emulated")


def test_watch_shows_a_table():
    table = said("watch", "emulated", "--duration", "1")
    assert "temperature [degC]" in table
    words = [line.split()[-2:] for line in table.rstrip().splitlines()[-4:]]
    assert words == 4 * [["off", "ok"]]  # torque and status


def test_watch_shows_faults_in_words():
    line = line_of([1, 2, 3])
    line.bank.faults[:] = 0, 0b100101, 0b10
    rows = states_of(FeetechBus(line), [1, 2, 3])
    assert [row["status"] for row in rows] == ["ok", "voltage, temperature, overload", "angle sensor"]
    console = Console(record=True, width=160)
    console.print(servo_table(rows))
    assert "voltage, temperature, overload" in console.export_text()


@pytest.mark.thorough
def test_each_joint_is_moved_and_a_dead_one_reported(tmp_path):
    file = tmp_path / "robot.yaml"
    file.write_text("ids: 1-3\n", encoding="utf-8")
    assert said("test", str(file), "--yes").count("yes") == 3
    file.write_text("ids: 1-3\nemulated: {dead: [2]}\n", encoding="utf-8")
    assert "servo 2 does not answer; check its cable" in said("test", str(file), "--yes", code=2)
    file.write_text("ids: 1-3\nemulated: {dead: [2]}\nsafety: {at_fault: warn}\n", encoding="utf-8")
    output = said("test", str(file), "--yes", code=1)
    assert output.count("yes") == 2 and "servo 2 does not answer" in output and "not all joints moved" in output


def test_a_missing_port_is_one_line():
    pytest.importorskip("serial", reason="pyserial is not installed")
    assert "there is no port /dev/ttyNONE; plug in the adapter" in said("scan", "/dev/ttyNONE", code=2)


def test_a_file_of_another_kind_in_place_of_a_robot_file_is_refused_in_one_line(tmp_path):
    program = tmp_path / "robot.py"
    program.write_text("print(1)\n", encoding="utf-8")
    assert "is a Python program, not a robot file; a robot file is a YAML file" in said("neutral", str(program), code=2)
    assert "is neither a robot file (.yaml) nor a serial port" in said("scan", str(program), code=2)


def test_the_protocol_of_emulated_servos_is_chosen_and_an_unknown_one_is_refused():
    assert "1060" in said("scan", "emulated", "--protocol", "dynamixel")  # the model number of an X series servo
    assert "777" in said("scan", "emulated")
    words = said("scan", "emulated", "--protocol", "dynamixl", code=2)
    assert "--protocol must be one of feetech, dynamixel; got 'dynamixl'; did you mean 'dynamixel'?" in words


@pytest.mark.parametrize("command", ["outputs", "neutral"])
def test_a_file_of_servos_is_named_as_such_where_outputs_are_wanted(tmp_path, command):
    (tmp_path / "robot.yaml").write_text("ids: 1-3\n", encoding="utf-8")
    words = said(command, str(tmp_path / "robot.yaml"), code=2)
    assert "describes servos, not thrusters or pressure regulators; type: snakelab bus watch" in words


@pytest.mark.thorough
def test_a_scenario_runs_on_emulated_hardware(tmp_path):
    (tmp_path / "small.yaml").write_text(SCENARIO, encoding="utf-8")
    (tmp_path / "robot.yaml").write_text("name: mine\nids: 1-3\n", encoding="utf-8")
    words = ["run", str(tmp_path / "small.yaml"), "--hardware", str(tmp_path / "robot.yaml"), "--no-figures"]
    result = RUN.invoke(app, [*words, "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    recording = sl.load(tmp_path / "out")
    assert recording.dataset.attrs["hardware"] == "mine" and "servo_load" in recording.dataset
    result = RUN.invoke(app, [*words, "--engine", "mujoco"])
    assert result.exit_code == 2


@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="this system has no SIGUSR1")
def test_a_signal_stops_the_robot():
    class Robot:
        stopped = threading.Event()

        def emergency_stop(self, source="program"):
            assert source == "signal"
            self.stopped.set()

    robot = Robot()
    before = signal.getsignal(signal.SIGUSR1)
    with emergency_controls(robot):
        os.kill(os.getpid(), signal.SIGUSR1)
        assert robot.stopped.wait(500)
    assert signal.getsignal(signal.SIGUSR1) == before


def test_the_space_bar_stops_the_robot(monkeypatch):
    import pty
    import sys

    own, other = pty.openpty()
    monkeypatch.setattr(sys, "stdin", os.fdopen(other))
    stopped = threading.Event()

    class Robot:
        def emergency_stop(self, source="program"):
            stopped.set()

    with emergency_controls(Robot()) as hint:
        assert hint == "emergency stop: space bar"
        os.write(own, b" ")
        assert stopped.wait(500)
    os.close(own)


# ---- commands that act, on servos that keep their registers from one command to the next ---------------------------


@pytest.fixture
def servos():
    pytest.importorskip("serial", reason="pyserial is not installed")
    pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    from servo_terminal import ServoTerminal
    from snakelab.plugins.hardware.emulated_servos import FreeShafts
    from snakelab.plugins.hardware.feetech_protocol import FeetechServos

    with ServoTerminal(FeetechServos((1, 2, 3), FreeShafts(np.array([0.0, 2.0, 0.0])))) as terminal:
        yield terminal


def robot_file(tmp_path, terminal, more=""):
    path = tmp_path / "robot.yaml"
    path.write_text(f"port: {terminal.port}\nids: 1-3\nlimits: [-1.5, 1.5]\npatience: 0.1\n{more}", encoding="utf-8")
    return str(path)


def test_registers_are_read_and_written(servos):
    wait = ("--patience", "0.1")
    assert "acceleration" in said("read", servos.port, "1", *wait)
    document = json.loads(said("read", servos.port, "1", "--json", *wait))
    assert document["registers"]["model"] == 777 and document["id"] == 1
    assert "servo 1: lower_limit was -3.14159 and is -1.5" in said(
        "write", servos.port, "1", "lower_limit", "-1.5", *wait
    )
    assert "did you mean 'mode'" in said("write", servos.port, "1", "mod", "0", *wait, code=2)
    assert "is measured by the servo" in said("write", servos.port, "1", "present_load", "0", *wait, code=2)
    assert "snakelab bus set-baud" in said("write", servos.port, "1", "baud_code", "0", *wait, code=2)


@pytest.mark.thorough
def test_limp_names_the_servos_that_confirm_it_and_fails_for_others(servos, tmp_path):
    servos.servos.bank.put(slice(None), "torque_enable", np.ones(3))
    assert "the torque of 3 servos is off: 1, 2, 3" in said("limp", servos.port)
    assert not servos.servos.bank.get("torque_enable").any()
    servos.servos.bank.put(slice(None), "torque_enable", np.ones(3))
    assert "the torque of 3 servos is off: 1, 2, 3" in said("limp", robot_file(tmp_path, servos))
    assert not servos.servos.bank.get("torque_enable").any()
    file = robot_file(tmp_path, servos).replace("robot", "more")
    text = (tmp_path / "robot.yaml").read_text(encoding="utf-8").replace("1-3", "1-4")
    (tmp_path / "more.yaml").write_text(text, encoding="utf-8")
    assert "servo 4 does not confirm that its torque is off" in said("limp", file, code=2)
    servos.servos.bank.put(slice(None), "id", np.array([11.0, 12.0, 13.0]))
    assert "servos 1, 2, 3 and 4 do not confirm that their torque is off; switch the supply off" in said(
        "limp", file, code=2
    )


def test_a_joint_outside_its_limits_is_brought_back_by_the_command_that_the_refusal_names(servos, tmp_path):
    file = robot_file(tmp_path, servos)
    assert f"type: snakelab bus return {file}" in said("test", file, "--yes", code=2)
    assert "the joint of servo 2 is at its limit" in said("return", file, "--yes")
    assert servos.servos.bank.plant.angles()[1] == pytest.approx(1.5, abs=0.05)
    assert "all joints are within their limits" in said("return", file, "--yes")


def test_limits_of_the_servos_are_those_of_the_robot_file(servos, tmp_path):
    file = robot_file(tmp_path, servos)
    servos.servos.bank.plant.angle[1] = 0.0
    servos.servos.bank.put(slice(None), "upper_limit", np.full(3, 0.3))
    assert f"type: snakelab bus set-limits {file} 1 (the same of 2, 3)" in said("test", file, "--yes", code=2)
    before = servos.servos.bank.memory.copy()
    asked = RUN.invoke(app, ["bus", "set-limits", file], input="n\n")
    assert asked.exit_code != 0 and "write these limits into servos 1, 2 and 3, permanently?" in asked.output
    assert "servo 1: limits -3.142 to +0.301 rad become -1.500 to +1.500 rad" in asked.output
    assert (servos.servos.bank.memory[:, :48] == before[:, :48]).all()
    assert said("set-limits", file, "--yes").count(": limits -1.500 to +1.500 rad") == 3
    assert servos.servos.bank.get("upper_limit") == pytest.approx(1.5, abs=2e-3)
    assert "servo 9 is not in" in said("set-limits", file, "9", code=2)
    servos.servos.bank.put(slice(None), "torque_enable", np.ones(3))
    assert "servo 1 has torque, and new limits could move it; switch the torque off first" in said(
        "set-limits", file, "--yes", code=2
    )


def test_new_limits_beside_the_old_ones_are_written_in_the_order_that_keeps_them_apart(servos, tmp_path):
    bank, file = servos.servos.bank, robot_file(tmp_path, servos)
    for old in ((-3.0, -2.0), (2.0, 3.0)):
        bank.put(slice(None), "lower_limit", np.full(3, old[0]))
        bank.put(slice(None), "upper_limit", np.full(3, old[1]))
        assert said("set-limits", file, "--yes").count(": limits -1.500 to +1.500 rad") == 3


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("torque_limit", "3", "torque_limit must be 0 to 1, got 3"),
        ("torque_limit", "3000", "torque_limit must be 0 to 1, got 3000"),
        ("torque_limit", "nan", "torque_limit must be 0 to 1, got nan"),
        ("goal_speed", "-inf", "goal_speed must be -50.2624 to 50.2624 rad/s, got -inf"),
        ("goal_position", "400", "goal_position must be -50.2639 to 43.9808 rad, got 400; degrees?"),
        (
            "goal_position",
            "3.5",
            "goal_position must be within the limits of servo 1, -3.14159 to 3.14006 rad, got 3.5",
        ),
        (
            "lower_limit",
            "-90",
            "lower_limit must be -3.14159 to 3.13852 rad, got -90; degrees? -90 degrees are -1.5708",
        ),
        (
            "upper_limit",
            "90",
            "upper_limit must be -3.14159 to 3.14006 rad, got 90; degrees? 90 degrees are 1.5708 rad",
        ),
        ("torque_enable", "128", "torque_enable must be a whole number from 0 to 2, got 128"),
    ],
)
def test_a_value_outside_of_its_range_is_refused_and_nothing_is_sent(servos, name, value, words):
    before = servos.servos.bank.memory[:, :56].copy()
    assert words in said("write", servos.port, "1", name, value, "--patience", "0.1", code=2)
    assert (servos.servos.bank.memory[:, :56] == before).all()


def test_the_lower_limit_of_a_servo_stays_below_the_upper_one(servos):
    wait = ("--patience", "0.1")
    assert "upper_limit was 3.14006 and is 0.5" in said("write", servos.port, "1", "upper_limit", "0.5", *wait)
    assert "lower_limit must be smaller than upper_limit; got lower_limit 0.5 rad" in said(
        "write", servos.port, "1", "lower_limit", "0.5", *wait, code=2
    )
    # both limits at the lowest count are FEETECH's mark for several turns
    assert "and is -3.14159 rad now" in said("write", servos.port, "1", "upper_limit", "-3.1416", *wait)


def test_the_table_of_registers_shows_units_and_ranges():
    rows = {line.split()[0]: line.split()[1:] for line in said("read", "emulated", "1").splitlines()[1:]}
    assert rows["upper_limit"] == ["3.14006", "rad", "-3.14159", "to", "3.14006", "yes"]
    assert rows["torque_limit"] == ["1", "0", "to", "1"] and rows["present_voltage"][-1] == "measured"
    document = json.loads(said("read", "emulated", "1", "--json"))
    assert document["ranges"]["torque_limit"] == [0.0, 1.0] and document["units"]["goal_speed"] == "rad/s"


def test_limits_in_degrees_never_reach_a_servo(servos, tmp_path):
    file = robot_file(tmp_path, servos)
    (tmp_path / "robot.yaml").write_text(f"port: {servos.port}\nids: 1-3\nlimits: [-90, 90]\n", encoding="utf-8")
    before = servos.servos.bank.memory[:, :48].copy()
    for words in (("set-limits", file, "--yes"), ("test", file, "--yes"), ("limp", file)):
        assert "degrees? write [-90*pi/180, 90*pi/180]" in said(*words, code=2)
    assert (servos.servos.bank.memory[:, :48] == before).all()


def test_commands_for_single_servos_name_the_one_that_stops_a_robot_over_a_link(tmp_path):
    file = tmp_path / "pilot.yaml"
    file.write_text("ids: 1-3\nport: tls://127.0.0.1:8710\nkey: robot.pilot.key\n", encoding="utf-8")
    for words in (("scan",), ("limp",), ("test", "--yes"), ("read", "1"), ("set-limits", "--yes")):
        output = said(words[0], str(file), *words[1:], code=2)
        assert "do not work over a link (tls://127.0.0.1:8710)" in output and f"snakelab bus stop {file}" in output
    file.write_text("ids: 1-3\n", encoding="utf-8")
    assert f"if none does, type: snakelab bus limp {file}" in said("stop", str(file), code=2)


def test_a_robot_file_that_does_not_fit_is_refused_before_anything_is_announced(tmp_path):
    (tmp_path / "small.yaml").write_text(SCENARIO, encoding="utf-8")
    for text, words in (
        ("ids: 1-4\n", "there are 4 servos, and robot"),
        ("thrusters: {address: 0x40, channels: 0-1, table: t200_16V}\n", "small"),
    ):
        (tmp_path / "robot.yaml").write_text(text, encoding="utf-8")
        command = ["run", str(tmp_path / "small.yaml"), "--hardware", str(tmp_path / "robot.yaml")]
        result = RUN.invoke(app, [*command, "--out", str(tmp_path / "out")])
        assert result.exit_code == 2 and words in result.output
        assert "simulating" not in result.output and "emergency stop" not in result.output, result.output


def test_the_baud_rate_of_a_servo_is_changed(servos):
    assert "FEETECH servos have no 9601 baud; allowed: 1000000" in said("set-baud", servos.port, "9601", "1", code=2)
