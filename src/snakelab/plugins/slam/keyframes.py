"""Keyframes, settings and results of the SLAM estimator, and the optimisation of the latest keyframes.

In reading order: OpenCV and GTSAM, imported when they are used; settings and the estimate of a frame; keyframes,
which form the map; the log of the poses of all frames; and the factor graph of the latest keyframes.
"""

from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np

from snakelab.errors import MissingExtraError
from snakelab.geometry.rotations import inverse_of, quaternion_of
from snakelab.parameters.arguments import FloatArray
from snakelab.perception.camera_models import Image, ImuNoise, StereoModel
from snakelab.perception.maps import MapPoints
from snakelab.perception.odometry import RelativePose
from snakelab.perception.trajectories import Trajectory
from snakelab.system import install_line

# ----------------------------------------------------------------------------------------------------------------------
# OpenCV and GTSAM, imported when they are used
# ----------------------------------------------------------------------------------------------------------------------


def opencv() -> ModuleType:
    """Return OpenCV.

    Raises:
        MissingExtraError: if it is not installed.
    """
    try:
        import cv2
    except ImportError as problem:
        raise MissingExtraError(f"OpenCV is not installed: {install_line('perception')}") from problem
    return cv2


def factor_graphs() -> ModuleType:
    """Return GTSAM.

    Raises:
        MissingExtraError: if it is not installed.
    """
    try:
        import gtsam
    except ImportError as problem:
        raise MissingExtraError(f"GTSAM is not installed: {install_line('perception')}") from problem
    return gtsam


# ----------------------------------------------------------------------------------------------------------------------
# Settings and results of the estimator
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SlamSettings:
    """Settings of `StereoInertialSlam`.

    Args:
        features: Corners that are tracked [-].
        window: Keyframes that are optimised together [-].
        max_keyframes: Keyframes that are kept; the most redundant is removed first [-].
        max_points: Map points that are kept; those not seen for the longest time are removed first [-].
        least_inliers: Number of points below which a pose is not estimated from vision [-].
        good_inliers: Minimum number of points for the status "tracking" [-].
        bridge: Longest time without vision that the IMU covers [s].
        loops: Recognise places and close loops.
        restart: Time after which a lost estimator begins a new segment of the map [s].
    """

    features: int = 180
    window: int = 10
    max_keyframes: int = 300
    max_points: int = 20_000
    least_inliers: int = 12
    good_inliers: int = 25
    bridge: float = 1.0
    loops: bool = True
    restart: float = 1.5


@dataclass(frozen=True, eq=False)
class FrameEstimate:
    """Estimate for one image pair.

    Attributes:
        time: Time [s].
        status: "tracking"; "degraded" if few points, a doubtful calibration or a prediction without vision determine the
            pose; or "lost", where the pose is the last known one.
        T_map_left: Pose of the left camera, shape (4, 4).
        covariance: Of (rotation vector, translation) relative to the first keyframe, in the camera's axes, shape (6, 6).
        points: Number of map points that agree with the pose.
        is_keyframe: True if the pair became a keyframe.
        seconds: CPU time of tracking, and of the map's update (zero without a keyframe) [s].
    """

    time: float
    status: str
    T_map_left: FloatArray
    covariance: FloatArray
    points: int
    is_keyframe: bool = False
    seconds: tuple[float, float] = (0.0, 0.0)


# ----------------------------------------------------------------------------------------------------------------------
# Keyframes: images whose pose and measurements are stored in the map
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Keyframe:
    """Keyframe of the map.

    Attributes:
        id: Increasing.
        time: Time [s].
        T_map_left: Pose of the left camera, shape (4, 4).
        image: Rectified left image; None after it has been released.
        ids: Map points seen, shape (n,).
        measured: Their columns in both images, and their rows in both, shape (n, 4), [pixel].
        velocity: Of the body in the map frame, shape (3,), [m/s].
        bias: Of accelerometer and gyroscope, shape (6,).
        inertial: Preintegrated IMU since the previous keyframe, or None.
        odometry: Measured motion since the previous keyframe, or None.
        covariance: Of the pose relative to the first keyframe, in the camera's axes, shape (6, 6).
        corner_pixels: Of the ORB features, shape (m, 2).
        corner_points: Positions of the ORB features in the camera's axes, shape (m, 3), NaN without depth, [m].
        descriptors: Of the ORB features, shape (m, 32), uint8.
        factors: Factors of its measurements, by map point.
        segment: Number of the map segment; a loss of tracking begins a new one.
    """

    id: int
    time: float
    T_map_left: FloatArray
    image: Image | None
    ids: np.ndarray
    measured: FloatArray
    velocity: FloatArray = field(default_factory=lambda: np.zeros(3))
    bias: FloatArray = field(default_factory=lambda: np.zeros(6))
    inertial: Any = None
    odometry: RelativePose | None = None
    covariance: FloatArray = field(default_factory=lambda: np.zeros((6, 6)))
    corner_pixels: FloatArray = field(default_factory=lambda: np.zeros((0, 2)))
    corner_points: FloatArray = field(default_factory=lambda: np.zeros((0, 3)))
    descriptors: np.ndarray = field(default_factory=lambda: np.zeros((0, 32), np.uint8))
    factors: dict[int, Any] = field(default_factory=dict)
    segment: int = 0


# ----------------------------------------------------------------------------------------------------------------------
# Poses of all frames, each relative to a keyframe, so that corrections of the map also apply to them
# ----------------------------------------------------------------------------------------------------------------------


class FrameLog:
    """Estimates of all frames."""

    def __init__(self) -> None:
        self._time: list[float] = []
        self._status: list[str] = []
        self._keyframe: list[int] = []
        self._relative: list[FloatArray] = []
        self._covariance: list[FloatArray] = []
        self._frames_of: dict[int, list[int]] = {}

    def __len__(self) -> int:
        return len(self._time)

    def add(self, estimate: FrameEstimate, keyframe: Keyframe | None) -> None:
        """Append an estimate; without a keyframe its pose is in the map frame."""
        key = -1 if keyframe is None else keyframe.id
        T = estimate.T_map_left if keyframe is None else inverse_of(keyframe.T_map_left) @ estimate.T_map_left
        self._frames_of.setdefault(key, []).append(len(self._time))
        self._time.append(estimate.time)
        self._status.append(estimate.status)
        self._keyframe.append(key)
        self._relative.append(T)
        self._covariance.append(estimate.covariance.astype(np.float32))

    def discard(self) -> None:
        """Mark all frames as lost: their poses are those of a map that is discarded."""
        self._status = ["lost"] * len(self)
        self._keyframe = [-1] * len(self)
        self._frames_of = {-1: list(range(len(self)))}

    def attach(self, removed: Keyframe, kept: Keyframe) -> None:
        """Attach the frames of a keyframe that is removed to another one."""
        T_kept_removed = inverse_of(kept.T_map_left) @ removed.T_map_left
        for k in self._frames_of.pop(removed.id, []):
            self._relative[k] = T_kept_removed @ self._relative[k]
            self._keyframe[k] = kept.id
            self._frames_of.setdefault(kept.id, []).append(k)

    def trajectory(self, keyframes: dict[int, Keyframe]) -> Trajectory:
        """Return the poses of the left camera with the keyframes where they are now."""
        T = [r if k < 0 else keyframes[k].T_map_left @ r for k, r in zip(self._keyframe, self._relative, strict=True)]
        poses = np.array(T).reshape(-1, 4, 4)
        quaternions = np.array([quaternion_of(p[:3, :3]) for p in poses]).reshape(-1, 4)
        covariance = np.array(self._covariance, np.float64).reshape(-1, 6, 6)
        return Trajectory(np.array(self._time), poses[:, :3, 3].copy(), quaternions, np.array(self._status), covariance)


# ----------------------------------------------------------------------------------------------------------------------
# Factor graph of the latest keyframes: stereo measurements, preintegrated IMU, measured motions, points (GTSAM)
# ----------------------------------------------------------------------------------------------------------------------

PIXEL_SIGMA = 0.5  # standard deviation of a pixel coordinate [pixel]


class KeyframeWindow:
    """Optimisation of the latest keyframes and the points that they see.

    Keyframes that leave the window keep their pose; their measurements remain as information on the points.

    Args:
        model: Rectified stereo pair.
        noise: Of the IMU; None without one.
    """

    def __init__(self, model: StereoModel, noise: ImuNoise | None) -> None:
        g = factor_graphs()
        camera = model.left
        self._gtsam: Any = g
        self._model = model
        self._T_body_left = model.T_body_left
        self._T_left_body = inverse_of(model.T_body_left)
        self._K = g.Cal3_S2Stereo(camera.fx, camera.fy, 0.0, camera.cx, camera.cy, model.baseline)
        self._mount = g.Pose3(model.T_body_left)
        huber = g.noiseModel.mEstimator.Huber.Create(1.5)
        self._pixel_noise = g.noiseModel.Robust.Create(huber, g.noiseModel.Isotropic.Sigma(3, PIXEL_SIGMA))
        self._anchor = g.noiseModel.Isotropic.Sigma(6, 1e-6)
        self._parameters = None if noise is None else self._imu_parameters(noise)
        settings = g.LevenbergMarquardtParams()
        settings.setMaxIterations(8)
        settings.setRelativeErrorTol(1e-4)
        settings.setlambdaInitial(1e-5)
        self._settings = settings

    def _imu_parameters(self, noise: ImuNoise) -> Any:
        g = self._gtsam
        p = g.PreintegrationCombinedParams.MakeSharedU(9.81)
        p.setAccelerometerCovariance(np.eye(3) * (5.0 * noise.accelerometer) ** 2)  # covers the error of gravity
        p.setGyroscopeCovariance(np.eye(3) * (2.0 * noise.gyroscope) ** 2)
        p.setIntegrationCovariance(np.eye(3) * 1e-7)
        p.setBiasAccCovariance(np.eye(3) * max(noise.accelerometer_walk, 1e-4) ** 2)
        p.setBiasOmegaCovariance(np.eye(3) * max(noise.gyroscope_walk, 1e-5) ** 2)
        return p

    def set_gravity(self, gravity: FloatArray) -> None:
        """Set gravity in the map frame, shape (3,), [m/s^2], for all preintegrated measurements."""
        assert self._parameters is not None
        self._parameters.n_gravity = np.asarray(gravity, np.float64)

    def preintegrate(self, interval: tuple[FloatArray, FloatArray, FloatArray], bias: FloatArray) -> Any:
        """Return the preintegrated measurements of an interval (durations, rates, forces)."""
        g = self._gtsam
        made = g.PreintegratedCombinedMeasurements(self._parameters, g.imuBias.ConstantBias(bias[:3], bias[3:]))
        for duration, rate, force in zip(*interval, strict=True):
            made.integrateMeasurement(force, rate, duration)
        return made

    def predict(self, keyframe: Keyframe, inertial: Any) -> tuple[FloatArray, FloatArray]:
        """Return T_map_left and the velocity of the body at the end of preintegrated measurements since a keyframe."""
        g = self._gtsam
        start = g.NavState(g.Pose3(keyframe.T_map_left @ self._T_left_body), keyframe.velocity)
        end = inertial.predict(start, g.imuBias.ConstantBias(keyframe.bias[:3], keyframe.bias[3:]))
        return end.pose().matrix() @ self._T_body_left, np.asarray(end.velocity())

    def optimise(self, keyframes: list[Keyframe], points: MapPoints, inertial: bool) -> None:
        """Optimise poses, velocities, biases and points of consecutive keyframes in place.

        Args:
            keyframes: In order of time; the first keeps its pose.
            points: Of the map.
            inertial: Use the IMU.
        """
        g = self._gtsam
        X, L = g.symbol_shorthand.X, g.symbol_shorthand.L
        graph, values = g.NonlinearFactorGraph(), g.Values()
        counts = self._counts(keyframes, points)
        used: set[int] = set()
        for keyframe in keyframes:
            values.insert(X(keyframe.id), g.Pose3(keyframe.T_map_left @ self._T_left_body))
            used |= self._add_measurements(graph, keyframe, counts)
        ids = np.array(sorted(used), np.int64)
        rows = points.rows(ids)
        for i, position in zip(ids.tolist(), points.position[rows], strict=True):
            values.insert(L(i), position)
        self._add_information(graph, points, ids, rows)
        graph.add(g.PriorFactorPose3(X(keyframes[0].id), values.atPose3(X(keyframes[0].id)), self._anchor))
        self._add_motions(graph, values, keyframes, inertial)
        estimate = g.LevenbergMarquardtOptimizer(graph, values, self._settings).optimize()
        self._store(estimate, keyframes, inertial)
        for i, row in zip(ids.tolist(), rows.tolist(), strict=True):
            points.position[row] = estimate.atPoint3(L(i))
        self._drop_outliers(keyframes, points)

    def _counts(self, keyframes: list[Keyframe], points: MapPoints) -> set[int]:
        """Return the points that two keyframes see, or that have information from earlier ones."""
        ids = np.concatenate([k.ids for k in keyframes]) if keyframes else np.zeros(0, np.int64)
        unique, count = np.unique(ids, return_counts=True)
        rows = points.rows(unique)
        known = (rows >= 0) & ((count >= 2) | (points.information[rows, 0, 0] > 0.0))
        return set(unique[known].tolist())

    def _add_measurements(self, graph: Any, keyframe: Keyframe, allowed: set[int]) -> set[int]:
        g = self._gtsam
        X, L = g.symbol_shorthand.X, g.symbol_shorthand.L
        used = set()
        for i, (left, right, row, _) in zip(keyframe.ids.tolist(), keyframe.measured.tolist(), strict=True):
            if i not in allowed:
                continue
            if i not in keyframe.factors:
                keyframe.factors[i] = g.GenericStereoFactor3D(
                    g.StereoPoint2(left, right, row), self._pixel_noise, X(keyframe.id), L(i), self._K, self._mount
                )
            graph.add(keyframe.factors[i])
            used.add(i)
        return used

    def _add_information(self, graph: Any, points: MapPoints, ids: np.ndarray, rows: np.ndarray) -> None:
        g = self._gtsam
        L = g.symbol_shorthand.L
        known = points.information[rows, 0, 0] > 0.0
        # a point from keyframes outside the window is not known better than 1 mm
        covariance = np.linalg.inv(points.information[rows[known]] + 1e-3 * np.eye(3)) + 0.001**2 * np.eye(3)
        for i, mean, point_covariance in zip(ids[known].tolist(), points.mean[rows[known]], covariance, strict=True):
            graph.add(g.PriorFactorPoint3(L(i), mean, g.noiseModel.Gaussian.Covariance(point_covariance, False)))

    def _add_motions(self, graph: Any, values: Any, keyframes: list[Keyframe], inertial: bool) -> None:
        """Add the motions between consecutive keyframes: IMU, odometry, or a weak prior where nothing is measured."""
        g = self._gtsam
        X, V, B = g.symbol_shorthand.X, g.symbol_shorthand.V, g.symbol_shorthand.B
        for k, keyframe in enumerate(keyframes):
            before = keyframes[k - 1] if k else None
            chained = before is not None and inertial and keyframe.inertial is not None
            if inertial:
                bias = g.imuBias.ConstantBias(keyframe.bias[:3], keyframe.bias[3:])
                values.insert(V(keyframe.id), keyframe.velocity)
                values.insert(B(keyframe.id), bias)
                if not chained:
                    sigmas = np.array([0.05] * 3 + [0.002] * 3)
                    tight = g.noiseModel.Diagonal.Sigmas(sigmas * (1.0 if keyframe.id == 0 or k else 0.3))
                    graph.add(g.PriorFactorConstantBias(B(keyframe.id), bias, tight))
                    speed = g.noiseModel.Isotropic.Sigma(3, 0.05 if k == 0 else 0.5)
                    graph.add(g.PriorFactorVector(V(keyframe.id), keyframe.velocity, speed))
            if before is None:
                continue
            if chained:
                graph.add(
                    g.CombinedImuFactor(
                        X(before.id), V(before.id), X(keyframe.id), V(keyframe.id), B(before.id), B(keyframe.id),
                        keyframe.inertial,
                    )
                )  # fmt: skip
            if keyframe.odometry is not None:
                noise = g.noiseModel.Gaussian.Covariance(keyframe.odometry.covariance)
                motion = g.Pose3(keyframe.odometry.T)
                graph.add(g.BetweenFactorPose3(X(before.id), X(keyframe.id), motion, noise))
            elif not chained:
                weak = g.noiseModel.Diagonal.Sigmas(np.array([0.5] * 3 + [0.5] * 3))
                motion = values.atPose3(X(before.id)).between(values.atPose3(X(keyframe.id)))
                graph.add(g.BetweenFactorPose3(X(before.id), X(keyframe.id), motion, weak))

    def _store(self, estimate: Any, keyframes: list[Keyframe], inertial: bool) -> None:
        g = self._gtsam
        X, V, B = g.symbol_shorthand.X, g.symbol_shorthand.V, g.symbol_shorthand.B
        for keyframe in keyframes:
            keyframe.T_map_left = estimate.atPose3(X(keyframe.id)).matrix() @ self._T_body_left
            if inertial:
                keyframe.velocity = np.asarray(estimate.atVector(V(keyframe.id)))
                keyframe.bias = np.asarray(estimate.atConstantBias(B(keyframe.id)).vector())

    def _drop_outliers(self, keyframes: list[Keyframe], points: MapPoints, limit: float = 6.0) -> None:
        """Remove measurements whose error is larger than `limit` standard deviations."""
        for keyframe in keyframes:
            rows = points.rows(keyframe.ids)
            r, _ = self.residuals(keyframe, points.position[rows])
            good = (rows >= 0) & (np.abs(r).max(1) < limit * PIXEL_SIGMA)
            if not good.all():
                for i in keyframe.ids[~good].tolist():
                    keyframe.factors.pop(i, None)
                keyframe.ids, keyframe.measured = keyframe.ids[good], keyframe.measured[good]

    def residuals(self, keyframe: Keyframe, positions: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return errors of columns and row, shape (n, 3), [pixel], and their derivatives by the position, (n, 3, 3)."""
        camera, b = self._model.left, self._model.baseline
        R = keyframe.T_map_left[:3, :3]
        local = (positions - keyframe.T_map_left[:3, 3]) @ R
        x, y, z = local.T
        z = np.where(z > 0.01, z, 0.01)
        u, v = camera.fx * x / z + camera.cx, camera.fy * y / z + camera.cy
        shift = camera.fx * b / z
        J = np.zeros((len(positions), 3, 3))
        J[:, 0, 0] = J[:, 1, 0] = camera.fx / z
        J[:, 0, 2] = -camera.fx * x / z**2
        J[:, 1, 2] = -camera.fx * (x - b) / z**2
        J[:, 2, 1], J[:, 2, 2] = camera.fy / z, -camera.fy * y / z**2
        return np.stack([u, u - shift, v], 1) - keyframe.measured[:, :3], J @ R.T

    def retire(self, keyframe: Keyframe, points: MapPoints) -> None:
        """Turn the measurements of a keyframe into information on its points, with the keyframe's pose as exact."""
        rows = points.rows(keyframe.ids)
        known = rows >= 0
        rows = rows[known]
        r, J = self.residuals(keyframe, points.position[points.rows(keyframe.ids)])
        r, J = r[known], J[known]
        weight = 1.0 / np.maximum(1.0, np.linalg.norm(r, axis=1) / (1.5 * PIXEL_SIGMA)) / PIXEL_SIGMA**2
        information = np.einsum("nij,n,nik->njk", J, weight, J)
        points.absorb(rows, information, np.einsum("nij,n,ni->nj", J, weight, r))
        keyframe.factors.clear()
