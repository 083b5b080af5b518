"""Dynamics of one state in Python: inverse and forward dynamics, mass matrix, and linearisation."""

from itertools import pairwise

import numpy as np

from snakelab.errors import SimulationError
from snakelab.geometry.rotations import quat_exp, quat_multiply, quat_normalise
from snakelab.geometry.spatial import (
    cross,
    get_inertia,
    get_twist,
    inertia_dot,
    mat_t_vec,
    set_twist,
    twist_add,
    twist_out,
)
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray, named_arguments, number, vector
from snakelab.physics.articulated_body import accelerations, inward
from snakelab.physics.columns import GIVEN, MOTOR, PRESCRIBED, QUAT, SERVO, TAU, VELOCITY, Q, workspace
from snakelab.physics.command import constant_reference, references
from snakelab.physics.contact_detection import find_contacts
from snakelab.physics.coordinate_forces import coordinate_forces, predict_sets, start_dry_joints
from snakelab.physics.integrators import base_rotation, base_velocity, derivative
from snakelab.physics.kinematics import jacobians
from snakelab.physics.model import Model, check_alone, check_open
from snakelab.physics.outward_pass import outward
from snakelab.physics.state import State, fitting_state, initial_state
from snakelab.physics.station_forces import station_forces, thrusts
from snakelab.worlds.force_law import BASE_ACCELERATION, BASE_INERTIA, BASE_WRENCH
from snakelab.worlds.friction import ONLY_STEP
from snakelab.worlds.world import start_laws

# ----------------------------------------------------------------------------------------------------------------------
# Inverse and forward dynamics of one state
# ----------------------------------------------------------------------------------------------------------------------


@named_arguments
def inverse_dynamics(model: Model, state: State, acceleration: object) -> FloatArray:
    """Return the forces for given accelerations: wrench on the base and actuator force of every coordinate.

    The recursion of the engine with every coordinate motion-driven. The result is the force required in addition to
    springs, dampers, dry friction, joint limits and media.

    Args:
        model: The model.
        state: The state.
        acceleration: Rate of zeta, which consists of the base velocity in world axes and v, shape (n_base + nv,).

    Returns:
        Wrench at the base frame in world axes (its free components), then forces, shape (n_base + nv,).
    """
    check_open(model, "inverse_dynamics")
    check_alone(model, "inverse_dynamics")
    if model.world.self_contact is not None:
        raise SimulationError(
            "inverse_dynamics does not support SelfContact; write build_model(robot, World([...])) without it, or simulate the "
            "robot with Prescribed() actuators, whose recorded tau contains its forces"
        )
    n_base, nv = len(model.arrays.base), model.n_coordinates
    given = vector(acceleration, "acceleration", SimulationError, size=n_base + nv)
    coordinates = model.arrays.coordinates.copy()
    coordinates["driven"], coordinates["actuator"] = 1, PRESCRIBED
    arrays = model.arrays._replace(coordinates=coordinates)
    base = np.zeros(6)
    base[model.arrays.base] = given[:n_base]
    wrench, tau = np.zeros(6), np.zeros(nv)
    _inverse(
        arrays,
        constant_reference(np.zeros(nv)),
        fitting_state(model, state).row(),
        state.time,
        base,
        given[n_base:].copy(),
        wrench,
        tau,
    )
    return np.concatenate([wrench[model.arrays.base], tau])


@named_arguments
def forward_dynamics(model: Model, state: State, u: object = None) -> FloatArray:
    """Return the rate of zeta at one state: of the base velocity in world axes, then v'. The inverse of
    `inverse_dynamics`.

    Args:
        model: The model.
        state: The state; prescribed coordinates are set to their commands.
        u: Commands of the coordinates and, optionally, of the propellers, shape (nv,) or (n_commands,); None for zero
            for motors and propellers, and the present coordinate for the others.

    Returns:
        Shape (n_base + nv,).
    """
    check_alone(model, "forward_dynamics")
    state = fitting_state(model, state)
    y, dy = state.row(), np.zeros(len(state.row()))
    rate(model.arrays, constant_reference(commands_of(model, state, u)), y, state.time, dy)
    nv = model.n_coordinates
    return np.concatenate([dy[VELOCITY + model.arrays.base], dy[Q + nv : Q + 2 * nv]])


def commands_of(model: Model, state: State, u: object) -> FloatArray:
    """The commands, shape (n_commands,)."""
    held = np.zeros(model.n_commands)
    held[: model.n_coordinates] = np.where(model.arrays.coordinates["actuator"] == MOTOR, 0.0, state.q)
    if u is not None:
        given = vector(u, "u", SimulationError)
        size = model.n_coordinates if len(given) == model.n_coordinates else model.n_commands
        held[:size] = vector(given, "u", SimulationError, size=size)
    return held


@kernel(allocates=True)
def rate(model, reference, y, t, dy):
    """`derivative` with separate scratch arrays."""
    derivative(model, reference, t, y, dy, workspace(model))


@kernel(allocates=True)
def _inverse(model, reference, y, t, base, given, wrench, tau):
    """The recursion with the base's acceleration and all coordinates' given."""
    ws = workspace(model)
    references(reference, 0.0, ws.coordinates)
    outward(model, y, ws)
    find_contacts(model, 0.0, ONLY_STEP, ws)
    thrusts(model, y, 0.0, ws)
    start_laws(model, 0.0, ONLY_STEP, ws)
    station_forces(model, y, t, 0.0, True, True, ws)
    predict_sets(model, reference, y, 0.0, ws)
    start_dry_joints(model, y, ONLY_STEP, ws)
    coordinate_forces(model, reference, y, 0.0, ws)
    for j in range(len(given)):
        ws.coordinates[j, GIVEN] = given[j]
    inward(model, ws)
    r = base_rotation(y)
    v, w = base_velocity(y)
    w_cross_v = cross(mat_t_vec(r, w), mat_t_vec(r, v))
    a = mat_t_vec(r, (base[0], base[1], base[2]))
    spatial = (
        (a[0] - w_cross_v[0], a[1] - w_cross_v[1], a[2] - w_cross_v[2]),
        mat_t_vec(r, (base[3], base[4], base[5])),
    )
    set_twist(ws.body, 0, BASE_ACCELERATION, spatial)
    accelerations(model, ws)
    inertia_wrench = inertia_dot(get_inertia(ws.body, 0, BASE_INERTIA), spatial)
    base_wrench = twist_out(twist_add(inertia_wrench, get_twist(ws.body, 0, BASE_WRENCH)), r)
    for i in range(3):
        wrench[i], wrench[i + 3] = base_wrench[0][i], base_wrench[1][i]
    for j in range(len(given)):
        tau[j] = ws.coordinates[j, TAU]


# ----------------------------------------------------------------------------------------------------------------------
# Mass matrix of a robot, and a check that it is positive definite
# ----------------------------------------------------------------------------------------------------------------------

# Largest eigenvalue of a scaled mass matrix that counts as zero (rounding errors).
SINGULAR = 1e-12


@named_arguments
def mass_matrix(model: Model, state: State) -> FloatArray:
    """Return M(q) = sum over stations of J^T diag(m, m, m, I) J, plus the armature of the joints, shape (n_base + nv,
    n_base + nv).

    It is computed independently of the recursion and serves as a reference for it.
    """
    poses, columns = jacobians(model, state)
    stations = model.stations
    total = np.zeros((len(columns), len(columns)))
    for k in range(model.n_stations):
        R, J = poses[k, :9].reshape(3, 3), columns[:, k]
        xx, xy, xz, yy, yz, zz = stations["inertia"][k]
        inertia = R @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ R.T
        total += stations["mass"][k] * J[:, :3] @ J[:, :3].T + J[:, 3:] @ inertia @ J[:, 3:].T
    joints = np.arange(len(total) - model.n_coordinates, len(total))
    total[joints, joints] += model.arrays.coordinates["armature"]
    return total


def check_determined(model: Model) -> None:
    """Raise SimulationError if the mass matrix of the robot is singular: some motion moves no mass.

    Checked only where it can occur: consecutive joints without mass between them, or a link without inertia about an axis.
    """
    massless = [not part.stations for part in model.robot.parts]
    rows = any(a and b for a, b in pairwise(massless))
    inertias = [piece.inertia for part in model.robot.parts for piece in part.stations]
    thin = bool(inertias) and bool((np.linalg.eigvalsh(np.stack(inertias))[:, 0] <= 0).any())
    if not (rows or thin):
        return
    M = mass_matrix(model, initial_state(model))
    own = np.delete(np.arange(len(M)), len(model.arrays.base) + model.lines)
    M = M[np.ix_(own, own)]
    scale = np.sqrt(np.clip(np.diag(M), 1e-300, None))
    if np.linalg.eigvalsh(M / np.outer(scale, scale))[0] < SINGULAR:
        raise SimulationError(
            f"robot {model.robot.name!r} has a motion that moves no mass, so its acceleration is not determined: give every link "
            "inertia about all axes, and put a Link between two joints that turn about one axis"
        )


# ----------------------------------------------------------------------------------------------------------------------
# Linear model of a robot about one state
# ----------------------------------------------------------------------------------------------------------------------


@named_arguments
def linearise(model: Model, state: State, u: object = None, eps: float = 1e-6) -> tuple[FloatArray, FloatArray]:
    """Return the linear model dx' = A dx + B du at a state, by central differences on the manifold.

    x = (base displacement and rotation vector in world axes, q, base velocity, v), free components and force-driven
    coordinates only; prescribed coordinates are held. u contains the command of every force-driven coordinate that has
    an actuator, and of every propeller: force of a motor (without its lag), target of a servo.

    Args:
        model: The model.
        state: The state.
        u: Commands, shape (nv,) or (n_commands,); None for zero for motors and propellers, and the present coordinate
            for servos.
        eps: Half width of the differences, in SI units.

    Returns:
        A, shape (2 n, 2 n) with n = n_base + free coordinates, and B, shape (2 n, n_inputs).
    """
    check_open(model, "linearise")
    check_alone(model, "linearise")
    state, eps = fitting_state(model, state), number(eps, "linearise eps", SimulationError, above=0, maximum=1)
    nv, codes = model.n_coordinates, model.arrays.coordinates["actuator"]
    command = commands_of(model, state, u)
    command[:nv] = np.where(codes == PRESCRIBED, state.q, command[:nv])
    start = state.row()
    start[Q + nv : Q + 2 * nv][codes == PRESCRIBED] = 0.0
    free = np.setdiff1d(np.flatnonzero(codes != PRESCRIBED), model.lines)
    inputs = np.append(np.flatnonzero((codes == MOTOR) | (codes == SERVO)), np.arange(nv, model.n_commands))
    n = len(model.arrays.base) + len(free)
    coordinates = model.arrays.coordinates.copy()
    coordinates["time_constant"] = 0.0
    propellers = model.arrays.propellers.copy()
    propellers["time_constant"] = 0.0
    arrays = model.arrays._replace(coordinates=coordinates, propellers=propellers)

    def rate_at(dx: FloatArray, du: FloatArray) -> FloatArray:
        y, dy = _displaced(model, start, free, dx), np.zeros(len(start))
        target = command.copy()
        target[inputs] += du
        rate(arrays, constant_reference(target), y, state.time, dy)
        base = VELOCITY + model.arrays.base
        return np.concatenate([y[base], y[Q + nv + free], dy[base], dy[Q + nv + free]])

    x0, u0 = np.zeros(2 * n), np.zeros(len(inputs))
    A = np.array([(rate_at(x0 + e, u0) - rate_at(x0 - e, u0)) / (2 * eps) for e in eps * np.eye(2 * n)]).T
    # pressures need larger differences than forces
    wide = eps / np.append(coordinates["gain"], np.ones(len(propellers)))[inputs]
    B = np.array([(rate_at(x0, u0 + e) - rate_at(x0, u0 - e)) / (2 * e.max()) for e in np.diag(wide)]).T
    return A, B.reshape(2 * n, len(inputs))


def _displaced(model: Model, start: FloatArray, free: np.ndarray, dx: FloatArray) -> FloatArray:
    """State row displaced by dx on its manifold."""
    base, nv = model.arrays.base, model.n_coordinates
    nb, n = len(base), len(base) + len(free)
    y = start.copy()
    move = np.zeros(6)
    move[base] = dx[:nb]
    y[:3] += move[:3]
    rotation = quat_exp((move[3], move[4], move[5]))
    quat = tuple(float(c) for c in start[QUAT : QUAT + 4])
    y[QUAT : QUAT + 4] = quat_normalise(quat_multiply(rotation, quat))
    y[Q + free] += dx[nb:n]
    y[VELOCITY + base] += dx[n : n + nb]
    y[Q + nv + free] += dx[n + nb :]
    y[Q : Q + nv], y[Q + nv : Q + 2 * nv] = model.following(y[Q : Q + nv]), model.following(y[Q + nv : Q + 2 * nv])
    return y
