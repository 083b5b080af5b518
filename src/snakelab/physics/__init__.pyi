"""Public names of the package, imported at their first use."""

from .clearance import SelfDistance as SelfDistance, self_distance as self_distance
from .command import Command as Command, Measurement as Measurement
from .dynamics import (
    forward_dynamics as forward_dynamics,
    inverse_dynamics as inverse_dynamics,
    linearise as linearise,
    mass_matrix as mass_matrix,
)
from .inverse_kinematics import InverseKinematics as InverseKinematics, PoseSolution as PoseSolution
from .kinematics import (
    FrameTree as FrameTree,
    forward_kinematics as forward_kinematics,
    frame_tree as frame_tree,
    jacobian as jacobian,
    jacobians as jacobians,
)
from .model import Model as Model, build_model as build_model
from .record_kernels import (
    has_dry_friction as has_dry_friction,
    has_servo as has_servo,
    limited_coordinates as limited_coordinates,
    observe as observe,
    record_layout as record_layout,
    record_width as record_width,
    start_record as start_record,
)
from .state import State as State, initial_state as initial_state

__all__ = [
    "Command",
    "FrameTree",
    "InverseKinematics",
    "Measurement",
    "Model",
    "PoseSolution",
    "SelfDistance",
    "State",
    "build_model",
    "forward_dynamics",
    "forward_kinematics",
    "frame_tree",
    "initial_state",
    "inverse_dynamics",
    "jacobian",
    "linearise",
    "mass_matrix",
    "self_distance",
]
