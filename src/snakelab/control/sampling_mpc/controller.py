"""Monte Carlo model predictive control of a planar underwater snake: the controller and its parameters."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le, Len

from snakelab.compiling import announce_compiling
from snakelab.control.controller import joined_seed
from snakelab.control.engine_mpc.weights import CrossEntropy, EliteMean, PathIntegral
from snakelab.control.sampling_mpc.planner import HeadPlanner
from snakelab.control.sampling_mpc.rollouts import BACKENDS, CPU, are_rollouts_compiled
from snakelab.control.sampling_mpc.sampling import Sampling
from snakelab.control.sampling_mpc.settings import Horizon, TravelCost
from snakelab.control.sampling_mpc.steering import AngleSteering, WaveSteering
from snakelab.control.sampling_mpc.wave import PARAMETERS, PlannedWave
from snakelab.errors import ControlError
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import CHECKED_ELSEWHERE, FIXED, Choices, Slider, Unit
from snakelab.parameter_declarations.quantities import PositiveLength
from snakelab.physics.model import Model
from snakelab.planar_batch.conversion.robot import steered_joints, swimmer_of
from snakelab.planar_batch.conversion.world import lane_model_of, surroundings_of
from snakelab.types import instance, is_row, vector

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
    from snakelab.results.recorded_objects.futures import futures_in
    from snakelab.robots.library import pipe_snake
    from snakelab.sim.simulate import simulate
    from snakelab.worlds import LumpedFluid, World

    model = build_model(pipe_snake(n_links), World([LumpedFluid()]))
    mpc = MonteCarloMpc(sampling=Sampling(16), horizon=Horizon(steps=2))
    recording = simulate(model, mpc, duration=0.1, step=5e-3, integrator="plain")
    assert np.isfinite(recording["q"]).all() and len(futures_in(recording))
