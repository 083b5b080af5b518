"""Roll-outs: sampled input sequences, the snake's motion under each, and its cost, in one pass of compiled code."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from snakelab.compiling import announce_compiling, cache_folder, kernel
from snakelab.control.rollout.cost import (
    ANGLE_LIMIT,
    GOAL_X,
    GOAL_Y,
    PENALTY,
    WEIGHT_INPUT,
    WEIGHT_X,
    WEIGHT_Y,
    TravelCost,
)
from snakelab.control.rollout.counter import random_normals
from snakelab.control.rollout.sampling import Draw, Sampling
from snakelab.errors import ControlError
from snakelab.physics.lanes.model import LaneModel, new_lanes, state_row
from snakelab.physics.lanes.stack import LANES, like, rows
from snakelab.physics.lanes.step import clear_corners, lane_step
from snakelab.physics.swimmer.state import SwimmerState
from snakelab.types import FloatArray, count, number, vector

# Parts of the work for each thread: enough that none waits long for the last.
SHARES = 8


@dataclass(frozen=True)
class Horizon:
    """How time runs in a roll-out.

    Args:
        steps: Control periods to look ahead [-].
        period: Of control [s].
        substeps: Steps of the mechanics in each period [-].
        ramp: Go from one input to the next over the period, with the rate that this takes; else hold each.
        solves: At most in each step, while the set of what touches changes [-].
    """

    steps: int = 100
    period: float = 0.1
    substeps: int = 1
    ramp: bool = False
    solves: int = 2

    def __post_init__(self) -> None:
        count(self.steps, "Horizon steps", ControlError, least=1)
        number(self.period, "Horizon period", ControlError, above=0, unit="s")
        count(self.substeps, "Horizon substeps", ControlError, least=1)
        count(self.solves, "Horizon solves", ControlError, least=1)


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
def next_inputs(draw, nominal, i, samples, words, normals, before, after, inputs):
    """Inputs of sixteen samples at step i; steps must come in order.

    Args:
        draw: Draw.
        nominal: Shape (n_steps,), [rad].
        i: Step.
        samples: Numbers of the samples, shape (16,), uint32.
        words: Space, see `random_normals`.
        normals: Space, shape (16,), float32.
        before: Noise at the knot before, shape (16,), of the nominal's kind; stays between calls.
        after: Noise at the knot after.
        inputs: To fill, shape (16,), [rad].
    """
    every = draw.knot_every
    place = i % every
    if place == 0:
        # at the first step both of its knots
        for knot in range(0 if i == 0 else i // every + 1, i // every + 2):
            random_normals(draw.key, draw.cycle, draw.antithetic, draw.table, knot, samples, words, normals)
            for w in range(LANES):
                before[w] = after[w]
                after[w] = like(nominal[0], normals[w])
    share = like(nominal[0], place) / like(nominal[0], every)
    middle, sigma, limit = nominal[i], draw.sigma[i], draw.limit[0]
    for w in range(LANES):
        u = middle + sigma * (before[w] + share * (after[w] - before[w]))
        u = u if u < limit else limit
        inputs[w] = u if u > -limit else -limit


@kernel(inner=True)
def add_cost(model, cost, inputs, lanes, total):
    """Add the cost at the end of a control period."""
    zero = like(cost[0], 0.0)
    limit, penalty = cost[ANGLE_LIMIT], cost[PENALTY]
    over = lanes.flag[0]
    for w in range(LANES):
        over[w] = zero
    for i in range(1, len(model.each)):
        for w in range(LANES):
            bend = abs(lanes.angle[i, w] - lanes.angle[i - 1, w])
            over[w] = bend if bend > over[w] else over[w]
    for w in range(LANES):
        dx, dy = lanes.body[0, w] - cost[GOAL_X], lanes.body[1, w] - cost[GOAL_Y]
        u = inputs[w]
        fine = penalty if over[w] > limit else zero
        total[w] += cost[WEIGHT_X] * dx * dx + cost[WEIGHT_Y] * dy * dy + cost[WEIGHT_INPUT] * u * u + fine


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
    few = (0, 0, 0)
    one = task.nominal[0]
    lanes = new_lanes(one, model.each)
    words, samples = rows(np.uint32(0), few), rows(np.uint32(0), few)
    normals, noise, inputs = rows(np.float32(0), few), rows(one, few), rows(one, few)
    n = len(model.each)
    zero, whole = like(one, 0.0), like(one, task.substeps)
    for block in range(first, last):
        for w in range(LANES):
            samples[0, w] = np.uint32(block * LANES + w)
            inputs[1, w] = task.last[0]
            noise[2, w] = zero
            for i in range(n):
                lanes.angle[i, w] = task.row[i]
                lanes.spin[i, w] = task.row[n + i]
            for i in range(4):
                lanes.body[i, w] = task.row[2 * n + i]
        clear_corners(model, task.dt, lanes)
        for i in range(len(task.nominal)):
            next_inputs(draw, task.nominal, i, samples[0], words, normals[0], noise[0], noise[1], inputs[0])
            for k in range(task.substeps):
                held = like(one, k) / whole if task.ramp else like(one, 1.0)
                rate = like(one, 1.0) / (whole * task.dt) if task.ramp else zero
                for w in range(LANES):
                    step = inputs[0, w] - inputs[1, w]
                    inputs[2, w] = inputs[1, w] + held * step
                    inputs[3, w] = rate * step
                lane_step(model, inputs[2], inputs[3], task.dt, task.solves, lanes)
            add_cost(model, task.cost, inputs[0], lanes, noise[2])
            for w in range(LANES):
                inputs[1, w] = inputs[0, w]
        for w in range(LANES):
            total = noise[2, w]
            costs[block, w] = total if total < like(one, np.inf) else like(one, np.inf)


@kernel
def fill_sequences(draw, nominal, numbers, out):
    """Input sequences of the samples with the given numbers, shape (n, n_steps), n a multiple of 16."""
    few = (0, 0, 0)
    one = nominal[0]
    words, samples = rows(np.uint32(0), few), rows(np.uint32(0), few)
    normals, noise, inputs = rows(np.float32(0), few), rows(one, few), rows(one, few)
    for first in range(0, len(numbers), LANES):
        for w in range(LANES):
            samples[0, w] = numbers[first + w]
        for i in range(len(nominal)):
            next_inputs(draw, nominal, i, samples[0], words, normals[0], noise[0], noise[1], inputs[0])
            for w in range(LANES):
                out[first + w, i] = inputs[0, w]


def roll_out(
    model: LaneModel,
    state: SwimmerState,
    nominal: FloatArray,
    sampling: Sampling,
    cost: TravelCost,
    horizon: Horizon,
    cycle: int = 0,
    last_input: float = 0.0,
    threads: int | None = None,
) -> FloatArray:
    """Costs of sampled input sequences.

    The same arguments give the same costs, bit for bit, with any number of threads.

    Args:
        model: From `lane_model`; its kind of number is that of the roll-out.
        state: Where all samples begin.
        nominal: Angles of the head joint, shape (horizon.steps,), [rad].
        sampling: How samples deviate from it.
        cost: What counts.
        horizon: Steps.
        cycle: How many plans were made before [-]; another cycle draws other samples.
        last_input: Input before the first, for `horizon.ramp` [rad].
        threads: None for one a core.

    Returns:
        Cost of each sample, shape (n_samples,); infinite where a roll-out diverged.

    Raises:
        ControlError: if the sequence has not one input for each step, or the state not the model's links.
    """
    kind = model.links.dtype.type
    draw, task = _prepared(model, state, nominal, sampling, cost, horizon, cycle, last_input, kind)
    n_blocks = -(-sampling.n_samples // LANES)
    costs = np.empty((n_blocks, LANES), kind)
    workers = os.cpu_count() or 1 if threads is None else count(threads, "threads", ControlError, least=1)
    edges = np.linspace(0, n_blocks, min(n_blocks, 1 if workers == 1 else SHARES * workers) + 1).astype(int)

    def part(k: int) -> None:
        roll_blocks(model, draw, task, int(edges[k]), int(edges[k + 1]), costs)

    _compiled(model, lambda: roll_blocks(model, draw, task, 0, 0, costs))
    if workers == 1:
        part(0)
    else:
        list(threads_pool(workers).map(part, range(len(edges) - 1)))
    return costs.ravel()[: sampling.n_samples].astype(np.float64)


def sequences(
    nominal: FloatArray, sampling: Sampling, numbers: Any, cycle: int = 0, kind: type = np.float32
) -> FloatArray:
    """Input sequences of chosen samples, made again from their numbers.

    Args:
        nominal: As for `roll_out`, shape (n_steps,), [rad].
        sampling: As for `roll_out`.
        numbers: Numbers of the samples, shape (n,).
        cycle: As for `roll_out` [-].
        kind: Of the model's numbers.

    Returns:
        Shape (n, n_steps), [rad].

    Raises:
        ControlError: if there is no such sample.
    """
    wanted = np.atleast_1d(np.asarray(numbers))
    if wanted.dtype.kind not in "iu" or (wanted.size and not 0 <= wanted.min() <= wanted.max() < sampling.n_samples):
        raise ControlError(f"numbers of samples must be whole, from 0 to {sampling.n_samples - 1}, got {numbers!r}")
    middle: Any = vector(nominal, "nominal", ControlError, unit="rad").astype(kind)
    padded = np.zeros(-(-len(wanted) // LANES) * LANES, np.uint32)
    padded[: len(wanted)] = wanted
    out: Any = np.empty((len(padded), len(middle)), kind)
    fill_sequences(sampling.draw(len(middle), cycle, kind), middle, padded, out)
    return out[: len(wanted)].astype(np.float64)


def _prepared(
    model: LaneModel,
    state: SwimmerState,
    nominal: FloatArray,
    sampling: Sampling,
    cost: TravelCost,
    horizon: Horizon,
    cycle: int,
    last_input: float,
    kind: type,
) -> tuple[Draw, Task]:
    """The same as arrays of the model's kind of number."""
    middle = vector(nominal, "nominal", ControlError, size=horizon.steps, unit="rad")
    n = len(model.each)
    if np.size(state.angle) != n:
        raise ControlError(f"the model has {n} links, the state {np.size(state.angle)}")
    task = Task(
        row=state_row(state, kind),
        nominal=middle.astype(kind),
        last=np.full(1, number(last_input, "last_input", ControlError, unit="rad"), kind),
        cost=cost.numbers().astype(kind),
        dt=kind(horizon.period / horizon.substeps),
        substeps=horizon.substeps,
        ramp=bool(horizon.ramp),
        solves=horizon.solves,
    )
    return sampling.draw(horizon.steps, cycle, kind), task


@cache
def threads_pool(workers: int) -> ThreadPoolExecutor:
    """Threads that wait for work; the compiled code lets go of Python's lock."""
    return ThreadPoolExecutor(workers, thread_name_prefix="snakelab-lanes")


def _compiled(model: LaneModel, nothing: Callable[[], None]) -> None:
    """Compile for this number of links and kind of number, once, and say so where it takes a while."""
    mark = cache_folder() / f"lanes-{len(model.each)}-{model.links.dtype.name}"
    if not mark.exists():
        announce_compiling()
    nothing()
    try:
        mark.touch()
    except OSError:  # no place for a cache
        pass
