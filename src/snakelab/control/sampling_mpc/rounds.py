"""One round of samples about a plan: drawn, rolled out, weighed, and made into a better plan."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from snakelab.control.sampling_mpc.rollouts import roll_out, sequences
from snakelab.control.sampling_mpc.sampling import Sampling
from snakelab.control.sampling_mpc.steering import Steering
from snakelab.control.sampling_mpc.weights import mean_and_spread
from snakelab.planar_batch.dynamics.lane_model import LaneModel
from snakelab.planar_batch.robot.state import SwimmerState
from snakelab.types import FloatArray

if TYPE_CHECKING:
    from snakelab.control.sampling_mpc.controller import MonteCarloMpc

Memory = dict[str, Any]


class Found(NamedTuple):
    """What one round of samples gave."""

    costs: FloatArray  # (n_samples,)
    numbers: Any  # of those that count, best first
    weights: FloatArray
    inputs: FloatArray  # theirs, (n, n_steps) or (n, m, n_steps)


@dataclass(frozen=True, eq=False)
class Rounds:
    """The rounds of a `MonteCarloMpc`.

    Attributes:
        settings: What is sampled, how far ahead, at what cost.
        lanes: What predicts.
        steering: What the inputs are to the robot.
    """

    settings: MonteCarloMpc
    lanes: LaneModel
    steering: Steering

    def sample(self, state: SwimmerState, memory: Memory, turn: int = 0, sampling: Sampling | None = None) -> Found:
        """Roll samples about the plan of the memory out, and weigh them.

        Args:
            state: Where all begin.
            memory: Of a `HeadPlanner`.
            turn: Number of the round in this cycle [-].
            sampling: In place of the settings' own.
        """
        own, drawn, about = self.settings, self._number(memory, turn), self._about(memory, sampling)
        costs = roll_out(
            self.lanes, state, memory["plan"], about, own.aim(), own.horizon, drawn, memory["last"], own.threads,
            own.backend, self.steering.joints, self.steering.wave, memory["phase"],
        )  # fmt: skip
        numbers, weights = own.weighting.choose(costs)
        return Found(costs, numbers, weights, sequences(memory["plan"], about, numbers, drawn, self._kind))

    def inputs(self, memory: Memory, numbers: FloatArray) -> FloatArray:
        """Of samples of a cycle's first round, by their numbers: shape (n, n_steps) or (n, m, n_steps)."""
        return sequences(memory["plan"], self._about(memory), numbers, self._number(memory, 0), self._kind)

    def improved(self, memory: Memory, found: Found) -> Memory:
        """The memory with the plan, and where wanted the sigma, that the best samples give."""
        mean, spread = mean_and_spread(found.inputs, found.weights)
        sigma = np.maximum(spread, self.settings.least_sigma) if self.settings.adapt_sigma else memory["sigma"]
        return memory | {"plan": mean, "sigma": sigma}

    @property
    def _kind(self) -> type:
        return self.lanes.links.dtype.type

    def _number(self, memory: Memory, turn: int) -> int:
        """Which samples to draw: others in every cycle and iteration."""
        return int(memory["cycle"]) * self.settings.iterations + turn

    def _about(self, memory: Memory, sampling: Sampling | None = None) -> Sampling:
        """As far from the plan as the memory says."""
        return replace(self.steering.sampling(sampling or self.settings.sampling), sigma=memory["sigma"])
