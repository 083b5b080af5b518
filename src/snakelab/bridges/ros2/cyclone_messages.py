"""Types of Cyclone DDS made from the message definitions; their samples carry CDR bytes."""

import functools
from dataclasses import dataclass, field
from types import new_class
from typing import Any, cast

from cyclonedds.idl import IdlStruct, types
from cyclonedds.idl.annotations import final
from rosbags.interfaces import Nodetype

from snakelab.bridges.ros2.store import type_store

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
