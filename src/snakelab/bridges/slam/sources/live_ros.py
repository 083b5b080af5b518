"""Live image pairs and IMU samples from topics of ROS 2."""

import threading
import time as clock
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np

from snakelab.bridges.ros2.backends.backend import Backend
from snakelab.bridges.ros2.messages.definitions import decoded
from snakelab.bridges.ros2.messages.topics import Topic
from snakelab.bridges.slam.estimator import StereoInertialSlam
from snakelab.bridges.slam.settings import FrameEstimate
from snakelab.bridges.slam.sources.bag import matched, stamp_of
from snakelab.bridges.slam.sources.images import image_of
from snakelab.errors import HardwareError
from snakelab.perception.camera_imu.sequence import ImuSamples, StereoFrame

IMAGE, COMPRESSED, IMU = "sensor_msgs/msg/Image", "sensor_msgs/msg/CompressedImage", "sensor_msgs/msg/Imu"
LATEST_IMU = 0.1  # time for which an image waits for the IMU samples up to it [s]


class RosStereo:
    """Subscription to two image topics and an IMU. Of a camera that is faster than the estimator the latest pairs are used.

    Args:
        backend: Node in the ROS graph, see `snakelab.bridges.ros2.backends.make_backend`.
        left: Topic of the left images.
        right: Topic of the right images.
        imu: Topic of the IMU; empty without one.
        compressed: The topics carry CompressedImage instead of Image.

    Attributes:
        dropped: Number of images that were not used.
    """

    def __init__(self, backend: Backend, left: str, right: str, imu: str = "", compressed: bool = False) -> None:
        self.dropped = 0
        self._imu_topic = imu
        self._event = threading.Condition()
        self._left: deque[tuple[float, Any]] = deque()
        self._right: deque[tuple[float, Any]] = deque()
        self._imu: list[list[float]] = []
        kind = COMPRESSED if compressed else IMAGE
        for name, queue in ((left, self._left), (right, self._right)):
            backend.subscribe(Topic(name, kind, reliable=False, depth=5), self._images(kind, queue))
        if imu:
            backend.subscribe(Topic(imu, IMU, reliable=False, depth=200), self._sample)

    def follow(
        self, slam: StereoInertialSlam, handle: Callable[[FrameEstimate], None] | None = None, timeout: float = 2.0
    ) -> int:
        """Pass pairs and samples to an estimator until no pair has arrived for a while, and return the number of pairs.

        Args:
            slam: The estimator.
            handle: Called with each estimate.
            timeout: Longest time without a pair [s].

        Raises:
            HardwareError: if no pair arrived.
        """
        count = 0
        while (pair := self._next(timeout)) is not None:
            (time, left), (_, right) = pair
            self._wait_for_imu(time)
            slam.add_imu(self._samples())
            estimate = slam.add_frame(StereoFrame(time, image_of(left), image_of(right)))
            count += 1
            if handle is not None:
                handle(estimate)
        if not count:
            raise HardwareError(
                f"no image pair arrived within {timeout:g} s; check the names of the topics and the domain"
            )
        return count

    def _images(self, kind: str, queue: deque[tuple[float, Any]]) -> Callable[[bytes], None]:
        def take(content: bytes) -> None:
            message = decoded(content, kind)
            with self._event:
                queue.append((stamp_of(message, clock.time_ns()), message))
                while len(queue) > 5:
                    queue.popleft()
                    self.dropped += 1
                self._event.notify_all()

        return take

    def _sample(self, content: bytes) -> None:
        message = decoded(content, IMU)
        w, a = message.angular_velocity, message.linear_acceleration
        with self._event:
            self._imu.append([stamp_of(message, clock.time_ns()), w.x, w.y, w.z, a.x, a.y, a.z])
            self._event.notify_all()

    def _next(self, timeout: float) -> tuple[Any, Any] | None:
        end = clock.monotonic() + timeout
        with self._event:
            while (pair := matched(self._left, self._right)) is None:
                rest = end - clock.monotonic()
                if rest <= 0.0:
                    return None
                self._event.wait(rest)
            return pair

    def _wait_for_imu(self, time: float) -> None:
        end = clock.monotonic() + LATEST_IMU
        with self._event:
            while self._imu_topic and not (self._imu and self._imu[-1][0] >= time) and clock.monotonic() < end:
                self._event.wait(end - clock.monotonic())

    def _samples(self) -> ImuSamples:
        with self._event:
            table, self._imu = np.array(self._imu, np.float64).reshape(-1, 7), []
        return ImuSamples(table[:, 0], table[:, 1:4], table[:, 4:7])
