"""Trajectories: poses over time, their files, their errors, and smoothing."""

import re
import warnings
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from snakelab.errors import PerceptionError, RecordingError, SnakelabWarning
from snakelab.files import MEBIBYTE, read_file, reason, visible
from snakelab.geometry.rotations import matrix_of, quaternion_of, rotation_exp, rotation_log, transforms_of
from snakelab.parameters.arguments import FloatArray, checked_array, checked_covariances
from snakelab.parameters.declarations import checked_arguments

# ----------------------------------------------------------------------------------------------------------------------
# Trajectory: poses over time, with the state of the estimator that gave them
# ----------------------------------------------------------------------------------------------------------------------

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
        """Make a trajectory from homogeneous transforms, shape (n, 4, 4).

        Raises:
            PerceptionError: if one of them is no rotation with a translation, such as a reflection.
        """
        T = checked_array(T_fixed_moving, "Trajectory transforms", (len(np.atleast_1d(time)), 4, 4))
        if not _are_rotations(T[:, :3, :3]):
            raise PerceptionError("Trajectory transforms must consist of a rotation matrix and a position")
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


def _are_rotations(R: FloatArray) -> bool:
    """Return True if matrices, shape (n, 3, 3), are rotations to 1e-3, and no reflections."""
    return bool((np.abs(np.swapaxes(R, 1, 2) @ R - np.eye(3)) <= 1e-3).all() and (np.linalg.det(R) > 0).all())


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


# ----------------------------------------------------------------------------------------------------------------------
# Files of trajectories: the TUM and KITTI formats
#
# TUM: one line "time x y z qx qy qz qw" for each pose, comments after "#" [s, m] (Sturm et al. 2012). KITTI: the upper three
# rows of T_fixed_moving as twelve numbers, without times (Geiger, Lenz, Urtasun 2012); times stand one a line in a second file.
# Both are read by `evo`, and neither holds status or covariance. Also read: CSV whose first line names the columns, as in the
# EuRoC and TUM-VI data sets ("#timestamp [ns], p_RS_R_x [m], ..., q_RS_w [], q_RS_x [], ...").
# ----------------------------------------------------------------------------------------------------------------------

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
        format: "tum" or "kitti"; None to decide by the names of the columns in the first line, or by their number, 8 or 12.
        times: For KITTI, times or the file that holds them [s]; None for `times_file(path)`, or 0, 1, 2 and so on without it.

    Raises:
        PerceptionError: if the file cannot be read, with the line; if it is a CSV that does not name its columns; or if the
            times are not in seconds.
    """
    columns = None if format == "kitti" else _named_columns(path)
    if columns is not None:
        rows = _read(path, None)
        return _within(path, Trajectory, *_by_name(path, rows, *columns))
    rows = _read(path, {"tum": (8,), "kitti": (12,), None: (8, 12)}[format], commas=format is not None)
    if rows.shape[1] == 8:
        _check_seconds(path, rows[:, 0])
        return _within(path, Trajectory, rows[:, 0], rows[:, 1:4], np.roll(rows[:, 4:], 1, axis=1))
    T = np.zeros((len(rows), 4, 4))
    T[:, :3], T[:, 3, 3] = rows.reshape(-1, 3, 4), 1
    R = T[:, :3, :3]
    if not _are_rotations(R):
        raise PerceptionError(f"{path}: the first three of each four columns must be a rotation matrix")
    T[:, :3, :3] = rotation_exp(rotation_log(R))
    return _within(path, Trajectory.from_transforms, _times(path, times, len(rows)), T)


# Names of the columns of a pose in lower case, without units and the frames of EuRoC (p_RS_R_x, q_RS_w).
COLUMN_NAMES = {
    "time": ("timestamp", "time", "t", "stamp"),
    **{axis: (f"p_{axis}", f"t{axis}", f"p{axis}", f"pos_{axis}", f"position_{axis}", axis) for axis in "xyz"},
    **{f"q{axis}": (f"q_{axis}", f"q{axis}", f"quat_{axis}", f"orientation_{axis}") for axis in "wxyz"},
}
TIME_UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
LATEST = 1e11  # latest time in seconds since 1970: the year 5138; later ones have another unit
LONG = 5.0  # time between two poses above which a user is warned [s]
LONGEST = 1e4  # longest time between two poses [s]; longer ones have another unit


def _lines(path: str | Path) -> list[str]:
    try:
        return read_file(path, 512 * MEBIBYTE).decode("utf-8-sig").splitlines()
    except (OSError, ValueError) as problem:
        raise PerceptionError(f"cannot read {path}: {reason(problem)}") from None


def _named_columns(path: str | Path) -> tuple[dict[str, int], float] | None:
    """Index of each column of a pose, and the unit of time [s], by the names in the first lines; None if there are none."""
    for line in _lines(path)[:20]:
        text = re.sub(r"\s+\[", "[", line[:2000].strip().lstrip("#").strip())  # a unit belongs to the name before it
        if not text:
            continue
        words = [word.strip() for word in (text.split(",") if "," in text else text.split())]
        if not line.lstrip().startswith("#") and any(_numbers([word]) for word in words):
            return None
        units = {i: match[1] for i, word in enumerate(words) if (match := re.search(r"\[(\w*)\]", word))}
        names = [re.sub(r"_rs(_r)?_", "_", re.sub(r"\s*\[.*?\]", "", word).lower()) for word in words]
        found = {}
        for key, known in COLUMN_NAMES.items():
            place = next((names.index(name) for name in known if name in names), None)
            if place is not None:
                found[key] = place
        if len(found) == len(COLUMN_NAMES):
            unit = units.get(found["time"], "ns" if "," in text and "timestamp" in names else "s")
            if unit not in TIME_UNITS:
                raise PerceptionError(f"{path}: the unit of time must be one of {', '.join(TIME_UNITS)}, got [{unit}]")
            return found, TIME_UNITS[unit]
        if not line.lstrip().startswith("#"):
            missing = ", ".join(sorted(set(COLUMN_NAMES) - set(found)))
            raise PerceptionError(f"{path}: its columns {', '.join(words)[:200]} do not name {missing}")
    return None


def _by_name(
    path: str | Path, rows: FloatArray, columns: dict[str, int], unit: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Time [s], position and quaternion wxyz of rows with named columns."""
    needed = max(columns.values()) + 1
    if rows.shape[1] < needed:
        raise PerceptionError(f"{path} names at least {needed} columns, and its rows have {rows.shape[1]}")
    pick = {key: rows[:, place] for key, place in columns.items()}
    time = pick["time"] * unit
    _check_seconds(path, time)
    position = np.column_stack([pick[axis] for axis in "xyz"])
    return time, position, np.column_stack([pick[f"q{axis}"] for axis in "wxyz"])


def _check_seconds(path: str | Path, time: FloatArray) -> None:
    """Raise PerceptionError for times in nanoseconds or microseconds that are taken as seconds; warn of milliseconds."""
    step = float(np.median(np.abs(np.diff(time)))) if len(time) > 1 else 0.0
    if LONG < step <= LONGEST:
        warnings.warn(
            f"{path}: its poses are {step:.4g} s apart; if its times are in ms, name the columns in the first line: "
            "# timestamp [ms], tx, ty, tz, qx, qy, qz, qw",
            SnakelabWarning,
            stacklevel=4,
        )
    if len(time) and (np.abs(time).max() > LATEST or step > LONGEST):
        raise PerceptionError(
            f"{path}: times are in seconds, and these are {time[0]:.6g} with a step of {step:.3g}, as in nanoseconds; divide "
            "them, or name the columns in the first line: # timestamp [ns], tx, ty, tz, qx, qy, qz, qw"
        )


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


def _read(path: str | Path, widths: Sequence[int] | None, *, commas: bool = True) -> FloatArray:
    """Rows of numbers of one width; lines of comments are left out.

    Args:
        path: The file.
        widths: Possible widths; None for any, after a first line of names.
        commas: False to refuse numbers that are separated by commas, of which only names tell the order.
    """
    rows: list[list[float]] = []
    for number, line in enumerate(_lines(path), start=1):
        # longer lines hold no pose
        text = line[:2000].partition("#")[0]
        fields = text.replace(",", " ").split()
        if not fields:
            continue
        if "," in text and not commas:
            raise PerceptionError(
                f"{path}, line {number}: the columns of a CSV need names, in the first line: # timestamp [s], tx, ty, tz, "
                "qx, qy, qz, qw; or write format='tum'"
            )
        row = _numbers(fields)
        if row is None and not rows and widths is None:
            continue
        width = (len(rows[0]),) if rows else widths
        if row is None or (width is not None and len(row) not in width):
            shown, wanted = visible(line[:60]), " or ".join(map(str, width or ("8 or more",)))
            raise PerceptionError(f"{path}, line {number}: {wanted} numbers wanted, got {shown!r}")
        rows.append(row)
    return np.array(rows, dtype=np.float64).reshape(len(rows), len(rows[0]) if rows else (widths or (8,))[0])


def _numbers(fields: list[str]) -> list[float] | None:
    try:
        return [float(field) for field in fields]
    except ValueError:
        return None


# ----------------------------------------------------------------------------------------------------------------------
# Errors of an estimated trajectory: absolute after one rigid alignment (ATE), and relative over a distance (RPE)
# ----------------------------------------------------------------------------------------------------------------------


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


# ----------------------------------------------------------------------------------------------------------------------
# Smoothing of joint angles and attitudes: local polynomials, and the fusion with a gyroscope
#
# Source: Savitzky and Golay 1964.
# ----------------------------------------------------------------------------------------------------------------------


def smoothed(values: FloatArray, window: int, order: int = 3) -> FloatArray:
    """Values at the middle of polynomials through windows of an odd number of equidistant samples, shape (n, ...)."""
    from scipy.signal import savgol_filter

    window = min(window, len(values) - 1 + len(values) % 2)
    if window <= order + 1:
        return values
    return np.asarray(savgol_filter(values, window, order, axis=0))


def passed_noise(window: int, order: int = 3) -> float:
    """Return the standard deviation of smoothed white noise, as a fraction of that of one sample [-]."""
    from scipy.signal import savgol_coeffs

    return float(np.sqrt(np.sum(savgol_coeffs(window, order) ** 2))) if window > order + 1 else 1.0


def smoothed_angles(q: FloatArray, period: float, noise: FloatArray) -> FloatArray:
    """Joint angles, each smoothed over the longest window whose residual is not larger than its noise, shape (n, n_q).

    Args:
        q: Samples, shape (n, n_q).
        period: Between samples [s].
        noise: Standard deviation of each, shape (n_q,); zero for no smoothing.

    Source: the discrepancy principle, Morozov 1966.
    """
    from scipy.signal import savgol_coeffs

    best, open_ = q.copy(), noise > 0
    for duration in (0.1, 0.14, 0.18, 0.22, 0.3, 0.4, 0.5, 0.7, 1.0):  # [s]
        window = odd_window(duration, period)
        if window <= 3 + 2 or window > len(q) or not open_.any():
            continue
        candidate = smoothed(q, window)
        left = np.sqrt(np.mean((q - candidate) ** 2, axis=0))
        centre_weight = savgol_coeffs(window, 3)[window // 2]  # fraction of a sample in its own smoothed value
        # the residual of a window may exceed that of the noise: in short ones the rates are mostly noise
        open_ = open_ & (left <= (1.5 if duration <= 0.22 else 1.06) * np.sqrt(1 - centre_weight) * noise)
        best[:, open_] = candidate[:, open_]
    return best


def smoothed_rotations(matrices: FloatArray, window: int, order: int = 3) -> FloatArray:
    """Smoothed rotation matrices: the polynomials pass through quaternions of continuous sign, shape (n, 3, 3)."""
    q = quaternion_of(matrices)
    flips = np.einsum("ni,ni->n", q[1:], q[:-1]) < 0
    q[1:] *= np.where(np.cumsum(flips) % 2 == 1, -1.0, 1.0)[:, None]
    return matrix_of(smoothed(q, window, order))


def rotation_window(matrices: FloatArray, period: float, longest: float, noise: float) -> int:
    """Longest window over which smoothed rotations differ from the measured ones by no more than their noise.

    Args:
        matrices: Measured attitudes, shape (n, 3, 3).
        period: Between samples [s].
        longest: Window that is tried first [s].
        noise: Standard deviation about each axis [rad].

    Source: the discrepancy principle, Morozov 1966.
    """
    from scipy.signal import savgol_coeffs

    window = odd_window(longest, period)
    while window > 3 + 2:
        fitting = min(window, len(matrices) - 1 + len(matrices) % 2)
        left = rotation_log(np.swapaxes(matrices, -1, -2) @ smoothed_rotations(matrices, window))
        expected = np.sqrt(1 - savgol_coeffs(fitting, 3)[fitting // 2]) * noise if fitting > 3 + 1 else 0.0
        if np.sqrt(np.mean(left**2, axis=0)).max() <= 1.1 * expected:
            break
        window -= 2
    return window


def fused_rotations(matrices: FloatArray, rates: FloatArray, period: float, window: int) -> FloatArray:
    """Attitudes that follow the gyroscope within a window and the measured attitude beyond it, shape (n, 3, 3).

    The rates are integrated by the trapezoidal rule. What the measured attitude differs from them, in the fixed axes, drifts
    slowly, and is smoothed.

    Args:
        matrices: Measured attitudes R_world_sensor, shape (n, 3, 3).
        rates: Angular rates in the sensor's axes, shape (n, 3), [rad/s].
        period: Between samples [s].
        window: Odd number of samples.
    """
    smooth_rotations = np.empty_like(matrices)
    smooth_rotations[0] = matrices[0]
    steps = rotation_exp(period / 2 * (rates[1:] + rates[:-1]))
    for k, step in enumerate(steps):
        smooth_rotations[k + 1] = smooth_rotations[k] @ step
    drift = smoothed(rotation_log(matrices @ np.swapaxes(smooth_rotations, -1, -2)), window, 2)
    return rotation_exp(drift) @ smooth_rotations


def odd_window(duration: float, period: float) -> int:
    """Odd number of samples nearest to a duration [s]."""
    return 2 * round(duration / period / 2) + 1
