"""Questions to a model at one state: where is everything, how does it move, what does it weigh, what does it take.

Velocities are stacked as zeta = (base velocity in world axes, v): six, three (x, y, heading) or no base components, then nv.
"""

from snakelab.physics.queries.dynamics import forward_dynamics, inverse_dynamics
from snakelab.physics.queries.inertia import check_determined, mass_matrix
from snakelab.physics.queries.kinematics import forward_kinematics, jacobian, jacobians
from snakelab.physics.queries.linearisation import linearise

__all__ = [
    "check_determined",
    "forward_dynamics",
    "forward_kinematics",
    "inverse_dynamics",
    "jacobian",
    "jacobians",
    "linearise",
    "mass_matrix",
]
