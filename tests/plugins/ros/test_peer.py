"""The node against a real ROS 2 (rclpy with Fast DDS), both directions, on both back ends.

`tests/plugins/ros/make_peer.sh` makes the environment; SNAKELAB_ROS_PEER names its Python.
"""

import contextlib
import json
import os
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest

from bounded_waits import bounded_process
from optional_packages import cyclonedds, rosbags  # noqa: F401
from snakelab.plugins.ros import topics
from snakelab.plugins.ros.topics import type_store

PEER = os.environ.get("SNAKELAB_ROS_PEER", "")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not PEER, reason="SNAKELAB_ROS_PEER is not set; see tests/plugins/ros/make_peer.sh"),
]
HERE, SOURCES = Path(__file__).parent, Path(__file__).parents[3] / "src"
NAMES = ("/joint_states", "/odom", "/imu", "/clock", "/diagnostics", "/robot_description")
DOMAIN = 80


def environment(python):
    """Environment of a process; with another Python it imports the packages of this one."""
    made = os.environ | {"ROS_DOMAIN_ID": str(DOMAIN), "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}
    if python != sys.executable:
        made["PYTHONPATH"] = f"{SOURCES}:{sysconfig.get_paths()['purelib']}"
    return made


@contextlib.contextmanager
def node(*words, python=sys.executable):
    """A running node."""
    command = [python, "-m", "snakelab", "ros2", *words, "--duration", "60"]
    options = {"env": environment(python), "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with bounded_process(command, "the start of the node", **options) as process:
        said = process.stdout.readline()
        while said and not said.startswith("ROS 2 node"):
            said = process.stdout.readline()
        assert said, "the node did not start"
        time.sleep(1.0)
        try:
            yield process
        finally:
            process.send_signal(2)
            process.communicate(timeout=30)


def seen(*words):
    """What the peer sees."""
    made = os.environ | {"ROS_DOMAIN_ID": str(DOMAIN), "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}
    done = subprocess.run(
        [PEER, str(HERE / "peer.py"), *map(str, words)], env=made, capture_output=True, text=True, timeout=90
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_real_peer_gets_every_topic_with_its_type():
    with node("snakesys_creeping", "--backend", "cyclonedds"):
        answer = seen(5)
    assert "snakelab" in answer["nodes"]
    kinds = {topic.name: [topic.kind] for topic in topics.OUT if topic is not topics.BATTERY}  # of a physical robot
    assert {name: answer["topics"].get(name) for name in kinds} == kinds
    assert set(answer["counts"]) == set(NAMES)
    assert answer["counts"]["/joint_states"] > 200
    assert len(answer["names"]) == len(answer["position"]) == len(answer["effort"]) == 28
    assert answer["urdf"].startswith("<robot name=")
    assert (answer["odom"][0], answer["imu"], answer["status"]) == ("odom", "head", "running")
    for topic in topics.OUT:
        if topic.name in answer["hashes"]:
            assert answer["hashes"][topic.name] == type_store().hash_rihs01(topic.kind)


def test_latency_is_a_few_milliseconds():
    with node("snakesys_creeping", "--backend", "cyclonedds", "--wall-time"):
        answer = seen(5)
    print(f"latency {1e3 * answer['latency']:.2f} ms, 95 % {1e3 * answer['latency_95']:.2f} ms")
    assert 0.0 < answer["latency"] < 0.02


@pytest.mark.parametrize(
    ("word", "controller"),
    [("cmd_vel", "Teleop"), ("joy", "Teleop"), ("joint_commands", "Manual"), ("joint_trajectory", "Manual"),
     ("gait", "SerpenoidGait"), ("stop", "NoneType")],
)  # fmt: skip
def test_commands_of_a_real_peer_arrive(word, controller):
    with node("planar_prototype", "--backend", "cyclonedds"):
        answer = seen(6, word, 0.25)
    assert answer["sent"] > 0
    assert answer["values"]["controller"] == controller
    if word.startswith("joint"):
        assert answer["position"][0] == pytest.approx(0.25, abs=0.01)


def test_commands_are_not_taken_without_being_asked_for():
    with node("planar_prototype", "--backend", "cyclonedds", "--no-commands"):
        answer = seen(4, "cmd_vel")
    assert answer["sent"] == 0
    assert "/cmd_vel" not in answer["topics"] or answer["values"]["controller"] != "Teleop"


def test_the_back_end_rclpy_has_topics_services_and_parameters():
    with node("planar_prototype", "--backend", "rclpy", python=PEER):
        answer = seen(5, "services")
    assert {"/joint_states", "/odom", "/imu", "/clock", "/robot_description"} <= set(answer["counts"])
    services = answer["services"]
    assert services["pause"] and services["go on"] and services["reset"] and services["gait"]
    assert services["amplitude"][0]
    assert not services["wrong"][0]
    assert "there is no scenario 'none'" in services["no gait"][1]
    assert services["value"] == 0.3
    assert "[rad]" in services["description"]


CAMERAS = """
base: planar_prototype
robot:
  cameras:
    - camera: {point: [0, 0, 0.05], lens: {width: 64, height: 40}, rate: 10}
    - depth_camera: {point: [0, 0, 0.05], lens: {width: 16, height: 8}, rate: 5}
"""


@pytest.mark.parametrize(("backend", "python"), [("cyclonedds", sys.executable), ("rclpy", PEER)])
def test_a_peer_gets_images_and_points(tmp_path, backend, python):
    pytest.importorskip("mujoco", reason="mujoco is not installed")
    path = tmp_path / "cameras.yaml"
    path.write_text(CAMERAS, encoding="utf-8")
    with node(str(path), "--backend", backend, "--cameras", python=python):
        found = seen(10)
    image = found["image"]
    assert (image["height"], image["width"], image["frame"]) == (40, 64, "camera_optical")
    assert image["bytes"] == 40 * 64 * (3 if image["encoding"] == "rgb8" else 1) and image["levels"] > 2
    assert found["focal_length"] > 0 and found["points"] > 0
    assert found["counts"]["/camera/image_rect"] >= 10
