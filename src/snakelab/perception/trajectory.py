"""Trajectories: poses over time, with the state of the estimator that gave them."""

from dataclasses import dataclass

import numpy as np

from snakelab.types import FloatArray


@dataclass(frozen=True, eq=False)
class Trajectory:
    """Poses of one frame in a fixed frame.

    Args:
        time: Increasing, shape (n,), [s].
        position: Shape (n, 3), [m].
        quaternion: Unit quaternions (w, x, y, z) from the moving to the fixed axes, shape (n, 4).
        status: "tracking", "degraded" or "lost" for each pose, shape (n,); None where no estimator was at work.
        covariance: Of rotation vector and translation error, both in the moving axes, shape (n, 6, 6), [rad, m]; or None.
    """

    time: FloatArray
    position: FloatArray
    quaternion: FloatArray
    status: np.ndarray | None = None
    covariance: FloatArray | None = None

    def __len__(self) -> int:
        return len(self.time)
