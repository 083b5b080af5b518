"""The stream to Foxglove, seen by a client of its web socket: topics with definitions, latched messages, emergency stop."""

import json
import struct
import time

import pytest
from typer.testing import CliRunner

import snakelab as sl
from optional_packages import foxglove, rosbags  # noqa: F401
from plugins.hardware.small_robots import robot
from plugins.ros.memory_backend import until
from snakelab.cli.main import app
from snakelab.plugins.hardware.hardware_engine import HardwareEngine
from snakelab.plugins.hardware.readings import Mode
from snakelab.plugins.ros import topics
from snakelab.plugins.ros.foxglove_backend import FoxgloveBackend
from snakelab.plugins.ros.node import Node
from snakelab.plugins.ros.topics import decoded, template

connect = pytest.importorskip("websockets.sync.client", reason="websockets is not installed").connect
PROTOCOL = "foxglove.sdk.v1"
MESSAGE = struct.Struct("<BIQ")  # code of a message, subscription, time


class Viewer:
    """Client that subscribes to topics and keeps their messages."""

    def __init__(self, socket):
        self.socket, self.channels, self.messages, self.published = socket, {}, {}, 0

    def watch(self, seconds=600.0, *names):
        """Receive until there is a message of each named topic."""
        end = time.monotonic() + seconds
        while not set(names) <= set(self.messages):
            assert time.monotonic() < end, f"only {sorted(self.messages)} arrived"
            content = self.socket.recv(timeout=seconds)
            if isinstance(content, bytes):
                _, key, stamp = MESSAGE.unpack(content[: MESSAGE.size])
                channel = self.channels[key]
                message = decoded(content[MESSAGE.size :], channel["schemaName"])
                self.messages.setdefault(channel["topic"], []).append((stamp, message))
            elif (said := json.loads(content))["op"] == "advertise":
                new = {channel["id"]: channel for channel in said["channels"]}
                self.channels |= new
                self.say({"op": "subscribe", "subscriptions": [{"id": key, "channelId": key} for key in new]})
        return self.messages

    def say(self, document):
        self.socket.send(json.dumps(document))

    def publish(self, topic, values):
        """Publish a message as a panel does."""
        self.published += 1
        channel = {"id": self.published, "topic": topic.name, "encoding": "cdr", "schemaName": topic.kind}
        self.say({"op": "advertise", "channels": [channel]})
        self.socket.send(struct.pack("<BI", 1, self.published) + template(topic.kind, values).content)


@pytest.fixture
def stream():
    """Makes a node that streams, and a viewer of it."""
    closing = []

    def start(begin, **options):
        node = Node(begin, FoxgloveBackend(0), wall_time=True, report=lambda line: None, **options)
        closing.append(node.close)
        node.start()
        socket = connect(f"ws://127.0.0.1:{node.backend.port}", subprotocols=[PROTOCOL], max_queue=None)
        closing.append(socket.__enter__().close)
        return node, Viewer(socket)

    yield start
    for close in closing:
        close()


def test_a_viewer_gets_every_topic_with_its_definition(stream):
    scenario = sl.load_scenario("snakesys_creeping", ["solver.record_rate=20", "duration=60"])
    _, viewer = stream(lambda: sl.start_scenario(scenario, keep=1.0))
    wanted = {topic.name for topic in topics.OUT} - {"/clock", "/battery_state"}
    messages = viewer.watch(20.0, *wanted)
    assert set(messages) == wanted
    assert {channel["encoding"] for channel in viewer.channels.values()} == {"cdr"}
    for channel in viewer.channels.values():
        assert (channel["schemaEncoding"], channel["schema"] != "") == ("ros2msg", True)
    stamp, joints = messages["/joint_states"][-1]
    assert len(joints.name) == len(joints.position) == 28
    assert abs(joints.header.stamp.sec - time.time()) < 60 and abs(1e-9 * stamp - time.time()) < 60
    assert messages["/diagnostics"][0][1].status[0].message == "running"
    assert messages["/contacts"][-1][1].markers
    assert len(messages["/tf"][-1][1].transforms) == len(joints.name) + 1


def test_a_second_viewer_gets_the_latched_messages(stream):
    scenario = sl.load_scenario("planar_prototype", ["solver.record_rate=20"])
    node, viewer = stream(lambda: sl.start_scenario(scenario, keep=1.0))
    viewer.watch(10.0, "/robot_description", "/tf_static")
    with connect(f"ws://127.0.0.1:{node.backend.port}", subprotocols=[PROTOCOL]) as socket:
        messages = Viewer(socket).watch(10.0, "/robot_description", "/tf_static")
    assert messages["/robot_description"][0][1].data.startswith("<robot name=")


def test_a_viewer_can_stop_a_robot_and_command_nothing(stream):
    scenario = sl.load_scenario("planar_prototype", ["solver.record_rate=20"])
    node, viewer = stream(lambda: sl.start_scenario(scenario, engine=HardwareEngine(robot("")), keep=1.0))
    viewer.watch(10.0, "/joint_states", "/battery_state")
    viewer.publish(topics.CMD_VEL, {"linear": {"x": 0.05}})
    viewer.publish(topics.EMERGENCY_STOP, {"data": True})
    driver = node.run.simulation.engine.driver
    until(lambda: driver.mode is Mode.STOPPED)
    assert not isinstance(node.run.simulation.controller, sl.Teleop)


def test_the_command_streams_and_names_a_port_in_use():
    result = CliRunner().invoke(app, ["foxglove", "planar_prototype", "--port", "0", "--duration", "0.5"])
    assert result.exit_code == 0, result.stderr
    assert "ws://127.0.0.1:" in result.stdout and "only emergency stops are taken" in result.stdout
    backend = FoxgloveBackend(0)
    try:
        result = CliRunner().invoke(app, ["foxglove", "planar_prototype", "--port", str(backend.port)])
    finally:
        backend.close()
    assert result.exit_code == 2
    assert "give another port with --port" in result.stderr and len(result.stderr.splitlines()) == 1
