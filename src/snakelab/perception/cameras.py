"""Cameras: models, pose from known points, stereo-inertial sequences, and errors of the calibration.

Axes of a camera: x right, y down, z along the optical axis (OpenCV, ROS optical frames).
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from snakelab.geometry.rotations import cross_matrix, rotation_exp, rotation_log, transforms_of
from snakelab.parameters.arguments import FloatArray
from snakelab.perception.trajectories import Trajectory

# ----------------------------------------------------------------------------------------------------------------------
# Camera models: pinhole intrinsics with lens distortion, and a stereo pair with its place on the body
# ----------------------------------------------------------------------------------------------------------------------

Distortion = Literal["none", "radial_tangential", "equidistant"]


@dataclass(frozen=True)
class PinholeModel:
    """Pinhole camera: u = fx x/z + cx, v = fy y/z + cy, after distortion of (x/z, y/z).

    Args:
        width: Columns [pixel].
        height: Rows [pixel].
        fx: Focal length along the rows [pixel].
        fy: Focal length along the columns [pixel].
        cx: Principal point, column [pixel]; the centre of the first pixel is 0.
        cy: Principal point, row [pixel].
        distortion: "none", "radial_tangential" (k1, k2, p1, p2[, k3]; ROS plumb_bob, Kalibr radtan) or
            "equidistant" (k1 to k4; Kannala and Brandt 2006).
        coefficients: Coefficients of the distortion.
    """

    width: int
    height: int
    fx: float
    fy: float
    cx: float
    cy: float
    distortion: Distortion = "none"
    coefficients: tuple[float, ...] = ()

    @property
    def matrix(self) -> FloatArray:
        """Intrinsic matrix K, shape (3, 3), [pixel]."""
        return np.array([[self.fx, 0.0, self.cx], [0.0, self.fy, self.cy], [0.0, 0.0, 1.0]])


@dataclass(frozen=True)
class StereoModel:
    """Stereo pair: two pinhole cameras and their transforms on the body that carries them.

    Args:
        left: Intrinsics of the left camera.
        right: Intrinsics of the right camera.
        T_left_right: Pose of the right camera in the left camera's axes, shape (4, 4), [m]; for a rectified pair the
            translation (baseline, 0, 0).
        T_body_left: Pose of the left camera in the axes of the body (the IMU's where there is one), shape (4, 4), [m].
    """

    left: PinholeModel
    right: PinholeModel
    T_left_right: FloatArray
    T_body_left: FloatArray = field(default_factory=lambda: np.eye(4))

    @property
    def baseline(self) -> float:
        """Distance of the two optical centres [m]."""
        return float(np.linalg.norm(self.T_left_right[:3, 3]))


# ----------------------------------------------------------------------------------------------------------------------
# Pose of a camera from points of known position: robust Gauss-Newton with an optional prior
# ----------------------------------------------------------------------------------------------------------------------

HUBER_THRESHOLD = 1.5  # in standard deviations


@dataclass(frozen=True, eq=False)
class PosePrior:
    """Expected pose of the camera, with the information matrix of (rotation vector, translation) in its axes."""

    T_world_camera: FloatArray
    information: FloatArray


@dataclass(frozen=True, eq=False)
class CameraPose:
    """Estimated pose.

    Attributes:
        T_world_camera: Shape (4, 4).
        inliers: Shape (n,), True for points that agree with the pose.
        covariance: Of (rotation vector, translation) in the camera's axes, shape (6, 6).
        residual: Median length of the inliers' reprojection errors [pixel].
    """

    T_world_camera: FloatArray
    inliers: np.ndarray
    covariance: FloatArray
    residual: float


def project(model: PinholeModel, T_world_camera: FloatArray, points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return pixels, shape (n, 2), and depths, shape (n,), [m], of points, shape (n, 3), in an undistorted camera."""
    local = (points - T_world_camera[:3, 3]) @ T_world_camera[:3, :3]
    depth = local[:, 2]
    z = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
    return np.stack([model.fx * local[:, 0] / z + model.cx, model.fy * local[:, 1] / z + model.cy], 1), depth


def estimate_pose(
    model: PinholeModel,
    points: FloatArray,
    pixels: FloatArray,
    start: FloatArray,
    sigma: float = 0.7,
    prior: PosePrior | None = None,
    iterations: int = 12,
) -> CameraPose:
    """Return the pose that minimises the Huber loss of the reprojection errors and the prior's error.

    Args:
        model: Camera without distortion.
        points: Positions in the world, shape (n, 3), [m].
        pixels: Where they are seen, shape (n, 2), [pixel].
        start: First guess of T_world_camera, shape (4, 4).
        sigma: Standard deviation of a pixel coordinate [pixel].
        prior: Expected pose; None without one (then at least three points are needed).
        iterations: Largest number of steps.
    """
    R, p = start[:3, :3].copy(), start[:3, 3].copy()
    H = np.eye(6)
    errors = np.zeros(len(points))
    for _ in range(iterations):
        J, r, errors, seen = _linearise(model, R, p, points, pixels)
        weight = np.where(seen, 1.0 / np.maximum(1.0, errors / (HUBER_THRESHOLD * sigma)), 0.0) / sigma**2
        weighted = (J * weight[:, None, None]).reshape(-1, 6).T
        H, g = weighted @ J.reshape(-1, 6), weighted @ r.ravel()
        if prior is not None:
            e = _difference(prior.T_world_camera, R, p)
            H = H + prior.information
            g = g + prior.information @ e
        H = H + 1e-9 * np.trace(H) * np.eye(6)
        step = -np.linalg.solve(H, g)
        p = p + R @ step[3:]
        R = R @ rotation_exp(step[:3])
        if np.abs(step).max() < 1e-7:
            break
    _, _, errors, seen = _linearise(model, R, p, points, pixels)
    inliers = seen & (errors < 3.5 * sigma)  # standard deviations of an inlier
    residual = float(np.median(errors[inliers])) if inliers.any() else np.inf
    return CameraPose(transforms_of(R, p), inliers, np.asarray(np.linalg.inv(H), np.float64), residual)


def _linearise(
    model: PinholeModel, R: FloatArray, p: FloatArray, points: FloatArray, pixels: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray, np.ndarray]:
    """Return Jacobians (n, 2, 6), residuals (n, 2), their lengths (n,) and which points lie before the camera."""
    local = (points - p) @ R
    seen = local[:, 2] > 0.02
    x, y, z = np.where(seen[:, None], local, [0.0, 0.0, 1.0]).T
    r = np.stack([model.fx * x / z + model.cx, model.fy * y / z + model.cy], 1) - pixels
    r[~seen] = 1e3
    by_point = np.zeros((len(points), 2, 3))
    by_point[:, 0, 0], by_point[:, 0, 2] = model.fx / z, -model.fx * x / z**2
    by_point[:, 1, 1], by_point[:, 1, 2] = model.fy / z, -model.fy * y / z**2
    J = np.concatenate([by_point @ cross_matrix(np.stack([x, y, z], 1)), -by_point], 2)
    return J, r, np.linalg.norm(r, axis=1), seen


def _difference(T: FloatArray, R: FloatArray, p: FloatArray) -> FloatArray:
    return np.concatenate([rotation_log(T[:3, :3].T @ R), T[:3, :3].T @ (p - T[:3, 3])])


# ----------------------------------------------------------------------------------------------------------------------
# Stereo-inertial sequences: image pairs and IMU samples in time, from a simulated run, a log or a live source
# ----------------------------------------------------------------------------------------------------------------------

Image = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class StereoFrame:
    """Image pair of one instant.

    Args:
        time: Of the middle of the exposure [s].
        left: Grey levels, shape (height, width), uint8; colour images have a third axis of 3 (RGB).
        right: Likewise.
    """

    time: float
    left: Image
    right: Image


@dataclass(frozen=True, eq=False)
class ImuSamples:
    """Samples of an inertial measurement unit, in its own axes.

    Args:
        time: Increasing, shape (n,), [s].
        angular_rate: Shape (n, 3), [rad/s].
        specific_force: Shape (n, 3), [m/s^2]: at rest 9.81 upwards.
    """

    time: FloatArray
    angular_rate: FloatArray
    specific_force: FloatArray


@dataclass(frozen=True)
class ImuNoise:
    """Noise densities of an inertial measurement unit (the four numbers of Kalibr's imu.yaml).

    Args:
        gyroscope: White noise density [rad/s/sqrt(Hz)].
        accelerometer: White noise density [m/s^2/sqrt(Hz)].
        gyroscope_walk: Random walk of the bias [rad/s^2/sqrt(Hz)].
        accelerometer_walk: Random walk of the bias [m/s^3/sqrt(Hz)].
    """

    gyroscope: float = 2e-4
    accelerometer: float = 2e-3
    gyroscope_walk: float = 1e-6
    accelerometer_walk: float = 1e-5


@runtime_checkable
class StereoSequence(Protocol):
    """Source of image pairs with their calibration.

    Attributes:
        model: Calibration of the pair; T_body_left is the pose of the left camera in the axes of the IMU or,
            without one, of the part that carries the cameras.
        imu: All samples, or None.
        imu_noise: Noise densities of the IMU.
        truth: True trajectory of the left camera, or None.
    """

    model: StereoModel
    imu: ImuSamples | None
    imu_noise: ImuNoise
    truth: Trajectory | None

    def __len__(self) -> int:
        """Number of image pairs."""

    def frames(self) -> Iterator[StereoFrame]:
        """Image pairs in the order of their times, read one by one."""


# ----------------------------------------------------------------------------------------------------------------------
# Errors of the calibration of a stereo camera from its own images: one step of a bundle adjustment that frees them
#
# Points that several images show at different places of the image are rigid only with the right focal length and principal
# points. The path's scale, and so the baseline, is not observable from images.
# ----------------------------------------------------------------------------------------------------------------------

N = 4  # focal length (relative), principal point (column, row), disparity


@dataclass(frozen=True, eq=False)
class StereoBundle:
    """Measurements of points by several stereo pairs.

    Attributes:
        T_map_left: Poses of the left camera, shape (n_frames, 4, 4), [m].
        points: Positions in the map, shape (n_points, 3), [m]; each is measured at least once.
        frame: Index of the pair of each measurement, shape (n,).
        point: Index of its point, shape (n,).
        measured: Its columns in both images and its row, shape (n, 3), [pixel].
    """

    T_map_left: FloatArray
    points: FloatArray
    frame: np.ndarray
    point: np.ndarray
    measured: FloatArray


@dataclass(frozen=True, eq=False)
class CalibrationErrors:
    """Corrections that the images require, with their standard deviations.

    Attributes:
        values: Of the focal length as a part of it [-], of column and row of the principal point of both cameras [pixel], and
            the offset of measured disparities [pixel], shape (4,).
        sigmas: Standard deviations, shape (4,).
    """

    values: FloatArray
    sigmas: FloatArray

    def significant(self, tolerances: FloatArray) -> np.ndarray:
        """Return which corrections exceed a tolerance, and five standard deviations, shape (4,)."""
        return np.abs(self.values) > np.maximum(tolerances, 5.0 * self.sigmas)


class CalibrationEstimate:
    """Sum of what independent bundles imply about the calibration.

    Args:
        window: Number of the latest bundles that count.
    """

    def __init__(self, window: int = 20) -> None:
        self._parts: deque[tuple[FloatArray, FloatArray]] = deque(maxlen=window)

    def add(
        self, model: StereoModel, bundle: StereoBundle, sigma: float, by_intrinsics: FloatArray | None = None
    ) -> None:
        """Add a bundle; see `calibration_information`."""
        self._parts.append(calibration_information(model, bundle, sigma, by_intrinsics))

    def errors(self) -> CalibrationErrors | None:
        """Return the corrections; None before the first bundle.

        The standard deviations are the larger ones of those of the pixels and of the scatter of the bundles (White 1980).
        """
        if not self._parts:
            return None
        H = sum((part[0] for part in self._parts), 1e-12 * np.eye(N))
        P = np.linalg.inv(H)
        values = -P @ sum((part[1] for part in self._parts), np.zeros(N))
        left = np.array([g + A @ values for A, g in self._parts])
        n = len(left)
        scatter = P @ (left.T @ left) @ P * (n / (n - 1)) if n > 1 else np.zeros((N, N))
        return CalibrationErrors(values, np.sqrt(np.maximum(np.diag(P), np.diag(scatter))))


def calibration_information(
    model: StereoModel, bundle: StereoBundle, sigma: float, by_intrinsics: FloatArray | None = None
) -> tuple[FloatArray, FloatArray]:
    """Return the information about focal length, principal point and disparity, and the gradient.

    With r the reprojection errors, J their derivatives by poses, points and calibration, and W their weights, the normal
    equations J^T W J x = -J^T W r are reduced to the calibration by Schur complements (first the points, then the poses).
    The solution of sum(H) c = -sum(g) over bundles is the correction.

    Args:
        model: Rectified stereo pair.
        bundle: Measurements, by at least two pairs.
        sigma: Standard deviation of a pixel coordinate [pixel].
        by_intrinsics: Derivatives of the measured pixels by the intrinsics (relative focal length, column, row) of images that
            were rectified, shape (n, 3, 3); None for the intrinsics of the rectified images themselves.

    Returns:
        H, shape (4, 4), and g, shape (4,), of (relative focal length, column, row, disparity).

    Source: Triggs, McLauchlan, Hartley, Fitzgibbon 2000, Bundle adjustment: a modern synthesis, section 6.
    """
    r, by_point, by_pose, by_camera = _linearise_errors(model, bundle)
    if by_intrinsics is not None:
        by_camera[:, :, :3] = -by_intrinsics
    n, n_frames, n_points = len(r), len(bundle.T_map_left), len(bundle.points)
    weight = 1.0 / np.maximum(1.0, np.linalg.norm(r, axis=1) / (HUBER_THRESHOLD * sigma)) / sigma**2
    A = np.zeros((n, 3, n_frames, 6))
    A[np.arange(n), :, bundle.frame] = by_pose
    A = np.concatenate([A.reshape(n, 3, -1), by_camera], axis=2)
    weighted = A * weight[:, None, None]
    H, g = np.tensordot(weighted, A, ((0, 1), (0, 1))), np.tensordot(weighted, r, ((0, 1), (0, 1)))
    order = np.argsort(bundle.point, kind="stable")
    starts = np.searchsorted(bundle.point[order], np.arange(n_points))

    def by_points(values: FloatArray) -> FloatArray:
        """Sum values of measurements over those of each point."""
        return np.add.reduceat(values[order], starts, axis=0)

    transposed = np.swapaxes(by_point, 1, 2)
    V = by_points(transposed @ (by_point * weight[:, None, None]))
    E = by_points(transposed @ weighted)
    e = by_points((transposed @ (r * weight[:, None])[..., None])[..., 0])
    V += (1e-9 + 1e-6 * np.trace(V, axis1=1, axis2=2))[:, None, None] * np.eye(3)
    solved = np.linalg.solve(V, np.concatenate([E, e[..., None]], axis=2))
    E = E.reshape(-1, E.shape[2])
    H, g = H - E.T @ solved[..., :-1].reshape(E.shape), g - E.T @ solved[..., -1].ravel()
    H, g = H[6:, 6:], g[6:]  # the first pose is fixed
    poses, camera = slice(None, -N), slice(-N, None)
    regular = H[poses, poses] + 1e-9 * np.trace(H[poses, poses]) * np.eye(len(H) - N)
    solved = np.linalg.solve(regular, np.column_stack([H[poses, camera], g[poses]]))
    return H[camera, camera] - H[camera, poses] @ solved[:, :N], g[camera] - H[camera, poses] @ solved[:, N]


def _linearise_errors(
    model: StereoModel, bundle: StereoBundle
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return errors, shape (n, 3), [pixel], and their derivatives by point, pose and calibration, shape (n, 3, ...)."""
    camera, b = model.left, model.baseline
    R = bundle.T_map_left[bundle.frame, :3, :3]
    away = bundle.points[bundle.point] - bundle.T_map_left[bundle.frame, :3, 3]
    local = np.einsum("nji,nj->ni", R, away)
    x, y, z = local[:, 0], local[:, 1], np.maximum(local[:, 2], 0.01)
    u, v, shift = camera.fx * x / z, camera.fy * y / z, camera.fx * b / z
    n = len(local)
    J = np.zeros((n, 3, 3))
    J[:, 0, 0] = J[:, 1, 0] = camera.fx / z
    J[:, 0, 2], J[:, 1, 2] = -u / z, -(u - shift) / z
    J[:, 2, 1], J[:, 2, 2] = camera.fy / z, -v / z
    by_camera = np.zeros((n, 3, N))
    by_camera[:, :, 0] = np.stack([u, u - shift, v], 1)
    by_camera[:, :2, 1] = by_camera[:, 2, 2] = 1.0
    by_camera[:, 1, 3] = -1.0
    r = np.stack([u + camera.cx, u - shift + camera.cx, v + camera.cy], 1) - bundle.measured
    return r, J @ np.swapaxes(R, 1, 2), np.concatenate([J @ cross_matrix(local), -J], axis=2), by_camera
