"""Declarations of all metrics: the group, the unit and the law of each."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from snakelab.errors import RecordingError, nearest
from snakelab.results.metrics import (
    arrival,
    effort,
    energy,
    limits,
    motion,
    passages,
    swimming,
    tracking,
)
from snakelab.results.recording import Recording

WORK = "work_"
NUMERICS = "numerics"


class Metric(NamedTuple):
    """Declaration of a metric."""

    group: str
    unit: str  # "-" for a number without one
    law: Callable[[Recording], float]


METRICS: dict[str, Metric] = {
    "duration": Metric("motion", "s", motion.duration),
    "mean_speed": Metric("motion", "m/s", motion.mean_speed),
    "mean_velocity_x": Metric("motion", "m/s", motion.mean_velocity_x),
    "mean_velocity_y": Metric("motion", "m/s", motion.mean_velocity_y),
    "mean_velocity_z": Metric("motion", "m/s", motion.mean_velocity_z),
    "path_length": Metric("motion", "m", motion.path_length),
    "mean_path_speed": Metric("motion", "m/s", motion.mean_path_speed),
    "straightness": Metric("motion", "-", motion.straightness),
    "heading_change": Metric("motion", "rad", motion.heading_change),
    "heading_drift": Metric("motion", "rad/s", motion.heading_drift),
    "chassis_heading_change": Metric("motion", "rad", motion.chassis_heading_change),
    "chassis_heading_spread": Metric("motion", "rad", motion.chassis_heading_spread),
    "head_heading_spread": Metric("motion", "rad", motion.head_heading_spread),
    "side_slip": Metric("motion", "-", motion.side_slip),
    "speed_through_water": Metric("water", "m/s", swimming.speed_through_water),
    "path_speed_through_water": Metric("water", "m/s", swimming.path_speed_through_water),
    "propeller_limit_fraction": Metric("water", "-", swimming.propeller_limit_fraction),
    "wave_amplitude": Metric("body wave", "m", passages.wave_amplitude),
    "wave_width_fraction": Metric("body wave", "-", passages.wave_width_fraction),
    "wave_length": Metric("body wave", "m", passages.wave_length),
    "wave_residual": Metric("body wave", "-", passages.wave_residual),
    "goal_time": Metric("control", "s", arrival.goal_time),
    "goal_mean_distance": Metric("control", "m", arrival.goal_mean_distance),
    "goal_largest_distance": Metric("control", "m", arrival.goal_largest_distance),
    "goal_hold_fraction": Metric("control", "-", arrival.goal_hold_fraction),
    "tracking_lag": Metric("control", "s", tracking.tracking_lag),
    "tracking_error": Metric("control", "rad", tracking.tracking_error),
    "peak_torque": Metric("torques and forces", "N m", effort.peak_torque),
    "peak_torque_after_start": Metric("torques and forces", "N m", effort.peak_torque_after_start),
    "rms_torque": Metric("torques and forces", "N m", effort.rms_torque),
    "peak_force": Metric("torques and forces", "N", effort.peak_force),
    "rms_force": Metric("torques and forces", "N", effort.rms_force),
    "torque_limit_fraction": Metric("torques and forces", "-", limits.torque_limit_fraction),
    "speed_limit_fraction": Metric("torques and forces", "-", limits.speed_limit_fraction),
    "joint_limit_fraction": Metric("torques and forces", "-", limits.joint_limit_fraction),
    "min_self_distance": Metric("contact", "m", limits.min_self_distance),
    "actuation_energy": Metric("energy", "J", effort.actuation_energy),
    "propeller_energy": Metric("energy", "J", swimming.propeller_energy),
    "mean_power": Metric("energy", "W", effort.mean_power),
    "cost_of_transport": Metric("energy", "-", effort.cost_of_transport),
    "energy_residual": Metric(NUMERICS, "J", energy.energy_residual),
    "energy_residual_ratio": Metric(NUMERICS, "-", energy.energy_residual_ratio),
    "correction_power_ratio": Metric(NUMERICS, "-", energy.correction_power_ratio),
    "wall_time": Metric(NUMERICS, "s", motion.wall_time),
    "real_time_factor": Metric(NUMERICS, "-", motion.real_time_factor),
}
UNITS: dict[str, str] = {name: metric.unit for name, metric in METRICS.items()} | {"status": "-"}
GROUPS: tuple[str, ...] = tuple(dict.fromkeys(metric.group for metric in METRICS.values()))


def describe(name: str) -> str:
    """Return a description of a metric with its unit: "Largest joint torque, max |tau|. [N m]".

    Raises:
        RecordingError: if there is no such metric.
    """
    if name == "status":
        return "How the run ended. [-]"
    if name == f"{WORK}correction":
        return "Energy that the extrapolation of the step adds; correction_power_ratio measures its significance. [J]"
    if name.startswith(WORK):
        return f"Work that the term {name.removeprefix(WORK)!r} did on the robot. [J]"
    if name not in METRICS:
        raise RecordingError(f"there is no metric {name!r}{nearest(name, METRICS)}")
    _, unit, law = METRICS[name]
    return f"{(law.__doc__ or name).splitlines()[0]} [{unit}]"


def unit_of(name: str) -> str:
    """Return the unit of a metric, "-" for a number without one."""
    return "J" if name.startswith(WORK) else UNITS.get(name, "-")


def group_of(name: str) -> str:
    """Return the group of a metric, one of `GROUPS`; "" for the status and for unknown names."""
    if name == f"{WORK}{energy.CORRECTION}":
        return NUMERICS
    if name.startswith(WORK):
        return "energy"
    return METRICS[name].group if name in METRICS else ""


def grouped(names: Iterable[str]) -> dict[str, list[str]]:
    """Sort names by group, in the order of `GROUPS` and within it of `names`; under "" those without a group, if any."""
    groups: dict[str, list[str]] = {group: [] for group in (*GROUPS, "")}
    for name in names:
        groups[group_of(name)].append(name)
    return {group: members for group, members in groups.items() if members}
