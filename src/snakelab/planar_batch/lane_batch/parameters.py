"""Parameters of a lane batch that differ from row to row, and the arrays of the model that hold them."""

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from snakelab.compiling.vector import LANES
from snakelab.compiling.vector.lane_columns import MAX_COLUMNS, LaneColumns
from snakelab.errors import SimulationError
from snakelab.planar_batch.dynamics.lane_model import (
    CONTACT_DAMPING,
    CONTACT_STIFFNESS,
    CURRENT_X,
    CURRENT_Y,
    FRICTION,
    REACH,
    LaneModel,
    as_dtype,
    ground_columns,
    joint_columns,
    link_columns,
)
from snakelab.planar_batch.robot.joint_law import JointLaw
from snakelab.planar_batch.robot.swimmer import PlanarSwimmer
from snakelab.planar_batch.world.ground_friction import GroundFriction
from snakelab.types import FloatArray, choice, instance

SWIMMER = ("mass", "inertia", "added_mass", "drag_tangential", "drag_normal",
           "spin_inertia", "spin_linear", "spin_quadratic")  # fmt: skip
JOINTS = {f"joint_{name}": name for name in ("follow", "limit", "stiffness", "damping", "feed")}
GROUND = {
    "friction_forward": "forward", "friction_backward": "backward", "friction_across": "across", "load": "load",
    "viscous_forward": "viscous_forward", "viscous_backward": "viscous_backward", "viscous_across": "viscous_across",
}  # fmt: skip
LAW = {
    "contact_stiffness": CONTACT_STIFFNESS, "contact_damping": CONTACT_DAMPING, "contact_friction": FRICTION,
    "current_x": CURRENT_X, "current_y": CURRENT_Y,
}  # fmt: skip
PARAMETERS = (*SWIMMER, *JOINTS, *GROUND, *LAW)
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
    friction = of(ground, GROUND, n)
    friction.eps = ground.eps
    numbers = np.repeat(np.asarray(model.world, np.float64)[None], n_rows, axis=0)
    for name, place in LAW.items():
        if name in table:
            numbers[:, place] = table[name][:, 0]
    maximum: dict[str, Any] = {field: float(np.max(getattr(friction, field))) for field in GROUND.values()}
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
