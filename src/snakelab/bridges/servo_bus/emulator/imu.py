"""Emulated IMU on the line of the servos: the registers of a BNO055, filled with the samples of an `Imu` of the
simulated robot.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from snakelab.bridges.servo_bus.devices.imu import CHIP, SAMPLE, SIZE, TABLE
from snakelab.bridges.servo_bus.emulator.plants import SimulatedSnake
from snakelab.physics.kinematics.body_motion import body_motion, motion_in, sensed_gravity
from snakelab.physics.model_tables.frames import frame_of
from snakelab.physics.record_row import record_layout
from snakelab.robots.sensors import Imu
from snakelab.robots.sensors.instant import Instant, carried_to
from snakelab.sim.record import state_part
from snakelab.types import FloatArray
from snakelab.worlds.gravity import STANDARD

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
        if self.dead or start + size > SIZE:
            return None
        memory = np.zeros(SIZE, dtype=np.uint8)
        memory[TABLE["chip"].address] = CHIP
        for name, value in zip(SAMPLE, self.measure(), strict=True):
            memory[TABLE[name].address : TABLE[name].end] = TABLE[name].encode(np.array([value]))[0]
        return memory[start : start + size].tobytes()


class SimulatedImu:
    """Readings of the first `Imu` of a simulated robot; without one, of an ideal IMU in the head.

    Args:
        snake: The simulated robot.
        seed: Seed of the noise.
    """

    def __init__(self, snake: SimulatedSnake, seed: int) -> None:
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
    return np.array([0.0, 0.0, STANDARD, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])
