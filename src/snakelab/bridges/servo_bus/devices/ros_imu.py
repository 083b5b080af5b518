"""IMU as a topic of ROS (sensor_msgs/Imu), with its stamps on the clock of the robot."""

import math
import threading
from typing import Any

import numpy as np

from snakelab.bridges.servo_bus.clocks import Clock, WallClock
from snakelab.bridges.servo_bus.devices.imu import ImuSample
from snakelab.errors import HardwareError
from snakelab.types import FloatArray

KIND = "sensor_msgs/msg/Imu"
# Timeout for the first message [s].
PATIENCE = 3.0
# A stamp that is further from the expected one than this means that a clock was set [s].
JUMP = 1.0


class StampOffset:
    """Offset of the clock of the stamps: the smallest delay of a message so far counts as zero."""

    def __init__(self) -> None:
        self.offset = math.inf

    def local(self, stamp: float, arrived: float) -> float:
        """Return the local time of a stamp.

        Args:
            stamp: Time on the clock of the sender [s].
            arrived: Local time of the arrival [s].
        """
        offset = arrived - stamp
        self.offset = offset if abs(offset - self.offset) > JUMP else min(self.offset, offset)
        return stamp + self.offset


class RosImu:
    """Subscription of an IMU.

    Args:
        backend: Backend of ROS, see `bridges.ros2.backends.backend.Backend`.
        topic: Name of the topic.
        clock: Clock of the robot.
        owned: True to close the backend at the end.

    Raises:
        HardwareError: if messages of this kind are not installed.
    """

    def __init__(self, backend: Any, topic: str, clock: Clock, owned: bool = False) -> None:
        from snakelab.bridges.ros2.messages.topics import Topic

        self.topic, self.clock, self.backend, self.owned = topic, clock, backend, owned
        self.invalid, self._offset = 0, StampOffset()
        self._steady = isinstance(clock, WallClock)  # stamps cannot be compared with a simulated clock
        self._sample: ImuSample | None = None
        self._came = threading.Event()
        if not backend.subscribe(Topic(topic, KIND, reliable=False, depth=5), self.take):
            raise HardwareError(f"imu: {topic}: the messages sensor_msgs are not installed")

    def begin(self) -> ImuSample:
        """Wait for the first sample.

        Raises:
            HardwareError: if no message arrives.
        """
        if not self._came.wait(PATIENCE):
            raise HardwareError(
                f"imu: no message on {self.topic} within {PATIENCE:g} s; start the driver of the IMU, and compare name, domain "
                "and network"
            )
        assert self._sample is not None
        return self._sample

    @property
    def sample(self) -> ImuSample | None:
        """Last sample; None before the first."""
        return self._sample

    def take(self, content: bytes) -> None:
        """Process a message given as CDR bytes; messages without finite numbers are counted and ignored."""
        from snakelab.bridges.ros2.messages.definitions import decoded

        arrived = self.clock.now()
        try:
            message = decoded(content, KIND)
            stamp = message.header.stamp
            stamped = self._offset.local(stamp.sec + 1e-9 * stamp.nanosec, arrived)
            sample = sample_of(message, stamped if self._steady else arrived)
        except Exception:  # bytes from the network can raise any exception in a decoder
            self.invalid += 1
            return
        self._sample = sample
        self._came.set()

    def close(self) -> None:
        """Leave the network, if the backend is owned."""
        if self.owned:
            self.backend.close()


def sample_of(message: Any, time: float) -> ImuSample:
    """Return the sample of a message; a covariance that begins with -1 marks quantities that are not measured.

    Args:
        message: sensor_msgs/Imu.
        time: Time of the sample on the clock of the robot [s].

    Raises:
        ValueError: if a number is not finite.
    """
    force, rate, orientation = message.linear_acceleration, message.angular_velocity, message.orientation
    attitude = _known(message.orientation_covariance, (orientation.w, orientation.x, orientation.y, orientation.z))
    if attitude is not None:
        norm = float(np.linalg.norm(attitude))
        attitude = attitude / norm if norm > 0.5 else None
    return ImuSample(
        time,
        _known(message.linear_acceleration_covariance, (force.x, force.y, force.z)),
        _known(message.angular_velocity_covariance, (rate.x, rate.y, rate.z)),
        attitude,
    )


def _known(covariance: Any, values: tuple[float, ...]) -> FloatArray | None:
    if covariance[0] == -1.0:
        return None
    numbers = np.array(values, dtype=np.float64)
    if not np.isfinite(numbers).all():
        raise ValueError("not finite")
    return numbers
