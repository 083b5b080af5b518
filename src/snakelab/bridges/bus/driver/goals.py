"""Goals of servos: joint angles as the registers that move the servos there."""

import numpy as np

from snakelab.bridges.bus.driver.setpoints import Setpoints
from snakelab.bridges.bus.interface import Bus
from snakelab.bridges.bus.robot_file import RobotFile
from snakelab.types import FloatArray


class Goals:
    """Goals of the servos of one robot.

    Args:
        bus: Bus of the servos.
        robot: Robot file.
    """

    def __init__(self, bus: Bus, robot: RobotFile) -> None:
        self.bus, self.robot, self.n = bus, robot, len(robot.ids)
        self._setpoints = Setpoints(bus.table, self.n)

    def go_to(self, q: FloatArray) -> None:
        """Let the joints go to angles [rad] at the largest speed of the robot file."""
        calibration = self.robot.calibration
        angles = calibration.to_servo(q)
        self._setpoints.reset(angles, self.bus.clock.now())
        self._write(angles, np.full(self.n, self.robot.safety.speed) * calibration.gear)

    def follow(self, q: FloatArray, now: float, duration: float) -> None:
        """Let the joints be at angles [rad] after a duration [s] from now [s]."""
        self._write(*self._setpoints.towards(self.robot.calibration.to_servo(q), now, duration))

    def _write(self, angles: FloatArray, speed: FloatArray) -> None:
        """Write goals of the servos [rad], and if they have the register, the speed of the motion [rad/s]."""
        bus = self.bus
        columns = {"goal_position": angles, "goal_speed": speed}
        values = np.column_stack([columns.get(name, np.zeros(self.n)) for name in bus.goal])
        bus.sync_write(self.robot.ids, bus.goal, values)
