"""Estimators of the pose of the head during a run, from measurements alone."""

from dataclasses import dataclass
from typing import Annotated, Any, Protocol, runtime_checkable

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import PerceptionError
from snakelab.geometry.poses import matrix_of, rotation_exp, rotation_log, transforms_of
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import Slider, Unit
from snakelab.perception.body_pose.body_kinematics import HEAD
from snakelab.perception.contact_odometry.contact_points import TouchingPoints
from snakelab.perception.contact_odometry.force_balance import balanced_velocities
from snakelab.perception.contact_odometry.loads import foundation_loads
from snakelab.perception.contact_odometry.odometry import CORRELATION, MODEL
from snakelab.physics.command import Measurement
from snakelab.physics.model import Model
from snakelab.robots.sensors import Imu
from snakelab.types import FloatArray

SOFTNESS = 3e-3  # see `BodyOdometry` [m]
SLIP_SPEED = 0.02  # [m/s]


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
            softness = points.weight / points.stiffness + SOFTNESS
            loads, ground = foundation_loads(touching.place, touching.centre, points.weight, softness)
        else:
            loads, ground = np.tile(points.weight * points.mass / points.mass.sum(), (2, 1)), np.zeros(2)
        balance = balanced_velocities(
            touching.step[..., :2] / period,
            loads.mean(axis=0)[None],
            touching.along[:1],
            points.friction,
            max(points.friction.eps, SLIP_SPEED),
        )
        position = memory["position"] + np.append(balance.velocity[0] * period, -(ground[1] - ground[0]))
        wrong = MODEL**2 * balance.scatter[0] + 1e-4 * np.eye(2)
        P = memory["P"] + 2 * CORRELATION * period * wrong
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
