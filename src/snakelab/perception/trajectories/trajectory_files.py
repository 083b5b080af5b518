"""Files of trajectories: the TUM and KITTI formats.

TUM: one line "time x y z qx qy qz qw" for each pose, comments after "#" [s, m] (Sturm et al. 2012). KITTI: the upper three
rows of T_fixed_moving as twelve numbers, without times (Geiger, Lenz, Urtasun 2012); times stand one a line in a second file.
Both are read by `evo`, and neither holds status or covariance.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.errors import PerceptionError
from snakelab.geometry.poses import rotation_exp, rotation_log
from snakelab.perception.trajectories.trajectory import Trajectory
from snakelab.types import FloatArray
from snakelab.untrusted import MEBIBYTE, read_file, reason, visible

MOST = 512 * MEBIBYTE
LONGEST = 2000  # characters of a line
TrajectoryFormat = Literal["tum", "kitti"]


@checked_arguments(PerceptionError)
def save_trajectory(trajectory: Trajectory, path: str | Path, format: TrajectoryFormat = "tum") -> Path:
    """Write a trajectory; for KITTI also its times, into the file `times_file(path)`.

    Args:
        trajectory: The poses.
        path: The file, such as "head.txt".
        format: "tum" or "kitti".

    Returns:
        The path.

    Raises:
        PerceptionError: if the file cannot be written.
    """
    if format == "tum":
        rows = np.column_stack([trajectory.time, trajectory.position, np.roll(trajectory.quaternion, -1, axis=1)])
        return _write(path, rows)
    _write(times_file(path), trajectory.time[:, None])
    return _write(path, trajectory.transforms[:, :3].reshape(-1, 12))


@checked_arguments(PerceptionError)
def load_trajectory(
    path: str | Path, format: TrajectoryFormat | None = None, times: str | Path | FloatArray | None = None
) -> Trajectory:
    """Read a trajectory.

    Args:
        path: The file.
        format: "tum" or "kitti"; None to decide by the number of columns, 8 or 12.
        times: For KITTI, times or the file that holds them [s]; None for `times_file(path)`, or 0, 1, 2 and so on without it.

    Raises:
        PerceptionError: if the file cannot be read, with the line.
    """
    rows = _read(path, {"tum": (8,), "kitti": (12,), None: (8, 12)}[format])
    if rows.shape[1] == 8:
        return _within(path, Trajectory, rows[:, 0], rows[:, 1:4], np.roll(rows[:, 4:], 1, axis=1))
    T = np.zeros((len(rows), 4, 4))
    T[:, :3], T[:, 3, 3] = rows.reshape(-1, 3, 4), 1
    R = T[:, :3, :3]
    if len(T) and np.abs(np.swapaxes(R, 1, 2) @ R - np.eye(3)).max() > 1e-3:
        raise PerceptionError(f"{path}: the first three of each four columns must be a rotation matrix")
    T[:, :3, :3] = rotation_exp(rotation_log(R))
    return _within(path, Trajectory.from_transforms, _times(path, times, len(rows)), T)


def times_file(path: str | Path) -> Path:
    """File of the times of a KITTI trajectory: "head.txt" has "head.times.txt"."""
    return Path(path).with_suffix(f".times{Path(path).suffix}")


def _times(path: str | Path, times: str | Path | FloatArray | None, n: int) -> FloatArray:
    if times is None:
        times = times_file(path) if times_file(path).is_file() else np.arange(float(n))
    values = _read(times, (1,))[:, 0] if isinstance(times, (str, Path)) else np.asarray(times, dtype=np.float64)
    if len(values) != n:
        raise PerceptionError(f"{path} has {n} poses, and {len(values)} times are given")
    return values


def _within(path, make, *arrays) -> Trajectory:  # type: ignore[no-untyped-def]
    try:
        return make(*arrays)
    except PerceptionError as problem:
        raise PerceptionError(f"{path}: {problem}") from None


def _write(path: str | Path, rows: FloatArray) -> Path:
    try:
        text = "".join(" ".join(map(repr, row)) + "\n" for row in rows.tolist())
        Path(path).write_text(text, encoding="ascii")
    except OSError as problem:
        raise PerceptionError(f"cannot write {path}: {reason(problem)}") from None
    return Path(path)


def _read(path: str | Path, widths: Sequence[int]) -> FloatArray:
    """Rows of numbers of one width; lines of comments are left out."""
    try:
        text = read_file(path, MOST).decode("utf-8")
    except (OSError, ValueError) as problem:
        raise PerceptionError(f"cannot read {path}: {reason(problem)}") from None
    rows: list[list[float]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        fields = line[:LONGEST].partition("#")[0].replace(",", " ").split()
        if not fields:
            continue
        row = _numbers(fields)
        width = (len(rows[0]),) if rows else widths
        if row is None or len(row) not in width:
            shown = visible(line[:60])
            raise PerceptionError(
                f"{path}, line {number}: {' or '.join(map(str, width))} numbers wanted, got {shown!r}"
            )
        rows.append(row)
    return np.array(rows, dtype=np.float64).reshape(len(rows), len(rows[0]) if rows else widths[0])


def _numbers(fields: list[str]) -> list[float] | None:
    try:
        return [float(field) for field in fields]
    except ValueError:
        return None
