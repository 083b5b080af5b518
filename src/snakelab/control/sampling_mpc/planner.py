"""Planner of a `MonteCarloMpc` for one robot in one world: its memory, its control cycle and its sampled futures.

A plan of one input is a vector over the steps; a plan of several inputs has a row for each.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from snakelab.control.engine_mpc.weights import shifted
from snakelab.control.sampling_mpc.prediction import Futures, Memory, PlannerSettings, SampledRound, Sampler
from snakelab.control.sampling_mpc.steering import Motion, Steering, command_of, plan_notes
from snakelab.errors import ControlError
from snakelab.geometry.planar.grid import SignedDistanceGrid
from snakelab.physics.command import Command, Measurement
from snakelab.physics.model import Model
from snakelab.planar_batch.conversion.robot import links_of, measured_state
from snakelab.planar_batch.conversion.world import bounds, inside
from snakelab.planar_batch.dynamics.lane_model import LaneModel
from snakelab.planar_batch.robot.state import SwimmerState, straight_state
from snakelab.planar_batch.robot.swimmer import PlanarSwimmer
from snakelab.robots.parts import Link
from snakelab.types import FloatArray, count


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
