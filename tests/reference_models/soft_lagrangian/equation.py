"""The equation of motion, solved for forces or for accelerations: eq. 17."""

import numpy as np

from reference_models.complex_step import Array
from reference_models.soft_lagrangian.contact import Ground, contact_forces
from reference_models.soft_lagrangian.inertia import (
    conservative_forces,
    coriolis_matrix,
    damping_matrix,
    mass_matrix,
)
from reference_models.soft_lagrangian.snake import SoftSnake


def inverse_dynamics(snake: SoftSnake, q: Array, qd: Array, qdd: Array, ground: Ground | None = None) -> Array:
    """[wrench on q_b; tau] that makes the motion: the left side of eq. 17 minus the contact forces, shape (6 + 3 n,)."""
    C, D = coriolis_matrix(snake, q, qd), damping_matrix(snake)
    forces = mass_matrix(snake, q) @ qdd + (C + D) @ qd + conservative_forces(snake, q)
    return forces if ground is None else forces - contact_forces(snake, q, qd, ground)


def forward_accelerations(snake: SoftSnake, q: Array, qd: Array, tau: Array, ground: Ground | None = None) -> Array:
    """qdd of eq. 17 under muscle forces tau, shape (3 n,), [N]; without ground the robot falls freely."""
    missing = np.append(np.zeros(6), tau) - inverse_dynamics(snake, q, qd, np.zeros_like(q), ground)
    return np.linalg.solve(mass_matrix(snake, q), missing)
