"""What the stations' masses give: M, C, the weight in G and the energies; eq. 17 to 21."""

import numpy as np

from reference_models.complex_step import COMPLEX_STEP, Array
from reference_models.soft_lagrangian.kinematics import stations
from reference_models.soft_lagrangian.snake import SoftSnake


def translational_mass(snake: SoftSnake, q: Array) -> Array:
    """M = sum_i m int (dp/dq)^T (dp/dq) ds, shape (..., 6 + 3 n, 6 + 3 n); eq. 18 as printed.

    Singular in every configuration: the base may spin about its axis while all bending planes turn back, which is how the
    robot rolls, and no station's centre moves.
    """
    return inertia_sum(snake, q, np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0]))


def rotational_mass(snake: SoftSnake, q: Array) -> Array:
    """What the stations' turning adds: discs of the skin's radius, I = m r_i^2 diag(1/2, 1/4, 1/4); missing in eq. 18 [R]."""
    return inertia_sum(snake, q, snake.skin_radius**2 * np.array([0.0, 0.0, 0.0, 1 / 2, 1 / 4, 1 / 4]))


def mass_matrix(snake: SoftSnake, q: Array) -> Array:
    """M, shape (..., 6 + 3 n, 6 + 3 n), symmetric positive definite: `translational_mass` + `rotational_mass`."""
    disc = snake.skin_radius**2 * np.array([1 / 2, 1 / 4, 1 / 4])
    return inertia_sum(snake, q, np.array([1.0, 1.0, 1.0, *disc]))


def inertia_sum(snake: SoftSnake, q: Array, inertia: Array) -> Array:
    """sum over stations of m w J^T diag(inertia) J, the inertia per mass of a station in its own axes."""
    shares, weights = snake.quadrature
    J = stations(snake, q, shares).J
    J = J * np.sqrt(snake.mass * weights[:, None, None] * inertia[:, None])
    J = J.reshape(*q.shape[:-1], -1, q.shape[-1])
    return J.swapaxes(-1, -2) @ J


def coriolis_matrix(snake: SoftSnake, q: Array, qd: Array) -> Array:
    """C_vu = sum_h 1/2 (dM_vu/dq_h + dM_vh/dq_u - dM_hu/dq_v) qd_h, shape (6 + 3 n, 6 + 3 n); eq. 19, 20.

    The slopes of M are complex steps, M(q + i d e_h) / d as d goes to 0: exact to rounding.
    """
    slopes = mass_matrix(snake, q + 1j * COMPLEX_STEP * np.eye(q.size)).imag / COMPLEX_STEP  # [h, v, u] = dM_vu/dq_h
    along_h, along_u = np.einsum("hvu,h->vu", slopes, qd), np.einsum("uvh,h->vu", slopes, qd)
    return 0.5 * (along_h + along_u - along_u.T)


def damping_matrix(snake: SoftSnake) -> Array:
    """D = diag(0_6, D .. D), shape (6 + 3 n, 6 + 3 n), [N s/m]."""
    return np.diag(np.repeat([0.0, snake.damping], [6, 3 * snake.n_sections]))


def conservative_forces(snake: SoftSnake, q: Array) -> Array:
    """G = [0_6; K l] + sum_i m int (dp/dq)^T (0, 0, g) ds, shape (6 + 3 n,), with respect to all coordinates [R]; eq. 21."""
    T, J = stations(snake, q, snake.quadrature.shares)
    rise = (T[..., 2:3, :3] @ J[..., :3, :])[..., 0, :]  # dz/dq of every station
    weight = snake.mass * snake.gravity * np.einsum("k,iku->u", snake.quadrature.weights, rise)
    return weight + snake.stiffness * np.append(np.zeros(6), q[6:])


def kinetic_energy(snake: SoftSnake, q: Array, qd: Array) -> float:
    """1/2 qd^T M qd [J]."""
    return float(0.5 * qd @ mass_matrix(snake, q) @ qd)


def potential_energy(snake: SoftSnake, q: Array) -> Array:
    """sum_i m g int z ds + 1/2 K sum l^2 [J], shape (...)."""
    height = stations(snake, q, snake.quadrature.shares).T[..., 2, 3] @ snake.quadrature.weights
    return snake.mass * snake.gravity * height.sum(-1) + 0.5 * snake.stiffness * (q[..., 6:] ** 2).sum(-1)


def centre_of_mass(snake: SoftSnake, q: Array) -> Array:
    """Centre of mass in the world, shape (..., 3), [m]."""
    centres = stations(snake, q, snake.quadrature.shares).T[..., :3, 3]
    return np.einsum("k,...ika->...a", snake.quadrature.weights, centres) / snake.n_sections
