"""The compiled roll-out: for each sample its inputs, the mechanics, and the cost, fused into one pass."""

from typing import Any, NamedTuple

import numpy as np

from snakelab.compiling import kernel
from snakelab.control.rollout.cost import ANGLE_LIMIT, GOAL_X, GOAL_Y, PENALTY, WEIGHT_INPUT, WEIGHT_X, WEIGHT_Y
from snakelab.control.rollout.counter import random_normals
from snakelab.physics.lanes.model import X, Y, new_lanes
from snakelab.physics.lanes.step import clear_corners, lane_step
from snakelab.physics.lanes.vector import LANES, convert, load, numbers_from, rows, store, where, zeros


class Task(NamedTuple):
    """What all blocks of one call share."""

    row: Any  # (2 n + 4,) state
    nominal: Any  # (n_steps,)
    last: Any  # (1,) input before the first
    cost: Any  # (7,)
    dt: Any  # of one step of the mechanics
    substeps: int
    ramp: bool
    solves: int


@kernel(inner=True)
def next_inputs(draw, nominal, i, samples, words, noise):
    """Inputs of sixteen samples at step i; steps must come in order.

    Args:
        draw: Draw.
        nominal: Shape (n_steps,), [rad].
        i: Step.
        samples: Numbers of the samples, uint32.
        words: Space, see `random_normals`.
        noise: At the knots before and after, two rows of the nominal's kind; stays between calls.
    """
    every = draw.knot_every
    place = i % every
    if place == 0:
        # at the first step both of its knots
        for knot in range(0 if i == 0 else i // every + 1, i // every + 2):
            store(noise, 0, load(noise, 1))
            store(noise, 1, convert(random_normals(draw, knot, samples, words), nominal[0]))
    before, limit = load(noise, 0), draw.limit[0]
    u = nominal[i] + draw.sigma[i] * (before + (place / every) * (load(noise, 1) - before))
    u = where(u < limit, u, limit)
    return where(u > -limit, u, -limit)


@kernel(inner=True)
def period_cost(model, cost, u, lanes):
    """Cost at the end of a control period."""
    most = zeros(cost[0])
    for i in range(1, len(model.each)):
        bend = abs(load(lanes.angle, i) - load(lanes.angle, i - 1))
        most = where(bend > most, bend, most)
    dx, dy = load(lanes.body, X) - cost[GOAL_X], load(lanes.body, Y) - cost[GOAL_Y]
    spent = cost[WEIGHT_X] * dx * dx + cost[WEIGHT_Y] * dy * dy + cost[WEIGHT_INPUT] * u * u
    return where(most > cost[ANGLE_LIMIT], spent + cost[PENALTY], spent)


@kernel(inner=True)
def roll(model, draw, task, samples, lanes, words, noise):
    """Cost of the samples with the given numbers, from the first period to the last; infinite where one diverged.

    Args:
        model: LaneModel.
        draw: Draw.
        task: Task.
        samples: Numbers of the samples, uint32.
        lanes: Space for their motion.
        words: Space, see `random_normals`.
        noise: Space, see `next_inputs`.
    """
    n = len(model.each)
    for i in range(n):
        store(lanes.angle, i, task.row[i])
        store(lanes.spin, i, task.row[n + i])
    for i in range(4):
        store(lanes.body, i, task.row[2 * n + i])
    clear_corners(model, lanes)
    store(noise, 1, 0.0)
    total = zeros(task.nominal[0])
    before = zeros(task.nominal[0]) + task.last[0]
    for i in range(len(task.nominal)):
        u = next_inputs(draw, task.nominal, i, samples, words, noise)
        for k in range(task.substeps):
            share = k / task.substeps if task.ramp else 1.0
            rate = 1.0 / (task.substeps * task.dt) if task.ramp else 0.0
            lane_step(model, before + share * (u - before), rate * (u - before), task.dt, task.solves, lanes)
        total = total + period_cost(model, task.cost, u, lanes)
        before = u
    return where(total < np.inf, total, np.inf)


@kernel
def roll_blocks(model, draw, task, first, last, costs):
    """Costs of the samples in blocks from `first` up to `last`, each of sixteen samples.

    Args:
        model: LaneModel.
        draw: Draw.
        task: Task.
        first: Block [-].
        last: Block that is no longer done [-].
        costs: Shape (n_blocks, 16), to fill.
    """
    kind = task.nominal[0]
    lanes = new_lanes(kind, model.each)
    words, noise, out = rows(np.uint32(0), (0, 0, 0)), rows(kind, (0,)), rows(kind, (0,))
    for block in range(first, last):
        samples = numbers_from(np.uint32(block * LANES))
        store(out, 0, roll(model, draw, task, samples, lanes, words, noise))
        for w in range(LANES):
            costs[block, w] = out[0, w]


@kernel
def fill_sequences(draw, nominal, numbers, out):
    """Input sequences of the samples with the given numbers, shape (n, n_steps), n a multiple of 16."""
    kind = nominal[0]
    words, wanted = rows(np.uint32(0), (0, 0, 0)), rows(np.uint32(0), (0,))
    noise, inputs = rows(kind, (0,)), rows(kind, (0,))
    for first in range(0, len(numbers), LANES):
        for w in range(LANES):
            wanted[0, w] = numbers[first + w]
        store(noise, 1, 0.0)
        for i in range(len(nominal)):
            store(inputs, 0, next_inputs(draw, nominal, i, load(wanted, 0), words, noise))
            for w in range(LANES):
                out[first + w, i] = inputs[0, w]
