"""Cyclone DDS on the loopback interface: what is published arrives, byte for byte, for every type."""

import threading

import pytest

from optional_packages import cyclonedds, rosbags  # noqa: F401
from snakelab.errors import SimulationError
from snakelab.plugins.ros import topics
from snakelab.plugins.ros.node import make_backend
from snakelab.plugins.ros.topics import RosNetwork, template

DOMAIN = 91


@pytest.fixture(scope="module")
def backend():
    made = make_backend("cyclonedds", RosNetwork(domain=DOMAIN), "test_node")
    yield made
    made.close()
    made.close()


VALUES = {
    "sensor_msgs/msg/JointState": {"name": ["a", "bcd"], "position": [0.1, 0.2]},
    "tf2_msgs/msg/TFMessage": {"transforms": [{"child_frame_id": "x", "header": {"frame_id": "world"}}] * 3},
    "std_msgs/msg/String": {"data": "<robot/>"},
}


@pytest.mark.parametrize("topic", [*topics.OUT, *topics.IN], ids=lambda topic: topic.name)
def test_a_message_arrives_byte_for_byte(backend, topic):
    got, arrived = [], threading.Event()

    def take(content):
        got.append(content)
        arrived.set()

    assert backend.subscribe(topic, take)
    publish = backend.publisher(topic)
    content = template(topic.kind, VALUES.get(topic.kind, {})).content
    for _ in range(100):
        publish(content)
        if arrived.wait(0.1):
            break
    assert got
    assert got[0][: len(content)] == content
    assert not any(got[0][len(content) :])  # padding to four bytes


def test_there_are_no_services_and_no_parameters(backend):
    assert not backend.serve(topics.RESET, lambda flag: (True, ""))
    assert not backend.declare((), lambda path, value: "")


def test_an_invalid_domain_gives_one_line():
    with pytest.raises(SimulationError, match="domain 500") as error:
        make_backend("cyclonedds", RosNetwork(open=True, domain=500))
    assert "\n" not in str(error.value)
