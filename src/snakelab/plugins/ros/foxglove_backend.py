"""Backend of the node that streams to Foxglove: the messages of ROS over its web socket, without DDS.

The protocol transports CDR bytes and the text of their message definitions (encodings "cdr" and "ros2msg"). A browser may
connect from any page, so the stream accepts no commands except emergency stops, as every backend.
"""

import threading
import time as clock
from collections.abc import Callable, Sequence
from typing import Any

from foxglove import Channel, Context, Schema, start_server
from foxglove.websocket import Capability, ChannelView, Client, ClientChannel, ServerListener

from snakelab.errors import SimulationError
from snakelab.parameters.parameter_descriptions import Parameter
from snakelab.plugins.ros.topics import NODE, Answer, Handler, Service, Set, Topic, type_store

HOST, PORT = "127.0.0.1", 8765


class FoxgloveBackend(ServerListener):
    """Server on the loopback interface; see `RosBackend`.

    Args:
        port: Port; 0 for any free one.

    Raises:
        SimulationError: if the port is in use.
    """

    def __init__(self, port: int = PORT) -> None:
        self._context = Context()
        self._channels: dict[str, Channel] = {}
        self._latched: dict[str, bytes] = {}
        self._handlers: dict[str, Handler] = {}
        self._advertised: dict[tuple[int, int], str] = {}
        self._lock = threading.Lock()
        try:
            self._server = start_server(
                name=NODE,
                host=HOST,
                port=port,
                capabilities=[Capability.ClientPublish],
                supported_encodings=["cdr"],
                server_listener=self,
                context=self._context,
                # of a slow viewer; the oldest messages are dropped
                message_backlog_size=256,
            )
        except (RuntimeError, OSError, ValueError) as problem:
            raise SimulationError(
                f"the stream cannot listen on {HOST}:{port}: {problem}; give another port with --port"
            ) from problem
        self._closed = False

    @property
    def port(self) -> int:
        """Port of the server."""
        return int(self._server.port)

    @property
    def label(self) -> str:
        """Name of the backend, for users."""
        return f"Foxglove web socket ws://{HOST}:{self.port}"

    def publisher(self, topic: Topic) -> Callable[[bytes], None]:
        """Return a function that publishes CDR bytes; see `RosBackend`."""
        definition, _ = type_store("foxglove").generate_msgdef(topic.kind, ros_version=2)
        channel = Channel(
            topic.name,
            message_encoding="cdr",
            schema=Schema(name=topic.kind, encoding="ros2msg", data=definition.encode()),
            context=self._context,
        )
        self._channels[topic.name] = channel

        def publish(content: bytes) -> None:
            if topic.latched:
                with self._lock:
                    self._latched[topic.name] = content
            if not self._closed:
                channel.log(content, log_time=clock.time_ns())

        return publish

    def subscribe(self, topic: Topic, handler: Handler) -> bool:
        """Call a function with the CDR bytes of each message; see `RosBackend`."""
        self._handlers[topic.name] = handler
        return True

    def serve(self, service: Service, answer: Answer) -> bool:
        """Return False: there are no services."""
        return False

    def declare(self, parameters: Sequence[Parameter], set_value: Set) -> bool:
        """Return False: there are no parameters."""
        return False

    def close(self) -> None:
        """End the server; see `RosBackend`."""
        if not self._closed:
            self._closed = True
            self._server.stop()

    # ---- callbacks of the server, in its threads -------------------------------------------------------------------
    def on_subscribe(self, client: Client, channel: ChannelView) -> None:
        """Send a new viewer the last message of a latched topic."""
        with self._lock:
            content = self._latched.get(channel.topic)
        if content is not None:
            self._channels[channel.topic].log(content, log_time=clock.time_ns())

    def on_client_advertise(self, client: Client, channel: ClientChannel) -> None:
        """Keep the topic of a channel on which a viewer will publish."""
        if channel.encoding == "cdr":
            self._advertised[client.id, channel.id] = channel.topic

    def on_client_unadvertise(self, client: Client, client_channel_id: int) -> None:
        """Forget such a channel."""
        self._advertised.pop((client.id, client_channel_id), None)

    def on_message_data(self, client: Client, client_channel_id: int, data: bytes) -> None:
        """Pass a message to the handler of its topic."""
        topic: Any = self._advertised.get((client.id, client_channel_id))
        handler = self._handlers.get(topic)
        if handler is not None:
            handler(data)
