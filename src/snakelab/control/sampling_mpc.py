"""Sampling model predictive control: settings, planner of one model, and predicted paths.

The controller samples plans around the last one, simulates them, and weights them by their costs. The roll-outs are computed
by an engine (`EngineRollouts`, any robot) or by the batch model (`LaneRollouts` of `snakelab.plugins.lanes`, thousands of
planar snakes at once).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Annotated, Any, Protocol, runtime_checkable

import numpy as np
from annotated_types import Ge, Le, Len

from snakelab.control.controller import joined_seed
from snakelab.control.engine_rollouts import EngineRollouts, GoalCost, Trajectory
from snakelab.control.plan_sampling import (
    BestSamples,
    CrossEntropy,
    EliteMean,
    Horizon,
    PathIntegral,
    Sampling,
    Weighting,
    WeightingOfBest,
    mean_and_spread,
    shifted,
    weighted_mean,
)
from snakelab.errors import ControlError
from snakelab.parameters.arguments import FloatArray, count, instance, is_row, vector
from snakelab.parameters.declarations import CHECKED_ELSEWHERE, PositiveLength, Slider, Unit, check_declared
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.command import Command, Measurement
from snakelab.physics.model import Model

# ----------------------------------------------------------------------------------------------------------------------
# Interface of roll-outs
#
# A plan has the value of each input now and at each knot, shape (m, k + 1). The memory of a planner contains the "plan"; the
# "sigma" of the knots, shape (m, k); "cycle", the number of plans made; "spent", the number of control periods since the last
# plan; with waypoints "reached", the number of those reached; and entries of the prediction.
# ----------------------------------------------------------------------------------------------------------------------

Memory = dict[str, Any]


class SamplePrediction(Protocol):
    """Prediction for one robot in one world: the meaning of its inputs, and the roll-outs of samples."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the m inputs."""

    @property
    def plan_interval(self) -> int:
        """Number of control periods between the knots of a plan [-]."""

    @property
    def initial_sigma(self) -> FloatArray:
        """Standard deviation of each input at each knot, shape (m, k)."""

    def start(self) -> tuple[Command, Memory]:
        """Return the command at the first instant, and a memory with the first plan."""

    def state(self, known: Measurement, memory: Memory) -> Any:
        """Return the initial state of the roll-outs.

        Raises:
            ControlError: if the state is not known.
        """

    def position(self, state: Any, memory: Memory) -> FloatArray:
        """Return the horizontal position of the centre of mass, shape (2,), [m]."""

    def costs_of_samples(self, state: Any, memory: Memory, number: int) -> FloatArray:
        """Return the costs of all samples of the round with this number; infinite where a roll-out diverged."""

    def sequences(self, memory: Memory, number: int, indices: Any) -> FloatArray:
        """Return the inputs at the knots of samples of a round, shape (n, m, k)."""

    def command(self, memory: Memory, notes: dict[str, Any]) -> tuple[Command, Memory]:
        """Return the command for the end of the present period, and the entries of the prediction in the memory."""

    def carried(self, memory: Memory) -> Memory:
        """Return the entries of the prediction for a plan that begins now."""

    def denormalised(self, inputs: FloatArray) -> FloatArray:
        """Return inputs, shape (m, k), in the units of the reports."""


@runtime_checkable
class BestPrediction(Protocol):
    """Prediction that can select the best samples where it computes their costs."""

    def best_of_samples(self, state: Any, memory: Memory, number: int, n_best: int) -> BestSamples:
        """Return the best samples of the round with this number."""


@runtime_checkable
class PathPrediction(Protocol):
    """Prediction that also returns the paths of samples."""

    def paths(self, state: Any, memory: Memory, inputs: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return centre of mass and tip of the head under inputs, each of shape (n, n_steps + 1, 2), [m]."""


class Rollouts(Protocol):
    """Settings of roll-outs."""

    def completed(self, sampling: Sampling, horizon: Horizon) -> Sampling:
        """Return the sampling with defaults in place of None.

        Raises:
            ControlError: if a value is not supported.
        """

    def cost_of(self, cost: Any, goal: Sequence[float] | None) -> Any:
        """Return the cost with a goal.

        Raises:
            ControlError: if these roll-outs do not support the cost, or it has no such goal.
        """

    def prediction(
        self, model: Model, sampling: Sampling, horizon: Horizon, costs: Sequence[Any], threads: int | None
    ) -> SamplePrediction:
        """Return the prediction of one robot in one world, with a cost for each waypoint and for the goal."""


# ----------------------------------------------------------------------------------------------------------------------
# Controller and its settings
# ----------------------------------------------------------------------------------------------------------------------

Goal = Annotated[Sequence[float], Len(2, 2), Unit("m"), Slider(-20, 20, 0.1), CHECKED_ELSEWHERE]


@dataclass(frozen=True)
class SamplingMpc(Displayed):
    """Sampling MPC: plans are sampled around the last one, simulated, and weighted by their costs.

    Every `every` control periods, the weighted mean of the best samples becomes the plan, and the robot follows it until
    the next one. Results do not depend on the number of threads.

    Args:
        rollouts: Roll-outs, which also determine the inputs: `EngineRollouts`, or `LaneRollouts` of a planar snake.
        goal: Target of the centre of mass, shape (2,), [m]; None for that of `cost`.
        cost: For `EngineRollouts` a `GoalCost`, or a function that returns the cost of one `Trajectory`: a number, or one
            number for each of its rows, which are summed. For `LaneRollouts` a `TravelCost`. None for the default.
        sampling: Number of samples and their deviations from the plan.
        weighting: EliteMean, PathIntegral or CrossEntropy.
        horizon: Prediction horizon and control period.
        every: Number of control periods between two plans [-].
        iterations: Number of rounds of samples for each plan [-].
        adapt_sigma: True if the standard deviation of the chosen samples, at least `min_sigma`, is the next sigma of
            each knot.
        min_sigma: Smallest sigma with `adapt_sigma`, in the unit of the inputs.
        waypoints: Targets before the goal, each of shape (2,), [m]. The cost uses the first waypoint that the centre of
            mass has not yet reached, and the goal after the last one; None for the goal alone.
        waypoint_radius: Distance at which a waypoint is considered reached [m].
        threads: Number of threads; None for one per core.

    Raises:
        ControlError: if an argument has another type or is out of range.

    Source: for `LaneRollouts`, Qiu and Date, A low computation-cost locomotion control for underwater snake robot based on
    Monte Carlo model predictive control and curvature derivative control, eq. 12 to 19. Sigma, lambda and the goal are
    not given there.
    """

    rollouts: EngineRollouts | Rollouts
    goal: Goal | None = None
    cost: GoalCost | Callable[[Trajectory], Any] | None = None
    sampling: Sampling = field(default_factory=Sampling)
    weighting: EliteMean | PathIntegral | CrossEntropy | Weighting = field(default_factory=EliteMean)
    horizon: Horizon = field(default_factory=Horizon)
    every: Annotated[int, Ge(1), Le(100_000), Slider(1, 100, 1)] = 1
    iterations: Annotated[int, Ge(1), Le(1000), Slider(1, 10, 1)] = 1
    adapt_sigma: bool = False
    min_sigma: Annotated[float, Ge(0), Slider(0, 1, 0.01)] = 0.05
    waypoints: Sequence[Sequence[float]] | None = None
    waypoint_radius: Annotated[PositiveLength, Slider(0.05, 2, 0.05)] = 0.5
    threads: Annotated[int, Ge(1), Slider(1, 64, 1)] | None = None

    def __post_init__(self) -> None:
        if not hasattr(self.rollouts, "prediction"):
            raise ControlError(
                f"SamplingMpc rollouts must be EngineRollouts or LaneRollouts, got {self.rollouts!r}; "
                "write EngineRollouts(policy, SnakelabEngine(step=5e-3))"
            )
        instance(self.sampling, "SamplingMpc sampling", (Sampling,), ControlError)
        instance(self.horizon, "SamplingMpc horizon", (Horizon,), ControlError)
        if not hasattr(self.weighting, "choose"):
            allowed = "EliteMean, PathIntegral, CrossEntropy"
            raise ControlError(f"SamplingMpc weighting must be one of {allowed}; got {self.weighting!r}")
        check_declared(self, ControlError)
        count(self.every, "SamplingMpc every", ControlError, minimum=1, maximum=self.horizon.steps)
        if self.waypoints is not None:
            if not is_row(self.waypoints) or not len(self.waypoints):
                raise ControlError(
                    f"SamplingMpc waypoints must be a list of points, got {self.waypoints!r}; write [(-5, -5)]"
                )
            for i, point in enumerate(self.waypoints):
                vector(point, f"SamplingMpc waypoints[{i}] (x, y)", ControlError, size=2, unit="m")
        self.rollouts.completed(self.sampling, self.horizon)
        self.costs()

    @property
    def period(self) -> float:
        """Control period [s]."""
        return self.horizon.period

    def costs(self) -> list[Any]:
        """Return the costs for each waypoint, in their order, and for the goal."""
        points = [tuple(point) for point in self.waypoints or ()]
        return [self.rollouts.cost_of(self.cost, goal) for goal in (*points, self.goal)]

    def with_seed(self, seed: int) -> "SamplingMpc":
        """Return a copy whose seed is combined with that of a run; see `Seeded`."""
        return replace(self, sampling=replace(self.sampling, seed=joined_seed(self.sampling.seed, seed)))

    def for_model(self, model: Model) -> "SamplingPlanner":
        """Return the planner of one robot in one world.

        Raises:
            ControlError: if the roll-outs do not support them.
        """
        sampling = self.rollouts.completed(self.sampling, self.horizon)
        prediction = self.rollouts.prediction(model, sampling, self.horizon, self.costs(), self.threads)
        planner = PathPlanner if isinstance(prediction, PathPrediction) else SamplingPlanner
        return planner(replace(self, sampling=sampling), model, prediction)


# ----------------------------------------------------------------------------------------------------------------------
# Planner of a `SamplingMpc` for one robot in one world: its memory, its control cycle and its sampled futures
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class SamplingPlanner:
    """Planner of a `SamplingMpc`.

    Attributes:
        mpc: Settings of the controller.
        model: Model of the robot in its world.
        prediction: Roll-outs.
    """

    mpc: SamplingMpc
    model: Model
    prediction: Any  # SamplePrediction

    @property
    def period(self) -> float:
        """Control period [s]."""
        return self.mpc.period

    def start(self, model: Model, time: float) -> tuple[Command, Memory]:
        """Return the command at the first instant and the first plan."""
        command, memory = self.prediction.start()
        memory |= {"sigma": self.prediction.initial_sigma, "cycle": 0, "spent": 0}
        return command, memory | ({"reached": 0} if self.mpc.waypoints else {})

    def command(self, known: Measurement, memory: Memory) -> tuple[Command, Memory]:
        """Return the next command of the plan; make a new plan after `every` periods.

        Raises:
            ControlError: if the robot's state is not known, a cost is not a number, or every sample diverged.
        """
        notes: dict[str, Any] = {}
        if memory["cycle"] == 0 or memory["spent"] >= self.mpc.every:
            memory, notes = self._new_plan(known, memory)
        command, own = self.prediction.command(memory, notes)
        return command, memory | own | {"spent": memory["spent"] + 1}

    def _new_plan(self, known: Measurement, memory: Memory) -> tuple[Memory, dict[str, Any]]:
        """Return the memory with a new plan, and the notes on it."""
        mpc, prediction = self.mpc, self.prediction
        state, memory = self._begin_cycle(known, memory)
        best, weights = BestSamples(np.zeros(0, np.int64), np.zeros(0), 0), np.zeros(0)
        for iteration in range(mpc.iterations):
            number = memory["cycle"] * mpc.iterations + iteration  # each round draws different samples
            best, weights = self._chosen(state, memory, number)
            inputs, sigma = prediction.sequences(memory, number, best.indices), memory["sigma"]
            if mpc.adapt_sigma:
                mean, spread = mean_and_spread(inputs, weights)
                sigma = np.maximum(spread, mpc.min_sigma)
            else:  # the spread would take longer than all else that follows the roll-outs
                mean = weighted_mean(inputs, weights)
            memory = memory | {"plan": np.concatenate((memory["plan"][:, :1], mean), axis=1), "sigma": sigma}
        notes = {
            "cost": float(weights @ best.costs),
            "best_cost": float(best.costs[0]),
            "diverged": best.n_diverged,
        }
        return memory | {"cycle": memory["cycle"] + 1}, notes | self._plan_notes(memory)

    def _chosen(self, state: Any, memory: Memory, number: int) -> tuple[BestSamples, FloatArray]:
        """Return the samples of a round that have a weight, and their weights."""
        weighting, prediction = self.mpc.weighting, self.prediction
        if isinstance(weighting, WeightingOfBest) and isinstance(prediction, BestPrediction):
            n_samples: Any = self.mpc.sampling.n_samples
            best = prediction.best_of_samples(state, memory, number, weighting.n_best(n_samples))
            return best, weighting.weights(best.costs)
        costs = prediction.costs_of_samples(state, memory, number)
        indices, weights = weighting.choose(costs)
        return BestSamples(indices, costs[indices], int(np.count_nonzero(np.isinf(costs)))), weights

    def _begin_cycle(self, known: Measurement, memory: Memory) -> tuple[Any, Memory]:
        """Return the measured state, and the memory with the remaining plan and the number of waypoints reached."""
        state = self.prediction.state(known, memory)
        memory = self._warm_start(memory)
        if "reached" in memory:
            reached, points = int(memory["reached"]), self.mpc.waypoints or ()
            if reached < len(points):
                distance = float(np.linalg.norm(np.asarray(points[reached]) - self.prediction.position(state, memory)))
                reached += distance <= self.mpc.waypoint_radius
            memory = memory | {"reached": int(reached)}
        return state, memory

    def _warm_start(self, memory: Memory) -> Memory:
        """Return the memory with the remaining plan; new knots at its end have the last values and the initial sigma."""
        by = memory["spent"] / self.prediction.plan_interval
        sigma = memory["sigma"]
        if self.mpc.adapt_sigma and by:
            n_kept = sigma.shape[1] - ceil(by)
            sigma = np.concatenate((shifted(sigma, by)[:, :n_kept], self.prediction.initial_sigma[:, n_kept:]), axis=1)
        moved = {"plan": shifted(memory["plan"], by), "sigma": sigma, "spent": 0}
        return memory | self.prediction.carried(memory) | moved

    def _plan_notes(self, memory: Memory) -> dict[str, Any]:
        """Return the input at the end of the period, its sigma and the plan, denormalised; of several inputs each by its name."""
        names, denormalised = self.prediction.names, self.prediction.denormalised
        plan, sigma = memory["plan"], memory["sigma"]
        inputs = denormalised(shifted(plan, 1 / self.prediction.plan_interval)[:, :1])
        rows, spread = denormalised(plan[:, 1:]), denormalised(sigma) - denormalised(0.0 * sigma)
        notes: dict[str, Any] = {}
        for i, suffix in enumerate([""] if len(names) == 1 else [f"_{name}" for name in names]):
            notes |= {f"input{suffix}": float(inputs[i, 0]), f"sigma{suffix}": float(spread[i, 0])}
            notes[f"plan{suffix}"] = rows[i]
        return notes


@dataclass(frozen=True, eq=False)
class Futures:
    """Sampled futures: predicted paths of input sequences.

    Attributes:
        time: From now, shape (n_steps + 1,), [s].
        inputs: Shape (n, m, k).
        costs: Shape (n,).
        n_elite: Number of elite futures, which are the first, best first [-].
        com: Centre of mass, shape (n, n_steps + 1, 2), [m].
        head: Tip of the head, likewise.
    """

    time: FloatArray
    inputs: FloatArray
    costs: FloatArray
    n_elite: int
    com: FloatArray
    head: FloatArray


class PathPlanner(SamplingPlanner):
    """Planner whose prediction also returns paths."""

    def futures(self, known: Measurement, memory: Memory, n: int = 32) -> Futures:
        """Return sampled futures of the next plan: half of them elite samples, half drawn at random from the others.

        Args:
            known: As for `command`.
            memory: As for `command`.
            n: Number of futures [-].
        """
        wanted = count(n, "n", ControlError, minimum=1)
        mpc, prediction = self.mpc, self.prediction
        state, memory = self._begin_cycle(known, memory)
        number = memory["cycle"] * mpc.iterations
        costs = prediction.costs_of_samples(state, memory, number)
        elite, _ = mpc.weighting.choose(costs)
        rng = np.random.default_rng([mpc.sampling.seed, memory["cycle"]])
        others = np.setdiff1d(np.arange(len(costs)), elite)
        drawn = rng.permutation(others)[: max(wanted - len(elite), wanted // 2)]
        indices = np.concatenate([elite[: wanted - len(drawn)], drawn])
        inputs = prediction.sequences(memory, number, indices)
        com, head = prediction.paths(state, memory, inputs)
        time = np.arange(mpc.horizon.steps + 1, dtype=np.float64) * mpc.period
        return Futures(time, inputs, costs[indices], len(indices) - len(drawn), com, head)
