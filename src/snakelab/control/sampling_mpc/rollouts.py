"""Roll-outs of sampled input sequences on all cores: their costs, and the inputs of chosen samples."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.arguments import check_arguments
from snakelab.compiling import announce_compiling, cache_folder
from snakelab.control.sampling_mpc.backend import CPU, find_backend, known_backend
from snakelab.control.sampling_mpc.cost import TravelCost
from snakelab.control.sampling_mpc.kernels import Task, fill_sequences, roll_blocks
from snakelab.control.sampling_mpc.sampling import Draw, Sampling
from snakelab.control.sampling_mpc.wave import PARAMETERS, PlannedWave
from snakelab.errors import ControlError
from snakelab.planar_batch.dynamics.lane_model import LaneModel, state_row
from snakelab.planar_batch.dynamics.precision import of_precision
from snakelab.planar_batch.robot.state import SwimmerState
from snakelab.planar_batch.vector import LANES
from snakelab.types import FloatArray, count, instance, number, vector

# Parts of the work for each thread: enough that none waits long for the last.
SHARES = 8
# Of a horizon; beyond, the memory for all samples is gone.
MOST_STEPS = 100_000
# Periods beyond these are slips of the pen: ten thousand plans a second, or one in a quarter of an hour [s].
SHORTEST, LONGEST = 1e-4, 1e3
MOST_SUBSTEPS, MOST_SOLVES = 1000, 100
# That a look at walls serves, unless told otherwise [s]: a snake of 1.4 m swims 8 cm meanwhile.
HOLD = 0.4


@dataclass(frozen=True)
class Horizon:
    """How time runs in a roll-out.

    Args:
        steps: Control periods to look ahead [-].
        period: Of control [s].
        substeps: Steps of the mechanics in each period [-].
        ramp: Go from one input to the next over the period, with the rate that this takes; else hold each.
        solves: In each step near walls: each but the first judges by the one before what touches [-].
        hold_walls: Periods that a look at walls and current serves: until the next, the wall at each end is the plane that it was
            nearest to. None for as many as 0.4 s hold, but one at least; 0 to look in each step of the mechanics [-].
    """

    steps: int = 100
    period: float = 0.1
    substeps: int = 1
    ramp: bool = False
    solves: int = 1
    hold_walls: int | None = None

    def __post_init__(self) -> None:
        count(self.steps, "Horizon steps", ControlError, least=1, most=MOST_STEPS)
        number(self.period, "Horizon period", ControlError, least=SHORTEST, most=LONGEST, unit="s")
        count(self.substeps, "Horizon substeps", ControlError, least=1, most=MOST_SUBSTEPS)
        count(self.solves, "Horizon solves", ControlError, least=1, most=MOST_SOLVES)
        if self.hold_walls is not None:
            count(self.hold_walls, "Horizon hold_walls", ControlError, most=MOST_STEPS)

    @property
    def look_every(self) -> int:
        """Steps of the mechanics from one look at walls and current to the next [-]."""
        periods = max(int(HOLD / self.period + 1e-9), 1) if self.hold_walls is None else self.hold_walls
        return max(periods * self.substeps, 1)


def roll_out(
    model: LaneModel,
    state: SwimmerState,
    nominal: FloatArray,
    sampling: Sampling,
    cost: TravelCost,
    horizon: Horizon,
    cycle: int = 0,
    last_input: float | Sequence[float] | FloatArray = 0.0,
    threads: int | None = None,
    backend: str = CPU,
    joints: Sequence[int] | None = None,
    wave: PlannedWave | None = None,
    phase: float = 0.0,
) -> FloatArray:
    """Costs of sampled input sequences.

    The same arguments give the same costs, bit for bit, with any number of threads.

    Args:
        model: From `lane_model`; its kind of number is that of the roll-out.
        state: Where all samples begin.
        nominal: Angles of the head joint, shape (horizon.steps,), or of several joints, a row for each, [rad]; of a wave one row
            for each of its three inputs [-].
        sampling: How samples deviate from it.
        cost: What counts.
        horizon: Steps.
        cycle: How many plans were made before [-]; another cycle draws other samples.
        last_input: Input before the first, for `horizon.ramp`; of several joints one number or one for each, [rad].
        threads: None for one a core.
        backend: "cpu", or "cuda" for an NVIDIA GPU, which draws the same samples and rounds otherwise.
        joints: Numbers of the joints that get the inputs, from the tail; None for the head joint. Those without a servo do not
            feel them.
        wave: Of those joints, whose parameters are what is sampled; None where their angles are.
        phase: Of the wave at the start [rad].

    Returns:
        Cost of each sample, shape (n_samples,); infinite where a roll-out diverged.

    Raises:
        ControlError: if an argument is of another kind, the sequence has not one input for each step, or the state not the
            model's links; if there is no such back end, or no GPU for it.
        MissingExtraError: if what the back end needs is not installed.
    """
    for value, name, wanted in (
        (model, "model", LaneModel), (state, "state", SwimmerState), (sampling, "sampling", Sampling),
        (cost, "cost", TravelCost), (horizon, "horizon", Horizon),
    ):  # fmt: skip
        instance(value, f"roll_out {name}", (wanted,), ControlError)
    if wave is not None:
        instance(wave, "roll_out wave", (PlannedWave,), ControlError)
    check_arguments(roll_out, {"joints": joints}, ControlError)
    driven = (len(model.each) - 2,) if joints is None else tuple(joints)
    draw, task = _prepared(model, state, nominal, sampling, cost, horizon, cycle, last_input, driven, wave, phase)
    if known_backend(backend, "roll_out backend") != CPU:
        found: Any = find_backend(backend).costs(model, draw, task, sampling.n_samples)
        return found.astype(np.float64)
    n_blocks = -(-sampling.n_samples // LANES)
    costs: FloatArray = np.empty((n_blocks, LANES), model.links.dtype)
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
        nominal: As for `roll_out`, shape (n_steps,) or (m, n_steps), [rad].
        sampling: As for `roll_out`.
        numbers: Numbers of the samples, shape (n,).
        cycle: As for `roll_out` [-].
        kind: Of the model's numbers.

    Returns:
        Shape (n, n_steps), or (n, m, n_steps) where the nominal has a row for each of m joints, [rad].

    Raises:
        ControlError: if there is no such sample.
    """
    wanted = np.atleast_1d(np.asarray(numbers))
    if wanted.dtype.kind not in "iu" or (wanted.size and not 0 <= wanted.min() <= wanted.max() < sampling.n_samples):
        raise ControlError(f"numbers of samples must be whole, from 0 to {sampling.n_samples - 1}, got {numbers!r}")
    middle = of_precision(input_rows(nominal), kind, "nominal")
    padded = np.zeros(-(-len(wanted) // LANES) * LANES, np.uint32)
    padded[: len(wanted)] = wanted
    out: Any = np.empty((len(padded), *middle.shape), kind)
    fill_sequences(sampling.draw(middle.shape[1], cycle, kind, len(middle)), middle, padded, out)
    return out[: len(wanted)].astype(np.float64).reshape(len(wanted), *np.shape(nominal))


def input_rows(nominal: Any) -> FloatArray:
    """Inputs of one joint or several as rows, shape (m, n_steps), [rad]."""
    given = np.asarray(nominal)
    if given.ndim == 2 and len(given) > 0:
        return np.stack([vector(row, "nominal", ControlError, unit="rad") for row in given])
    return vector(nominal, "nominal", ControlError, unit="rad")[None]


def _prepared(
    model: LaneModel,
    state: SwimmerState,
    nominal: FloatArray,
    sampling: Sampling,
    cost: TravelCost,
    horizon: Horizon,
    cycle: int,
    last_input: float | Sequence[float] | FloatArray,
    joints: tuple[int, ...],
    wave: PlannedWave | None = None,
    phase: float = 0.0,
) -> tuple[Draw, Task]:
    """The same as arrays of the model's kind of number."""
    middle, n, kind = input_rows(nominal), len(model.each), model.links.dtype.type
    if middle.shape[1] != horizon.steps:
        vector(middle[0], "nominal", ControlError, size=horizon.steps, unit="rad")
    numbers = [count(joint, "roll_out joints", ControlError, most=n - 2) for joint in joints]
    if wave is not None and len(middle) != len(PARAMETERS):
        raise ControlError(f"nominal has {len(middle)} rows for a wave; write one for each of {', '.join(PARAMETERS)}")
    if len(set(numbers)) != len(numbers) or (wave is None and len(numbers) != len(middle)):
        raise ControlError(
            f"nominal has {len(middle)} rows for the joints {joints}; write one row for each, and each once"
        )
    last = vector(np.atleast_1d(last_input), "last_input", ControlError, unit="rad")
    if len(last) not in (1, len(middle)):
        raise ControlError(f"last_input has {len(last)} numbers for {len(middle)} inputs; write one for each, or one")
    if np.size(state.angle) != n:
        raise ControlError(f"the model has {n} links, the state {np.size(state.angle)}")
    task = Task(
        row=state_row(state, kind),
        joints=np.array(numbers, np.int64),
        wave=np.zeros(0, kind) if wave is None else of_precision(wave.numbers(phase), kind, "wave"),
        turns=np.zeros((0, 2), kind) if wave is None else of_precision(wave.turns(numbers), kind, "wave"),
        nominal=of_precision(middle, kind, "nominal"),
        last=of_precision(np.broadcast_to(last, len(middle)), kind, "last_input"),
        cost=of_precision(cost.numbers(), kind, "cost"),
        dt=kind(horizon.period / horizon.substeps),
        substeps=horizon.substeps,
        ramp=bool(horizon.ramp),
        solves=horizon.solves,
        look_every=horizon.look_every,
    )
    return sampling.draw(horizon.steps, cycle, kind, len(middle)), task


def threads_pool(workers: int) -> ThreadPoolExecutor:
    """Threads that wait for work; the compiled code lets go of Python's lock."""
    return _pool(workers, os.getpid())


@cache
def _pool(workers: int, process: int) -> ThreadPoolExecutor:
    """One pool for each process: threads do not survive a fork."""
    return ThreadPoolExecutor(workers, thread_name_prefix="snakelab-lanes")


def lanes_mark(n_links: int, kind: str) -> Path:
    """The file that says that roll-outs of so many links, in numbers of that kind, are compiled on this machine."""
    return cache_folder() / f"lanes-{n_links}-{kind}"


def _compiled(model: LaneModel, nothing: Callable[[], None]) -> None:
    """Compile for this number of links and kind of number, once, and say so where it takes a while."""
    mark = lanes_mark(len(model.each), model.links.dtype.name)
    if not mark.exists():
        announce_compiling()
    nothing()
    try:
        mark.touch()
    except OSError:  # no place for a cache
        pass
