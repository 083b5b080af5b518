"""Commands for the servos of a robot, on emulated servos."""

import json
import os
import signal
import threading

import pytest
from typer.testing import CliRunner

import snakelab as sl
from snakelab.cli.main import app
from snakelab.cli.run import emergency_controls

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
    assert "temperature [degC]" in said("watch", "emulated", "--duration", "0.1")


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
        assert robot.stopped.wait(600)
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
        assert hint == "for an emergency stop: space bar"
        os.write(own, b" ")
        assert stopped.wait(600)
    os.close(own)
