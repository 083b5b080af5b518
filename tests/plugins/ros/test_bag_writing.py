"""Runs as MCAP: two other readers find every topic and every number; nothing is overwritten; live logs are whole."""

import json
from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

import snakelab as sl
from optional_packages import mcap_ros2, rosbags  # noqa: F401
from ros_runs import run
from snakelab.cli.main import app
from snakelab.errors import RecordingError
from snakelab.plugins.ros.bag_writing import log_live, save_bag


def read_by_rosbags(folder):
    """Messages of a bag by topic: time stamp [ns] and message."""
    from rosbags.highlevel import AnyReader

    by_name = {}
    with AnyReader([folder]) as reader:
        for connection, stamp, content in reader.messages():
            by_name.setdefault(connection.topic, []).append((stamp, reader.deserialize(content, connection.msgtype)))
    return by_name


@pytest.fixture(scope="module")
def bag(tmp_path_factory):
    """A run and its bag."""
    model, recording = run("snakesys_creeping")
    return model, recording, save_bag(recording, tmp_path_factory.mktemp("bags") / "creeping")


@pytest.mark.thorough
def test_rosbags_reads_the_recorded_numbers(bag):
    _, recording, written = bag
    actual = read_by_rosbags(written.path)
    assert {topic: len(messages) for topic, messages in actual.items()} == written.counts
    states = actual["/joint_states"]
    assert len(states) == len(recording["time"])
    np.testing.assert_array_equal([m.position for _, m in states], recording["q"].values)
    np.testing.assert_allclose([1e-9 * stamp for stamp, _ in states], recording["time"].values, atol=1e-9)
    stamps = [m.header.stamp.sec + 1e-9 * m.header.stamp.nanosec for _, m in states]
    np.testing.assert_allclose(stamps, recording["time"].values, atol=2e-9)
    assert json.loads(actual["/snakelab/scenario"][0][1].data) == recording.scenario
    assert actual["/diagnostics"][-1][1].status[0].message == "finished"


@pytest.mark.filterwarnings("ignore::DeprecationWarning:mcap_ros2")
def test_mcap_ros2_support_reads_every_message(bag):
    from mcap_ros2.reader import read_ros2_messages

    model, recording, written = bag
    counts, last = {}, {}
    for message in read_ros2_messages(str(written.path / "creeping.mcap")):
        counts[message.channel.topic] = counts.get(message.channel.topic, 0) + 1
        last[message.channel.topic] = message.ros_msg
    assert counts == written.counts
    p = last["/odom"].pose.pose.position
    assert [p.x, p.y, p.z] == recording["base_position"].values[-1].tolist()
    assert len(last["/tf"].transforms) == model.n_coordinates + 1


def test_the_folder_has_the_layout_of_rosbag2(bag):
    from ruamel.yaml import YAML

    written = bag[2]
    assert sorted(file.name for file in written.path.iterdir()) == ["creeping.mcap", "metadata.yaml"]
    about = YAML(typ="safe").load((written.path / "metadata.yaml").read_text())["rosbag2_bagfile_information"]
    assert (about["storage_identifier"], about["relative_file_paths"]) == ("mcap", ["creeping.mcap"])
    topics = {t["topic_metadata"]["name"]: t["topic_metadata"] for t in about["topics_with_message_count"]}
    assert topics["/tf_static"]["offered_qos_profiles"][0]["durability"] == "transient_local"
    assert topics["/joint_states"]["type_description_hash"].startswith("RIHS01_")


@pytest.mark.thorough
def test_a_recording_without_its_scenario_gives_frames_of_its_links(tmp_path):
    _, recording = run("snakesys_creeping")
    bare = replace(recording, dataset=recording.dataset.assign_attrs(scenario="{}"))
    written = save_bag(bare, tmp_path / "bare")
    assert written.left_out == ("/robot_description: the scenario is not recorded",)
    children = [t.child_frame_id for t in read_by_rosbags(written.path)["/tf"][0][1].transforms]
    assert children == ["base_link", *map(str, recording["link"].values), "head"]


def test_no_bag_is_overwritten_and_no_half_of_one_stays(tmp_path, bag):
    _, recording, written = bag
    with pytest.raises(RecordingError, match="exists already"):
        save_bag(recording, written.path)
    empty = replace(recording, dataset=recording.dataset.isel(time=slice(0, 0)))
    with pytest.raises(RecordingError, match="no records"):
        save_bag(empty, tmp_path / "empty")
    assert not list(tmp_path.iterdir())


@pytest.mark.thorough
def test_a_live_log_has_the_messages_of_the_recording(tmp_path):
    scenario = sl.load_scenario("snakesys_creeping", ["duration=0.3"])
    with sl.start_scenario(scenario) as simulation:
        log = log_live(simulation, tmp_path / "live")
        simulation.advance(0.2)
        recording = simulation.recording()
    log.close()
    messages = read_by_rosbags(tmp_path / "live")
    positions = np.array([m.position for _, m in messages["/joint_states"]])
    np.testing.assert_array_equal(positions, recording["q"].values[-len(positions) :])
    assert len(positions) >= len(recording["time"]) - 1


@pytest.mark.thorough
def test_a_live_log_has_the_values_of_the_imu(tmp_path):
    robot = replace(run("planar_prototype")[0].robot, sensors=(sl.Imu(attitude_noise=0.0),))
    model = sl.build_model(robot, run("planar_prototype")[0].world)
    with sl.Simulation(model, sl.SerpenoidGait(0.5, 2.0, 0.7)) as simulation:
        log = log_live(simulation, tmp_path / "imu")
        simulation.advance(0.2)
        last = simulation.recording()["measured_angular_rate"].values[-1]
    log.close()
    rate = read_by_rosbags(tmp_path / "imu")["/imu"][-1][1].angular_velocity
    np.testing.assert_array_equal([rate.x, rate.y, rate.z], last)


@pytest.mark.thorough
def test_a_run_with_free_bodies_has_the_frames_of_the_robot(tmp_path):
    link = sl.Link(0.1, 0.1, section=sl.Cylinder(0.02))
    robot = sl.Robot([link, sl.Revolute("z"), link], sensors=[sl.Imu(on="link2")])
    body = sl.worlds.FreeBody(sl.worlds.Cuboid((0.1, 0.1, 0.1)), 0.5, (1.0, 0.0, 0.05), name="box")
    transforms = []
    for objects in ((), (body,)):
        model = sl.build_model(robot, sl.World([sl.Gravity(), sl.Contact()], objects=objects))
        recording = sl.simulate(model, None, 0.05, state=sl.initial_state(model, position=(0, 0, 0.02)))
        written = save_bag(recording, tmp_path / f"bag{len(objects)}", model)
        assert ("the free bodies of the world: box" in written.left_out) == bool(objects)
        messages = read_by_rosbags(written.path)
        transforms.append([t for name in ("/tf_static", "/tf") for _, m in messages[name] for t in m.transforms])
    names = [[(t.header.frame_id, t.child_frame_id) for t in frames] for frames in transforms]
    assert ("link1", "link2") in names[0]
    assert names[0] == names[1]


@pytest.mark.slow
def test_export_writes_a_bag_and_names_what_is_in_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("snakesys_creeping")[1].save("out/results.nc")

    def command(*words):
        return CliRunner().invoke(app, ["export", *words])

    result = command("out", "--to", "mcap")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("wrote out_bag: 1 /tf_static, 1 /robot_description, ")
    assert "exists already" in command("out", "--to", "mcap").stderr
    assert json.loads(command("out", "--to", "mcap", "--force", "--json").stdout)["messages"]["/joint_states"] > 5
    assert "cannot be changed" in command("out", "--to", "mcap", "--set", "duration=3").stderr
    assert "did you mean 'mcap'" in command("out", "--to", "mcp").stderr
