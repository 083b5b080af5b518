"""The compiled roll-out: for each sample its inputs, the mechanics, and the cost, fused into one pass."""

from typing import Any, NamedTuple

import numpy as np

from snakelab.compiling import kernel
from snakelab.control.sampling_mpc.cost import ANGLE_LIMIT, GOAL_X, GOAL_Y, PENALTY, WEIGHT_INPUT, WEIGHT_X, WEIGHT_Y
from snakelab.control.sampling_mpc.random_numbers import random_normals
from snakelab.control.sampling_mpc.wave import PHASE, turned, wave_inputs
from snakelab.planar_batch.dynamics.lane_model import X, Y, new_lanes
from snakelab.planar_batch.dynamics.proximity import OPEN
from snakelab.planar_batch.dynamics.step import clear_inputs, lane_step
from snakelab.planar_batch.vector import LANES, convert, load, numbers_from, rows, store, where, zeros


class Task(NamedTuple):
    """What all blocks of one call share."""

    row: Any  # (2 n + 4,) state
    joints: Any  # (k,) which joints are steered
    wave: (
        Any  # (7,) ranges of the parameters and phase of a PlannedWave; empty where each joint has an input, its angle
    )
    turns: Any  # (k, 2) of a PlannedWave: cosine and sine of how far each joint is ahead in phase
    nominal: Any  # (m, n_steps)
    last: Any  # (m,) inputs before the first
    cost: Any  # (7,)
    dt: Any  # of one step of the mechanics
    substeps: int
    ramp: bool
    solves: int
    look_every: int  # steps


@kernel(inner=True, ordered=True)
def next_inputs(draw, nominal, joint, i, samples, words, noise, place):
    """One input of sixteen samples at step i; steps must come in order.

    Args:
        draw: Draw.
        nominal: Shape (m, n_steps), [rad].
        joint: Which of the m inputs.
        i: Step.
        samples: Numbers of the samples, uint32.
        words: Space, see `random_normals`.
        noise: At the knots before and after, two rows of the nominal's kind for each place; stays between calls.
        place: Where in the space this input keeps its own.
    """
    first, second = 2 * place, 2 * place + 1
    every = draw.knot_every
    along = i % every
    if along == 0:
        # at the first step both of its knots
        for knot in range(0 if i == 0 else i // every + 1, i // every + 2):
            store(noise, first, load(noise, second))
            z = random_normals(draw, joint, knot, samples, words, 4 * place)
            store(noise, second, convert(z, nominal[0, 0]))
    before, limit = load(noise, first), draw.limit[joint]
    u = nominal[joint, i] + draw.sigma[joint, i] * (before + (along / every) * (load(noise, second) - before))
    u = where(u < limit, u, limit)
    return where(u > -limit, u, -limit)


@kernel(inner=True, ordered=True)
def angle_inputs(task, k, before, now, targets, rates):
    """Targets and rates of the steered joints at step k of a period: held, or on a ramp from the last input to the next."""
    share = k / task.substeps if task.ramp else 1.0
    rate = 1.0 / (task.substeps * task.dt) if task.ramp else 0.0
    for m in range(len(task.joints)):
        change = load(now, m) - load(before, m)
        store(targets, task.joints[m], load(before, m) + share * change)
        store(rates, task.joints[m], rate * change)


@kernel(inner=True, ordered=True)
def period_cost(model, cost, effort, lanes):
    """Cost at the end of a control period; `effort` is the sum of the inputs' squares."""
    most = zeros(cost[0])
    for i in range(1, len(model.each)):
        bend = abs(load(lanes.angle, i) - load(lanes.angle, i - 1))
        most = where(bend > most, bend, most)
    dx, dy = load(lanes.body, X) - cost[GOAL_X], load(lanes.body, Y) - cost[GOAL_Y]
    spent = cost[WEIGHT_X] * dx * dx + cost[WEIGHT_Y] * dy * dy + cost[WEIGHT_INPUT] * effort
    return where(most > cost[ANGLE_LIMIT], spent + cost[PENALTY], spent)


@kernel(inner=True, ordered=True)
def roll(model, draw, task, samples):
    """Cost of the samples with the given numbers, from the first period to the last; infinite where one diverged.

    Args:
        model: LaneModel.
        draw: Draw.
        task: Task.
        samples: Numbers of the samples, uint32.
    """
    kind, n, n_inputs = task.nominal[0, 0], len(model.each), len(task.nominal)
    waves = len(task.wave) > 0
    # rows for each input: as many as the links less one, or the three of a wave
    spare = (0, 0)
    twice = model.each + model.each + spare
    words, noise = rows(np.uint32(0), twice + twice), rows(kind, twice)
    now, before = rows(kind, model.each + spare), rows(kind, model.each + spare)
    targets, rates = rows(kind, model.each), rows(kind, model.each)
    lanes = new_lanes(kind, model.each)
    for i in range(n):
        store(lanes.angle, i, task.row[i])
        store(lanes.spin, i, task.row[n + i])
    for i in range(4):
        store(lanes.body, i, task.row[2 * n + i])
    near = np.int32(OPEN)
    clear_inputs(model, targets, rates)
    for m in range(n_inputs):
        store(noise, 2 * m + 1, 0.0)
        store(before, m, task.last[m])
    total, phase = zeros(kind), zeros(kind)
    if waves:
        phase = phase + task.wave[PHASE]
    for i in range(task.nominal.shape[1]):
        effort = zeros(kind)
        for m in range(n_inputs):
            u = next_inputs(draw, task.nominal, m, i, samples, words, noise, m)
            store(now, m, u)
            effort = effort + u * u
        for k in range(task.substeps):
            if waves:
                wave_inputs(task, k / task.substeps, phase, before, now, targets, rates)
            else:
                angle_inputs(task, k, before, now, targets, rates)
            serve = task.look_every if (i * task.substeps + k) % task.look_every == 0 else 0
            near = lane_step(model, targets, rates, task.dt, task.solves, serve, near, lanes)
        total = total + period_cost(model, task.cost, effort, lanes)
        if waves:
            phase = phase + turned(task, 1.0, before, now)
        for m in range(n_inputs):
            store(before, m, load(now, m))
    return where(total < np.inf, total, np.inf)


@kernel(ordered=True)
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
    out = rows(task.nominal[0, 0], (0,))
    for block in range(first, last):
        store(out, 0, roll(model, draw, task, numbers_from(np.uint32(block * LANES))))
        for w in range(LANES):
            costs[block, w] = out[0, w]


@kernel(ordered=True)
def fill_sequences(draw, nominal, numbers, out):
    """Input sequences of the samples with the given numbers, shape (n, m, n_steps), n a multiple of 16."""
    kind = nominal[0, 0]
    words, wanted = rows(np.uint32(0), (0, 0, 0)), rows(np.uint32(0), (0,))
    noise, inputs = rows(kind, (0,)), rows(kind, (0,))
    for first in range(0, len(numbers), LANES):
        for w in range(LANES):
            wanted[0, w] = numbers[first + w]
        for m in range(len(nominal)):
            store(noise, 1, 0.0)
            for i in range(nominal.shape[1]):
                store(inputs, 0, next_inputs(draw, nominal, m, i, load(wanted, 0), words, noise, 0))
                for w in range(LANES):
                    out[first + w, m, i] = inputs[0, w]
