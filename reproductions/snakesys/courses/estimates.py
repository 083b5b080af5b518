"""Trajectory errors of a course by vision, with the IMU, and with the odometry of the body.

`python -m reproductions.snakesys.courses.estimates out/courses/pipe_* --used vision vision,imu,odometry`
"""

import argparse
from pathlib import Path

import numpy as np

from reproductions.snakesys.courses.course import COURSES
from snakelab.geometry.rotations import quaternion_of, rotation_exp
from snakelab.perception.body_kinematics import HEAD
from snakelab.perception.odometry import BodyOdometry, OdometryResult, RelativePose
from snakelab.perception.trajectories import Trajectory, TrajectoryError, compare
from snakelab.physics.model import build_model
from snakelab.plugins.mujoco.cameras.camera_recording import RenderedSequence, load_sequence
from snakelab.plugins.slam.slam_run import run_slam
from snakelab.results.recording import load
from snakelab.scenarios.scenario import load_scenario

USED = ("vision", "vision,imu", "odometry", "vision,odometry", "vision,imu,odometry")
ENCODERS, ATTITUDE = 1e-3, 5e-3  # standard deviations [rad]
STEP = 0.02  # of the odometry [s]


def main() -> None:
    """Print a row for each folder and each set of sources."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, help="folders named COURSE_SEED, as written by the courses")
    parser.add_argument("--used", nargs="+", choices=USED, default=list(USED), help="sources; all by default")
    options = parser.parse_args()
    print(f"{'course':14} {'used':20} {'ATE':>8} {'of path':>8} {'tracked':>8} {'tracking':>8} {'loops':>6}")
    for folder in options.folders:
        for used in options.used:
            print(f"{folder.name:14} {used:20} {row_of(folder, used.split(','))}", flush=True)


def row_of(folder: Path, used: list[str]) -> str:
    """Return the ATE, its fraction of the path, the fraction of frames with a pose, and the number with status "tracking"."""
    sequence = load_sequence(folder)
    measured = body_odometry(folder, sequence) if "odometry" in used else None
    if "vision" not in used:
        assert measured is not None and sequence.truth is not None
        return _text(compare(left_camera(measured, sequence), sequence.truth), "")
    slam = run_slam(sequence, use_imu="imu" in used, odometry=None if measured is None else between(measured))
    estimate = slam.trajectory()
    assert sequence.truth is not None and estimate.status is not None
    return _text(
        compare(estimate, sequence.truth), f" {(estimate.status == 'tracking').sum():8d} {slam.loops_closed:6d}"
    )


def body_odometry(folder: Path, sequence: RenderedSequence) -> OdometryResult:
    """Odometry of the head from the recorded joint angles and attitude, with noise from the seed of the folder."""
    course, seed = folder.name.rsplit("_", 1)
    scenario = load_scenario(COURSES[course].scenario, list(COURSES[course].changes))
    run, random = load(folder), np.random.default_rng(int(seed))
    assert sequence.truth is not None
    begin, end = sequence.truth.time[[0, -1]]
    time = np.arange(begin - STEP, end + 2 * STEP, STEP)
    recorded = run["time"].values
    exact = np.column_stack([np.interp(time, recorded, angle) for angle in run["q"].values.T])
    q = exact + random.normal(0.0, ENCODERS, exact.shape)
    head = Trajectory(recorded, run["head_position"].values, run["head_quaternion"].values)
    R = head.at(np.clip(time, recorded[0], recorded[-1]))[:, :3, :3]
    R = R @ rotation_exp(random.normal(0.0, ATTITUDE, (len(time), 3)))
    return BodyOdometry(build_model(scenario.robot, scenario.world)).run(time, q, quaternion_of(R), frame=HEAD)


def between(measured: OdometryResult):  # type: ignore[no-untyped-def]
    """Return the function of two times that the estimator calls; it returns None outside the odometry."""

    def odometry(start: float, end: float) -> RelativePose | None:
        inside = measured.trajectory.time[0] <= start and end <= measured.trajectory.time[-1]
        return measured.between(start, end) if inside else None

    return odometry


def left_camera(measured: OdometryResult, sequence: RenderedSequence) -> Trajectory:
    """Trajectory of the left camera by the odometry alone, at the times of the images."""
    assert sequence.truth is not None
    T = measured.trajectory.at(sequence.truth.time) @ sequence.model.T_body_left
    return Trajectory(sequence.truth.time, T[:, :3, 3], quaternion_of(T[:, :3, :3]))


def _text(error: TrajectoryError, rest: str) -> str:
    share = f"{error.ate_percent:6.3f} %"
    return f"{1e3 * error.ate_rmse:5.1f} mm {share} {100 * error.tracked_fraction:6.1f} %{rest}"


if __name__ == "__main__":
    main()
