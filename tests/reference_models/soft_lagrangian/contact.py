"""The ground, and its forces on a grid of skin points: eq. 12 to 14."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from reference_models.complex_step import Array
from reference_models.frames import hat
from reference_models.soft_lagrangian.kinematics import stations
from reference_models.soft_lagrangian.snake import SoftSnake
from snakelab.errors import WorldError
from snakelab.parameters.arguments import number


@dataclass(frozen=True)
class Ground:
    """Level ground at z = 0: a spring and a damper under every skin point, and friction along the world's x and y.

    Args:
        stiffness: K_g of one point [N/m].
        damping: B_g of one point [N s/m].
        mu_x, mu_y: Coefficients of friction [-].
        eps: Smoothing speed of the sign: v / sqrt(v^2 + eps^2) [m/s].

    Raises:
        WorldError: if a value cannot be.
    """

    stiffness: float = 1000.0
    damping: float = 130.0
    mu_x: float = 0.6
    mu_y: float = 0.2
    eps: float = 5e-3

    def __post_init__(self) -> None:
        for key in ("stiffness", "damping", "mu_x", "mu_y"):
            number(getattr(self, key), f"Ground {key}", WorldError, minimum=0)
        number(self.eps, "Ground eps", WorldError, above=0, unit="m/s")


class SkinPoints(NamedTuple):
    """The skin's grid, ring after ring from the tail, and how it moves."""

    position: Array  # in the world, (n rings + 1, points_around, 3), [m]
    jacobian: Array  # velocity in the world per rate of q, (n rings + 1, points_around, 3, 6 + 3 n)


def skin_points(snake: SoftSnake, q: Array) -> SkinPoints:
    """Points Rx(sigma) Trans_y(r_i) beyond the body's frames, sigma = 2 pi k / points_around.

    The skin's offset enters only at the point itself, not in the product along the chain [R]. Neighbouring sections share
    the ring between them.
    """
    T, J = stations(snake, q, np.linspace(0, 1, snake.rings + 1))
    first_of_later = np.zeros(T.shape[:2], bool)
    first_of_later[1:, 0] = True
    T, J = T[~first_of_later][:, None], J[~first_of_later][:, None]
    sigma = 2 * np.pi * np.arange(snake.points_around) / snake.points_around
    offset = snake.skin_radius * np.stack((np.zeros_like(sigma), np.cos(sigma), np.sin(sigma)), -1)
    R, centre = T[..., :3, :3], T[..., :3, 3]
    return SkinPoints(centre + (R @ offset[..., None])[..., 0], R @ (J[..., :3, :] - hat(offset) @ J[..., 3:, :]))


def point_forces(ground: Ground, position: Array, velocity: Array) -> Array:
    """Forces F of the ground on points, world axes, shape (..., 3), [N]; eq. 12-14.

    Below z = 0: F_z = max(0, -(K_g z + B_g zd)), which cannot pull [R]; F_x = -mu_x F_z xd / sqrt(xd^2 + eps^2), and F_y
    likewise: friction resists, and the printed signs would make it drive [R].
    """
    load = np.maximum(0.0, -(ground.stiffness * position[..., 2] + ground.damping * velocity[..., 2]))
    load = np.where(position[..., 2] < 0.0, load, 0.0)
    signs = velocity / np.hypot(velocity, ground.eps)
    return np.stack((-ground.mu_x * load * signs[..., 0], -ground.mu_y * load * signs[..., 1], load), -1)


def contact_forces(snake: SoftSnake, q: Array, qd: Array, ground: Ground) -> Array:
    """sum_jk J_jk^T F_jk over the skin's grid, shape (6 + 3 n,), [N, N m]."""
    position, J = skin_points(snake, q)
    return np.einsum("jkau,jka->u", J, point_forces(ground, position, J @ qd))
