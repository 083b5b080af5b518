"""Fused kernels of a lane batch: actions in, some time steps, observations out, for a range of blocks.

Row r is lane r mod 16 of block r // 16. Between calls the state is kept in block layout, [block, variable, lane].

| symbol | meaning | unit | equation |
|---|---|---|---|
| target, rate | target angle of a driven joint, and its rate | rad, rad/s | the action held, on a ramp to it, or a wave |
| wave | of driven joint j, from 0 at the tail | rad | offset + amplitude sin(2 pi frequency t + phase + j lag) |
"""

from typing import Any, NamedTuple

import numpy as np

from snakelab.kernels.decorator import kernel
from snakelab.plugins.lanes.model.contact import NO_CONTACT
from snakelab.plugins.lanes.model.lane_model import LaneModel, X, new_lanes
from snakelab.plugins.lanes.model.step import clear_inputs, lane_step
from snakelab.plugins.lanes.vector.lane_value import (
    floor,
    load,
    parameters_of_block,
    rows,
    sine_cosine,
    store,
    where,
    zeros,
)
from snakelab.plugins.lanes.vector.vector_type import LANES

TWO_PI = 6.283185307179586
# Rows of the waves of a block.
AMPLITUDE, FREQUENCY, LAG, OFFSET, WAVE_PHASE = range(5)


class BatchSettings(NamedTuple):
    """Settings of a lane batch."""

    joints: Any  # (m,) indices of the driven joints
    dt: Any  # time step [s], of the model's dtype
    substeps: int  # time steps in a period
    ramp: bool  # targets move linearly over the period from the last action to the next
    solves: int
    query_interval: int  # time steps


class Store(NamedTuple):
    """State of a lane batch in block layout, and its row-wise output."""

    states: Any  # (n_blocks, 2 n + 4, 16): angles, angular velocities, centre of mass and its velocity
    targets: Any  # (n_blocks, m, 16): last targets of the driven joints [rad]
    diverged: Any  # (n_blocks, 1, 16): 1 where the state is not finite, else 0
    observations: Any  # (n_rows, 2 n + 4), see `write_observations`


@kernel(inner=True, ordered=True)
def with_parameters(model, links, joints, law, ground):
    """Model with the parameters of one block."""
    return LaneModel(
        model.per_link,
        links,
        joints,
        model.world,
        law,
        model.distances,
        model.columns,
        model.rows,
        model.corners,
        model.current,
        model.ground_kind,
        model.dry_law,
        ground,
    )


@kernel(inner=True, ordered=True)
def read_block(model, state, lanes):
    """Fill the variables of a block from its state."""
    n = len(model.per_link)
    for i in range(n):
        store(lanes.angle, i, load(state, i))
        store(lanes.omega, i, load(state, n + i))
    for i in range(4):
        store(lanes.body, i, load(state, 2 * n + i))


@kernel(inner=True, ordered=True)
def write_block(model, dt, lanes, state, diverged):
    """Store the state of a block, and which lanes diverged."""
    n, size = len(model.per_link), zeros(dt)
    for i in range(n):
        store(state, i, load(lanes.angle, i))
        store(state, n + i, load(lanes.omega, i))
        size = size + abs(load(lanes.angle, i)) + abs(load(lanes.omega, i))
    for i in range(4):
        store(state, 2 * n + i, load(lanes.body, i))
        size = size + abs(load(lanes.body, i))
    store(diverged, 0, where(size < np.inf, zeros(dt), 1.0))


@kernel(inner=True, ordered=True)
def write_observations(model, lanes, space, first_row, observations):
    """Write the observations of a block.

    Columns: n - 1 joint angles [rad], n - 1 joint rates [rad/s], angle of the head link [rad] and its rate [rad/s], centre
    of mass x, y [m] and its velocity [m/s], world axes.
    """
    n = len(model.per_link)
    for i in range(n - 1):
        store(space, i, load(lanes.angle, i + 1) - load(lanes.angle, i))
        store(space, n - 1 + i, load(lanes.omega, i + 1) - load(lanes.omega, i))
    store(space, 2 * n - 2, load(lanes.angle, n - 1))
    store(space, 2 * n - 1, load(lanes.omega, n - 1))
    for i in range(4):
        store(space, 2 * n + i, load(lanes.body, X + i))
    for w in range(min(LANES, len(observations) - first_row)):
        for column in range(2 * n + 4):
            observations[first_row + w, column] = space[column, w]


@kernel(inner=True, ordered=True)
def read_actions(actions, first_row, now):
    """Targets of the driven joints of a block, from a row of actions for each lane."""
    for m in range(actions.shape[1]):
        store(now, m, 0.0)
    for w in range(min(LANES, len(actions) - first_row)):
        for m in range(actions.shape[1]):
            now[m, w] = actions[first_row + w, m]


@kernel(inner=True, ordered=True)
def action_targets(settings, k, before, now, targets, rates):
    """Targets [rad] and rates [rad/s] at time step k of a period: held, or on a ramp."""
    fraction = k / settings.substeps if settings.ramp else 1.0
    rate = 1.0 / (settings.substeps * settings.dt) if settings.ramp else 0.0
    for m in range(len(settings.joints)):
        change = load(now, m) - load(before, m)
        store(targets, settings.joints[m], load(before, m) + fraction * change)
        store(rates, settings.joints[m], rate * change)


@kernel(ordered=True)
def step_blocks(model, settings, actions, first, last, kept):
    """Advance the blocks from `first` up to `last` by one period.

    Args:
        model: LaneModel.
        settings: Settings.
        actions: Target angles of the driven joints at the end of the period, shape (n_rows, m), [rad].
        first: First block [-].
        last: One past the last block [-].
        kept: Store.
    """
    dt = settings.dt
    lanes, space = new_lanes(dt, model.per_link), rows(dt, model.per_link + model.per_link + (0, 0, 0))
    targets, rates, now = rows(dt, model.per_link), rows(dt, model.per_link), rows(dt, model.per_link)
    clear_inputs(model, targets, rates)
    for block in range(first, last):
        links, joints = parameters_of_block(model.links, block), parameters_of_block(model.joints, block)
        law, ground = parameters_of_block(model.law, block), parameters_of_block(model.ground, block)
        here = with_parameters(model, links, joints, law, ground)
        state, before = kept.states[block], kept.targets[block]
        read_block(model, state, lanes)
        read_actions(actions, block * LANES, now)
        contacts = np.int32(NO_CONTACT)
        for k in range(settings.substeps):
            action_targets(settings, k, before, now, targets, rates)
            query = settings.query_interval if k % settings.query_interval == 0 else 0
            contacts = lane_step(here, targets, rates, dt, settings.solves, query, contacts, lanes)
        for m in range(len(settings.joints)):
            store(before, m, load(now, m))
        write_block(model, dt, lanes, state, kept.diverged[block])
        write_observations(model, lanes, space, block * LANES, kept.observations)


@kernel(ordered=True)
def roll_waves(model, settings, waves, n_steps, first, last, kept):
    """Advance the blocks from `first` up to `last` by some time steps, with a wave of each lane.

    Args:
        model: LaneModel.
        settings: Settings.
        waves: Shape (n_blocks, 5, 16): amplitude [rad], frequency [Hz], lag [rad], offset [rad], phase [rad].
        n_steps: Number of time steps [-].
        first: First block [-].
        last: One past the last block [-].
        kept: Store.
    """
    dt = settings.dt
    lanes, space = new_lanes(dt, model.per_link), rows(dt, model.per_link + model.per_link + (0, 0, 0))
    targets, rates = rows(dt, model.per_link), rows(dt, model.per_link)
    clear_inputs(model, targets, rates)
    for block in range(first, last):
        links, joints = parameters_of_block(model.links, block), parameters_of_block(model.joints, block)
        law, ground = parameters_of_block(model.law, block), parameters_of_block(model.ground, block)
        here = with_parameters(model, links, joints, law, ground)
        state, wave = kept.states[block], waves[block]
        read_block(model, state, lanes)
        lag_sine, lag_cosine = sine_cosine(load(wave, LAG))
        cycles, per_step = load(wave, WAVE_PHASE) * (1.0 / TWO_PI), dt * load(wave, FREQUENCY)
        contacts = np.int32(NO_CONTACT)
        for k in range(n_steps):
            wave_targets(settings, wave, cycles, lag_sine, lag_cosine, targets, rates)
            query = settings.query_interval if k % settings.query_interval == 0 else 0
            contacts = lane_step(here, targets, rates, dt, settings.solves, query, contacts, lanes)
            cycles = cycles + per_step
            cycles = cycles - floor(cycles)
        wave_targets(settings, wave, cycles, lag_sine, lag_cosine, targets, rates)
        for m in range(len(settings.joints)):
            store(kept.targets[block], m, load(targets, settings.joints[m]))
        write_block(model, dt, lanes, state, kept.diverged[block])
        write_observations(model, lanes, space, block * LANES, kept.observations)


@kernel(inner=True, ordered=True)
def wave_targets(settings, wave, cycles, lag_sine, lag_cosine, targets, rates):
    """Targets [rad] and rates [rad/s] of the driven joints; `cycles` is the phase of the first, in cycles."""
    amplitude, offset = load(wave, AMPLITUDE), load(wave, OFFSET)
    speed = TWO_PI * (amplitude * load(wave, FREQUENCY))
    s, c = sine_cosine(TWO_PI * cycles)
    for m in range(len(settings.joints)):
        store(targets, settings.joints[m], offset + amplitude * s)
        store(rates, settings.joints[m], speed * c)
        # the next joint is ahead by the lag
        s, c = s * lag_cosine + c * lag_sine, c * lag_cosine - s * lag_sine
