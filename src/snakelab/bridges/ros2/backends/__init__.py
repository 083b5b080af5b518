"""Back ends of the node: rclpy, Cyclone DDS, and Foxglove. Each is imported when it is made: it needs a package of its own."""

from snakelab.bridges.ros2.backends.backend import Backend, Network, default_domain
from snakelab.bridges.ros2.messages.topics import NODE
from snakelab.errors import MissingExtraError

__all__ = ["Backend", "Network", "default_domain", "make_backend"]


def make_backend(name: str, network: Network, node: str = NODE) -> Backend:
    """Return a backend.

    Args:
        name: "rclpy", "cyclonedds", or "auto" for the first that is installed.
        network: Network of the node.
        node: Name of the node.

    Raises:
        MissingExtraError: if it is not installed.
    """
    if name in ("auto", "rclpy"):
        try:
            from snakelab.bridges.ros2.backends.rclpy_backend import RclpyBackend

            return RclpyBackend(network, node)
        except ImportError:
            if name == "rclpy":
                raise MissingExtraError(
                    "rclpy cannot be imported; source the setup file of a ROS 2 installation first, or use --backend cyclonedds"
                ) from None
    try:
        from snakelab.bridges.ros2.backends.cyclone_backend import CycloneBackend

        return CycloneBackend(network, node)
    except ImportError:
        from snakelab.installation import install_line

        raise MissingExtraError(
            f"there is neither rclpy nor Cyclone DDS; source a ROS 2 installation, or type: {install_line('ros')}"
        ) from None
