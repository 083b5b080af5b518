"""CDR bytes of ROS messages whose texts and list lengths are fixed: numbers are written into a template.

A generic serializer visits every field of every message. The messages of one robot differ in their numbers only, so the
template is created once, and NumPy writes the numbers of one message, or of a whole recording, at fixed places.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.bridges.ros2.messages.definitions import type_store
from snakelab.types import FloatArray

HEADER = b"\x00\x01\x00\x00"  # plain CDR, little-endian
BASE = {
    "bool": "<u1", "byte": "<u1", "octet": "<u1", "char": "<u1", "int8": "<i1", "uint8": "<u1", "int16": "<i2", "uint16": "<u2",
    "int32": "<i4", "uint32": "<u4", "int64": "<i8", "uint64": "<u8", "float32": "<f4", "float64": "<f8",
}  # fmt: skip
# Values are aligned from the end of the header; with this many bytes before it, they are aligned in memory as well.
FRONT = 4
BILLION = 1_000_000_000


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
        """Return n copies with `FRONT` bytes before the header, shape (n, multiple of 8), bytes."""
        width = -(-(FRONT + len(self.content)) // 8) * 8
        one = np.zeros(width, np.uint8)
        one[FRONT : FRONT + len(self.content)] = np.frombuffer(self.content, np.uint8)
        return np.tile(one, (n, 1))

    def indices(self, paths: Sequence[str], size: int = 8) -> np.ndarray:
        """Return the places of numbers of equal size [bytes] as indices in a row of `blank`."""
        return np.array([(FRONT + len(HEADER) + self.places[path]) // size for path in paths], np.int64)

    def messages(self, rows: np.ndarray) -> list[bytes]:
        """Return the messages in rows of `blank` as bytes."""
        return [row[FRONT : FRONT + len(self.content)].tobytes() for row in rows]


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
    return np.column_stack((nanoseconds // BILLION, nanoseconds % BILLION)).astype(np.uint32)


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
