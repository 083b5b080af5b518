"""Odometry of a body from its joint angles, an inertial unit and friction, and estimators of the pose of its head.

Contents: smoothing of the measurements; balance of friction; odometry; estimators for a run.
"""

import warnings
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import PerceptionError, SnakelabWarning
from snakelab.geometry.rotations import inverse_of, matrix_of, quaternion_of, rotation_exp, rotation_log, transforms_of
from snakelab.parameters.arguments import FloatArray, checked_array
from snakelab.parameters.declarations import Slider, Unit, check_declared
from snakelab.perception.body_kinematics import HEAD
from snakelab.perception.contact_loads import (
    TILT_PRIOR,
    VISCOUS,
    Friction,
    TouchingPoints,
    foundation_loads,
    heading_of_body,
    trough_loads,
)
from snakelab.perception.trajectories import Trajectory
from snakelab.physics.command import Measurement
from snakelab.physics.model import Model
from snakelab.robots.sensors import Imu
from snakelab.worlds.contact import SurfaceFriction

# ----------------------------------------------------------------------------------------------------------------------
# Smoothing of joint angles and attitudes: local polynomials, and the fusion with a gyroscope
#
# Source: Savitzky and Golay 1964.
# ----------------------------------------------------------------------------------------------------------------------


def smoothed(values: FloatArray, window: int, order: int = 3) -> FloatArray:
    """Values at the middle of polynomials through windows of an odd number of equidistant samples, shape (n, ...)."""
    from scipy.signal import savgol_filter

    window = min(window, len(values) - 1 + len(values) % 2)
    if window <= order + 1:
        return values
    return np.asarray(savgol_filter(values, window, order, axis=0))


def passed_noise(window: int, order: int = 3) -> float:
    """Return the standard deviation of smoothed white noise, as a fraction of that of one sample [-]."""
    from scipy.signal import savgol_coeffs

    return float(np.sqrt(np.sum(savgol_coeffs(window, order) ** 2))) if window > order + 1 else 1.0


def smoothed_angles(q: FloatArray, period: float, noise: FloatArray) -> FloatArray:
    """Joint angles, each smoothed over the longest window whose residual is not larger than its noise, shape (n, n_q).

    Args:
        q: Samples, shape (n, n_q).
        period: Between samples [s].
        noise: Standard deviation of each, shape (n_q,); zero for no smoothing.

    Source: the discrepancy principle, Morozov 1966.
    """
    from scipy.signal import savgol_coeffs

    best, open_ = q.copy(), noise > 0
    for duration in (0.1, 0.14, 0.18, 0.22, 0.3, 0.4, 0.5, 0.7, 1.0):  # [s]
        window = odd_window(duration, period)
        if window <= 3 + 2 or window > len(q) or not open_.any():
            continue
        candidate = smoothed(q, window)
        left = np.sqrt(np.mean((q - candidate) ** 2, axis=0))
        centre_weight = savgol_coeffs(window, 3)[window // 2]  # fraction of a sample in its own smoothed value
        # the residual of a window may exceed that of the noise: in short ones the rates are mostly noise
        open_ = open_ & (left <= (1.5 if duration <= 0.22 else 1.06) * np.sqrt(1 - centre_weight) * noise)
        best[:, open_] = candidate[:, open_]
    return best


def smoothed_rotations(matrices: FloatArray, window: int, order: int = 3) -> FloatArray:
    """Smoothed rotation matrices: the polynomials pass through quaternions of continuous sign, shape (n, 3, 3)."""
    q = quaternion_of(matrices)
    flips = np.einsum("ni,ni->n", q[1:], q[:-1]) < 0
    q[1:] *= np.where(np.cumsum(flips) % 2 == 1, -1.0, 1.0)[:, None]
    return matrix_of(smoothed(q, window, order))


def fused_rotations(matrices: FloatArray, rates: FloatArray, period: float, window: int) -> FloatArray:
    """Attitudes that follow the gyroscope within a window and the measured attitude beyond it, shape (n, 3, 3).

    The rates are integrated by the trapezoidal rule. What the measured attitude differs from them, in the fixed axes, drifts
    slowly, and is smoothed.

    Args:
        matrices: Measured attitudes R_world_sensor, shape (n, 3, 3).
        rates: Angular rates in the sensor's axes, shape (n, 3), [rad/s].
        period: Between samples [s].
        window: Odd number of samples.
    """
    smooth_rotations = np.empty_like(matrices)
    smooth_rotations[0] = matrices[0]
    steps = rotation_exp(period / 2 * (rates[1:] + rates[:-1]))
    for k, step in enumerate(steps):
        smooth_rotations[k + 1] = smooth_rotations[k] @ step
    drift = smoothed(rotation_log(matrices @ np.swapaxes(smooth_rotations, -1, -2)), window, 2)
    return rotation_exp(drift) @ smooth_rotations


def odd_window(duration: float, period: float) -> int:
    """Odd number of samples nearest to a duration [s]."""
    return 2 * round(duration / period / 2) + 1


# ----------------------------------------------------------------------------------------------------------------------
# Velocity of a body on the ground at which the forces of friction balance: the least dissipated power
#
# With u_i the velocity of a point against the tracked frame and v that of the frame, the forces of Coulomb friction are the
# derivatives of a convex potential, and
#
#     sum_i N_i f(u_i + v) + m (v_c - v_c') / dt = 0
#
# is solved by iteratively reweighted least squares (Weiszfeld's method for equal coefficients): each point is a damper whose
# coefficient is the secant of its friction at the velocity found last.
# ----------------------------------------------------------------------------------------------------------------------


class Balance(NamedTuple):
    """Velocities of the tracked frame in the ground, with what is left of slip.

    Attributes:
        velocity: Shape (n, 2), [m/s].
        stiffness: Sum of the dampers, shape (n, 2, 2), [N s/m].
        scatter: Covariance of the velocities that single points suggest, weighted by load and divided by their effective
            number, shape (n, 2, 2), [m^2/s^2].
    """

    velocity: FloatArray
    stiffness: FloatArray
    scatter: FloatArray


def balanced_velocities(
    u: FloatArray, loads: FloatArray, along: FloatArray, friction: Friction, eps: float, start: FloatArray | None = None
) -> Balance:
    """Solve the balance of friction for every instant.

    Args:
        u: Velocities of the points against the frame, shape (n, m, 2), [m/s].
        loads: Normal forces, shape (n, m), [N].
        along: First direction of friction, shape (n, m, 2).
        friction: The law.
        eps: Smoothing speed [m/s], at least that of the law: below it velocities are not known.
        start: Velocities to start from, shape (n, 2).
    """
    across = np.stack([-along[..., 1], along[..., 0]], axis=-1)
    v = -np.einsum("nm,nmi->ni", loads, u) / np.maximum(loads.sum(1), 1e-300)[:, None] if start is None else start
    regularisation = 1e-9 * loads.sum(1)[:, None, None] * np.eye(2)
    H = np.zeros((len(u), 2, 2))
    for _ in range(1 if friction.shape == VISCOUS else 60):
        c, d = _dampers(u + v[:, None], along, across, loads, friction, eps)
        H = (
            np.einsum("nm,nmi,nmj->nij", c, along, along)
            + np.einsum("nm,nmi,nmj->nij", d, across, across)
            + regularisation
        )
        pull = np.einsum("nm,nm,nmi->ni", c, _dot(u, along), along) + np.einsum(
            "nm,nm,nmi->ni", d, _dot(u, across), across
        )
        new = -np.linalg.solve(H, pull[..., None])[..., 0]
        moved = np.abs(new - v).max(initial=0)
        v = new
        if moved < 1e-6:  # [m/s]
            break
    return Balance(v, H, _scatter(u, v, loads, friction))


def _dot(a: FloatArray, b: FloatArray) -> FloatArray:
    return np.asarray(np.einsum("nmi,nmi->nm", a, b))


def _dampers(
    slip: FloatArray, along: FloatArray, across: FloatArray, loads: FloatArray, friction: Friction, eps: float
) -> tuple[FloatArray, FloatArray]:
    """Drag coefficients along and across, shape (n, m), [N s/m]."""
    first, second = _dot(slip, along), _dot(slip, across)
    mu = np.where(first >= 0, friction.tangential, friction.backward)
    if friction.shape == VISCOUS:
        return np.broadcast_to(mu, first.shape), np.broadcast_to(friction.normal, first.shape)
    if friction.shape == "per_axis":
        return loads * mu * _secant(np.abs(first), eps), loads * friction.normal * _secant(np.abs(second), eps)
    if friction.shape == "elliptic":
        max_coefficient = np.maximum(np.maximum(mu, friction.normal), 1e-12)
        c = loads * _secant(np.hypot(mu * first, friction.normal * second) / max_coefficient, eps) / max_coefficient
        return c * mu**2, c * friction.normal**2
    c = loads * _secant(np.hypot(first, second), eps)
    if friction.shape == "weighted_slip":
        return c * mu, c * friction.normal
    square = first**2 + second**2
    mean = np.where(square > 0, (mu * first**2 + friction.normal * second**2) / np.maximum(square, 1e-300), mu)
    return c * mean, c * mean


def _secant(speed: FloatArray, eps: float) -> FloatArray:
    """tanh(speed / eps) / speed."""
    x = np.maximum(speed / eps, 1e-6)
    return np.asarray(np.tanh(x) / (x * eps))


def _scatter(u: FloatArray, v: FloatArray, loads: FloatArray, friction: Friction) -> FloatArray:
    weight = np.ones_like(loads) if friction.shape == VISCOUS else loads
    fraction = weight / np.maximum(weight.sum(1, keepdims=True), 1e-300)
    slip = u + v[:, None]
    number = 1 / np.maximum((fraction**2).sum(1), 1e-12)
    return np.einsum("nm,nmi,nmj->nij", fraction, slip, slip) / number[:, None, None]


# ----------------------------------------------------------------------------------------------------------------------
# Odometry from shape, contact and friction: joint angles and an inertial unit, without sensors of the surroundings
#
# At each instant the contact points follow from the shape and the attitude (`foundation_loads`, in pipes `trough_loads`), and the
# balance of friction gives how fast the body moves at the rate of its shape (`balanced_velocities`). The sum over time is the
# trajectory; the height follows from the lowest points alone.
# ----------------------------------------------------------------------------------------------------------------------

CORRELATION_TIME = 1.0  # time over which the error of the velocity persists [s]
GYROSCOPE_WINDOW, ATTITUDE_WINDOW = 4.0, 0.3  # [s]


@dataclass(frozen=True, eq=False)
class RelativePose:
    """Pose of a moving frame at a later instant in its axes at an earlier one.

    Attributes:
        time_from, time_to: The two instants [s].
        T: T_from_to, shape (4, 4), [m].
        covariance: Of rotation vector and translation error, rotation first, in the axes of the later frame: the true pose is
            T exp(xi); shape (6, 6), [rad, m].
    """

    time_from: float
    time_to: float
    T: FloatArray
    covariance: FloatArray


@dataclass(frozen=True, eq=False)
class OdometryResult:
    """Estimated motion of one frame.

    Attributes:
        trajectory: Poses in a fixed frame whose z is up, with the first position at the origin; the heading is that of the
            attitude. Its covariance grows from the first pose on.
        velocity: In the fixed frame, shape (n - 1, 2), [m/s].
        loads: Estimated normal forces of the skin points, shape (n, m), [N].
        q: Smoothed joint angles, shape (n, n_coordinates).
        velocity_covariance: Of each velocity, shape (n - 1, 2, 2), [m^2/s^2].
        rotation_noise: Standard deviation of one attitude [rad], of the drift per square root of time [rad/sqrt(s)], and the
            time over which the error of an attitude persists [s].
        fixed_covariance: Of the part of the position that follows from the surface and does not drift: the height, in a pipe
            also the place across it, shape (3, 3), [m^2].
    """

    trajectory: Trajectory
    velocity: FloatArray
    loads: FloatArray
    q: FloatArray
    velocity_covariance: FloatArray
    rotation_noise: tuple[float, float, float]
    fixed_covariance: FloatArray

    def between(self, time_from: float, time_to: float) -> RelativePose:
        """Relative pose between two instants within the run, with covariance.

        Raises:
            PerceptionError: if an instant lies outside, or they are not in order.
        """
        if not time_to > time_from:
            raise PerceptionError(f"between needs two instants in order, got {time_from:g} and {time_to:g} s")
        first, last = self.trajectory.at(np.array([time_from, time_to]))
        return RelativePose(
            float(time_from), float(time_to), inverse_of(first) @ last, self._covariance(time_from, time_to, last)
        )

    def _covariance(self, time_from: float, time_to: float, T_last: FloatArray) -> FloatArray:
        """Covariance of a first-order Markov error of the velocity; rotation as of two attitudes and the gyroscope."""
        time = self.trajectory.time
        duration = time_to - time_from
        inside = (time[1:] > time_from) & (time[:-1] < time_to)
        x = duration / CORRELATION_TIME
        spread = 2 * CORRELATION_TIME**2 * (x - 1 + np.exp(-x)) if x > 1e-3 else duration**2
        single, drift, persists = self.rotation_noise
        heading_variance = 2 * single**2 * (1 - np.exp(-duration / persists)) + drift**2 * duration
        P = np.zeros((6, 6))
        P[:3, :3] = (heading_variance + 1e-12) * np.eye(3)
        P[3:, 3:] = 2 * self.fixed_covariance + 1e-12 * np.eye(3)
        P[3:5, 3:5] += spread * self.velocity_covariance[inside].mean(axis=0)
        R = T_last[:3, :3]
        P[3:, 3:] = R.T @ P[3:, 3:] @ R
        return (P + P.T) / 2


class BodyOdometry:
    """Odometry of a model on level ground or in a straight, level pipe.

    In a pipe the place across it follows from the shape (`trough`), and only the motion along it is integrated.

    Args:
        model: From `build_model`, in a world with a `Contact`, or with friction at link centres. Its friction is the law that
            the balance uses; terrain is taken as level.
        softness: Depth by which the ground yields to the mean load, to spread it over points whose heights differ by less
            than the error of the joint angles [m].
        encoder_noise: Standard deviation of a joint angle [rad] or [m], one or shape (n_coordinates,); zero for no smoothing.
        attitude_noise: Of a measured attitude about each axis [rad]; zero for no smoothing.
        gyroscope_noise: Of a measured rate about each axis [rad/s].
        slip_speed: Smallest velocity that the sensors resolve [m/s]: the smoothing speed of the friction, at least that of the
            law.
        friction: Friction in place of that of the contact, where this has a law of the user; None for that of the contact.

    Raises:
        PerceptionError: if the world has no friction with the ground, or the contact has none or a law of the user and
            `friction` is None.

    Not for bodies in water, in bends or on slopes, nor while the body is lifted.
    """

    def __init__(
        self,
        model: Model,
        softness: float = 3e-3,
        encoder_noise: float | FloatArray = 1e-3,
        attitude_noise: float = 5e-3,
        gyroscope_noise: float = 2e-3,
        slip_speed: float = 3e-3,
        friction: SurfaceFriction | None = None,
    ) -> None:
        self.model, self.points = model, TouchingPoints(model, friction)
        if self.points.is_other_pipe:
            warnings.warn(
                "odometry is for level ground and for straight and level pipes; this pipe is taken as level ground",
                SnakelabWarning,
                stacklevel=2,
            )
        n = model.n_coordinates
        given = encoder_noise if np.ndim(encoder_noise) else n * [encoder_noise]
        self.encoder_noise = checked_array(given, "encoder_noise", (n,))
        numbers = checked_array([softness, attitude_noise, gyroscope_noise, slip_speed], "noise of BodyOdometry", (4,))
        if (numbers < 0).any() or (self.encoder_noise < 0).any():
            raise PerceptionError("noise, softness and slip speed of BodyOdometry must be at least 0")
        self.softness, self.attitude_noise, self.gyroscope_noise, self.slip_speed = map(float, numbers)

    def run(
        self, time: Any, q: Any, attitude: Any, angular_rate: Any = None, frame: str = HEAD, sensor: str | None = None
    ) -> OdometryResult:
        """Estimate the motion of a frame.

        Args:
            time: Equidistant, shape (n,), [s].
            q: Measured joint angles, shape (n, n_coordinates).
            attitude: Measured quaternions (w, x, y, z) from the sensor's axes to fixed axes with z up, shape (n, 4).
            angular_rate: Measured by the gyroscope in its axes, shape (n, 3), [rad/s]; None without one.
            frame: Whose motion is wanted.
            sensor: Frame of the inertial unit; None for `frame`.

        Raises:
            PerceptionError: if a shape is wrong, a joint angle is missing, or the times are not equidistant.
        """
        time = checked_array(time, "times", (-1,), "s")
        n = len(time)
        if n < 3 or np.ptp(np.diff(time)) > 1e-3 * np.median(np.diff(time)):
            raise PerceptionError("odometry needs at least three equidistant instants; interpolate the samples first")
        kinematics, period = self.points.kinematics, float(np.mean(np.diff(time)))
        q = kinematics.angles(q)
        R = matrix_of(checked_array(attitude, "attitude", (n, 4)))
        if len(q) != n:
            raise PerceptionError(f"odometry needs joint angles at each of {n} instants, got {len(q)}")
        q = smoothed_angles(q, period, self.encoder_noise)
        R = self._attitudes(R, angular_rate, period)
        if sensor is not None and sensor != frame:
            T = kinematics.frames(q, [sensor, frame])
            R = R @ np.swapaxes(T[:, 0, :3, :3], -1, -2) @ T[:, 1, :3, :3]
        return self._estimated(time, q, R, frame, self._rotation_noise(period, angular_rate is not None))

    def _attitudes(self, R: FloatArray, angular_rate: Any, period: float) -> FloatArray:
        if self.attitude_noise == 0:
            return R
        if angular_rate is None:
            return smoothed_rotations(R, odd_window(ATTITUDE_WINDOW, period))
        rates = checked_array(angular_rate, "angular_rate", (len(R), 3), "rad/s")
        return fused_rotations(R, rates, period, odd_window(GYROSCOPE_WINDOW, period))

    def _rotation_noise(self, period: float, has_gyroscope: bool) -> tuple[float, float, float]:
        """Return the errors of the smoothed attitudes, see `OdometryResult`."""
        if has_gyroscope:
            samples = max(GYROSCOPE_WINDOW / period, 1.0)
            return self.attitude_noise * 1.5 / samples**0.5, self.gyroscope_noise * period**0.5, CORRELATION_TIME
        return self.attitude_noise * passed_noise(odd_window(ATTITUDE_WINDOW, period)), 0.0, ATTITUDE_WINDOW / 2

    def _estimated(
        self, time: FloatArray, q: FloatArray, R: FloatArray, frame: str, noise: tuple[float, float, float]
    ) -> OdometryResult:
        points, n, period = self.points, len(time), float(np.mean(np.diff(time)))
        if points.pipe_radius is not None:
            return self._in_pipe(time, q, R, frame, noise, points.pipe_radius)
        touching = points.at(q, R, frame)
        if points.carried:
            loads, ground = foundation_loads(touching.place, touching.centre, points.weight, self._depth)
        else:
            mass_fraction = points.mass / points.mass.sum()
            loads, ground = np.broadcast_to(points.weight * mass_fraction, (n, len(mass_fraction))), np.zeros(n)
        balance = self._balance(touching.step[..., :2] / period, loads, touching.along)
        position = np.zeros((n, 3))
        position[1:, :2] = np.cumsum(balance.velocity, axis=0) * period
        position[:, 2] = -(ground - ground[0])
        height = self.softness**2 + 1e-4**2
        motion = SurfaceMotion(position, balance.velocity, loads, self._scatter(balance), np.diag([0.0, 0.0, height]))
        return self._result(time, q, R, noise, motion)

    def _in_pipe(
        self,
        time: FloatArray,
        q: FloatArray,
        R: FloatArray,
        frame: str,
        noise: tuple[float, float, float],
        radius: float,
    ) -> OdometryResult:
        """Motion in a straight, level pipe: along it by friction, across and up by the place in its cross-section."""
        points, period = self.points, float(np.mean(np.diff(time)))
        heading = heading_of_body(points.at(q, R, frame).place)
        touching = points.at(q, _about_z(-heading) @ R, frame)
        # prior on the heading of the body while that of the pipe is not known [rad]
        trough = trough_loads(touching.place, touching.centre, points.weight, self._depth, radius, 0.1)
        heading -= float(trough.yaw.mean())
        touching = points.at(q, _about_z(-heading) @ R, frame, trough.normal)
        trough = trough_loads(touching.place, touching.centre, points.weight, self._depth, radius, TILT_PRIOR)
        normal = trough.normal
        across = smoothed(trough.origin, odd_window(ATTITUDE_WINDOW, period), 2)
        step = touching.step + np.pad(np.diff(across, axis=0), ((0, 0), (1, 0)))[:, None]
        wall = step[..., 1] * normal[:-1, :, 2] - step[..., 2] * normal[:-1, :, 1]  # round the wall
        balance = self._balance(np.stack([step[..., 0], wall], axis=-1) / period, trough.loads, touching.along)
        local = np.zeros((len(time), 3))
        local[1:, 0] = np.cumsum(balance.velocity[:, 0]) * period
        local[:, 1:] = across - across[0]
        R_heading = _about_z(heading)
        velocity = np.diff(local, axis=0)[:, :2] / period @ R_heading[:2, :2].T
        P = self._scatter(balance)
        P[:, 1, :] = P[:, :, 1] = 0.0
        fixed = R_heading @ np.diag([0.0, 1.0, 1.0]) @ R_heading.T * (self.softness**2 + 1e-4**2)
        motion = SurfaceMotion(
            local @ R_heading.T, velocity, trough.loads, R_heading[:2, :2] @ P @ R_heading[:2, :2].T, fixed
        )
        return self._result(time, q, R, noise, motion)

    @property
    def _depth(self) -> float:
        """Depth to which a point that carries the whole weight goes in [m]."""
        return self.points.weight / self.points.stiffness + self.softness

    def _balance(self, steps: FloatArray, loads: FloatArray, along: FloatArray) -> Balance:
        friction = self.points.friction
        return balanced_velocities(
            steps, (loads[1:] + loads[:-1]) / 2, along[:-1], friction, max(friction.eps, self.slip_speed)
        )

    def _scatter(self, balance: Balance) -> FloatArray:
        """Covariance of the velocities, shape (n - 1, 2, 2), [m^2/s^2]."""
        eps = max(self.points.friction.eps, self.slip_speed)
        # at least 1 % of the rms velocity
        min_covariance = (0.01**2) * np.mean(balance.velocity**2) + (eps / 10) ** 2
        # standard deviation of the velocity error, as a fraction of the residual slip at the contacts
        return np.asarray(0.7**2 * balance.scatter + min_covariance * np.eye(2))

    def _result(
        self, time: FloatArray, q: FloatArray, R: FloatArray, noise: tuple[float, float, float], motion: "SurfaceMotion"
    ) -> OdometryResult:
        bare = Trajectory(time, motion.position, quaternion_of(R))
        rest = (motion.velocity, motion.loads, q, motion.velocity_covariance, noise, motion.fixed_covariance)
        result = OdometryResult(bare, *rest)
        grown = [
            result._covariance(time[0], max(t, time[0] + 1e-9), T) for t, T in zip(time, bare.transforms, strict=True)
        ]
        return OdometryResult(Trajectory(time, motion.position, bare.quaternion, covariance=np.array(grown)), *rest)


class SurfaceMotion(NamedTuple):
    """Motion of the tracked frame: the attributes of `OdometryResult` that the surface determines, and positions (n, 3)."""

    position: FloatArray
    velocity: FloatArray
    loads: FloatArray
    velocity_covariance: FloatArray
    fixed_covariance: FloatArray


def _about_z(angle: float) -> FloatArray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


# ----------------------------------------------------------------------------------------------------------------------
# Estimators of the pose of the head during a run, from measurements alone
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class PoseEstimate:
    """Pose of the head in the map at one instant.

    Attributes:
        time: Time [s].
        T_map_head: Shape (4, 4), [m].
        covariance: Of rotation vector and translation error in the head's axes, shape (6, 6), [rad, m].
        status: "tracking", "degraded" or "lost".
    """

    time: float
    T_map_head: FloatArray
    covariance: FloatArray
    status: str = "tracking"


@runtime_checkable
class PoseEstimator(Protocol):
    """Estimator of the pose of the head from measurements. It is stateless: its state between calls is its `memory`."""

    def begin(self, model: Model) -> Any:
        """Return the memory before the first measurement."""

    def update(self, model: Model, known: Measurement, memory: Any) -> tuple[PoseEstimate, Any]:
        """Return the estimate at a measurement, and the memory for the next."""


@dataclass(frozen=True)
class OdometryWithFixes:
    """Odometry of the body, corrected by absolute positions that arrive at a low rate.

    Between two measurements the balance of friction gives the velocity, see `BodyOdometry`; a Kalman filter of the horizontal
    position takes every new position of the head (`PoseSensor(on="head")`) as a fix. The attitude is that of an `Imu` with
    `attitude_noise`, its rate integrated and its attitude taken with a small gain; height and heading are not filtered further.

    Args:
        fix_noise: Standard deviation of a fix along each axis [m].
        fix_period: Least time between two fixes; of a robot without sensors, whose position is known at any time, it is the time
            between them [s].
        smoothing: Time constant of the filter of the joint angles [s].
        attitude_gain: Weight of the measured attitude at each measurement [-].
        lost_after: Standard deviation of the position beyond which the status is "lost", and half of which is "degraded" [m].

    Raises:
        PerceptionError: from `update`, if joint angles or attitude are not measured.
    """

    fix_noise: Annotated[float, Gt(0), Unit("m"), Slider(0.001, 1, 0.001)] = 0.05
    fix_period: Annotated[float, Ge(0), Unit("s"), Slider(0, 10, 0.1)] = 1.0
    smoothing: Annotated[float, Ge(0), Unit("s"), Slider(0, 1, 0.01)] = 0.08
    attitude_gain: Annotated[float, Gt(0), Le(1), Slider(0.01, 1, 0.01)] = 0.1
    lost_after: Annotated[float, Gt(0), Unit("m"), Slider(0.1, 5, 0.1)] = 1.0

    def __post_init__(self) -> None:
        check_declared(self, PerceptionError)

    def begin(self, model: Model) -> dict[str, Any]:
        """Return the initial memory."""
        return {"points": TouchingPoints(model), "time": None}

    def update(self, model: Model, known: Measurement, memory: dict[str, Any]) -> tuple[PoseEstimate, dict[str, Any]]:
        """Return the estimate and the new memory; see `PoseEstimator`."""
        points: TouchingPoints = memory["points"]
        angles: FloatArray | None = known.q
        if angles is None:
            raise PerceptionError(
                "OdometryWithFixes needs joint angles, which no sensor of this robot provides; add Encoders()"
            )
        fix = known.head_position if known.head_position is not None else self._exact(points, known)
        if memory["time"] is None:
            R = self._attitude(points, known, angles)
            position = np.zeros(3) if fix is None else np.asarray(fix, dtype=np.float64)
            variance = self.fix_noise**2 if fix is not None else 0.0
            state: dict[str, Any] = {"q": angles, "R": R, "position": position, "P": variance * np.eye(2), "fix": fix}
            state["fixed"] = known.time
        else:
            state = self._moved(points, known, angles, memory, known.time - memory["time"])
            old = memory["fix"]
            due = known.time - memory["fixed"] >= self.fix_period - 1e-9
            state["fixed"] = memory["fixed"]
            if due and fix is not None and (old is None or not np.array_equal(fix, old)):
                state["fixed"] = known.time
                P = state["P"]
                K = P @ np.linalg.inv(P + self.fix_noise**2 * np.eye(2))
                state["position"][:2] += K @ (fix[:2] - state["position"][:2])
                state["position"][2] = fix[2]
                state["P"], state["fix"] = (np.eye(2) - K) @ P, fix
        return self._estimate(known.time, state), {"points": points, "time": known.time, **state}

    def _estimate(self, time: float, state: dict[str, Any]) -> PoseEstimate:
        spread = float(np.sqrt(np.linalg.eigvalsh(state["P"])[-1]))
        P = np.zeros((6, 6))
        P[:3, :3] = 1e-5 * np.eye(3)
        P[3:5, 3:5], P[5, 5] = state["P"], self.fix_noise**2
        P[3:, 3:] = state["R"].T @ P[3:, 3:] @ state["R"]
        fraction = spread / self.lost_after
        status = "lost" if fraction > 1 else "degraded" if fraction > 0.5 else "tracking"
        return PoseEstimate(time, transforms_of(state["R"], state["position"]), (P + P.T) / 2, status)

    def _moved(
        self, points: TouchingPoints, known: Measurement, q: FloatArray, memory: dict[str, Any], period: float
    ) -> dict[str, Any]:
        if period <= 0:
            return {key: memory[key] for key in ("q", "R", "position", "P", "fix")}
        fraction = 1 - np.exp(-period / self.smoothing) if self.smoothing > 0 else 1.0
        angles = memory["q"] + fraction * (q - memory["q"])
        measured, rate = self._attitude(points, known, q), self._rate(points, known)
        R = measured
        if rate is not None:
            R = memory["R"] @ rotation_exp(period * rate)
            R = R @ rotation_exp(self.attitude_gain * rotation_log(R.T @ measured))
        touching = points.at(np.array([memory["q"], angles]), np.array([memory["R"], R]), HEAD)
        if points.carried:
            softness = points.weight / points.stiffness + 3e-3  # see `BodyOdometry` [m]
            loads, ground = foundation_loads(touching.place, touching.centre, points.weight, softness)
        else:
            loads, ground = np.tile(points.weight * points.mass / points.mass.sum(), (2, 1)), np.zeros(2)
        balance = balanced_velocities(
            touching.step[..., :2] / period,
            loads.mean(axis=0)[None],
            touching.along[:1],
            points.friction,
            max(points.friction.eps, 0.02),  # [m/s]
        )
        position = memory["position"] + np.append(balance.velocity[0] * period, -(ground[1] - ground[0]))
        wrong = 0.7**2 * balance.scatter[0] + 1e-4 * np.eye(2)
        P = memory["P"] + 2 * CORRELATION_TIME * period * wrong
        return {"q": angles, "R": R, "position": position, "P": (P + P.T) / 2, "fix": memory["fix"]}

    def _attitude(self, points: TouchingPoints, known: Measurement, q: FloatArray) -> FloatArray:
        """R_map_head as measured."""
        imu = _imu(points.model)
        if known.attitude is not None and imu is not None:
            frames = points.kinematics.frames(q, [imu.name or "imu", HEAD])[0, :, :3, :3]
            return np.asarray(matrix_of(known.attitude) @ frames[0].T @ frames[1])
        base: FloatArray | None = known.base_quaternion
        if base is None:
            raise PerceptionError(
                "OdometryWithFixes needs an attitude, which no sensor of this robot provides; add Imu(attitude_noise=0.005)"
            )
        return np.asarray(matrix_of(base) @ points.kinematics.frames(q, [HEAD])[0, 0, :3, :3])

    def _rate(self, points: TouchingPoints, known: Measurement) -> FloatArray | None:
        imu = _imu(points.model)
        if known.angular_rate is None or imu is None or imu.on != HEAD:
            return None
        return np.asarray(rotation_exp(np.asarray(imu.rotation, dtype=np.float64)) @ known.angular_rate)

    def _exact(self, points: TouchingPoints, known: Measurement) -> FloatArray | None:
        """Position of the head of a robot without sensors, whose base is known exactly."""
        base: FloatArray | None = known.base_position
        if points.model.robot.sensors or base is None:
            return None
        p_base_head = points.kinematics.frames(known.q, [HEAD])[0, 0, :3, 3]
        return np.asarray(base + matrix_of(known.base_quaternion) @ p_base_head)


def _imu(model: Model) -> Imu | None:
    return next((s for s in model.robot.sensors if isinstance(s, Imu) and s.attitude_noise is not None), None)
