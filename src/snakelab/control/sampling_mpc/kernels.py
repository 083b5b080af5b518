"""Roll-out kernels: for each sample its inputs, the dynamics and the cost, fused into one pass.

| symbol | meaning | unit | equation |
|---|---|---|---|
| z | standard normal number at a knot, linear between knots | - | see `random_numbers` |
| u_i | input at step i | rad, or - of a wave | clip(nominal_i + sigma_i z_i, -limit, limit) |
| target, rate | target angle of a steered joint, and its rate | rad, rad/s | u_i held, on a ramp, or by a wave |
| cost | sum over the control periods | - | see `TravelCost` |
"""

from typing import Any, NamedTuple

import numpy as np

from snakelab.compiling import kernel
from snakelab.compiling.vector import LANES, consecutive, convert, load, rows, store, where, zeros
from snakelab.control.sampling_mpc.random_numbers import random_normals
from snakelab.control.sampling_mpc.settings import (
    ANGLE_LIMIT,
    GOAL_X,
    GOAL_Y,
    PENALTY,
    WEIGHT_INPUT,
    WEIGHT_X,
    WEIGHT_Y,
)
from snakelab.control.sampling_mpc.wave import PHASE, phase_advance, wave_inputs
from snakelab.planar_batch.dynamics.lane_model import X, Y, new_lanes
from snakelab.planar_batch.dynamics.proximity import NO_CONTACT
from snakelab.planar_batch.dynamics.step import clear_inputs, lane_step


class Task(NamedTuple):
    """Arguments of a roll-out that all blocks fraction."""

    row: Any  # (2 n + 4,) initial state
    joints: Any  # (k,) indices of the steered joints
    # (7,) centre and half width of the parameters' ranges, and phase, of a PlannedWave; empty where the inputs are
    # joint angles
    wave: Any
    phase_rotations: Any  # (k, 2) of a PlannedWave: cosine and sine of each joint's phase ahead of the first
    nominal: Any  # (m, n_steps)
    last: Any  # (m,) inputs of the period before
    cost: Any  # (7,) of a TravelCost
    dt: Any  # time step [s]
    substeps: int
    ramp: bool
    solves: int
    query_interval: int  # time steps


@kernel(inner=True, ordered=True)
def next_inputs(draw, nominal, joint, i, samples, words, noise, slot):
    """One input of sixteen samples at step i; calls must be in the order of the steps.

    Args:
        draw: Draw.
        nominal: Shape (m, n_steps), [rad].
        joint: Index of the input, of m.
        i: Step.
        samples: Indices of the samples, uint32.
        words: Space, see `random_normals`.
        noise: z at the knots before and after, two rows of the nominal's dtype for each slot; kept between calls.
        slot: Slot of this input in `words` and `noise`.
    """
    first, second = 2 * slot, 2 * slot + 1
    interval = draw.knot_every
    since_knot = i % interval
    if since_knot == 0:
        # the next knot; at the first step both
        for knot in range(0 if i == 0 else i // interval + 1, i // interval + 2):
            store(noise, first, load(noise, second))
            z = random_normals(draw, joint, knot, samples, words, 4 * slot)
            store(noise, second, convert(z, nominal[0, 0]))
    # u_i = clip(nominal_i + sigma_i z_i, -limit, limit), z linear between its knots
    before, limit = load(noise, first), draw.limit[joint]
    u = nominal[joint, i] + draw.sigma[joint, i] * (before + (since_knot / interval) * (load(noise, second) - before))
    u = where(u < limit, u, limit)
    return where(u > -limit, u, -limit)


@kernel(inner=True, ordered=True)
def angle_inputs(task, k, before, now, targets, rates):
    """Targets [rad] and rates [rad/s] of the steered joints at step k of a period: held, or on a ramp."""
    fraction = k / task.substeps if task.ramp else 1.0
    rate = 1.0 / (task.substeps * task.dt) if task.ramp else 0.0
    for m in range(len(task.joints)):
        change = load(now, m) - load(before, m)
        store(targets, task.joints[m], load(before, m) + fraction * change)
        store(rates, task.joints[m], rate * change)


@kernel(inner=True, ordered=True)
def period_cost(model, cost, effort, lanes):
    """Cost at the end of a control period; `effort` is the sum of the inputs' squares.

    q_x (p_x - goal_x)^2 + q_y (p_y - goal_y)^2 + r effort + penalty [max |phi| > angle_limit], p in world axes.
    """
    maximum = zeros(cost[0])
    for i in range(1, len(model.per_link)):
        bend = abs(load(lanes.angle, i) - load(lanes.angle, i - 1))
        maximum = where(bend > maximum, bend, maximum)
    dx, dy = load(lanes.body, X) - cost[GOAL_X], load(lanes.body, Y) - cost[GOAL_Y]
    stage = cost[WEIGHT_X] * dx * dx + cost[WEIGHT_Y] * dy * dy + cost[WEIGHT_INPUT] * effort
    return where(maximum > cost[ANGLE_LIMIT], stage + cost[PENALTY], stage)


@kernel(inner=True, ordered=True)
def roll(model, draw, task, samples):
    """Cost of the samples with the given indices, summed over all periods; infinite where one diverged.

    Args:
        model: LaneModel.
        draw: Draw.
        task: Task.
        samples: Indices of the samples, uint32.
    """
    scalar, n, n_inputs = task.nominal[0, 0], len(model.per_link), len(task.nominal)
    waves = len(task.wave) > 0
    # rows for each input: as many as the joints, or the three of a wave
    spare = (0, 0)
    twice = model.per_link + model.per_link + spare
    words, noise = rows(np.uint32(0), twice + twice), rows(scalar, twice)
    now, before = rows(scalar, model.per_link + spare), rows(scalar, model.per_link + spare)
    targets, rates = rows(scalar, model.per_link), rows(scalar, model.per_link)
    lanes = new_lanes(scalar, model.per_link)
    for i in range(n):
        store(lanes.angle, i, task.row[i])
        store(lanes.omega, i, task.row[n + i])
    for i in range(4):
        store(lanes.body, i, task.row[2 * n + i])
    contacts = np.int32(NO_CONTACT)
    clear_inputs(model, targets, rates)
    for m in range(n_inputs):
        store(noise, 2 * m + 1, 0.0)
        store(before, m, task.last[m])
    total, phase = zeros(scalar), zeros(scalar)
    if waves:
        phase = phase + task.wave[PHASE]
    for i in range(task.nominal.shape[1]):
        effort = zeros(scalar)
        for m in range(n_inputs):
            u = next_inputs(draw, task.nominal, m, i, samples, words, noise, m)
            store(now, m, u)
            effort = effort + u * u
        for k in range(task.substeps):
            if waves:
                wave_inputs(task, k / task.substeps, phase, before, now, targets, rates)
            else:
                angle_inputs(task, k, before, now, targets, rates)
            query = task.query_interval if (i * task.substeps + k) % task.query_interval == 0 else 0
            contacts = lane_step(model, targets, rates, task.dt, task.solves, query, contacts, lanes)
        total = total + period_cost(model, task.cost, effort, lanes)
        if waves:
            phase = phase + phase_advance(task, 1.0, before, now)
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
        first: First block [-].
        last: One past the last block [-].
        costs: Shape (n_blocks, 16), to fill.
    """
    out = rows(task.nominal[0, 0], (0,))
    for block in range(first, last):
        store(out, 0, roll(model, draw, task, consecutive(np.uint32(block * LANES))))
        for w in range(LANES):
            costs[block, w] = out[0, w]


@kernel(ordered=True)
def fill_sequences(draw, nominal, indices, out):
    """Fill in the input sequences of the samples with the given indices, shape (n, m, n_steps), n a multiple of 16."""
    scalar = nominal[0, 0]
    words, samples = rows(np.uint32(0), (0, 0, 0)), rows(np.uint32(0), (0,))
    noise, inputs = rows(scalar, (0,)), rows(scalar, (0,))
    for first in range(0, len(indices), LANES):
        for w in range(LANES):
            samples[0, w] = indices[first + w]
        for m in range(len(nominal)):
            store(noise, 1, 0.0)
            for i in range(nominal.shape[1]):
                store(inputs, 0, next_inputs(draw, nominal, m, i, load(samples, 0), words, noise, 0))
                for w in range(LANES):
                    out[first + w, m, i] = inputs[0, w]
