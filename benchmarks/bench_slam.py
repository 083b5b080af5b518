"""CPU time of a stereo pair of 640 x 400, of the front end for each pair, and of the back end for each keyframe.

The creeping course from 4 s on; rendering with grey levels and noise, without compression. OpenCV runs on one thread.

    python -m benchmarks.bench_slam [SECONDS]
"""

import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import snakelab as sl
from benchmarks.timing import header, sized, verdict
from reproductions.snakesys.courses.course import COURSES, Course, scenery_of
from snakelab.perception.camera_models import ImuSamples
from snakelab.plugins.mujoco.cameras.camera_motion import BodyMotion, carrier_motion, mount
from snakelab.plugins.mujoco.cameras.camera_recording import frame_times, load_sequence
from snakelab.plugins.mujoco.cameras.renderer import Imaging
from snakelab.plugins.mujoco.cameras.scene_meshes import recorded_stage
from snakelab.plugins.slam.estimator import StereoInertialSlam
from snakelab.plugins.slam.keyframes import opencv

BEGIN, SEEN = sized(4.0, 0.5), sized(8.0, 1.5)  # [s]
GOALS = {"stereo pair rendered": 25.0, "front end, a pair": 25.0, "back end, a keyframe": 100.0}  # [ms]
AHEAD = 0.12  # IMU samples that are given before an image of that much less [s]


def main() -> None:
    """Print the median, the 95th percentile and the verdict on the median of each goal."""
    seen = float(sys.argv[1]) if len(sys.argv) > 1 else SEEN
    opencv().setNumThreads(1)
    print(header("numpy", "mujoco", "opencv-python-headless", "gtsam"))
    print(f"{'work':22} {'median':>8} {'95 %':>8} {'goal':>8}   CPU time [ms]")
    for name, times in measured(seen).items():
        median, high = 1e3 * np.percentile(times, [50, 95])
        print(f"{name:22} {median:8.1f} {high:8.1f} {GOALS[name]:8.0f}   {verdict(median, GOALS[name])}", flush=True)


def measured(seen: float) -> dict[str, np.ndarray]:
    """Return CPU times [s] by the names of the goals."""
    course = COURSES["creeping"]
    run = sl.run_scenario(sl.load_scenario(course.scenario, [f"duration={BEGIN + seen}", "solver.record_rate=125"]))
    with tempfile.TemporaryDirectory() as folder:
        path, scenery = Path(folder) / "images.h5", scenery_of(run, course, 0)
        with sl.plugins.mujoco.render_cameras(run, path, course.camera, scenery, BEGIN):
            tracking, mapping = slam_times(path)
    return dict(zip(GOALS, (render_times(run, course, scenery), tracking, mapping), strict=True))


def render_times(run: sl.Recording, course: Course, scenery: sl.worlds.Scenery) -> np.ndarray:
    """Return the CPU time of each pair, with grey levels and noise, without the file."""
    mounted, body = mount(run, course.camera), BodyMotion(run)
    motion = carrier_motion(run, mounted.carrier)

    def poses(when: float):  # type: ignore[no-untyped-def]
        return motion.poses(np.array([when]))[0] @ mounted.T_carrier_camera, *body(when)

    times = []
    with Imaging(recorded_stage(run, scenery), mounted, 0) as imaging:
        for i, when in enumerate(frame_times(motion, course.camera.rate, BEGIN).tolist()):
            began = time.process_time()
            imaging.images(when, poses, i)
            times.append(time.process_time() - began)
    return np.array(times[1:])


def slam_times(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Return the CPU times of tracking each pair, and of each keyframe."""
    sequence = load_sequence(path)
    imu, given = sequence.imu, 0
    slam = StereoInertialSlam(sequence.model, sequence.imu_noise)
    estimates = []
    for frame in sequence.frames():
        until = int(np.searchsorted(imu.time, frame.time + AHEAD, side="right"))
        part = slice(given, until)
        slam.add_imu(ImuSamples(imu.time[part], imu.angular_rate[part], imu.specific_force[part]))
        estimates.append(slam.add_frame(frame))
        given = until
    times = np.array([estimate.seconds for estimate in estimates])
    return times[1:, 0], times[[estimate.is_keyframe for estimate in estimates], 1]


if __name__ == "__main__":
    main()
