"""Prediction of a sampling MPC: rounds of samples about a plan, and the paths of chosen samples."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

import numpy as np

from snakelab.compiling.vector import LANES
from snakelab.control.engine_mpc.weights import Weighting, mean_and_spread
from snakelab.control.sampling_mpc.rollouts import roll_out, sequences
from snakelab.control.sampling_mpc.sampling import Sampling
from snakelab.control.sampling_mpc.settings import Horizon, TravelCost
from snakelab.control.sampling_mpc.steering import Steering
from snakelab.planar_batch.dynamics.lane_model import LaneModel, state_row
from snakelab.planar_batch.dynamics.step import step_driven
from snakelab.planar_batch.robot.state import SwimmerState
from snakelab.planar_batch.robot.swimmer import PlanarSwimmer
from snakelab.types import FloatArray

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
