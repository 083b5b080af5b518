"""Episodes of an environment: terms of observations and rewards, their course in many rows, and their replay.

In reading order: `RewardTerm` and `REWARDS`; `Episodes`, the episodes of all rows; `EnvironmentPlan`, the components of an
environment; `replayed`, an episode as a recording. None of it requires Gymnasium.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from snakelab.control.learned_policies import DERIVED, SET_POINTS, ActionMap, ObservationTerm, flat
from snakelab.errors import SimulationError, SnakelabError, nearest
from snakelab.geometry.rotations import heading_of, wrapped
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.columns import SERVO
from snakelab.physics.command import Command, Measurement
from snakelab.physics.model import Model
from snakelab.physics.state import State
from snakelab.plugins.learn.stepping_backends import EngineRows, LaneRows, Rows, Start
from snakelab.results.recording import Recording
from snakelab.sim.simulation import simulate

# ----------------------------------------------------------------------------------------------------------------------
# Named terms of observations and rewards, with their units
# ----------------------------------------------------------------------------------------------------------------------

GOAL_TERMS: dict[str, ObservationTerm] = {
    "goal_vector": ObservationTerm("m", ("goal", "com_position"), lambda v: v["goal"] - v["com_position"][:, :2]),
    "goal_distance": ObservationTerm(
        "m", ("goal", "com_position"), lambda v: np.hypot(*(v["goal"] - v["com_position"][:, :2]).T)
    ),
    "time_left": ObservationTerm("-", ("time_left",), lambda v: v["time_left"]),
}
OBSERVED = DERIVED | GOAL_TERMS
NUMBERS = (int, float, np.integer, np.floating)
INTERNAL = (
    "goal", "last_action", "time_left", "action", "distance_before", "distance", *(f"set_{name}" for name in SET_POINTS),
)  # fmt: skip


class RewardTerm(NamedTuple):
    """Term of a reward.

    Attributes:
        unit: Of its values.
        needs: Variables that it is computed from.
        values: Function of the variables to shape (n,).
    """

    unit: str
    needs: tuple[str, ...]
    values: Callable[[Mapping[str, Any]], Any]


def _mean_square(values: Any) -> Any:
    return np.einsum("ij,ij->i", values, values) / values.shape[1]


def _turn_rate(base_velocity: Any, rates: Any) -> Any:
    """Mean turning rate of equal links in a plane, from the tail on."""
    n = rates.shape[1]
    return base_velocity[:, 5] + rates @ (np.arange(n, 0, -1) / (n + 1))


REWARDS: dict[str, RewardTerm] = {
    "forward_velocity": RewardTerm("m/s", ("com_velocity",), lambda v: v["com_velocity"][:, 0]),
    "lateral_velocity": RewardTerm("m/s", ("com_velocity",), lambda v: np.abs(v["com_velocity"][:, 1])),
    "velocity_y": RewardTerm("m/s", ("com_velocity",), lambda v: v["com_velocity"][:, 1]),
    "velocity_z": RewardTerm("m/s", ("com_velocity",), lambda v: v["com_velocity"][:, 2]),
    "turn_rate": RewardTerm("rad/s", ("base_velocity", "v"), lambda v: _turn_rate(v["base_velocity"], v["v"])),
    "speed": RewardTerm("m/s", ("com_velocity",), lambda v: np.hypot(v["com_velocity"][:, 0], v["com_velocity"][:, 1])),
    "lateral_offset": RewardTerm("m", ("com_position",), lambda v: np.abs(v["com_position"][:, 1])),
    "height": RewardTerm("m", ("com_position",), lambda v: v["com_position"][:, 2]),
    "progress": RewardTerm("m", ("goal", "com_position"), lambda v: v["distance_before"] - v["distance"]),
    "goal_distance": RewardTerm("m", ("goal", "com_position"), lambda v: v["distance"]),
    "depth_offset": RewardTerm(
        "m", ("com_position", "set_depth"), lambda v: np.abs(v["com_position"][:, 2] + v["set_depth"])
    ),
    "heading_offset": RewardTerm(
        "rad",
        ("base_quaternion", "set_heading"),
        lambda v: np.abs(wrapped(heading_of(v["base_quaternion"]) - v["set_heading"])),
    ),
    "alive": RewardTerm("-", (), lambda v: np.ones(len(v["action"]))),
    "action_square": RewardTerm("-", ("action",), lambda v: _mean_square(v["action"])),
    "action_change": RewardTerm("-", ("action", "last_action"), lambda v: _mean_square(v["action"] - v["last_action"])),
    "rate_square": RewardTerm("rad^2/s^2", ("v",), lambda v: _mean_square(v["v"])),
    "torque_square": RewardTerm("N^2 m^2", ("tau",), lambda v: _mean_square(v["tau"])),
    "power": RewardTerm("W", ("tau", "v"), lambda v: np.abs(v["tau"] * v["v"]).sum(axis=1)),
}


class Reward(NamedTuple):
    """One term of a reward with its weight."""

    name: str
    weight: float
    values: Callable[[Mapping[str, Any]], Any]


def observation_needs(names: Any, variables: Sequence[str]) -> list[str]:
    """Return the variables that observation terms need.

    Args:
        names: Terms: those of `OBSERVED`, or variables.
        variables: Variables that exist.

    Raises:
        SimulationError: if there is no such term, with the nearest name.
    """
    if isinstance(names, str) or not names or not all(isinstance(name, str) for name in names):
        raise SimulationError(f"observation must be a list of terms, such as ['q', 'v', 'heading']; got {names!r}")
    needed: list[str] = []
    for name in names:
        if name not in OBSERVED and name not in variables:
            raise SimulationError(f"unknown observation term {name!r}{nearest(name, (*OBSERVED, *variables))}")
        needs = OBSERVED[name].needs if name in OBSERVED else (name,)
        _check_available(needs, variables, f"observation term {name!r}")
        needed += needs
    return [name for name in dict.fromkeys(needed) if name not in INTERNAL]


def rewards_of(reward: Any, variables: Sequence[str]) -> tuple[list[Reward], list[str]]:
    """Return the terms of a reward, and the variables that they need.

    Args:
        reward: Weight of each term by its name, or (function, weight, needed variables) for a user-defined term; the function
            takes the variables by name and returns one value for each row.
        variables: Variables that exist.

    Raises:
        SimulationError: if there is no such term, or a weight is no finite number.
    """
    if not isinstance(reward, Mapping) or not reward:
        raise SimulationError(f"reward must map terms to weights, such as {{'forward_velocity': 1.0}}; got {reward!r}")
    terms: list[Reward] = []
    needed: list[str] = []
    for name, given in reward.items():
        if isinstance(given, tuple) and len(given) in (2, 3) and callable(given[0]):
            more = given[2] if len(given) == 3 else ()
            needs = (more,) if isinstance(more, str) else tuple(more)
            function, weight = _checked_term(name, given[0]), given[1]
        elif name in REWARDS:
            function, weight, needs = REWARDS[name].values, given, REWARDS[name].needs
        elif callable(given):
            raise SimulationError(
                f"reward term {name!r} has no weight; write {{{name!r}: (function, 1.0, ['com_position'])}}"
            )
        else:
            raise SimulationError(
                f"unknown reward term {name!r}{nearest(str(name), tuple(REWARDS))}; a user-defined one is (function, weight, "
                "needed variables)"
            )
        if isinstance(weight, bool) or not isinstance(weight, NUMBERS) or not math.isfinite(weight):
            raise SimulationError(f"the weight of the reward term {name!r} must be a finite number, got {weight!r}")
        terms.append(Reward(name, float(weight), function))
        _check_available(needs, variables, f"reward term {name!r}")
        needed += needs
    return terms, [name for name in dict.fromkeys(needed) if name not in INTERNAL]


def _checked_term(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A user-defined term whose errors, and values of another shape than (n,) for n rows, are errors with its name."""

    def values_of(values: Mapping[str, Any]) -> Any:
        n_rows = len(next(iter(values.values())))
        try:
            reward = np.asarray(function(values), float)
        except KeyError as problem:
            raise SimulationError(
                f"reward term {name!r} reads {problem.args[0]!r}{nearest(str(problem.args[0]), values)}; name the variables "
                "that it needs, as in (function, weight, ['com_position'])"
            ) from problem
        except SnakelabError:
            raise
        except Exception as problem:  # of a user-defined function
            raise SimulationError(f"reward term {name!r} failed: {type(problem).__name__}: {problem}") from problem
        if reward.shape not in ((), (n_rows,)):
            raise SimulationError(
                f"reward term {name!r} must return one number for each of the {n_rows} rows, got shape {reward.shape}; "
                "variables have the rows as first axis, also in a single environment: values['com_position'][:, 0]"
            )
        return reward

    return values_of


def _check_available(needed: Sequence[str], variables: Sequence[str], what: str) -> None:
    for name in needed:
        if name not in INTERNAL and name not in variables:
            raise SimulationError(f"{what} needs {name!r}, which is not available here{nearest(name, variables)}")


def observed(names: Sequence[str], values: Mapping[str, Any]) -> Any:
    """Observation of all rows, shape (n, width)."""
    parts = [flat(np.asarray(OBSERVED[name].values(values) if name in OBSERVED else values[name])) for name in names]
    return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)


def check_rewards(terms: Sequence[Reward], values: Mapping[str, Any], running: Any, steps: Any) -> None:
    """Raise SimulationError that names the term, the row and the step of a reward that is not finite."""
    for term in terms:
        reward = np.broadcast_to(np.asarray(term.values(values), float), running.shape)
        wrong = running & ~np.isfinite(reward)
        if wrong.any():
            row = int(np.argmax(wrong))
            raise SimulationError(f"reward term {term.name!r} is {reward[row]} in row {row} at step {int(steps[row])}")


# ----------------------------------------------------------------------------------------------------------------------
# Course of episodes in many rows: actions in; observations, rewards and ends out
# ----------------------------------------------------------------------------------------------------------------------


class StepResult(NamedTuple):
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


def on_cpu(actions: Any, batch: Any) -> Any:
    """Actions in the memory of the CPU: a copy of those in the memory of a GPU that simulates the rows; others unchanged.

    Args:
        actions: Array of any package, shape (n, width).
        batch: States of the rows.
    """
    device = getattr(batch, "device", None)
    if device is None or not hasattr(actions, "__cuda_array_interface__"):
        return actions
    return device.download(device.own(actions))


class Episodes:
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

    def step(self, actions: Any) -> StepResult:
        """Advance all rows by one period."""
        shape = (self.rows.n, self.actions.width)
        try:
            given: Any = np.asarray(on_cpu(actions, self.rows.batch), self.rows.dtype)
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
        return StepResult(observation, reward, terminated, self.steps >= self.n_steps)

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


# ----------------------------------------------------------------------------------------------------------------------
# Plan of an environment: all its components
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class EnvironmentPlan:
    """All components of an environment.

    Attributes:
        model: The model.
        course: Its episodes.
        task: Period, observation, action and goal as plain data, for the file of a policy.
        start: State to start from.
        settings: Settings of `simulate` for a replay.
    """

    model: Model
    course: Episodes
    task: dict[str, Any]
    start: State
    settings: dict[str, Any]


# ----------------------------------------------------------------------------------------------------------------------
# Episodes as recordings, by a second simulation with the same commands
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Playback:
    """Controller that repeats the commands of a row of a batch.

    Attributes:
        state: Initial state; the first command holds it.
        commands: Shape (n_periods, n_commands).
        period: Control period [s].
        hold: True if targets are held.
    """

    state: State
    commands: Sequence[Any]
    period: float
    hold: bool

    def start(self, model: Model, time: float) -> tuple[Command, int]:
        """Return the command that holds the start."""
        coordinates = model.arrays.coordinates
        has_target = (coordinates["driven"] != 0) | (coordinates["actuator"] == SERVO)
        return Command(
            np.where(has_target, self.state.q, 0.0), rate=np.where(has_target, self.state.v, 0.0), hold=self.hold
        ), 0

    def command(self, measurement: Measurement, memory: int) -> tuple[Command, int]:
        """Return the next command."""
        command, n = self.commands[min(memory, len(self.commands) - 1)], len(self.state.q)
        return Command(command[:n], hold=self.hold, thrust=command[n:]), memory + 1


def replayed(plan: EnvironmentPlan, row: int) -> Recording:
    """Return the present episode of a row as a recording.

    Raises:
        SimulationError: if commands were not stored, or there are none yet.
    """
    course = plan.course
    if not course.recorded:
        raise SimulationError("the commands of episodes were not kept; write environment(..., record=True)")
    if not 0 <= row < course.rows.n:
        raise SimulationError(f"recording takes a row from 0 to {course.rows.n - 1}, got {row}")
    if not course.commands[row]:
        raise SimulationError(f"row {row} has no step of an episode yet; call step first")
    commands, state = course.commands[row], course.starts[row]
    period = plan.task["period"]
    return simulate(
        course.rows.batch.models[row] if isinstance(course.rows, EngineRows) else plan.model,
        Playback(state, commands, period, course.actions.hold),
        len(commands) * period,
        state=state,
        check_step="never",
        **{name: value for name, value in plan.settings.items() if value is not None},
    )
