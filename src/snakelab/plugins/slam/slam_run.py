"""Execution of SLAM: on a complete sequence, with its results as files, and on the images of a live run."""

import json
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.errors import PerceptionError, RecordingError
from snakelab.geometry.rotations import matrix_of, rotation_matrices, transforms_of
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import checked_arguments
from snakelab.perception.camera_models import ImuSamples, StereoFrame, StereoModel, StereoSequence
from snakelab.perception.trajectories import Trajectory, TrajectoryError, align_rigid, compare, save_trajectory
from snakelab.plugins.slam.estimator import StereoInertialSlam
from snakelab.plugins.slam.keyframes import FrameEstimate, SlamSettings
from snakelab.plugins.slam.motion_prediction import Odometry
from snakelab.robots.cameras import StereoCamera
from snakelab.sim.live_run import Record
from snakelab.sim.recording_assembly import camera_facts, imu_facts
from snakelab.sim.simulation import Simulation

if TYPE_CHECKING:
    from matplotlib.figure import Figure


# ----------------------------------------------------------------------------------------------------------------------
# Processing of a complete sequence by the estimator
# ----------------------------------------------------------------------------------------------------------------------


@checked_arguments(PerceptionError)
def run_slam(
    sequence: StereoSequence,
    settings: SlamSettings | None = None,
    use_imu: bool = True,
    odometry: Odometry | None = None,
    progress: Callable[[FrameEstimate, int, int], None] | None = None,
) -> StereoInertialSlam:
    """Estimate the trajectory and the map of a sequence.

    Args:
        sequence: Image pairs, calibration and IMU.
        settings: Of the estimator.
        use_imu: False to ignore the IMU.
        odometry: Measured motion of the body between two times, see `StereoInertialSlam`.
        progress: Called with each estimate, its number and the number of image pairs.

    Returns:
        The estimator, with its trajectory, map and warnings.
    """
    imu = sequence.imu if use_imu else None
    slam = StereoInertialSlam(sequence.model, None if imu is None else sequence.imu_noise, settings, odometry)
    given, n = 0, len(sequence)
    for k, frame in enumerate(sequence.frames()):
        if imu is not None:
            # the IMU is ahead of the images [s]
            until = max(given, int(np.searchsorted(imu.time, frame.time + 0.12, side="right")))
            part = slice(given, until)
            slam.add_imu(ImuSamples(imu.time[part], imu.angular_rate[part], imu.specific_force[part]))
            given = until
        estimate = slam.add_frame(frame)
        if progress is not None:
            progress(estimate, k + 1, n)
    return slam


# ----------------------------------------------------------------------------------------------------------------------
# Results of the estimator as files: trajectory, map points, summary, figure
# ----------------------------------------------------------------------------------------------------------------------

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
    from snakelab.figures.style import NotebookFigure

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


# ----------------------------------------------------------------------------------------------------------------------
# SLAM on the rendered images of a live run
# ----------------------------------------------------------------------------------------------------------------------


class LiveSlam:
    """Estimate of the path of a stereo camera, with the robot's `Imu` on the same part where there is one.

    The frame odom is the world of the simulation, so that odom -> base is exact, and map -> odom is the error of the estimate:
    map -> odom -> base is the estimated pose of the base.

    Args:
        simulation: The run.
        camera: Stereo camera of the robot.

    Attributes:
        T_map_odom: Shape (4, 4).
    """

    def __init__(self, simulation: Simulation, camera: StereoCamera) -> None:
        from snakelab.plugins.mujoco.cameras.camera_motion import declared_noise, mounted_camera
        from snakelab.plugins.mujoco.cameras.optics import pinhole_model
        from snakelab.plugins.slam.estimator import StereoInertialSlam

        model = simulation.model
        mounted = mounted_camera(next(one for one in camera_facts(model) if one["name"] == camera.name))
        self._carrier, self._T_carrier_left = mounted.carrier, mounted.T_carrier_camera
        self._links = list(map(str, model.station_names))
        units = [unit for unit in imu_facts(model) if unit["carrier"] == mounted.carrier]
        unit = units[0] if units else None
        T_carrier_imu = np.eye(4) if unit is None else np.asarray(unit["T_carrier_imu"])
        T_left_right = np.eye(4)
        T_left_right[0, 3] = camera.baseline
        lens = pinhole_model(camera.lens)
        self._stereo = StereoModel(lens, lens, T_left_right, np.linalg.inv(T_carrier_imu) @ self._T_carrier_left)
        self.slam = StereoInertialSlam(self._stereo, None if unit is None else declared_noise(unit))
        self.T_map_odom, self._T_world_first = np.eye(4), np.eye(4)
        self._lock, self._samples = threading.Lock(), deque[list[float]](maxlen=10_000)
        self._name = None if unit is None else str(unit["name"])
        self._subscription = None if unit is None else simulation.subscribe(self._sample, size=1000)

    def estimate(self, record: Record, images: dict[str, Any]) -> Any:
        """Return the `FrameEstimate` of an image pair of a record."""
        with self._lock:
            table = np.array(self._samples, np.float64).reshape(-1, 7)
            self._samples.clear()
        if len(table):
            self.slam.add_imu(ImuSamples(table[:, 0], table[:, 1:4], table[:, 4:7]))
        estimate = self.slam.add_frame(StereoFrame(record.time, grey(images["left"]), grey(images["right"])))
        T_map_left = np.asarray(estimate.T_map_left)
        T_world_left = self.T_world_left(record)
        self.T_map_odom = T_map_left @ np.linalg.inv(T_world_left)
        if estimate.is_keyframe and len(self.slam.keyframes()) == 1:
            self._T_world_first = T_world_left
        return estimate

    def T_world_left(self, record: Record) -> FloatArray:
        """Return the true pose of the left camera, shape (4, 4)."""
        return self._pose(record) @ self._T_carrier_left

    def points(self) -> FloatArray:
        """Return the points of the map, shape (n, 3), [m]."""
        return self.slam.map_points()

    def keyframes(self) -> FloatArray:
        """Return T_map_left of the keyframes, optical axes, shape (n, 4, 4), [m]."""
        kept = self.slam.keyframes()
        return transforms_of(matrix_of(kept.quaternion), kept.position)

    def T_world_map(self) -> FloatArray:
        """Return the place of the map in the world at which its first keyframe has the true pose, shape (4, 4)."""
        return self._T_world_first @ np.linalg.inv(self.keyframes()[0])

    def close(self) -> None:
        """End the subscription to the samples of the IMU."""
        if self._subscription is not None:
            self._subscription.close()

    def _sample(self, record: Record) -> None:
        """Keep a new sample of the IMU; a record without a new one repeats the last."""
        rate, force = record[f"{self._name}_angular_rate"], record[f"{self._name}_specific_force"]
        with self._lock:
            if not self._samples or self._samples[-1][1:] != [*rate.tolist(), *force.tolist()]:
                self._samples.append([record.time, *rate.tolist(), *force.tolist()])

    def _pose(self, record: Record) -> FloatArray:
        """Return T_world_carrier."""
        if self._carrier in ("base", "head"):
            position, quat = record[f"{self._carrier}_position"], record[f"{self._carrier}_quaternion"]
        else:
            i = self._links.index(self._carrier)
            position, quat = record["link_position"][i], record["link_quaternion"][i]
        return transforms_of(rotation_matrices(quat), position)


def grey(image: np.ndarray) -> np.ndarray:
    """Return the brightness of an image, shape (height, width), uint8."""
    return image if image.ndim == 2 else np.rint(image @ np.array([0.299, 0.587, 0.114])).astype(np.uint8)
