"""The hybrid underwater snake in matrix form: a paper's equations in code, an independent reference model.

n + 1 rigid modules with propellers and n soft hydraulic joints of constant curvature in turn, in water:

    M(q) zeta' + C(q, zeta) zeta + D(q, zeta) zeta + G(q, g) = tau,   zeta = [V_b; qd]

V_b is the body twist (linear, angular) of the base, module 0, the tail; q_ij is the elongation of actuator j of joint i [m].
x points along the body toward the head, y to the left, z up; every frame stands at the tail end of its body.

    at = place(snake, q, zeta, pose)
    mass_matrix(at), coriolis_matrix(at), drag_matrix(at), hydrostatic_forces(at), input_forces(at, u_T, u_J)

`forward_accelerations` solves all rows. Nothing here shares a line with the recursion of `snakelab.physics`, so that
each can test the other; the soft snake's matrix form shares the series of a bending section. For any other robot,
world or purpose use the recursion: this is plain NumPy, solves with full matrices, and is slow.

Source: Zhang, Chen, Liu and Gong, "Dynamic Modeling of Underwater Snake Robot by Hybrid Rigid-Soft Actuation", Journal of
Marine Science and Engineering 10(12), 1914, 2022. Equation numbers are the paper's. [R] marks a repair of what was printed,
[A] an assumption where the paper is silent.
"""

from reference_models.frames import into_axes_of
from reference_models.underwater_lagrangian.bodies import (
    Bodies,
    added_mass,
    bodies,
    linear_drag,
    rigid_inertia,
    strip_sum,
)
from reference_models.underwater_lagrangian.equation import (
    coriolis_matrix,
    current_forces,
    drag_forces,
    drag_matrix,
    drag_of_bodies,
    forward_accelerations,
    hydrostatic_forces,
    in_world_axes,
    input_forces,
    joint_forces,
    kinetic_energy,
    left_side,
    mass_matrix,
    potential_energy,
    thrust_matrix,
)
from reference_models.underwater_lagrangian.joint import (
    Arc,
    HydraulicJoint,
    arc_parameters,
    arc_pose,
    joint_strain,
)
from reference_models.underwater_lagrangian.joint_alone import (
    Shape,
    frozen,
    joint_accelerations,
    joint_mass,
    joints_alone,
    velocity_forces,
    weight_forces,
)
from reference_models.underwater_lagrangian.kinematics import (
    Chain,
    Place,
    chain,
    end_pose,
    end_twist,
    jacobian_rates,
    place,
)
from reference_models.underwater_lagrangian.material import (
    elastic_energy,
    elastic_force,
    material_area,
    static_elongations,
    viscous_force,
    yeoh_energy,
    yeoh_stress,
)
from reference_models.underwater_lagrangian.motion import (
    UnderwaterMotion,
    base_accelerations,
    base_pose,
    simulate_imposed,
    simulate_whole,
)
from reference_models.underwater_lagrangian.snake import (
    Propeller,
    UnderwaterSnake,
    Water,
    literal_snake,
)

__all__ = [
    "Arc",
    "Bodies",
    "Chain",
    "HydraulicJoint",
    "Place",
    "Propeller",
    "Shape",
    "UnderwaterMotion",
    "UnderwaterSnake",
    "Water",
    "added_mass",
    "arc_parameters",
    "arc_pose",
    "base_accelerations",
    "base_pose",
    "bodies",
    "chain",
    "coriolis_matrix",
    "current_forces",
    "drag_forces",
    "drag_matrix",
    "drag_of_bodies",
    "elastic_energy",
    "elastic_force",
    "end_pose",
    "end_twist",
    "forward_accelerations",
    "frozen",
    "hydrostatic_forces",
    "in_world_axes",
    "input_forces",
    "into_axes_of",
    "jacobian_rates",
    "joint_accelerations",
    "joint_forces",
    "joint_mass",
    "joint_strain",
    "joints_alone",
    "kinetic_energy",
    "left_side",
    "linear_drag",
    "literal_snake",
    "mass_matrix",
    "material_area",
    "place",
    "potential_energy",
    "rigid_inertia",
    "simulate_imposed",
    "simulate_whole",
    "static_elongations",
    "strip_sum",
    "thrust_matrix",
    "velocity_forces",
    "viscous_force",
    "weight_forces",
    "yeoh_energy",
    "yeoh_stress",
]
