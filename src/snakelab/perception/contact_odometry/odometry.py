"""Odometry from shape, contact and friction: joint angles and an inertial unit, without anything that sees the surroundings.

At each instant the contact points follow from the shape and the attitude (`loads`, in pipes `trough`), and the balance of
friction gives how fast the body moves at the rate of its shape (`balance`). The sum over time is the trajectory; the height
follows from the lowest points alone.
"""

import warnings
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from snakelab.errors import PerceptionError, SnakelabWarning
from snakelab.geometry.poses import inverse_of, matrix_of, quaternion_of
from snakelab.parameter_declarations.array_checks import checked_array
from snakelab.perception.body_pose.body_kinematics import HEAD
from snakelab.perception.contact_odometry.contact_points import TouchingPoints
from snakelab.perception.contact_odometry.force_balance import Balance, balanced_velocities
from snakelab.perception.contact_odometry.loads import TILT, foundation_loads
from snakelab.perception.contact_odometry.pipe_loads import heading_of_body, trough_loads
from snakelab.perception.contact_odometry.smoothing import (
    fused_rotations,
    odd_window,
    passed_noise,
    smoothed,
    smoothed_angles,
    smoothed_rotations,
)
from snakelab.perception.trajectories.trajectory import Trajectory
from snakelab.physics.model import Model
from snakelab.types import FloatArray
from snakelab.worlds import SurfaceFriction

CORRELATION = 1.0  # time over which the error of the velocity persists [s]
MODEL = 0.7  # standard deviation of the velocity's error, of the slip that is left at the contacts [-]
FLOOR = 0.01  # least standard deviation of the velocity, of its rms [-]
YAW = 0.1  # standard deviation of a body's heading in a pipe, while that of the pipe is not known [rad]
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
        x = duration / CORRELATION
        spread = 2 * CORRELATION**2 * (x - 1 + np.exp(-x)) if x > 1e-3 else duration**2
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
            return self.attitude_noise * 1.5 / samples**0.5, self.gyroscope_noise * period**0.5, CORRELATION
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
        motion = Motion(position, balance.velocity, loads, self._scatter(balance), np.diag([0.0, 0.0, height]))
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
        trough = trough_loads(touching.place, touching.centre, points.weight, self._depth, radius, YAW)
        heading -= float(trough.yaw.mean())
        touching = points.at(q, _about_z(-heading) @ R, frame, trough.normal)
        trough = trough_loads(touching.place, touching.centre, points.weight, self._depth, radius, TILT)
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
        motion = Motion(local @ R_heading.T, velocity, trough.loads, R_heading[:2, :2] @ P @ R_heading[:2, :2].T, fixed)
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
        min_covariance = (FLOOR**2) * np.mean(balance.velocity**2) + (eps / 10) ** 2
        return np.asarray(MODEL**2 * balance.scatter + min_covariance * np.eye(2))

    def _result(
        self, time: FloatArray, q: FloatArray, R: FloatArray, noise: tuple[float, float, float], motion: "Motion"
    ) -> OdometryResult:
        bare = Trajectory(time, motion.position, quaternion_of(R))
        rest = (motion.velocity, motion.loads, q, motion.velocity_covariance, noise, motion.fixed_covariance)
        result = OdometryResult(bare, *rest)
        grown = [
            result._covariance(time[0], max(t, time[0] + 1e-9), T) for t, T in zip(time, bare.transforms, strict=True)
        ]
        return OdometryResult(Trajectory(time, motion.position, bare.quaternion, covariance=np.array(grown)), *rest)


class Motion(NamedTuple):
    """Motion of the tracked frame: the attributes of `OdometryResult` that the surface determines, and positions (n, 3)."""

    position: FloatArray
    velocity: FloatArray
    loads: FloatArray
    velocity_covariance: FloatArray
    fixed_covariance: FloatArray


def _about_z(angle: float) -> FloatArray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
