"""Model predictive control of any robot by an engine: settings, controller of one model, and one cycle."""

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Protocol, TypeVar, runtime_checkable

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.arguments import shown
from snakelab.compiling.threads import threads_pool
from snakelab.control.controller import joined_seed
from snakelab.control.engine_mpc.goal_cost import GoalCost, Trajectory
from snakelab.control.engine_mpc.plan import Plan, Policy, references
from snakelab.control.engine_mpc.policy import GaitParameters, JointTargets
from snakelab.control.engine_mpc.weights import CrossEntropy, EliteMean, PathIntegral, Weighting
from snakelab.errors import ControlError
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED, PYTHON_ONLY, Slider, Unit
from snakelab.physics.command import Command, Measurement, Reference
from snakelab.physics.model import Model
from snakelab.physics.record_row import record_width
from snakelab.physics.state import State, initial_state
from snakelab.types import FloatArray, instance, number

# Samples, knots, periods and rounds: more would not fit the memory.
Count = Annotated[int, Ge(1), Le(10**6), Slider(1, 100, 1)]
Memory = dict[str, Any]
T = TypeVar("T")
# Minimum number of steps over the quintic of a period that prescribes a motion.
POINTS = 8
NEEDED = {"q": "Encoders()", "v": "Encoders()", "base_position": "PoseSensor()", "base_quaternion": "PoseSensor()",
          "base_velocity": "PoseSensor()"}  # fmt: skip


class Predictor(Protocol):
    """Engine that predicts, see `sim.engines.engine.Engine`."""

    def advance(self, model: Model, reference: Any, state: Any, times: Any, rows: Any) -> Any:
        """Simulate from `state` through all `times`; rows[i] is the record at times[i]."""


@dataclass(frozen=True)
class EngineMpc(Displayed):
    """Sampling MPC of any robot: plans are sampled, rolled out by an engine on threads, and weighted.

    Between plans the robot follows the weighted mean of the best samples. One sample of each round is the last plan
    itself, so that the cost of the plan does not increase.

    Args:
        policy: Parameters of a plan: `GaitParameters` or `JointTargets`.
        cost: `GoalCost`, or a function that returns the cost of one `Trajectory`: a number, or one number for each of its
            rows, which are summed.
        engine: Engine of the prediction, such as `SnakelabEngine(step=5e-3)`.
        n_samples: Number of samples in each round [-].
        sigma: Standard deviation of the samples, as a fraction of each range [-].
        weighting: EliteMean, PathIntegral or CrossEntropy.
        horizon: Prediction horizon [s].
        knots: Number of knots of the plan within the horizon [-].
        period: Control period [s].
        every: Number of control periods between two plans [-].
        iterations: Number of rounds for each plan [-].
        seed: Seed of the samples.
        threads: Number of threads; None for one per core. The result does not depend on it.
        model: Model of the prediction; None for that of the controlled robot and world.

    Raises:
        ControlError: if a number is out of range.
    """

    policy: Policy
    cost: GoalCost | Callable[[Trajectory], Any]
    engine: Predictor
    n_samples: Count = 32
    sigma: Annotated[float, Gt(0), Slider(0.05, 1, 0.05)] = 0.3
    weighting: EliteMean | PathIntegral | CrossEntropy | Weighting = field(default_factory=lambda: EliteMean(0.1))
    horizon: Annotated[float, Gt(0), Unit("s"), Slider(0.5, 10, 0.1)] = 4.0
    knots: Count = 1
    period: Annotated[float, Gt(0), Unit("s"), Slider(0.01, 1, 0.01), FIXED] = 0.1
    every: Count = 5
    iterations: Count = 1
    seed: Annotated[int, Ge(0), Le(2**63 - 1), Slider(0, 1000, 1)] = 0
    threads: Annotated[int, Ge(1), Slider(1, 64, 1)] | None = None
    model: Annotated[Model, PYTHON_ONLY] | None = None

    def __post_init__(self) -> None:
        instance(self.policy, "EngineMpc policy", (GaitParameters, JointTargets), ControlError)
        if not callable(self.cost):
            raise ControlError(f"EngineMpc cost must be a function of a Trajectory, got {self.cost!r}")
        engine: Any = self.engine
        if not hasattr(engine, "advance"):
            raise ControlError(f"EngineMpc engine must be an engine, got {engine!r}; write SnakelabEngine(step=5e-3)")
        check_declared(self, ControlError)
        number(self.horizon, "EngineMpc horizon", ControlError, minimum=self.every * self.period, unit="s")
        if not hasattr(self.weighting, "choose"):
            allowed = "EliteMean, PathIntegral, CrossEntropy"
            raise ControlError(f"EngineMpc weighting must be one of {allowed}; got {self.weighting!r}")
        if self.model is not None:
            instance(self.model, "EngineMpc model", (Model,), ControlError)

    def with_seed(self, seed: int) -> "EngineMpc":
        """Return a copy whose seed is combined with that of a run; see `Seeded`."""
        return replace(self, seed=joined_seed(self.seed, seed, 2**63 - 1))

    def for_model(self, model: Model) -> "EnginePlanner":
        """Return the controller of one robot in one world.

        Raises:
            ControlError: if the policy does not fit the robot, or the engine's step is too long for its prescribed
                joints.
        """
        return EnginePlanner(self, model, self.model or model)


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
        mpc: The planner with its settings.
        model: The robot in its world.
        predicted: Model of the prediction.
    """

    mpc: EngineMpc
    model: Model
    predicted: Model

    def __post_init__(self) -> None:
        if self.predicted.n_coordinates != self.model.n_coordinates:
            raise ControlError(
                f"the model to predict with has {self.predicted.n_coordinates} coordinates, the robot {self.model.n_coordinates}"
            )
        longest = self.mpc.period / POINTS
        if self.predicted.driven.any() and getattr(self.mpc.engine, "step", 0.0) > longest * (1 + 1e-9):
            raise ControlError(
                f"prescribed joints need {POINTS} steps in a control period: write SnakelabEngine(step={longest:g}) or less"
            )
        self.mpc.policy.begin(self.model)

    @property
    def period(self) -> float:
        """Control period [s]."""
        return self.mpc.period

    def start(self, model: Model, time: float) -> tuple[Command, Memory]:
        """Return the initial values of the policy."""
        mpc = self.mpc
        values = np.repeat(mpc.policy.begin(model)[None], mpc.knots + 1, axis=0)
        memory = {"values": values, "clock": 0.0, "spent": mpc.every, "cycle": 0}
        ends = self._plan(memory).ends(0.0, mpc.period)
        return self._command(ends, {}), memory | {"ends": ends}

    def command(self, known: Measurement, memory: Memory) -> tuple[Command, Memory]:
        """Return the next targets of the plan; make a new plan after `every` periods.

        Raises:
            ControlError: if the robot's state is not known, or a cost is not a number.
        """
        mpc = self.mpc
        notes: dict[str, Any] = {}
        if memory["spent"] >= mpc.every:
            memory, notes = self._replan(known, memory)
        memory = memory | {"spent": memory["spent"] + 1}
        plan = self._plan(memory)
        ends = plan.ends(memory["spent"] * mpc.period, mpc.period)
        return self._command(ends, notes), memory | {"ends": ends}

    def _command(self, ends: FloatArray, notes: dict[str, Any]) -> Command:
        target, rate, acceleration = ends[:, : self.model.n_coordinates]
        thrust = ends[0, self.model.n_coordinates :]
        return Command(target, rate, acceleration, thrust=thrust if len(thrust) else None, notes=notes)

    def _plan(self, memory: Memory, values: FloatArray | None = None) -> Plan:
        mpc = self.mpc
        times = mpc.horizon * np.arange(mpc.knots + 1) / mpc.knots
        return Plan(mpc.policy, self.model, times, memory["values"] if values is None else values, memory["clock"])

    def _replan(self, known: Measurement, memory: Memory) -> tuple[Memory, dict[str, Any]]:
        """Shift the plan to the present, sample about it, and weight the samples."""
        mpc, old = self.mpc, self._plan(memory)
        now = memory["spent"] * mpc.period if memory["cycle"] else 0.0
        memory = memory | {
            "values": np.array([old.at(now + t) for t in old.times]), "clock": old.clock_at(now), "spent": 0,
        }  # fmt: skip
        state = self._state(known, memory["ends"])
        costs, numbers, weights = np.zeros(0), np.zeros(0, np.int64), np.zeros(0)
        for iteration in range(mpc.iterations):
            samples = self._samples(memory, iteration)
            costs = self._costs(state, memory, samples)
            numbers, weights = mpc.weighting.choose(costs)
            memory = memory | {"values": np.tensordot(weights, samples[numbers], axes=1)}
        notes = {"cost": float(weights @ costs[numbers]), "best_cost": float(costs[numbers[0]])}
        notes |= {"diverged": int(np.count_nonzero(np.isinf(costs)))}
        notes |= {f"plan_{name}": float(x) for name, x in zip(mpc.policy.ranges, memory["values"][-1], strict=True)}
        return memory | {"cycle": memory["cycle"] + 1}, notes

    def _samples(self, memory: Memory, iteration: int) -> FloatArray:
        """Values of all samples, shape (n_samples, knots + 1, n_values); the first is the plan itself."""
        mpc = self.mpc
        low, high = np.array(list(mpc.policy.ranges.values()), dtype=np.float64).T
        rng = np.random.default_rng([mpc.seed, memory["cycle"], iteration])
        noise = rng.standard_normal((mpc.n_samples, mpc.knots, len(low)))
        noise[0] = 0.0
        samples = np.repeat(memory["values"][None], mpc.n_samples, axis=0)
        samples[:, 1:] = np.clip(samples[:, 1:] + mpc.sigma * (high - low) * noise, low, high)
        return samples

    def _costs(self, state: State, memory: Memory, samples: FloatArray) -> FloatArray:
        """Roll out all samples on threads."""
        mpc = self.mpc
        n_periods = max(1, round(mpc.horizon / mpc.period))
        plans = [self._plan(memory, values) for values in samples]
        under = references(plans, memory["ends"], state.time, mpc.period, n_periods)
        times = np.asarray(state.time + mpc.period * np.arange(1, n_periods + 1), dtype=np.float64)
        records, events = self._roll_out(under, state, times)

        def one(k: int) -> float:
            if events[k] < n_periods:
                return math.inf
            return total(mpc.cost(Trajectory(self.predicted, records[k])), k, records[k, :, 0])

        return np.array(self._on_threads(one, len(samples)))

    def _roll_out(self, under: Sequence[Reference], state: State, times: FloatArray) -> tuple[FloatArray, np.ndarray]:
        """Return the records of all samples at the ends of their periods, and how many each sample reached."""
        engine = self.mpc.engine
        if isinstance(engine, RollsOut):
            return engine.roll_out(self.predicted, under, state, times, self.mpc.threads)
        records = np.zeros((len(under), len(times), record_width(self.predicted)))

        def one(k: int) -> int:
            return int(engine.advance(self.predicted, under[k], state, times, records[k]).events)

        return records, np.array(self._on_threads(one, len(under)))

    def _on_threads(self, work: Callable[[int], T], n: int) -> list[T]:
        workers = self.mpc.threads or os.cpu_count() or 1
        return [work(k) for k in range(n)] if workers == 1 else list(threads_pool(workers).map(work, range(n)))

    def _state(self, known: Measurement, ends: FloatArray) -> State:
        """Initial state of the prediction: prescribed joints and propellers as commanded, other joints as measured, without
        actuator memory."""
        lacking = [name for name in NEEDED if getattr(known, name) is None]
        if lacking:
            wanted = ", ".join(dict.fromkeys(NEEDED[name] for name in lacking))
            raise ControlError(f"to predict, {', '.join(lacking)} must be known; write Robot(..., sensors=[{wanted}])")
        target, rate, _ = ends[:, : self.predicted.n_coordinates]
        state = initial_state(
            self.predicted,
            q=np.where(self.predicted.driven, target, known.q),
            v=np.where(self.predicted.driven, rate, known.v),
            position=known.base_position,
            quaternion=known.base_quaternion,
            velocity=known.base_velocity,
        )
        thrust = ends[0, self.predicted.n_coordinates :]
        return replace(state, time=known.time, thrust=thrust if len(thrust) else state.thrust)


def total(cost: object, sample: int, times: FloatArray) -> float:
    """Return the cost of a sample as one number, which may be infinite but not NaN.

    Raises:
        ControlError: naming the sample, and the step where the cost has one number for each.
    """
    try:
        values = np.asarray(cost, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        values = np.zeros((0, 0))
    if values.shape not in ((), (len(times),)):
        raise ControlError(
            f"the cost of sample {sample} must be a number, or one for each of its {len(times)} steps, got "
            + (f"an array of shape {np.shape(cost)}" if isinstance(cost, np.ndarray) else shown(cost))
        )
    lost = np.flatnonzero(np.isnan(np.atleast_1d(values)))
    if len(lost):
        where = f" at step {lost[0]}, t = {times[lost[0]]:.6g} s" if values.ndim else ""
        raise ControlError(
            f"the cost of sample {sample} is not a number (NaN){where}; a bad roll-out may cost math.inf"
        )
    return float(values.sum())
