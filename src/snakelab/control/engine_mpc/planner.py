"""Controller of an engine's sampling MPC for one robot in one world: its memory and one cycle."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

import numpy as np

from snakelab.control.engine_mpc.plan import Plan, references
from snakelab.control.engine_mpc.trajectory import Trajectory
from snakelab.control.sampling_mpc.rollouts import threads_pool
from snakelab.errors import ControlError
from snakelab.physics.command import Command, Measurement, Reference
from snakelab.physics.model import Model
from snakelab.physics.observe import record_width
from snakelab.physics.state import State, initial_state
from snakelab.types import FloatArray

if TYPE_CHECKING:
    from snakelab.control.engine_mpc.mpc import EngineMpc

Memory = dict[str, Any]
T = TypeVar("T")
# Steps over the quintic of a period, at least, where it prescribes a motion.
POINTS = 8
NEEDED = {"q": "Encoders()", "v": "Encoders()", "base_position": "PoseSensor()", "base_quaternion": "PoseSensor()",
          "base_velocity": "PoseSensor()"}  # fmt: skip


@runtime_checkable
class RollsOut(Protocol):
    """Engine that integrates one state under many references at once, such as `SnakelabEngine`."""

    def roll_out(
        self, model: Model, references: Sequence[Reference], state: State, times: FloatArray, threads: int | None
    ) -> tuple[FloatArray, np.ndarray]:
        """Return records, shape (n, m, record width), and the number of times that each roll-out reached, shape (n,)."""


@dataclass(frozen=True, eq=False)
class EnginePlanner:
    """Controller of an `EngineMpc`. Its memory holds the plan, the gait's clock, the last command and the cycle number.

    Attributes:
        settings: Parameters of the controller.
        model: The robot in its world.
        predicted: Model of the prediction.
    """

    settings: EngineMpc
    model: Model
    predicted: Model

    def __post_init__(self) -> None:
        if self.predicted.n_coordinates != self.model.n_coordinates:
            raise ControlError(
                f"the model to predict with has {self.predicted.n_coordinates} coordinates, the robot {self.model.n_coordinates}"
            )
        longest = self.settings.period / POINTS
        if self.predicted.driven.any() and getattr(self.settings.engine, "step", 0.0) > longest * (1 + 1e-9):
            raise ControlError(
                f"prescribed joints need {POINTS} steps in a control period: write SnakelabEngine(step={longest:g}) or less"
            )
        self.settings.policy.begin(self.model)

    @property
    def period(self) -> float:
        """Control period [s]."""
        return self.settings.period

    def start(self, model: Model, time: float) -> tuple[Command, Memory]:
        """Return the initial values of the policy."""
        own = self.settings
        values = np.repeat(own.policy.begin(model)[None], own.knots + 1, axis=0)
        memory = {"values": values, "clock": 0.0, "spent": own.every, "cycle": 0}
        ends = self._plan(memory).ends(0.0, own.period)
        return _command(ends, {}), memory | {"ends": ends}

    def command(self, known: Measurement, memory: Memory) -> tuple[Command, Memory]:
        """Return the next targets of the plan; make a new plan after `every` periods.

        Raises:
            ControlError: if the robot's state is not known, or a cost is not a number.
        """
        own = self.settings
        notes: dict[str, Any] = {}
        if memory["spent"] >= own.every:
            memory, notes = self._replan(known, memory)
        memory = memory | {"spent": memory["spent"] + 1}
        plan = self._plan(memory)
        ends = plan.ends(memory["spent"] * own.period, own.period)
        return _command(ends, notes), memory | {"ends": ends}

    def _plan(self, memory: Memory, values: FloatArray | None = None) -> Plan:
        own = self.settings
        times = own.horizon * np.arange(own.knots + 1) / own.knots
        return Plan(own.policy, self.model, times, memory["values"] if values is None else values, memory["clock"])

    def _replan(self, known: Measurement, memory: Memory) -> tuple[Memory, dict[str, Any]]:
        """Shift the plan to the present, sample about it, and weight the samples."""
        own, old = self.settings, self._plan(memory)
        now = memory["spent"] * own.period if memory["cycle"] else 0.0
        memory = memory | {
            "values": np.array([old.at(now + t) for t in old.times]), "clock": old.clock_at(now), "spent": 0,
        }  # fmt: skip
        state = self._state(known, memory["ends"])
        costs, numbers, weights = np.zeros(0), np.zeros(0, np.int64), np.zeros(0)
        for turn in range(own.iterations):
            samples = self._samples(memory, turn)
            costs = self._costs(state, memory, samples)
            numbers, weights = own.weighting.choose(costs)
            memory = memory | {"values": np.tensordot(weights, samples[numbers], axes=1)}
        notes = {"cost": float(weights @ costs[numbers]), "best_cost": float(costs[numbers[0]])}
        notes |= {"diverged": int(np.count_nonzero(np.isinf(costs)))}
        notes |= {f"plan_{name}": float(x) for name, x in zip(own.policy.ranges, memory["values"][-1], strict=True)}
        return memory | {"cycle": memory["cycle"] + 1}, notes

    def _samples(self, memory: Memory, turn: int) -> FloatArray:
        """Values of all samples, shape (n_samples, knots + 1, n_values); the first is the plan itself."""
        own = self.settings
        low, high = np.array(list(own.policy.ranges.values()), dtype=np.float64).T
        rng = np.random.default_rng([own.seed, memory["cycle"], turn])
        noise = rng.standard_normal((own.n_samples, own.knots, len(low)))
        noise[0] = 0.0
        samples = np.repeat(memory["values"][None], own.n_samples, axis=0)
        samples[:, 1:] = np.clip(samples[:, 1:] + own.sigma * (high - low) * noise, low, high)
        return samples

    def _costs(self, state: State, memory: Memory, samples: FloatArray) -> FloatArray:
        """Roll out all samples on threads."""
        own = self.settings
        n_periods = max(1, round(own.horizon / own.period))
        plans = [self._plan(memory, values) for values in samples]
        under = references(plans, memory["ends"], state.time, own.period, n_periods)
        times = np.asarray(state.time + own.period * np.arange(1, n_periods + 1), dtype=np.float64)
        records, events = self._roll_out(under, state, times)

        def one(k: int) -> float:
            if events[k] < n_periods:
                return math.inf
            return total(own.cost(Trajectory(self.predicted, records[k])), k, records[k, :, 0])

        return np.array(self._on_threads(one, len(samples)))

    def _roll_out(self, under: Sequence[Reference], state: State, times: FloatArray) -> tuple[FloatArray, np.ndarray]:
        """Return the records of all samples at the ends of their periods, and how many each sample reached."""
        engine = self.settings.engine
        if isinstance(engine, RollsOut):
            return engine.roll_out(self.predicted, under, state, times, self.settings.threads)
        records = np.zeros((len(under), len(times), record_width(self.predicted)))

        def one(k: int) -> int:
            return int(engine.advance(self.predicted, under[k], state, times, records[k]).events)

        return records, np.array(self._on_threads(one, len(under)))

    def _on_threads(self, work: Callable[[int], T], n: int) -> list[T]:
        workers = self.settings.threads or os.cpu_count() or 1
        return [work(k) for k in range(n)] if workers == 1 else list(threads_pool(workers).map(work, range(n)))

    def _state(self, known: Measurement, ends: FloatArray) -> State:
        """Initial state of the prediction: prescribed joints as commanded, others as measured, without actuator memory."""
        lacking = [name for name in NEEDED if getattr(known, name) is None]
        if lacking:
            wanted = ", ".join(dict.fromkeys(NEEDED[name] for name in lacking))
            raise ControlError(f"to predict, {', '.join(lacking)} must be known; write Robot(..., sensors=[{wanted}])")
        state = initial_state(
            self.predicted,
            q=np.where(self.predicted.driven, ends[0], known.q),
            v=np.where(self.predicted.driven, ends[1], known.v),
            position=known.base_position,
            quaternion=known.base_quaternion,
            velocity=known.base_velocity,
        )
        return replace(state, time=known.time)


def total(cost: object, sample: int, times: FloatArray) -> float:
    """Return the cost of a sample as one number, which may be infinite but not NaN.

    Raises:
        ControlError: naming the sample, and the step where the cost has one number for each.
    """
    try:
        values = np.asarray(cost, dtype=np.float64)
    except (TypeError, ValueError):
        values = np.zeros((0, 0))
    if values.shape not in ((), (len(times),)):
        raise ControlError(
            f"the cost of sample {sample} must be a number, or one for each of its {len(times)} steps, got {cost!r}"
        )
    lost = np.flatnonzero(np.isnan(np.atleast_1d(values)))
    if len(lost):
        where = f" at step {lost[0]}, t = {times[lost[0]]:.6g} s" if values.ndim else ""
        raise ControlError(
            f"the cost of sample {sample} is not a number (NaN){where}; a bad roll-out may cost math.inf"
        )
    return float(values.sum())


def _command(ends: FloatArray, notes: dict[str, Any]) -> Command:
    return Command(ends[0], rate=ends[1], acceleration=ends[2], notes=notes)
