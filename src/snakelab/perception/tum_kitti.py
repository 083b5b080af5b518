"""Trajectory files: TUM (time, position, quaternion xyzw) and KITTI (rows of the 3 x 4 pose)."""

from pathlib import Path

import numpy as np

from snakelab.errors import RecordingError
from snakelab.perception.rigid import matrices_of
from snakelab.perception.trajectory import Trajectory


def save_tum(trajectory: Trajectory, path: str | Path) -> None:
    """Write `time x y z qx qy qz qw`, one pose a line; lost poses are left out."""
    kept = _kept(trajectory)
    q = trajectory.quaternion[kept]
    table = np.column_stack([trajectory.time[kept], trajectory.position[kept], q[:, 1:], q[:, :1]])
    Path(path).write_text("".join(" ".join(f"{x:.9f}" for x in row) + "\n" for row in table))


def save_kitti(trajectory: Trajectory, path: str | Path) -> None:
    """Write the twelve numbers of [R | p] by rows, one pose a line; lost poses are left out, times are not written."""
    kept = _kept(trajectory)
    R = matrices_of(trajectory.quaternion[kept])
    rows = np.concatenate([R, trajectory.position[kept][:, :, None]], 2).reshape(-1, 12)
    Path(path).write_text("".join(" ".join(f"{x:.9f}" for x in row) + "\n" for row in rows))


def load_tum(path: str | Path) -> Trajectory:
    """Read a trajectory in TUM format; lines that start with # are comments.

    Raises:
        RecordingError: if the file cannot be read as such.
    """
    try:
        table = np.loadtxt(path, ndmin=2, comments="#")
    except (OSError, ValueError) as problem:
        raise RecordingError(f"{path} is not a trajectory in TUM format: {problem}") from problem
    if table.shape[1:] != (8,) or not np.all(np.isfinite(table)):
        raise RecordingError(f"{path} is not a trajectory in TUM format; a line holds 8 numbers: t x y z qx qy qz qw")
    q = table[:, [7, 4, 5, 6]]
    return Trajectory(table[:, 0], table[:, 1:4], q / np.linalg.norm(q, axis=1, keepdims=True))


def _kept(trajectory: Trajectory) -> np.ndarray:
    return np.ones(len(trajectory), bool) if trajectory.status is None else trajectory.status != "lost"
