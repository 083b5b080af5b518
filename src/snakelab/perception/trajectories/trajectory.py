"""Trajectories: poses over time, with the state of the estimator that gave them."""

from dataclasses import dataclass

import numpy as np

from snakelab.errors import PerceptionError
from snakelab.geometry.poses import matrix_of, quaternion_of, rotation_exp, rotation_log, transforms_of
from snakelab.parameter_declarations.array_checks import checked_array, checked_covariances
from snakelab.types import FloatArray

STATUSES = ("tracking", "degraded", "lost")


@dataclass(frozen=True, eq=False)
class Trajectory:
    """Poses of one frame in a fixed frame.

    Args:
        time: Increasing, shape (n,), [s].
        position: Shape (n, 3), [m].
        quaternion: Unit quaternions (w, x, y, z) from the moving to the fixed axes, shape (n, 4).
        status: "tracking", "degraded" or "lost" for each pose, shape (n,); None where no estimator was at work.
        covariance: Of rotation vector and translation error, both in the moving axes, shape (n, 6, 6), [rad, m]; or None.
            Rows of NaN are of poses without one.

    Raises:
        PerceptionError: if a shape, a time, a quaternion, a status or a covariance is invalid.
    """

    time: FloatArray
    position: FloatArray
    quaternion: FloatArray
    status: np.ndarray | None = None
    covariance: FloatArray | None = None

    def __post_init__(self) -> None:
        n = len(np.atleast_1d(self.time))
        for name, shape in (("time", (n,)), ("position", (n, 3)), ("quaternion", (n, 4))):
            object.__setattr__(self, name, checked_array(getattr(self, name), f"Trajectory {name}", shape))
        _check_times(self.time)
        norm = np.linalg.norm(self.quaternion, axis=1)
        if (np.abs(norm - 1) > 1e-3).any():
            i = int(np.argmax(np.abs(norm - 1)))
            raise PerceptionError(f"Trajectory quaternion {i} must be a unit quaternion (wxyz), got norm {norm[i]:.6g}")
        if self.status is not None:
            object.__setattr__(self, "status", _statuses(self.status, n))
        if self.covariance is not None:
            covariance = checked_covariances(self.covariance, "Trajectory covariance", (n, 6, 6))
            object.__setattr__(self, "covariance", covariance)

    def __len__(self) -> int:
        return len(self.time)

    @property
    def transforms(self) -> FloatArray:
        """T_fixed_moving of each pose, shape (n, 4, 4), [m]."""
        return transforms_of(matrix_of(self.quaternion), self.position)

    @classmethod
    def from_transforms(
        cls,
        time: FloatArray,
        T_fixed_moving: FloatArray,
        status: np.ndarray | None = None,
        covariance: FloatArray | None = None,
    ) -> "Trajectory":
        """Make a trajectory from homogeneous transforms, shape (n, 4, 4)."""
        T = checked_array(T_fixed_moving, "Trajectory transforms", (len(np.atleast_1d(time)), 4, 4))
        return cls(time, T[:, :3, 3], quaternion_of(T[:, :3, :3]), status, covariance)

    def tracked(self) -> "Trajectory":
        """Return the trajectory without the poses whose status is "lost"."""
        if self.status is None:
            return self
        kept = self.status != "lost"
        covariance = None if self.covariance is None else self.covariance[kept]
        return Trajectory(self.time[kept], self.position[kept], self.quaternion[kept], self.status[kept], covariance)

    def at(self, times: FloatArray) -> FloatArray:
        """T_fixed_moving at given times, interpolated linearly and along the shortest turn, shape (m, 4, 4).

        Raises:
            PerceptionError: if a time lies outside the trajectory; poses are not extrapolated.
        """
        t = np.atleast_1d(np.asarray(times, dtype=np.float64))
        if not len(self) or not np.isfinite(t).all() or t.min() < self.time[0] or t.max() > self.time[-1]:
            span = f"{self.time[0]:g} to {self.time[-1]:g} s" if len(self) else "no pose"
            raise PerceptionError(f"the trajectory has {span}, and a pose at {np.round(t, 6).tolist()[:3]} s is wanted")
        i = np.clip(np.searchsorted(self.time, t, side="right") - 1, 0, max(len(self) - 2, 0))
        j = np.minimum(i + 1, len(self) - 1)
        gap = self.time[j] - self.time[i]
        fraction = np.where(gap > 0, (t - self.time[i]) / np.where(gap > 0, gap, 1), 0)[:, None]
        first, last = matrix_of(self.quaternion[i]), matrix_of(self.quaternion[j])
        rotation = rotation_exp(fraction * rotation_log(np.swapaxes(first, 1, 2) @ last))
        return transforms_of(first @ rotation, (1 - fraction) * self.position[i] + fraction * self.position[j])


def _check_times(time: FloatArray) -> None:
    late = np.flatnonzero(np.diff(time) <= 0)
    if len(late):
        i = int(late[0])
        raise PerceptionError(f"Trajectory times must increase, got {time[i]:g} and then {time[i + 1]:g} s")


def _statuses(values: np.ndarray, n: int) -> np.ndarray:
    words = np.asarray(values)
    if words.shape != (n,) or not np.isin(words, STATUSES).all():
        raise PerceptionError(f"Trajectory status must be {n} words, each one of {', '.join(STATUSES)}")
    return words
