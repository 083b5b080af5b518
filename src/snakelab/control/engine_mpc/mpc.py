"""Model predictive control by an engine: the parameters."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from snakelab.control.controller import joined_seed
from snakelab.control.engine_mpc.plan import Policy
from snakelab.control.engine_mpc.planner import EnginePlanner
from snakelab.control.engine_mpc.policy import GaitParameters, JointTargets
from snakelab.control.engine_mpc.trajectory import Trajectory
from snakelab.control.sampling_mpc.weights import EliteMean, Weighting
from snakelab.errors import ControlError
from snakelab.physics.model import Model
from snakelab.types import count, instance, number

MOST = 10**6  # samples, knots, steps and rounds: more would not fit the memory


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
        cost: Cost of one `Trajectory`: a number, or one number for each of its rows, which are summed.
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
    cost: Callable[[Trajectory], Any]
    engine: Predictor
    n_samples: int = 32
    sigma: float = 0.3
    weighting: Weighting = field(default_factory=lambda: EliteMean(0.1))
    horizon: float = 4.0
    knots: int = 1
    period: float = 0.1
    every: int = 5
    iterations: int = 1
    seed: int = 0
    threads: int | None = None
    model: Model | None = None

    def __post_init__(self) -> None:
        instance(self.policy, "EngineMpc policy", (GaitParameters, JointTargets), ControlError)
        if not callable(self.cost):
            raise ControlError(f"EngineMpc cost must be a function of a Trajectory, got {self.cost!r}")
        engine: Any = self.engine
        if not hasattr(engine, "advance"):
            raise ControlError(f"EngineMpc engine must be an engine, got {engine!r}; write SnakelabEngine(step=5e-3)")
        for name in ("n_samples", "knots", "every", "iterations"):
            count(getattr(self, name), f"EngineMpc {name}", ControlError, least=1, most=MOST)
        number(self.sigma, "EngineMpc sigma", ControlError, above=0)
        number(self.period, "EngineMpc period", ControlError, above=0, unit="s")
        number(self.horizon, "EngineMpc horizon", ControlError, least=self.every * self.period, unit="s")
        count(self.seed, "EngineMpc seed", ControlError, most=2**63 - 1)
        if self.model is not None:
            instance(self.model, "EngineMpc model", (Model,), ControlError)
        if self.threads is not None:
            count(self.threads, "EngineMpc threads", ControlError, least=1)

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
