"""Vector environment: all rows in one call."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from snakelab.bridges.gymnasium.picture import picture
from snakelab.bridges.gymnasium.plan import Plan
from snakelab.bridges.gymnasium.replay import replayed
from snakelab.bridges.gymnasium.spaces import action_columns, action_space, observation_columns, observation_space
from snakelab.errors import SimulationError
from snakelab.results.recording import Recording

MODES = {
    "next_step": AutoresetMode.NEXT_STEP,
    "same_step": AutoresetMode.SAME_STEP,
    "disabled": AutoresetMode.DISABLED,
}


def _numbers(seed: Any, n_rows: int) -> list[int]:
    """Seeds as numbers: one, or one for each row."""
    given = [seed] if isinstance(seed, (int, np.integer)) else seed
    several = isinstance(given, (list, tuple, np.ndarray)) and len(given) in (1, n_rows)
    numbers: list[Any] = [0 if one is None else one for one in given] if several else [None]
    if not all(isinstance(one, (int, np.integer)) and one >= 0 for one in numbers):
        raise SimulationError(
            f"seed must be a number of at least 0, or {n_rows} of them, one for each row; got {seed!r}"
        )
    return [int(one) for one in numbers]


class SnakeVectorEnv(gymnasium.vector.VectorEnv):
    """Environment of many rows. Make it with `snakelab.environment(..., n=64)`.

    Attributes:
        model: The model.
        task: Period, observation, action and goal as plain data, for the file of a policy.
        observation_columns: Name, columns and unit of each term of the observation.
        action_columns: Name, values at -1 and 1, and unit of each column of the action.
    """

    def __init__(self, plan: Plan, autoreset: str, render_mode: str | None) -> None:
        self._plan, self._course, self._mode = plan, plan.course, autoreset
        self.model, self.task, self.render_mode, self.num_envs = plan.model, plan.task, render_mode, plan.course.rows.n
        fps = max(1, round(1 / plan.task["period"]))
        self.metadata = {"render_modes": ["rgb_array"], "render_fps": fps, "autoreset_mode": MODES[autoreset]}
        first = self._course.reset(np.arange(self.num_envs), np.random.default_rng(0))
        self.single_action_space = action_space(self._course)
        self.single_observation_space = observation_space(first.shape[1])
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._done = np.zeros(self.num_envs, bool)
        self.observation_columns, self.action_columns = observation_columns(self._course), action_columns(self._course)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start episodes of all rows, or of those of the mask `options["reset_mask"]`.

        A list of seeds, one for each row, is one seed for all rows together.
        """
        if seed is not None:
            numbers = _numbers(seed, self.num_envs)
            mixed = np.random.SeedSequence(numbers).generate_state(1)[0]
            super().reset(seed=int(numbers[0] if len(numbers) == 1 else mixed))
        mask = (options or {}).get("reset_mask")
        if mask is None:
            chosen = np.arange(self.num_envs)
        else:
            mask = np.asarray(mask)
            if mask.dtype != bool or mask.shape != (self.num_envs,) or not mask.any():
                raise SimulationError(f"reset_mask must be {self.num_envs} booleans, at least one of them true")
            chosen = np.flatnonzero(mask)
        self._done[chosen] = False
        return self._course.reset(chosen, self.np_random), {}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Advance all rows by one period."""
        if self._mode == "disabled" and self._done.any():
            raise SimulationError(
                f"{int(self._done.sum())} rows have ended; reset them with reset(options={{'reset_mask': mask}})"
            )
        before = self._done
        observation, reward, terminated, truncated = self._course.step(actions)
        info: dict[str, Any] = {}
        if self._mode == "next_step" and before.any():
            reward[before], terminated = 0.0, terminated & ~before
            truncated = truncated & ~before
            observation = self._course.reset(np.flatnonzero(before), self.np_random, returned=False)
        done = terminated | truncated
        if self._mode == "same_step" and done.any():
            ended = np.flatnonzero(done)
            final = np.full(self.num_envs, None, object)
            for i, seen in zip(ended.tolist(), observation[ended], strict=True):
                final[i] = seen
            info = {"final_obs": final, "_final_obs": done, "final_info": {}, "_final_info": done}
            observation = self._course.reset(ended, self.np_random, returned=False)
        self._done = done
        return observation, reward, terminated, truncated, info

    def render(self) -> Any:
        """Return a picture of each of the first 16 rows; None without a render mode."""
        if self.render_mode != "rgb_array":
            return None
        return tuple(picture(self._plan, row) for row in range(min(16, self.num_envs)))

    def recording(self, row: int = 0) -> Recording:
        """Return the present episode of a row as a recording: the same commands, simulated once more.

        It needs `record=True`. Episodes in lanes are simulated by the engine, with equal time steps.
        """
        return replayed(self._plan, row)
