"""The pneumatic soft snake in closed matrix form: a paper's equations in code, an independent reference model.

n sections of constant curvature in series on a floating base, three extending muscles in each, and a skin that touches
level ground at fixed points:

    M(q) qdd + (C(q, qd) + D) qd + G(q) = [0_6; tau] + sum_jk J_jk^T F_jk,   q = [x, y, z, alpha, beta, gamma, l_11 .. l_n3]

(x, y, z) is the tail end [m], alpha, beta and gamma turn the base about x, y and z [rad], l_ij is the elongation of
muscle j of section i [m], tau_ij the force that its pressure exerts [N]. q and its rates have shape (6 + 3 n,).

x points along the body: the paper's z, x and y are x, y and z here, which is a rotation. The three angles are singular
where the body stands upright, |beta| = pi/2.

Nothing here shares a line with the recursion of `snakelab.physics`, so that each can test the other. For any other
robot, world or purpose use those: this module is plain NumPy, solves with full matrices, and is slow.

Source: Arachchige, Mallikarachchi, Kanj, Perera, Chen, Gilbert and Godage, "Dynamic Modeling and Validation of Soft Robotic
Snake Locomotion", 2023. Equation numbers are the paper's. [R] marks a repair.
"""

from reference_models.soft_lagrangian.contact import (
    Ground,
    SkinPoints,
    contact_forces,
    point_forces,
    skin_points,
)
from reference_models.soft_lagrangian.equation import (
    forward_accelerations,
    inverse_dynamics,
)
from reference_models.soft_lagrangian.inertia import (
    centre_of_mass,
    conservative_forces,
    coriolis_matrix,
    damping_matrix,
    kinetic_energy,
    mass_matrix,
    potential_energy,
    rotational_mass,
    translational_mass,
)
from reference_models.soft_lagrangian.kinematics import (
    Stations,
    base_jacobian,
    base_pose,
    section_strain,
    stations,
)
from reference_models.soft_lagrangian.motion import (
    SoftMotion,
    rolling_forces,
    simulate_forces,
)
from reference_models.soft_lagrangian.snake import (
    SoftSnake,
)

__all__ = [
    "Ground",
    "SkinPoints",
    "SoftMotion",
    "SoftSnake",
    "Stations",
    "base_jacobian",
    "base_pose",
    "centre_of_mass",
    "conservative_forces",
    "contact_forces",
    "coriolis_matrix",
    "damping_matrix",
    "forward_accelerations",
    "inverse_dynamics",
    "kinetic_energy",
    "mass_matrix",
    "point_forces",
    "potential_energy",
    "rolling_forces",
    "rotational_mass",
    "section_strain",
    "simulate_forces",
    "skin_points",
    "stations",
    "translational_mass",
]
