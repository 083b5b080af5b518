"""Pose of a camera from points of known position: robust Gauss-Newton with an optional prior."""

from dataclasses import dataclass

import numpy as np

from snakelab.geometry.poses import cross_matrix, rotation_exp, rotation_log, transforms_of
from snakelab.perception.camera_imu.pinhole import PinholeModel
from snakelab.types import FloatArray

HUBER = 1.5  # threshold in standard deviations
OUTLIER = 3.5  # a residual beyond this many standard deviations is no inlier


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
        weight = np.where(seen, 1.0 / np.maximum(1.0, errors / (HUBER * sigma)), 0.0) / sigma**2
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
    inliers = seen & (errors < OUTLIER * sigma)
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
