"""Bags of faulty programs: messages that do not fit each other, names that fit no number, and bytes that are no message."""

import json
from importlib import import_module

import numpy as np
import pytest

from optional_packages import rosbags  # noqa: F401
from snakelab.errors import RecordingError
from snakelab.plugins.ros.bag_reading import open_bag
from snakelab.plugins.ros.log_reading import read_log
from snakelab.plugins.ros.topics import type_store

TOPIC, KIND, N = "/joint_states", "sensor_msgs/msg/JointState", 4
JOINTS = [f"joint{i + 1}" for i in range(N)]
STORE = type_store("mcap")


def joint_state(t, names=JOINTS, numbers=(0.1, 0.2, 0.3, 0.4), stamped=True):
    """Return a message, with the time of its measurement [s] unless it is not stamped."""
    types = STORE.types
    stamp = types["builtin_interfaces/msg/Time"](sec=0, nanosec=round(1e9 * t) if stamped else 0)
    header = types["std_msgs/msg/Header"](stamp=stamp, frame_id="")
    none = np.zeros(0)
    return types[KIND](header, name=list(names), position=np.array(numbers, float), velocity=none, effort=none)


def bag_of(folder, messages, plugin="MCAP"):
    """Write a bag with a message each 20 ms; bytes are written as they are."""
    parts = import_module("rosbags.rosbag2")
    with parts.Writer(folder, version=9, storage_plugin=parts.StoragePlugin[plugin]) as writer:
        connection = writer.add_connection(TOPIC, KIND, typestore=STORE)
        for k, message in enumerate(messages):
            data = message if isinstance(message, bytes) else STORE.serialize_cdr(message, KIND)
            writer.write(connection, k * 20_000_000, data)
    return folder


def read(bag, field="position", topic=TOPIC, head="", name="q"):
    """Return the joint angles of a bag."""
    mapping = bag.with_name("map.yaml")
    variable = json.dumps({"topic": topic, "field": field})
    mapping.write_text(f"scenario: planar_prototype\nrate: 50\n{head}variables: {{{name}: {variable}}}\n")
    return read_log(bag, mapping).recording["q"].values


def messages(k_other=-1, n=10, **other):
    """Return messages of which one differs."""
    return [joint_state(0.02 * k, **(other if k == k_other else {})) for k in range(n)]


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (
            {"names": [], "numbers": [0.1, 0.2, 0.3]},
            "4 numbers in position for q in its first message, and 3 in message 6",
        ),
        ({"names": [], "numbers": []}, "4 numbers in position for q in its first message, and 0 in message 6"),
        ({"names": [*JOINTS, "gripper"]}, "has 5 names but 4 numbers in position for q"),
        ({"names": [JOINTS[0], *JOINTS], "numbers": [1, 2, 3, 4, 5]}, "has the joint 'joint1' 2 times"),
        ({"names": JOINTS[:3], "numbers": [1, 2, 3]}, "no joint 'joint4' for q"),
    ],
)
def test_numbers_without_a_known_joint_are_refused(tmp_path, other, expected):
    with pytest.raises(RecordingError, match=expected):
        read(bag_of(tmp_path / "bag", messages(5, **other)))


def test_joints_are_found_by_name_in_each_message(tmp_path):
    mixed = [
        joint_state(0.02 * k) if k % 2 else joint_state(0.02 * k, JOINTS[::-1], [0.4, 0.3, 0.2, 0.1]) for k in range(9)
    ]
    np.testing.assert_allclose(read(bag_of(tmp_path / "bag", mixed)), np.tile([0.1, 0.2, 0.3, 0.4], (9, 1)))


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        (
            "header",
            r"header of /joint_states for q contains no numbers itself; .* field: header.stamp \(stamp, frame_id\)",
        ),
        ("header.frame_id", "consists of text, not of numbers"),
        ("name", "consists of text, not of numbers"),
        ("position.size", "no field 'position.size' for q"),
        ("__class__", "no field '__class__' for q"),
    ],
)
def test_a_field_without_numbers_is_refused_by_its_name(tmp_path, field, expected):
    with pytest.raises(RecordingError, match=expected):
        read(bag_of(tmp_path / "bag", messages()), field)


@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: data[:-9], lambda data: b"\0\7" + data[2:]])
def test_bytes_that_are_no_message_are_refused_with_their_place(tmp_path, damage):
    damaged = [bytes(STORE.serialize_cdr(one, KIND)) for one in messages()]
    damaged[6] = damage(damaged[6])
    with pytest.raises(RecordingError, match=r"message 7 of /joint_states, received at 0.12 s, is no sensor_msgs"):
        read(bag_of(tmp_path / "bag", damaged))


def test_equal_stamps_are_refused_with_the_clock_to_take_instead(tmp_path):
    bag = bag_of(tmp_path / "bag", [joint_state(0.02 * k, stamped=False) for k in range(10)])
    with pytest.raises(RecordingError, match=r"all 10 values of q have the time 0 s: .* time: {clock: received}"):
        read(bag)
    assert read(bag, head="time: {clock: received}\n").shape == (10, N)


def test_a_bag_of_ros_1_and_its_folder_are_read(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    with import_module("rosbags.rosbag1").Writer(folder / "a.bag") as writer:
        connection = writer.add_connection(TOPIC, KIND, typestore=_store_of_ros_1())
        for k in range(10):
            writer.write(connection, k * 20_000_000, _store_of_ros_1().serialize_ros1(_of_ros_1(0.02 * k), KIND))
    expected = np.tile([0.1, 0.2, 0.3, 0.4], (10, 1))
    np.testing.assert_allclose(read(folder / "a.bag"), expected)
    np.testing.assert_allclose(read(folder), expected)


def _store_of_ros_1():
    stores = import_module("rosbags.typesys")
    return stores.get_typestore(stores.Stores.ROS1_NOETIC)


def _of_ros_1(t):
    types = _store_of_ros_1().types
    stamp = types["builtin_interfaces/msg/Time"](sec=0, nanosec=round(1e9 * t))
    header, none = types["std_msgs/msg/Header"](seq=0, stamp=stamp, frame_id=""), np.zeros(0)
    return types[KIND](header, name=JOINTS, position=np.array([0.1, 0.2, 0.3, 0.4]), velocity=none, effort=none)


def test_a_folder_that_is_no_bag_says_what_it_lacks(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(RecordingError, match=r"no metadata.yaml, and no file .mcap, .db3 or .bag"), open_bag(folder):
        pass
    bag = bag_of(tmp_path / "bag", messages(), "SQLITE3")
    (bag / "metadata.yaml").unlink()
    with pytest.raises(RecordingError, match=r"no metadata.yaml, as a bag needs; give its file instead: .*bag.db3"):
        read(bag)


def test_a_bag_without_messages_is_named(tmp_path):
    with pytest.raises(RecordingError, match="no topic '/joint_states' for q; it has no topic with messages"):
        parts = import_module("rosbags.rosbag2")
        with parts.Writer(tmp_path / "bag", version=9, storage_plugin=parts.StoragePlugin.MCAP):
            pass
        read(tmp_path / "bag")
