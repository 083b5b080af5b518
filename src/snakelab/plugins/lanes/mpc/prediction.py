"""Roll-outs of a sampling MPC by the batch model of a planar snake: settings, and the prediction of one model."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any

import numpy as np

from snakelab.control.plan_sampling import BestSamples, Horizon, Sampling
from snakelab.errors import ControlError
from snakelab.geometry.planar_solids import SignedDistanceGrid
from snakelab.kernels.cache import announce_compiling
from snakelab.parameters.arguments import FloatArray, instance
from snakelab.parameters.declarations import FIXED, Choices, PositiveLength, Slider, check_declared
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
from snakelab.plugins.lanes.model.lane_model import LaneModel, PlanarSwimmer, SwimmerState, state_row, straight_state
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
    best_of_roll_outs,
    roll_out,
    sequences,
)
from snakelab.plugins.lanes.mpc.settings import DEFAULT_SAMPLING, LaneStepping, TravelCost, draw_of
from snakelab.plugins.lanes.vector.vector_type import LANES
from snakelab.robots.link import Link

# ----------------------------------------------------------------------------------------------------------------------
# Settings
# ----------------------------------------------------------------------------------------------------------------------

Memory = dict[str, Any]
DTYPES = {"float32": np.float32, "float64": np.float64}


@dataclass(frozen=True)
class LaneRollouts:
    """Roll-outs of a `SamplingMpc` by the batch model of a planar snake: thousands at once, on all cores or on a GPU.

    The steered joints, each a `Servo` with its own sequence of inputs, receive the first inputs of the plan. The others
    receive none: a `Follower` follows, and another servo holds its joint straight. With a `PlannedWave` the plan consists
    of the parameters of a wave of the steered joints. There is an input for each control period. By default
    there are 8640 samples, sigma is 0.5 and the limit 1.04 [rad].

    Args:
        joints: Names of the steered joints, each with a Servo; None for the head joint. Sigma and limit of the sampling
            may differ between joints; the input weight of the cost applies to each input.
        wave: Wave of those joints, whose amplitude, angular frequency and offset are sampled in place of the angles: the
            sampling is then in units of half their ranges, from -1 to 1, and `stepping.ramp` has no effect. None for
            angles.
        contact: True to predict contact with walls.
        stepping: Time steps of each control period. With `ramp` the input changes linearly from one value to the next over
            the period; otherwise it is held.
        dtype: Data type of the prediction, "float32" or "float64".
        corner_reach: Half the thickness of the snake at corners, for a skin without radius [m].
        backend: "cpu", or "cuda" for an NVIDIA GPU, with the same samples and different rounding; it needs
            numba-cuda.

    Raises:
        ControlError: if an argument has another type.
    """

    joints: Sequence[str] | None = None
    wave: PlannedWave | None = None
    contact: bool = True
    stepping: LaneStepping = field(default_factory=LaneStepping)
    dtype: Annotated[str, Choices(tuple(DTYPES))] = "float32"
    corner_reach: Annotated[PositiveLength, Slider(0.001, 0.1, 0.001), FIXED] = 0.01
    backend: Annotated[str, Choices(BACKENDS)] = CPU

    def __post_init__(self) -> None:
        instance(self.stepping, "LaneRollouts stepping", (LaneStepping,), ControlError)
        check_declared(self, ControlError)
        names: Any = self.joints
        if names is not None and not (
            isinstance(names, (tuple, list)) and names and all(isinstance(name, str) for name in names)
        ):
            raise ControlError(
                f"LaneRollouts joints must be a list of names, got {names!r}; leave it out for the head joint"
            )
        if self.wave is not None:
            instance(self.wave, "LaneRollouts wave", (PlannedWave,), ControlError)

    def completed(self, sampling: Sampling, horizon: Horizon) -> Sampling:
        """Return the sampling with defaults in place of None.

        Raises:
            ControlError: if it does not fit the inputs.
        """
        n_joints = 1 if self.joints is None else len(self.joints)
        draw_of(sampling, horizon.steps, 0, n_inputs=n_joints if self.wave is None else len(PARAMETERS))
        return sampling.completed(DEFAULT_SAMPLING)

    def cost_of(self, cost: Any, goal: Sequence[float] | None) -> TravelCost:
        """Return the cost with a goal, if one is given."""
        used = TravelCost() if cost is None else cost
        instance(used, "SamplingMpc cost for LaneRollouts", (TravelCost,), ControlError)
        return used if goal is None else replace(used, goal=goal)

    def prediction(
        self, model: Model, sampling: Sampling, horizon: Horizon, costs: Sequence[TravelCost], threads: int | None
    ) -> "LanePrediction":
        """Return the prediction of one robot in one world.

        Raises:
            ControlError: if the batch model does not support them, or a goal lies in a wall or beyond the map of the walls.
        """
        around = surroundings_of(model, True, self.corner_reach)
        walls = around.distance
        if walls is not None:
            for cost in costs:
                check_goal(walls, np.asarray(cost.goal, dtype=np.float64))
        predicted = around if self.contact else None  # sampled once
        lanes = lane_model_of(model, self.contact, DTYPES[self.dtype], self.corner_reach, predicted)
        joints = steered_joints(model, self.joints)
        names = tuple(model.coordinate_names[joint] for joint in joints)
        angles = AngleSteering(joints, names, self.stepping.ramp)
        steering = angles if self.wave is None else WaveSteering(self.wave, joints)
        return LanePrediction(self, model, swimmer_of(model), lanes, walls, steering, sampling, horizon, costs, threads)


# ----------------------------------------------------------------------------------------------------------------------
# Prediction for one robot in one world
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class LanePrediction:
    """Prediction of `LaneRollouts` for one model; see `control.sampling_mpc.SamplePrediction`.

    Attributes:
        rollouts: Settings.
        model: Engine's model of the robot in its world.
        snake: Robot of the batch model.
        lanes: Batch model, which predicts.
        walls: Distance of the walls; None where there are none.
        steering: Meaning of the inputs.
        sampling: Number of samples and their deviations.
        horizon: Prediction horizon.
        costs: Cost of each waypoint and of the goal.
        threads: Number of threads; None for one per core.
    """

    rollouts: LaneRollouts
    model: Model
    snake: PlanarSwimmer
    lanes: LaneModel
    walls: SignedDistanceGrid | None
    steering: Steering
    sampling: Sampling
    horizon: Horizon
    costs: Sequence[TravelCost]
    threads: int | None
    plan_interval: int = 1

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the inputs."""
        return self.steering.names

    @cached_property
    def initial_sigma(self) -> FloatArray:
        """Standard deviation of each input in each period, shape (m, n_steps)."""
        return self.sampling.deviations(self.horizon.steps, len(self.names))

    @cached_property
    def _links(self) -> list[Link]:
        """Links of the robot, tail first."""
        return links_of(self.model)

    def start(self) -> tuple[Command, Memory]:
        """Straight joints and a plan of zeros. Compiles the kernels, before the first cycle."""
        plan = np.zeros((len(self.names), self.horizon.steps + 1))
        plan[:, 0] = self.steering.at_rest()
        memory = {"plan": plan, "phase": 0.0}
        one = replace(self, sampling=replace(self.sampling, n_samples=1))
        one.costs_of_samples(straight_state(self.snake), memory | {"sigma": self.initial_sigma}, 0)
        draw_of(self.sampling, self.horizon.steps, 0, n_inputs=len(self.names))
        rest = np.zeros(len(self.steering.joints))
        return self._command((rest, rest, rest), {}), memory

    def state(self, known: Measurement, memory: Memory) -> SwimmerState:
        """Measured state, checked to be on the map of the walls."""
        state = measured_state(self.model, known, self._links)
        if self.walls is not None:
            check_snake(self.walls, self.snake, state)
        return state

    def position(self, state: SwimmerState, memory: Memory) -> FloatArray:
        """Position of the centre of mass, shape (2,), [m]."""
        return np.asarray(state.position)

    def costs_of_samples(self, state: SwimmerState, memory: Memory, number: int) -> FloatArray:
        """Costs of all samples of a round; infinite where one diverged."""
        return roll_out(**self._arguments(state, memory, number))

    def best_of_samples(self, state: SwimmerState, memory: Memory, number: int, n_best: int) -> BestSamples:
        """Best samples of a round."""
        return best_of_roll_outs(n_best, **self._arguments(state, memory, number))

    def _arguments(self, state: SwimmerState, memory: Memory, number: int) -> dict[str, Any]:
        """Arguments of `roll_out` for a round."""
        return {
            "model": self.lanes,
            "state": state,
            "nominal": memory["plan"][:, 1:],
            "sampling": self._sampling(memory),
            "cost": self.costs[memory.get("reached", 0)],
            "horizon": self.horizon,
            "stepping": self.rollouts.stepping,
            "cycle": number,
            "last_input": memory["plan"][:, 0],
            "threads": self.threads,
            "backend": self.rollouts.backend,
            "joints": self.steering.joints,
            "wave": self.steering.wave,
            "phase": memory["phase"],
        }

    def sequences(self, memory: Memory, number: int, indices: Any) -> FloatArray:
        """Inputs of samples of a round, shape (n, m, n_steps)."""
        dtype = self.lanes.links.dtype.type
        return sequences(memory["plan"][:, 1:], self._sampling(memory), indices, number, dtype)

    def command(self, memory: Memory, notes: dict[str, Any]) -> tuple[Command, Memory]:
        """Command of the input of the present period, and the phase at its end."""
        before, now = memory["plan"][:, memory["spent"]], memory["plan"][:, memory["spent"] + 1]
        phase, period = memory["phase"], self.horizon.period
        command = self._command(self.steering.motion(before, now, phase, period, 1.0), notes)
        return command, {"phase": float(self.steering.phase_after(before, now, phase, period))}

    def carried(self, memory: Memory) -> Memory:
        """Return no entries: the phase of the memory is already the present one."""
        return {}

    def denormalised(self, inputs: FloatArray) -> FloatArray:
        """Angles, or parameters of the wave."""
        return self.steering.denormalised(inputs)

    def paths(self, state: SwimmerState, memory: Memory, inputs: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Centre of mass and tip of the head under inputs, each of shape (n, n_steps + 1, 2), [m]."""
        n_links = self.snake.n_links
        parts = [
            _states_of_block(
                self.lanes, state, inputs[k : k + LANES], self.horizon, self.rollouts.stepping, memory["plan"][:, 0],
                self.steering, memory["phase"],
            )
            for k in range(0, len(inputs), LANES)
        ]  # each (n_steps + 1, 16, 2 n_links + 4)  # fmt: skip
        rows = np.concatenate(parts, axis=1)[:, : len(inputs)].astype(np.float64)
        angle, com = rows[..., :n_links], rows[..., 2 * n_links : 2 * n_links + 2]
        reach = self.snake.levers()[1][-1]
        head = com + np.stack((np.cos(angle) @ reach, np.sin(angle) @ reach), axis=-1)
        return com.transpose(1, 0, 2), head.transpose(1, 0, 2)

    def _sampling(self, memory: Memory) -> Sampling:
        """Sampling with the sigma of the memory."""
        return replace(self.steering.sampling(self.sampling), sigma=memory["sigma"])

    def _command(self, motion: Motion, notes: dict[str, Any]) -> Command:
        """Command of the steered joints; zero for the others."""
        rows = np.zeros((3, self.model.n_coordinates))
        rows[:, list(self.steering.joints)] = motion
        if self.steering.wave is None and not self.rollouts.stepping.ramp:
            return Command(rows[0], rate=rows[1], hold=True, notes=notes)
        return Command(rows[0], rate=rows[1], acceleration=rows[2], notes=notes)


def _states_of_block(
    lanes: LaneModel,
    state: SwimmerState,
    inputs: FloatArray,
    horizon: Horizon,
    stepping: LaneStepping,
    last: FloatArray,
    steering: Steering,
    phase: float,
) -> FloatArray:
    """States of up to sixteen sequences at the end of every period, shape (n_steps + 1, 16, 2 n_links + 4)."""
    dtype = lanes.links.dtype.type
    before, joints = np.broadcast_to(last[:, None], (len(last), LANES)), np.array(steering.joints, np.int64)
    psi: FloatArray | float = np.full(LANES, phase)
    fractions = np.arange(stepping.substeps) / stepping.substeps
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
    dt, query_interval = dtype(horizon.period / stepping.substeps), stepping.steps_between_queries(horizon.period)
    step_driven(lanes, joints, target, rate, dt, stepping.solves, query_interval, states)
    return states


# ----------------------------------------------------------------------------------------------------------------------
# Checks on the map of the walls, and compilation in advance
# ----------------------------------------------------------------------------------------------------------------------


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
    from snakelab.control.sampling_mpc import SamplingMpc
    from snakelab.physics.model import build_model
    from snakelab.results.motor_signals import futures_in
    from snakelab.robots.library.rigid_robots import pipe_snake
    from snakelab.sim.simulation import simulate
    from snakelab.worlds.lumped_fluid import LumpedFluid
    from snakelab.worlds.world import World

    model = build_model(pipe_snake(n_links), World([LumpedFluid()]))
    mpc = SamplingMpc(LaneRollouts(), sampling=Sampling(16), horizon=Horizon(steps=2))
    recording = simulate(model, mpc, duration=0.1, step=5e-3, integrator="plain")
    assert np.isfinite(recording["q"]).all() and len(futures_in(recording))
