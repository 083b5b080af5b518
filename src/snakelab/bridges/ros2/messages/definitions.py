"""Message definitions of ROS 2 Jazzy, from the package rosbags."""

import functools
from typing import TYPE_CHECKING, Any

from snakelab.errors import MissingExtraError

if TYPE_CHECKING:
    from rosbags.typesys.store import Typestore


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
        from snakelab.installation import install_line

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
