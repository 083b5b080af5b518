"""Motion within the limits: targets after the soft start, within the joint limits and the largest speed."""

import numpy as np

from snakelab.bridges.servo_bus.robot_file import RobotFile
from snakelab.types import FloatArray

# Offset above which the fade has its full duration; it is shorter for smaller offsets [rad].
FULL = 0.2


class SoftStart:
    """Offset between the shape of a robot and the first target, which fades out.

    Args:
        duration: Time of the fade [s].
    """

    def __init__(self, duration: float) -> None:
        self.duration = duration
        self._offset: FloatArray | None = None
        self._began = 0.0

    def start(self, target: FloatArray, shape: FloatArray, now: float) -> None:
        """Note the first target and the shape at that time; later calls have no effect."""
        if self._offset is None:
            self._offset, self._began = shape - target, now
            self.duration *= min(1.0, float(np.abs(self._offset).max()) / FULL)

    def blended(self, target: FloatArray, time: float) -> FloatArray:
        """Return the target with the rest of the offset at a time [s]."""
        if self._offset is None or time >= self._began + self.duration:
            return target
        x = max(0.0, (time - self._began) / self.duration)
        fade = 1.0 - x**3 * (10.0 - 15.0 * x + 6.0 * x * x)
        return np.asarray(target + fade * self._offset)


# A target that is changed by more than this counts as clipped [rad].
CHANGED = 1e-9


class LimitedMotion:
    """Targets within the limits of a robot.

    Args:
        robot: Robot file.

    Attributes:
        commanded: Last target, shape (n,), [rad].
        clipped: Number of targets that were changed by a limit [-].
    """

    def __init__(self, robot: RobotFile) -> None:
        self.robot, self.clipped = robot, 0
        self.commanded: FloatArray = np.zeros(len(robot.ids))
        self._soft = SoftStart(robot.safety.soft_start)

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
        self.clipped += int((np.abs(allowed - wanted) > CHANGED).any())
        return np.asarray(allowed)
