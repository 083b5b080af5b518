"""Interface of the backends of the node: they transport CDR bytes, independent of the robot."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from snakelab.parameters.parameters import Parameter
from snakelab.plugins.ros.topics import Service, Topic

Handler = Callable[[bytes], None]
# Answer of a service: success and a message. The argument is the flag of a SetBool, None for a Trigger.
Answer = Callable[[bool | None], tuple[bool, str]]
# Setting of a parameter: empty if it was set, else the reason why not.
Set = Callable[[str, Any], str]


@dataclass(frozen=True)
class Network:
    """Network of the node.

    Attributes:
        open: True for all interfaces of the computer; False for the loopback interface only.
        domain: Domain id of ROS [-].
    """

    open: bool = False
    domain: int = 0


class Backend(Protocol):
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
