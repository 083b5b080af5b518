"""The node without a network: topics, commands, services and parameters through a back end that only remembers."""

import time

import numpy as np
import pytest

import snakelab as sl
from optional_packages import rosbags  # noqa: F401
from plugins.ros.memory_backend import Memory, until
from snakelab.plugins.ros import topics
from snakelab.plugins.ros.node import DriveScale, Node
from snakelab.plugins.ros.ros_run import JointFollower
from snakelab.plugins.ros.topics import decoded


@pytest.fixture
def node():
    """A node that runs ten times as fast as real time."""
    scenario = sl.load_scenario("planar_prototype", ["solver.record_rate=100"])
    said = []
    made = Node(
        lambda: sl.start_scenario(scenario, keep=1.0), Memory(), pace=10.0, commands=DriveScale(), report=said.append
    )
    made.said = said
    made.start()
    yield made
    made.close()


def test_it_publishes_what_it_records(node):
    memory = node.backend
    until(lambda: len(memory.sent.get("/joint_states", ())) > 20)
    assert {"/joint_states", "/tf", "/tf_static", "/robot_description", "/clock", "/odom", "/imu"} <= set(memory.sent)
    stamps = [decoded(c, topics.CLOCK.kind).clock for c in memory.sent["/clock"]]
    steps = np.diff([stamp.sec + 1e-9 * stamp.nanosec for stamp in stamps])
    np.testing.assert_allclose(steps, 0.01, atol=1e-6)
    until(lambda: "/diagnostics" in memory.sent)
    assert memory.last(topics.DIAGNOSTICS).status[0].message == "running"


def test_the_robot_moves_with_cmd_vel_and_stops_without_it(node):
    node.backend.say(topics.CMD_VEL, {"linear": {"x": 0.05}, "angular": {"z": 0.0}})
    until(lambda: isinstance(node.run.simulation.controller, sl.Teleop))
    until(lambda: node.run.simulation.controller.forward == 0.5)
    until(lambda: node.run.simulation.controller.forward == 0.0)


def test_joy_drives_and_its_button_stops(node):
    node.backend.say(topics.JOY, {"axes": [0.0, 1.0], "buttons": [0, 0]})
    until(lambda: getattr(node.run.simulation.controller, "forward", 0.0) == 1.0)
    node.backend.say(topics.JOY, {"axes": [0.0, 1.0], "buttons": [0, 1]})
    until(lambda: not isinstance(node.run.simulation.controller, sl.Teleop))
    q = node.run.simulation["q"].copy()
    time.sleep(0.1)
    np.testing.assert_allclose(node.run.simulation["q"], q, atol=1e-9)


def test_joint_commands_move_the_named_joints_only(node):
    node.backend.say(topics.JOINT_COMMAND, {"name": ["joint2"], "position": [0.4]})
    until(lambda: abs(node.run.simulation["q"][1] - 0.4) < 1e-3)
    others = node.run.simulation["q"][[0, 2, 3]].copy()
    points = [
        {"positions": [0.0], "time_from_start": {"sec": 0, "nanosec": 500_000_000}},
        {"positions": [-0.2], "time_from_start": {"sec": 1}},
    ]
    node.backend.say(topics.JOINT_TRAJECTORY, {"joint_names": ["joint2"], "points": points})
    until(lambda: abs(node.run.simulation["q"][1] + 0.2) < 1e-3)
    np.testing.assert_allclose(node.run.simulation["q"][[0, 2, 3]], others, atol=1e-3)


def test_a_gait_is_changed_by_topic_service_and_parameter(node):
    before = node.run.simulation.controller
    node.backend.say(topics.GAIT, {"data": "planar_viscous"})
    until(lambda: node.run.simulation.controller is not before)
    assert node.backend.set("gait", "planar_prototype") == ""
    assert node.backend.services["gait"](None) == (True, "done")
    assert node.backend.set("gait", "no_such_gait") == ""
    success, reason = node.backend.services["gait"](None)
    assert not success
    assert "there is no scenario 'no_such_gait' in the library" in reason


def test_services_reset_and_pause(node):
    until(lambda: node.run.simulation.time > 0.5)
    assert node.backend.services["pause"](True) == (True, "done")
    until(lambda: node.run.live.paused)
    now = node.run.simulation.time
    time.sleep(0.1)
    assert node.run.simulation.time == now
    assert node.backend.services["reset"](None) == (True, "done")
    assert node.run.simulation.time < now
    assert node.backend.services["pause"](False) == (True, "done")
    until(lambda: node.run.simulation.time > 0.1)


def test_declared_parameters_are_set_within_their_bounds(node):
    declared = node.backend.declared
    assert declared["controller.amplitude"].unit == "rad"
    assert node.backend.set("controller.amplitude", 0.3) == ""
    until(lambda: node.run.simulation.controller.amplitude == 0.3)
    assert "robot.parts.0.length" in declared or "robot.parts.0.mass" in declared
    assert "controller.amplitud" in node.backend.set("controller.amplitud", 0.3)
    assert node.backend.set("controller.amplitude", float("nan")) != ""


@pytest.mark.parametrize(
    ("topic", "values", "message"),
    [
        (topics.CMD_VEL, {"linear": {"x": np.nan}}, "must be finite"),
        (topics.JOY, {"axes": [1.0]}, "needs 2 axes, got 1"),
        (topics.JOINT_COMMAND, {"name": ["nose"], "position": [0.1]}, "there is no joint 'nose'"),
        (topics.JOINT_COMMAND, {"name": ["joint1"], "position": []}, "a position for each name"),
        (topics.JOINT_COMMAND, {"name": ["joint1"], "position": [np.inf]}, "must be finite"),
        (topics.JOINT_TRAJECTORY, {"joint_names": ["joint1"], "points": []}, "needs 1 to 10000 points"),
        (
            topics.JOINT_TRAJECTORY,
            {"joint_names": ["joint1"], "points": [{"positions": [0.0], "time_from_start": {"sec": 2}}] * 2},
            "must increase",
        ),
        (topics.GAIT, {"data": "../../etc/passwd"}, "there is no scenario"),
    ],
)
def test_an_invalid_command_is_refused_in_one_line(node, topic, values, message):
    node.backend.say(topic, values)
    until(lambda: node.said)
    assert message in node.said[0]
    assert "\n" not in node.said[0]


def test_bytes_that_are_no_message_are_refused(node):
    for content in (b"", b"\0\1\0\0", b"\xff" * 64):
        node.backend.handlers["/joint_commands"](content)
    until(lambda: node.said)
    assert node.run.simulation.status is None


def test_commands_are_not_taken_unless_asked_for():
    scenario = sl.load_scenario("planar_prototype")
    made = Node(lambda: sl.start_scenario(scenario, keep=1.0), Memory(), report=lambda line: None)
    made.close()
    assert set(made.backend.handlers) == {topic.name for topic in topics.STOPPING}
    assert (set(made.backend.services), made.backend.declared) == ({"emergency_stop"}, {})


def test_the_follower_is_smooth_and_limits_the_rate():
    period = 0.01
    follower = JointFollower(np.zeros(1), period, max_rate=3.0)
    follower.set_points(0.0, np.array([1e-9]), np.array([[1.0]]))
    targets = np.array([follower.command(k * period).target[0] for k in range(100)])
    rates = np.diff(targets) / period
    assert rates.max() <= 3.0 + 1e-9
    assert targets[-1] == pytest.approx(1.0, abs=1e-3)
    assert np.abs(np.diff(rates)).max() < 0.5 * 3.0


def test_a_scenario_without_a_gait_is_refused_and_the_gait_stays(node):
    before = node.run.gait
    node.backend.say(topics.GAIT, {"data": "soft_drop"})
    until(lambda: any("the scenario soft_drop has no gait" in line for line in node.said))
    node.backend.say(topics.CMD_VEL, {"linear": {"x": 0.05}, "angular": {"z": 0.0}})
    until(lambda: isinstance(node.run.simulation.controller, sl.Teleop))
    assert node.run.gait is before


def logged_node(folder, said, **options):
    scenario = sl.load_scenario("planar_prototype", ["solver.record_rate=100"])
    return Node(
        lambda: sl.start_scenario(scenario, keep=1.0), Memory(), pace=10.0, commands=DriveScale(), log=folder,
        report=said.append, **options,
    )  # fmt: skip


@pytest.mark.thorough
def test_each_run_after_a_reset_has_a_log_of_its_own(tmp_path):
    (tmp_path / "log_2").mkdir()
    said = []
    node = logged_node(tmp_path / "log", said)
    node.start()
    for _ in range(2):
        until(lambda: node.run.simulation.time > 0.5)
        assert node.backend.services["reset"](False) == (True, "done")
    until(lambda: node.run.simulation.time > 0.5)
    node.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log", "log_2", "log_3", "log_4"]
    assert said == [f"the log of this run is {tmp_path / name}" for name in ("log_3", "log_4")]
    from snakelab.plugins.ros.bag_reading import McapReader
    from snakelab.plugins.ros.topics import type_store

    for name in ("log", "log_3", "log_4"):
        reader = McapReader(list((tmp_path / name).glob("*.mcap")), type_store("mcap"))
        times = [time for _, time, _ in reader.messages(reader.connections)]
        assert reader.lost == "" and times[-1] >= 0.45e9


@pytest.mark.thorough
def test_a_log_that_cannot_be_written_any_more_is_told_while_the_run_goes_on(tmp_path, monkeypatch):
    said = []
    node = logged_node(tmp_path / "log", said)
    node.start()
    try:
        until(lambda: node.run.simulation.time > 0.2)

        def full(*arguments):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(node._live_log.writer, "_add", full)
        until(lambda: "ends early" in node.state()[1], 30.0)
        assert node.state()[0] == 1 and not node.run.ended
        assert [line for line in said if "No space left on device" in line] == [node.state()[1]]
    finally:
        with pytest.raises(sl.SnakelabError, match="ends early"):
            node.close()


def test_a_robot_is_let_go_if_the_log_cannot_begin(tmp_path):
    (tmp_path / "log").mkdir()
    made = []

    def start():
        made.append(sl.start_scenario(sl.load_scenario("planar_prototype"), keep=1.0))
        made[0].close = lambda close=made[0].close: (made.append("closed"), close())
        return made[0]

    with pytest.raises(sl.SnakelabError, match=r"exists already; give another folder with --log$"):
        Node(start, Memory(), log=tmp_path / "log")
    assert made[1:] == ["closed"]
