"""Setpoints of servos: goals and speeds with which they follow a path with a finer resolution than that of the goals.

A servo moves its setpoint at the commanded speed towards the commanded goal. If the resolution of the speed is finer, the goal is
given one period ahead, so that the speed alone determines the setpoint at the end of the period. After a lost command
the servo then moves for at most one more period.
"""

import numpy as np

from snakelab.bridges.servo_bus.interface import Bus
from snakelab.bridges.servo_bus.registers import Register, Table
from snakelab.bridges.servo_bus.robot_file import RobotFile
from snakelab.types import FloatArray

# Changes of an angle within this are no motion [rad].
STILL = 1e-6


class Setpoints:
    """Estimated setpoints of servos.

    Args:
        table: Registers of the servos.
        n: Number of servos.
    """

    def __init__(self, table: Table, n: int) -> None:
        self._position: Register = table["goal_position"]
        self._speed: Register | None = table.get("goal_speed")
        self._at = self._goal = self._rate = np.zeros(n)
        self._time = 0.0

    def reset(self, angles: FloatArray, time: float) -> None:
        """Set the setpoints to the angles at which the servos stand [rad], at a time [s]."""
        self._at = self._goal = np.asarray(angles, dtype=np.float64)
        self._rate, self._time = np.zeros(len(angles)), time

    def towards(self, target: FloatArray, now: float, duration: float) -> tuple[FloatArray, FloatArray]:
        """Return goals and speeds with which the servos are at a target after a duration.

        Args:
            target: Servo angles, shape (n,), [rad].
            now: Time of the command [s].
            duration: Time to the target [s].

        Returns:
            Goals [rad] and speeds [rad/s], each of shape (n,).
        """
        self._at = self._moved(now - self._time)
        change = target - self._at
        speed = np.abs(change) / duration
        finer = self._speed is not None and self._speed.scale * duration < 0.25 * self._position.scale
        if finer:
            assert self._speed is not None
            speed = np.maximum(np.rint(speed / self._speed.scale), 1.0) * self._speed.scale
        step = self._position.scale
        goal = np.rint(target / step) * step
        if finer:
            ahead = np.where(change > 0, np.ceil((target + change) / step), np.floor((target + change) / step)) * step
            goal = np.where(np.abs(change) > STILL, ahead, goal)
        self._goal, self._rate, self._time = goal, speed, now
        return goal, speed

    def _moved(self, duration: float) -> FloatArray:
        """Return the setpoints after a duration [s]."""
        left = self._goal - self._at
        reach = self._rate * max(duration, 0.0)
        return self._at + np.clip(left, -reach, reach)


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
        """Move the joints to angles [rad] at the maximum speed of the robot file."""
        calibration = self.robot.calibration
        angles = calibration.to_servo(q)
        self._setpoints.reset(angles, self.bus.clock.now())
        self._write(angles, np.full(self.n, self.robot.safety.speed) * calibration.gear)

    def follow(self, q: FloatArray, now: float, duration: float) -> None:
        """Move the joints to angles [rad] within a duration [s] from now [s]."""
        self._write(*self._setpoints.towards(self.robot.calibration.to_servo(q), now, duration))

    def _write(self, angles: FloatArray, speed: FloatArray) -> None:
        """Write goals of the servos [rad], and if they have the register, the speed of the motion [rad/s]."""
        bus = self.bus
        columns = {"goal_position": angles, "goal_speed": speed}
        values = np.column_stack([columns.get(name, np.zeros(self.n)) for name in bus.goal])
        bus.sync_write(self.robot.ids, bus.goal, values)
