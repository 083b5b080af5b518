"""Cameras: models, pose from known points, stereo-inertial sequences, and errors of the calibration.

Axes of a camera: x right, y down, z along the optical axis (OpenCV, ROS optical frames).
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
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
        measured: Its columns in both images, and its rows in both, shape (n, 4), [pixel].
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
        sigmas: Standard deviations by the errors of the measurements, shape (4,).
        nominal: Standard deviations by the assumed noise of a pixel coordinate, shape (4,).
    """

    values: FloatArray
    sigmas: FloatArray
    nominal: FloatArray

    def significant(self, tolerances: FloatArray) -> np.ndarray:
        """Return which corrections exceed a tolerance, five standard deviations, and two nominal ones, shape (4,)."""
        return np.abs(self.values) > np.maximum(tolerances, np.maximum(5.0 * self.sigmas, 2.0 * self.nominal))


@dataclass(frozen=True, eq=False)
class _BundlePart:
    """Bundle with its information about the calibration at some corrections, shape (4,)."""

    bundle: StereoBundle
    values: FloatArray
    H: FloatArray
    g: FloatArray
    spread: FloatArray


# Function of rectified pixels (both columns, both rows), shape (n, 4), and corrections of the intrinsics (relative focal
# length, column and row of the principal point), shape (3,), that returns the pixels in the images as they were taken.
Unrectified = Callable[[FloatArray, FloatArray], FloatArray]


class CalibrationEstimate:
    """Errors of the calibration by independent bundles: the common optimum of their bundle adjustments.

    Errors are compared in the images as they were taken: in rectified images, noise is larger or smaller with another
    calibration, and the estimate would prefer the calibration with the smallest noise. The derivatives by the calibration
    change with it, above all with distortion, whose centre is the principal point. Bundles are therefore linearised again,
    with poses and points that fit, where the estimate has moved away from theirs.

    Args:
        model: Rectified stereo pair.
        sigma: Standard deviation of a pixel coordinate [pixel].
        unrectified: See `Unrectified`; None for images that were not rectified.
        window: Number of the latest bundles that count.
    """

    def __init__(
        self, model: StereoModel, sigma: float, unrectified: Unrectified | None = None, window: int = 20
    ) -> None:
        self._model, self._sigma = model, sigma
        self._unrectified = partial(_unrectified, model.left) if unrectified is None else unrectified
        self._parts: deque[_BundlePart] = deque(maxlen=window)

    def add(self, bundle: StereoBundle) -> None:
        """Add a bundle, whose poses and points are those of the uncorrected calibration, and estimate the corrections again."""
        self._parts.append(self._part(bundle, np.zeros(N)))
        for _ in range(6):
            values = self._solution()[0]
            far = [k for k, part in enumerate(self._parts) if not self._is_near(part.values, values)]
            if not far:
                return
            for k in far:
                part = self._parts[k]
                moved = self._linearised(part.bundle, part.values).moved(values - part.values)
                self._parts[k] = self._part(moved, values)

    def errors(self) -> CalibrationErrors | None:
        """Return the corrections; None before the first bundle.

        The standard deviations are the larger ones of those by the scatter of the points, and by that of the bundles (White
        1980; Liang, Zeger 1986: the errors of one point in several images are not independent).
        """
        if not self._parts:
            return None
        values, P = self._solution()
        left = np.array([part.g + part.H @ (values - part.values) for part in self._parts])
        n = len(left)
        by_points = P @ sum((part.spread for part in self._parts), np.zeros((N, N))) @ P
        by_bundles = P @ (left.T @ left) @ P * (n / (n - 1)) if n > 1 else np.zeros((N, N))
        sigmas = np.sqrt(np.maximum(np.diag(by_points), np.diag(by_bundles)))
        return CalibrationErrors(values, sigmas, np.sqrt(np.diag(P)))

    def _solution(self) -> tuple[FloatArray, FloatArray]:
        """Return the corrections that minimise the sum of the bundles' errors, and their covariance."""
        P = np.asarray(np.linalg.inv(sum((part.H for part in self._parts), 1e-12 * np.eye(N))), dtype=np.float64)
        return P @ sum((part.H @ part.values - part.g for part in self._parts), np.zeros(N)), P

    def _is_near(self, first: FloatArray, second: FloatArray) -> bool:
        """Return True if the derivatives at both corrections are about equal: less than 1/1000 f apart."""
        return bool(np.all(np.abs(first - second) < 1e-3 * np.array([1.0, *(N - 1) * [self._model.left.fx]])))

    def _part(self, bundle: StereoBundle, values: FloatArray) -> _BundlePart:
        made = self._linearised(bundle, values)
        return _BundlePart(bundle, values, made.H, made.g, made.spread)

    def _linearised(self, bundle: StereoBundle, values: FloatArray) -> "LinearisedBundle":
        return linearise_bundle(self._model, bundle, self._sigma, values, self._unrectified)


@dataclass(frozen=True, eq=False)
class LinearisedBundle:
    """Bundle adjustment that is linear in the calibration.

    Attributes:
        bundle: The bundle.
        H, g: Information about (relative focal length, column, row, disparity), shape (4, 4), and gradient, shape (4,).
        spread: Sum over the points of the squares of their parts of the gradient, shape (4, 4).
        poses: Steps of the poses but the first one: by the calibration, and without a correction, shape (6 n_frames - 6, 5).
        points: Steps of the points: by poses, by the calibration, and without a correction, shape (n_points, 3, 6 n_frames + 5).
    """

    bundle: StereoBundle
    H: FloatArray
    g: FloatArray
    spread: FloatArray
    poses: FloatArray
    points: FloatArray

    def moved(self, change: FloatArray) -> StereoBundle:
        """Return the bundle with the poses and points that fit a change of the calibration, shape (4,)."""
        steps = np.concatenate([np.zeros(6), self.poses @ [*change, 1.0]])
        points = self.bundle.points + self.points @ [*steps, *change, 1.0]
        turn, shift = np.split(steps.reshape(-1, 6), 2, axis=1)
        R, p = self.bundle.T_map_left[:, :3, :3], self.bundle.T_map_left[:, :3, 3]
        T = transforms_of(R @ rotation_exp(turn), p + np.einsum("nij,nj->ni", R, shift))
        return replace(self.bundle, T_map_left=T, points=points)


def linearise_bundle(
    model: StereoModel, bundle: StereoBundle, sigma: float, values: FloatArray, unrectified: Unrectified
) -> LinearisedBundle:
    """Return a bundle adjustment that is reduced to the calibration.

    With r the reprojection errors, J their derivatives by poses, points and calibration, and W their weights, the normal
    equations J^T W J x = -J^T W r are reduced to the calibration by Schur complements (first the points, then the poses).
    The solution of sum(H) c = -sum(g) over bundles is the change of the corrections.

    Args:
        model: Rectified stereo pair.
        bundle: Measurements, by at least two pairs.
        sigma: Standard deviation of a pixel coordinate [pixel].
        values: Corrections at which it is linear, shape (4,).
        unrectified: See `Unrectified`.

    Source: Triggs, McLauchlan, Hartley, Fitzgibbon 2000, Bundle adjustment: a modern synthesis, section 6.
    """
    r, by_point, by_pose, by_camera = _linearise_errors(model, bundle, values, unrectified)
    n, n_frames, n_points = len(r), len(bundle.T_map_left), len(bundle.points)
    size = np.linalg.norm(r, axis=1)
    usual = min(sigma, max(0.1 * sigma, float(np.median(size))))  # patches at edges have errors several times as large
    weight = 1.0 / np.maximum(1.0, size / (HUBER_THRESHOLD * usual)) / sigma**2
    A = np.zeros((n, 4, n_frames, 6))
    A[np.arange(n), :, bundle.frame] = by_pose
    A = np.concatenate([A.reshape(n, 4, -1), by_camera], axis=2)
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
    points = np.linalg.solve(V, np.concatenate([E, e[..., None]], axis=2))
    E = E.reshape(-1, E.shape[2])
    H, g = H - E.T @ points[..., :-1].reshape(E.shape), g - E.T @ points[..., -1].ravel()
    H, g = H[6:, 6:], g[6:]  # the first pose is fixed
    p, c = slice(None, -N), slice(-N, None)  # poses, calibration
    regular = H[p, p] + 1e-9 * np.trace(H[p, p]) * np.eye(len(H) - N)
    poses = np.linalg.solve(regular, np.column_stack([H[p, c], g[p]]))
    # steps by the calibration, and their errors that remain: parts of the gradient that sum to g
    steps = np.vstack([np.zeros((6, N)), -poses[:, :N], np.eye(N)])
    total = A @ steps - by_point @ (points[..., :-1] @ steps)[bundle.point]
    remaining = r - (by_point @ points[bundle.point, :, -1:])[..., 0]
    parts = by_points(np.einsum("nij,n,ni->nj", total, weight, remaining))
    H, g = H[c, c] - H[c, p] @ poses[:, :N], g[c] - H[c, p] @ poses[:, N]
    freedom = max(1.0 - len(steps) / n_points, 0.1)  # of the points' errors, after as many unknowns (HC1)
    return LinearisedBundle(bundle, H, g, parts.T @ parts / freedom, -poses, -points)


def _linearise_errors(
    model: StereoModel, bundle: StereoBundle, values: FloatArray, unrectified: Unrectified
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return errors, shape (n, 4), [pixel], and their derivatives by point, pose and calibration, shape (n, 4, ...)."""
    camera, b = model.left, model.baseline
    R = bundle.T_map_left[bundle.frame, :3, :3]
    away = bundle.points[bundle.point] - bundle.T_map_left[bundle.frame, :3, 3]
    local = np.einsum("nji,nj->ni", R, away)
    x, y, z = local[:, 0], local[:, 1], np.maximum(local[:, 2], 0.01)
    u, v, shift = camera.fx * x / z, camera.fy * y / z, camera.fx * b / z
    J = np.zeros((len(local), 4, 3))
    J[:, 0, 0] = J[:, 1, 0] = camera.fx / z
    J[:, 0, 2], J[:, 1, 2] = -u / z, -(u - shift) / z
    J[:, 2:, 1], J[:, 2:, 2] = (camera.fy / z)[:, None], (-v / z)[:, None]
    pixels = np.stack([u + camera.cx, u - shift + camera.cx - values[3], v + camera.cy, v + camera.cy], 1)
    by_pixels = _differences(lambda step: unrectified(pixels + step, values[:3]), (0.5, 0.5, 0.5, 0.5))
    by_intrinsics = _differences(lambda step: unrectified(pixels, values[:3] + step), (1e-3, 0.5, 0.5))
    r = unrectified(pixels, values[:3]) - unrectified(bundle.measured, np.zeros(3))
    J = by_pixels @ J
    by_camera = np.concatenate([by_intrinsics, -by_pixels[:, :, 1:2]], axis=2)
    return r, J @ np.swapaxes(R, 1, 2), np.concatenate([J @ cross_matrix(local), -J], axis=2), by_camera


def _differences(function: Callable[[FloatArray], FloatArray], sizes: tuple[float, ...]) -> FloatArray:
    """Return the derivatives of a function of a step at 0, by central differences, along a new last axis."""
    steps = np.diag(sizes)
    return np.stack(
        [(function(h) - function(-h)) / (2.0 * size) for h, size in zip(steps, sizes, strict=True)], axis=-1
    )


def _unrectified(camera: PinholeModel, pixels: FloatArray, corrections: FloatArray) -> FloatArray:
    """Return the pixels of a camera without distortion with corrected intrinsics; see `Unrectified`."""
    focal, column, row = corrections.tolist()
    middle = np.array([camera.cx, camera.cx, camera.cy, camera.cy])
    return middle + (1.0 + focal) * (pixels - middle) + np.array([column, column, row, row])
