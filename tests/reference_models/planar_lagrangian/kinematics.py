"""Where the link centres are, how they move, and the angles that a shape and the base give: eq. 3 to 6, 15."""

from functools import cache

import numpy as np

from reference_models.planar_lagrangian.snake import Array, PlanarSnake


def centre_positions(snake: PlanarSnake, q: Array) -> tuple[Array, Array]:
    """Link centres x_c = x_b e + A cos theta, y_c likewise with sin, (..., n) each, [m], of q (..., n + 2); eq. 3-4."""
    theta = q[..., :-2]
    return q[..., -2, None] + np.cos(theta) @ snake.lever.T, q[..., -1, None] + np.sin(theta) @ snake.lever.T


def centre_velocities(snake: PlanarSnake, q: Array, qd: Array) -> tuple[Array, Array]:
    """Velocities of the link centres, each (n,), [m/s]: xd_c = xd_b e - A S w, yd_c = yd_b e + A C w; eq. 5-6."""
    theta, w = q[:-2], qd[:-2]
    return qd[-2] - snake.lever @ (np.sin(theta) * w), qd[-1] + snake.lever @ (np.cos(theta) * w)


@cache
def shape_matrix(n_links: int) -> Array:
    """E, shape (n, n - 1), [-], of theta = E phi + e theta_1: E_ij = 1 for i > j; eq. 15. phi has n - 1 entries [R]."""
    E = np.tri(n_links, n_links - 1, -1)
    E.setflags(write=False)
    return E


def full_state(base_state: Array, phi: Array, phid: Array) -> tuple[Array, Array]:
    """(q, qd) of a base state and a shape, theta = E phi + e theta_1, each (..., n + 2); eq. 15."""
    E = shape_matrix(phi.shape[-1] + 1)
    theta, w = phi @ E.T + base_state[..., :1], phid @ E.T + base_state[..., 3:4]
    return np.concatenate((theta, base_state[..., 1:3]), -1), np.concatenate((w, base_state[..., 4:]), -1)
