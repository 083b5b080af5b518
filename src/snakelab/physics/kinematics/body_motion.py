"""Pose, velocity and acceleration of every frame of the body at one state: the quantities of its sensors."""

import numpy as np

from snakelab.compiling import kernel
from snakelab.geometry.rotations import matrix_to_quat
from snakelab.geometry.spatial import get_twist, twist_shift
from snakelab.geometry.vectors import add, cross, get3, get9, mat_t_vec, mat_vec
from snakelab.physics.command import Reference
from snakelab.physics.dynamics.outward import outward
from snakelab.physics.dynamics.solve import solve
from snakelab.physics.force_kernels.friction import ONLY_STEP
from snakelab.physics.integrators.linearly_implicit import base_rotation, base_velocity
from snakelab.physics.model import Model
from snakelab.physics.model_tables.workspace import workspace
from snakelab.physics.state import QUAT, P
from snakelab.robots.sensors.instant import Motion
from snakelab.types import FloatArray
from snakelab.worlds import LinkFriction
from snakelab.worlds.gravity import STANDARD, total_gravity
from snakelab.worlds.law import ACCELERATION, BASE_ACCELERATION, POSITION, ROTATION, station_frame

# Columns of a row of `_body_motion`: rotation, position, quaternion, velocity, acceleration
ROTATION_OUT, POSITION_OUT, QUAT_OUT, VELOCITY_OUT, ACCELERATION_OUT, WIDTH = 0, 9, 12, 16, 22, 28


def sensed_gravity(model: Model) -> FloatArray:
    """Gravity as measured by an accelerometer, world axes, shape (3,), [m/s^2].

    `LinkFriction` uses the weight of the links as normal force also in a world without `Gravity`, because a planar base
    cannot fall. Such a robot is on the ground, under the gravity that the friction states, or 9.81.
    """
    gravity: FloatArray = model.arrays.gravity
    grounds = [medium for medium in model.world.media if isinstance(medium, LinkFriction)]
    if grounds and total_gravity(model.world.media) is None:
        stated = grounds[0].gravity
        return np.array([0.0, 0.0, -STANDARD if stated is None else -stated])
    return gravity


def body_motion(model: Model, reference: Reference, y: FloatArray, time: float, *, accelerated: bool) -> FloatArray:
    """Motion of the base, of every station and of the head, world axes: one row each, see `motion_in`.

    Accelerations are those of the state itself, under the forces at this instant (a step of length 0).

    Args:
        model: The model.
        reference: Targets of the coordinates.
        y: State row.
        time: Time [s].
        accelerated: Compute accelerations; otherwise they are NaN.
    """
    rows = np.full((model.n_stations + 2, WIDTH), np.nan)
    _body_motion(model.arrays, reference, y, time, accelerated, rows)
    return rows


def motion_in(row: FloatArray) -> Motion:
    """One row of `body_motion` by its parts."""
    return Motion(
        row[:POSITION_OUT].reshape(3, 3),
        row[QUAT_OUT:VELOCITY_OUT],
        row[POSITION_OUT:QUAT_OUT],
        row[VELOCITY_OUT:ACCELERATION_OUT],
        row[ACCELERATION_OUT:],
    )


@kernel(allocates=True)
def _body_motion(model, reference, y, t, accelerated, rows):
    """See `body_motion`. The head is rigidly connected to the last station: only mounts may be between them."""
    ws = workspace(model)
    n = len(model.stations)
    outward(model, y, ws)
    if accelerated:
        solve(model, reference, y, t, 0.0, ONLY_STEP, ws)
    r = base_rotation(y)
    v, w = base_velocity(y)
    quat = (y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3])
    acceleration = get_twist(ws.body, 0, BASE_ACCELERATION)
    twist = (mat_t_vec(r, v), mat_t_vec(r, w))
    _put_pose(rows[0], r, quat, (y[P], y[P + 1], y[P + 2]))
    _put_motion(rows[0], r, twist, acceleration, accelerated)
    for i in range(3):  # exactly the values of the state
        rows[0, VELOCITY_OUT + i], rows[0, VELOCITY_OUT + 3 + i] = v[i], w[i]
    for k in range(n):
        r, p, twist = station_frame(ws.stations, k)
        acceleration = get_twist(ws.stations, k, ACCELERATION)
        _put_pose(rows[1 + k], r, matrix_to_quat(r), p)
        _put_motion(rows[1 + k], r, twist, acceleration, accelerated)
    if model.from_head:  # the head is the base
        for i in range(WIDTH):
            rows[n + 1, i] = rows[0, i]
        return
    r, p, twist = station_frame(ws.stations, n - 1)
    head, place = get9(ws.body, 0, ROTATION), get3(ws.body, 0, POSITION)
    reach = mat_t_vec(r, (place[0] - p[0], place[1] - p[1], place[2] - p[2]))
    acceleration = twist_shift(get_twist(ws.stations, n - 1, ACCELERATION), reach)
    _put_pose(rows[n + 1], head, matrix_to_quat(head), place)
    _put_motion(rows[n + 1], r, twist_shift(twist, reach), acceleration, accelerated)


@kernel(inline=True)
def _put_pose(row, r, quat, p):
    """Write rotation, quaternion and position to a row."""
    for i in range(9):
        row[ROTATION_OUT + i] = r[i]
    for i in range(4):
        row[QUAT_OUT + i] = quat[i]
    for i in range(3):
        row[POSITION_OUT + i] = p[i]


@kernel(inline=True)
def _put_motion(row, r, twist, acceleration, accelerated):
    """Write velocity and classical acceleration, a + w x v, to a row, converted from the axes of r to world axes."""
    v, w = mat_vec(r, twist[0]), mat_vec(r, twist[1])
    a, alpha = mat_vec(r, add(acceleration[0], cross(twist[1], twist[0]))), mat_vec(r, acceleration[1])
    for i in range(3):
        row[VELOCITY_OUT + i], row[VELOCITY_OUT + 3 + i] = v[i], w[i]
        if accelerated:
            row[ACCELERATION_OUT + i], row[ACCELERATION_OUT + 3 + i] = a[i], alpha[i]
