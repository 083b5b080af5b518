"""Free bodies of a world in the model of a robot: their tables, and the kernels that place and advance them.

A free body is a root beside that of the robot: one part and one station, with its own row of inertia and acceleration. Media and
surfaces act on its station as on those of links; its contacts with the robot are those of `physics.self_contact`.
"""

from collections.abc import Sequence

import numpy as np

from snakelab.geometry.cross_sections import Hull
from snakelab.geometry.polyhedra import Polyhedron
from snakelab.geometry.rotations import (
    quat_exp,
    quat_log,
    quat_multiply,
    quat_normalise,
    quat_to_matrix,
)
from snakelab.geometry.spatial import (
    add,
    add_scaled,
    cross,
    get_twist,
    mat_t_vec,
    mat_vec,
    scale,
    set3,
    set9,
    set_twist,
    sub,
    sym_solve,
    sym_vec,
)
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.columns import BODY, PART, STATION, body_state, inertia_of
from snakelab.worlds.force_law import ACCELERATION, POSITION, ROTATION, TWIST
from snakelab.worlds.free_bodies import Ball, Capsule, ConvexHull, Cuboid, FreeBody

# ----------------------------------------------------------------------------------------------------------------------
# Tables: part and station of each body, its skin for surfaces, its hull for fluids, its state at the start
# ----------------------------------------------------------------------------------------------------------------------


def object_tables(
    objects: Sequence[FreeBody], parts: np.ndarray, stations: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Tables of parts and stations with those of free bodies after those of the robot."""
    own, masses = np.zeros(len(objects), PART), np.zeros(len(objects), STATION)
    for i, body in enumerate(objects):
        own[i]["kind"], own[i]["soft"], own[i]["station"], own[i]["n_stations"] = BODY, i, len(stations) + i, 1
        own[i]["n_steps"], own[i]["rotation"] = 1, np.eye(3).ravel()
        masses[i]["mass"] = body.total_mass  # friction at centres is that of links
        masses[i]["inertia"] = body.inertia_matrix[np.triu_indices(3)]
    return np.append(parts, own), np.append(stations, masses)


def object_hulls(objects: Sequence[FreeBody]) -> tuple[Hull, ...]:
    """Hull of each free body for fluids."""
    hulls = []
    for body in objects:
        length, width, height = body.shape.extents
        match body.shape:
            case Ball(radius=radius):
                length = 4 / 3 * radius
                volume = np.pi * radius**2 * length
            case Capsule(radius=radius):
                length = body.shape.length + 4 / 3 * radius
                volume = np.pi * radius**2 * length
            case _:
                volume = body.shape.volume
        hulls.append(Hull(np.zeros(3), length, width / 2, height / 2, 1.0, False, float(volume), np.zeros(3)))
    return tuple(hulls)


def polyhedron(body: FreeBody) -> Polyhedron:
    """Polyhedron of a cuboid or convex hull, about its centre in its axes."""
    assert isinstance(body.shape, Cuboid | ConvexHull)
    return body.shape.polyhedron


def ball_centres(body: FreeBody) -> FloatArray:
    """Centres of the balls at the ends of a ball or capsule in its axes, shape (1 or 2, 3), [m]."""
    length = body.shape.length if isinstance(body.shape, Capsule) else 0.0
    return np.array([[-length / 2, 0.0, 0.0], [length / 2, 0.0, 0.0]]) if length > 0 else np.zeros((1, 3))


def initial_objects(objects: Sequence[FreeBody]) -> FloatArray:
    """State of free bodies at the start: positions, quaternions, then velocities, shape (13 n,)."""
    if not objects:
        return np.zeros(0)
    positions = [np.array(body.position, dtype=np.float64) for body in objects]
    velocities = [np.array([*body.velocity, *body.angular_velocity], dtype=np.float64) for body in objects]
    return np.concatenate([*positions, *(body.quaternion for body in objects), *velocities])


def object_frames(state: FloatArray) -> FloatArray:
    """Poses of free bodies in their part of a state, shape (n, 4, 4)."""
    n = len(state) // 13
    frames = np.tile(np.eye(4), (n, 1, 1))
    for i in range(n):
        quat = state[3 * n + 4 * i : 3 * n + 4 * i + 4]
        frames[i, :3, :3] = np.reshape(quat_to_matrix.py_func(tuple(float(c) for c in quat)), (3, 3))
        frames[i, :3, 3] = state[3 * i : 3 * i + 3]
    return frames


def is_round(body: FreeBody) -> bool:
    """Return True for a ball or capsule."""
    return isinstance(body.shape, Ball | Capsule)


# ----------------------------------------------------------------------------------------------------------------------
# Motion: frame of a body, and its step. Its velocity is advanced in world axes, like that of the base
# ----------------------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def body_quat(y, at):
    """Quaternion at a place of a state row."""
    return (y[at], y[at + 1], y[at + 2], y[at + 3])


@kernel(inline=True)
def body_vec(y, at):
    """Three numbers of a state row."""
    return (y[at], y[at + 1], y[at + 2])


@kernel
def place_body(model, i, y, ws):
    """Frame and twist of the free body of part i."""
    p, q, v = body_state(model, i)
    r = quat_to_matrix(body_quat(y, q))
    k = model.parts[i].station
    set9(ws.stations, k, ROTATION, r)
    set3(ws.stations, k, POSITION, body_vec(y, p))
    set_twist(ws.stations, k, TWIST, (mat_t_vec(r, body_vec(y, v)), mat_t_vec(r, body_vec(y, v + 3))))


@kernel
def advance_bodies(model, y, dt, y_out, ws):
    """Velocities of all free bodies in world axes, then their poses with the new velocities.

    Of the rotation, the angular momentum is advanced: a body without torque keeps it.
    """
    for i in range(len(model.parts)):
        if model.parts[i].kind != BODY:
            continue
        p, q, v = body_state(model, i)
        r = quat_to_matrix(body_quat(y, q))
        linear, angular = body_vec(y, v), body_vec(y, v + 3)
        a = get_twist(ws.stations, model.parts[i].station, ACCELERATION)
        w, inertia = mat_t_vec(r, angular), inertia_of(model.stations, model.parts[i].station)
        rate = mat_vec(r, add(a[0], cross(w, mat_t_vec(r, linear))))
        reached = add_scaled(angular, dt, mat_vec(r, a[1]))
        torque = add(sym_vec(inertia, a[1]), cross(w, sym_vec(inertia, w)))
        momentum = mat_vec(r, add_scaled(sym_vec(inertia, w), dt, torque))
        for k in range(3):
            y_out[v + k] = linear[k] + dt * rate[k]
            y_out[p + k] = y[p + k] + dt * y_out[v + k]
        set_rotation(y_out, q, quat_multiply(quat_exp(scale(dt, reached)), body_quat(y, q)))
        set_spin(y_out, q, v, inertia, momentum)


@kernel(inline=True)
def set_rotation(y, at, q):
    """Store a quaternion, normalised."""
    q = quat_normalise(q)
    for k in range(4):
        y[at + k] = q[k]


@kernel(inline=True)
def set_spin(y, q, v, inertia, momentum):
    """Store the angular velocity of a body with an angular momentum in world axes."""
    r = quat_to_matrix(body_quat(y, q))
    own = mat_t_vec(r, momentum)
    if inertia[1] == 0.0 and inertia[2] == 0.0 and inertia[4] == 0.0:
        spin = mat_vec(r, (own[0] / inertia[0], own[1] / inertia[3], own[2] / inertia[5]))
    else:
        spin = mat_vec(r, sym_solve(inertia, own))
    for k in range(3):
        y[v + 3 + k] = spin[k]


@kernel(inline=True)
def spin_momentum(y, q, v, inertia):
    """Angular momentum of a body about its centre, world axes."""
    r = quat_to_matrix(body_quat(y, q))
    return mat_vec(r, sym_vec(inertia, mat_t_vec(r, body_vec(y, v + 3))))


@kernel
def combine_bodies(model, full, half, y_out):
    """2 x half - full for the rotations of all free bodies, on their group, and for their angular momenta; see `combine`.

    The angular momentum about any fixed point is combined, which the forces between bodies leave unchanged in sum: about the
    centre of the body, that of the combined position and velocity, 2 m (p_half - p_full) x (v_half - v_full) more, is taken off.
    """
    for i in range(len(model.parts)):
        if model.parts[i].kind != BODY:
            continue
        p, q, v = body_state(model, i)
        inertia, mass = inertia_of(model.stations, model.parts[i].station), model.stations[model.parts[i].station].mass
        back = (full[q], -full[q + 1], -full[q + 2], -full[q + 3])
        turn = quat_exp(quat_log(quat_multiply(body_quat(half, q), back)))
        set_rotation(y_out, q, quat_multiply(turn, body_quat(half, q)))
        momentum = sub(scale(2.0, spin_momentum(half, q, v, inertia)), spin_momentum(full, q, v, inertia))
        orbital = cross(sub(body_vec(half, p), body_vec(full, p)), sub(body_vec(half, v), body_vec(full, v)))
        momentum = add_scaled(momentum, -2.0 * mass, orbital)
        set_spin(y_out, q, v, inertia, momentum)


@kernel
def body_error_norm(model, full, half, tolerance, rates):
    """Largest difference of the full and the two half steps in the free bodies; see `error_norm`."""
    worst = 0.0
    for i in range(len(model.parts)):
        if model.parts[i].kind != BODY:
            continue
        p, q, v = body_state(model, i)
        for k in range(3 + 4 + (6 if rates else 0)):
            at = p + k if k < 3 else (q + k - 3 if k < 7 else v + k - 7)
            error = abs(half[at] - full[at]) / (tolerance * (1.0 + abs(half[at])))
            if not error <= worst:
                worst = error
            if worst != worst:
                return worst
    return worst
