"""Questions to a model at one state: where is everything, how does it move, what does it weigh, what does it take.

Velocities are stacked as zeta = (base velocity in world axes, v): six, three (x, y, heading) or no base components, then nv.
"""

from itertools import pairwise

import numpy as np

from snakelab.compiling import kernel
from snakelab.errors import SimulationError, nearest
from snakelab.geometry.rotations import quat_exp, quat_multiply, quat_normalise
from snakelab.geometry.spatial import get_inertia, get_twist, inertia_dot, set_twist, twist_add, twist_out
from snakelab.geometry.vectors import cross, get9, mat_t_vec
from snakelab.physics.command import constant_reference
from snakelab.physics.layout.tables import HEAD, MOTOR, PRESCRIBED, SERVO
from snakelab.physics.model import Model, check_model
from snakelab.physics.recursion.accelerations import accelerations
from snakelab.physics.recursion.contacts.find import find_contacts
from snakelab.physics.recursion.coordinate_forces import coordinate_forces, predict_sets
from snakelab.physics.recursion.inward import inward
from snakelab.physics.recursion.outward import outward
from snakelab.physics.recursion.propellers import thrusts
from snakelab.physics.recursion.slice_forces import slice_forces
from snakelab.physics.references import references
from snakelab.physics.state import QUAT, VELOCITY, Q, State, fitting_state, initial_state
from snakelab.physics.steps.plain import base_rotation, base_velocity
from snakelab.physics.steps.runge_kutta import derivative
from snakelab.physics.workspace import (
    BASE_ACCELERATION,
    BASE_INERTIA,
    BASE_WRENCH,
    GIVEN,
    POSITION,
    ROTATION,
    TAU,
    TWIST,
    workspace,
)
from snakelab.types import FloatArray, number, vector

# Smallest eigenvalue of a scaled mass matrix that rounding leaves of zero.
SINGULAR = 1e-12


def forward_kinematics(model: Model, state: State) -> dict[str, FloatArray]:
    """World pose of every slice, at its centre of mass, and of the head end.

    Args:
        model: The model.
        state: The state.

    Returns:
        Name -> homogeneous transform T_world_slice, shape (4, 4), [m]; the last is "head".
    """
    poses, _ = jacobians(model, state)
    transforms = {}
    for name, pose in zip((*model.slice_names, HEAD), poses, strict=True):
        T = np.eye(4)
        T[:3, :3], T[:3, 3] = pose[:9].reshape(3, 3), pose[9:]
        transforms[name] = T
    return transforms


def jacobian(model: Model, state: State, point: str = HEAD) -> FloatArray:
    """Velocity of a slice's centre or of the head, per velocity of the base and the coordinates.

    Args:
        model: The model.
        state: The state.
        point: "head", or the name of a link or slice.

    Returns:
        J with (linear, angular) velocity in world axes = J zeta, shape (6, n_base + nv).

    Raises:
        SimulationError: if there is no such point.
    """
    check_model(model, "jacobian")
    names = (*model.slice_names, HEAD)
    if str(point) not in names:  # an array has no truth
        raise SimulationError(f"the robot has no point {point!r}{nearest(str(point), names)}")
    return jacobians(model, state)[1][:, names.index(point)].T.copy()


def mass_matrix(model: Model, state: State) -> FloatArray:
    """M(q) = sum over slices of J^T diag(m, m, m, I) J, shape (n_base + nv, n_base + nv).

    Independent of the recursion: an oracle for it, and what textbooks call M.
    """
    poses, columns = jacobians(model, state)
    slices = model.arrays.slices
    total = np.zeros((len(columns), len(columns)))
    for k in range(model.n_slices):
        R, J = poses[k, :9].reshape(3, 3), columns[:, k]
        xx, xy, xz, yy, yz, zz = slices["inertia"][k]
        inertia = R @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ R.T
        total += slices["mass"][k] * J[:, :3] @ J[:, :3].T + J[:, 3:] @ inertia @ J[:, 3:].T
    return total


def check_determined(model: Model) -> None:
    """Raise SimulationError where some motion of the robot has no mass: its mass matrix is singular.

    Looked at only where it can happen: joints in a row without mass between them, or a link without inertia about an axis.
    """
    massless = [not part.slices() for part in model.robot.parts]
    rows = any(a and b for a, b in pairwise(massless))
    thin = any(np.linalg.eigvalsh(piece.inertia)[0] <= 0 for part in model.robot.parts for piece in part.slices())
    if not (rows or thin):
        return
    M = mass_matrix(model, initial_state(model))
    scale = np.sqrt(np.clip(np.diag(M), 1e-300, None))
    if np.linalg.eigvalsh(M / np.outer(scale, scale))[0] < SINGULAR:
        raise SimulationError(
            f"robot {model.robot.name!r} can move without moving any mass, so its motion is not determined: give every link "
            "inertia about all axes, and put a Link between two joints that turn about one axis"
        )


def inverse_dynamics(model: Model, state: State, acceleration: object) -> FloatArray:
    """Forces that give the stated accelerations: wrench on the base and actuator force of every coordinate.

    It is the engine's recursion with every coordinate motion-driven. Springs, dampers, end stops and media act; the result
    is what must come on top.

    Args:
        model: The model.
        state: The state.
        acceleration: Rate of zeta: of the base velocity in world axes, then v', shape (n_base + nv,).

    Returns:
        Wrench at the base frame in world axes (its free components), then forces, shape (n_base + nv,).
    """
    check_model(model, "inverse_dynamics")
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


def forward_dynamics(model: Model, state: State, u: object = None) -> FloatArray:
    """Rate of zeta at one state: of the base's velocity in world axes, then v'; the inverse of `inverse_dynamics`.

    Args:
        model: The model.
        state: The state; prescribed coordinates are put on their commands.
        u: Commands of coordinates, and of propellers where there are more numbers, shape (nv,) or (n_commands,); None: zero for
            motors and propellers, the present angle for the others.

    Returns:
        Shape (n_base + nv,).
    """
    state = fitting_state(model, state)
    y, dy = state.row(), np.zeros(len(state.row()))
    _rate(model.arrays, constant_reference(_commands(model, state, u)), y, state.time, dy)
    nv = model.n_coordinates
    return np.concatenate([dy[VELOCITY + model.arrays.base], dy[Q + nv : Q + 2 * nv]])


def _commands(model: Model, state: State, u: object) -> FloatArray:
    """The commands, shape (n_commands,)."""
    held = np.zeros(model.n_commands)
    held[: model.n_coordinates] = np.where(model.arrays.coordinates["actuator"] == MOTOR, 0.0, state.q)
    if u is not None:
        given = vector(u, "u", SimulationError)
        size = model.n_coordinates if len(given) == model.n_coordinates else model.n_commands
        held[:size] = vector(given, "u", SimulationError, size=size)
    return held


def linearise(model: Model, state: State, u: object = None, eps: float = 1e-6) -> tuple[FloatArray, FloatArray]:
    """Linear model dx' = A dx + B du around a state, by central differences on the manifold.

    x = (base displacement and rotation vector in world axes, q, base velocity, v), free components and force-driven
    coordinates only; prescribed coordinates are held. u = command of every force-driven coordinate that has an actuator, and of
    every propeller: force of a motor (without its lag), target of a servo.

    Args:
        model: The model.
        state: The state.
        u: Commands, shape (nv,) or (n_commands,); None: zero for motors and propellers, the present angle for servos.
        eps: Half width of the differences, in SI units.

    Returns:
        A, shape (2 n, 2 n) with n = n_base + free coordinates, and B, shape (2 n, n_inputs).
    """
    state, eps = fitting_state(model, state), number(eps, "linearise eps", SimulationError, above=0, most=1)
    nv, codes = model.n_coordinates, model.arrays.coordinates["actuator"]
    command = _commands(model, state, u)
    command[:nv] = np.where(codes == PRESCRIBED, state.q, command[:nv])
    start = state.row()
    start[Q + nv : Q + 2 * nv][codes == PRESCRIBED] = 0.0
    free = np.flatnonzero(codes != PRESCRIBED)
    inputs = np.append(np.flatnonzero((codes == MOTOR) | (codes == SERVO)), np.arange(nv, model.n_commands))
    n = len(model.arrays.base) + len(free)
    coordinates = model.arrays.coordinates.copy()
    coordinates["time_constant"] = 0.0
    propellers = model.arrays.propellers.copy()
    propellers["time_constant"] = 0.0
    arrays = model.arrays._replace(coordinates=coordinates, propellers=propellers)

    def rate(dx: FloatArray, du: FloatArray) -> FloatArray:
        y, dy = _displaced(model, start, free, dx), np.zeros(len(start))
        target = command.copy()
        target[inputs] += du
        _rate(arrays, constant_reference(target), y, state.time, dy)
        base = VELOCITY + model.arrays.base
        return np.concatenate([y[base], y[Q + nv + free], dy[base], dy[Q + nv + free]])

    x0, u0 = np.zeros(2 * n), np.zeros(len(inputs))
    A = np.array([(rate(x0 + e, u0) - rate(x0 - e, u0)) / (2 * eps) for e in eps * np.eye(2 * n)]).T
    # a unit of pressure moves less than a unit of force
    wide = eps / np.append(coordinates["gain"], np.ones(len(propellers)))[inputs]
    B = np.array([(rate(x0, u0 + e) - rate(x0, u0 - e)) / (2 * e.max()) for e in np.diag(wide)]).T
    return A, B.reshape(2 * n, len(inputs))


def _displaced(model: Model, start: FloatArray, free: np.ndarray, dx: FloatArray) -> FloatArray:
    """The state row moved by dx on its manifold."""
    base, nv = model.arrays.base, model.n_coordinates
    nb, n = len(base), len(base) + len(free)
    y = start.copy()
    move = np.zeros(6)
    move[base] = dx[:nb]
    y[:3] += move[:3]
    turn = quat_exp((move[3], move[4], move[5]))
    quat = tuple(float(c) for c in start[QUAT : QUAT + 4])
    y[QUAT : QUAT + 4] = quat_normalise(quat_multiply(turn, quat))
    y[Q + free] += dx[nb:n]
    y[VELOCITY + base] += dx[n : n + nb]
    y[Q + nv + free] += dx[n + nb :]
    return y


def jacobians(model: Model, state: State) -> tuple[FloatArray, FloatArray]:
    """Where every slice's centre of mass and the head are, and how they move with each velocity.

    Returns:
        Poses (rotation matrix by rows, position), shape (n_slices + 1, 12), and twists (linear, angular) in world axes for each
        unit velocity, shape (n_base + nv, n_slices + 1, 6).
    """
    row = fitting_state(model, state).row()
    n = model.n_slices + 1
    poses = np.zeros((n, 12))
    columns = np.zeros((len(model.arrays.base) + model.n_coordinates, n, 6))
    _point_jacobians(model.arrays, row, poses, columns)
    return poses, columns


@kernel(allocates=True)
def _point_jacobians(model, y, poses, columns):
    """Twists are linear in the velocities: walk outward once with each unit velocity."""
    ws = workspace(model)
    nv, n, n_base = len(model.coordinates), len(model.slices), len(model.base)
    unit = y.copy()
    for column in range(n_base + nv):
        for i in range(6):
            unit[VELOCITY + i] = 0.0
        for j in range(nv):
            unit[Q + nv + j] = 0.0
        if column < n_base:
            unit[VELOCITY + model.base[column]] = 1.0
        else:
            unit[Q + nv + column - n_base] = 1.0
        outward(model, unit, ws)
        for k in range(n):
            set_twist(columns[column], k, 0, twist_out(get_twist(ws.slices, k, TWIST), get9(ws.slices, k, ROTATION)))
        set_twist(columns[column], n, 0, twist_out(get_twist(ws.body, 0, TWIST), get9(ws.body, 0, ROTATION)))
    outward(model, y, ws)
    for k in range(n + 1):
        for i in range(9):
            poses[k, i] = ws.slices[k, ROTATION + i] if k < n else ws.body[0, ROTATION + i]
        for i in range(3):
            poses[k, 9 + i] = ws.slices[k, POSITION + i] if k < n else ws.body[0, POSITION + i]


@kernel(allocates=True)
def _inverse(model, reference, y, t, base, given, wrench, tau):
    """The recursion with the base's acceleration and all coordinates' given."""
    ws = workspace(model)
    references(reference, 0.0, ws.coordinates)
    outward(model, y, ws)
    find_contacts(model, 0.0, ws)
    thrusts(model, y, 0.0, ws)
    slice_forces(model, t, 0.0, ws)
    predict_sets(model, reference, y, 0.0, ws)
    coordinate_forces(model, reference, y, 0.0, ws)
    for j in range(len(given)):
        ws.coordinates[j, GIVEN] = given[j]
    inward(model, ws)
    r = base_rotation(y)
    v, w = base_velocity(y)
    turning = cross(mat_t_vec(r, w), mat_t_vec(r, v))
    a = mat_t_vec(r, (base[0], base[1], base[2]))
    spatial = ((a[0] - turning[0], a[1] - turning[1], a[2] - turning[2]), mat_t_vec(r, (base[3], base[4], base[5])))
    set_twist(ws.body, 0, BASE_ACCELERATION, spatial)
    accelerations(model, ws)
    resist = inertia_dot(get_inertia(ws.body, 0, BASE_INERTIA), spatial)
    push = twist_out(twist_add(resist, get_twist(ws.body, 0, BASE_WRENCH)), r)
    for i in range(3):
        wrench[i], wrench[i + 3] = push[0][i], push[1][i]
    for j in range(len(given)):
        tau[j] = ws.coordinates[j, TAU]


@kernel(allocates=True)
def _rate(model, reference, y, t, dy):
    """`derivative` with scratch of its own."""
    derivative(model, reference, t, y, dy, workspace(model))
