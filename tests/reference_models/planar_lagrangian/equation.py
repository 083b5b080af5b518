"""The equation of motion B T = M qdd + H + F, and its terms: eq. 7 to 14."""

import numpy as np

from reference_models.planar_lagrangian.friction import FrictionLaw, friction_forces
from reference_models.planar_lagrangian.kinematics import centre_velocities
from reference_models.planar_lagrangian.snake import Array, PlanarSnake


def kinetic_energy(snake: PlanarSnake, q: Array, qd: Array) -> float:
    """K = 1/2 sum I_i w_i^2 + 1/2 sum m_i (xd_ci^2 + yd_ci^2) [J]; eq. 7, with eq. 6 in it (eq. 8 is missing [R])."""
    xd, yd = centre_velocities(snake, q, qd)
    return float(0.5 * (snake.inertia @ qd[:-2] ** 2 + snake.mass @ (xd**2 + yd**2)))


def mass_matrix(snake: PlanarSnake, q: Array) -> Array:
    """Mass matrix M, shape (n + 2, n + 2), symmetric positive definite; [D].

    M_thth = G o cos(theta_j - theta_k) + diag(I) [kg m^2], M_thr = [-S a, C a] [kg m], M_rr = m_tot 1 [kg].
    """
    n, theta = snake.n_links, q[:-2]
    M = np.zeros((n + 2, n + 2))
    M[:n, :n] = snake.coupling * np.cos(theta[:, None] - theta)
    M.flat[: n * (n + 2) : n + 3] += snake.inertia  # the diagonal of the first n rows
    M[:n, n] = M[n, :n] = -snake.moment * np.sin(theta)
    M[:n, n + 1] = M[n + 1, :n] = snake.moment * np.cos(theta)
    M[n, n] = M[n + 1, n + 1] = snake.total_mass
    return M


def velocity_forces(snake: PlanarSnake, q: Array, qd: Array) -> Array:
    """Centrifugal forces H, shape (n + 2,), [N m, N]; [D].

    H_theta_j = sum_k G_jk sin(theta_j - theta_k) w_k^2, H_x = -sum a_k cos theta_k w_k^2, H_y likewise with sin. The
    printed "H thetadot" means this vector, which already holds the squared rates [R].
    """
    theta, w2 = q[:-2], qd[:-2] ** 2
    H = np.empty(snake.n_links + 2)
    H[:-2] = (snake.coupling * np.sin(theta[:, None] - theta)) @ w2
    H[-2] = -(snake.moment * np.cos(theta)) @ w2
    H[-1] = -(snake.moment * np.sin(theta)) @ w2
    return H


def input_matrix(n_links: int) -> Array:
    """B, shape (n + 2, n - 1), [-]: T_j acts as -T_j on link j and +T_j on link j + 1, conjugate to phi_j; eq. 11."""
    return np.diff(np.eye(n_links + 2, n_links), axis=1)


def forward_accelerations(snake: PlanarSnake, q: Array, qd: Array, torques: Array, law: FrictionLaw) -> Array:
    """Accelerations under given joint torques: B T = M qdd + H + F solved for qdd, shape (n + 2,); eq. 14."""
    forces = input_matrix(snake.n_links) @ torques - velocity_forces(snake, q, qd) - friction_forces(snake, q, qd, law)
    return np.linalg.solve(mass_matrix(snake, q), forces)
