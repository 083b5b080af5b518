"""Course of episodes in many rows: actions in; observations, rewards and ends out. It does not require Gymnasium."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from snakelab.bridges.gymnasium.rows import LaneRows, Rows, Start
from snakelab.bridges.gymnasium.terms import Reward, check_rewards, observed
from snakelab.control.learned_control.actions import ActionMap
from snakelab.errors import SimulationError
from snakelab.types import FloatArray


class Outcome(NamedTuple):
    """Result of a step of all rows."""

    observation: Any
    reward: Any
    terminated: Any
    truncated: Any


@dataclass(frozen=True)
class EpisodeForm:
    """Definition of an episode.

    Args:
        observation: Terms.
        rewards: Terms with weights.
        n_steps: Steps of an episode [-].
        goal: Points to reach one after the other, shape (k, 2), [m]; None for none.
        goal_radius: Distance that counts as reached [m].
        start: Spread of starts.
        randomise: Ranges of parameters that are sampled for each episode of a row.
        recorded: True to store the commands of the episodes.
        set_point: Depth [m] and heading [rad] to hold, by "depth" and "heading".
        copied: True if each observation is a new array.
    """

    observation: tuple[str, ...]
    rewards: Sequence[Reward]
    n_steps: int
    goal: FloatArray | None
    goal_radius: float
    start: Start
    randomise: Mapping[str, tuple[float, float]]
    recorded: bool
    set_point: Mapping[str, float]
    copied: bool = True


class Course:
    """Episodes of all rows.

    Args:
        rows: The states.
        actions: Map of actions.
        form: Definition of the episodes.
    """

    def __init__(self, rows: Rows, actions: ActionMap, form: EpisodeForm) -> None:
        self.rows, self.actions, self.rewards = rows, actions, list(form.rewards)
        self.observation, self.n_steps, self.start = form.observation, form.n_steps, form.start
        self.randomise, self.goal, self.goal_radius = form.randomise, form.goal, form.goal_radius
        self.recorded, self.copied, self.set_point = form.recorded, form.copied, form.set_point
        n = rows.n
        self.steps = np.zeros(n, np.int64)
        self._phase = np.zeros(n)
        self._remembers = "last_action" in self.observation or any(r.name == "action_change" for r in form.rewards)
        self._last: Any = np.zeros((n, actions.width), rows.dtype)
        self._distance: Any = np.zeros(n)
        self._next = np.zeros(n, np.int64)  # goals that each row has reached
        self.commands: list[list[Any]] = [[] for _ in range(n)] if form.recorded else []
        self.starts: list[Any] = [None] * n
        self._raw = self._raw_columns()
        self._buffer: Any = np.zeros((n, actions.n_commands), rows.dtype)
        self._out: Any = None

    def reset(self, chosen: np.ndarray, random: np.random.Generator, returned: bool = True) -> Any:
        """Start episodes of some rows; returns the observations of all.

        Args:
            chosen: Indices of the rows.
            random: Generator of the starts.
            returned: True if the observations of the last step have been returned and must not change.
        """
        if returned and self.copied and isinstance(self.rows, LaneRows):
            self.rows.raw = self.rows.raw.copy()
        if self.randomise:
            self.rows.vary(self.randomise, random, chosen)
        self.rows.reset(chosen, self.start, random)
        self.steps[chosen], self._phase[chosen], self._last[chosen], self._next[chosen] = 0, 0.0, 0.0, 0
        values = self._values(self._last)
        if self.goal is not None:
            self._distance = np.asarray(self._distance).copy()
            self._distance[chosen] = self._distances(values)[chosen]
        if self.recorded:
            for i in chosen.tolist():
                self.commands[i] = []
                self.starts[i] = self.rows.state(i)
        return self._observed(values)

    def step(self, actions: Any) -> Outcome:
        """Advance all rows by one period."""
        shape = (self.rows.n, self.actions.width)
        try:
            given: Any = np.asarray(actions, self.rows.dtype)
        except (TypeError, ValueError):
            raise SimulationError(f"actions must be numbers of shape {shape}, got a {type(actions).__name__}") from None
        if given.shape != shape:
            raise SimulationError(f"actions must have shape {shape}, got {given.shape}")
        commands = self.actions.commands(given, self._phase, None if self.recorded else self._buffer)
        self.rows.step(commands)
        if self.recorded:
            for kept, command in zip(self.commands, commands, strict=True):
                kept.append(command)
        self.steps += 1
        failed = self.rows.failed
        values = self._values(given)
        before, reached = self._distance, None
        if self.goal is not None:
            self._distance = self._distances(values)
            values |= {"distance_before": before, "distance": self._distance}
            reached = self._distance <= self.goal_radius
            if len(self.goal) > 1:
                reached = self._passed(reached, values)
        with np.errstate(all="ignore"):
            reward = self._reward(values)
            if not np.isfinite(reward.sum()):
                reward[failed] = 0.0
                if not np.isfinite(reward).all():
                    check_rewards(self.rewards, values, ~failed, self.steps)
        observation = self._observed(values)
        if failed.any():
            observation = np.where(failed[:, None], 0.0, observation).astype(observation.dtype)
        if self._remembers:
            self._last = given.copy()
        terminated = failed if reached is None else failed | reached
        return Outcome(observation, reward, terminated, self.steps >= self.n_steps)

    def widths(self) -> list[int]:
        """Number of columns of each term of the observation."""
        values = self._values(self._last)
        return [observed([name], values).shape[1] for name in self.observation]

    def _reward(self, values: Mapping[str, Any]) -> Any:
        total: Any = None
        for term in self.rewards:
            part = term.weight * np.asarray(term.values(values))
            total = part if total is None else total + part
        return np.array(np.broadcast_to(total, (self.rows.n,)), dtype=np.float64)

    def _values(self, action: Any) -> dict[str, Any]:
        values = dict(self.rows.values())
        values["action"], values["last_action"] = action, self._last
        if "time_left" in self.observation:
            values["time_left"] = 1.0 - self.steps / self.n_steps
        if self.goal is not None:
            values["goal"] = self.goal[self._next]
        for name, value in self.set_point.items():
            values[f"set_{name}"] = np.full(self.rows.n, value)
        return values

    def _passed(self, reached: Any, values: dict[str, Any]) -> Any:
        """Set the next goal of rows that reached one; return the mask of those at the last goal."""
        assert self.goal is not None
        final = reached & (self._next == len(self.goal) - 1)
        self._next += reached & ~final
        values["goal"] = self.goal[self._next]
        self._distance = self._distances(values)  # of the next step; this one's progress is to the goal that it had
        return final

    def _distances(self, values: Mapping[str, Any]) -> Any:
        assert self.goal is not None
        away = values["com_position"][:, :2] - self.goal[self._next]
        return np.hypot(away[:, 0], away[:, 1])

    def _observed(self, values: Mapping[str, Any]) -> Any:
        if self._raw is not None:
            assert isinstance(self.rows, LaneRows)
            whole = self._raw.start == 0 and self._raw.stop == self.rows.raw.shape[1]
            part = self.rows.raw if whole else self.rows.raw[:, self._raw]
            return part.copy() if self.copied and not whole else part
        if "last_action" in self.observation:
            values = {**values, "last_action": values["action"]}
        observation: Any = observed(self.observation, values)
        if self.copied:
            return observation.astype(np.float32)
        if self._out is None:
            self._out = np.empty(observation.shape, np.float32)
        self._out[:] = observation
        return self._out

    def _raw_columns(self) -> slice | None:
        """Columns of the observations of lanes, where the terms are neighbours in their order."""
        if not isinstance(self.rows, LaneRows):
            return None
        names = tuple(self.rows.columns)
        if not set(self.observation) <= set(names):
            return None
        first = names.index(self.observation[0])
        if names[first : first + len(self.observation)] != self.observation:
            return None
        return slice(self.rows.columns[self.observation[0]].start, self.rows.columns[self.observation[-1]].stop)
