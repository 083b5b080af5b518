"""What a prescribed shape demands of the base and the joints, in two ways: eq. 15 to 22."""

from functools import cache
from typing import NamedTuple

import numpy as np

from reference_models.planar_lagrangian.equation import input_matrix, mass_matrix, velocity_forces
from reference_models.planar_lagrangian.friction import FrictionLaw, friction_forces
from reference_models.planar_lagrangian.kinematics import full_state, shape_matrix
from reference_models.planar_lagrangian.snake import Array, PlanarSnake


class BaseMotion(NamedTuple):
    """What a prescribed shape demands of the base and the joints."""

    acceleration: Array  # [theta1dd, xbdd, ybdd], (3,), [rad/s^2, m/s^2, m/s^2]
    torques: Array  # T, (n - 1,), [N m]


def shape_to_motion(
    snake: PlanarSnake, base_state: Array, phi: Array, phid: Array, phidd: Array, law: FrictionLaw
) -> BaseMotion:
    """Base acceleration and joint torques of a prescribed shape, by projection on the motions that keep the shape.

    P^T M P z = -P^T (M [E phidd; 0] + H + F), because P^T B = 0; then T_k = -sum_{j <= k} (M qdd + H + F)_j: three
    equations, symmetric positive definite in every shape. `shape_to_motion_by_rows` is its check.

    Args:
        snake: The robot.
        base_state: [theta_1, x_b, y_b, theta_1d, xd_b, yd_b], shape (6,), [rad, m, m, rad/s, m/s, m/s].
        phi: Joint angles, shape (n - 1,), [rad]; `phid` [rad/s] and `phidd` [rad/s^2] are their rates.
        law: Friction of a link, (mass, v_t, v_n) -> (f_t, f_n).

    Source: eq. 15-20; eq. 18-19 print the base velocity where its acceleration is meant [R].
    """
    q, qd = full_state(base_state, phi, phid)
    M, P = mass_matrix(snake, q), _base_motions(snake.n_links)
    bias = velocity_forces(snake, q, qd) + friction_forces(snake, q, qd, law)
    bias += M[:, :-2] @ (shape_matrix(snake.n_links) @ phidd)
    z = np.linalg.solve(P.T @ M @ P, -(bias @ P))
    residual = M @ (P @ z) + bias
    return BaseMotion(z, -np.cumsum(residual[:-3]))


def shape_to_motion_by_rows(
    snake: PlanarSnake, base_state: Array, phi: Array, phid: Array, phidd: Array, law: FrictionLaw
) -> BaseMotion:
    """As `shape_to_motion`, by the paper's own elimination: n linear equations for [T, theta1dd].

    D T + (pN qN^-1 qM - pM) e theta1dd = (pM - pN qN^-1 qM) E phidd - pN qN^-1 (qH + qF) + pH + pF      (22)
    r_bdd = -qN^-1 (qM (E phidd + e theta1dd) + qH + qF)                                                (21)

    p are the first n rows and q the last two; M and N the columns of theta and of r_b; D = B[:n].
    """
    n = snake.n_links
    q, qd = full_state(base_state, phi, phid)
    M = mass_matrix(snake, q)
    pM, pN, qM, qN = M[:n, :n], M[:n, n:], M[n:, :n], M[n:, n:]
    bias = velocity_forces(snake, q, qd) + friction_forces(snake, q, qd, law)
    fold = pN @ np.linalg.inv(qN)  # pN qN^-1
    inner = pM - fold @ qM
    shape_acceleration = shape_matrix(n) @ phidd
    left = np.column_stack((input_matrix(n)[:n], -inner.sum(axis=1)))
    solution = np.linalg.solve(left, inner @ shape_acceleration - fold @ bias[n:] + bias[:n])
    base_acceleration = -np.linalg.solve(qN, qM @ (shape_acceleration + solution[-1]) + bias[n:])
    return BaseMotion(np.append(solution[-1], base_acceleration), solution[:-1])


@cache
def _base_motions(n_links: int) -> Array:
    """P = [[e, 0], [0, 1]], shape (n + 2, 3): the motions of q that keep the shape."""
    return np.repeat(np.eye(3), (n_links, 1, 1), axis=0)
