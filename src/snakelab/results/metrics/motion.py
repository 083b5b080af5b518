"""Metrics of motion and duration: speed, path, heading, slip; simulated time and computation time."""

import math

import numpy as np

from snakelab.geometry.poses import heading_of, rotation_matrices
from snakelab.results.metrics.series import change, ratio, slope
from snakelab.results.recorded_objects.frames import chassis_heading
from snakelab.results.recording import Recording
from snakelab.types import FloatArray


def fixed(recording: Recording) -> bool:
    """Return True if the robot's base is fixed; a recording without this attribute counts as free."""
    return bool(recording.dataset.attrs.get("base") == "fixed")


def com_displacement(recording: Recording) -> FloatArray:
    """Net displacement of the centre of mass, world axes, shape (3,), [m]."""
    return np.asarray(change(recording["com_position"].values), dtype=np.float64)


def mean_speed(recording: Recording) -> float:
    """Net displacement of the centre of mass over the recorded time, |r_end - r_0| / T."""
    return ratio(float(np.linalg.norm(com_displacement(recording))), duration(recording))


def mean_velocity_x(recording: Recording) -> float:
    """Mean velocity of the centre of mass along the world's x, (x_end - x_0) / T."""
    return ratio(com_displacement(recording)[0], duration(recording))


def mean_velocity_y(recording: Recording) -> float:
    """Mean velocity of the centre of mass along the world's y, (y_end - y_0) / T."""
    return ratio(com_displacement(recording)[1], duration(recording))


def mean_velocity_z(recording: Recording) -> float:
    """Mean velocity of the centre of mass along the world's z, up, (z_end - z_0) / T."""
    return ratio(com_displacement(recording)[2], duration(recording))


def path_length(recording: Recording) -> float:
    """Length of the path of the centre of mass, the sum of |r_k+1 - r_k| over the record."""
    steps = np.diff(recording["com_position"].values, axis=0)
    return float(np.linalg.norm(steps, axis=1).sum())


def mean_path_speed(recording: Recording) -> float:
    """Length of the path of the centre of mass over the recorded time."""
    return ratio(path_length(recording), duration(recording))


def straightness(recording: Recording) -> float:
    """Net displacement of the centre of mass over the length of its path: 1 on a straight line, 0 on a closed loop."""
    return ratio(float(np.linalg.norm(com_displacement(recording))), path_length(recording))


def heading(recording: Recording) -> FloatArray:
    """Heading over time, positive to the left: the mass-weighted mean of the links' angles in the world's plane.

    psi = sum m_i atan2(e_iy, e_ix) / sum m_i with e_i the forward axis of link i, each angle followed through full
    turns; the record must be fine enough for that (half a turn between rows). The heading of one link alone would swing
    with the gait. Not for an upright body, whose axis has no direction in the plane.

    Returns:
        Shape (n_rows,), [rad].

    Source: for equal links, the heading of Liljeback et al. 2013, "Snake Robots", chapter 4.
    """
    axis = forward_axes(recording)
    angles = np.unwrap(np.arctan2(axis[..., 1], axis[..., 0]), axis=0)
    return np.asarray(np.average(angles, axis=1, weights=recording["link_mass"].values), dtype=np.float64)


def heading_change(recording: Recording) -> float:
    """Change of heading over the record, positive to the left, psi_end - psi_0; see the metric `heading`."""
    return float(change(heading(recording)))


def chassis_heading_change(recording: Recording) -> float:
    """Change of heading of the virtual chassis, whose x axis is the direction of the largest spread of the links [rad]."""
    values = _chassis_heading(recording)
    return float(values[-1] - values[0]) if len(values) else math.nan


def chassis_heading_spread(recording: Recording) -> float:
    """Standard deviation of the heading of the virtual chassis about a straight line in time [rad]."""
    return _spread(_chassis_heading(recording), recording)


def head_heading_spread(recording: Recording) -> float:
    """Standard deviation of the heading of the link at the head about a straight line in time [rad]."""
    head = 0 if recording.dataset.attrs.get("base_end") == "head" else -1
    return _spread(np.unwrap(heading_of(recording["link_quaternion"].values[:, head])), recording)


def _chassis_heading(recording: Recording) -> FloatArray:
    return chassis_heading(recording) if recording.dataset.sizes.get("link", 0) > 1 else np.zeros(0)


def _spread(values: FloatArray, recording: Recording) -> float:
    if len(values) < 3 or not np.isfinite(values).all():
        return math.nan
    time = recording["time"].values
    return float(np.std(values - np.polyval(np.polyfit(time - time[0], values, 1), time - time[0])))


def heading_drift(recording: Recording) -> float:
    """Rate at which the heading drifts, positive to the left: slope of the straight line that fits psi(t) best.

    Least squares over time, so that oscillation within a gait cycle has little weight, whereas the change from the
    first row to the last depends on the phase at which the run ends.
    """
    return slope(heading(recording), recording["time"].values)


def side_slip(recording: Recording) -> float:
    """Ratio of the speed of the links perpendicular to their axes to their total speed, rms over rms: 0 without side
    slip, 1 sideways.

    sqrt(integral of sum_i m_i |u_i - (u_i . e_i) e_i|^2 dt / integral of sum_i m_i |u_i|^2 dt) with u_i the velocity of
    the centre of link i and e_i its forward axis, both halfway between rows: u from the difference of the positions, e
    from the mean of the axes.

    "Across" is every direction at right angles to the link's axis. A link's own y would roll with the body, and a
    horizontal direction would not exist for an upright link; this definition has one meaning in the plane, in
    space and in a pipe: the deviation of the body from following its own track. A link that moves through the air
    counts as well, so this is no measure of the sliding at contacts.
    """
    time, mass = recording["time"].values, recording["link_mass"].values
    steps, axis = np.diff(recording["link_position"].values, axis=0), forward_axes(recording)
    middle = axis[1:] + axis[:-1]
    size = np.linalg.norm(middle, axis=-1, keepdims=True)
    middle = middle / np.where(size > 0, size, 1.0)  # the mean of opposite axes is not defined
    across = steps - (steps * middle).sum(axis=-1, keepdims=True) * middle
    weights = mass / np.diff(time)[:, None]  # |step|^2 / dt is |u|^2 dt
    whole = float((weights * (steps**2).sum(axis=-1)).sum())
    return math.sqrt(ratio(float((weights * (across**2).sum(axis=-1)).sum()), whole))


def forward_axes(recording: Recording) -> FloatArray:
    """Forward axis e_x of every link in world axes, shape (n_rows, n_links, 3)."""
    return rotation_matrices(recording["link_quaternion"].values)[..., 0]


def duration(recording: Recording) -> float:
    """Recorded time, t_end - t_0."""
    return float(change(recording["time"].values))


def wall_time(recording: Recording) -> float:
    """Computation time of the simulation."""
    return float(recording.dataset.attrs.get("wall_time", math.nan))


def real_time_factor(recording: Recording) -> float:
    """Simulated time per second of computation."""
    return float(recording.dataset.attrs.get("real_time_factor", math.nan))
