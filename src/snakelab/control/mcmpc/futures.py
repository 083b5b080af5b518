"""Sampled futures with their paths, for figures: rolled out once more, period by period."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.control.rollout.rollout import Horizon
from snakelab.physics.lanes.model import LaneModel, state_row
from snakelab.physics.lanes.step import step_driven
from snakelab.physics.lanes.vector import LANES
from snakelab.physics.swimmer.state import SwimmerState
from snakelab.physics.swimmer.swimmer import PlanarSwimmer
from snakelab.types import FloatArray


@dataclass(frozen=True, eq=False)
class Futures:
    """Some sampled futures.

    Attributes:
        time: From now, shape (n_steps + 1,), [s].
        inputs: Of the head joint, shape (n, n_steps), or of m joints, shape (n, m, n_steps), [rad].
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
    joints: Sequence[int],
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
        last: Inputs before the first [rad].
        joints: Which joints get them, m numbers.
    """
    n, n_steps = len(inputs), inputs.shape[-1]
    driven, rows_of = np.array(joints, np.int64), inputs.reshape(n, len(joints), n_steps)
    parts = [
        _block(lanes, state, rows_of[k : k + LANES], horizon, np.atleast_1d(last), driven) for k in range(0, n, LANES)
    ]  # each (n_steps + 1, 16, 2 n_links + 4)
    rows = np.concatenate(parts, axis=1)[:, :n].astype(np.float64)
    n_links = snake.n_links
    angle, com = rows[..., :n_links], rows[..., 2 * n_links : 2 * n_links + 2]
    reach = snake.levers()[1][-1]
    head = com + np.stack((np.cos(angle) @ reach, np.sin(angle) @ reach), axis=-1)
    time = horizon.period * np.arange(n_steps + 1)
    return Futures(time, inputs, costs, n_elite, com.transpose(1, 0, 2), head.transpose(1, 0, 2))


def _block(
    lanes: LaneModel, state: SwimmerState, inputs: FloatArray, horizon: Horizon, last: FloatArray, joints: Any
) -> FloatArray:
    """States of up to sixteen sequences at the end of every period, shape (n_steps + 1, 16, 2 n_links + 4)."""
    kind = lanes.links.dtype.type
    states = np.array(LANES * [state_row(state, kind)])
    found = [states.copy()]
    shape = (len(joints), LANES)
    before, share = np.broadcast_to(last[:, None], shape), np.arange(horizon.substeps)[:, None, None] / horizon.substeps
    for columns in inputs.transpose(2, 1, 0):
        now = np.zeros(shape)
        now[:, : len(inputs)] = columns
        step = now - before
        target = before + share * step if horizon.ramp else np.repeat(now[None], horizon.substeps, axis=0)
        rate = np.repeat((step / horizon.period if horizon.ramp else 0.0 * step)[None], horizon.substeps, axis=0)
        dt = kind(horizon.period / horizon.substeps)
        step_driven(lanes, joints, target.astype(kind), rate.astype(kind), dt, horizon.substeps, horizon.solves, states)
        found.append(states.copy())
        before = now
    return np.array(found)
