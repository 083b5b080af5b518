"""Limit cycles of a network's oscillators over time, with transitions from gait to gait."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from snakelab.gaits.orthogonal_snakes.hinges import Hinges
from snakelab.gaits.orthogonal_snakes.waves import Rhythm
from snakelab.types import FloatArray

# Tolerance for the start of a period before that of a gait [s].
EARLY = 1e-9
# Transitions shorter than this are immediate, since their square is a divisor [s].
SUDDEN = 1e-12


@dataclass(frozen=True)
class Glide:
    """Sequence of gaits with smooth transitions.

    Circles and frequency are p + s(t) (new - p) with s = 10 x^3 - 15 x^4 + 6 x^5, so that a change may begin while
    another is under way.

    Args:
        gait: The first gait.
        schedule: (time [s], gait) of every change, times ascending.
        transition: Duration of a change [s]; 0 for a jump.
        spark: Minimum radius of a circle of a gait [rad].
        scale: Factor of the radii, sqrt(sigma) [-].
    """

    gait: Rhythm
    schedule: Sequence[tuple[float, Rhythm]]
    transition: float
    spark: float
    scale: float

    def at(self, hinges: Hinges, time: float) -> tuple[FloatArray, FloatArray]:
        """Positions and rates of rotation of the limit cycles at a time.

        Returns:
            D = radius exp(i phase), real and imaginary, and the centre, then their rates and accelerations, shape (9,
            n); omega, its rate and its second rate, shape (3,).
        """
        circles, omega = self.circles(self.gait, hinges), np.array([self.gait.angular_frequency, 0.0, 0.0])
        for since, rhythm in self.schedule[: self.changes(time)]:
            s, ds, dds = smooth_step(time - since, self.transition)
            change = self.circles(rhythm, hinges) - circles
            goal = np.array([rhythm.angular_frequency, 0.0, 0.0]) - omega
            circles = circles + _fade(change, s, ds, dds)
            omega = omega + _fade(goal, s, ds, dds)
        return circles.reshape(9, -1), omega

    def circles(self, rhythm: Rhythm, hinges: Hinges) -> FloatArray:
        """Arrays D and c of a constant gait, shape (3, 3, n): with rates and accelerations of zero."""
        radius, phase, centre = rhythm.waves(hinges)
        radius = np.copysign(np.maximum(np.abs(radius), self.spark), radius) * self.scale
        still = np.zeros((3, len(radius)))
        return np.array([[radius * np.cos(phase), radius * np.sin(phase), centre], still, still])

    def turn(self, time: float, duration: float) -> float:
        """Integral of omega over an interval [rad], by Simpson's rule, which is exact for its polynomials."""
        if self.transition == 0:
            return float(self._omega(time)) * duration
        a, b, c = (self._omega(time + fraction * duration) for fraction in (0.0, 0.5, 1.0))
        return (a + 4 * b + c) * duration / 6

    def _omega(self, time: float) -> float:
        omega = self.gait.angular_frequency
        for since, rhythm in self.schedule[: self.changes(time)]:
            omega += smooth_step(time - since, self.transition)[0] * (rhythm.angular_frequency - omega)
        return omega

    def changes(self, time: float) -> int:
        """Number of gaits of the schedule that have begun."""
        return sum(time >= since - EARLY for since, _ in self.schedule)


def _fade(change: FloatArray, s: float, ds: float, dds: float) -> FloatArray:
    """s(t) change(t) with its rate and acceleration; change holds value, rate, acceleration, shape (3, ...)."""
    return np.array(
        [s * change[0], ds * change[0] + s * change[1], dds * change[0] + 2 * ds * change[1] + s * change[2]]
    )


def smooth_step(since: float, duration: float) -> tuple[float, float, float]:
    """Transition 10 x^3 - 15 x^4 + 6 x^5, from 0 to 1, with its rate and acceleration, which begin and end at zero."""
    if since >= duration or duration < SUDDEN:
        return 1.0, 0.0, 0.0
    x = max(0.0, since / duration)
    return (
        x**3 * (10.0 - 15.0 * x + 6.0 * x**2),
        30.0 * x**2 * (1.0 - x) ** 2 / duration,
        60.0 * x * (1.0 - x) * (1.0 - 2.0 * x) / duration**2,
    )
