"""Joint targets from outside, as smooth commands: trajectories and single targets, with limited rate."""

import numpy as np

from snakelab.physics.command import Command
from snakelab.types import FloatArray

# Largest rate of a target [rad/s or m/s], and time constant of the filter in control periods [-].
MOST_RATE, RESPONSE = 3.0, 2.0


class JointFollower:
    """Targets that follow a piecewise linear trajectory: its goal moves with limited rate, and a filter smooths it.

    x'' = w^2 (goal - x) - 2 w x' with w = 1 / (RESPONSE period).

    Args:
        q: First targets, shape (n,), [rad or m].
        period: Control period [s].
    """

    def __init__(self, q: FloatArray, period: float) -> None:
        self.period = period
        self._goal, self._x, self._rate = q.copy(), q.copy(), np.zeros(len(q))
        self._times, self._points = np.zeros(1), q[None].copy()

    def set_points(self, now: float, times: FloatArray, points: FloatArray) -> None:
        """Set a trajectory from the present targets on.

        Args:
            now: Present time [s].
            times: Times of the points from now on, increasing, shape (m,), [s].
            points: NaN leaves a coordinate where it is, shape (m, n), [rad or m].
        """
        filled = [self._goal]
        for point in points:
            filled.append(np.where(np.isfinite(point), point, filled[-1]))
        self._times, self._points = np.concatenate(([now], now + np.asarray(times))), np.array(filled)

    def command(self, now: float) -> Command:
        """Return the command for the period that begins now [s]."""
        end = now + self.period
        goal = np.array([np.interp(end, self._times, column) for column in self._points.T])
        most = MOST_RATE * self.period
        self._goal = self._goal + np.clip(goal - self._goal, -most, most)
        w = 1.0 / (RESPONSE * self.period)
        away = self._x - self._goal
        b = self._rate + w * away
        fade = np.exp(-w * self.period)
        self._x = self._goal + (away + b * self.period) * fade
        self._rate = (b - w * (away + b * self.period)) * fade
        return Command(self._x.copy(), self._rate.copy())
