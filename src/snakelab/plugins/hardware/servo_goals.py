"""Goals of the servos of a robot: setpoints between their resolutions, and targets within the limits.

In reading order: `Setpoints` and `Goals`, which are written to the servos; `SoftStart` and `LimitedMotion`, which limit targets.
"""

from collections.abc import Callable

import numpy as np

from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.hardware.bus import Bus, Register, Table
from snakelab.plugins.hardware.readings import RESOLUTION
from snakelab.plugins.hardware.robot_file import RobotFile

# ----------------------------------------------------------------------------------------------------------------------
# Setpoints of servos: goals and speeds with which they follow a path with a finer resolution than that of the goals
#
# A servo moves its setpoint at the commanded speed towards the commanded goal. If the resolution of the speed is finer,
# the goal is given one period ahead, so that the speed alone determines the setpoint at the end of the period. After a
# lost command the servo then moves for at most one more period.
# ----------------------------------------------------------------------------------------------------------------------


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
        self._at = self._position_after(now - self._time)
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
            # smaller changes do not count as motion
            goal = np.where(np.abs(change) > 1e-6, ahead, goal)
        self._goal, self._rate, self._time = goal, speed, now
        return goal, speed

    def _position_after(self, duration: float) -> FloatArray:
        left = self._goal - self._at
        reach = self._rate * max(duration, 0.0)
        return self._at + np.clip(left, -reach, reach)


class Goals:
    """Goals of the servos of one robot.

    Args:
        bus: Bus of the servos.
        robot: Robot file.

    Attributes:
        active: Servos that get goals, shape (n,), bool.
    """

    def __init__(self, bus: Bus, robot: RobotFile) -> None:
        self.bus, self.robot, self.n = bus, robot, len(robot.ids)
        self.active = np.ones(self.n, dtype=bool)
        self._setpoints = Setpoints(bus.table, self.n)

    def go_to(self, q: FloatArray, speed: float | None = None) -> None:
        """Move the joints to angles [rad] at a speed [rad/s]; by default at the maximum speed of the robot file."""
        calibration = self.robot.calibration
        angles = calibration.to_servo(q)
        self._setpoints.reset(angles, self.bus.clock.now())
        fastest = self.robot.safety.speed if speed is None else min(speed, self.robot.safety.speed)
        self._write(angles, np.full(self.n, fastest) * calibration.gear)

    def taken(self, q: FloatArray, patience: float) -> np.ndarray:
        """Return True for each servo that has the angles [rad] as its goal, shape (n,); False if it does not answer."""
        goals, rows = np.full(self.n, np.nan), np.flatnonzero(self.active)
        if not len(rows):
            return np.zeros(self.n, dtype=bool)
        goals[rows] = self.bus.sync_read([self.robot.ids[i] for i in rows], ("goal_position",), patience)[:, 0]
        wanted = self.robot.calibration.to_servo(q)
        return np.asarray(np.abs(goals - wanted) <= 1.01 * self.bus.table["goal_position"].scale)

    def follow(self, q: FloatArray, now: float, duration: float) -> None:
        """Move the joints to angles [rad] within a duration [s] from now [s]."""
        self._write(*self._setpoints.towards(self.robot.calibration.to_servo(q), now, duration))

    def _write(self, angles: FloatArray, speed: FloatArray) -> None:
        """Write goals of the active servos [rad], and if they have the register, the speed of the motion [rad/s]."""
        bus = self.bus
        columns = {"goal_position": angles, "goal_speed": speed}
        values = np.column_stack([columns.get(name, np.zeros(self.n)) for name in bus.goal])
        if self.active.all():
            bus.sync_write(self.robot.ids, bus.goal, values)
        elif self.active.any():
            rows = np.flatnonzero(self.active)
            bus.sync_write([self.robot.ids[i] for i in rows], bus.goal, values[rows])


# ----------------------------------------------------------------------------------------------------------------------
# Motion within the limits: targets after the soft start, within the joint limits and the largest speed
# ----------------------------------------------------------------------------------------------------------------------


class SoftStart:
    """Offset between the shape of a robot and the first target, which fades out.

    Args:
        duration: Time of the fade [s].
    """

    def __init__(self, duration: float) -> None:
        self.duration = duration
        self._offset: FloatArray | None = None
        self._start = 0.0

    def start(self, target: FloatArray, shape: FloatArray, now: float) -> None:
        """Note the first target and the shape at that time; later calls have no effect."""
        if self._offset is None:
            self._offset, self._start = shape - target, now
            # offsets below 0.2 rad fade sooner
            self.duration *= min(1.0, float(np.abs(self._offset).max()) / 0.2)

    def ended(self, time: float) -> bool:
        """Return True once the offset has faded at a time [s]."""
        return self._offset is None or time >= self._start + self.duration

    def blended(self, target: FloatArray, time: float) -> FloatArray:
        """Return the target with the rest of the offset at a time [s]."""
        if self._offset is None or self.ended(time):
            return target
        x = max(0.0, (time - self._start) / self.duration)
        fade = 1.0 - x**3 * (10.0 - 15.0 * x + 6.0 * x * x)
        return np.asarray(target + fade * self._offset)


# Commands in a row that are limited in speed before this is reported; a single one may only have been late.
FAST = 3


class LimitedMotion:
    """Targets within the limits of a robot.

    Args:
        robot: Robot file.

    Attributes:
        commanded: Last target, shape (n,), [rad].
        clipped: Number of targets that were changed by a limit [-].
        on_limit: Called with the name of the limit and a text when a limit changes a target.
    """

    def __init__(self, robot: RobotFile, on_limit: Callable[[str, str], object] = lambda kind, text: None) -> None:
        self.robot, self.clipped, self.on_limit = robot, 0, on_limit
        self.commanded: FloatArray = np.zeros(len(robot.ids))
        self._soft, self._fast = SoftStart(robot.safety.soft_start), 0

    def begin(self, q: FloatArray) -> None:
        """Start from a measured shape [rad], with a new soft start."""
        self.commanded = q
        self._soft = SoftStart(self.robot.safety.soft_start)

    def allowed(self, target: FloatArray, now: float, until: float, duration: float) -> FloatArray:
        """Return the target within the limits.

        Args:
            target: Joint angles, shape (n,), [rad].
            now, until: Times of the clock: the present, and that of the target [s].
            duration: Time in which the joints move there [s].
        """
        limits = self.robot.limits
        self._soft.start(target, self.commanded, now)
        wanted = self._soft.blended(target, until)
        inside = np.clip(wanted, limits[:, 0], limits[:, 1])
        reach = self.robot.safety.speed * duration
        allowed = self.commanded + np.clip(inside - self.commanded, -reach, reach)
        if (np.abs(allowed - wanted) > 1e-9).any():
            self.clipped += 1
            self._report(wanted, inside, allowed, until, duration)
        else:
            self._fast = 0
        return np.asarray(allowed)

    def _report(
        self, wanted: FloatArray, inside: FloatArray, allowed: FloatArray, until: float, duration: float
    ) -> None:
        """Report which joints are limited, by their limits or, after the soft start, by the largest speed."""
        excess = np.abs(inside - wanted)
        if (excess > RESOLUTION).any():
            i = int(np.argmax(excess))
            text = (
                f"servo {self.robot.ids[i]}: the target {wanted[i]:+.3f} rad is limited to {inside[i]:+.3f} rad (limits"
            )
            self.on_limit("limits", f"{text} of {self.robot.origin}){self._others(excess, i)}")
        excess = np.abs(allowed - inside)
        self._fast = self._fast + 1 if (excess > 1e-9).any() and self._soft.ended(until) else 0
        if self._fast >= FAST:
            i = int(np.argmax(excess))
            speed = abs(inside[i] - self.commanded[i]) / duration
            text = f"servo {self.robot.ids[i]}: the target moves at {speed:.3g} rad/s and is limited to"
            self.on_limit("speed", f"{text} {self.robot.safety.speed:g} rad/s (safety.speed){self._others(excess, i)}")

    def _others(self, excess: FloatArray, i: int) -> str:
        others = [str(self.robot.ids[k]) for k in np.flatnonzero(excess > RESOLUTION).tolist() if k != i]
        return f"; so are those of {', '.join(others)}" if others else ""
