"""Plan: values at future knots, with linear interpolation, and the resulting motion of the coordinates."""

from dataclasses import dataclass

import numpy as np

from snakelab.control.engine_mpc.policy import GaitParameters, JointTargets
from snakelab.physics.command import Reference, piecewise_reference, quintic
from snakelab.physics.layout.tables import MOTOR
from snakelab.physics.model import Model
from snakelab.types import FloatArray

Policy = GaitParameters | JointTargets
# Half width of the differences that give rate and acceleration, as a share of the control period.
NEAR = 0.01


@dataclass(frozen=True, eq=False)
class Plan:
    """Future values of a policy.

    Attributes:
        policy: Meaning of the values.
        model: Model with the coordinates.
        times: Times of the knots, ascending from 0, shape (k + 1,), [s].
        values: Values at the knots, shape (k + 1, n_values); the first row holds the present values.
        clock: Clock of the gait at time 0 [s].
    """

    policy: Policy
    model: Model
    times: FloatArray
    values: FloatArray
    clock: float

    def at(self, time: float) -> FloatArray:
        """Values at a time, shape (n_values,); before and after the knots those of the nearest."""
        return np.array([np.interp(time, self.times, column) for column in self.values.T])

    def clock_at(self, time: float) -> float:
        """Clock of the gait: the integral of the tempo, which is linear between knots."""
        knots = np.append(self.times[self.times < time], time) if time > 0.0 else np.array([0.0, time])
        tempos = np.array([self.policy.tempo(self.at(t)) for t in knots])
        return self.clock + float(np.sum((tempos[1:] + tempos[:-1]) / 2 * np.diff(knots)))

    def ends(self, time: float, period: float) -> FloatArray:
        """Target, rate and acceleration of every coordinate, shape (3, nv)."""
        h = NEAR * period
        before, now, after = (
            self.policy.targets(self.model, self.at(t), self.clock_at(t)) for t in (time - h, time, time + h)
        )
        return np.array([now, (after - before) / (2 * h), (after - 2 * now + before) / h**2])

    def reference(self, start: FloatArray, opens: float, period: float, n_periods: int) -> Reference:
        """Reference of the coordinates under the plan: quintics from one control instant to the next.

        Args:
            start: Target, rate and acceleration now, shape (3, nv).
            opens: Now [s].
            period: Of control [s].
            n_periods: [-].
        """
        held = self.model.arrays.coordinates["actuator"] == MOTOR
        knots = opens + period * np.arange(n_periods + 1)
        pieces: list[FloatArray] = []
        last = start
        for k in range(n_periods):
            end = self.ends((k + 1) * period, period)
            piece = quintic(last, end, period)
            piece[held] = 0.0
            piece[held, 0] = end[0, held]
            pieces.append(piece)
            last = end
        return piecewise_reference(np.asarray(knots, dtype=np.float64), np.stack(pieces))
