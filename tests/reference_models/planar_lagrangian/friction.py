"""Friction at the link centres: its laws, and what it gives to every coordinate; eq. 1, 2, 11 to 13."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from reference_models.planar_lagrangian.kinematics import centre_velocities
from reference_models.planar_lagrangian.snake import Array, PlanarSnake

FrictionLaw = Callable[[Array, Array, Array], tuple[Array, Array]]  # (mass, v_t, v_n) -> (f_t, f_n)


@dataclass(frozen=True)
class ViscousLaw:
    """Viscous friction f_e = -m C_e v_e along (t) and across (n) a link, C_e in [1/s]; eq. 2."""

    tangential: float
    normal: float

    def __call__(self, mass: Array, v_t: Array, v_n: Array) -> tuple[Array, Array]:
        """Forces (f_t, f_n), each (n,), [N], from masses [kg] and velocities [m/s], each (n,)."""
        return -self.tangential * mass * v_t, -self.normal * mass * v_n


@dataclass(frozen=True)
class CoulombLaw:
    """Dry friction f_e = -m g mu_e tanh(v_e / eps) along (t) and across (n) a link; eq. 1.

    tanh stands for the printed sign, so that a link creeps near `smoothing_speed`, eps [m/s]. The text's wording,
    which calls mu_t normal and mu_n tangential, is swapped [R]. mu in [-], `gravity` in [m/s^2].
    """

    tangential: float
    normal: float
    smoothing_speed: float = 1e-3
    gravity: float = 9.81

    def __call__(self, mass: Array, v_t: Array, v_n: Array) -> tuple[Array, Array]:
        """Forces (f_t, f_n), each (n,), [N], from masses [kg] and velocities [m/s], each (n,)."""
        weight, eps = self.gravity * mass, self.smoothing_speed
        return -self.tangential * weight * np.tanh(v_t / eps), -self.normal * weight * np.tanh(v_n / eps)


def link_friction(snake: PlanarSnake, q: Array, qd: Array, law: FrictionLaw) -> tuple[Array, Array]:
    """Friction at the link centres in world axes, (f_x, f_y), each (n,), [N]; eq. 1-2.

    The law is applied to v_t = xd_c cos theta + yd_c sin theta and v_n = -xd_c sin theta + yd_c cos theta, and its
    forces are turned back. A link turning about its centre feels no moment.
    """
    cos, sin = np.cos(q[:-2]), np.sin(q[:-2])
    xd, yd = centre_velocities(snake, q, qd)
    f_t, f_n = law(snake.mass, xd * cos + yd * sin, yd * cos - xd * sin)
    return f_t * cos - f_n * sin, f_t * sin + f_n * cos


def friction_forces(snake: PlanarSnake, q: Array, qd: Array, law: FrictionLaw) -> Array:
    """F, shape (n + 2,), [N m, N]: *minus* the generalised friction force, for it stands beside M in eq. 14; eq. 11-13.

    F_theta = S A^T f_x - C A^T f_y, F_x = -sum f_x, F_y = -sum f_y. The printed "I_j" is the length l_j, and the
    first "f_yi" of eq. 11 is f_yj [R].
    """
    f_x, f_y = link_friction(snake, q, qd, law)
    F = np.empty(snake.n_links + 2)
    F[:-2] = np.sin(q[:-2]) * (f_x @ snake.lever) - np.cos(q[:-2]) * (f_y @ snake.lever)
    F[-2], F[-1] = -f_x.sum(), -f_y.sum()
    return F
