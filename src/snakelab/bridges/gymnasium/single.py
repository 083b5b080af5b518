"""Single environment."""

from typing import Any

import gymnasium
import numpy as np

from snakelab.bridges.gymnasium.picture import picture
from snakelab.bridges.gymnasium.plan import Plan
from snakelab.bridges.gymnasium.replay import replayed
from snakelab.bridges.gymnasium.spaces import action_columns, action_space, observation_columns, observation_space
from snakelab.errors import SimulationError
from snakelab.results.recording import Recording


class SnakeEnv(gymnasium.Env):
    """Environment of one robot. Make it with `snakelab.environment`.

    Attributes:
        model: The model.
        task: Period, observation, action and goal as plain data, for the file of a policy.
        observation_columns: Name, columns and unit of each term of the observation.
        action_columns: Name, values at -1 and 1, and unit of each column of the action.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 20}  # noqa: RUF012 - as of the base class

    def __init__(self, plan: Plan, render_mode: str | None) -> None:
        self._plan, self._course = plan, plan.course
        self.model, self.task, self.render_mode = plan.model, plan.task, render_mode
        self.metadata = {"render_modes": ["rgb_array"], "render_fps": max(1, round(1 / plan.task["period"]))}
        first = self._course.reset(np.arange(1), np.random.default_rng(0))
        self.action_space, self.observation_space = action_space(self._course), observation_space(first.shape[1])
        self.observation_columns, self.action_columns = observation_columns(self._course), action_columns(self._course)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start an episode."""
        super().reset(seed=seed)
        return self._course.reset(np.arange(1), self.np_random)[0], {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Advance by one period."""
        given = np.asarray(action)
        if given.shape != self.action_space.shape:
            raise SimulationError(
                f"the action must be numbers of shape {self.action_space.shape}, got shape {given.shape}"
            )
        result = self._course.step(given[None])
        info = {"diverged": bool(self._course.rows.failed[0])}
        return (
            result.observation[0],
            float(result.reward[0]),
            bool(result.terminated[0]),
            bool(result.truncated[0]),
            info,
        )

    def render(self) -> Any:
        """Return a picture from above, shape (height, width, 3), uint8; None without a render mode."""
        return picture(self._plan, 0) if self.render_mode == "rgb_array" else None

    def recording(self) -> Recording:
        """Return the present episode as a recording: the same commands, simulated once more."""
        return replayed(self._plan, 0)
