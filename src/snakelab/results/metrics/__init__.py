"""Figures of merit of a recording: one small pure function for each, and all of them in one flat table.

Every function takes a recording and returns one number, NaN where the recording cannot tell: a speed from a single row,
a torque of a robot without joints, a cost per metre of a robot that went nowhere. The table leaves out what does not
apply to the robot.
"""

from snakelab.results.metrics.effort import (
    GRAVITY,
    START,
    actuation_energy,
    cost_of_transport,
    peak_force,
    peak_torque,
    peak_torque_after_start,
    rms_force,
    rms_torque,
)
from snakelab.results.metrics.energy import CONSERVATIVE, energy_residual, energy_residual_share, work_of
from snakelab.results.metrics.motion import (
    com_displacement,
    fixed,
    heading,
    heading_change,
    heading_drift,
    mean_path_speed,
    mean_speed,
    mean_velocity_x,
    mean_velocity_y,
    mean_velocity_z,
    path_length,
    side_slip,
    straightness,
)
from snakelab.results.metrics.running import duration, real_time_factor, wall_time
from snakelab.results.metrics.table import (
    FORCES,
    TORQUES,
    TRAVEL,
    UNITS,
    WORK,
    Metrics,
    describe,
    metrics,
    unit_of,
)

__all__ = [
    "CONSERVATIVE",
    "FORCES",
    "GRAVITY",
    "START",
    "TORQUES",
    "TRAVEL",
    "UNITS",
    "WORK",
    "Metrics",
    "actuation_energy",
    "com_displacement",
    "cost_of_transport",
    "describe",
    "duration",
    "energy_residual",
    "energy_residual_share",
    "fixed",
    "heading",
    "heading_change",
    "heading_drift",
    "mean_path_speed",
    "mean_speed",
    "mean_velocity_x",
    "mean_velocity_y",
    "mean_velocity_z",
    "metrics",
    "path_length",
    "peak_force",
    "peak_torque",
    "peak_torque_after_start",
    "real_time_factor",
    "rms_force",
    "rms_torque",
    "side_slip",
    "straightness",
    "unit_of",
    "wall_time",
    "work_of",
]
