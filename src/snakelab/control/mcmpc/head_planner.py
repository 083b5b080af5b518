"""The Monte Carlo controller of one robot in one world: its memory, one cycle, and what it looked at.

Of one input, plans are vectors over the steps; of several, rows of these.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from snakelab.control.mcmpc.futures import Futures, futures_of
from snakelab.control.mcmpc.steering import Steering
from snakelab.control.rollout.rollout import roll_out, sequences
from snakelab.control.rollout.sampling import Sampling
from snakelab.control.rollout.weights import mean_and_spread, shifted
from snakelab.errors import ControlError
from snakelab.geometry.planar.grid import DistanceGrid
from snakelab.physics.command import Command, Measurement
from snakelab.physics.lanes.model import LaneModel
from snakelab.physics.model import Model
from snakelab.physics.swimmer.around import bounds, inside
from snakelab.physics.swimmer.of_model import measured_state
from snakelab.physics.swimmer.state import SwimmerState, straight_state
from snakelab.physics.swimmer.swimmer import PlanarSwimmer
from snakelab.types import FloatArray, count

if TYPE_CHECKING:
    from snakelab.control.mcmpc.mpc import MonteCarloMpc

Memory = dict[str, Any]


class Found(NamedTuple):
    """What one round of samples gave."""

    costs: FloatArray  # (n_samples,)
    numbers: Any  # of those that count, best first
    weights: FloatArray
    inputs: FloatArray  # theirs, (n, n_steps) or (n, m, n_steps)


@dataclass(frozen=True, eq=False)
class HeadPlanner:
    """A `MonteCarloMpc` on its model. Its memory holds plan, sigma, the number of the cycle, the last input and the wave's phase.

    Attributes:
        settings: What it does.
        model: The robot in its world.
        snake: The same as the lanes see it.
        lanes: What it predicts with.
        walls: Distance of the walls; None where there are none.
        steering: What its inputs are to the robot.
    """

    settings: MonteCarloMpc
    model: Model
    snake: PlanarSwimmer
    lanes: LaneModel
    walls: DistanceGrid | None
    steering: Steering

    def __post_init__(self) -> None:
        if self.walls is None:
            return
        goal = np.asarray(self.settings.aim().goal, dtype=np.float64)
        self._on_map(goal[None], "the goal")
        gap, _ = self.walls.at(*goal)
        if gap <= 0.0:
            raise ControlError(
                f"the goal ({goal[0]:g}, {goal[1]:g}) lies {-gap:.3g} m inside a wall; give one in free water"
            )

    @property
    def period(self) -> float:
        """Control period [s]."""
        return self.settings.period

    def start(self, model: Model, time: float) -> tuple[Command, Memory]:
        """The joints straight, and an empty plan. Compiles what is not compiled yet, so that no cycle has to."""
        steps = self.settings.horizon.steps
        n = len(self.steering.names)
        sigma = self._bare(self.settings.sampling.deviations(steps, n))
        last = self._bare(self.steering.at_rest())
        memory = {"plan": np.zeros(sigma.shape), "sigma": sigma, "cycle": 0, "last": _plain(last), "phase": 0.0}
        few = replace(self.settings.sampling, n_samples=1)
        self._sample(straight_state(self.snake), memory, few, 0)
        self.settings.sampling.draw(steps, 0, n_joints=n)
        return self._say((np.zeros(len(self.steering.joints)),) * 3, {}), memory

    def command(self, known: Measurement, memory: Memory) -> tuple[Command, Memory]:
        """The plan's first input, with what was found; and the plan for the next period.

        Raises:
            ControlError: if the robot's state is not known, it has left the map of the walls, or every sample diverged.
        """
        state, own = self._state(known), self.settings
        found = self._sample(state, memory, own.sampling, 0)
        plan = self._improved(memory, found)
        for turn in range(1, own.iterations):
            found = self._sample(state, plan, own.sampling, turn)
            plan = self._improved(plan, found)
        first = plan["plan"][..., 0]
        notes = {
            "cost": float(found.weights @ found.costs[found.numbers]),
            "best_cost": float(found.costs[found.numbers[0]]),
            "diverged": int(np.count_nonzero(np.isinf(found.costs))),
        } | self._notes(plan)
        # the step that comes into view is as uncertain as at the start
        after = plan["sigma"]
        if own.adapt_sigma:
            fresh = self._bare(own.sampling.deviations(after.shape[-1], len(self.steering.names)))
            after = np.concatenate((after[..., 1:], fresh[..., -1:]), axis=-1)
        before, now, period = np.atleast_1d(memory["last"]), np.atleast_1d(first), self.period
        phase = float(self.steering.phase_after(before, now, memory["phase"], period))
        said = self._say(self.steering.moving(before, now, memory["phase"], period, 1.0), notes)
        later = {"plan": shifted(plan["plan"]), "sigma": after, "cycle": memory["cycle"] + 1}
        return said, later | {"last": _plain(first), "phase": phase}

    def futures(self, known: Measurement, memory: Memory, n: int = 32) -> Futures:
        """Some of the futures that the next cycle would look at: half of them of its elite, half drawn from the others.

        Args:
            known: As for `command`.
            memory: As for `command`.
            n: How many [-].
        """
        wanted = count(n, "n", ControlError, least=1)
        state = self._state(known)
        found = self._sample(state, memory, self.settings.sampling, 0)
        rng = np.random.default_rng([self.settings.sampling.seed, memory["cycle"]])
        others = np.setdiff1d(np.arange(len(found.costs)), found.numbers)
        drawn = rng.permutation(others)[: max(wanted - len(found.numbers), wanted // 2)]
        numbers = np.concatenate([found.numbers[: wanted - len(drawn)], drawn])
        sampling = self._sampling(self.settings.sampling, memory)
        inputs = sequences(memory["plan"], sampling, numbers, self._round(memory, 0), self._kind)
        return futures_of(
            self.snake, self.lanes, state, inputs, found.costs[numbers], len(numbers) - len(drawn),
            self.settings.horizon, memory["last"], self.steering, memory["phase"],
        )  # fmt: skip

    @property
    def _kind(self) -> type:
        return self.lanes.links.dtype.type

    def _round(self, memory: Memory, turn: int) -> int:
        """Which samples to draw: others in every cycle and iteration."""
        return int(memory["cycle"]) * self.settings.iterations + turn

    def _sample(self, state: SwimmerState, memory: Memory, sampling: Sampling, turn: int) -> Found:
        """Roll samples about the plan out, and weigh them."""
        own, drawn = self.settings, self._round(memory, turn)
        sampling = self._sampling(sampling, memory)
        costs = roll_out(
            self.lanes, state, memory["plan"], sampling, own.aim(), own.horizon, drawn, memory["last"], own.threads,
            own.backend, self.steering.joints, self.steering.wave, memory["phase"],
        )  # fmt: skip
        numbers, weights = own.weighting.choose(costs)
        return Found(costs, numbers, weights, sequences(memory["plan"], sampling, numbers, drawn, self._kind))

    def _sampling(self, wanted: Sampling, memory: Memory) -> Sampling:
        """As far from the plan as the memory says."""
        return replace(self.steering.sampling(wanted), sigma=memory["sigma"])

    def _improved(self, memory: Memory, found: Found) -> Memory:
        """The memory with the plan, and where wanted the sigma, that the best samples give."""
        mean, spread = mean_and_spread(found.inputs, found.weights)
        sigma = np.maximum(spread, self.settings.least_sigma) if self.settings.adapt_sigma else memory["sigma"]
        return memory | {"plan": mean, "sigma": sigma}

    def _state(self, known: Measurement) -> SwimmerState:
        """The state to predict from, on the map of the walls."""
        state = measured_state(self.model, known)
        if self.walls is not None:
            ends = self.snake.levers()[1]
            c, s = np.cos(state.angle), np.sin(state.angle)
            self._on_map(state.position + np.stack((ends @ c, ends @ s), axis=1), "the snake")
        return state

    def _on_map(self, points: FloatArray, what: str) -> None:
        """Raise ControlError where a point lies beyond the grid of the walls."""
        assert self.walls is not None
        out = ~inside(self.walls, points)
        if out.any():
            (x, y), (low, high) = points[out][0], bounds(self.walls)
            raise ControlError(
                f"{what} is at ({x:.4g}, {y:.4g}), outside of the map of the walls, which reaches from ({low[0]:g}, {low[1]:g}) "
                f"to ({high[0]:g}, {high[1]:g}); give Extruded(solids, lower, upper) that hold start and goal"
            )

    def _notes(self, memory: Memory) -> dict[str, Any]:
        """Input, its sigma and the plan, as people know them; of several inputs each by its name."""
        plan, names = self.steering.told(self._rows(memory["plan"])), self.steering.names
        sigma = self._rows(memory["sigma"])
        spread = self.steering.told(sigma) - self.steering.told(0.0 * sigma)
        ends = [""] if len(names) == 1 else [f"_{name}" for name in names]
        notes: dict[str, Any] = {}
        for end, row, wide in zip(ends, plan, spread, strict=True):
            notes |= {f"input{end}": float(row[0]), f"sigma{end}": float(wide[0]), f"plan{end}": row}
        return notes

    def _rows(self, values: FloatArray) -> FloatArray:
        """A row for each input."""
        return np.reshape(values, (len(self.steering.names), -1))

    def _bare(self, rows: FloatArray) -> FloatArray:
        """Rows of the inputs; of one input the row itself."""
        return rows if len(self.steering.names) > 1 else rows[0]

    def _say(self, moving: tuple[FloatArray, FloatArray, FloatArray], notes: dict[str, Any]) -> Command:
        """Angle, rate and acceleration of the steered joints, and nothing to those that follow."""
        target, rate, acceleration = np.zeros((3, self.model.n_coordinates))
        for row, values in zip((target, rate, acceleration), moving, strict=True):
            row[list(self.steering.joints)] = values
        if self.steering.wave is None and not self.settings.horizon.ramp:
            return Command(target, rate=rate, hold=True, notes=notes)
        return Command(target, rate=rate, acceleration=acceleration, notes=notes)


def _plain(value: Any) -> Any:
    """A number of no dimensions as a float, else a copy."""
    return float(value) if np.ndim(value) == 0 else np.array(value)
