"""The Monte Carlo controller of one robot in one world: its memory, one cycle, and what it looked at.

Of one input, plans are vectors over the steps; of several, rows of these.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.control.sampling_mpc.futures import Futures, futures_of
from snakelab.control.sampling_mpc.rounds import Found, Memory, Rounds
from snakelab.control.sampling_mpc.sending import Moving, command_of, plan_notes
from snakelab.control.sampling_mpc.steering import Steering
from snakelab.control.sampling_mpc.wall_map import check_goal, check_snake
from snakelab.control.sampling_mpc.weights import shifted
from snakelab.errors import ControlError
from snakelab.geometry.planar.grid import DistanceGrid
from snakelab.physics.command import Command, Measurement
from snakelab.physics.model import Model
from snakelab.planar_batch.dynamics.lane_model import LaneModel
from snakelab.planar_batch.from_engine.robot import measured_state
from snakelab.planar_batch.robot.state import SwimmerState, straight_state
from snakelab.planar_batch.robot.swimmer import PlanarSwimmer
from snakelab.types import FloatArray, count

if TYPE_CHECKING:
    from snakelab.control.sampling_mpc.controller import MonteCarloMpc


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
        if self.walls is not None:
            check_goal(self.walls, np.asarray(self.settings.aim().goal, dtype=np.float64))

    @property
    def period(self) -> float:
        """Control period [s]."""
        return self.settings.period

    @cached_property
    def rounds(self) -> Rounds:
        """What it samples with."""
        return Rounds(self.settings, self.lanes, self.steering)

    def start(self, model: Model, time: float) -> tuple[Command, Memory]:
        """The joints straight, and an empty plan. Compiles what is not compiled yet, so that no cycle has to."""
        steps, n = self.settings.horizon.steps, len(self.steering.names)
        sigma, last = self._fresh_sigma(steps), self._bare(self.steering.at_rest())
        memory = {"plan": np.zeros(sigma.shape), "sigma": sigma, "cycle": 0, "last": _plain(last), "phase": 0.0}
        self.rounds.sample(straight_state(self.snake), memory, sampling=replace(self.settings.sampling, n_samples=1))
        self.settings.sampling.draw(steps, 0, n_joints=n)
        return self._say((np.zeros(len(self.steering.joints)),) * 3, {}), memory

    def command(self, known: Measurement, memory: Memory) -> tuple[Command, Memory]:
        """The plan's first input, with what was found; and the plan for the next period.

        Raises:
            ControlError: if the robot's state is not known, it has left the map of the walls, or every sample diverged.
        """
        plan, found = self._planned(self._state(known), memory)
        first = plan["plan"][..., 0]
        notes = {
            "cost": float(found.weights @ found.costs[found.numbers]),
            "best_cost": float(found.costs[found.numbers[0]]),
            "diverged": int(np.count_nonzero(np.isinf(found.costs))),
        } | plan_notes(self.steering, plan["plan"], plan["sigma"])
        before, now, period = np.atleast_1d(memory["last"]), np.atleast_1d(first), self.period
        phase = float(self.steering.phase_after(before, now, memory["phase"], period))
        said = self._say(self.steering.moving(before, now, memory["phase"], period, 1.0), notes)
        sigma = self._shifted_sigma(plan["sigma"])
        later = {"plan": shifted(plan["plan"]), "sigma": sigma, "cycle": memory["cycle"] + 1}
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
        found = self.rounds.sample(state, memory)
        rng = np.random.default_rng([self.settings.sampling.seed, memory["cycle"]])
        others = np.setdiff1d(np.arange(len(found.costs)), found.numbers)
        drawn = rng.permutation(others)[: max(wanted - len(found.numbers), wanted // 2)]
        numbers = np.concatenate([found.numbers[: wanted - len(drawn)], drawn])
        return futures_of(
            self.snake, self.lanes, state, self.rounds.inputs(memory, numbers), found.costs[numbers],
            len(numbers) - len(drawn), self.settings.horizon, memory["last"], self.steering, memory["phase"],
        )  # fmt: skip

    def _planned(self, state: SwimmerState, memory: Memory) -> tuple[Memory, Found]:
        """The memory with the plan after all rounds of a cycle, and the last round."""
        found = self.rounds.sample(state, memory)
        plan = self.rounds.improved(memory, found)
        for turn in range(1, self.settings.iterations):
            found = self.rounds.sample(state, plan, turn)
            plan = self.rounds.improved(plan, found)
        return plan, found

    def _shifted_sigma(self, sigma: FloatArray) -> FloatArray:
        """Of the next plan, whose last step comes into view: that one is as uncertain as at the start."""
        if not self.settings.adapt_sigma:
            return sigma
        return np.concatenate((sigma[..., 1:], self._fresh_sigma(sigma.shape[-1])[..., -1:]), axis=-1)

    def _fresh_sigma(self, steps: int) -> FloatArray:
        """Of a plan of which nothing is known."""
        return self._bare(self.settings.sampling.deviations(steps, len(self.steering.names)))

    def _state(self, known: Measurement) -> SwimmerState:
        """The state to predict from, on the map of the walls."""
        state = measured_state(self.model, known)
        if self.walls is not None:
            check_snake(self.walls, self.snake, state)
        return state

    def _bare(self, rows: FloatArray) -> FloatArray:
        """Rows of the inputs; of one input the row itself."""
        return rows if len(self.steering.names) > 1 else rows[0]

    def _say(self, moving: Moving, notes: dict[str, Any]) -> Command:
        held = self.steering.wave is None and not self.settings.horizon.ramp
        return command_of(self.steering, moving, self.model.n_coordinates, held, notes)


def _plain(value: Any) -> Any:
    """A number of no dimensions as a float, else a copy."""
    return float(value) if np.ndim(value) == 0 else np.array(value)
