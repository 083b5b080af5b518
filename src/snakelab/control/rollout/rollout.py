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
from snakelab.physics.lanes.model import LaneModel, X, Y, new_lanes, state_row
from snakelab.physics.lanes.step import clear_corners, lane_step
from snakelab.physics.lanes.vector import LANES, convert, load, numbers_from, rows, store, where, zeros
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
    n = len(model.each)
    for block in range(first, last):
        samples = numbers_from(np.uint32(block * LANES))
        for i in range(n):
            store(lanes.angle, i, task.row[i])
            store(lanes.spin, i, task.row[n + i])
        for i in range(4):
            store(lanes.body, i, task.row[2 * n + i])
        clear_corners(model, lanes)
        store(noise, 1, 0.0)
        total, before = zeros(kind), zeros(kind) + task.last[0]
        for i in range(len(task.nominal)):
            u = next_inputs(draw, task.nominal, i, samples, words, noise)
            for k in range(task.substeps):
                share = k / task.substeps if task.ramp else 1.0
                rate = 1.0 / (task.substeps * task.dt) if task.ramp else 0.0
                lane_step(model, before + share * (u - before), rate * (u - before), task.dt, task.solves, lanes)
            total = total + period_cost(model, task.cost, u, lanes)
            before = u
        store(out, 0, where(total < np.inf, total, np.inf))
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
        list(_pool(workers).map(part, range(len(edges) - 1)))
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
def _pool(workers: int) -> ThreadPoolExecutor:
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
