"""The planar n-link snake in closed matrix form: a paper's equations in code, an independent reference model.

n rigid links in a horizontal plane, joined by n - 1 revolute joints, with friction at the link centres:

    B T = M(q) qdd + H(q, qd) + F(q, qd),       q = [theta_1 .. theta_n, x_b, y_b]

theta_i is the absolute angle of link i from the x axis [rad], link 1 is the tail, (x_b, y_b) is the tail end of
link 1 [m]; phi_i = theta_{i+1} - theta_i [rad] and T_i [N m] belong to joint i. Everywhere below q, qd and qdd have
shape (n + 2,), phi and T shape (n - 1,), and a base state is [theta_1, x_b, y_b and their rates], shape (6,).

Nothing here shares a line with the recursion of `snakelab.physics`, so that each can test the other. For
any other robot, medium or purpose use those: this module is plain NumPy and solves with full matrices.

Source: Bamshad, Akbarzadeh Tootoonchi and Hasanzadeh, "Design, Construction and Dynamic Modeling of a Snake
Robot". Equation numbers are the paper's. [R] marks a repaired misprint; [D] the closed form derived in place of the
missing appendix.
"""

from reference_models.planar_lagrangian.equation import (
    forward_accelerations,
    input_matrix,
    kinetic_energy,
    mass_matrix,
    velocity_forces,
)
from reference_models.planar_lagrangian.friction import (
    CoulombLaw,
    FrictionLaw,
    ViscousLaw,
    friction_forces,
    link_friction,
)
from reference_models.planar_lagrangian.kinematics import (
    centre_positions,
    centre_velocities,
    full_state,
    shape_matrix,
)
from reference_models.planar_lagrangian.motion import (
    Shape,
    ShapeMotion,
    serpenoid_shape,
    simulate_shape,
)
from reference_models.planar_lagrangian.prescribed import (
    BaseMotion,
    shape_to_motion,
    shape_to_motion_by_rows,
)
from reference_models.planar_lagrangian.snake import (
    PlanarSnake,
    lever_matrix,
)

__all__ = [
    "BaseMotion",
    "CoulombLaw",
    "FrictionLaw",
    "PlanarSnake",
    "Shape",
    "ShapeMotion",
    "ViscousLaw",
    "centre_positions",
    "centre_velocities",
    "forward_accelerations",
    "friction_forces",
    "full_state",
    "input_matrix",
    "kinetic_energy",
    "lever_matrix",
    "link_friction",
    "mass_matrix",
    "serpenoid_shape",
    "shape_matrix",
    "shape_to_motion",
    "shape_to_motion_by_rows",
    "simulate_shape",
    "velocity_forces",
]
