"""M(q) zeta' + C(q, zeta) zeta + D(q, zeta) zeta + G(q, g) = tau: each term as a sum over bodies.

Every function takes the robot as `place` put it: pose, q and zeta at once.
"""

import numpy as np
from numpy.typing import ArrayLike

from reference_models.complex_step import Array
from reference_models.frames import hat
from reference_models.underwater_lagrangian.kinematics import Place, place
from reference_models.underwater_lagrangian.material import elastic_energy, elastic_force, viscous_force
from reference_models.underwater_lagrangian.snake import UnderwaterSnake
from snakelab.errors import RobotError
from snakelab.parameters.arguments import vector


def mass_matrix(at: Place) -> Array:
    """M = sum_i J_i^T (M_R + M_A) J_i, shape (6 + 3 n, 6 + 3 n), symmetric positive definite; eq. 28."""
    return _sum(at.J, (at.bodies.rigid + at.bodies.added) @ at.J)


def coriolis_matrix(at: Place) -> Array:
    """C = sum_i J_i^T (M_i Jdot_i - W_i J_i) in still water, shape (6 + 3 n, 6 + 3 n); eq. 33 [R]. M' - 2 C is skew."""
    inertia = at.bodies.rigid + at.bodies.added
    return _sum(at.J, inertia @ at.J_rate - _turning(inertia, at.V) @ at.J)


def current_forces(at: Place) -> Array:
    """What a steady, even current adds on the left, shape (6 + 3 n,): the added mass feels the relative motion only.

    sum_i J_i^T (M_A (w x v_c; 0) - W(M_A V_r) V_r + W(M_A V) V), v_c the current in the body's axes and w its angular velocity.
    """
    if not any(at.snake.water.current):
        return np.zeros_like(at.zeta)
    added, V, V_r = at.bodies.added, at.V[..., None], at.V_r[..., None]
    change = np.zeros_like(V)
    change[:, :3, 0] = np.cross(at.V[:, 3:], at.stream[:, :3])
    return _sum(at.J, added @ change - _turning(added, at.V_r) @ V_r + _turning(added, at.V) @ V)[:, 0]


def drag_of_bodies(at: Place) -> Array:
    """Secant drag D_i(V_r) of every body, linear and quadratic, shape (b, 6, 6), none negative; eq. 31, 32 [R]."""
    parts, V = at.bodies, at.V_r
    D = parts.linear.copy()
    D[:, 0, 0] += parts.axial * np.abs(V[:, 0])
    D[:, 3, 3] += parts.roll * np.abs(V[:, 3])
    speed = np.linalg.norm(np.einsum("bsai,bi->bsa", parts.strip, V), axis=-1)
    rows = parts.strip.reshape(len(V), -1, 6)
    return D + rows.swapaxes(-1, -2) @ (np.repeat(parts.across * speed, 2, axis=-1)[..., None] * rows)


def drag_matrix(at: Place) -> Array:
    """D = sum_i J_i^T D_i J_i, shape (6 + 3 n, 6 + 3 n), symmetric, never negative."""
    return _sum(at.J, drag_of_bodies(at) @ at.J)


def drag_forces(at: Place) -> Array:
    """sum_i J_i^T D_i V_r,i, shape (6 + 3 n,): D zeta in still water."""
    return _sum(at.J, drag_of_bodies(at) @ at.V_r[..., None])[:, 0]


def hydrostatic_forces(at: Place) -> Array:
    """G = -sum_i J_i^T (f; g x f_g + b x f_b), weight f_g down and buoyancy f_b up in body axes, shape (6 + 3 n,); eq. 34 [R]."""
    parts, up = at.bodies, at.T[:, 2, :3]
    weight, buoyancy = -parts.weight[:, None] * up, parts.buoyancy[:, None] * up
    moment = np.cross(parts.centre, weight) + np.cross(parts.lift, buoyancy)
    return -_sum(at.J, np.hstack((weight + buoyancy, moment))[..., None])[:, 0]


def joint_forces(at: Place) -> Array:
    """[0_6; f_el + f_v], shape (6 + 3 n,), [N]."""
    joint = at.snake.joint
    return np.append(np.zeros(6), elastic_force(joint, at.q) + viscous_force(joint, at.q, at.zeta[6:]))


def thrust_matrix(at: Place) -> Array:
    """J^T B: generalised force per newton of every propeller, shape (6 + 3 n, m); eq. 35, 36."""
    columns = np.zeros((at.zeta.size, len(at.snake.thrusters)))
    for k, propeller in enumerate(at.snake.thrusters):
        along = np.array(propeller.direction, float) / np.linalg.norm(propeller.direction)
        columns[:, k] = at.J[propeller.module].T @ np.append(along, np.cross(propeller.point, along))
    return columns


def input_forces(at: Place, u_T: ArrayLike, u_J: ArrayLike) -> Array:
    """tau = J^T B u_T + [0; K] u_J, shape (6 + 3 n,): thrusts u_T [N] and pressures u_J [MPa]; eq. 35-37 [R].

    Raises:
        RobotError: if a propeller or an actuator has no value.
    """
    thrusts = vector(u_T, "u_T", RobotError, size=len(at.snake.thrusters), unit="N")
    pressures = vector(u_J, "u_J", RobotError, size=at.q.size, unit="MPa")
    return thrust_matrix(at) @ thrusts + np.append(np.zeros(6), at.snake.joint.K * pressures)


def left_side(at: Place) -> Array:
    """C zeta + D zeta + G, with the current, shape (6 + 3 n,); the material's forces are apart."""
    return coriolis_matrix(at) @ at.zeta + current_forces(at) + drag_forces(at) + hydrostatic_forces(at)


def forward_accelerations(
    snake: UnderwaterSnake, q: ArrayLike, zeta: ArrayLike, u_T: ArrayLike, u_J: ArrayLike, pose: ArrayLike | None = None
) -> Array:
    """zeta' of the whole robot, base and joints at once, shape (6 + 3 n,): mode B. Arguments as `place` and `input_forces`."""
    at = place(snake, q, zeta, pose)
    return np.linalg.solve(mass_matrix(at), input_forces(at, u_T, u_J) - left_side(at) - joint_forces(at))


def in_world_axes(pose: Array, zeta: Array, zeta_rate: Array) -> Array:
    """zeta' with the base's classical acceleration in world axes, R (v1' + v2 x v1) and R v2', shape (6 + 3 n,)."""
    R, (v1, v2) = pose[:3, :3], zeta[:6].reshape(2, 3)
    return np.concatenate((R @ (zeta_rate[:3] + np.cross(v2, v1)), R @ zeta_rate[3:6], zeta_rate[6:]))


def kinetic_energy(at: Place) -> float:
    """1/2 zeta^T M zeta, the water's part included [J]."""
    return float(0.5 * at.zeta @ mass_matrix(at) @ at.zeta)


def potential_energy(at: Place) -> float:
    """Of weight, buoyancy and elasticity [J]."""
    parts, R, p = at.bodies, at.T[:, :3, :3], at.T[:, :3, 3]
    heights = [(p + (R @ point[..., None])[..., 0])[:, 2] for point in (parts.centre, parts.lift)]
    lifted = float(parts.weight @ heights[0] - parts.buoyancy @ heights[1])
    return lifted + elastic_energy(at.snake.joint, at.q)


def _sum(J: Array, of: Array) -> Array:
    """sum_i J_i^T x_i over the bodies."""
    return J.reshape(-1, J.shape[-1]).T @ of.reshape(-1, of.shape[-1])


def _turning(inertia: Array, V: Array) -> Array:
    """W = [[0, hat(h1)], [hat(h1), hat(h2)]], h = inertia V, shape (b, 6, 6): -W V = (v2 x h1; v1 x h1 + v2 x h2)."""
    h = hat((inertia @ V[..., None])[..., 0].reshape(-1, 2, 3))
    W = np.zeros((len(V), 6, 6))
    W[:, :3, 3:] = W[:, 3:, :3] = h[:, 0]
    W[:, 3:, 3:] = h[:, 1]
    return W
