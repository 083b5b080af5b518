"""Errors of the calibration of a stereo camera from its own images: one step of a bundle adjustment that frees them.

Points that several images show at different places of the image are rigid only with the right focal length and principal
points. The path's scale, and so the baseline, is not observable from images.
"""

from collections import deque
from dataclasses import dataclass

import numpy as np

from snakelab.geometry.poses import cross_matrix
from snakelab.perception.camera_imu.pinhole import StereoModel
from snakelab.types import FloatArray

HUBER = 1.5  # threshold in standard deviations
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

    def add(self, model: StereoModel, bundle: StereoBundle, sigma: float) -> None:
        """Add a bundle; see `calibration_information`."""
        self._parts.append(calibration_information(model, bundle, sigma))

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


def calibration_information(model: StereoModel, bundle: StereoBundle, sigma: float) -> tuple[FloatArray, FloatArray]:
    """Return the information about focal length, principal point and disparity, and the gradient.

    With r the reprojection errors, J their derivatives by poses, points and calibration, and W their weights, the normal
    equations J^T W J x = -J^T W r are reduced to the calibration by Schur complements (first the points, then the poses).
    The solution of sum(H) c = -sum(g) over bundles is the correction.

    Args:
        model: Rectified stereo pair.
        bundle: Measurements, by at least two pairs.
        sigma: Standard deviation of a pixel coordinate [pixel].

    Returns:
        H, shape (4, 4), and g, shape (4,), of (relative focal length, column, row, disparity).

    Source: Triggs, McLauchlan, Hartley, Fitzgibbon 2000, Bundle adjustment: a modern synthesis, section 6.
    """
    r, by_point, by_pose, by_camera = _linearise(model, bundle)
    n, n_frames, n_points = len(r), len(bundle.T_map_left), len(bundle.points)
    weight = 1.0 / np.maximum(1.0, np.linalg.norm(r, axis=1) / (HUBER * sigma)) / sigma**2
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


def _linearise(model: StereoModel, bundle: StereoBundle) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
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
