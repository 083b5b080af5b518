"""ORB-SLAM3 beside `snakelab slam` on the same image pairs, with the same alignment.

    python -m venv /tmp/orb && /tmp/orb/bin/pip install pyorbslam3
    python benchmarks/slam_peer/compare.py /tmp/orb/bin/python RUN...

A RUN is whatever `snakelab slam` reads. ORB-SLAM3 (GPL-3.0) runs as a process of its own environment, on the pairs without the
IMU and with a vocabulary trained on the same images. Times are CPU seconds of the thread that tracks.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from vocabulary import write_vocabulary

from snakelab.errors import RecordingError
from snakelab.geometry.rotations import quaternion_of
from snakelab.perception.camera_models import StereoSequence
from snakelab.perception.trajectories import Trajectory, compare
from snakelab.plugins.slam.image_features import Rectifier
from snakelab.plugins.slam.ros_sequences import open_sequence
from snakelab.plugins.slam.slam_run import run_slam

HERE = Path(__file__).parent


def export(sequence: StereoSequence, path: Path) -> None:
    """Write the rectified pairs of a sequence."""
    rectify = Rectifier(sequence.model)
    camera = rectify.model.left
    frames = [(frame.time, *rectify(frame.left, frame.right)) for frame in sequence.frames()]
    times, left, right = (np.array(values) for values in zip(*frames, strict=True))
    numbers = {"f": camera.fx, "cx": camera.cx, "cy": camera.cy, "b": rectify.model.baseline}
    np.savez(path, time=times, left=left, right=right, **numbers)


def peer(python: str, pairs: Path, vocabulary: Path) -> tuple[Trajectory, np.ndarray]:
    """Run ORB-SLAM3 and return its trajectory and the CPU time of each frame [s]."""
    out = pairs.with_name("orb.npz")
    command = [python, str(HERE / "orb_slam3.py"), str(pairs), str(vocabulary), str(out)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    actual, times = np.load(out), np.load(pairs)["time"]
    status = np.where(actual["valid"], "tracking", "lost")
    T = np.where(actual["valid"][:, None, None], actual["poses"], np.eye(4))
    return Trajectory(times, T[:, :3, 3], quaternion_of(T[:, :3, :3]), status), actual["seconds"]


def line(run: str, program: str, trajectory: Trajectory, truth: Trajectory, seconds: np.ndarray) -> str:
    """Return one row of the table."""
    try:
        e = compare(trajectory, truth)
    except RecordingError as problem:
        return f"{run:24} {program:12} {problem}"
    return (
        f"{run:24} {program:12} ATE {1e3 * e.ate_rmse:7.1f} mm {e.ate_percent:6.3f} %  max {1e3 * e.ate_max:7.1f} mm  "
        f"RPE {1e3 * e.rpe_rmse:6.1f} mm  tracked {100 * e.tracked_fraction:5.1f} %  frame {1e3 * np.median(seconds):5.1f} ms"
    )


def main() -> None:
    """Compare on each run."""
    python, runs = sys.argv[1], sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        for run in runs:
            pairs, vocabulary = Path(folder) / "pairs.npz", Path(folder) / "vocabulary.txt"
            sequence = open_sequence(run)
            if sequence.truth is None:
                print(f"{run}: no truth, left out")
                continue
            for use_imu in (True, False):
                estimates: list[float] = []
                slam = run_slam(sequence, use_imu=use_imu, progress=lambda e, *_, s=estimates: s.append(e.seconds[0]))
                name = "stereo+IMU" if use_imu else "stereo"
                print(line(Path(run).name, name, slam.trajectory(), sequence.truth, np.array(estimates)), flush=True)
            export(sequence, pairs)
            write_vocabulary([pairs], vocabulary)
            print(
                line(Path(run).name, "ORB-SLAM3", *_with_truth(peer(python, pairs, vocabulary), sequence.truth)),
                flush=True,
            )


def _with_truth(actual: tuple[Trajectory, np.ndarray], truth: Trajectory) -> tuple[Trajectory, Trajectory, np.ndarray]:
    return actual[0], truth, actual[1]


if __name__ == "__main__":
    main()
