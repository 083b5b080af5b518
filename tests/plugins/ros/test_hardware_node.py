"""The node on emulated servos: emergency stops, servos in /diagnostics, the battery, and the IMU in both directions."""

import numpy as np
import pytest

import snakelab as sl
from optional_packages import rosbags  # noqa: F401
from plugins.hardware.small_robots import robot
from plugins.ros.memory_backend import Memory, until
from snakelab.plugins.hardware.hardware_engine import HardwareEngine
from snakelab.plugins.ros import topics
from snakelab.plugins.ros.message_encoders import Level
from snakelab.plugins.ros.node import Node
from snakelab.plugins.ros.topics import decoded, type_store

IMU = "imu: {id: 200}\n"
JOYSTICK = {"axes": [0.0, 0.0], "buttons": [0, 1]}


@pytest.fixture
def started():
    """Makes a node on emulated servos, which runs ten times as fast as real time."""
    nodes = []

    def start(more=IMU, pace=10.0):
        scenario = sl.load_scenario("planar_prototype", ["solver.record_rate=50"])
        backend = Memory()

        def begin():
            engine = HardwareEngine(robot(more))
            engine.ros = backend
            return sl.start_scenario(scenario, engine=engine, keep=1.0)

        made = Node(begin, backend, pace=pace, report=lambda line: None)
        nodes.append(made)
        made.start()
        return made

    yield start
    for node in nodes:
        node.close()


def driver(node):
    return node.run.simulation.engine.driver


def torque(node):
    return driver(node).bus.transport.servos.bank.get("torque_enable")


@pytest.mark.parametrize(
    ("stop", "source"),
    [
        (lambda node: node.backend.say(topics.EMERGENCY_STOP, {"data": True}), "/emergency_stop"),
        (lambda node: node.backend.say(topics.STOP, {}), "/snakelab/stop"),
        (lambda node: node.backend.say(topics.JOY, JOYSTICK), "/joy"),
        (lambda node: node.backend.services["emergency_stop"](None), "the ROS service"),
    ],
)
def test_an_emergency_stop_acts_at_once_also_where_commands_are_not_taken(started, stop, source):
    node = started()
    until(lambda: node.run.simulation.time > 0.1)
    assert (torque(node) == 1).all()
    stop(node)
    assert (torque(node) == 0).all() and driver(node).mode == "stopped"
    assert driver(node).reason == f"emergency stop by {source}"
    until(lambda: node.run.simulation.status is not None)
    assert node.state()[1].startswith("stopped")


def test_false_and_other_commands_do_nothing_where_commands_are_not_taken(started):
    node = started()
    assert set(node.backend.handlers) == {topic.name for topic in topics.STOPPING}
    assert set(node.backend.services) == {"emergency_stop"} and not node.backend.declared
    before = node.run.simulation.controller
    node.backend.say(topics.EMERGENCY_STOP, {"data": False})
    node.backend.say(topics.JOY, {"axes": [0.0, 1.0], "buttons": [0, 0]})
    until(lambda: node.run.simulation.time > 0.2)
    assert node.run.simulation.controller is before and driver(node).mode == "active"


def test_a_simulated_robot_holds_its_shape_after_an_emergency_stop():
    scenario = sl.load_scenario("planar_prototype", ["solver.record_rate=50"])
    node = Node(lambda: sl.start_scenario(scenario, keep=1.0), Memory(), pace=10.0, report=lambda line: None)
    node.start()
    try:
        node.backend.say(topics.EMERGENCY_STOP, {"data": True})
        until(lambda: node.run.simulation.controller is None)
    finally:
        node.close()


def test_the_servos_and_the_battery_are_published(started):
    node = started(
        IMU + "emulated: {dead: [3]}\nsafety: {at_fault: warn, temperature_warning: 40, temperature_stop: 90}\n"
    )
    driver(node).bus.transport.servos.bank.overrides[2, "present_temperature"] = 55.0
    until(lambda: driver(node).reading.temperature[1] == 55.0)
    until(lambda: len(node.backend.sent.get("/diagnostics", ())) > 1)
    first, *servos = node.backend.last(topics.DIAGNOSTICS).status
    assert first.name == "snakelab" and [one.hardware_id for one in servos] == ["1", "2", "3", "4"]
    assert [one.level for one in servos] == [Level.OK, Level.WARN, Level.ERROR, Level.OK]
    assert (servos[1].message, servos[2].message) == ("hot", "no answer")
    values = {pair.key: pair.value for pair in servos[1].values}
    assert values["temperature [degC]"] == "55" and {"voltage [V]", "load [of the stall torque]"} <= set(values)
    battery = node.backend.last(topics.BATTERY)
    assert battery.voltage == pytest.approx(12.0, abs=0.2) and battery.current <= 0.0
    assert np.isnan(battery.percentage) and battery.present
    temperature = topics.temperature_of("joint2")
    until(lambda: node.backend.last(temperature).temperature == 55.0)
    assert node.backend.last(temperature).header.frame_id == "link3"
    content = node.backend.sent[temperature.name][-1]
    assert bytes(type_store().serialize_cdr(decoded(content, temperature.kind), temperature.kind)) == content


def test_the_imu_of_the_bus_is_published(started):
    node = started()
    until(lambda: len(node.backend.sent.get("/imu", ())) > 2)
    message = node.backend.last(topics.IMU)
    assert (message.header.frame_id, message.linear_acceleration_covariance[0]) == ("head", 0.0)
    assert message.orientation.w**2 + message.orientation.z**2 == pytest.approx(1.0, abs=1e-3)


def test_an_imu_that_is_a_topic_is_taken_and_not_published_again(started, monkeypatch):
    def subscribe(self, topic, handler):
        self.handlers[topic.name] = handler
        if topic.name == "/imu":
            self.say(topic, {"angular_velocity": {"z": 0.25}, "orientation_covariance": [-1.0, *(8 * [0.0])]})
        return True

    monkeypatch.setattr(Memory, "subscribe", subscribe)
    node = started("imu: {topic: /imu}\n")
    until(lambda: node.run.simulation.time > 0.1)
    known = node.run.simulation.measurement
    assert known.angular_rate == pytest.approx([0.0, 0.0, 0.25]) and known.attitude is None
    assert "/imu" not in node.backend.sent


@pytest.mark.parametrize("is_emulated", [True, False])
def test_the_node_drives_thrusters_and_regulators_and_stops_them(tmp_path, is_emulated):
    """Of a physical robot only the pressures are measured."""
    from plugins.hardware.test_outputs import HYBRID
    from snakelab.plugins.hardware.output_engine import EmulatedRobot, OutputEngine
    from snakelab.plugins.hardware.output_file import outputs_from_text
    from snakelab.plugins.ros.commands import starter

    file = tmp_path / "robot.yaml"
    file.write_text(HYBRID, encoding="utf-8")
    start = starter("hybrid_yaw", [], 50.0, file)
    if not is_emulated:
        scenario, given = (
            sl.load_scenario("hybrid_yaw", ["solver.record_rate=50"]),
            outputs_from_text(file.read_text(), "a"),
        )
        line = EmulatedRobot(given).line

        def start(backend):
            return sl.start_scenario(scenario, engine=OutputEngine(given, line=line), keep=1.0)

    backend = Memory()
    node = Node(lambda: start(backend), backend, pace=10.0, report=lambda line: None)
    try:
        node.start()
        until(lambda: node.run is not None and node.run.simulation.time > 0.5)
        engine = node.run.simulation.engine
        assert np.isfinite(engine.driver.reading.pulse).all() and engine.driver.cycles > 5
        backend.say(topics.EMERGENCY_STOP, {"data": True})
        until(lambda: engine.driver.reason.startswith("emergency stop by /emergency_stop"))
        assert (engine.driver.outputs.pulse() == engine.driver.outputs.pulse()[0]).all()
    finally:
        node.close()
