"""The plain step: linearly implicit Euler, first order, with all stiff forces in the inertia."""

from snakelab.compiling import kernel
from snakelab.geometry.rotations import quat_exp, quat_multiply, quat_normalise, quat_to_matrix
from snakelab.geometry.spatial import get_twist
from snakelab.geometry.vectors import add, cross, mat_t_vec, mat_vec
from snakelab.physics.dynamics.solve import solve
from snakelab.physics.force_kernels.coordinate_forces import advance_memory, apply_coordinate_forces
from snakelab.physics.force_kernels.propellers import advance_thrust
from snakelab.physics.force_kernels.station_forces import apply_station_forces
from snakelab.physics.model_tables.workspace import QDD, TARGET, TARGET_RATE
from snakelab.physics.state import QUAT, VELOCITY, P, Q
from snakelab.worlds.law import BASE_ACCELERATION


@kernel
def plain_step(model, reference, y, t, dt, part, y_out, ws):
    """One linearly implicit step from y to y_out.

    The base's velocity is advanced in world axes: advancing the body twist would add energy. Coordinates take the new
    rate: v1 = v + dt a, q1 = q + dt v1. Driven coordinates are set to their targets. `outward` must have run on y.

    Args:
        model: ModelArrays.
        reference: Targets of the coordinates.
        y: State row at t.
        t: [s].
        dt: [s].
        part: See `solve`.
        y_out: State row at t + dt; may not be y.
        ws: Workspace.

    Returns:
        Coordinates that had not converged in a contact or saturation set [-].
    """
    unconverged = solve(model, reference, y, t, dt, part, ws)
    nv = len(model.coordinates)
    for i in range(Q + 3 * nv + len(model.propellers), len(y)):
        y_out[i] = y[i]
    apply_station_forces(model, dt, y_out, 1.0, ws)
    apply_coordinate_forces(model, y, dt, y_out, 1.0, ws)
    advance_base(model.base, y, ws.body, dt, y_out)
    for j in range(nv):
        y_out[Q + nv + j] = y[Q + nv + j] + dt * ws.coordinates[j, QDD]
        y_out[Q + j] = y[Q + j] + dt * y_out[Q + nv + j]
        if model.coordinates[j].driven != 0:
            y_out[Q + j] = ws.coordinates[j, TARGET]
            y_out[Q + nv + j] = ws.coordinates[j, TARGET_RATE]
    advance_memory(model, y, dt, y_out, ws)
    if len(model.propellers) > 0:
        advance_thrust(model, y, dt, y_out, ws)
    return unconverged


@kernel(inline=True)
def base_velocity(y):
    """Linear and angular velocity of the base in world axes."""
    return (y[VELOCITY], y[VELOCITY + 1], y[VELOCITY + 2]), (y[VELOCITY + 3], y[VELOCITY + 4], y[VELOCITY + 5])


@kernel(inline=True)
def base_rotation(y):
    """Rotation of the base, nine numbers."""
    return quat_to_matrix((y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3]))


@kernel
def world_acceleration(y, body):
    """Rate of the base's velocity in world axes: R (a + w x v), R alpha, from the spatial acceleration in the body row."""
    r = base_rotation(y)
    v, w = base_velocity(y)
    a = get_twist(body, 0, BASE_ACCELERATION)
    return mat_vec(r, add(a[0], cross(mat_t_vec(r, w), mat_t_vec(r, v)))), mat_vec(r, a[1])


@kernel(stage=True)
def advance_base(base, y, body, dt, y_out):
    """Velocity of the base in world axes, then its pose with the new velocity."""
    if len(base) == 0:
        for i in range(Q):
            y_out[i] = y[i]
        return
    a, alpha = world_acceleration(y, body)
    for i in range(3):
        y_out[VELOCITY + i] = y[VELOCITY + i] + dt * a[i]
        y_out[VELOCITY + 3 + i] = y[VELOCITY + 3 + i] + dt * alpha[i]
        y_out[P + i] = y[P + i] + dt * y_out[VELOCITY + i]
    rotation = quat_exp((dt * y_out[VELOCITY + 3], dt * y_out[VELOCITY + 4], dt * y_out[VELOCITY + 5]))
    quat = quat_normalise(quat_multiply(rotation, (y[QUAT], y[QUAT + 1], y[QUAT + 2], y[QUAT + 3])))
    for i in range(4):
        y_out[QUAT + i] = quat[i]
