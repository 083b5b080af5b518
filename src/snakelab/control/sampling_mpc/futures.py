"""Sampled futures with their paths, for figures: rolled out once more, period by period."""

from dataclasses import dataclass

import numpy as np

from snakelab.control.sampling_mpc.rollouts import Horizon
from snakelab.control.sampling_mpc.steering import Steering
from snakelab.planar_batch.dynamics.lane_model import LaneModel, state_row
from snakelab.planar_batch.dynamics.step import step_driven
from snakelab.planar_batch.robot.state import SwimmerState
from snakelab.planar_batch.robot.swimmer import PlanarSwimmer
from snakelab.planar_batch.vector import LANES
from snakelab.types import FloatArray


@dataclass(frozen=True, eq=False)
class Futures:
    """Some sampled futures.

    Attributes:
        time: From now, shape (n_steps + 1,), [s].
        inputs: Of the head joint, shape (n, n_steps), or m of them, shape (n, m, n_steps).
        costs: Shape (n,).
        n_elite: How many of the first are elite, best first [-].
        com: Centre of mass, shape (n, n_steps + 1, 2), [m].
        head: Tip of the head, likewise.
    """

    time: FloatArray
    inputs: FloatArray
    costs: FloatArray
    n_elite: int
    com: FloatArray
    head: FloatArray


def futures_of(
    snake: PlanarSwimmer,
    lanes: LaneModel,
    state: SwimmerState,
    inputs: FloatArray,
    costs: FloatArray,
    n_elite: int,
    horizon: Horizon,
    last: float | FloatArray,
    steering: Steering,
    phase: float,
) -> Futures:
    """The paths of given input sequences.

    Args:
        snake: For the place of its head.
        lanes: What predicts.
        state: Where all begin.
        inputs: Shape (n, n_steps) or (n, m, n_steps), [rad].
        costs: As rolled out before, shape (n,).
        n_elite: How many of the first are elite [-].
        horizon: As rolled out before.
        last: Inputs before the first.
        steering: What they are to the robot.
        phase: Of its wave [rad].
    """
    n, n_steps = len(inputs), inputs.shape[-1]
    rows_of = inputs.reshape(n, len(steering.names), n_steps)
    parts = [
        _block(lanes, state, rows_of[k : k + LANES], horizon, np.atleast_1d(last), steering, phase)
        for k in range(0, n, LANES)
    ]  # each (n_steps + 1, 16, 2 n_links + 4)
    rows = np.concatenate(parts, axis=1)[:, :n].astype(np.float64)
    n_links = snake.n_links
    angle, com = rows[..., :n_links], rows[..., 2 * n_links : 2 * n_links + 2]
    reach = snake.levers()[1][-1]
    head = com + np.stack((np.cos(angle) @ reach, np.sin(angle) @ reach), axis=-1)
    time = horizon.period * np.arange(n_steps + 1)
    return Futures(time, inputs, costs, n_elite, com.transpose(1, 0, 2), head.transpose(1, 0, 2))


def _block(
    lanes: LaneModel,
    state: SwimmerState,
    inputs: FloatArray,
    horizon: Horizon,
    last: FloatArray,
    steering: Steering,
    phase: float,
) -> FloatArray:
    """States of up to sixteen sequences at the end of every period, shape (n_steps + 1, 16, 2 n_links + 4)."""
    kind = lanes.links.dtype.type
    before, joints = np.broadcast_to(last[:, None], (len(last), LANES)), np.array(steering.joints, np.int64)
    psi: FloatArray | float = np.full(LANES, phase)
    shares = np.arange(horizon.substeps) / horizon.substeps
    targets, rates = [], []
    for columns in inputs.transpose(2, 1, 0):
        now = np.zeros(before.shape)
        now[:, : len(inputs)] = columns
        moving = [steering.moving(before, now, psi, horizon.period, share) for share in shares]
        targets += [one[0] for one in moving]
        rates += [one[1] for one in moving]
        psi, before = steering.phase_after(before, now, psi, horizon.period), now
    target, rate = (np.array(parts, kind) for parts in (targets, rates))
    found = np.empty((inputs.shape[2] + 1, LANES, 2 * len(lanes.each) + 4), kind)
    found[0] = state_row(state, kind)
    step_driven(
        lanes, joints, target, rate, kind(horizon.period / horizon.substeps), horizon.solves, horizon.look_every, found
    )
    return found
