"""Results of the estimator as files: trajectory, map points, summary, figure."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.bridges.slam.estimator import StereoInertialSlam
from snakelab.bridges.slam.settings import FrameEstimate
from snakelab.errors import RecordingError
from snakelab.perception.trajectories.evaluation import TrajectoryError, align_rigid, compare
from snakelab.perception.trajectories.trajectory import Trajectory
from snakelab.perception.trajectories.trajectory_files import save_trajectory
from snakelab.types import FloatArray

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMAT = "snakelab-slam-1"


def summary(
    slam: StereoInertialSlam, estimates: list[FrameEstimate], truth: Trajectory | None, source: str = ""
) -> dict[str, Any]:
    """Return counts, times and, where the truth is known, errors.

    Args:
        slam: The estimator at the end of the sequence.
        estimates: Of the frames, in order of arrival.
        truth: True trajectory of the left camera, or None.
        source: Path of the sequence.
    """
    trajectory = slam.trajectory()
    status = trajectory.status if trajectory.status is not None else np.zeros(0)
    counts = {name: int((status == name).sum()) for name in ("tracking", "degraded", "lost")}
    n = max(len(trajectory), 1)
    seconds = np.array([e.seconds for e in estimates]).reshape(-1, 2)
    back = seconds[[e.is_keyframe for e in estimates], 1]
    error = _error(trajectory, truth)
    return {
        "format": FORMAT,
        "source": source,
        "frames": len(trajectory),
        "frames_out_of_order": slam.skipped,
        "status": counts,
        "tracked_fraction": (counts["tracking"] + counts["degraded"]) / n,
        "keyframes": len(slam.keyframes()),
        "map_points": len(slam.map_points()),
        "places_recognised": slam.places_recognised,
        "loops_closed": slam.loops_closed,
        "uses_imu": slam.uses_imu,
        "imu_clock_offset": slam.clock_offset,
        "front_end_ms": _times(seconds[:, 0]),
        "back_end_ms": _times(back),
        "errors": None if error is None else error.as_dict(),
        "warnings": list(slam.warnings),
    }


def save_results(
    slam: StereoInertialSlam, folder: Path, facts: dict[str, Any], truth: Trajectory | None = None
) -> list[Path]:
    """Write trajectory.tum, trajectory.kitti, map.ply, slam.json and slam.png, and return their paths.

    Args:
        slam: The estimator at the end of the sequence.
        folder: Existing folder.
        facts: From `summary`.
        truth: For the figure, or None.

    Raises:
        RecordingError: if a file cannot be written.
    """
    trajectory = slam.trajectory()
    paths = [folder / name for name in ("trajectory.tum", "trajectory.kitti", "map.ply", "slam.json", "slam.png")]
    try:
        save_trajectory(trajectory.tracked(), paths[0])
        save_trajectory(trajectory.tracked(), paths[1], "kitti")
        save_ply(slam.map_points(), paths[2])
        paths[3].write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
        figure(trajectory, slam.map_points(), slam.keyframes(), truth).savefig(paths[4])
    except OSError as problem:
        raise RecordingError(f"cannot write to {folder}: {problem.strerror or problem}") from problem
    return paths


def save_ply(points: FloatArray, path: Path) -> None:
    """Write points, shape (n, 3), [m], as a binary PLY file."""
    header = (
        f"ply\nformat binary_little_endian 1.0\nelement vertex {len(points)}\n"
        "property float x\nproperty float y\nproperty float z\nend_header\n"
    )
    path.write_bytes(header.encode() + np.asarray(points, "<f4").tobytes())


def figure(trajectory: Trajectory, points: FloatArray, keyframes: Trajectory, truth: Trajectory | None) -> "Figure":
    """Return a figure: the path from above with map and truth, the errors or the height over time, and the status."""
    from snakelab.view.figures.drawing.style import NotebookFigure

    made = NotebookFigure(figsize=(10, 5), dpi=130, facecolor="white", layout="constrained")
    above, right = made.subplots(1, 2, width_ratios=(3, 2))
    shown = trajectory.status != "lost" if trajectory.status is not None else np.ones(len(trajectory), bool)
    position = np.where(shown[:, None], trajectory.position, np.nan)
    R, t, errors = np.eye(3), np.zeros(3), None
    if truth is not None and shown.sum() >= 3:
        there = np.column_stack([np.interp(trajectory.time, truth.time, column) for column in truth.position.T])
        R, t = align_rigid(trajectory.position[shown], there[shown])
        errors = np.linalg.norm(position @ R.T + t - there, axis=1)
        above.plot(there[:, 0], there[:, 1], color="0.3", linestyle="--", linewidth=1.5, label="truth")
    cloud, path, frames = (values @ R.T + t for values in (points.reshape(-1, 3), position, keyframes.position))
    above.scatter(cloud[:, 0], cloud[:, 1], s=1, color="0.7", label="map points", rasterized=True)
    above.plot(path[:, 0], path[:, 1], color="tab:blue", linewidth=1.5, label="estimate")
    above.scatter(frames[:, 0], frames[:, 1], s=8, color="tab:orange", label="keyframes", zorder=3)
    above.set(xlabel="x [m]", ylabel="y [m]", title="From above", aspect="equal")
    above.legend(loc="best", fontsize=8)
    time = trajectory.time - trajectory.time[0] if len(trajectory) else trajectory.time
    if errors is not None:
        right.plot(time, 1e3 * errors, color="tab:blue")
        right.set(xlabel="time [s]", ylabel="position error [mm]", title="Error after rigid alignment")
    else:
        right.plot(time, position[:, 2], color="tab:blue")
        right.set(xlabel="time [s]", ylabel="z [m]", title="Height")
    for name, colour in (("degraded", "tab:orange"), ("lost", "tab:red")):
        marked = trajectory.status == name if trajectory.status is not None else np.zeros(len(time), bool)
        if np.any(marked):
            low, high = right.get_ylim()
            right.fill_between(time, low, high, where=marked, color=colour, alpha=0.3, label=name, step="mid")
            right.set_ylim(low, high)
            right.legend(loc="best", fontsize=8)
    return made


def _error(trajectory: Trajectory, truth: Trajectory | None) -> TrajectoryError | None:
    if truth is None:
        return None
    try:
        return compare(trajectory, truth)
    except RecordingError:
        return None


def _times(seconds: FloatArray) -> dict[str, float] | None:
    """Return median and 95th percentile of CPU times [ms]."""
    if not len(seconds):
        return None
    return {"median": 1e3 * float(np.median(seconds)), "p95": 1e3 * float(np.percentile(seconds, 95))}
