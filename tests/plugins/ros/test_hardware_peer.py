"""The node on emulated servos, on a serial line and in simulated time, against a real ROS 2 (rclpy with Fast DDS)."""

import subprocess

import pytest

from plugins.ros.test_peer import HERE, PEER, environment, node, pytestmark, seen  # noqa: F401
from servo_terminal import ServoTerminal
from snakelab.plugins.hardware.feetech_protocol import FeetechServos
from snakelab.plugins.hardware.imu import EmulatedImu, resting

IDS = (1, 2, 3, 4)


@pytest.fixture
def line():
    """Four servos and an IMU on a pseudo-terminal."""
    with ServoTerminal(FeetechServos(IDS, imu=EmulatedImu(200, resting))) as terminal:
        yield terminal


def robot_file(folder, port="emulated", more="imu: {id: 200}"):
    """A robot file of the four servos."""
    path = folder / "robot.yaml"
    path.write_text(
        f"ids: 1-4\nport: {port}\nlimits: [-3, 3]\npatience: 0.2\nsafety: {{soft_start: 0.2}}\n{more}\n",
        encoding="utf-8",
    )
    return str(path)


def test_a_peer_gets_what_servos_on_a_serial_line_measure(tmp_path, line):
    with node("planar_prototype", "--backend", "cyclonedds", "--hardware", robot_file(tmp_path, line.port)):
        answer = seen(5)
        torque = line.servos.bank.get("torque_enable").copy()
    assert (torque == 1).all() and (line.servos.bank.get("torque_enable") == 0).all()
    assert answer["counts"]["/joint_states"] > 200 and len(answer["position"]) == 4 and answer["effort"] == []
    assert "/clock" not in answer["counts"] and "/odom" not in answer["counts"]
    assert answer["voltage"] == pytest.approx(12.0, abs=0.2)
    assert 10.0 < answer["temperature"] < 60.0
    assert answer["servos"] == [[f"snakelab: servo {ident}", "ok"] for ident in IDS]
    assert answer["imu_attitude_known"] and answer["imu_rate"] == pytest.approx(0.0, abs=1e-3)
    assert int(answer["values"]["exchanges"]) > 200


@pytest.mark.parametrize(("word", "source"), [("emergency_stop", "/emergency_stop"), ("stop", "/snakelab/stop")])
def test_a_peer_stops_servos_on_a_serial_line(tmp_path, line, word, source):
    with node("planar_prototype", "--backend", "cyclonedds", "--hardware", robot_file(tmp_path, line.port)) as process:
        answer = seen(8, word)
        assert (line.servos.bank.get("torque_enable") == 0).all()
        assert process.poll() is None
    assert answer["sent"] > 0 and f"emergency stop by {source}" in answer["status"]


def test_the_service_of_the_back_end_rclpy_stops_servos_on_a_serial_line(tmp_path, line):
    words = ("planar_prototype", "--backend", "rclpy", "--hardware", robot_file(tmp_path, line.port))
    with node(*words, python=PEER):
        answer = seen(5, "stop_service")
        assert (line.servos.bank.get("torque_enable") == 0).all()
    assert answer["services"]["stop"][0] is True


def test_the_imu_of_a_peer_is_measured(tmp_path):
    made = {"env": environment(""), "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    made["env"].pop("PYTHONPATH", None)
    with subprocess.Popen([PEER, str(HERE / "peer.py"), "60", "imu"], **made) as sender:
        words = ("--hardware", robot_file(tmp_path, more="imu: {topic: /head/imu}"))
        with node("planar_prototype", "--backend", "cyclonedds", *words):
            answer = seen(5)
        sender.terminate()
    assert answer["imu_rate"] == pytest.approx(0.25) and not answer["imu_attitude_known"]
