"""Scale of a camera's path against an accelerometer or an odometry: a wrong baseline scales the path."""

from dataclasses import dataclass

import numpy as np

from snakelab.types import FloatArray

SPACING = 0.6  # least time between the poses of a second difference [s]
LEAST = 8  # second differences, or steps
UNEXPLAINED = 0.5  # residual of a fit that decides something, relative to the signal [-]
SHORTEST = 0.3  # path that is compared [m]


@dataclass(frozen=True)
class ScaleRatio:
    """Scale of the camera's path over that of another sensor [-], with its standard deviation [-]."""

    ratio: float
    sigma: float

    def contradicts(self, tolerance: float) -> bool:
        """Return True if the ratio differs from 1 by more than a tolerance and by five standard deviations."""
        return abs(self.ratio - 1.0) > max(tolerance, 5.0 * self.sigma)


def scale_ratio(
    positions: FloatArray, rotations: FloatArray, durations: FloatArray, dp: FloatArray, dv: FloatArray
) -> ScaleRatio | None:
    """Return the scale of a path against preintegrated specific forces.

    With D the double integral of the specific force in the axes of the map, the second differences of

        p = p_0 + v_0 t + r (D + B b) + g t^2 / 2

    over about half a second are linear in the scale r, a vector g and the bias b of the accelerometer (B, its double integral),
    without p_0 and v_0. D has little noise, so that the least squares are hardly biased.

    Args:
        positions: Of the body in the map, shape (n, 3), [m].
        rotations: Of the body in the map, shape (n, 3, 3).
        durations: Between the poses, shape (n - 1,), [s].
        dp: Preintegrated positions, shape (n - 1, 3), [m].
        dv: Preintegrated velocities, shape (n - 1, 3), [m/s].

    Returns:
        None where there are too few poses, or where the fit leaves much of the signal unexplained, as after impacts which the
        samples of the accelerometer miss.
    """
    n = len(positions)
    time = np.concatenate([[0.0], np.cumsum(durations)])
    moved, bias = np.zeros((n, 3)), np.zeros((n, 3, 3))
    speed, bias_speed = np.zeros(3), np.zeros((3, 3))
    for m, t in enumerate(durations):
        R = rotations[m]
        moved[m + 1] = moved[m] + speed * t + R @ dp[m]
        bias[m + 1] = bias[m] + bias_speed * t + 0.5 * t * t * R
        speed, bias_speed = speed + R @ dv[m], bias_speed + t * R
    i = np.arange(n)
    j = np.searchsorted(time, time + SPACING)
    k = np.searchsorted(time, time[np.minimum(j, n - 1)] + SPACING)
    known = (j < n) & (k < n)
    i, j, k = i[known], j[known], k[known]
    if len(i) < LEAST:
        return None
    first, second = time[j] - time[i], time[k] - time[j]

    def differences(values: FloatArray) -> FloatArray:
        shape = (-1,) + (1,) * (values.ndim - 1)
        return np.asarray(
            (values[k] - values[j]) / second.reshape(shape) - (values[j] - values[i]) / first.reshape(shape)
        )

    gravity = ((first + second) / 2)[:, None, None] * np.eye(3)
    A = np.concatenate([differences(moved)[..., None], gravity, differences(bias)], axis=-1).reshape(-1, 7)
    b = differences(positions).ravel()
    prior = (
        np.diag([0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0]) * 1e-6 * np.sum(A[:, 4:] ** 2)
    )  # where the bias is not observable
    H = A.T @ A + prior
    x = np.linalg.solve(H + 1e-12 * np.eye(7), A.T @ b)
    squares, signal = float(np.sum((A @ x - b) ** 2)), 1.0 / float(np.linalg.inv(H + 1e-12 * np.eye(7))[0, 0])
    if squares > UNEXPLAINED**2 * signal:
        return None
    overlap = float(np.mean(k - i)) / 2.0
    return ScaleRatio(float(x[0]), float(np.sqrt(squares / max(len(b) / overlap - 7.0, 1.0) / signal)))


def path_ratio(camera: FloatArray, odometry: FloatArray, overlap: int = 1) -> ScaleRatio | None:
    """Return the scale r of the steps of a camera against those of an odometry, which minimises sum |camera - r odometry|^2.

    Args:
        camera: Translations of the body over some intervals by the camera, shape (n, 3), [m].
        odometry: Likewise by the odometry, in the same axes.
        overlap: Number of intervals that contain each instant.

    Returns:
        None for too few steps or too short a path.
    """
    if len(camera) < LEAST or np.linalg.norm(odometry, axis=1).sum() < SHORTEST:
        return None
    size = float(np.sum(odometry**2))
    ratio = float(np.sum(camera * odometry)) / size
    along = np.sum(odometry * (camera - ratio * odometry), axis=1)
    return ScaleRatio(ratio, float(np.sqrt(overlap * np.sum(along**2)) / size))
