"""Public names of the package, imported at their first use."""

from .comparison_figures import comparison_figure as comparison_figure
from .passage_figures import (
    base_pose_figure as base_pose_figure,
    contact_map_figure as contact_map_figure,
    passage_figure as passage_figure,
)
from .run_figures import (
    control_figure as control_figure,
    couplings_figure as couplings_figure,
    energies_figure as energies_figure,
    joints_figure as joints_figure,
    overview_figure as overview_figure,
    speeds_figure as speeds_figure,
    torques_figure as torques_figure,
    tracking_figure as tracking_figure,
    trajectory_figure as trajectory_figure,
    variables_figure as variables_figure,
)
from .swimmer_figures import (
    body_velocities_figure as body_velocities_figure,
    connection_figure as connection_figure,
    height_function_figure as height_function_figure,
    propellers_figure as propellers_figure,
    section_shapes_figure as section_shapes_figure,
    space_path_figure as space_path_figure,
    swimming_pose_figure as swimming_pose_figure,
)

__all__ = [
    "base_pose_figure",
    "body_velocities_figure",
    "comparison_figure",
    "connection_figure",
    "contact_map_figure",
    "control_figure",
    "couplings_figure",
    "energies_figure",
    "height_function_figure",
    "joints_figure",
    "overview_figure",
    "passage_figure",
    "propellers_figure",
    "section_shapes_figure",
    "space_path_figure",
    "speeds_figure",
    "swimming_pose_figure",
    "torques_figure",
    "tracking_figure",
    "trajectory_figure",
    "variables_figure",
]
