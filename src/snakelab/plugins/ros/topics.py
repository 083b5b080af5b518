"""Topics and services of the node, and the messages on them as CDR bytes.

In reading order: names, types and qualities of service, for all back ends and for logs; the message definitions; and
`Template`, which writes the numbers of a message into bytes of a fixed layout; and `RosBackend`, the interface of the back ends.
"""

import functools
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from snakelab.errors import MissingExtraError
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.parameter_descriptions import Parameter

if TYPE_CHECKING:
    from rosbags.typesys.store import Typestore


# ----------------------------------------------------------------------------------------------------------------------
# Topics and services of the node, with their qualities of service, for all back ends and for logs
# ----------------------------------------------------------------------------------------------------------------------

NODE = "snakelab"


@dataclass(frozen=True)
class Topic:
    """Topic of the node.

    Attributes:
        name: Name with its slash.
        kind: Type, such as "sensor_msgs/msg/JointState".
        reliable: True for reliable delivery, False for best effort.
        latched: True if late subscribers get the last message.
        depth: Queue length [-].
        rate: Largest number of messages per second [Hz]; 0 for no limit.
    """

    name: str
    kind: str
    reliable: bool = True
    latched: bool = False
    depth: int = 10
    rate: float = 0.0


JOINT_STATES = Topic("/joint_states", "sensor_msgs/msg/JointState")
TF = Topic("/tf", "tf2_msgs/msg/TFMessage", depth=100)
TF_STATIC = Topic("/tf_static", "tf2_msgs/msg/TFMessage", latched=True, depth=1)
ROBOT_DESCRIPTION = Topic("/robot_description", "std_msgs/msg/String", latched=True, depth=1)
CLOCK = Topic("/clock", "rosgraph_msgs/msg/Clock", depth=1)
ODOM = Topic("/odom", "nav_msgs/msg/Odometry")
IMU = Topic("/imu", "sensor_msgs/msg/Imu", reliable=False, depth=5)
DIAGNOSTICS = Topic("/diagnostics", "diagnostic_msgs/msg/DiagnosticArray", rate=1.0)
BATTERY = Topic("/battery_state", "sensor_msgs/msg/BatteryState", rate=1.0)
CONTACTS = Topic("/contacts", "visualization_msgs/msg/MarkerArray", rate=25.0)
MAP_POINTS = Topic("/map_points", "sensor_msgs/msg/PointCloud2", latched=True, depth=1)


def temperature_of(joint: str) -> Topic:
    """Return the topic of the temperature of a joint's servo."""
    name = re.sub(r"\W", "_", joint, flags=re.ASCII)
    return Topic(
        f"/servos/{name if name[:1].isalpha() else 'joint_' + name}/temperature",
        "sensor_msgs/msg/Temperature",
        rate=1.0,
    )


OUT = (JOINT_STATES, TF, TF_STATIC, ROBOT_DESCRIPTION, CLOCK, ODOM, IMU, DIAGNOSTICS, BATTERY, CONTACTS)

CMD_VEL = Topic("/cmd_vel", "geometry_msgs/msg/Twist")
JOY = Topic("/joy", "sensor_msgs/msg/Joy")
JOINT_COMMAND = Topic("/joint_commands", "sensor_msgs/msg/JointState")
JOINT_TRAJECTORY = Topic("/joint_trajectory", "trajectory_msgs/msg/JointTrajectory")
GAIT = Topic(f"/{NODE}/gait", "std_msgs/msg/String")
STOP = Topic(f"/{NODE}/stop", "std_msgs/msg/Empty")
EMERGENCY_STOP = Topic("/emergency_stop", "std_msgs/msg/Bool")
IN = (CMD_VEL, JOY, JOINT_COMMAND, JOINT_TRAJECTORY, GAIT, STOP, EMERGENCY_STOP)
# Topics that can stop the robot; they are always accepted, also without commands.
STOPPING = (STOP, EMERGENCY_STOP, JOY)


@dataclass(frozen=True)
class Service:
    """Service of the node; only with the backend rclpy.

    Attributes:
        name: Name below the node's.
        kind: Type, such as "std_srvs/srv/Trigger".
    """

    name: str
    kind: str


RESET = Service("reset", "std_srvs/srv/Trigger")
PAUSE = Service("pause", "std_srvs/srv/SetBool")
CHANGE_GAIT = Service("gait", "std_srvs/srv/Trigger")
CALL_EMERGENCY_STOP = Service("emergency_stop", "std_srvs/srv/Trigger")


# ----------------------------------------------------------------------------------------------------------------------
# Message definitions of ROS 2 Jazzy, from the package rosbags
# ----------------------------------------------------------------------------------------------------------------------


@functools.cache
def type_store(extra: str = "ros") -> "Typestore":
    """Return the message definitions.

    Args:
        extra: Optional set of packages that the message of a missing package names.

    Raises:
        MissingExtraError: if rosbags is not installed.
    """
    try:
        from rosbags.typesys import Stores, get_typestore
    except ImportError:
        from snakelab.system import install_line

        raise MissingExtraError(
            f"ROS messages need the package rosbags, which is not installed; type: {install_line(extra)}"
        ) from None
    return get_typestore(Stores.ROS2_JAZZY)


def decoded(content: bytes, kind: str) -> Any:
    """Return a message from its CDR bytes.

    Args:
        content: CDR bytes with the header of 4 bytes.
        kind: Type, such as "sensor_msgs/msg/JointState".
    """
    return type_store().deserialize_cdr(content, kind)


# ----------------------------------------------------------------------------------------------------------------------
# CDR bytes of ROS messages whose texts and list lengths are fixed: numbers are written into a template
#
# A generic serializer visits every field of every message. The messages of one robot differ in their numbers only, so the
# template is created once, and NumPy writes the numbers of one message, or of a whole recording, at fixed places.
# ----------------------------------------------------------------------------------------------------------------------

HEADER = b"\x00\x01\x00\x00"  # plain CDR, little-endian
BASE = {
    "bool": "<u1", "byte": "<u1", "octet": "<u1", "char": "<u1", "int8": "<i1", "uint8": "<u1", "int16": "<i2", "uint16": "<u2",
    "int32": "<i4", "uint32": "<u4", "int64": "<i8", "uint64": "<u8", "float32": "<f4", "float64": "<f8",
}  # fmt: skip
# Values are aligned from the end of the header; with this many bytes before it, they are aligned in memory as well.
PADDING = 4


@dataclass(frozen=True, eq=False)
class Template:
    """Bytes of a message, and the places of its numbers.

    Attributes:
        content: CDR bytes with the header.
        places: Offset of each number after the header [bytes], by its path, such as "pose.position.x" or "position.0".
    """

    content: bytes
    places: dict[str, int]

    def blank(self, n: int) -> np.ndarray:
        """Return n copies with `PADDING` bytes before the header, shape (n, multiple of 8), bytes."""
        width = -(-(PADDING + len(self.content)) // 8) * 8
        one = np.zeros(width, np.uint8)
        one[PADDING : PADDING + len(self.content)] = np.frombuffer(self.content, np.uint8)
        return np.tile(one, (n, 1))

    def indices(self, paths: Sequence[str], size: int = 8) -> np.ndarray:
        """Return the places of numbers of equal size [bytes] as indices in a row of `blank`."""
        return np.array([(PADDING + len(HEADER) + self.places[path]) // size for path in paths], np.int64)

    def messages(self, rows: np.ndarray) -> list[bytes]:
        """Return the messages in rows of `blank` as bytes."""
        return [row[PADDING : PADDING + len(self.content)].tobytes() for row in rows]


def template(kind: str, values: Mapping[str, Any]) -> Template:
    """Return the template of a message.

    Args:
        kind: Type, such as "sensor_msgs/msg/JointState".
        values: Values of its fields as plain data, nested; those that are left out are zero or empty.
    """
    writer = _Writer()
    writer.message(kind, values, "")
    return Template(HEADER + bytes(writer.out), writer.places)


def stamp_paths(prefix: str = "header.stamp") -> tuple[str, str]:
    """Return the paths of seconds and nanoseconds of a time."""
    return f"{prefix}.sec", f"{prefix}.nanosec"


def stamps(times: FloatArray) -> np.ndarray:
    """Return seconds and nanoseconds of times [s], shape (n, 2)."""
    nanoseconds = nanoseconds_of(times)
    return np.column_stack((nanoseconds // 10**9, nanoseconds % 10**9)).astype(np.uint32)


def nanoseconds_of(times: FloatArray) -> np.ndarray:
    """Return times [s] as whole nanoseconds, shape (n,)."""
    return np.rint(np.asarray(times, dtype=np.float64) * 1e9).astype(np.int64)


class _Writer:
    """Bytes of a message while they are written."""

    def __init__(self) -> None:
        self.out, self.places = bytearray(), dict[str, int]()

    def message(self, kind: str, values: Mapping[str, Any], path: str) -> None:
        for key, field in type_store().fielddefs[kind][1]:
            self.field(field, values.get(key), f"{path}.{key}" if path else key)

    def field(self, field: Any, value: Any, path: str) -> None:
        from rosbags.interfaces import Nodetype

        node, about = field
        if node == Nodetype.BASE:
            self.text(value or "") if about[0] == "string" else self.number(BASE[about[0]], value or 0, path)
        elif node == Nodetype.NAME:
            self.message(about, value or {}, path)
        else:
            inner, size = about
            given = list(() if value is None else value)
            items = given if node == Nodetype.SEQUENCE else given + [None] * (size - len(given))
            if node == Nodetype.SEQUENCE:
                self.number("<u4", len(items), f"{path}.size")
            for i, item in enumerate(items):
                self.field(inner, item, f"{path}.{i}")

    def number(self, dtype: str, value: Any, path: str) -> None:
        size = int(dtype[2:])
        self.out += bytes(-len(self.out) % size)
        self.places[path] = len(self.out)
        self.out += np.array(value).astype(dtype).tobytes()

    def text(self, value: str) -> None:
        content = value.encode() + b"\0"
        self.number("<u4", len(content), "")
        self.out += content


# ----------------------------------------------------------------------------------------------------------------------
# Interface of the backends of the node: they transport CDR bytes, independent of the robot
# ----------------------------------------------------------------------------------------------------------------------

Handler = Callable[[bytes], None]
# Answer of a service: success and a message. The argument is the flag of a SetBool, None for a Trigger.
Answer = Callable[[bool | None], tuple[bool, str]]
# Setting of a parameter: empty if it was set, else the reason why not.
Set = Callable[[str, Any], str]


@dataclass(frozen=True)
class RosNetwork:
    """Network of the node.

    Attributes:
        open: True for all interfaces of the computer; False for the loopback interface only.
        domain: Domain id of ROS [-].
    """

    open: bool = False
    domain: int = 0


class RosBackend(Protocol):
    """Node in the ROS graph."""

    @property
    def label(self) -> str:
        """Name of the backend, for users."""

    def publisher(self, topic: Topic) -> Callable[[bytes], None] | None:
        """Return a function that publishes CDR bytes, from any thread; None if the messages of the topic are not installed."""

    def subscribe(self, topic: Topic, handler: Handler) -> bool:
        """Call a function with the CDR bytes of each message, in a thread of the backend; False as in `publisher`."""

    def serve(self, service: Service, answer: Answer) -> bool:
        """Offer a service; False if the backend does not support it."""

    def declare(self, parameters: Sequence[Parameter], set_value: Set) -> bool:
        """Declare parameters; False if the backend does not support it."""

    def close(self) -> None:
        """Leave the graph. A second call has no effect."""


def default_domain() -> int:
    """Return the domain id that the environment gives, 0 without one."""
    text = os.environ.get("ROS_DOMAIN_ID", "0")
    return int(text) if text.isdecimal() else 0
