"""Where every place of the body is and how it moves: eq. 3, 8, 11."""

from typing import NamedTuple

import numpy as np

from reference_models.bending import section_jacobians, section_poses
from reference_models.complex_step import Array
from reference_models.frames import into_axes_of
from reference_models.soft_lagrangian.snake import SoftSnake


def section_strain(snake: SoftSnake, q: Array) -> Array:
    """X = (L0, 0, 0, 0, 0, 0) + dX/dl l of every section, shape (..., n, 6), [m, rad]: linear in the lengths.

    It holds the paper's L, Phi and Theta: the length, and the bends kappa_y and kappa_z with Phi^2 = kappa_y^2 + kappa_z^2.
    No angle Theta of a bending plane appears, so nothing is singular in a straight section.
    """
    lengths = q[..., 6:].reshape(*q.shape[:-1], snake.n_sections, 3)
    return lengths @ snake.strain_columns.T + np.eye(6)[0] * snake.length


def base_pose(q: Array) -> Array:
    """T_b = Trans(x, y, z) Rz(gamma) Ry(beta) Rx(alpha), shape (..., 4, 4)."""
    (ca, cb, cg), (sa, sb, sg) = np.moveaxis(np.cos(q[..., 3:6]), -1, 0), np.moveaxis(np.sin(q[..., 3:6]), -1, 0)
    zero, one = np.zeros_like(ca), np.ones_like(ca)
    Rz = np.array([[cg, -sg, zero], [sg, cg, zero], [zero, zero, one]])
    Ry = np.array([[cb, zero, sb], [zero, one, zero], [-sb, zero, cb]])
    Rx = np.array([[one, zero, zero], [zero, ca, -sa], [zero, sa, ca]])
    T = np.zeros((*q.shape[:-1], 4, 4), q.dtype)
    T[..., :3, :3] = np.einsum("ij...,jk...,kl...->...il", Rz, Ry, Rx)
    T[..., :3, 3], T[..., 3, 3] = q[..., :3], 1.0
    return T


def base_jacobian(q: Array) -> Array:
    """Body twist (linear, angular) of the base per rate of q, shape (..., 6, 6 + 3 n): R^T, and the angles' axes."""
    ca, cb, sa, sb = np.cos(q[..., 3]), np.cos(q[..., 4]), np.sin(q[..., 3]), np.sin(q[..., 4])
    J = np.zeros((*q.shape[:-1], 6, q.shape[-1]), q.dtype)
    J[..., :3, :3] = base_pose(q)[..., :3, :3].swapaxes(-1, -2)
    J[..., 3, 3], J[..., 3, 5] = 1.0, -sb
    J[..., 4, 4], J[..., 4, 5] = ca, sa * cb
    J[..., 5, 4], J[..., 5, 5] = -sa, ca * cb
    return J


class Stations(NamedTuple):
    """Frames along the body, and how they move."""

    T: Array  # pose in the world, (..., n, k, 4, 4)
    J: Array  # body twist (linear, angular) per rate of q, (..., n, k, 6, 6 + 3 n)


def stations(snake: SoftSnake, q: Array, shares: Array) -> Stations:
    """Poses T_b prod_i exp(X_i) exp(s X) and body Jacobians at k shares s of every section; eq. 8, 11.

    The sections already passed enter with s = 1; the later ones do not enter.

    Args:
        snake: The robot.
        q: Coordinates, shape (..., 6 + 3 n).
        shares: s of the frames, shape (k,), [-].
    """
    X, ends = section_strain(snake, q), np.append(shares, 1.0)
    poses, own = section_poses(X, ends), section_jacobians(X, snake.strain_columns, ends)
    T, J = base_pose(q)[..., None, :, :], base_jacobian(q)[..., None, :, :]
    found_T, found_J = [], []
    for i in range(snake.n_sections):
        step = poses[..., i, :, :, :]
        T, J = T @ step, into_axes_of(step) @ J
        J[..., 6 + 3 * i : 9 + 3 * i] = own[..., i, :, :, :]
        found_T.append(T[..., :-1, :, :])
        found_J.append(J[..., :-1, :, :])
        T, J = T[..., -1:, :, :], J[..., -1:, :, :]
    return Stations(np.stack(found_T, -4), np.stack(found_J, -4))
