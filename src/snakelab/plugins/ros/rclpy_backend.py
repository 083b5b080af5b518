"""Node on rclpy, of an installation of ROS 2: topics, services and parameters."""

import importlib
import os
import threading
from collections.abc import Callable, Sequence
from typing import Any

import rclpy
from rcl_interfaces.msg import FloatingPointRange, ParameterDescriptor, SetParametersResult
from rclpy.context import Context
from rclpy.executors import SingleThreadedExecutor
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

from snakelab.parameters.parameter_descriptions import Parameter
from snakelab.plugins.ros.topics import Answer, Handler, RosNetwork, Service, Set, Topic


class RclpyBackend:
    """Node on rclpy; see `RosBackend`."""

    label = "rclpy"

    def __init__(self, network: RosNetwork, node: str) -> None:
        if not network.open:
            os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
        self._context = Context()
        rclpy.init(context=self._context, domain_id=network.domain)
        self._node = rclpy.create_node(node, context=self._context)
        self._executor = SingleThreadedExecutor(context=self._context)
        self._executor.add_node(self._node)
        self._closed = False
        self._thread = threading.Thread(target=self._spin, name="snakelab-ros2-spin", daemon=True)
        self._thread.start()

    def publisher(self, topic: Topic) -> Callable[[bytes], None] | None:
        """Return a function that publishes CDR bytes; see `RosBackend`."""
        kind = message_class(topic.kind)
        if kind is None:
            return None
        publisher = self._node.create_publisher(kind, topic.name, quality(topic))

        def publish(content: bytes) -> None:
            if not self._closed:
                publisher.publish(content)

        return publish

    def subscribe(self, topic: Topic, handler: Handler) -> bool:
        """Call a function with the bytes of each message; see `RosBackend`."""
        kind = message_class(topic.kind)
        if kind is None:
            return False
        self._node.create_subscription(kind, topic.name, handler, quality(topic), raw=True)
        return True

    def serve(self, service: Service, answer: Answer) -> bool:
        """Offer a service; see `RosBackend`."""
        kind = message_class(service.kind)
        if kind is None:
            return False

        def called(request: Any, response: Any) -> Any:
            response.success, response.message = answer(getattr(request, "data", None))
            return response

        self._node.create_service(kind, f"~/{service.name}", called)
        return True

    def declare(self, parameters: Sequence[Parameter], set_value: Set) -> bool:
        """Declare parameters; see `RosBackend`."""
        for parameter in parameters:
            if parameter.value is not None:
                self._node.declare_parameter(parameter.path, parameter.value, descriptor(parameter))

        def changed(changes: Sequence[Any]) -> SetParametersResult:
            for change in changes:
                if problem := set_value(change.name, change.value):
                    return SetParametersResult(successful=False, reason=problem)
            return SetParametersResult(successful=True)

        self._node.add_on_set_parameters_callback(changed)
        return True

    def close(self) -> None:
        """Leave the graph; see `RosBackend`."""
        if self._closed:
            return
        self._closed = True
        self._executor.shutdown()
        self._thread.join(5.0)
        self._node.destroy_node()
        rclpy.try_shutdown(context=self._context)

    def _spin(self) -> None:
        try:
            self._executor.spin()
        except Exception:
            if not self._closed:
                raise


def message_class(kind: str) -> Any | None:
    """Return the class of a message or service, such as "std_msgs/msg/String"; None if its package is not installed."""
    package, folder, name = kind.split("/")
    try:
        return getattr(importlib.import_module(f"{package}.{folder}"), name)
    except ImportError:
        return None


def quality(topic: Topic) -> QoSProfile:
    """Return the quality of service of a topic."""
    return QoSProfile(
        depth=topic.depth,
        reliability=ReliabilityPolicy.RELIABLE if topic.reliable else ReliabilityPolicy.BEST_EFFORT,
        durability=DurabilityPolicy.TRANSIENT_LOCAL if topic.latched else DurabilityPolicy.VOLATILE,
    )


def descriptor(parameter: Parameter) -> ParameterDescriptor:
    """Return the description of a parameter: unit, bounds, and whether it may change."""
    text = f"{parameter.doc} [{parameter.unit}]" if parameter.unit not in ("", "-") else parameter.doc
    made = ParameterDescriptor(description=text, read_only=not parameter.live)
    made.additional_constraints = ", ".join(parameter.choices)
    if isinstance(parameter.value, float) and parameter.minimum is not None and parameter.maximum is not None:
        made.floating_point_range = [
            FloatingPointRange(from_value=float(parameter.minimum), to_value=float(parameter.maximum))
        ]
    return made
