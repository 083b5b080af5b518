"""CDR templates: equal to the bytes of rosbags for every type that the node uses."""

import numpy as np
import pytest

from optional_packages import rosbags  # noqa: F401
from snakelab.plugins.ros import topics
from snakelab.plugins.ros.message_encoders import Numbers
from snakelab.plugins.ros.topics import decoded, stamp_paths, stamps, template, type_store

KINDS = sorted({topic.kind for topic in (*topics.OUT, *topics.IN)})


def again(kind, content):
    """The bytes of a message that rosbags has read and written."""
    return bytes(type_store().serialize_cdr(decoded(content, kind), kind))


@pytest.mark.parametrize("kind", KINDS)
def test_an_empty_message_equals_that_of_rosbags(kind):
    content = template(kind, {}).content
    assert again(kind, content) == content


@pytest.mark.parametrize("names", [["a"], ["ab", "c"], ["", "joint_12", "x" * 7]])
def test_texts_and_lists_of_any_length_equal_those_of_rosbags(names):
    numbers = np.linspace(-1.0, 1.0, len(names)).tolist()
    kind, header = "sensor_msgs/msg/JointState", {"stamp": {"sec": 3, "nanosec": 5}, "frame_id": "wörld"}
    content = template(kind, {"header": header, "name": names, "position": numbers, "effort": []}).content
    assert again(kind, content) == content
    message = decoded(content, kind)
    assert message.name == names
    assert message.position.tolist() == numbers
    assert (message.header.stamp.sec, message.header.frame_id) == (3, "wörld")


def test_numbers_are_written_at_their_places():
    kind = "nav_msgs/msg/Odometry"
    form = template(kind, {"header": {"frame_id": "odom"}, "child_frame_id": "base"})
    numbers = Numbers(form, stamp_paths(), ("pose.pose.position.y", "twist.twist.angular.z"))
    values = np.array([[0.25, -3.0], [1e-300, np.inf]])
    messages = [decoded(content, kind) for content in numbers.messages(np.array([1.5, 2.0 - 1e-9]), values)]
    assert [(m.pose.pose.position.y, m.twist.twist.angular.z) for m in messages] == [tuple(row) for row in values]
    assert [(m.header.stamp.sec, m.header.stamp.nanosec) for m in messages] == [(1, 500_000_000), (1, 999_999_999)]


def test_stamps_are_whole_nanoseconds_that_never_reach_a_second():
    pairs = stamps(np.array([0.0, 0.1 + 0.2, 1.9999999999, 1e9 + 0.5]))
    assert pairs.tolist() == [[0, 0], [0, 300_000_000], [2, 0], [10**9, 500_000_000]]
