"""Monte Carlo model predictive control of a planar underwater snake: prediction, planner, and controller.

In reading order: `Sampler`, which simulates rounds of samples; `HeadPlanner`, one control cycle of one robot in its
world; `MonteCarloMpc`, the controller and its parameters.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any, NamedTuple, Protocol

import numpy as np
from annotated_types import Ge, Le, Len

from snakelab.control.controller import joined_seed
from snakelab.control.sampling import CrossEntropy, EliteMean, PathIntegral, Weighting, mean_and_spread, shifted
from snakelab.errors import ControlError
from snakelab.geometry.planar import SignedDistanceGrid
from snakelab.kernels.cache import announce_compiling
from snakelab.parameters.arguments import FloatArray, count, instance, is_row, vector
from snakelab.parameters.declarations import (
    CHECKED_ELSEWHERE,
    FIXED,
    Choices,
    PositiveLength,
    Slider,
    Unit,
    check_declared,
)
from snakelab.parameters.display import Displayed
from snakelab.physics.command import Command, Measurement
from snakelab.physics.model import Model
from snakelab.plugins.lanes.model.conversion import (
    bounds,
    inside,
    lane_model_of,
    links_of,
    measured_state,
    steered_joints,
    surroundings_of,
    swimmer_of,
)
from snakelab.plugins.lanes.model.lane_model import LaneModel, state_row
from snakelab.plugins.lanes.model.planar_robot import PlanarSwimmer, SwimmerState, straight_state
from snakelab.plugins.lanes.model.step import step_driven
from snakelab.plugins.lanes.mpc.kernels import PARAMETERS, PlannedWave
from snakelab.plugins.lanes.mpc.rollouts import (
    BACKENDS,
    CPU,
    AngleSteering,
    Motion,
    Steering,
    WaveSteering,
    are_rollouts_compiled,
    command_of,
    plan_notes,
    roll_out,
    sequences,
)
from snakelab.plugins.lanes.mpc.settings import Horizon, Sampling, TravelCost
from snakelab.plugins.lanes.vector.vector_type import LANES
from snakelab.robots.link import Link

# ----------------------------------------------------------------------------------------------------------------------
# Prediction of a sampling MPC: rounds of samples about a plan, and the paths of chosen samples
# ----------------------------------------------------------------------------------------------------------------------

Memory = dict[str, Any]


class PlannerSettings(Protocol):
    """Parameters of a `MonteCarloMpc` for its planner."""

    @property
    def sampling(self) -> Sampling:
        """Number of samples and their deviations."""

    @property
    def weighting(self) -> Weighting:
        """Weights of the samples."""

    @property
    def horizon(self) -> Horizon:
        """Steps of prediction."""

    @property
    def iterations(self) -> int:
        """Rounds of samples in each period [-]."""

    @property
    def threads(self) -> int | None:
        """Number of threads; None for one per core."""

    @property
    def backend(self) -> str:
        """Device of the roll-outs."""

    @property
    def adapt_sigma(self) -> bool:
        """Use the spread of the elite as the next sigma."""

    @property
    def least_sigma(self) -> float:
        """Minimum sigma [rad]."""

    @property
    def period(self) -> float:
        """Control period [s]."""

    @property
    def waypoint_radius(self) -> float:
        """Distance at which a waypoint counts as reached [m]."""

    def targets(self) -> list[TravelCost]:
        """Return the costs for each waypoint, in their order, and for the goal."""


class SampledRound(NamedTuple):
    """Result of one round of samples."""

    costs: FloatArray  # (n_samples,)
    indices: Any  # of the chosen samples, (n,), best first
    weights: FloatArray  # (n,)
    inputs: FloatArray  # of the chosen samples, (n, n_steps) or (n, m, n_steps)


@dataclass(frozen=True, eq=False)
class Futures:
    """Sampled futures: predicted paths of input sequences.

    Attributes:
        time: From now, shape (n_steps + 1,), [s].
        inputs: Of the head joint, shape (n, n_steps), or m of them, shape (n, m, n_steps).
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


@dataclass(frozen=True, eq=False)
class Sampler:
    """Sampler of the rounds of a `MonteCarloMpc`.

    Attributes:
        settings: Sampling, horizon, cost and weighting.
        lanes: Batch model, which predicts.
        steering: Meaning of the inputs.
    """

    settings: PlannerSettings
    lanes: LaneModel
    steering: Steering

    def sample(
        self, state: SwimmerState, memory: Memory, iteration: int = 0, sampling: Sampling | None = None
    ) -> SampledRound:
        """Roll out samples about the plan of the memory, and weight them.

        Args:
            state: Initial state.
            memory: Of a `HeadPlanner`.
            iteration: Number of the round in this cycle [-].
            sampling: In place of that of the settings.
        """
        settings, cycle, about = self.settings, self._cycle(memory, iteration), self._about(memory, sampling)
        target = settings.targets()[memory.get("reached", 0)]
        costs = roll_out(
            self.lanes,
            state,
            memory["plan"],
            about,
            target,
            settings.horizon,
            cycle=cycle,
            last_input=memory["last"],
            threads=settings.threads,
            backend=settings.backend,
            joints=self.steering.joints,
            wave=self.steering.wave,
            phase=memory["phase"],
        )
        indices, weights = settings.weighting.choose(costs)
        return SampledRound(costs, indices, weights, sequences(memory["plan"], about, indices, cycle, self._dtype))

    def inputs(self, memory: Memory, indices: FloatArray) -> FloatArray:
        """Inputs of samples of a cycle's first round, by their indices: shape (n, n_steps) or (n, m, n_steps)."""
        return sequences(memory["plan"], self._about(memory), indices, self._cycle(memory, 0), self._dtype)

    def futures(
        self,
        snake: PlanarSwimmer,
        state: SwimmerState,
        memory: Memory,
        indices: FloatArray,
        costs: FloatArray,
        n_elite: int,
    ) -> Futures:
        """Predicted paths of samples of a cycle's first round.

        Args:
            snake: Snake, for the position of its head.
            state: Initial state.
            memory: Of a `HeadPlanner`.
            indices: Indices of the samples, shape (n,).
            costs: Their costs from the roll-out, shape (n,).
            n_elite: Number of elite samples, which are the first [-].
        """
        inputs, horizon, last = self.inputs(memory, indices), self.settings.horizon, np.atleast_1d(memory["last"])
        n, n_steps = len(inputs), inputs.shape[-1]
        input_rows = inputs.reshape(n, len(self.steering.names), n_steps)
        parts = [
            _states_of_block(
                self.lanes, state, input_rows[k : k + LANES], horizon, last, self.steering, memory["phase"]
            )
            for k in range(0, n, LANES)
        ]  # each (n_steps + 1, 16, 2 n_links + 4)
        rows = np.concatenate(parts, axis=1)[:, :n].astype(np.float64)
        n_links = snake.n_links
        angle, com = rows[..., :n_links], rows[..., 2 * n_links : 2 * n_links + 2]
        reach = snake.levers()[1][-1]
        head = com + np.stack((np.cos(angle) @ reach, np.sin(angle) @ reach), axis=-1)
        time = horizon.period * np.arange(n_steps + 1)
        return Futures(time, inputs, costs, n_elite, com.transpose(1, 0, 2), head.transpose(1, 0, 2))

    def improved(self, memory: Memory, sampled: SampledRound) -> Memory:
        """Memory with the plan, and with `adapt_sigma` the sigma, from the chosen samples."""
        mean, spread = mean_and_spread(sampled.inputs, sampled.weights)
        sigma = np.maximum(spread, self.settings.least_sigma) if self.settings.adapt_sigma else memory["sigma"]
        return memory | {"plan": mean, "sigma": sigma}

    @property
    def _dtype(self) -> type:
        return self.lanes.links.dtype.type

    def _cycle(self, memory: Memory, iteration: int) -> int:
        """Number of the plan, which selects the samples: different in every cycle and iteration."""
        return int(memory["cycle"]) * self.settings.iterations + iteration

    def _about(self, memory: Memory, sampling: Sampling | None = None) -> Sampling:
        """Sampling with the sigma of the memory."""
        return replace(self.steering.sampling(sampling or self.settings.sampling), sigma=memory["sigma"])


def _states_of_block(
    lanes: LaneModel,
    state: SwimmerState,
    inputs: FloatArray,
    horizon: Horizon,
    last: FloatArray,
    steering: Steering,
    phase: float,
) -> FloatArray:
    """States of up to sixteen sequences at the end of every period, shape (n_steps + 1, 16, 2 n_links + 4)."""
    dtype = lanes.links.dtype.type
    before, joints = np.broadcast_to(last[:, None], (len(last), LANES)), np.array(steering.joints, np.int64)
    psi: FloatArray | float = np.full(LANES, phase)
    fractions = np.arange(horizon.substeps) / horizon.substeps
    targets, rates = [], []
    for columns in inputs.transpose(2, 1, 0):
        now = np.zeros(before.shape)
        now[:, : len(inputs)] = columns
        motions = [steering.motion(before, now, psi, horizon.period, fraction) for fraction in fractions]
        targets += [motion[0] for motion in motions]
        rates += [motion[1] for motion in motions]
        psi, before = steering.phase_after(before, now, psi, horizon.period), now
    target, rate = (np.array(parts, dtype) for parts in (targets, rates))
    states = np.empty((inputs.shape[2] + 1, LANES, 2 * len(lanes.per_link) + 4), dtype)
    states[0] = state_row(state, dtype)
    dt, query_interval = dtype(horizon.period / horizon.substeps), horizon.resolved_query_interval
    step_driven(lanes, joints, target, rate, dt, horizon.solves, query_interval, states)
    return states


# ----------------------------------------------------------------------------------------------------------------------
# Planner of a `MonteCarloMpc` for one robot in one world: its memory, its control cycle and its sampled futures
#
# A plan of one input is a vector over the steps; a plan of several inputs has a row for each.
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class HeadPlanner:
    """Planner of a `MonteCarloMpc`. Its memory holds plan, sigma, number of the cycle, last input, phase of the wave and,
    with waypoints, the number of those reached.

    Attributes:
        settings: Parameters of the controller.
        model: Engine's model of the robot in its world.
        snake: Robot of the batch model.
        lanes: Batch model, which predicts.
        walls: Distance of the walls; None where there are none.
        steering: Meaning of the inputs.
    """

    settings: PlannerSettings
    model: Model
    snake: PlanarSwimmer
    lanes: LaneModel
    walls: SignedDistanceGrid | None
    steering: Steering

    def __post_init__(self) -> None:
        if self.walls is not None:
            for target in self.settings.targets():
                check_goal(self.walls, np.asarray(target.goal, dtype=np.float64))

    @property
    def period(self) -> float:
        """Control period [s]."""
        return self.settings.period

    @cached_property
    def _links(self) -> list[Link]:
        """Links of the robot, tail first."""
        return links_of(self.model)

    @cached_property
    def sampler(self) -> Sampler:
        """Sampler of the rounds."""
        return Sampler(self.settings, self.lanes, self.steering)

    def start(self, model: Model, time: float) -> tuple[Command, Memory]:
        """Straight joints and a plan of zeros. Compiles the kernels, before the first cycle."""
        steps, n = self.settings.horizon.steps, len(self.steering.names)
        sigma, last = self._fresh_sigma(steps), self._bare(self.steering.at_rest())
        memory = {"plan": np.zeros(sigma.shape), "sigma": sigma, "cycle": 0, "last": _plain(last), "phase": 0.0}
        self.sampler.sample(straight_state(self.snake), memory, sampling=replace(self.settings.sampling, n_samples=1))
        self.settings.sampling.draw(steps, 0, n_joints=n)
        return self._command((np.zeros(len(self.steering.joints)),) * 3, {}), memory

    def command(self, known: Measurement, memory: Memory) -> tuple[Command, Memory]:
        """First input of the plan, with notes, and the memory with the plan of the next period.

        Raises:
            ControlError: if the robot's state is not known, it has left the map of the walls, or every sample diverged.
        """
        state = self._state(known)
        memory = self._at_waypoint(memory, state)
        plan, sampled = self._planned(state, memory)
        first = plan["plan"][..., 0]
        notes = {
            "cost": float(sampled.weights @ sampled.costs[sampled.indices]),
            "best_cost": float(sampled.costs[sampled.indices[0]]),
            "diverged": int(np.count_nonzero(np.isinf(sampled.costs))),
        } | plan_notes(self.steering, plan["plan"], plan["sigma"])
        before, now, period = np.atleast_1d(memory["last"]), np.atleast_1d(first), self.period
        phase = float(self.steering.phase_after(before, now, memory["phase"], period))
        command = self._command(self.steering.motion(before, now, memory["phase"], period, 1.0), notes)
        sigma = self._shifted_sigma(plan["sigma"])
        later = {"plan": shifted(plan["plan"]), "sigma": sigma, "cycle": memory["cycle"] + 1}
        if "reached" in memory:
            later["reached"] = memory["reached"]
        return command, later | {"last": _plain(first), "phase": phase}

    def futures(self, known: Measurement, memory: Memory, n: int = 32) -> Futures:
        """Sampled futures of the next cycle: half of them of its elite, half drawn from the others.

        Args:
            known: As for `command`.
            memory: As for `command`.
            n: Number of futures [-].
        """
        wanted = count(n, "n", ControlError, minimum=1)
        state = self._state(known)
        memory = self._at_waypoint(memory, state)
        sampled = self.sampler.sample(state, memory)
        rng = np.random.default_rng([self.settings.sampling.seed, memory["cycle"]])
        others = np.setdiff1d(np.arange(len(sampled.costs)), sampled.indices)
        drawn = rng.permutation(others)[: max(wanted - len(sampled.indices), wanted // 2)]
        indices = np.concatenate([sampled.indices[: wanted - len(drawn)], drawn])
        n_elite = len(indices) - len(drawn)
        return self.sampler.futures(self.snake, state, memory, indices, sampled.costs[indices], n_elite)

    def _at_waypoint(self, memory: Memory, state: SwimmerState) -> Memory:
        """Memory with the number of waypoints reached; unchanged without waypoints."""
        targets, reached = self.settings.targets(), int(memory.get("reached", 0))
        if len(targets) == 1:
            return memory
        away = float(np.linalg.norm(np.asarray(targets[reached].goal) - state.position))
        if reached < len(targets) - 1 and away <= self.settings.waypoint_radius:
            reached += 1
        return memory | {"reached": reached}

    def _planned(self, state: SwimmerState, memory: Memory) -> tuple[Memory, SampledRound]:
        """Memory with the plan after all rounds of a cycle, and the last round."""
        sampled = self.sampler.sample(state, memory)
        plan = self.sampler.improved(memory, sampled)
        for iteration in range(1, self.settings.iterations):
            sampled = self.sampler.sample(state, plan, iteration)
            plan = self.sampler.improved(plan, sampled)
        return plan, sampled

    def _shifted_sigma(self, sigma: FloatArray) -> FloatArray:
        """Sigma of the next plan; its new last step has the initial sigma."""
        if not self.settings.adapt_sigma:
            return sigma
        return np.concatenate((sigma[..., 1:], self._fresh_sigma(sigma.shape[-1])[..., -1:]), axis=-1)

    def _fresh_sigma(self, steps: int) -> FloatArray:
        """Initial sigma."""
        return self._bare(self.settings.sampling.deviations(steps, len(self.steering.names)))

    def _state(self, known: Measurement) -> SwimmerState:
        """Measured state, checked to be on the map of the walls."""
        state = measured_state(self.model, known, self._links)
        if self.walls is not None:
            check_snake(self.walls, self.snake, state)
        return state

    def _bare(self, rows: FloatArray) -> FloatArray:
        """Rows of several inputs unchanged; the single row of one input."""
        return rows if len(self.steering.names) > 1 else rows[0]

    def _command(self, motion: Motion, notes: dict[str, Any]) -> Command:
        """Command of the steered joints."""
        held = self.steering.wave is None and not self.settings.horizon.ramp
        return command_of(self.steering, motion, self.model.n_coordinates, held, notes)


def _plain(value: Any) -> Any:
    """Scalar as a float, array as a copy."""
    return float(value) if np.ndim(value) == 0 else np.array(value)


def check_goal(walls: SignedDistanceGrid, goal: FloatArray) -> None:
    """Raise an error for a goal, shape (2,), [m], beyond the map or in a wall.

    Raises:
        ControlError: with what to change.
    """
    check_on_map(walls, goal[None], "the goal")
    gap, _ = walls.at(*goal)
    if gap <= 0.0:
        where = f"{-gap:.3g} m inside a wall" if gap < 0.0 else "on a wall"
        raise ControlError(f"the goal ({goal[0]:g}, {goal[1]:g}) is {where}; choose one in free water")


def check_snake(walls: SignedDistanceGrid, snake: PlanarSwimmer, state: SwimmerState) -> None:
    """Raise an error for a snake with an end of a link beyond the map.

    Raises:
        ControlError: with the bounds of the map.
    """
    ends = snake.levers()[1]
    c, s = np.cos(state.angle), np.sin(state.angle)
    check_on_map(walls, state.position + np.stack((ends @ c, ends @ s), axis=1), "the snake")


def check_on_map(walls: SignedDistanceGrid, points: FloatArray, what: str) -> None:
    """Raise an error if one of the points, shape (n, 2), [m], lies beyond the map.

    Raises:
        ControlError: with the first of these, the name `what`, and the bounds of the map.
    """
    out = ~inside(walls, points)
    if out.any():
        (x, y), (low, high) = np.round(points[out][0], 9) + 0.0, bounds(walls)  # no digits of rounding errors
        raise ControlError(
            f"{what} is at ({x:.4g}, {y:.4g}), outside of the map of the walls, which extends from ({low[0]:g}, {low[1]:g}) "
            f"to ({high[0]:g}, {high[1]:g}); choose Extruded(solids, lower, upper) that contains start and goal"
        )


# ----------------------------------------------------------------------------------------------------------------------
# Controller and its parameters
# ----------------------------------------------------------------------------------------------------------------------

DTYPES = {"float32": np.float32, "float64": np.float64}
PARTS = {"cost": (TravelCost,), "sampling": (Sampling,), "horizon": (Horizon,)}


@dataclass(frozen=True)
class MonteCarloMpc(Displayed):
    """Sampling MPC of a planar underwater snake, which steers its head joint or any set of joints.

    Once per control period, it draws input sequences around the previous plan, simulates all of them with the batch
    model of the robot and its world, and uses the weighted mean of the best ones as its next plan. The steered joints,
    each a `Servo` with its own sequence, receive the first inputs of the plan. The others receive none: a `Follower`
    follows, and another servo holds its joint straight. With a `PlannedWave` the plan consists of the parameters of a
    wave of the steered joints.

    Args:
        goal: Target of the centre of mass, shape (2,), [m]; None for that of `cost`.
        cost: Cost of one roll-out.
        sampling: Number of samples and their deviations from the plan.
        weighting: EliteMean, PathIntegral or CrossEntropy.
        horizon: Prediction horizon; its period is the control period. With `ramp` the input changes linearly from one
            value to the next over the period; otherwise it is held.
        iterations: Number of rounds of samples in each period [-].
        contact: True to predict contact with walls.
        threads: Number of threads; None for one per core. Results are bit-identical for any number.
        adapt_sigma: True if the standard deviation of the elite samples, at least `least_sigma`, is the next sigma of
            each step.
        least_sigma: Smallest sigma with `adapt_sigma` [rad].
        dtype: Data type of the prediction, "float32" or "float64".
        corner_reach: Half the thickness of the snake at corners, for a skin without radius [m].
        backend: "cpu", or "cuda" for an NVIDIA GPU, with the same samples and different rounding; it needs
            numba-cuda.
        joints: Names of the steered joints, each with a Servo; None for the head joint. Sigma and limit of `sampling`
            may differ between joints; the input weight of the cost applies to each input.
        wave: Wave of these joints, whose amplitude, angular frequency and offset are sampled in place of the angles:
            `sampling` is then in units of half their ranges, from -1 to 1, and `horizon.ramp` has no effect. None for
            angles.
        waypoints: Targets before the goal, each of shape (2,), [m]. The cost uses the first waypoint that the centre of
            mass has not yet reached, and the goal after the last one; None for the goal alone, as in the source.
        waypoint_radius: Distance at which a waypoint is considered reached [m].

    Raises:
        ControlError: if an argument has another type.

    Source: Qiu and Date, A low computation-cost locomotion control for underwater snake robot based on Monte Carlo
    model predictive control and curvature derivative control, eq. 12 to 19. Sigma, lambda and the goal are not given
    there.
    """

    goal: Annotated[Sequence[float], Len(2, 2), Unit("m"), Slider(-20, 20, 0.1), CHECKED_ELSEWHERE] | None = None
    cost: TravelCost = field(default_factory=TravelCost)
    sampling: Sampling = field(default_factory=Sampling)
    weighting: EliteMean | PathIntegral | CrossEntropy = field(default_factory=EliteMean)
    horizon: Horizon = field(default_factory=Horizon)
    iterations: Annotated[int, Ge(1), Le(1000), Slider(1, 10, 1)] = 1
    contact: bool = True
    threads: Annotated[int, Ge(1), Slider(1, 64, 1)] | None = None
    adapt_sigma: bool = False
    least_sigma: Annotated[float, Ge(0), Unit("rad"), Slider(0, 1, 0.01)] = 0.05
    dtype: Annotated[str, Choices(tuple(DTYPES))] = "float32"
    corner_reach: Annotated[PositiveLength, Slider(0.001, 0.1, 0.001), FIXED] = 0.01
    backend: Annotated[str, Choices(BACKENDS)] = CPU
    joints: Sequence[str] | None = None
    wave: PlannedWave | None = None
    waypoints: Sequence[Sequence[float]] | None = None
    waypoint_radius: Annotated[PositiveLength, Slider(0.05, 2, 0.05)] = 0.5

    def __post_init__(self) -> None:
        for name, kinds in PARTS.items():
            instance(getattr(self, name), f"MonteCarloMpc {name}", kinds, ControlError)
        instance(self.weighting, "MonteCarloMpc weighting", (EliteMean, PathIntegral, CrossEntropy), ControlError)
        check_declared(self, ControlError)
        for name in ("contact", "adapt_sigma"):
            instance(getattr(self, name), f"MonteCarloMpc {name}", (bool,), ControlError)
        self.aim()
        if self.joints is not None and not _names(self.joints):
            raise ControlError(
                f"MonteCarloMpc joints must be a list of names, got {self.joints!r}; leave it out for the head joint"
            )
        if self.waypoints is not None:
            if not is_row(self.waypoints) or not len(self.waypoints):
                raise ControlError(
                    f"MonteCarloMpc waypoints must be a list of points, got {self.waypoints!r}; write [(-5, -5)]"
                )
            for i, point in enumerate(self.waypoints):
                vector(point, f"MonteCarloMpc waypoints[{i}] (x, y)", ControlError, size=2, unit="m")
        if self.wave is not None:
            instance(self.wave, "MonteCarloMpc wave", (PlannedWave,), ControlError)
        n_inputs = 1 if self.joints is None else len(self.joints)
        self.sampling.draw(self.horizon.steps, 0, n_joints=n_inputs if self.wave is None else len(PARAMETERS))

    @property
    def period(self) -> float:
        """Control period [s]."""
        return self.horizon.period

    def aim(self) -> TravelCost:
        """Return the cost with the goal."""
        return self.cost if self.goal is None else replace(self.cost, goal=self.goal)

    def targets(self) -> list[TravelCost]:
        """Return the costs for each waypoint, in their order, and for the goal."""
        return [*(replace(self.cost, goal=tuple(point)) for point in self.waypoints or ()), self.aim()]

    def with_seed(self, seed: int) -> "MonteCarloMpc":
        """Return a copy whose seed is combined with that of a run; see `Seeded`."""
        return replace(self, sampling=replace(self.sampling, seed=joined_seed(self.sampling.seed, seed)))

    def for_model(self, model: Model) -> HeadPlanner:
        """Return the planner of one robot in one world.

        Raises:
            ControlError: if the batch model does not support them, or the goal lies in a wall or beyond the map of the
                walls.
        """
        walls = surroundings_of(model, True, self.corner_reach).distance
        lanes = lane_model_of(model, self.contact, DTYPES[self.dtype], self.corner_reach)
        joints = steered_joints(model, self.joints)
        names = tuple(model.coordinate_names[joint] for joint in joints)
        angles = AngleSteering(joints, names, self.horizon.ramp)
        steering = angles if self.wave is None else WaveSteering(self.wave, joints)
        return HeadPlanner(self, model, swimmer_of(model), lanes, walls, steering)


def _names(given: object) -> bool:
    """Return whether a value is a list of at least one string."""
    return isinstance(given, (tuple, list)) and bool(given) and all(isinstance(name, str) for name in given)


def compile_rollouts(n_links: int, announce: Callable[[str], None]) -> bool:
    """Compile the roll-outs of a snake in advance, for `snakelab.warmup`; return True if they were not in the cache.

    Args:
        n_links: Number of links.
        announce: Callback with one line before compilation.
    """
    if are_rollouts_compiled(n_links, "float32"):
        return False
    announce_compiling(announce, part=f"the roll-outs for {n_links} links")
    _plan_once(n_links)
    return True


def _plan_once(n_links: int) -> None:
    """Plan once for a snake in open water, with prediction; walls and currents use the same code."""
    from snakelab.physics.model import build_model
    from snakelab.results.recorded_objects import futures_in
    from snakelab.robots.library.pipe_snake import pipe_snake
    from snakelab.sim.simulation import simulate
    from snakelab.worlds.lumped_fluid import LumpedFluid
    from snakelab.worlds.world import World

    model = build_model(pipe_snake(n_links), World([LumpedFluid()]))
    mpc = MonteCarloMpc(sampling=Sampling(16), horizon=Horizon(steps=2))
    recording = simulate(model, mpc, duration=0.1, step=5e-3, integrator="plain")
    assert np.isfinite(recording["q"]).all() and len(futures_in(recording))
