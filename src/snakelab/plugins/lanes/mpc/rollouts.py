"""Roll-outs of sampled input sequences, and the motion of the steered joints that an input stands for.

In reading order: `roll_out`, the costs of samples on all cores or on a GPU, `best_of_roll_outs`, those of the best samples only,
and `sequences`, the inputs of chosen samples; `AngleSteering` and `WaveSteering`, the motion of the steered joints.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, Protocol

import numpy as np

from snakelab.control.plan_sampling import BestSamples, Horizon, Sampling, best_samples, check_size
from snakelab.errors import ControlError
from snakelab.kernels.cache import announce_compiling, is_compiled, mark_compiled
from snakelab.kernels.threads import over_ranges
from snakelab.parameters.arguments import FloatArray, choice, count, instance, named_arguments, vector
from snakelab.parameters.declarations import check_arguments
from snakelab.plugins.lanes.model.lane_model import LaneModel, SwimmerState, as_dtype, state_row
from snakelab.plugins.lanes.mpc.kernels import (
    AMPLITUDE,
    FREQUENCY,
    OFFSET,
    PARAMETERS,
    PlannedWave,
    RolloutTask,
    fill_sequences,
    roll_blocks,
)
from snakelab.plugins.lanes.mpc.settings import DEFAULT_SAMPLING, MAX_STEPS, Draw, LaneStepping, TravelCost, draw_of
from snakelab.plugins.lanes.vector.vector_type import LANES

# ----------------------------------------------------------------------------------------------------------------------
# Roll-outs of sampled input sequences on all cores, or on a GPU: their costs, and the inputs of chosen samples
# ----------------------------------------------------------------------------------------------------------------------

CPU = "cpu"
# Modules of the other backends, by name, since each is imported only on request. `start()` creates the backend.
BACKEND_MODULES = {"cuda": "snakelab.plugins.lanes.gpu_rollouts.cuda_backend"}
BACKENDS = (CPU, *BACKEND_MODULES)


class RolloutBackend(Protocol):
    """Device for roll-outs other than the processor."""

    def costs(self, model: LaneModel, draw: Draw, task: RolloutTask, n_samples: int) -> Any:
        """Cost of each sample, shape (n_samples,), of the model's dtype; infinite where one diverged."""
        ...

    def best(self, model: LaneModel, draw: Draw, task: RolloutTask, n_samples: int, n_best: int) -> BestSamples:
        """Best samples, as `best_samples` selects them from all costs.

        Raises:
            ControlError: if all samples diverged.
        """
        ...


@cache
def find_backend(name: str) -> RolloutBackend:
    """Backend other than the processor, imported and started at the first call.

    Args:
        name: One of `BACKEND_MODULES`.

    Raises:
        MissingExtraError: if a required package is not installed.
        ControlError: if the machine has no such device.
    """
    backend: RolloutBackend = import_module(BACKEND_MODULES[name]).start()
    return backend


@named_arguments
def roll_out(
    model: LaneModel,
    state: SwimmerState,
    nominal: FloatArray,
    sampling: Sampling,
    cost: TravelCost,
    horizon: Horizon,
    *,
    stepping: LaneStepping | None = None,
    cycle: int = 0,
    last_input: float | Sequence[float] | FloatArray = 0.0,
    threads: int | None = None,
    backend: str = CPU,
    joints: Sequence[int] | None = None,
    wave: PlannedWave | None = None,
    phase: float = 0.0,
) -> FloatArray:
    """Return the costs of sampled input sequences.

    The costs are bit-identical for any number of threads.

    Args:
        model: From `lane_model`; its dtype is that of the roll-out.
        state: Initial state of all samples.
        nominal: Nominal sequence: angles of the head joint, shape (horizon.steps,), or of several joints with one row
            each [rad]; for a wave, one row for each of its three inputs [-].
        sampling: Deviations of the samples from the nominal sequence.
        cost: Cost of one roll-out.
        horizon: Number of control periods and their length.
        stepping: Time steps of the periods; None for one each.
        cycle: Number of the plan [-]; each cycle draws different samples.
        last_input: Input before the first one, for a ramp; for several joints one value or one for each [rad].
        threads: None for one per core.
        backend: "cpu", or "cuda" for an NVIDIA GPU, with the same samples and different rounding.
        joints: Indices of the joints that receive the inputs, from the tail; None for the head joint. Inputs have no
            effect on a joint without a servo.
        wave: Wave of those joints, whose parameters are sampled in place of the angles.
        phase: Phase of the wave at the start [rad].

    Returns:
        Cost of each sample, shape (n_samples,); infinite where a roll-out diverged.

    Raises:
        ControlError: if an argument has another type, the sequence does not have one input per step, or the state has
            another number of links than the model; if the backend is unknown, or no GPU is available.
        MissingExtraError: if a package of the backend is not installed.
    """
    given = _checked_request(
        model=model,
        state=state,
        nominal=nominal,
        sampling=sampling,
        cost=cost,
        horizon=horizon,
        stepping=stepping,
        cycle=cycle,
        last_input=last_input,
        backend=backend,
        joints=joints,
        wave=wave,
        phase=phase,
    )
    if backend != CPU:
        device_costs: Any = find_backend(backend).costs(*given)
        return device_costs.astype(np.float64)
    return _costs_on_cpu(*given, threads)


def best_of_roll_outs(n_best: int, **arguments: Any) -> BestSamples:
    """Return the best samples of `roll_out`; on a GPU they are selected there, and the other costs are not transferred.

    Args:
        n_best: Number of samples [-].
        arguments: Of `roll_out`.

    Raises:
        ControlError: as `roll_out`, and if all samples diverged.
        MissingExtraError: if a package of the backend is not installed.
    """
    backend = arguments.get("backend", CPU)
    if backend == CPU:
        return best_samples(roll_out(**arguments), n_best)
    optional = {"stepping": None, "cycle": 0, "last_input": 0.0, "joints": None, "wave": None, "phase": 0.0}
    given = optional | {name: value for name, value in arguments.items() if name != "threads"}
    return find_backend(backend).best(*_checked_request(**given), n_best)


# Model, draw, task and number of samples.
_Request = tuple[LaneModel, Draw, RolloutTask, int]


def _checked_request(
    *,
    model: LaneModel,
    state: SwimmerState,
    nominal: FloatArray,
    sampling: Sampling,
    cost: TravelCost,
    horizon: Horizon,
    stepping: LaneStepping | None,
    cycle: int,
    last_input: float | Sequence[float] | FloatArray,
    backend: str,
    joints: Sequence[int] | None,
    wave: PlannedWave | None,
    phase: float,
) -> _Request:
    """Arguments of a backend, from those of `roll_out`."""
    stepping = stepping or LaneStepping()
    for value, name, wanted in (
        (model, "model", LaneModel), (state, "state", SwimmerState), (sampling, "sampling", Sampling),
        (cost, "cost", TravelCost), (horizon, "horizon", Horizon), (stepping, "stepping", LaneStepping),
    ):  # fmt: skip
        instance(value, f"roll_out {name}", (wanted,), ControlError)
    if wave is not None:
        instance(wave, "roll_out wave", (PlannedWave,), ControlError)
    check_arguments(roll_out, {"joints": joints}, ControlError)
    driven = (len(model.per_link) - 2,) if joints is None else tuple(joints)
    inputs = _checked_inputs(nominal, last_input, driven, wave, phase)
    task, n_samples = _task(model, state, inputs, cost, horizon, stepping), n_samples_of(sampling)
    draw = draw_of(sampling, horizon.steps, cycle, model.links.dtype.type, len(inputs.nominal))
    choice(backend, "roll_out backend", BACKENDS, ControlError)
    return model, draw, task, n_samples


def _costs_on_cpu(model: LaneModel, draw: Draw, task: RolloutTask, n_samples: int, threads: int | None) -> FloatArray:
    """Costs of all samples, from all cores or a number of threads."""
    n_blocks = -(-n_samples // LANES)
    costs: FloatArray = np.empty((n_blocks, LANES), model.links.dtype)
    workers = os.cpu_count() or 1 if threads is None else count(threads, "threads", ControlError, minimum=1)

    def roll_range(first: int, end: int) -> None:
        roll_blocks(model, draw, task, first, end, costs)

    _compile(model, lambda: roll_range(0, 0))
    over_ranges(roll_range, n_blocks, workers)
    return costs.ravel()[:n_samples].astype(np.float64)


def sequences(
    nominal: FloatArray, sampling: Sampling, numbers: Any, cycle: int = 0, dtype: type = np.float32
) -> FloatArray:
    """Input sequences of chosen samples, drawn again from their numbers.

    Args:
        nominal: As for `roll_out`, shape (n_steps,) or (m, n_steps), [rad].
        sampling: As for `roll_out`.
        numbers: Numbers of the samples, shape (n,).
        cycle: As for `roll_out` [-].
        dtype: Of the model.

    Returns:
        Shape (n, n_steps), or (n, m, n_steps) where the nominal has a row for each of m joints, [rad].

    Raises:
        ControlError: if there is no such sample.
    """
    wanted, n_samples = np.atleast_1d(np.asarray(numbers)), n_samples_of(sampling)
    if wanted.dtype.kind not in "iu" or (wanted.size and not 0 <= wanted.min() <= wanted.max() < n_samples):
        raise ControlError(f"numbers of samples must be whole, from 0 to {n_samples - 1}, got {numbers!r}")
    middle = as_dtype(input_rows(nominal), dtype, "nominal")
    check_size(len(wanted) * middle.size, "the input sequences of the chosen samples")
    padded = np.zeros(-(-len(wanted) // LANES) * LANES, np.uint32)
    padded[: len(wanted)] = wanted
    out: Any = np.empty((len(padded), *middle.shape), dtype)
    fill_sequences(draw_of(sampling, middle.shape[1], cycle, dtype, len(middle)), middle, padded, out)
    return out[: len(wanted)].astype(np.float64).reshape(len(wanted), *np.shape(nominal))


def input_rows(nominal: Any) -> FloatArray:
    """Inputs of one or several joints as rows, shape (m, n_steps), [rad]."""
    given = np.asarray(nominal)
    if given.ndim == 2 and len(given) > 0:
        return np.stack([vector(row, "nominal", ControlError, unit="rad") for row in given])
    return vector(nominal, "nominal", ControlError, unit="rad")[None]


class _Inputs(NamedTuple):
    """Inputs of a roll-out, checked against each other.

    Attributes:
        nominal: One row for each input, shape (m, n_steps), [rad], or [-] for those of a wave.
        last: Input before the first, shape (1,) or (m,), [rad].
        joints: Indices of the joints that get the inputs, from the tail [-].
        wave: Wave of these joints, whose parameters are the inputs; None where the inputs are their angles.
        phase: Phase of the wave at the start [rad].
    """

    nominal: FloatArray
    last: FloatArray
    joints: tuple[int, ...]
    wave: PlannedWave | None
    phase: float


def _checked_inputs(
    nominal: FloatArray, last_input: Any, joints: tuple[int, ...], wave: PlannedWave | None, phase: float
) -> _Inputs:
    """Check that there is one row of nominal inputs, and one last input, for each joint or parameter of the wave."""
    rows = input_rows(nominal)
    if wave is not None and len(rows) != len(PARAMETERS):
        raise ControlError(f"nominal has {len(rows)} rows for a wave; write one for each of {', '.join(PARAMETERS)}")
    if len(set(joints)) != len(joints) or (wave is None and len(joints) != len(rows)):
        raise ControlError(
            f"nominal has {len(rows)} rows for the joints {joints}; write one row for each, and each once"
        )
    last = vector(np.atleast_1d(last_input), "last_input", ControlError, unit="rad")
    if len(last) not in (1, len(rows)):
        raise ControlError(f"last_input has {len(last)} numbers for {len(rows)} inputs; write one for each, or one")
    return _Inputs(rows, last, joints, wave, phase)


def n_samples_of(sampling: Sampling) -> int:
    """Number of samples [-]."""
    whole: Any = sampling.completed(DEFAULT_SAMPLING)
    return int(whole.n_samples)


def _task(
    model: LaneModel, state: SwimmerState, inputs: _Inputs, cost: TravelCost, horizon: Horizon, stepping: LaneStepping
) -> RolloutTask:
    """Arguments of the kernels as arrays of the model's dtype."""
    n, dtype, rows = len(model.per_link), model.links.dtype.type, inputs.nominal
    if rows.shape[1] != horizon.steps:
        vector(rows[0], "nominal", ControlError, size=horizon.steps, unit="rad")
    indices = [count(joint, "roll_out joints", ControlError, maximum=n - 2) for joint in inputs.joints]
    if np.size(state.angle) != n:
        raise ControlError(f"the model has {n} links, the state {np.size(state.angle)}")
    steps = horizon.steps * stepping.substeps * stepping.solves
    if steps > MAX_STEPS:
        raise ControlError(
            f"a roll-out has {steps} time steps and solves, at most {MAX_STEPS}; lower steps of the horizon, substeps or solves"
        )
    numbers, rotations = np.zeros(0), np.zeros((0, 2))
    if inputs.wave is not None:
        numbers, rotations = inputs.wave.numbers(inputs.phase), inputs.wave.phase_rotations(indices)
    return RolloutTask(
        per_input=(0,) * max(n, len(PARAMETERS)),  # one compiled kernel for any number of inputs
        row=state_row(state, dtype),
        joints=np.array(indices, np.int64),
        wave=as_dtype(numbers, dtype, "wave"),
        phase_rotations=as_dtype(rotations, dtype, "wave"),
        nominal=as_dtype(rows, dtype, "nominal"),
        last=as_dtype(np.broadcast_to(inputs.last, len(rows)).copy(), dtype, "last_input"),
        cost=as_dtype(cost.numbers(), dtype, "cost"),
        dt=dtype(horizon.period / stepping.substeps),
        substeps=stepping.substeps,
        ramp=bool(stepping.ramp),
        solves=stepping.solves,
        query_interval=stepping.steps_between_queries(horizon.period),
    )


def are_rollouts_compiled(n_links: int, dtype: str) -> bool:
    """Return True if roll-outs of this many links and this dtype, as they are now, were compiled on this machine before."""
    return is_compiled(_label(n_links, dtype), roll_blocks)


def _label(n_links: int, dtype: str) -> str:
    return f"rollouts-{n_links}-{dtype}"


def _compile(model: LaneModel, empty_call: Callable[[], None]) -> None:
    """Compile once for this number of links and this dtype, with a notice."""
    n_links, dtype = len(model.per_link), model.links.dtype.name
    fresh = not are_rollouts_compiled(n_links, dtype)
    if fresh:
        announce_compiling(part=f"the roll-outs for {n_links} links")
    empty_call()
    if fresh:
        mark_compiled(_label(n_links, dtype), roll_blocks)


# ----------------------------------------------------------------------------------------------------------------------
# Steering: sampled inputs as joint angles or as parameters of a wave, and the command made from them
# ----------------------------------------------------------------------------------------------------------------------

# Angles [rad], rates [rad/s] and accelerations [rad/s^2] of the steered joints.
Motion = tuple[FloatArray, FloatArray, FloatArray]


@dataclass(frozen=True)
class AngleSteering:
    """Steering by joint angles: each of the m joints has an input, its angle.

    Attributes:
        joints: Indices of the steered joints, from the tail.
        names: Their names.
        ramp: Change the angle linearly from one input to the next over the period; else hold it.
    """

    joints: tuple[int, ...]
    names: tuple[str, ...]
    ramp: bool
    wave: None = None

    def sampling(self, wanted: Sampling) -> Sampling:
        """Sampling unchanged."""
        return wanted

    def at_rest(self) -> FloatArray:
        """Inputs of a straight robot: zero."""
        return np.zeros(len(self.joints))

    def denormalised(self, inputs: FloatArray) -> FloatArray:
        """Angles [rad], unchanged."""
        return np.array(inputs, dtype=np.float64)

    def motion(
        self, before: FloatArray, now: FloatArray, phase: FloatArray | float, period: float, fraction: float
    ) -> Motion:
        """Motion on the ramp, or held."""
        if not self.ramp:
            return now, 0.0 * now, 0.0 * now
        return before + fraction * (now - before), (now - before) / period, 0.0 * now

    def phase_after(
        self, before: FloatArray, now: FloatArray, phase: FloatArray | float, period: float
    ) -> FloatArray | float:
        """Phase, unchanged."""
        return phase


@dataclass(frozen=True)
class WaveSteering:
    """Steering by the parameters of a wave, which are the inputs.

    Attributes:
        wave: PlannedWave.
        joints: Indices of the steered joints, from the tail.
        names: Names of the parameters.
    """

    wave: PlannedWave
    joints: tuple[int, ...]
    names: tuple[str, ...] = PARAMETERS

    def sampling(self, wanted: Sampling) -> Sampling:
        """Sampling limited to the ranges of the parameters."""
        whole: Any = wanted.completed(DEFAULT_SAMPLING)
        return replace(whole, limit=np.minimum(whole.limit, 1.0).tolist())

    def at_rest(self) -> FloatArray:
        """Inputs of zero amplitude and offset at the centre frequency; zero for a parameter without a range."""
        centre, half_width = self.wave.ranges().T
        inputs = -centre / np.where(half_width > 0.0, half_width, np.inf)
        inputs[FREQUENCY] = 0.0
        return inputs

    def denormalised(self, inputs: FloatArray) -> FloatArray:
        """Parameters [rad, rad/s, rad]."""
        values = np.asarray(inputs, dtype=np.float64)
        return self.wave.parameters(values.reshape(len(self.names), -1)).reshape(values.shape)

    def motion(
        self, before: FloatArray, now: FloatArray, phase: FloatArray | float, period: float, fraction: float
    ) -> Motion:
        """Motion of the wave while its parameters change linearly."""
        first, last = self.denormalised(before), self.denormalised(now)
        rate, current = (last - first) / period, first + fraction * (last - first)
        psi = phase + fraction * period * (first[FREQUENCY] + current[FREQUENCY]) / 2
        psi = psi + self.wave.phase_lag * np.reshape(self.joints, (-1,) + (1,) * np.ndim(psi))
        s, c, size, omega = np.sin(psi), np.cos(psi), current[AMPLITUDE], current[FREQUENCY]
        cosine_factor = 2 * rate[AMPLITUDE] * omega + size * rate[FREQUENCY]
        return (
            current[OFFSET] + size * s,
            rate[OFFSET] + rate[AMPLITUDE] * s + size * omega * c,
            cosine_factor * c - size * omega**2 * s,
        )

    def phase_after(
        self, before: FloatArray, now: FloatArray, phase: FloatArray | float, period: float
    ) -> FloatArray | float:
        """Integral of the frequency, wrapped to [-pi, pi)."""
        ended = phase + period / 2 * (self.denormalised(before)[FREQUENCY] + self.denormalised(now)[FREQUENCY])
        return np.remainder(ended + np.pi, 2 * np.pi) - np.pi


Steering = AngleSteering | WaveSteering
