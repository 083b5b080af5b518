"""Metrics of motion: speed, path and heading, motion through water, and servo tracking."""

import math

import numpy as np

from snakelab.errors import RecordingError
from snakelab.geometry.rotations import heading_of, rotation_matrices
from snakelab.parameters.arguments import FloatArray
from snakelab.results.recorded_objects import chassis_frames, propeller_poses, propellers_of, trunk_links
from snakelab.results.recording import Recording

# ----------------------------------------------------------------------------------------------------------------------
# Operations on time series: changes, ratios, peaks and means
# ----------------------------------------------------------------------------------------------------------------------


def change(values: np.ndarray) -> np.ndarray:
    """Last row minus first row, shape of a row; NaN where there is no row."""
    return values[-1] - values[0] if len(values) else np.full(values.shape[1:], math.nan)


def ratio(above: float, below: float) -> float:
    """Return the ratio, or NaN if it is not defined."""
    return float(above) / float(below) if below else math.nan


def peak(values: FloatArray) -> float:
    """Largest absolute value, max |x|; NaN if there is none."""
    return float(np.abs(values).max()) if values.size else math.nan


def rms(values: FloatArray, time: FloatArray) -> float:
    """Root mean square over time and columns, sqrt(integral of mean_i x_i^2 dt / T), by the trapezoid rule."""
    if not values.size:
        return math.nan
    squares = np.trapezoid((values**2).mean(axis=1), time)
    return math.sqrt(ratio(float(squares), float(change(time))))


def slope(values: FloatArray, time: FloatArray) -> float:
    """Slope of the straight line that fits values over time best, in the sense of least squares over time.

    s = integral of (t - t_m)(x - x_m) dt / integral of (t - t_m)^2 dt, by the trapezoid rule, with the means t_m and x_m.

    Args:
        values: Shape (k,), [unit].
        time: Shape (k,), [s].

    Returns:
        Slope [unit/s], NaN if there are fewer than two instants.
    """
    span = float(change(time))
    if not span > 0:
        return math.nan
    t = time - np.trapezoid(time, time) / span
    x = values - np.trapezoid(values, time) / span
    return ratio(float(np.trapezoid(t * x, time)), float(np.trapezoid(t * t, time)))


# ----------------------------------------------------------------------------------------------------------------------
# Metrics of motion and duration: speed, path, heading, slip; simulated time and computation time
# ----------------------------------------------------------------------------------------------------------------------


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
    """Heading over time, positive to the left: the mass-weighted mean of the angles of the links in the world's plane, in a robot
    with branches those of its trunk.

    psi = sum m_i atan2(e_iy, e_ix) / sum m_i with e_i the forward axis of link i, each angle followed through full
    turns; the record must be fine enough for that (half a turn between rows). The heading of one link alone would swing
    with the gait. Not for an upright body, whose axis has no direction in the plane.

    Returns:
        Shape (n_rows,), [rad].

    Source: for equal links, the heading of Liljeback et al. 2013, "Snake Robots", chapter 4.
    """
    trunk = trunk_links(recording)
    axis = forward_axes(recording)[:, trunk]
    angles = np.unwrap(np.arctan2(axis[..., 1], axis[..., 0]), axis=0)
    return np.asarray(np.average(angles, axis=1, weights=recording["link_mass"].values[trunk]), dtype=np.float64)


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
    quaternions = recording["link_quaternion"].values[:, trunk_links(recording)]
    return _spread(np.unwrap(heading_of(quaternions[:, head])), recording)


def _chassis_heading(recording: Recording) -> FloatArray:
    """Heading of the virtual chassis, without jumps, shape (n_rows,), [rad]; empty for a robot of one link."""
    if recording.dataset.sizes.get("link", 0) < 2:
        return np.zeros(0)
    axis = chassis_frames(recording)[:, :3, 0]
    return np.asarray(np.unwrap(np.arctan2(axis[:, 1], axis[:, 0])))


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
    """Speed of the links across their axes over their total speed, rms over rms: 0 without side slip, 1 sideways.

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


# ----------------------------------------------------------------------------------------------------------------------
# Metrics of a swimmer: speed through the water, energy of its propellers, and their saturation
# ----------------------------------------------------------------------------------------------------------------------


def speed_through_water(recording: Recording) -> float:
    """Net displacement relative to the water over the recorded time, |r_end - r_0 - integral of v_c dt| / T.

    v_c is the recorded `current`, the stream at the centre of mass. In a recording without a current the water is
    still, and this is `mean_speed`; the table then leaves it out.
    """
    drift = np.trapezoid(recording["current"].values, recording["time"].values, axis=0)
    return ratio(float(np.linalg.norm(com_displacement(recording) - drift)), duration(recording))


def path_speed_through_water(recording: Recording) -> float:
    """Mean speed relative to the water, integral of |v - v_c| dt / T, with v of the centre of mass."""
    speed = np.linalg.norm(water_velocity(recording), axis=1)
    return ratio(float(np.trapezoid(speed, recording["time"].values)), duration(recording))


def propeller_energy(recording: Recording) -> float:
    """Energy that the propellers give to the body against the water, integral of sum_i |T_i d_i . (v_i - v_c)| dt.

    T_i is the thrust of propeller i, d_i its direction, v_i the velocity of its point, from the recorded poses, and v_c
    the recorded `current`. The velocity is relative to the water, so a robot that holds its position in a stream does
    work; in still water, if no propeller brakes, the value equals the work term `propeller`. It is a lower bound of the
    energy that the motors of the propellers supply: the energy of the wake, and that of a propeller that pushes against
    a wall, are not included.
    """
    time, thrust = recording["time"].values, recording["propeller_thrust"].values
    place, direction = propeller_poses(recording)
    displacement = np.diff(place, axis=0) - _row_means(stream(recording))[:, None] * np.diff(time)[:, None, None]
    pushed = _row_means(thrust) * (_row_means(direction) * displacement).sum(axis=-1)
    return float(np.abs(pushed).sum())


def propeller_limit_fraction(recording: Recording) -> float:
    """Largest fraction of time, over the propellers, at a limit of thrust or an end of the curve."""
    fractions = propeller_limit_shares(recording)
    return max(fractions.values(), default=0.0)


def propeller_limit_shares(recording: Recording) -> dict[str, float]:
    """Fraction of time that each propeller was at a limit, by its name, for those that have limits [-].

    Raises:
        RecordingError: if there are no propellers, or the recording does not describe them.
    """
    command, time = recording["propeller_command"].values, recording["time"].values
    propellers = propellers_of(recording)
    if not propellers:
        raise RecordingError("the recording does not contain the limits of its propellers; run the scenario again")
    return {
        propeller.name: ratio(
            float(np.trapezoid(propeller.limited(command[:, i]).astype(float), time)), float(change(time))
        )
        for i, propeller in enumerate(propellers)
        if math.isfinite(propeller.min_thrust) or math.isfinite(propeller.max_thrust) or len(propeller.curve)
    }


def water_velocity(recording: Recording) -> FloatArray:
    """Velocity of the centre of mass relative to the water, world axes, shape (n_rows, 3), [m/s]."""
    return np.asarray(recording["com_velocity"].values - recording["current"].values, dtype=np.float64)


def stream(recording: Recording) -> FloatArray:
    """Velocity of the water at the centre of mass, zero if none is recorded, shape (n_rows, 3), [m/s]."""
    if "current" in recording.dataset:
        return np.asarray(recording["current"].values, dtype=np.float64)
    return np.zeros((len(recording["time"]), 3))


def _row_means(values: FloatArray) -> FloatArray:
    """Means of adjacent rows."""
    return np.asarray((values[1:] + values[:-1]) / 2)


# ----------------------------------------------------------------------------------------------------------------------
# Metrics of servo tracking: lag and error after the start
# ----------------------------------------------------------------------------------------------------------------------


def tracking_lag(recording: Recording) -> float:
    """Lag of the angles behind their targets: the delay that fits a sinusoid best, all joints together.

    tau = atan2(-<q, g'> / |g'|, <q, g> / |g|) / omega with the targets g and their mean angular frequency omega, where <,> is
    the sum over the joints of the integral over time without the means. It is taken over the whole periods 2 pi / omega that
    end with the record, except the first, in which the robot starts; if there are fewer than two, over the whole record.
    For sinusoids of one frequency it is accurate within 2 % from ten rows per period on, for any amplitudes, offsets and
    attenuation by the servo; otherwise it is a weighted mean. NaN if no target moves, or the targets have no servo.
    """
    time, g, q = _settled(recording)
    omega = _angular_frequency(g, time)
    if not omega > 0:
        return math.nan
    g, q = g - _mean(g, time), q - _mean(q, time)
    rate = np.gradient(g, time, axis=0)
    sizes = math.sqrt(_inner(rate, rate, time)), math.sqrt(_inner(g, g, time))
    return math.atan2(-_inner(q, rate, time) / sizes[0], _inner(q, g, time) / sizes[1]) / omega


def tracking_error(recording: Recording) -> float:
    """Tracking error of the angles: root mean square, sqrt(integral of mean_i (g - q)^2 dt / T).

    It is taken over the time of `tracking_lag`, without the first period. A mean over time does not depend on the record
    rate where the rows resolve the motion; of targets that jump, as a planner's, take ten rows between two jumps.
    """
    time, g, q = _settled(recording)
    return rms(g - q, time)


def _settled(recording: Recording) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Times, targets and angles, shape (n_rows, n), of the joints that have a target, from the second period on."""
    time, g, q = recording["time"].values, recording["target"].values, recording["q"].values
    tracked = (recording["coordinate_unit"].values == "rad") & np.isfinite(g).all(axis=0)
    g, q = g[:, tracked], q[:, tracked]
    omega = _angular_frequency(g, time)
    if not omega > 0:
        return time, g, q
    period = 2 * math.pi / omega
    whole = math.floor((time[-1] - time[0]) / period * (1 + 1e-6))
    if whole < 2:
        return time, g, q
    begin = time[-1] - (whole - 1) * period
    later = time > begin + 1e-9 * time[-1]
    first = [[np.interp(begin, time, column) for column in values.T] for values in (g, q)]
    return np.append(begin, time[later]), np.vstack((first[0], g[later])), np.vstack((first[1], q[later]))


def _angular_frequency(g: FloatArray, time: FloatArray) -> float:
    """Mean angular frequency of the targets, |g'| / |g| without the means [rad/s]; NaN if none moves.

    Rates are central differences, which give sin(omega h) / h for omega with rows h apart.
    """
    if len(time) < 3 or not g.size or not np.ptp(g, axis=0).any():
        return math.nan
    middle, rate = g - _mean(g, time), np.gradient(g, time, axis=0)
    size = _inner(middle, middle, time)
    if not size > 0:
        return math.nan
    step = float(np.median(np.diff(time)))
    return math.asin(min(1.0, math.sqrt(_inner(rate, rate, time) / size) * step)) / step


def _mean(values: FloatArray, time: FloatArray) -> FloatArray:
    return np.asarray(np.trapezoid(values, time, axis=0) / (time[-1] - time[0]), dtype=np.float64)


def _inner(a: FloatArray, b: FloatArray, time: FloatArray) -> float:
    return float(np.trapezoid(np.sum(a * b, axis=1), time))
