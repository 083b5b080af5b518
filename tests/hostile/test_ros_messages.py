"""Valid messages of ROS in any order and at any moment: none ends the run, and what cannot be applied is told."""

import math
import time

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import snakelab as sl
from optional_packages import rosbags  # noqa: F401
from plugins.ros.memory_backend import Memory, until
from snakelab.plugins.ros import topics
from snakelab.plugins.ros.node import DriveScale, Node

SCENARIO = "planar_prototype"
SHORT, LONG = 10, 300
QUICK = {"suppress_health_check": list(HealthCheck), "database": None, "deadline": None}


def twist(forward, turn):
    return topics.CMD_VEL, {"linear": {"x": forward}, "angular": {"z": turn}}


def joints(names, positions):
    return topics.JOINT_COMMAND, {"name": names, "position": positions}


def trajectory(names, positions, seconds):
    point = {"positions": positions, "time_from_start": {"sec": seconds}}
    return topics.JOINT_TRAJECTORY, {"joint_names": names, "points": [point]}


NAMES = ["joint1", "joint2", "joint3", "joint4"]
NUMBERS = st.sampled_from([0.0, 0.05, -0.1, 0.3, 1.0, 1e3, -1e308, 5e-324, math.nan, math.inf])
POSITIONS = st.lists(NUMBERS, min_size=4, max_size=4)
MESSAGES = st.one_of(
    st.builds(twist, NUMBERS, NUMBERS),
    st.builds(
        lambda axes, stop: (topics.JOY, {"axes": axes, "buttons": [0, stop]}), st.lists(NUMBERS, max_size=3), st.just(0)
    ),
    st.builds(joints, st.just(NAMES), POSITIONS),
    st.builds(joints, st.lists(st.sampled_from([*NAMES, "nose", ""]), max_size=5), st.lists(NUMBERS, max_size=5)),
    st.builds(trajectory, st.just(NAMES), POSITIONS, st.sampled_from([0, 1, -5, 2**31 - 1])),
    st.builds(
        lambda name: (topics.GAIT, {"data": name}),
        st.sampled_from(
            [SCENARIO, "planar_viscous", "snakesys_sidewinding", "pilot_waypoints", "/etc/passwd", "", "\0"]
        ),
    ),
    st.builds(lambda: (topics.STOP, {})),
)
SERVICES = st.builds(lambda name, flag: (name, flag), st.sampled_from(["reset", "pause", "gait"]), st.booleans())
PAUSES = st.sampled_from([0.0, 0.0, 0.003, 0.01, 0.05])


def start_node(pace=10.0, name=SCENARIO):
    scenario = sl.load_scenario(name, ["solver.record_rate=100"])
    said = []
    node = Node(
        lambda: sl.start_scenario(scenario, keep=1.0),
        Memory(),
        pace=pace,
        commands=DriveScale(),
        report=said.append,
    )
    node.said = said
    node.start()
    return node


@pytest.fixture(scope="module")
def node():
    node = start_node()
    yield node
    node.close()


def goes_on(node):
    """Return True if the run advances, and its thread and that of the diagnostics live."""
    node.backend.services["pause"](False)
    before = node.run.simulation.time
    until(lambda: node.run.ended or node.run.simulation.status is not None or node.run.simulation.time != before, 60.0)
    return not node.run.ended and node.run.simulation.status is None and node._watcher.is_alive()


def say_all(node, messages):
    for (what, values), pause in messages:
        if isinstance(what, str):
            node.backend.services[what](values)
        else:
            node.backend.say(what, values)
        time.sleep(pause)
    assert goes_on(node), (node.run.simulation.status, node.run.live.note, messages)
    assert np.isfinite(node.run.simulation.state.row()).all()


@given(messages=st.lists(st.tuples(st.one_of(MESSAGES, SERVICES), PAUSES), min_size=1, max_size=15))
@settings(max_examples=SHORT, **QUICK)
def test_messages_in_any_order_do_not_end_the_run(node, messages):
    say_all(node, messages)


@pytest.mark.slow
@given(messages=st.lists(st.tuples(st.one_of(MESSAGES, SERVICES), PAUSES), min_size=1, max_size=40))
@settings(max_examples=LONG, **QUICK)
def test_thousands_of_messages_in_any_order_do_not_end_the_run(node, messages):
    say_all(node, messages)


def test_driving_followed_by_another_gait_and_by_joint_commands(node):
    for last in ((topics.GAIT, {"data": SCENARIO}), joints(NAMES, [0.1] * 4)):
        for k in range(6):
            node.backend.say(*twist(0.05, 0.1))
            time.sleep(0.02 * k)
            node.backend.say(*twist(0.02 * k, -0.1))
            node.backend.say(*last)
            time.sleep(0.05)
            assert goes_on(node), (node.run.simulation.status, node.run.live.note)
    assert not any("has no 'forward'" in line for line in node.said)  # no message was at fault


def test_a_change_that_does_not_fit_any_more_is_told_on_diagnostics():
    node = start_node()
    try:
        simulation = node.run.simulation
        gait = simulation.controller
        with simulation.lock:
            simulation.schedule(sl.sim.ChangeController(sl.Teleop(gait, period=simulation.period)))
            simulation.schedule(sl.sim.SetParameter("controller.amplitude", 0.2))
        until(lambda: "amplitude" in node.state()[1], 30.0)
        assert goes_on(node)
        sent = len(node.backend.sent.get("/diagnostics", ()))
        until(lambda: len(node.backend.sent.get("/diagnostics", ())) > sent, 30.0)
        status = node.backend.last(topics.DIAGNOSTICS).status[0]
        assert "amplitude" in status.message and status.level == 1
        assert any("refused" in line and "amplitude" in line for line in node.said)
    finally:
        node.close()


def test_joint_commands_beyond_the_limits_are_limited_and_told():
    node = start_node(name="snakesys_sidewinding")
    try:
        low, high = node.run.limits()[1]
        assert (low, high) == (-1.57, 1.57)
        node.backend.say(*joints(["pitch1"], [1e3]))
        until(lambda: "pitch1: 1000 is limited to 1.57" in node.state()[1], 30.0)
        assert any(line.startswith("limited: /joint_commands: pitch1") for line in node.said)
        until(lambda: abs(node.run.simulation["target"][1] - high) < 1e-6)
        node.backend.say(*trajectory(["pitch1", "yaw1"], [-1e308, 7.0], 1))
        until(lambda: "yaw1: 7 is limited to 1.57, and 1 more" in node.state()[1], 30.0)
        node.backend.say(*joints(["pitch1", "pitch1"], [0.1, 0.2]))
        until(lambda: "named twice" in node.state()[1], 30.0)
    finally:
        node.close()


def test_the_thread_of_the_diagnostics_survives_an_error(monkeypatch):
    node = start_node()
    try:
        with monkeypatch.context() as patch:
            patch.setattr(node, "state", lambda: 1 / 0)
            until(lambda: any("ZeroDivisionError" in line for line in node.said), 30.0)
        sent = len(node.backend.sent.get("/diagnostics", ()))
        until(lambda: len(node.backend.sent.get("/diagnostics", ())) > sent + 1, 30.0)
    finally:
        node.close()


def test_an_error_in_a_function_of_the_user_ends_the_run_with_a_status_and_not_its_thread():
    node = start_node()
    try:

        def fail(simulation, periods):
            raise ValueError("not a number of mine")

        node.run.order(lambda: setattr(node.run.live, "sources", (fail,)))
        until(lambda: "not a number of mine" in node.state()[1], 10.0)
        assert goes_on(node)

        def command(time):
            raise ValueError("no command of mine")

        node.run.order(lambda: setattr(node.run.live, "command", command))
        until(lambda: node.run.simulation.status is not None, 10.0)
        assert node.run.simulation.status.kind == "failed" and not node.run.ended
        assert node.backend.services["reset"](False)[0]
        assert goes_on(node)
    finally:
        node.close()
