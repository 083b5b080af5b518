"""Errors of an estimated trajectory: absolute after one rigid alignment (ATE), and relative over a distance (RPE)."""

from dataclasses import asdict, dataclass

import numpy as np

from snakelab.errors import RecordingError
from snakelab.geometry.poses import matrix_of
from snakelab.perception.trajectories.trajectory import Trajectory
from snakelab.types import FloatArray


@dataclass(frozen=True)
class TrajectoryError:
    """Errors of a trajectory against the truth.

    Attributes:
        ate_rmse: Root mean square of the position errors after alignment [m].
        ate_max: Largest position error after alignment [m].
        ate_percent: `ate_rmse` as a part of the true path's length [%].
        rotation_rmse: Root mean square of the rotation errors after alignment [rad].
        rpe_rmse: Root mean square of the relative translation errors over `rpe_distance` of true path [m].
        rpe_rotation_rmse: Likewise of the relative rotation [rad].
        rpe_distance: Length of the true path between the two poses of a pair [m].
        path_length: Of the truth over the frames of the estimate [m].
        frames: Number of poses compared.
        tracked_fraction: Part of the poses with the status "tracking" or "degraded" [-].
        alignment: How the estimate was aligned.
    """

    ate_rmse: float
    ate_max: float
    ate_percent: float
    rotation_rmse: float
    rpe_rmse: float
    rpe_rotation_rmse: float
    rpe_distance: float
    path_length: float
    frames: int
    tracked_fraction: float
    alignment: str = "rigid (Umeyama 1991 without scale), all tracked frames"

    def as_dict(self) -> dict[str, float | int | str | None]:
        """Return the errors by name; None for those that are not defined, such as the RPE of a path shorter than its distance."""
        return {name: None if value != value else value for name, value in asdict(self).items()}


def align_rigid(estimate: FloatArray, truth: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the rotation R and translation t that minimise sum |R estimate_i + t - truth_i|^2.

    Args:
        estimate: Shape (n, 3).
        truth: Shape (n, 3).

    Source: Umeyama 1991, with scale 1.
    """
    a, b = estimate.mean(0), truth.mean(0)
    U, _, Vt = np.linalg.svd((truth - b).T @ (estimate - a))
    R = U @ np.diag([1.0, 1.0, np.sign(np.linalg.det(U @ Vt))]) @ Vt
    return R, b - R @ a


def compare(
    estimate: Trajectory, truth: Trajectory, rpe_distance: float = 1.0, tolerance: float = 0.01
) -> TrajectoryError:
    """Return the errors of an estimate against the truth.

    Frames with the status "lost" are left out of ATE and RPE and count against the tracked fraction.

    Args:
        estimate: Estimated poses.
        truth: True poses of the same frame, in any fixed frame.
        rpe_distance: Length of the true path between the poses of a pair of the RPE [m].
        tolerance: Largest difference of the times of two poses that are compared [s].

    Raises:
        RecordingError: if fewer than three poses can be compared.
    """
    i, j = _matches(estimate.time, truth.time, tolerance)
    tracked = np.ones(len(i), bool) if estimate.status is None else estimate.status[i] != "lost"
    n = len(i)
    path = float(np.linalg.norm(np.diff(truth.position[j], axis=0), axis=1).sum()) if n else 0.0
    i, j = i[tracked], j[tracked]
    if len(i) < 3:
        raise RecordingError(f"{len(i)} tracked poses have a true pose within {tolerance} s; at least 3 are needed")
    P, G = estimate.position[i], truth.position[j]
    R_est, R_true = matrix_of(estimate.quaternion[i]), matrix_of(truth.quaternion[j])
    R, t = align_rigid(P, G)
    errors = np.linalg.norm(P @ R.T + t - G, axis=1)
    angles = _angles(np.swapaxes(R_true, 1, 2) @ (R @ R_est))
    shift, rotation = _relative(P, R_est, G, R_true, rpe_distance)
    rmse = _rms(errors)
    percent = 100.0 * rmse / path if path > 0.0 else float("nan")
    return TrajectoryError(
        rmse, float(errors.max()), percent, _rms(angles), _rms(shift), _rms(rotation), rpe_distance, path, n, len(i) / n
    )


def _matches(times: FloatArray, others: FloatArray, tolerance: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the indices of the poses that have a partner, and of the partners nearest in time."""
    if not len(times) or not len(others):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    k = np.clip(np.searchsorted(others, times), 1, max(len(others) - 1, 1))
    k = np.minimum(k, len(others) - 1)
    nearest = np.where(np.abs(others[k - 1] - times) <= np.abs(others[k] - times), k - 1, k)
    close = np.abs(others[nearest] - times) <= tolerance
    return np.flatnonzero(close), nearest[close]


def _relative(
    P: FloatArray, R: FloatArray, G: FloatArray, R_true: FloatArray, distance: float
) -> tuple[FloatArray, FloatArray]:
    """Return the relative errors in translation [m] and rotation [rad] of all pairs that are `distance` apart."""
    path = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(G, axis=0), axis=1))])
    first = np.flatnonzero(path + distance <= path[-1] + 1e-9)
    second = np.minimum(np.searchsorted(path, path[first] + distance - 1e-9), len(path) - 1)
    d_est = np.einsum("nji,nj->ni", R[first], P[second] - P[first])
    d_true = np.einsum("nji,nj->ni", R_true[first], G[second] - G[first])
    turn_est = np.swapaxes(R[first], 1, 2) @ R[second]
    turn_true = np.swapaxes(R_true[first], 1, 2) @ R_true[second]
    return np.linalg.norm(d_est - d_true, axis=1), _angles(np.swapaxes(turn_true, 1, 2) @ turn_est)


def _angles(R: FloatArray) -> FloatArray:
    """Return the angles of rotation matrices, shape (n,), exact for small ones."""
    axis = np.stack([R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]], 1)
    return np.arctan2(np.linalg.norm(axis, axis=1), np.trace(R, axis1=1, axis2=2) - 1.0)


def _rms(values: FloatArray) -> float:
    return float(np.sqrt(np.mean(np.square(values)))) if len(values) else float("nan")
