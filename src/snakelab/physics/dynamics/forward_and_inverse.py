"""Inverse and forward dynamics of one state."""

import numpy as np

from snakelab.argument_names import named_arguments
from snakelab.compiling import kernel
from snakelab.errors import SimulationError
from snakelab.geometry.spatial import get_inertia, get_twist, inertia_dot, set_twist, twist_add, twist_out
from snakelab.geometry.vectors import cross, mat_t_vec
from snakelab.physics.command import constant_reference
from snakelab.physics.contacts.detection import find_contacts
from snakelab.physics.dynamics.accelerations import accelerations
from snakelab.physics.dynamics.inward import inward
from snakelab.physics.dynamics.outward import outward
from snakelab.physics.force_kernels.coordinate_forces import coordinate_forces, predict_sets
from snakelab.physics.force_kernels.dry_joints import start_dry_joints
from snakelab.physics.force_kernels.friction import ONLY_STEP, start_friction
from snakelab.physics.force_kernels.propellers import thrusts
from snakelab.physics.force_kernels.station_forces import station_forces
from snakelab.physics.integrators.linearly_implicit import base_rotation, base_velocity
from snakelab.physics.integrators.runge_kutta import derivative
from snakelab.physics.model import Model, check_model
from snakelab.physics.model_tables.tables import MOTOR, PRESCRIBED
from snakelab.physics.model_tables.workspace import GIVEN, TAU, workspace
from snakelab.physics.state import VELOCITY, Q, State, fitting_state
from snakelab.physics.targets import references
from snakelab.types import FloatArray, vector
from snakelab.worlds.law import BASE_ACCELERATION, BASE_INERTIA, BASE_WRENCH


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
    find_contacts(model, 0.0, ws)
    thrusts(model, y, 0.0, ws)
    start_friction(model, 0.0, ONLY_STEP, ws)
    station_forces(model, y, t, 0.0, True, ws)
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
