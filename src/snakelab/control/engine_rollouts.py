"""Roll-outs of a sampling MPC by an engine, for any robot.

In reading order: the content of a plan, which is parameters of a gait or joint targets; the plan over time; the trajectory
of a roll-out and its cost; the roll-outs.
"""

import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from typing import Annotated, Any, Protocol, TypeVar, runtime_checkable

import numpy as np
from annotated_types import Ge, Len

from snakelab.control.plan_sampling import Horizon, Sampling, check_size
from snakelab.entry_points import SERVICES, load
from snakelab.errors import ControlError, nearest
from snakelab.gaits.constant_commands import variations
from snakelab.gaits.gait import Gait, without_body_check
from snakelab.geometry.rotations import heading_of, wrapped
from snakelab.kernels.threads import on_threads, raise_if_cancelled
from snakelab.parameters.arguments import FloatArray, choice, instance, number, shown
from snakelab.parameters.declarations import PYTHON_ONLY, WITHIN_ONE_TURN, Angle, Choices, Slider, Unit, check_declared
from snakelab.physics.columns import MOTOR
from snakelab.physics.command import Command, Measurement, Reference, piecewise_reference, quintic, targets_at
from snakelab.physics.model import Model
from snakelab.physics.record_kernels import record_layout, record_width
from snakelab.physics.state import State, initial_state

# ----------------------------------------------------------------------------------------------------------------------
# Content of a plan: parameters of a gait, or joint targets
# ----------------------------------------------------------------------------------------------------------------------

Ranges = Mapping[str, Sequence[float]]
TEMPO = "tempo"  # name of the range of the rate of a gait's clock


@dataclass(frozen=True)
class GaitParameters:
    """Parameters of a gait that a plan may change within ranges over time.

    The gait has its own clock, whose rate is the parameter "tempo". It changes the speed of a wave without a jump of
    the phase, which a change of the frequency would cause.

    Args:
        gait: A gait that is a dataclass, such as `SerpenoidGait`; its parameters are the initial values of plans.
        ranges: Smallest and largest value by the name of a parameter of the gait, or "tempo" (initially 1).

    Raises:
        ControlError: if the gait has no such parameter, or its value is outside of the range.
    """

    gait: Gait
    ranges: Ranges

    def __post_init__(self) -> None:
        gait: Any = self.gait
        if not is_dataclass(gait) or isinstance(gait, type) or not isinstance(gait, Gait):
            raise ControlError(f"GaitParameters gait must be a gait that is a dataclass, got {gait!r}")
        allowed = [*(f.name for f in fields(gait) if _is_number(getattr(gait, f.name))), TEMPO]
        for name in checked_ranges(self.ranges, "GaitParameters"):
            if name not in allowed:
                raise ControlError(f"{type(gait).__name__} has no number {name!r}{nearest(name, allowed)}")

    def begin(self, model: Model) -> FloatArray:
        """Initial values of a plan, one for each range."""
        self.gait.reference(model)  # raises an error if the body intersects itself
        values = [1.0 if name == TEMPO else float(getattr(self.gait, name)) for name in self.ranges]
        return within(values, self.ranges, "GaitParameters")

    def tempo(self, values: FloatArray) -> float:
        """Return the rate of the gait's clock [-]."""
        names = list(self.ranges)
        return float(values[names.index(TEMPO)]) if TEMPO in names else 1.0

    def targets(self, model: Model, values: FloatArray, clock: float) -> FloatArray:
        """Return the targets of all coordinates at a time of the gait's clock, shape (nv,); `begin` has checked the
        shape."""
        changes = {name: float(x) for name, x in zip(self.ranges, values, strict=True) if name != TEMPO}
        gait: Any = self.gait
        with without_body_check():
            reference = replace(gait, **changes).reference(model)
        return targets_at(reference, clock)[0, : model.n_coordinates]

    def targets_of_all(self, model: Model, values: FloatArray, clocks: FloatArray) -> FloatArray:
        """Return the targets for many sets of values, shape (k, nv), bit-identical to those of `targets`.

        Args:
            model: The model.
            values: Values, shape (k, n_values).
            clocks: Times of the gait's clock, shape (k,), [s].
        """
        changes = {name: column for name, column in zip(self.ranges, values.T, strict=True) if name != TEMPO}
        shapes = variations(self.gait, model, changes)
        if shapes is None:
            return np.array([self.targets(model, *one) for one in zip(values, clocks.tolist(), strict=True)])
        references = (shapes.given._replace(wave=wave) for wave in _repeated(shapes.waves, len(clocks)))
        each = zip(references, clocks.tolist(), strict=True)
        return np.array([targets_at(reference, clock)[0, : model.n_coordinates] for reference, clock in each])


@dataclass(frozen=True)
class JointTargets:
    """Targets of selected coordinates, and commands of selected propellers, interpolated linearly between the knots of
    the plan; the others are zero.

    Args:
        ranges: Smallest and largest target by the name of a coordinate, [rad] or [m], for a motor [N m] or [N]; or
            command by the name of a propeller, [N] without gain or curve.
    """

    ranges: Ranges

    def __post_init__(self) -> None:
        checked_ranges(self.ranges, "JointTargets")

    def begin(self, model: Model) -> FloatArray:
        """Zero, one value for each range."""
        columns = _columns(model)
        for name in self.ranges:
            if name not in columns:
                raise ControlError(f"the robot has no coordinate or propeller {name!r}{nearest(name, columns)}")
        return within([0.0] * len(self.ranges), self.ranges, "JointTargets")

    def tempo(self, values: FloatArray) -> float:
        """Return 1: targets do not depend on a clock."""
        return 1.0

    def targets(self, model: Model, values: FloatArray, clock: float) -> FloatArray:
        """Targets of all coordinates, and commands of all propellers if the ranges name one, shape (nv,) or
        (n_commands,)."""
        return self.targets_of_all(model, np.asarray(values)[None], np.zeros(1))[0]

    def targets_of_all(self, model: Model, values: FloatArray, clocks: FloatArray) -> FloatArray:
        """Targets for many sets of values, one row each."""
        columns = _columns(model)
        places = [columns.index(name) for name in self.ranges]
        targets = np.zeros((len(values), len(columns)))
        targets[:, places] = values
        return targets if max(places) >= model.n_coordinates else targets[:, : model.n_coordinates]


def _columns(model: Model) -> list[str]:
    """Names of the coordinates and the propellers, in the order of a command."""
    return [*model.coordinate_names, *model.robot.propeller_names]


def checked_ranges(ranges: Ranges, label: str) -> list[str]:
    """Return the names, if every range has a lower and an upper end."""
    given: object = ranges
    if not isinstance(given, Mapping) or not given:
        raise ControlError(
            f"{label} ranges must name at least one range, such as {{'offset': (-0.3, 0.3)}}, got {ranges!r}"
        )
    for name, ends in ranges.items():
        both: object = ends
        if not isinstance(both, Sequence) or len(both) != 2:
            raise ControlError(f"{label} {name} must be a lower and an upper end, got {ends!r}")
        low, high = (number(x, f"{label} {name}", ControlError) for x in ends)
        if not low < high:
            raise ControlError(f"{label} {name} must begin below its end, got {ends!r}")
    return list(ranges)


def within(values: Sequence[float], ranges: Ranges, label: str) -> FloatArray:
    """Return the values, if each is in its range."""
    for value, (name, (low, high)) in zip(values, ranges.items(), strict=True):
        number(value, f"{label} {name} at the start", ControlError, minimum=low, maximum=high)
    return np.array(values, dtype=np.float64)


def _repeated(waves: FloatArray, n: int) -> FloatArray:
    """Repeat the waves if no parameter of the gait varies."""
    return np.repeat(waves, n, axis=0) if len(waves) == 1 else waves


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


# ----------------------------------------------------------------------------------------------------------------------
# Plan: values at future knots, with linear interpolation, and the resulting motion of the coordinates
# ----------------------------------------------------------------------------------------------------------------------

Policy = GaitParameters | JointTargets
# Half width of the differences that give rate and acceleration, as a fraction of the control period.
DIFFERENCE_STEP = 0.01


@dataclass(frozen=True, eq=False)
class Plan:
    """Future values of a policy.

    Attributes:
        policy: Meaning of the values.
        model: Model with the coordinates.
        times: Times of the knots, ascending from 0, shape (k + 1,), [s].
        values: Values at the knots, shape (k + 1, n_values); the first row holds the present values.
        clock: Clock of the gait at time 0 [s].
    """

    policy: Policy
    model: Model
    times: FloatArray
    values: FloatArray
    clock: float

    def at(self, time: float) -> FloatArray:
        """Values at a time, shape (n_values,); before and after the knots those of the nearest."""
        return np.array([np.interp(time, self.times, column) for column in self.values.T])

    def clock_at(self, time: float) -> float:
        """Clock of the gait: the integral of the tempo, which is linear between knots."""
        knots = np.append(self.times[self.times < time], time) if time > 0.0 else np.array([0.0, time])
        tempos = np.array([self.policy.tempo(self.at(t)) for t in knots])
        return self.clock + float(np.sum((tempos[1:] + tempos[:-1]) / 2 * np.diff(knots)))

    def ends(self, time: float, period: float) -> FloatArray:
        """Target, rate and acceleration of every coordinate, and of every propeller if the policy commands one, shape
        (3, nv) or (3, n_commands)."""
        h = DIFFERENCE_STEP * period
        before, now, after = (
            self.policy.targets(self.model, self.at(t), self.clock_at(t)) for t in (time - h, time, time + h)
        )
        return np.array([now, (after - before) / (2 * h), (after - 2 * now + before) / h**2])

    def values_at(self, times: FloatArray) -> FloatArray:
        """Values at several times, shape (k, n_values)."""
        return np.array([np.interp(times, self.times, column) for column in self.values.T]).T

    def clocks_at(self, times: FloatArray) -> FloatArray:
        """Clock of the gait at several positive times, shape (k,), [s]."""
        tempos = np.array([self.policy.tempo(values) for values in self.values_at(times)])
        first = self.policy.tempo(self.values[0])
        clocks: FloatArray = self.clock + (tempos + first) / 2 * (times - self.times[0])
        for k in np.flatnonzero(times > self.times[1]):  # there is a knot in between
            clocks[k] = self.clock_at(float(times[k]))
        return clocks


def references(
    plans: Sequence[Plan], start: FloatArray, opens: float, period: float, n_periods: int
) -> list[Reference]:
    """References under several plans: quintics from one control instant to the next for coordinates, constant values
    for motors and propellers.

    Args:
        plans: Plans of one policy and model, from one time and clock on.
        start: Target, rate and acceleration now, as of `Plan.ends`.
        opens: Now [s].
        period: Control period [s].
        n_periods: Number of control periods [-].
    """
    model, n = plans[0].model, len(plans)
    ends = _ends(plans, period, n_periods)
    held = np.ones(start.shape[1], bool)
    held[: model.n_coordinates] = model.arrays.coordinates["actuator"] == MOTOR
    last = np.repeat(start[:, None], n, axis=1)
    pieces = np.zeros((n, n_periods, len(held), 6))
    for k in range(n_periods):
        end = ends[:, :, k]
        piece = quintic(last.reshape(3, -1), end.reshape(3, -1), period).reshape(n, -1, 6)
        piece[:, held] = 0.0
        piece[:, held, 0] = end[0][:, held]
        pieces[:, k], last = piece, end
    knots = np.asarray(opens + period * np.arange(n_periods + 1), dtype=np.float64)
    if held.any():  # a step that ends with a period takes the force of that period, as the control loop does
        knots[1:-1] += 1e-6 * period  # after the end of that step, also if rounded
    return [piecewise_reference(knots, piece) for piece in pieces]


def _ends(plans: Sequence[Plan], period: float, n_periods: int) -> FloatArray:
    """Target, rate and acceleration at the end of every period, shape (3, n, n_periods, ...); see `Plan.ends`."""
    policy, model, h = plans[0].policy, plans[0].model, DIFFERENCE_STEP * period
    instants = np.array([(t - h, t, t + h) for t in ((k + 1) * period for k in range(n_periods))]).ravel()
    values = np.concatenate([plan.values_at(instants) for plan in plans])
    clocks = np.concatenate([plan.clocks_at(instants) for plan in plans])
    targets = policy.targets_of_all(model, values, clocks).reshape(len(plans), n_periods, 3, -1)
    before, now, after = targets[:, :, 0], targets[:, :, 1], targets[:, :, 2]
    return np.array([now, (after - before) / (2 * h), (after - 2 * now + before) / h**2])


# ----------------------------------------------------------------------------------------------------------------------
# Trajectory of a roll-out, and its cost by the distances from goals
# ----------------------------------------------------------------------------------------------------------------------

Goal = Annotated[Sequence[float], Len(2, 2), Unit("m"), Slider(-20, 20, 0.1)]
Weight = Annotated[float, Ge(0), Unit("1/m^2", in_message=False), Slider(0, 10, 0.1)]


@dataclass(frozen=True)
class GoalCost:
    """Squared horizontal distances of the centre of mass and of the tip of the head from their goals, and of its height
    and the heading.

        L = sum_k com_weight (|p_com - com|^2 + (z_com - height)^2) + head_weight |p_head - head|^2
                  + heading_weight (psi - heading)^2

    at the end of each control period. The first two goals together also determine the direction of the body.

    Args:
        com: Goal of the centre of mass, x and y [m]; None for no goal.
        head: Goal of the tip of the head, x and y [m]; None for no goal.
        com_weight: Weight of the distance of the centre of mass [1/m^2].
        head_weight: Weight of the distance of the head [1/m^2].
        height: Goal of the height of the centre of mass [m]; None for no goal.
        heading: Goal of the heading of the base [rad], whose error is from -pi to pi; None for no goal.
        heading_weight: Weight of the heading [1/rad^2].

    Raises:
        ControlError: if there is no goal, or a number is out of range.
    """

    com: Goal | None = None
    head: Goal | None = None
    com_weight: Weight = 1.0
    head_weight: Weight = 1.0
    height: Annotated[float, Unit("m"), Slider(-20, 20, 0.1)] | None = None
    heading: Annotated[Angle, WITHIN_ONE_TURN] | None = None
    heading_weight: Annotated[float, Ge(0), Unit("1/rad^2", in_message=False), Slider(0, 10, 0.1)] = 1.0

    def __post_init__(self) -> None:
        check_declared(self, ControlError)
        if self.com is None and self.head is None and self.height is None and self.heading is None:
            raise ControlError(
                "GoalCost needs a goal, of the centre of mass or of the head; write GoalCost(com=(1.0, 0.5))"
            )

    def __call__(self, trajectory: Mapping[str, FloatArray]) -> FloatArray:
        """Cost at the end of each control period, shape (n_periods,)."""
        goals = (("com_position", self.com, self.com_weight), ("head_position", self.head, self.head_weight))
        parts = [
            weight * ((trajectory[name][:, :2] - np.asarray(goal)) ** 2).sum(axis=1)
            for name, goal, weight in goals
            if goal is not None
        ]
        if self.height is not None:
            parts.append(self.com_weight * (trajectory["com_position"][:, 2] - self.height) ** 2)
        if self.heading is not None:
            error = wrapped(heading_of(trajectory["base_quaternion"]) - self.heading)
            parts.append(self.heading_weight * error**2)
        return sum(parts[1:], parts[0])


@dataclass(frozen=True, eq=False)
class Trajectory(Mapping[str, FloatArray]):
    """Records at the end of every control period of a roll-out, by the names of a recording.

    `trajectory["com_position"]` has shape (n_periods, 3), `trajectory["q"]` (n_periods, nv), `trajectory["time"]` (n_periods,).

    Args:
        model: Model of the roll-out.
        rows: Records, shape (n_periods, record width).
    """

    model: Model
    rows: FloatArray

    def __getitem__(self, name: str) -> FloatArray:
        layout = record_layout(self.model)
        if name not in layout:
            raise ControlError(f"a trajectory has no {name!r}{nearest(name, layout)}")
        place, shape = layout[name]
        return self.rows[:, place].reshape(len(self.rows), *shape)

    def __iter__(self) -> Iterator[str]:
        return iter(record_layout(self.model))

    def __len__(self) -> int:
        return len(record_layout(self.model))


# ----------------------------------------------------------------------------------------------------------------------
# Roll-outs by an engine: settings, and the prediction of one model
# ----------------------------------------------------------------------------------------------------------------------

BACKENDS = CPU, CUDA = ("cpu", "cuda")
# Number of plans whose references are made together.
PLANS_AT_ONCE = 256

Memory = dict[str, Any]
T = TypeVar("T")
NEEDED = {"q": "Encoders()", "v": "Encoders()", "base_position": "PoseSensor()", "base_quaternion": "PoseSensor()",
          "base_velocity": "PoseSensor()"}  # fmt: skip


class Predictor(Protocol):
    """Engine that predicts, see `sim.engine.Engine`."""

    def advance(self, model: Model, reference: Any, state: Any, times: Any, rows: Any) -> Any:
        """Simulate from `state` through all `times`; rows[i] is the record at times[i]."""


@runtime_checkable
class BatchPredictor(Protocol):
    """Engine that simulates many references in one call; other engines are called once for each."""

    def roll_out(
        self, model: Model, references: Sequence[Reference], state: State, times: FloatArray, threads: int | None = None
    ) -> tuple[FloatArray, np.ndarray]:
        """Return the records of each roll-out, and the number of events that each reached."""


@dataclass(frozen=True)
class EngineRollouts:
    """Roll-outs of a `SamplingMpc` by an engine, on threads, for any robot.

    One sample of each round is the plan itself, so that the cost of the plan does not increase. The inputs are limited by
    the ranges of the policy, and `sigma` is a fraction of each range. By default there are 32 samples, sigma is 0.3, and
    the plan has one knot, at the end of the horizon.

    Args:
        policy: Parameters of a plan: `GaitParameters` or `JointTargets`.
        engine: Engine of the prediction, such as `SnakelabEngine(step=5e-3)`.
        model: Model of the prediction; None for that of the controlled robot and world.
        backend: "cpu", or "cuda" for an NVIDIA GPU, one sample to a thread, with the steps of the engine in float32; it needs
            numba-cuda.

    Raises:
        ControlError: if an argument has another type.
    """

    policy: Policy
    engine: Predictor
    model: Annotated[Model, PYTHON_ONLY] | None = None
    backend: Annotated[str, Choices(BACKENDS)] = CPU

    def __post_init__(self) -> None:
        instance(self.policy, "EngineRollouts policy", (GaitParameters, JointTargets), ControlError)
        engine: Any = self.engine
        if not hasattr(engine, "advance"):
            raise ControlError(
                f"EngineRollouts engine must be an engine, got {engine!r}; write SnakelabEngine(step=5e-3)"
            )
        if self.model is not None:
            instance(self.model, "EngineRollouts model", (Model,), ControlError)
        choice(self.backend, "EngineRollouts backend", BACKENDS, ControlError)

    def completed(self, sampling: Sampling, horizon: Horizon) -> Sampling:
        """Return the sampling with defaults in place of None.

        Raises:
            ControlError: if it has a limit, or its sigma has a wrong shape.
        """
        if sampling.limit is not None:
            raise ControlError("Sampling limit has no effect on EngineRollouts; set the ranges of the policy instead")
        whole = sampling.completed(Sampling(32, 0.3, knot_every=horizon.steps))
        whole.deviations(_n_knots(whole, horizon), len(self.policy.ranges))
        return whole

    def cost_of(self, cost: Any, goal: Sequence[float] | None) -> Any:
        """Return the cost with a goal of the centre of mass, if one is given."""
        if cost is None and goal is None:
            raise ControlError("SamplingMpc cost or goal must be given; write SamplingMpc(..., goal=(1.0, 0.5))")
        if goal is None:
            if not callable(cost):
                raise ControlError(f"SamplingMpc cost must be a function of a Trajectory, got {cost!r}")
            return cost
        if cost is not None and not isinstance(cost, GoalCost):
            raise ControlError(f"SamplingMpc cost must be a GoalCost or None with a goal, got {cost!r}")
        return GoalCost(com=goal) if cost is None else replace(cost, com=goal)

    def prediction(
        self, model: Model, sampling: Sampling, horizon: Horizon, costs: Sequence[Any], threads: int | None
    ) -> "EnginePrediction":
        """Return the prediction of one robot in one world.

        Raises:
            ControlError: if the policy does not fit the robot, or the engine's step is too long for its prescribed
                joints.
            SimulationError: if the backend is "cuda" and there is no GPU, or the engine has no fixed steps.
            MissingExtraError: if it is "cuda" and numba-cuda is not installed.
        """
        if self.backend != CPU:
            on_gpu = load(SERVICES, "gpu_engine")(self.engine)
            return replace(self, engine=on_gpu, backend=CPU).prediction(model, sampling, horizon, costs, threads)
        return EnginePrediction(self, model, self.model or model, sampling, horizon, costs, threads)


def _n_knots(sampling: Sampling, horizon: Horizon) -> int:
    return -(-horizon.steps // (sampling.knot_every or horizon.steps))


@dataclass(frozen=True, eq=False)
class EnginePrediction:
    """Prediction of `EngineRollouts` for one model; see `mpc.SamplePrediction`.

    Attributes:
        rollouts: Settings.
        model: Model of the controlled robot.
        predicted: Model of the prediction.
        sampling: Number of samples and their deviations.
        horizon: Prediction horizon.
        costs: Cost of each waypoint and of the goal.
        threads: Number of threads; None for one per core.
    """

    rollouts: EngineRollouts
    model: Model
    predicted: Model
    sampling: Sampling
    horizon: Horizon
    costs: Sequence[Any]
    threads: int | None

    def __post_init__(self) -> None:
        n_predicted, n = self.predicted.n_coordinates, self.model.n_coordinates
        if n_predicted != n:
            raise ControlError(f"the model of the prediction has {n_predicted} coordinates, the robot {n}")
        longest = self.horizon.period / 8  # fewer steps would miss the shape of a quintic
        if self.predicted.driven.any() and getattr(self.rollouts.engine, "step", 0.0) > longest * (1 + 1e-9):
            raise ControlError(
                f"prescribed joints need 8 steps in a control period: write SnakelabEngine(step={longest:g}) or less"
            )
        self.rollouts.policy.begin(self.model)
        check_size((self.sampling.n_samples or 1) * self.horizon.steps * record_width(self.predicted), "the roll-outs")

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the inputs: those of the ranges."""
        return tuple(self.rollouts.policy.ranges)

    @property
    def plan_interval(self) -> int:
        """Number of control periods between the knots of a plan [-]."""
        return self.sampling.knot_every or self.horizon.steps

    @cached_property
    def initial_sigma(self) -> FloatArray:
        """Standard deviation of each input at each knot, shape (m, k), in their units."""
        fractions = self.sampling.deviations(_n_knots(self.sampling, self.horizon), len(self.names))
        low, high = self._limits
        return fractions * (high - low)

    @cached_property
    def _limits(self) -> tuple[FloatArray, FloatArray]:
        """Smallest and largest value of each input, each of shape (m, 1)."""
        low, high = np.array(list(self.rollouts.policy.ranges.values()), dtype=np.float64).T[:, :, None]
        return low, high

    def start(self) -> tuple[Command, Memory]:
        """Return the command and the plan for the initial values of the policy."""
        values = self.rollouts.policy.begin(self.model)
        memory = {"plan": np.repeat(values[:, None], self.initial_sigma.shape[1] + 1, axis=1), "clock": 0.0}
        ends = self._plan(memory).ends(0.0, self.horizon.period)
        return self._command(ends, {}), memory | {"ends": ends}

    def carried(self, memory: Memory) -> Memory:
        """Return the clock of the gait after the periods since the plan was made."""
        return {"clock": self._plan(memory).clock_at(memory["spent"] * self.horizon.period)}

    def command(self, memory: Memory, notes: dict[str, Any]) -> tuple[Command, Memory]:
        """Return the targets of the plan at the end of the period."""
        period = self.horizon.period
        ends = self._plan(memory).ends((memory["spent"] + 1) * period, period)
        return self._command(ends, notes), {"ends": ends}

    def denormalised(self, inputs: FloatArray) -> FloatArray:
        """Inputs, unchanged."""
        return np.array(inputs, dtype=np.float64)

    def sequences(self, memory: Memory, number: int, indices: Any) -> FloatArray:
        """Values at the knots of samples, shape (n, m, k); the first sample is the plan itself."""
        sigma = memory["sigma"]
        noise = self.sampling.normals(sigma.shape[0], sigma.shape[1], number)
        noise[0] = 0.0
        return np.clip(memory["plan"][:, 1:] + sigma * noise[indices], *self._limits)

    def costs_of_samples(self, state: State, memory: Memory, number: int) -> FloatArray:
        """Roll out all samples on threads, and return their costs; infinite where one diverged."""
        samples = self.sequences(memory, number, slice(None))
        cost, steps, period = self.costs[memory.get("reached", 0)], self.horizon.steps, self.horizon.period
        present = memory["plan"][:, :1]
        plans = [self._plan(memory | {"plan": np.concatenate((present, values), axis=1)}) for values in samples]
        times = np.asarray(state.time + period * np.arange(1, steps + 1), dtype=np.float64)
        under: list[Reference] = []
        for first in range(0, len(plans), PLANS_AT_ONCE):
            raise_if_cancelled()
            some = plans[first : first + PLANS_AT_ONCE]
            under += references(some, memory["ends"], state.time, period, steps)
        records, events = self._roll_out(under, state, times)

        def cost_of(k: int) -> float:
            if events[k] < steps:
                return math.inf
            return total(cost(Trajectory(self.predicted, records[k])), k, records[k, :, 0])

        return np.array(self._on_threads(cost_of, len(samples)))

    def position(self, state: State, memory: Memory) -> FloatArray:
        """Horizontal position of the centre of mass, shape (2,), [m]."""
        rows = np.zeros((1, record_width(self.predicted)))
        (reference,) = references([self._plan(memory)], memory["ends"], state.time, self.horizon.period, 1)
        self.rollouts.engine.advance(self.predicted, reference, state, np.array([state.time]), rows)
        return Trajectory(self.predicted, rows)["com_position"][0, :2]

    def state(self, known: Measurement, memory: Memory) -> State:
        """Initial state of the prediction: prescribed joints and propellers as commanded, other joints as measured, without
        actuator memory."""
        lacking = [name for name in NEEDED if getattr(known, name) is None]
        if lacking:
            wanted = ", ".join(dict.fromkeys(NEEDED[name] for name in lacking))
            raise ControlError(f"to predict, {', '.join(lacking)} must be known; write Robot(..., sensors=[{wanted}])")
        target, rate, _ = memory["ends"][:, : self.predicted.n_coordinates]
        state = initial_state(
            self.predicted,
            q=np.where(self.predicted.driven, target, known.q),
            v=np.where(self.predicted.driven, rate, known.v),
            position=known.base_position,
            quaternion=known.base_quaternion,
            velocity=known.base_velocity,
        )
        thrust = memory["ends"][0, self.predicted.n_coordinates :]
        return replace(state, time=known.time, thrust=thrust if len(thrust) else state.thrust)

    def _command(self, ends: FloatArray, notes: dict[str, Any]) -> Command:
        target, rate, acceleration = ends[:, : self.model.n_coordinates]
        thrust = ends[0, self.model.n_coordinates :]
        return Command(target, rate, acceleration, thrust=thrust if len(thrust) else None, notes=notes)

    def _plan(self, memory: Memory) -> Plan:
        values = memory["plan"].T
        times = np.arange(len(values), dtype=np.float64) * (self.horizon.period * self.plan_interval)
        return Plan(self.rollouts.policy, self.model, times, values, memory["clock"])

    def _roll_out(self, under: Sequence[Reference], state: State, times: FloatArray) -> tuple[FloatArray, np.ndarray]:
        """Return the records of all samples at the ends of their periods, and how many each sample reached."""
        engine = self.rollouts.engine
        if isinstance(engine, BatchPredictor):
            return engine.roll_out(self.predicted, under, state, times, self.threads)
        records = np.zeros((len(under), len(times), record_width(self.predicted)))

        def events_of(k: int) -> int:
            return int(engine.advance(self.predicted, under[k], state, times, records[k]).events)

        return records, np.array(self._on_threads(events_of, len(under)))

    def _on_threads(self, work: Callable[[int], T], n: int) -> list[T]:
        return on_threads(work, n, self.threads or os.cpu_count() or 1)


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
