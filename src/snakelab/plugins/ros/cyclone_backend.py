"""Node on Cyclone DDS, without an installation of ROS: topics only.

The ROS graph accepts a DDS participant as a node by three things (rmw_dds_common, since Iron): the user data "enclave=/;" of
the participant, the user data "typehash=...;" of each endpoint, and a message on `ros_discovery_info` that lists its endpoints.
Services are not offered: clients do not receive responses across DDS vendors.
"""

import contextlib
import functools
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import new_class
from typing import Any, cast

from cyclonedds.core import DDSException, InstanceState, Policy, Qos, ReadCondition, SampleState, ViewState, WaitSet
from cyclonedds.domain import Domain, DomainParticipant
from cyclonedds.idl import IdlStruct, types
from cyclonedds.idl.annotations import final
from cyclonedds.pub import DataWriter, Publisher
from cyclonedds.sub import DataReader, Subscriber
from cyclonedds.topic import Topic as DdsTopic
from cyclonedds.util import duration
from rosbags.interfaces import Nodetype

from snakelab.errors import SimulationError
from snakelab.parameters.parameter_descriptions import Parameter
from snakelab.plugins.ros.topics import Answer, Handler, RosNetwork, Service, Set, Topic, template, type_store

BASE: dict[str, Any] = {
    "bool": bool, "octet": types.byte, "byte": types.byte, "char": types.uint8, "string": str,
    "float32": types.float32, "float64": types.float64,
    **{f"{sign}int{n}": getattr(types, f"{sign}int{n}") for sign in ("", "u") for n in (8, 16, 32, 64)},
}  # fmt: skip


@functools.cache
def idl_type(kind: str) -> Any:
    """Return the Cyclone type of a message, such as "sensor_msgs/msg/JointState"."""
    package, _, short = kind.split("/")
    body: dict[str, Any] = {"__annotations__": {}, "__module__": __name__}
    for key, about in type_store().fielddefs[kind][1]:
        body["__annotations__"][key] = _field_type(about)
        body[key] = field(default=None)
    made = new_class(
        short, (IdlStruct,), {"typename": f"{package}.msg.dds_.{short}_"}, lambda space: space.update(body)
    )
    return final(dataclass(made))


def _field_type(about: Any) -> Any:
    node, inner = about
    if node == Nodetype.BASE:
        return BASE[inner[0]]
    if node == Nodetype.NAME:
        return idl_type(inner)
    item, size = inner
    array, sequence = cast(Any, types.array), cast(Any, types.sequence)
    return array[_field_type(item), size] if node == Nodetype.ARRAY else sequence[_field_type(item)]


@functools.cache
def sample_type(kind: str) -> Any:
    """Return a type whose samples are CDR bytes, for a writer of that message."""

    def serialize(self: Any, *arguments: Any, **options: Any) -> bytes:
        return bytes(self.content)

    def start(self: Any, content: bytes) -> None:
        self.content = content

    return type(
        "Sample",
        (idl_type(kind),),
        {"__init__": start, "serialize": serialize, "__eq__": object.__eq__, "__hash__": None},
    )


class Raw:
    """Received message as CDR bytes, in place of the type of a reader's topic."""

    def __init__(self, content: bytes) -> None:
        self.content, self.sample_info = content, None

    @classmethod
    def deserialize(cls, content: bytes, *arguments: Any, **options: Any) -> "Raw":
        """Return the bytes."""
        return cls(bytes(content))

    deserialize_key = deserialize


# On the loopback interface participants find each other by unicast at the first ports, since it has no multicast.
LOOPBACK = """<CycloneDDS><Domain id="any">
<General><Interfaces><NetworkInterface address="127.0.0.1"/></Interfaces><AllowMulticast>false</AllowMulticast></General>
<Discovery><ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>32</MaxAutoParticipantIndex>
<Peers><Peer address="127.0.0.1"/></Peers></Discovery>
</Domain></CycloneDDS>"""
INFO = Topic("ros_discovery_info", "rmw_dds_common/msg/ParticipantEntitiesInfo", latched=True, depth=1)


class CycloneBackend:
    """Node on Cyclone DDS; see `RosBackend`."""

    label = "Cyclone DDS"

    def __init__(self, network: RosNetwork, node: str) -> None:
        self.node = node
        try:
            self._domain = None if network.open else Domain(network.domain, LOOPBACK)
            self._participant = DomainParticipant(network.domain, qos=Qos(Policy.Userdata(b"enclave=/;")))
        except DDSException as problem:
            raise SimulationError(
                f"the node cannot be made: {problem}; is the domain {network.domain} valid, and is a network up?"
            ) from problem
        self._publisher, self._subscriber = Publisher(self._participant), Subscriber(self._participant)
        self._writers: list[DataWriter] = []
        self._readers: list[tuple[DataReader, Handler]] = []
        self._graph = DataWriter(self._publisher, self._dds_topic(INFO, "ros_discovery_info"), qos=quality(INFO))
        self._lock, self._stop = threading.Lock(), threading.Event()
        self._thread: threading.Thread | None = None
        self._announce()

    def publisher(self, topic: Topic) -> Callable[[bytes], None] | None:
        """Return a function that publishes CDR bytes; see `RosBackend`."""
        writer = DataWriter(self._publisher, self._dds_topic(topic), qos=quality(topic, hashed=True))
        self._writers.append(writer)
        self._announce()
        sample = sample_type(topic.kind)

        def publish(content: bytes) -> None:
            with contextlib.suppress(DDSException):  # a reliable reader that blocks must not end the run
                writer.write(sample(content))

        return publish

    def subscribe(self, topic: Topic, handler: Handler) -> bool:
        """Call a function with the bytes of each message; see `RosBackend`."""
        dds_topic = self._dds_topic(topic)
        reader = DataReader(self._subscriber, dds_topic, qos=quality(topic, hashed=True))
        dds_topic.data_type = Raw
        with self._lock:
            self._readers.append((reader, handler))
        self._announce()
        if self._thread is None:
            self._thread = threading.Thread(target=self._read, name="snakelab-ros2-read", daemon=True)
            self._thread.start()
        return True

    def serve(self, service: Service, answer: Answer) -> bool:
        """Return False: there are no services."""
        return False

    def declare(self, parameters: Sequence[Parameter], set_value: Set) -> bool:
        """Return False: there are no parameters."""
        return False

    def close(self) -> None:
        """Leave the graph; see `RosBackend`."""
        if self._stop.is_set():
            return
        self._stop.set()
        if self._thread is not None:
            self._thread.join(5.0)
        # entities of Cyclone DDS leave the graph when they are not referenced
        self._writers.clear()
        self._readers.clear()
        del self._graph, self._publisher, self._subscriber, self._participant

    def _dds_topic(self, topic: Topic, name: str = "") -> Any:
        return DdsTopic(self._participant, name or "rt/" + topic.name.strip("/"), idl_type(topic.kind))

    def _read(self) -> None:
        attached, waiting = 0, WaitSet(self._participant)
        conditions = []
        while not self._stop.is_set():
            with self._lock:
                readers = list(self._readers)
            for reader, _ in readers[attached:]:
                conditions.append(ReadCondition(reader, ViewState.Any | SampleState.NotRead | InstanceState.Any))
                waiting.attach(conditions[-1])
            attached = len(readers)
            # for the thread of the reader to end
            waiting.wait(duration(seconds=0.1))
            for reader, handler in readers:
                for sample in reader.take(100):
                    if sample.sample_info.valid_data and isinstance(sample, Raw):
                        handler(sample.content)

    def _announce(self) -> None:
        node = {
            "node_namespace": "/",
            "node_name": self.node,
            "reader_gid_seq": [_gid(reader) for reader, _ in self._readers],
            "writer_gid_seq": [_gid(writer) for writer in self._writers],
        }
        content = template(INFO.kind, {"gid": _gid(self._participant), "node_entities_info_seq": [node]}).content
        self._graph.write(sample_type(INFO.kind)(content))


def quality(topic: Topic, hashed: bool = False) -> Qos:
    """Return the quality of service of a topic, with the hash of its type for the graph."""
    policies = [
        Policy.Reliability.Reliable(duration(milliseconds=50)) if topic.reliable else Policy.Reliability.BestEffort,
        Policy.Durability.TransientLocal if topic.latched else Policy.Durability.Volatile,
        Policy.History.KeepLast(topic.depth),
        Policy.DataRepresentation(use_cdrv0_representation=True, use_xcdrv2_representation=False),
    ]
    if hashed:
        policies.append(Policy.Userdata(f"typehash={type_store().hash_rihs01(topic.kind)};".encode()))
    return Qos(*policies)


def _gid(entity: Any) -> dict[str, list[int]]:
    return {"data": list(entity.guid.bytes)}
