"""Inertial measurement units of a robot: a device on the servo bus, a topic of ROS, or an emulated device."""

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.kinematics import body_motion, motion_in, sensed_gravity
from snakelab.physics.model_tables import frame_of
from snakelab.physics.record_kernels import record_layout
from snakelab.plugins.hardware.servo_bus import Bus, Clock, WallClock
from snakelab.plugins.hardware.servo_registers import Register, block
from snakelab.robots.sensors import Imu, Instant, carried_to
from snakelab.sim.run_integration import state_part
from snakelab.worlds.gravity import STANDARD_GRAVITY

# ----------------------------------------------------------------------------------------------------------------------
# IMU on a servo bus: a device with its own id and the registers of a BNO055
# ----------------------------------------------------------------------------------------------------------------------

CHIP_ID = 0xA0


def _vector(name: str, address: int, scale: float, unit: str, axes: str) -> dict[str, Register]:
    """Return registers of 16 bits for the components of a vector."""
    return {
        f"{name}_{axis}": Register(address + 2 * i, 2, scale, unit, two_complement=True, writable=False)
        for i, axis in enumerate(axes)
    }


IMU_TABLE: dict[str, Register] = {
    "chip": Register(0x00, 1, writable=False),
    **_vector("specific_force", 0x08, 1e-2, "m/s^2", "xyz"),
    **_vector("angular_rate", 0x14, math.radians(1.0 / 16.0), "rad/s", "xyz"),
    **_vector("attitude", 0x20, 2.0**-14, "-", "wxyz"),
}
SAMPLE = tuple(name for name in IMU_TABLE if name != "chip")
IMU_SIZE = 0x40


@dataclass(frozen=True)
class ImuSample:
    """Measurements of an IMU at one time; None for quantities that it does not measure.

    Attributes:
        time: Time of the sample on the clock of the robot [s].
        specific_force: Acceleration less gravity, sensor axes, shape (3,), [m/s^2].
        angular_rate: Angular velocity, sensor axes, shape (3,), [rad/s].
        attitude: Rotation from sensor axes to world axes, wxyz, shape (4,).
    """

    time: float
    specific_force: FloatArray | None = None
    angular_rate: FloatArray | None = None
    attitude: FloatArray | None = None


class ImuDevice:
    """IMU on a servo bus.

    Args:
        bus: The bus.
        ident: Id of the device.
    """

    def __init__(self, bus: Bus, ident: int) -> None:
        self.bus, self.ident = bus, ident
        self._block = block(IMU_TABLE, SAMPLE)

    @property
    def read_time(self) -> float:
        """Duration of a sample on the line [s]."""
        return self.bus.block_time(self._block.size)

    def check(self) -> str:
        """Return the reason why there is no such device, empty if it answers as a BNO055 does."""
        for _ in range(3):
            block = self.bus.read_block(self.ident, IMU_TABLE["chip"].address, IMU_TABLE["chip"].size)
            if block is not None:
                chip = int(block[0])
                return (
                    "" if chip == CHIP_ID else f"device {self.ident} is no BNO055: its chip id is {chip:#04x}, not 0xa0"
                )
        return f"the IMU {self.ident} does not answer; check its cable and id with snakelab bus scan"

    def sample(self) -> ImuSample | None:
        """Return a new sample, stamped with the middle of its transfer; None without an answer."""
        before = self.bus.clock.now()
        data = self.bus.read_block(self.ident, self._block.start, self._block.size)
        if data is None:
            return None
        values = self._block.decode(np.frombuffer(data, dtype=np.uint8)[None])[0]
        norm = float(np.linalg.norm(values[6:10]))
        # the device returns zeros before it has an attitude
        attitude = values[6:10] / norm if norm > 0.9 else None
        return ImuSample(0.5 * (before + self.bus.clock.now()), values[:3], values[3:6], attitude)


# ----------------------------------------------------------------------------------------------------------------------
# IMU as a topic of ROS (sensor_msgs/Imu), with its stamps on the clock of the robot
# ----------------------------------------------------------------------------------------------------------------------

KIND = "sensor_msgs/msg/Imu"


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
        # a stamp further from the expected one means that a clock was set
        self.offset = offset if abs(offset - self.offset) > 1.0 else min(self.offset, offset)
        return stamp + self.offset


class RosImu:
    """Subscription of an IMU.

    Args:
        backend: Backend of ROS, see `plugins.ros.topics.RosBackend`.
        topic: Name of the topic.
        clock: Clock of the robot.
        owned: True to close the backend at the end.

    Raises:
        HardwareError: if messages of this kind are not installed.
    """

    def __init__(self, backend: Any, topic: str, clock: Clock, owned: bool = False) -> None:
        from snakelab.plugins.ros.topics import Topic

        self.topic, self.clock, self.backend, self.owned = topic, clock, backend, owned
        self.invalid, self._offset = 0, StampOffset()
        self._steady = isinstance(clock, WallClock)  # stamps cannot be compared with a simulated clock
        self._sample: ImuSample | None = None
        self._came = threading.Event()
        if not backend.subscribe(Topic(topic, KIND, reliable=False, depth=5), self.take):
            raise HardwareError(f"imu: {topic}: the messages sensor_msgs are not installed")

    def begin(self, timeout: float = 3.0) -> ImuSample:
        """Wait for the first sample.

        Args:
            timeout: Longest wait [s].

        Raises:
            HardwareError: if no message arrives.
        """
        if not self._came.wait(timeout):
            raise HardwareError(
                f"imu: no message on {self.topic} within {timeout:g} s; start the driver of the IMU, and compare name, domain "
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
        from snakelab.plugins.ros.topics import decoded

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


# ----------------------------------------------------------------------------------------------------------------------
# Emulated IMU on the line of the servos: the registers of a BNO055, with the samples of an `Imu` of the simulated robot
# ----------------------------------------------------------------------------------------------------------------------

# Specific force, angular rate and attitude in a row, shape (10,).
Measure = Callable[[], FloatArray]


@dataclass
class EmulatedImu:
    """Memory of a device with the registers of a BNO055.

    Attributes:
        ident: Id on the line.
        measure: Returns the sample at the present time.
        dead: True for a device without answers.
    """

    ident: int
    measure: Measure
    dead: bool = False

    def read(self, start: int, size: int) -> bytes | None:
        """Return bytes of its memory as they are now; None without an answer."""
        if self.dead or start + size > IMU_SIZE:
            return None
        memory = np.zeros(IMU_SIZE, dtype=np.uint8)
        memory[IMU_TABLE["chip"].address] = CHIP_ID
        for name, value in zip(SAMPLE, self.measure(), strict=True):
            memory[IMU_TABLE[name].address : IMU_TABLE[name].end] = IMU_TABLE[name].saturated(np.array([value]))[0]
        return memory[start : start + size].tobytes()


class SimulatedImu:
    """Readings of the first `Imu` of a simulated robot; without one, of an ideal IMU in the head.

    Args:
        snake: The simulated robot, a `SimulatedSnake`.
        seed: Seed of the noise.
    """

    def __init__(self, snake: Any, seed: int) -> None:
        self.snake, model = snake, snake.model
        imus = [sensor for sensor in model.robot.sensors if isinstance(sensor, Imu)]
        imu = imus[0] if imus else Imu()
        self.imu = replace(imu, attitude_noise=imu.attitude_noise or 0.0)
        self._row, self._offset = frame_of(model.robot, model.station_names, imu.on, "Imu")
        self._gravity, self._random = sensed_gravity(model), np.random.default_rng(seed)
        self._layout = record_layout(model)

    def __call__(self) -> FloatArray:
        """Return specific force, angular rate and attitude in a row, shape (10,)."""
        snake = self.snake
        state, nothing = state_part(self._layout, snake.row), np.zeros(0)
        rows = body_motion(snake.model, snake.reference, state, snake.state.time, accelerated=True)
        motion = carried_to(motion_in(rows[self._row]), self._offset)
        instant = Instant(nothing, nothing, nothing, motion, self._gravity, np.ones(6, bool))
        return self.imu.read(instant, self._random.standard_normal(9))


def resting() -> FloatArray:
    """Return what an IMU feels at rest on level ground, shape (10,)."""
    return np.array([0.0, 0.0, STANDARD_GRAVITY, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])
