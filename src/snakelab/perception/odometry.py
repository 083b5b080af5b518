"""Odometry of a body from its joint angles, an inertial unit and friction, and estimators of the pose of its head.

Contents: odometry with its covariance; estimators for a run.
"""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import PerceptionError, SnakelabWarning
from snakelab.geometry.rotations import inverse_of, matrix_of, quaternion_of, rotation_exp, rotation_log, transforms_of
from snakelab.parameters.arguments import FloatArray, checked_array, count
from snakelab.parameters.declarations import Slider, Unit, check_declared
from snakelab.perception.body_kinematics import HEAD
from snakelab.perception.contact_loads import (
    TILT_PRIOR,
    VISCOUS,
    Balance,
    Friction,
    Inertia,
    TouchingPoints,
    balanced_velocities,
    foundation_loads,
    heading_of_body,
    trough_loads,
)
from snakelab.perception.trajectories import (
    Trajectory,
    fused_rotations,
    odd_window,
    passed_noise,
    rotation_window,
    smoothed,
    smoothed_angles,
    smoothed_rotations,
)
from snakelab.physics.command import Measurement
from snakelab.physics.model import Model
from snakelab.robots.sensors import Imu
from snakelab.worlds.contact_laws import SurfaceFriction

# ----------------------------------------------------------------------------------------------------------------------
# Odometry from shape, contact and friction: joint angles and an inertial unit, without sensors of the surroundings
#
# At each instant the contact points follow from the shape and the attitude (`foundation_loads`, in pipes `trough_loads`), and the
# balance of friction gives the velocity of the body for the rate of its shape (`balanced_velocities`). Its integral over time is
# the trajectory; the height follows from the lowest points alone.
#
# The covariance is a parametric bootstrap: smoothed measurements are disturbed by the declared noise, and smoothed and
# integrated again. The squared deviations from the undisturbed motion, not from their mean, include the bias that noise
# causes. The deviations caused by the declared errors of friction, by the smoothing speed and by the softness are added.
#
# Source: Efron and Tibshirani, An Introduction to the Bootstrap, 1993, section 6.5.
# ----------------------------------------------------------------------------------------------------------------------

CORRELATION_TIME = 1.0  # time over which the error of the velocity persists [s]
GYROSCOPE_WINDOW, ATTITUDE_WINDOW, RATE_WINDOW = 4.0, 0.3, 0.2  # [s]
PRIOR_SAMPLES = 4.0  # weight of equal variances against that of the samples of the bootstrap


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
        rotation_noise: Standard deviation of one attitude [rad], of the drift per square root of time [rad/sqrt(s)], and the
            time over which the error of an attitude persists [s].
        deviations: Trajectories from disturbed measurements minus the estimate, in the fixed frame, shape (n_samples, n, 6):
            rotation vector [rad] and translation [m].
        model_deviations: The same of errors of the model, one standard deviation each, shape (n_sources, n, 6).
        fixed_covariance: Of the part of the position that follows from the surface and does not drift: the height, in a pipe
            also the place across it, shape (3, 3), [m^2].
    """

    trajectory: Trajectory
    velocity: FloatArray
    loads: FloatArray
    q: FloatArray
    rotation_noise: tuple[float, float, float]
    deviations: FloatArray
    model_deviations: FloatArray
    fixed_covariance: FloatArray

    def between(self, time_from: float, time_to: float) -> RelativePose:
        """Relative pose between two instants within the run, with covariance.

        Raises:
            PerceptionError: if an instant lies outside, or they are not in order.
        """
        if not time_to > time_from:
            raise PerceptionError(f"between needs two instants in order, got {time_from:g} and {time_to:g} s")
        times = np.array([time_from, time_to])
        first, last = self.trajectory.at(times)
        P = self._covariance(time_from, times[1:], last[None], first[:3, 3])[0]
        return RelativePose(float(time_from), float(time_to), inverse_of(first) @ last, P)

    def _covariance(self, time_from: float, times: FloatArray, T: FloatArray, origin: FloatArray) -> FloatArray:
        """Covariances of the poses T at times relative to the pose at one time, whose position is the origin, (n, 6, 6)."""
        single, drift, persists = self.rotation_noise
        duration = np.maximum(times - time_from, 1e-9)
        P = np.zeros((len(times), 6, 6))
        heading_variance = 2 * single**2 * (1 - np.exp(-duration / persists)) + drift**2 * duration
        P[:, :3, :3] = (heading_variance + 1e-12)[:, None, None] * np.eye(3)
        moved = T[:, :3, 3] - origin
        P[:, 3:, 3:] = 2 * self.fixed_covariance + 1e-12 * np.eye(3)
        for deviations, is_sample in ((self.deviations, True), (self.model_deviations, False)):
            if not len(deviations):
                continue
            x = self._relative(deviations, time_from, times, moved)
            outer = np.einsum("kni,knj->nij", x, x)
            if is_sample:
                # few samples: a prior of equal variances in the plane, with the weight of some samples
                plane = (outer[:, 0, 0] + outer[:, 1, 1]) / 2
                prior = np.stack([plane, plane, outer[:, 2, 2]], axis=-1)[:, None] * np.eye(3) / len(x)
                outer = (outer + PRIOR_SAMPLES * prior) / (len(x) + PRIOR_SAMPLES)
            P[:, 3:, 3:] += outer
        R = T[:, :3, :3]
        P[:, 3:, 3:] = np.swapaxes(R, 1, 2) @ P[:, 3:, 3:] @ R
        return (P + np.swapaxes(P, 1, 2)) / 2

    def _relative(self, deviations: FloatArray, time_from: float, times: FloatArray, moved: FloatArray) -> FloatArray:
        """Deviations of the displacements since an instant, in the fixed frame, shape (n_samples, n, 3), [m]."""

        def at(t: FloatArray) -> FloatArray:
            known = self.trajectory.time
            k = np.clip(np.searchsorted(known, t) - 1, 0, len(known) - 2)
            fraction = np.clip((t - known[k]) / (known[k + 1] - known[k]), 0.0, 1.0)[:, None]
            return np.asarray((1 - fraction) * deviations[:, k] + fraction * deviations[:, k + 1])

        first, last = at(np.array([time_from])), at(times)
        return np.asarray(last[..., 3:] - first[..., 3:] - np.cross(first[..., :3], moved))


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
        friction_error: Standard deviation of each coefficient of friction (along, backward, across), relative to its value and
            the same at all points [-]; one or shape (3,). With 0, the covariance is that of a model whose friction is exact.
        n_samples: Number of disturbed copies of the measurements from which the covariance is estimated; each takes as long
            as the estimate. With 0, the covariance contains errors of the model only.

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
        *,
        friction: SurfaceFriction | None = None,
        friction_error: float | FloatArray = 0.0,
        n_samples: int = 12,
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
        given = friction_error if np.ndim(friction_error) else 3 * [friction_error]
        self.friction_error = checked_array(given, "friction_error", (3,))
        if (self.friction_error < 0).any():
            raise PerceptionError(
                f"friction_error must be at least 0, a fraction of each coefficient, got {friction_error}; 0.1 for 10 %"
            )
        self.n_samples = count(n_samples, "n_samples", PerceptionError)

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
        rates = None
        if angular_rate is not None and self.attitude_noise > 0:
            rates = checked_array(angular_rate, "angular_rate", (n, 3), "rad/s")
        smooth = self._smoothed(q, R, rates, period)
        noise = self._rotation_noise(R, period, rates is not None)
        turned = self._turned(smooth, sensor, frame)
        motion = self._motion(time, *turned, frame, self._depth)
        samples = list(self._samples(time, smooth, rates, period, sensor, frame))
        errors = [
            self._deviation(motion, turned[1], other, turned[1])
            for other in self._with_other_models(time, *turned, frame, motion.position)
        ]
        empty = np.zeros((0, n, 6))
        result = OdometryResult(
            Trajectory(time, motion.position, quaternion_of(turned[1])),
            motion.velocity,
            motion.loads,
            turned[0],
            noise,
            np.array(samples) if samples else empty,
            np.array(errors) if errors else empty,
            motion.fixed_covariance,
        )
        T = result.trajectory.transforms
        covariance = result._covariance(float(time[0]), time, T, T[0, :3, 3])
        return replace(result, trajectory=replace(result.trajectory, covariance=covariance))

    def _smoothed(
        self, q: FloatArray, R: FloatArray, rates: FloatArray | None, period: float
    ) -> tuple[FloatArray, FloatArray]:
        return smoothed_angles(q, period, self.encoder_noise), self._attitudes(R, rates, period)

    def _samples(
        self,
        time: FloatArray,
        smooth: tuple[FloatArray, FloatArray],
        rates: FloatArray | None,
        period: float,
        sensor: str | None,
        frame: str,
    ) -> Iterator[FloatArray]:
        """Deviations of the bootstrap, shape (n, 6): estimates from simulated measurements against the exact motion.

        The exact motion is the estimate, smoothed further: with the noise that is left in the estimate, the bias
        that noise causes would be underestimated.
        """
        if not self.n_samples or not (self.encoder_noise.any() or self.attitude_noise > 0):
            return
        q, R = smoothed_angles(smooth[0], period, self.encoder_noise / 2), smooth[1]
        if self.attitude_noise > 0 and rates is not None:
            rates = smoothed(rates, odd_window(RATE_WINDOW, period))
            R = fused_rotations(R, rates, period, odd_window(GYROSCOPE_WINDOW, period))
        elif self.attitude_noise > 0:
            R = smoothed_rotations(R, odd_window(2 * ATTITUDE_WINDOW, period))
        exact = self._turned((q, R), sensor, frame)
        motion = self._motion(time, *exact, frame, self._depth)
        free = np.array([0.0, 0.0, 1.0]) if self.model.robot.base == "planar" else np.ones(3)
        for k in range(self.n_samples):
            random = np.random.default_rng(k)
            noisy_q = q + self.encoder_noise * random.normal(size=q.shape)
            noisy_R = R @ rotation_exp(self.attitude_noise * free * random.normal(size=(len(R), 3)))
            noisy_rates = rates
            if rates is not None:
                noisy_rates = rates + self.gyroscope_noise * free * random.normal(size=rates.shape)
            other = self._turned(self._smoothed(noisy_q, noisy_R, noisy_rates, period), sensor, frame)
            yield self._deviation(motion, exact[1], self._motion(time, *other, frame, self._depth), other[1])

    def _turned(
        self, smooth: tuple[FloatArray, FloatArray], sensor: str | None, frame: str
    ) -> tuple[FloatArray, FloatArray]:
        """Joint angles, and attitudes of the tracked frame instead of the sensor."""
        q, R = smooth
        if sensor is not None and sensor != frame:
            T = self.points.kinematics.frames(q, [sensor, frame])
            R = R @ np.swapaxes(T[:, 0, :3, :3], -1, -2) @ T[:, 1, :3, :3]
        return q, R

    @staticmethod
    def _deviation(motion: "SurfaceMotion", R: FloatArray, other: "SurfaceMotion", R_other: FloatArray) -> FloatArray:
        """Rotation vectors and translations of another estimate against one, shape (n, 6)."""
        return np.column_stack([rotation_log(R_other @ np.swapaxes(R, -1, -2)), other.position - motion.position])

    def _attitudes(self, R: FloatArray, rates: FloatArray | None, period: float) -> FloatArray:
        if self.attitude_noise == 0:
            return R
        if rates is None:
            return smoothed_rotations(R, rotation_window(R, period, ATTITUDE_WINDOW, self.attitude_noise))
        return fused_rotations(R, rates, period, odd_window(GYROSCOPE_WINDOW, period))

    def _rotation_noise(self, R: FloatArray, period: float, has_gyroscope: bool) -> tuple[float, float, float]:
        """Return the errors of the smoothed attitudes, see `OdometryResult`, from the measured attitudes."""
        if has_gyroscope:
            samples = max(GYROSCOPE_WINDOW / period, 1.0)
            return self.attitude_noise * 1.5 / samples**0.5, self.gyroscope_noise * period**0.5, CORRELATION_TIME
        if self.attitude_noise == 0:
            return 0.0, 0.0, ATTITUDE_WINDOW / 2
        window = rotation_window(R, period, ATTITUDE_WINDOW, self.attitude_noise)
        return self.attitude_noise * passed_noise(window), 0.0, window * period / 2

    def _with_other_models(
        self, time: FloatArray, q: FloatArray, R: FloatArray, frame: str, position: FloatArray
    ) -> Iterator["SurfaceMotion"]:
        """Motions with one error of the model each: of a coefficient of friction, the smoothing speed, or the softness."""
        friction, points = self.points.friction, self.points
        along, backward, across = 1 + self.friction_error
        if self.friction_error.any():
            if np.array_equal(friction.tangential, friction.backward):
                changes = [{"tangential": friction.tangential * along, "backward": friction.backward * along}]
            else:
                changes = [{"tangential": friction.tangential * along}, {"backward": friction.backward * backward}]
            changes.append({"normal": friction.normal * across})
            for change in changes:
                yield self._motion(time, q, R, frame, self._depth, friction._replace(**change))
        if self.slip_speed > friction.eps and friction.shape != VISCOUS:
            yield self._motion(time, q, R, frame, self._depth, eps=friction.eps)
        if points.carried and self.softness > 0:
            half = self._motion(time, q, R, frame, points.weight / points.stiffness + self.softness / 2)
            # the deviation of a ground without the softness, by extrapolation
            yield half._replace(position=2 * half.position - position)

    def _motion(
        self,
        time: FloatArray,
        q: FloatArray,
        R: FloatArray,
        frame: str,
        depth: float,
        friction: Friction | None = None,
        eps: float | None = None,
    ) -> "SurfaceMotion":
        """Motion of the tracked frame.

        Args:
            time: Shape (n,), [s].
            q: Joint angles.
            R: Attitudes of the frame.
            frame: Its name.
            depth: Indentation of a point that carries the whole weight [m].
            friction: Friction of the points; None for that of the model.
            eps: Smoothing speed [m/s]; None for that of the law, at least `slip_speed`.
        """
        points, n, period = self.points, len(time), float(np.mean(np.diff(time)))
        friction = points.friction if friction is None else friction
        eps = max(friction.eps, self.slip_speed) if eps is None else eps
        if points.pipe_radius is not None:
            return self._in_pipe(time, q, R, frame, depth, friction, eps, points.pipe_radius)
        touching = points.at(q, R, frame)
        if points.carried:
            loads, ground = foundation_loads(touching.place, touching.centre, points.weight, depth)
        else:
            mass_fraction = points.mass / points.mass.sum()
            loads, ground = np.broadcast_to(points.weight * mass_fraction, (n, len(mass_fraction))), np.zeros(n)
        inertia = self._inertia(touching.centre, period, np.ones(2))
        v = self._balance(touching.step[..., :2] / period, loads, touching.along, friction, eps, inertia).velocity
        position = np.zeros((n, 3))
        position[1:, :2] = np.cumsum(v, axis=0) * period
        position[:, 2] = -(ground - ground[0])
        return SurfaceMotion(position, v, loads, np.diag([0.0, 0.0, 1e-4**2]))

    def _in_pipe(
        self,
        time: FloatArray,
        q: FloatArray,
        R: FloatArray,
        frame: str,
        depth: float,
        friction: Friction,
        eps: float,
        radius: float,
    ) -> "SurfaceMotion":
        """Motion in a straight, level pipe: along it by friction, across and up by the place in its cross-section."""
        points, period = self.points, float(np.mean(np.diff(time)))
        heading = heading_of_body(points.at(q, R, frame).place)
        touching = points.at(q, _about_z(-heading) @ R, frame)
        # prior on the heading of the body while that of the pipe is not known [rad]
        trough = trough_loads(touching.place, touching.centre, points.weight, depth, radius, 0.1)
        heading -= float(trough.yaw.mean())
        R_heading = _about_z(heading)
        touching = points.at(q, R_heading.T @ R, frame, trough.normal)
        trough = trough_loads(touching.place, touching.centre, points.weight, depth, radius, TILT_PRIOR)
        normal = trough.normal
        across = smoothed(trough.origin, odd_window(ATTITUDE_WINDOW, period), 2)
        step = touching.step + np.pad(np.diff(across, axis=0), ((0, 0), (1, 0)))[:, None]
        wall = step[..., 1] * normal[:-1, :, 2] - step[..., 2] * normal[:-1, :, 1]  # round the wall
        inertia = self._inertia(touching.centre, period, np.array([1.0, 0.0]))
        u = np.stack([step[..., 0], wall], axis=-1) / period
        balance = self._balance(u, trough.loads, touching.along, friction, eps, inertia)
        local = np.zeros((len(time), 3))
        local[1:, 0] = np.cumsum(balance.velocity[:, 0]) * period
        local[:, 1:] = across - across[0]
        velocity = np.diff(local, axis=0)[:, :2] / period @ R_heading[:2, :2].T
        fixed = R_heading @ np.diag([0.0, 1.0, 1.0]) @ R_heading.T * 1e-4**2
        return SurfaceMotion(local @ R_heading.T, velocity, trough.loads, fixed)

    @property
    def _depth(self) -> float:
        """Depth to which a point that carries the whole weight goes in [m]."""
        return self.points.weight / self.points.stiffness + self.softness

    def _inertia(self, centre: FloatArray, period: float, directions: FloatArray) -> Inertia:
        return Inertia(self.points.mass.sum() * directions, np.diff(centre[:, :2], axis=0) / period, period)

    def _balance(
        self,
        steps: FloatArray,
        loads: FloatArray,
        along: FloatArray,
        friction: Friction,
        eps: float,
        inertia: Inertia,
    ) -> Balance:
        middle = along[1:] + along[:-1]
        middle /= np.maximum(np.linalg.norm(middle, axis=-1, keepdims=True), 1e-9)
        return balanced_velocities(steps, (loads[1:] + loads[:-1]) / 2, middle, friction, eps, inertia)


class SurfaceMotion(NamedTuple):
    """Motion of the tracked frame, at n instants.

    Attributes:
        position: Shape (n, 3), [m].
        velocity: Horizontal, shape (n - 1, 2), [m/s].
        loads: Normal forces of the points, shape (n, m), [N].
        fixed_covariance: See `OdometryResult`.
    """

    position: FloatArray
    velocity: FloatArray
    loads: FloatArray
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
