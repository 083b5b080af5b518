"""Forces and accelerations of a model at one state: inverse and forward dynamics, mass matrix, linear model."""

from snakelab.physics.dynamics.forward_and_inverse import forward_dynamics, inverse_dynamics
from snakelab.physics.dynamics.inertia import check_determined, mass_matrix
from snakelab.physics.dynamics.linearisation import linearise

__all__ = ["check_determined", "forward_dynamics", "inverse_dynamics", "linearise", "mass_matrix"]
