"""Interfaces of Gymnasium: spaces, pictures, and the single and the vector environment."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from PIL import Image, ImageDraw

from snakelab.errors import SimulationError, counted
from snakelab.physics.kinematics import jacobians
from snakelab.plugins.learn.episodes import OBSERVED, EnvironmentPlan, Episodes, replayed
from snakelab.plugins.learn.stepping_backends import EngineRows, LaneRows
from snakelab.results.recording import Recording
from snakelab.results.recording_checks import VARIABLES
from snakelab.robots.link import Link

# ----------------------------------------------------------------------------------------------------------------------
# Spaces of actions and observations, and names and units of their columns
# ----------------------------------------------------------------------------------------------------------------------

LANE_UNITS = {"head_angle": "rad", "head_rate": "rad/s"}


class ObservationColumns(NamedTuple):
    """Columns of one term of an observation.

    Attributes:
        name: The term.
        columns: Its columns.
        unit: Unit of its values.
    """

    name: str
    columns: slice
    unit: str


class ActionColumn(NamedTuple):
    """One column of an action.

    Attributes:
        name: Joint, propeller or parameter of a gait.
        low, high: Values at -1 and 1.
        unit: Their unit.
    """

    name: str
    low: float
    high: float
    unit: str


def action_space(course: Episodes) -> Any:
    """Box from -1 to 1."""
    return spaces.Box(-1.0, 1.0, (course.actions.width,), np.float32)


def observation_space(width: int) -> Any:
    """Box of all 32-bit numbers."""
    return spaces.Box(-np.inf, np.inf, (width,), np.float32)


def observation_columns(course: Episodes) -> tuple[ObservationColumns, ...]:
    """Columns of the terms of an observation, in their order."""
    ends = np.cumsum([0, *course.widths()]).tolist()
    return tuple(
        ObservationColumns(name, slice(first, last), _unit(name))
        for name, first, last in zip(course.observation, ends[:-1], ends[1:], strict=True)
    )


def action_columns(course: Episodes) -> tuple[ActionColumn, ...]:
    """Columns of an action."""
    actions = course.actions
    each = zip(actions.names, actions.low.tolist(), actions.high.tolist(), actions.units, strict=True)
    return tuple(ActionColumn(*one) for one in each)


def _unit(name: str) -> str:
    if name in OBSERVED:
        return OBSERVED[name].unit
    unit = VARIABLES[name][1] if name in VARIABLES else LANE_UNITS.get(name, "-")
    return "-" if unit == "1" else unit


# ----------------------------------------------------------------------------------------------------------------------
# Pictures of a row from above
# ----------------------------------------------------------------------------------------------------------------------

SIZE, MARGIN = 256, 1.6  # of the picture [pixel]; its side in body lengths


def picture(plan: EnvironmentPlan, row: int) -> Any:
    """Return a picture from above around the body, shape (256, 256, 3), uint8."""
    points = _points(plan, row)
    length = max(float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum()), 1e-3)
    scale, middle = SIZE / (MARGIN * length), points.mean(axis=0)
    image = Image.new("RGB", (SIZE, SIZE), "white")
    draw = ImageDraw.Draw(image)

    def pixel(place: Any) -> tuple[float, float]:
        x, y = (np.asarray(place) - middle) * scale
        return float(SIZE / 2 + x), float(SIZE / 2 - y)

    spacing = length / 4
    half = MARGIN * length / 2
    for axis in (0, 1):
        first, last = np.ceil((middle[axis] - half) / spacing), np.floor((middle[axis] + half) / spacing)
        for k in np.arange(first, last + 1):
            ends = np.array([middle - half, middle + half])
            ends[:, axis] = k * spacing
            draw.line([pixel(ends[0]), pixel(ends[1])], fill=(225, 225, 225))
    for goal in () if plan.course.goal is None else plan.course.goal:
        x, y = pixel(goal)
        r = max(3.0, plan.course.goal_radius * scale)
        draw.ellipse([x - r, y - r, x + r, y + r], outline=(0, 158, 115), width=2)
    draw.line([pixel(p) for p in points], fill=(0, 114, 178), width=7, joint="curve")
    x, y = pixel(points[-1])
    draw.ellipse([x - 5, y - 5, x + 5, y + 5], fill=(213, 94, 0))
    return np.array(image)


def _points(plan: EnvironmentPlan, row: int) -> Any:
    """Points along the body from the tail, shape (m, 2), [m]."""
    rows = plan.course.rows
    if isinstance(rows, EngineRows):
        poses, _ = jacobians(rows.batch.models[row], rows.state(row))
        return np.nan_to_num(poses[:, 9:11])
    assert isinstance(rows, LaneRows)
    n = plan.model.n_coordinates
    seen = np.nan_to_num(np.asarray(rows.raw[row], float))
    angles = seen[2 * n] - np.append(np.cumsum(seen[:n][::-1])[::-1], 0.0)
    lengths = np.array([part.length for part in plan.model.robot.parts if isinstance(part, Link)])[: n + 1]
    steps = lengths[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])
    points = np.vstack([np.zeros(2), np.cumsum(steps, axis=0)])
    return points - points.mean(axis=0) + seen[2 * n + 2 : 2 * n + 4]


# ----------------------------------------------------------------------------------------------------------------------
# Single environment: one robot
# ----------------------------------------------------------------------------------------------------------------------


class SnakeEnv(gymnasium.Env):
    """Environment of one robot. Make it with `snakelab.environment`.

    Attributes:
        model: The model.
        task: Period, observation, action and goal as plain data, for the file of a policy.
        observation_columns: Name, columns and unit of each term of the observation.
        action_columns: Name, values at -1 and 1, and unit of each column of the action.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 20}  # noqa: RUF012 - as of the base class

    def __init__(self, plan: EnvironmentPlan, render_mode: str | None) -> None:
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


# ----------------------------------------------------------------------------------------------------------------------
# Vector environment: all rows in one call
# ----------------------------------------------------------------------------------------------------------------------

MODES = {"next_step": AutoresetMode.NEXT_STEP, "same_step": AutoresetMode.SAME_STEP, "disabled": AutoresetMode.DISABLED}


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

    def __init__(self, plan: EnvironmentPlan, autoreset: str, render_mode: str | None) -> None:
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
        """Advance all rows by one period.

        With the backend "cuda", actions may be in the memory of the GPU (`__cuda_array_interface__`); they are copied to the CPU,
        where the rewards are computed.

        `info["diverged"]`, shape (n,), is the mask of the rows whose episode ended in this step because its simulation
        diverged. With the autoreset "same_step" it is also in `info["final_info"]`.
        """
        if self._mode == "disabled" and self._done.any():
            raise SimulationError(
                f"{counted(int(self._done.sum()), 'row')} {'has' if self._done.sum() == 1 else 'have'} ended; reset them with "
                f"reset(options={{'reset_mask': mask}})"
            )
        before = self._done
        observation, reward, terminated, truncated = self._course.step(actions)
        diverged = np.array(self._course.rows.failed, bool)
        if self._mode == "next_step" and before.any():
            diverged &= ~before
            reward[before], terminated = 0.0, terminated & ~before
            truncated = truncated & ~before
            observation = self._course.reset(np.flatnonzero(before), self.np_random, returned=False)
        done = terminated | truncated
        info: dict[str, Any] = {"diverged": diverged, "_diverged": np.ones(self.num_envs, bool)}
        if self._mode == "same_step" and done.any():
            ended = np.flatnonzero(done)
            final = np.full(self.num_envs, None, object)
            for i, seen in zip(ended.tolist(), observation[ended], strict=True):
                final[i] = seen
            final_info = {"diverged": diverged & done, "_diverged": done}
            info |= {"final_obs": final, "_final_obs": done, "final_info": final_info, "_final_info": done}
            observation = self._course.reset(ended, self.np_random, returned=False)
        self._done = done
        return observation, reward, terminated, truncated, info

    @property
    def batch(self) -> Any:
        """The states of all rows: a `Batch`, a `CudaBatch` or a `LaneBatch`."""
        return self._course.rows.batch

    @property
    def on_device(self) -> Any:
        """Observations of all rows in the memory of the GPU, shape (width, n), with the backend "cuda".

        `torch.from_dlpack` and `jax.dlpack.from_dlpack` read them without a copy; `__cuda_array_interface__` is the address.
        The next call overwrites them. A row that diverged in the last step has its last observation there, not zeros.

        Raises:
            SimulationError: with another backend, or if a term of the observation is computed from variables.
        """
        rows = self._course.rows
        if not isinstance(rows, EngineRows):
            raise SimulationError("observations are in the memory of a GPU with backend='cuda' only")
        return rows.on_device(self._course.observation)

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
