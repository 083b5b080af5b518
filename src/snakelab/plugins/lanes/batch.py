"""Lane batch: many rows of one planar snake, stepped together on all cores, with parameters that may differ by row.

In reading order: `LaneWaves`, the waves of the driven joints; `PARAMETERS`, those that may differ from row to row, and
the arrays of the model that hold them; `LaneBatch`, which turns actions into observations. The kernels are in
`batch_kernels`.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from snakelab.errors import GaitError, SimulationError
from snakelab.kernels.cache import announce_compiling, is_compiled, mark_compiled
from snakelab.kernels.threads import over_ranges
from snakelab.parameters.arguments import FloatArray, choice, count, instance, number
from snakelab.physics.model import Model
from snakelab.physics.state import State, initial_state
from snakelab.plugins.lanes.batch_kernels import BatchSettings, Store, roll_waves, step_blocks
from snakelab.plugins.lanes.model.conversion import (
    driven_joints,
    ground_of,
    joint_law_of,
    lane_model_of,
    links_of,
    swimmer_of,
    swimmer_state,
)
from snakelab.plugins.lanes.model.lane_model import (
    CONTACT_DAMPING,
    CONTACT_STIFFNESS,
    CURRENT_X,
    CURRENT_Y,
    FRICTION,
    REACH,
    JointLaw,
    LaneModel,
    PlanarSwimmer,
    SwimmerState,
    as_dtype,
    ground_columns,
    joint_columns,
    link_columns,
    state_row,
)
from snakelab.plugins.lanes.model.planar_world import NUMBERS, GroundFriction
from snakelab.plugins.lanes.vector.vector_type import LANES, MAX_COLUMNS, LaneColumns

# ----------------------------------------------------------------------------------------------------------------------
# Waves of joint angles, one for each row of a lane batch
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class LaneWaves:
    """Waves of the driven joints, one for each row of a `LaneBatch`, or one for all.

        target_j = offset + amplitude sin(2 pi frequency t + phase + j lag), j = 0, 1, ... from the tail.

    Each argument is a number or has shape (n_rows,).

    Args:
        amplitude: Amplitude [rad].
        frequency: Frequency [Hz].
        lag: Phase of a joint ahead of the one behind it [rad].
        offset: Mean angle of all joints, for steering [rad].
        phase: Of the joint nearest to the tail, at the start [rad].

    Raises:
        GaitError: if a value is not finite, or has another shape.
    """

    amplitude: float | FloatArray
    frequency: float | FloatArray
    lag: float | FloatArray
    offset: float | FloatArray = 0.0
    phase: float | FloatArray = 0.0

    def __post_init__(self) -> None:
        for one in fields(self):
            given = getattr(self, one.name)
            try:
                values = np.asarray(given, dtype=np.float64)
            except (TypeError, ValueError, OverflowError):
                values = np.full(1, np.nan)
            if values.ndim > 1 or not np.isfinite(values).all():
                raise GaitError(f"LaneWaves {one.name} must be a finite number, or one for each row, got {given!r}")

    def numbers(self, n_rows: int) -> FloatArray:
        """Amplitude, frequency, lag, offset and phase of each row, shape (n_rows, 5).

        Raises:
            GaitError: if there is not one value for each row.
        """
        columns = []
        for one in fields(self):
            values = np.asarray(getattr(self, one.name), dtype=np.float64)
            if values.ndim == 1 and len(values) != n_rows:
                raise GaitError(
                    f"LaneWaves {one.name} has {len(values)} values for {n_rows} rows; write one for each, or one"
                )
            columns.append(np.broadcast_to(values, n_rows))
        return np.stack(columns, axis=1)


# ----------------------------------------------------------------------------------------------------------------------
# Parameters of a lane batch that differ from row to row, and the arrays of the model that hold them
# ----------------------------------------------------------------------------------------------------------------------

SWIMMER = ("mass", "inertia", "added_mass", "drag_tangential", "drag_normal",
           "spin_inertia", "spin_linear", "spin_quadratic")  # fmt: skip
JOINTS = {f"joint_{name}": name for name in ("follow", "limit", "stiffness", "damping", "feed")}
LAW = {
    "contact_stiffness": CONTACT_STIFFNESS, "contact_damping": CONTACT_DAMPING, "contact_friction": FRICTION,
    "current_x": CURRENT_X, "current_y": CURRENT_Y,
}  # fmt: skip
PARAMETERS = (*SWIMMER, *JOINTS, *NUMBERS, *LAW)
SIGNED = ("current_x", "current_y")
POSITIVE = ("mass", "inertia", "contact_stiffness")

Table = dict[str, FloatArray]


def checked(parameters: Mapping[str, Any], n_rows: int, n_links: int) -> Table:
    """Values of each parameter, of shape (n_rows, n_links), (n_rows, n_links - 1) of a joint's or (n_rows, 1).

    Raises:
        SimulationError: if there is no such parameter, or its shape or a value is wrong; the message names the row.
    """
    instance(parameters, "LaneBatch parameters", (Mapping,), SimulationError)
    table: Table = {}
    for name, given in parameters.items():
        choice(name, "a parameter of LaneBatch", PARAMETERS, SimulationError)
        columns = 1 if name in LAW else n_links - (name in JOINTS)
        values = np.asarray(given, dtype=np.float64)
        if values.shape not in ((n_rows,), (n_rows, columns)):
            raise SimulationError(
                f"LaneBatch {name} has shape {values.shape}; write one value per row, shape ({n_rows},), or ({n_rows}, {columns})"
            )
        values = np.ascontiguousarray(np.broadcast_to(values.reshape(n_rows, -1), (n_rows, columns)))
        _check_values(name, values)
        table[name] = values
    return table


def _check_values(name: str, values: FloatArray) -> None:
    """Raise SimulationError where a value is not finite or has the wrong sign."""
    right = np.isfinite(values)
    if name in POSITIVE:
        right &= values > 0.0
    elif name not in SIGNED:
        right &= values >= 0.0
    if name == "joint_limit":
        right |= values == np.inf
    if not right.all():
        row = int(np.argmin(right.all(axis=1)))
        sign = "finite" if name in SIGNED else "finite and positive" if name in POSITIVE else "finite and not negative"
        raise SimulationError(f"LaneBatch {name} of row {row} must be {sign}, got {values[row].tolist()}")


def model_with(
    model: LaneModel, snake: PlanarSwimmer, law: JointLaw, ground: GroundFriction, table: Table, n_rows: int
) -> LaneModel:
    """Model of a batch whose rows differ, with block layout of all its parameters.

    Args:
        model: Of the robot and world that the rows have in common.
        snake: Its links.
        law: Of its joints.
        ground: Its ground friction.
        table: From `checked`.
        n_rows: Number of rows [-].

    Raises:
        SimulationError: if rows have currents of their own where the world's differs from place to place.
    """
    if ("current_x" in table or "current_y" in table) and len(model.current):
        raise SimulationError("LaneBatch current_x and current_y need a world whose current is the same everywhere")
    n, dtype = snake.n_links, model.links.dtype.type

    def of(record: Any, fields: Mapping[str, str], columns: int) -> SimpleNamespace:
        each = {field: np.broadcast_to(getattr(record, field), (n_rows, columns)) for field in fields.values()}
        return SimpleNamespace(**each | {field: table[name] for name, field in fields.items() if name in table})

    links = of(snake, dict(zip(SWIMMER, SWIMMER, strict=True)), n)
    links.half_length, links.turning_momentum = np.broadcast_to(snake.half_length, (n_rows, n)), snake.turning_momentum
    friction = of(ground, dict(zip(NUMBERS, NUMBERS, strict=True)), n)
    friction.eps = ground.eps
    numbers = np.repeat(np.asarray(model.world, np.float64)[None], n_rows, axis=0)
    for name, place in LAW.items():
        if name in table:
            numbers[:, place] = table[name][:, 0]
    maximum: dict[str, Any] = {field: float(np.max(getattr(friction, field))) for field in NUMBERS}
    tail, tip = end_levers(links.half_length, links.mass)
    world = model.world.copy()
    world[REACH] += (
        np.maximum(np.abs(tail), np.abs(tip)).sum(axis=1).max() - np.abs(snake.levers()[1]).sum(axis=1).max()
    )
    return model._replace(
        links=in_columns(link_columns(links, tail, tip), dtype),
        joints=in_columns(joint_columns(of(law, JOINTS, n - 1)), dtype),
        world=world,
        law=in_columns(numbers[:, None], dtype),
        ground_kind=(0,) * replace(ground, **maximum).kind,
        ground=in_columns(ground_columns(friction, links.mass), dtype),
    )


def end_levers(half_length: Any, mass: Any) -> tuple[Any, Any]:
    """Levers of the tail end and of the head tip, each of shape (..., n), [m]; see `PlanarSwimmer.levers`.

    The centre of mass is at sum_k middle_k (cos theta_k, sin theta_k) from the tail end.
    """
    total = mass.sum(axis=-1, keepdims=True)
    ahead = total - np.cumsum(mass, axis=-1)
    middle = half_length * (mass + 2.0 * ahead) / total
    return -middle, 2.0 * half_length - middle


def in_columns(values: Any, dtype: type) -> LaneColumns:
    """Columns of a table, from its values for each row of the batch, shape (n_rows, rows of the table, columns)."""
    differs = (values != values[:1]).any(axis=(0, 1))
    common = in_blocks(np.swapaxes(values[:1][..., ~differs], 1, 2), dtype)
    per_row = in_blocks(np.swapaxes(values[..., differs], 1, 2), dtype)
    column = values.shape[1] * LANES
    offsets, strides = np.zeros((2, MAX_COLUMNS), np.int64)
    offsets[: len(differs)][~differs] = column * np.arange(np.count_nonzero(~differs))
    offsets[: len(differs)][differs] = common.size + column * np.arange(np.count_nonzero(differs))
    strides[: len(differs)][differs] = column * np.count_nonzero(differs)
    flat = aligned((common.size + per_row.size,), dtype)
    flat[: common.size], flat[common.size :] = common.ravel(), per_row.ravel()
    return LaneColumns(flat, offsets, strides)


def in_blocks(values: Any, dtype: type) -> Any:
    """Block layout [block, ..., lane] of values with a row each; rows beyond the last repeat it."""
    given = as_dtype(values, dtype, "LaneBatch: the number")
    n_blocks = -(-len(given) // LANES)
    rows = np.minimum(np.arange(n_blocks * LANES), len(given) - 1)
    blocks = np.moveaxis(given[rows].reshape(n_blocks, LANES, *given.shape[1:]), 1, -1)
    out = aligned(blocks.shape, dtype)
    out[...] = blocks
    return out


def aligned(shape: tuple[int, ...], dtype: type) -> Any:
    """Array of zeros on a boundary of 64 bytes, as rows of lanes need it."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    room = np.zeros(size + 64, np.uint8)
    start = -room.ctypes.data % 64
    return room[start : start + size].view(dtype).reshape(shape)


# ----------------------------------------------------------------------------------------------------------------------
# Many rows of one planar snake, advanced period by period: actions in, observations out
# ----------------------------------------------------------------------------------------------------------------------


class LaneBatch:
    """Rows of one planar snake in its world, stepped together by the batch model, on all cores.

    A row is an independent simulation. Its motion does not depend on the number of threads, and a row that diverges does
    not disturb the others. Each period of `substeps` time steps is one linearly implicit Euler step each, as the engine's
    `plain` integrator takes them. The robot, world and law of contact are those that `LaneRollouts` supports:
    planar links and hinges with servos; in a `LumpedFluid`, or on land with `LinkFriction`, `ViscousFriction` or both;
    posts and walls as `Contact(Extruded(...))`.

    Args:
        model: From `build_model`.
        n_rows: Number of rows [-].
        period: Time between actions [s].
        substeps: Time steps in a period [-].
        dtype: np.float32 or np.float64.
        ramp: Targets move linearly over the period from the last action to the next; else each is held.
        solves: In each step near walls: all but the first use the active contacts of the previous one [-].
        query_interval: Time steps from one proximity query to the next, the first at the start of each period [-].
        parameters: Values that differ from row to row, by name: an array of shape (n_rows,), or with a column for each
            link or joint. Names: mass, inertia, added_mass, drag_tangential, drag_normal, spin_inertia, spin_linear,
            spin_quadratic of `PlanarSwimmer`; joint_follow, joint_limit, joint_stiffness, joint_damping, joint_feed of
            `JointLaw`; mu_tangential, mu_backward, mu_normal, load_per_mass, viscous_tangential, viscous_backward,
            viscous_normal of `GroundFriction`; contact_stiffness, contact_damping, contact_friction; current_x, current_y.
        corner_reach: Half the thickness of the snake at corners, for a skin without radius [m].
        threads: None for one a core.

    Attributes:
        n_rows: Number of rows [-].
        joints: Names of the driven joints, tail first: those with a `Servo`.
        observation_names: Columns of the observations: joint angles [rad] and rates [rad/s], angle [rad] and rate [rad/s]
            of the head link, centre of mass x, y [m] and its velocity [m/s], world axes.

    Raises:
        ControlError: if the model contains objects that the batch model does not support.
        SimulationError: if an argument is out of range.

    Not for motion in 3-D, or robots that the batch model does not support: see `Batch`.
    """

    def __init__(
        self,
        model: Model,
        n_rows: int,
        period: float = 0.02,
        substeps: int = 4,
        *,
        dtype: type = np.float32,
        ramp: bool = False,
        solves: int = 2,
        query_interval: int = 1,
        parameters: Mapping[str, Any] | None = None,
        corner_reach: float = 0.01,
        threads: int | None = None,
    ) -> None:
        instance(model, "LaneBatch model", (Model,), SimulationError)
        self.n_rows = count(n_rows, "LaneBatch n_rows", SimulationError, minimum=1, maximum=2**24)
        self.period = number(period, "LaneBatch period", SimulationError, minimum=1e-5, maximum=10.0, unit="s")
        n_substeps = count(substeps, "LaneBatch substeps", SimulationError, minimum=1, maximum=1000)
        if not isinstance(ramp, (bool, np.bool_)):
            raise SimulationError(f"LaneBatch ramp must be True or False, got {ramp!r}")
        shared = lane_model_of(model, dtype=dtype, corner_reach=corner_reach)
        self._links = links_of(model)
        driven = driven_joints(model)
        self.joints = tuple(model.coordinate_names[j] for j in driven)
        rates, base = (f"{joint} rate" for joint in model.coordinate_names), ("head angle", "head rate")
        self.observation_names = (*model.coordinate_names, *rates, *base, "x", "y", "velocity x", "velocity y")
        self._settings = BatchSettings(
            joints=np.array(driven, np.int64),
            dt=dtype(self.period / n_substeps),
            substeps=n_substeps,
            ramp=bool(ramp),
            solves=count(solves, "LaneBatch solves", SimulationError, minimum=1, maximum=100),
            query_interval=count(query_interval, "LaneBatch query_interval", SimulationError, minimum=1, maximum=10**9),
        )
        self._threads = (
            os.cpu_count() or 1 if threads is None else count(threads, "LaneBatch threads", SimulationError, minimum=1)
        )
        self._model = self._shared = shared
        self._parts = swimmer_of(model), joint_law_of(model), ground_of(model)
        if parameters is not None:
            self.set_parameters(parameters)
        n_blocks, width = -(-self.n_rows // LANES), 2 * len(shared.per_link) + 4
        self._states = aligned((n_blocks, width, LANES), dtype)
        self._targets = aligned((n_blocks, len(driven), LANES), dtype)
        self._diverged = aligned((n_blocks, 1, LANES), dtype)
        self._is_compiled = False
        self._start = self._row_of(initial_state(model))
        self._put(np.arange(n_blocks * LANES), self._rows_of(None, n_blocks * LANES))

    @property
    def states(self) -> Any:
        """States of all rows, shape (n_rows, 2 n + 4): link angles [rad], their rates [rad/s], centre of mass [m] and its
        velocity [m/s]; a copy."""
        return np.moveaxis(self._states, 1, 2).reshape(-1, self._states.shape[1])[: self.n_rows].copy()

    @property
    def diverged(self) -> Any:
        """Mask of the rows whose state is no longer finite, shape (n_rows,); `reset` clears it."""
        return self._diverged.reshape(-1)[: self.n_rows] != 0.0

    def state(self, row: int) -> SwimmerState:
        """State of one row.

        Raises:
            SimulationError: if there is no such row, or it has diverged.
        """
        at = count(row, "LaneBatch row", SimulationError, maximum=self.n_rows - 1)
        values, n = self._states[at // LANES, :, at % LANES].astype(np.float64), len(self._links)
        if not np.isfinite(values).all():
            raise SimulationError(f"row {at} of the LaneBatch has diverged; write batch.reset([{at}])")
        return SwimmerState(values[:n], values[2 * n : 2 * n + 2], values[n : 2 * n], values[2 * n + 2 :])

    def set_parameters(self, parameters: Mapping[str, Any]) -> None:
        """Set the values that differ from row to row; states do not change.

        Args:
            parameters: As of the constructor; those that are left out have the values of the model.

        Raises:
            SimulationError: if there is no such parameter, or its shape or a value is wrong.
        """
        table = checked(parameters, self.n_rows, len(self._shared.per_link))
        self._model = model_with(self._shared, *self._parts, table, self.n_rows)

    def reset(self, rows: Sequence[int] | Any = None, states: Any = None) -> Any:
        """Set rows to given states, and return their observations, shape (k, n_observations).

        Args:
            rows: Numbers of k different rows, or a mask of shape (n_rows,); None for all.
            states: One `State` or `SwimmerState` for all of them, a sequence with one for each, or an array as `states`
                of k rows; None for straight and at rest at the origin.

        Raises:
            SimulationError: if there is no such row, or a state does not fit or is not finite.
        """
        chosen = self._chosen(rows)
        values = self._rows_of(states, len(chosen))
        self._put(chosen, values)
        n = len(self._links)
        parts = (
            np.diff(values[:, :n]),
            np.diff(values[:, n : 2 * n]),
            values[:, [n - 1, 2 * n - 1]],
            values[:, 2 * n :],
        )
        return np.hstack(parts)

    def step(self, actions: Any, out: Any = None) -> Any:
        """Advance all rows by one period, and return their observations.

        Args:
            actions: Target angles of the driven joints, shape (n_rows, n_joints), [rad].
            out: Array to fill and return, shape (n_rows, n_observations), of the batch's dtype; None for a new one.

        Returns:
            Observations, shape (n_rows, n_observations); not finite in rows that diverged.

        Raises:
            SimulationError: if an array has another shape or an action is not finite; no row is then advanced.
        """
        given = self._actions(actions)
        kept = self._store(out)
        self._run(lambda first, last: step_blocks(self._model, self._settings, given, first, last, kept))
        return kept.observations

    def roll_out(self, waves: LaneWaves, n_periods: int, out: Any = None) -> Any:
        """Advance all rows by some periods, each with its own wave, and return their observations.

        Waves are evaluated at each time step. Time is zero at the call.

        Args:
            waves: Of all rows.
            n_periods: Number of periods [-].
            out: As for `step`.

        Raises:
            GaitError: if there is not one wave for each row.
            SimulationError: if `out` has another shape.
        """
        instance(waves, "LaneBatch.roll_out waves", (LaneWaves,), SimulationError)
        periods = count(n_periods, "LaneBatch n_periods", SimulationError, maximum=10**9)
        numbers = in_blocks(waves.numbers(self.n_rows), self._states.dtype.type)
        n_steps, kept = periods * self._settings.substeps, self._store(out)
        self._run(lambda first, last: roll_waves(self._model, self._settings, numbers, n_steps, first, last, kept))
        return kept.observations

    def _run(self, work: Callable[[int, int], None]) -> None:
        """Call a kernel for all blocks; the first call compiles."""
        if not self._is_compiled:
            label, kernels = f"lane-batch-{len(self._links)}-{self._states.dtype.name}", (step_blocks, roll_waves)
            fresh = not is_compiled(label, *kernels)
            if fresh:
                announce_compiling(part=f"the lane batch for {len(self._links)} links")
            work(0, 0)
            if fresh:
                mark_compiled(label, *kernels)
            self._is_compiled = True
        over_ranges(work, len(self._states), self._threads)

    def _store(self, out: Any) -> Store:
        """Arrays of the batch, and one for the observations."""
        shape, dtype = (self.n_rows, len(self.observation_names)), self._states.dtype
        if out is None:
            out = np.empty(shape, dtype)
        elif not isinstance(out, np.ndarray) or out.shape != shape or out.dtype != dtype or not out.flags.c_contiguous:
            raise SimulationError(
                f"LaneBatch out must be an array of {dtype.name} of shape {shape}, contiguous and writable"
            )
        return Store(self._states, self._targets, self._diverged, out)

    def _actions(self, actions: Any) -> Any:
        """Actions as an array of the batch's dtype, all finite."""
        shape = (self.n_rows, len(self.joints))
        try:
            given = np.ascontiguousarray(actions, dtype=self._states.dtype)
        except (TypeError, ValueError):
            given = np.zeros(0)
        if given.shape != shape:
            raise SimulationError(
                f"LaneBatch.step actions must have shape {shape}, a row of target angles for each row of the batch, got "
                f"{np.shape(actions) if hasattr(actions, 'shape') else type(actions).__name__}"
            )
        if not np.isfinite(given.sum()) and not np.isfinite(given).all():
            row = int(np.argmin(np.isfinite(given).all(axis=1)))
            raise SimulationError(
                f"LaneBatch.step actions of row {row} must be finite [rad], got {given[row].tolist()}"
            )
        return given

    def _chosen(self, rows: Any) -> Any:
        """Numbers of rows."""
        if rows is None:
            return np.arange(self.n_rows)
        chosen = np.atleast_1d(np.asarray(rows))
        if chosen.dtype == bool and chosen.shape == (self.n_rows,):
            return np.flatnonzero(chosen)
        if not chosen.size:
            return np.zeros(0, np.int64)
        outside = chosen.dtype.kind not in "iu" or chosen.ndim != 1 or chosen.min() < 0 or chosen.max() >= self.n_rows
        if outside or len(np.unique(chosen)) < len(chosen):
            raise SimulationError(
                f"LaneBatch rows must be different whole numbers from 0 to {self.n_rows - 1}, or a mask of them, got {rows!r}"
            )
        return chosen

    def _rows_of(self, states: Any, n: int) -> Any:
        """States as n rows of the batch's dtype, shape (n, 2 n_links + 4)."""
        width, dtype = self._states.shape[1], self._states.dtype.type
        if states is None or isinstance(states, (State, SwimmerState)):
            return np.tile(self._start if states is None else self._row_of(states), (n, 1))
        if not isinstance(states, np.ndarray) and all(isinstance(one, (State, SwimmerState)) for one in states):
            states = np.array([self._row_of(one) for one in states]).reshape(-1, width)
        values = as_dtype(states, dtype, "LaneBatch states: the number")
        if values.shape != (n, width):
            raise SimulationError(
                f"LaneBatch states must have shape ({n}, {width}), a row for each chosen row, got {values.shape}"
            )
        if not np.isfinite(values).all():
            bad = int(np.argmin(np.isfinite(values).all(axis=1)))
            raise SimulationError(f"LaneBatch states must be finite, got {values[bad].tolist()} in row {bad} of them")
        return values

    def _row_of(self, state: State | SwimmerState) -> Any:
        """One state as a row."""
        if isinstance(state, State):
            parts = (state.base_position, state.base_quaternion, state.base_velocity, state.q, state.v)
            state = swimmer_state(self._links, *parts)
        if np.size(state.angle) != len(self._links):
            raise SimulationError(f"the LaneBatch has {len(self._links)} links, the state {np.size(state.angle)}")
        return state_row(state, self._states.dtype.type)

    def _put(self, rows: Any, values: Any) -> None:
        """Store states; the last targets become the joint angles."""
        block, lane = rows // LANES, rows % LANES
        self._states[block, :, lane] = values
        self._targets[block, :, lane] = np.diff(values[:, : len(self._links)])[:, self._settings.joints]
        self._diverged[block, :, lane] = 0.0
