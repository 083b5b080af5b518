"""Plan: values at future knots, with linear interpolation, and the resulting motion of the coordinates."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from snakelab.control.engine_mpc.policy import GaitParameters, JointTargets
from snakelab.physics.command import Reference, piecewise_reference, quintic
from snakelab.physics.model import Model
from snakelab.physics.model_tables.tables import MOTOR
from snakelab.types import FloatArray

Policy = GaitParameters | JointTargets
# Half width of the differences that give rate and acceleration, as a fraction of the control period.
NEAR = 0.01
# Time after the end of its period at which a held force changes, as a fraction of the control period.
LATE = 1e-6


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
        """Target, rate and acceleration of every coordinate, and of every propeller if the policy commands one, shape
        (3, nv) or (3, n_commands)."""
        h = NEAR * period
        before, now, after = (
            self.policy.targets(self.model, self.at(t), self.clock_at(t)) for t in (time - h, time, time + h)
        )
        return np.array([now, (after - before) / (2 * h), (after - 2 * now + before) / h**2])

    def values_at(self, times: FloatArray) -> FloatArray:
        """Values at several times, shape (k, n_values)."""
        return np.array([np.interp(times, self.times, column) for column in self.values.T]).T

    def clocks_at(self, times: FloatArray) -> FloatArray:
        """Clock of the gait at several positive times, shape (k,), [s]."""
        tempos = np.array([self.policy.tempo(values) for values in self.values_at(times)])
        first = self.policy.tempo(self.values[0])
        clocks: FloatArray = self.clock + (tempos + first) / 2 * (times - self.times[0])
        for k in np.flatnonzero(times > self.times[1]):  # there is a knot in between
            clocks[k] = self.clock_at(float(times[k]))
        return clocks


def references(
    plans: Sequence[Plan], start: FloatArray, opens: float, period: float, n_periods: int
) -> list[Reference]:
    """References under several plans: quintics from one control instant to the next for coordinates, constant values
    for motors and propellers.

    Args:
        plans: Plans of one policy and model, from one time and clock on.
        start: Target, rate and acceleration now, as of `Plan.ends`.
        opens: Now [s].
        period: Control period [s].
        n_periods: Number of control periods [-].
    """
    model, n = plans[0].model, len(plans)
    ends = _ends(plans, period, n_periods)
    held = np.ones(start.shape[1], bool)
    held[: model.n_coordinates] = model.arrays.coordinates["actuator"] == MOTOR
    last = np.repeat(start[:, None], n, axis=1)
    pieces = np.zeros((n, n_periods, len(held), 6))
    for k in range(n_periods):
        end = ends[:, :, k]
        piece = quintic(last.reshape(3, -1), end.reshape(3, -1), period).reshape(n, -1, 6)
        piece[:, held] = 0.0
        piece[:, held, 0] = end[0][:, held]
        pieces[:, k], last = piece, end
    knots = np.asarray(opens + period * np.arange(n_periods + 1), dtype=np.float64)
    if held.any():  # a step that ends with a period takes the force of that period, as the control loop does
        knots[1:-1] += LATE * period
    return [piecewise_reference(knots, piece) for piece in pieces]


def _ends(plans: Sequence[Plan], period: float, n_periods: int) -> FloatArray:
    """Target, rate and acceleration at the end of every period, shape (3, n, n_periods, ...); see `Plan.ends`."""
    policy, model, h = plans[0].policy, plans[0].model, NEAR * period
    instants = np.array([(t - h, t, t + h) for t in ((k + 1) * period for k in range(n_periods))]).ravel()
    values = np.concatenate([plan.values_at(instants) for plan in plans])
    clocks = np.concatenate([plan.clocks_at(instants) for plan in plans])
    targets = policy.targets_of_all(model, values, clocks).reshape(len(plans), n_periods, 3, -1)
    before, now, after = targets[:, :, 0], targets[:, :, 1], targets[:, :, 2]
    return np.array([now, (after - before) / (2 * h), (after - 2 * now + before) / h**2])
