"""Model predictive control by an engine: the parameters."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Protocol

from annotated_types import Ge, Gt, Le

from snakelab.control.controller import joined_seed
from snakelab.control.engine_mpc.goal_cost import GoalCost
from snakelab.control.engine_mpc.plan import Policy
from snakelab.control.engine_mpc.planner import EnginePlanner
from snakelab.control.engine_mpc.policy import GaitParameters, JointTargets
from snakelab.control.engine_mpc.trajectory import Trajectory
from snakelab.control.sampling_mpc.weights import CrossEntropy, EliteMean, PathIntegral, Weighting
from snakelab.declared.check import check_declared
from snakelab.declared.marks import FIXED, PYTHON_ONLY, Slider, Unit
from snakelab.errors import ControlError
from snakelab.physics.model import Model
from snakelab.types import instance, number

# Samples, knots, periods and rounds: more would not fit the memory.
Count = Annotated[int, Ge(1), Le(10**6), Slider(1, 100, 1)]


class Predictor(Protocol):
    """Engine that predicts, see `sim.engine.Engine`."""

    def advance(self, model: Model, reference: Any, state: Any, times: Any, rows: Any) -> Any:
        """Simulate from `state` through all `times`; rows[i] is the record at times[i]."""


@dataclass(frozen=True)
class EngineMpc:
    """Sampling MPC of any robot: plans are sampled, rolled out by an engine on threads, and weighted.

    Between plans the robot follows the weighted mean of the best samples. One sample of each round is the last plan
    itself, so that a plan does not get worse for want of samples.

    Args:
        policy: `GaitParameters` or `JointTargets`, the content of a plan.
        cost: `GoalCost`, or a function that returns the cost of one `Trajectory`: a number, or one number for each of its
            rows, which are summed.
        engine: Engine of the prediction, such as `SnakelabEngine(step=5e-3)`.
        n_samples: Number of samples in each round [-].
        sigma: Standard deviation of the samples, as a fraction of each range [-].
        weighting: EliteMean, PathIntegral or CrossEntropy.
        horizon: Prediction horizon [s].
        knots: Number of knots of the plan within the horizon [-].
        period: Control period [s].
        every: Number of control periods from plan to plan [-].
        iterations: Number of rounds for each plan [-].
        seed: Equal seeds give equal samples.
        threads: None for one a core; the run is the same with any number.
        model: Model of the prediction, if it is not that of the controlled robot and world.

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
        number(self.horizon, "EngineMpc horizon", ControlError, least=self.every * self.period, unit="s")
        if not hasattr(self.weighting, "choose"):
            allowed = "EliteMean, PathIntegral, CrossEntropy"
            raise ControlError(f"EngineMpc weighting must be one of {allowed}; got {self.weighting!r}")
        if self.model is not None:
            instance(self.model, "EngineMpc model", (Model,), ControlError)

    def with_seed(self, seed: int) -> "EngineMpc":
        """Return a copy with the seed of a run joined to its own; see `Seeded`."""
        return replace(self, seed=joined_seed(self.seed, seed, 2**63 - 1))

    def for_model(self, model: Model) -> EnginePlanner:
        """Return the controller of one robot in one world.

        Raises:
            ControlError: if the policy does not fit the robot, or the engine's step is too long for its prescribed
                joints.
        """
        return EnginePlanner(self, model, self.model or model)

    def _repr_html_(self) -> str:
        """Return what a notebook displays."""
        from snakelab.notebook.objects import object_html

        return object_html(self)
