"""Errors of the links in the map, with the camera pose from SLAM and the joint angles from the encoders.

`python -m reproductions.snakesys.courses.links out/courses/creeping_*`
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from reproductions.snakesys.courses.course import COURSES
from reproductions.snakesys.courses.estimates import ENCODERS, STEP
from snakelab.geometry.rotations import inverse_of, matrix_of, transforms_of
from snakelab.parameters.arguments import FloatArray
from snakelab.perception.body_kinematics import HEAD, BodyKinematics
from snakelab.perception.camera_models import StereoModel
from snakelab.perception.trajectories import Trajectory, align_rigid, smoothed_angles
from snakelab.physics.model import build_model
from snakelab.plugins.mujoco.cameras.camera_recording import load_sequence
from snakelab.plugins.slam.slam_run import run_slam
from snakelab.results.recording import Recording, load
from snakelab.scenarios.scenario import load_scenario


@dataclass(frozen=True, eq=False)
class LinkErrors:
    """Distances between estimated and true centres of the links, shape (n_frames, n_links), tail first, [m].

    Attributes:
        aligned: After the rigid alignment of the camera's trajectory that the ATE uses.
        from_start: With the map placed by the true pose of the first frame.
    """

    aligned: FloatArray
    from_start: FloatArray


def main() -> None:
    """Print a row for each folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, help="folders named COURSE_SEED, as written by the courses")
    options = parser.parse_args()
    print(f"{'course':14} {'rms':>8} {'tail':>8} {'largest':>8} {'rms from first pose':>20}   [mm]")
    for folder in options.folders:
        errors = link_errors(folder)
        row = (rms(errors.aligned), rms(errors.aligned[:, 0]), errors.aligned.max(), rms(errors.from_start))
        print(f"{folder.name:14} " + "{:8.1f} {:8.1f} {:8.1f} {:20.1f}".format(*(1e3 * v for v in row)), flush=True)


def link_errors(folder: Path, encoder_noise: float = ENCODERS) -> LinkErrors:
    """Run SLAM with the IMU on a course and return the errors of all links."""
    name, seed = folder.name.rsplit("_", 1)
    course, run, sequence = COURSES[name], load(folder), load_sequence(folder)
    scenario = load_scenario(course.scenario, list(course.changes))
    body = BodyKinematics(build_model(scenario.robot, scenario.world))
    estimate = run_slam(sequence).trajectory().tracked()
    q = encoder_angles(run, estimate.time, encoder_noise, int(seed))
    centres = centres_in_map(body, q, estimate, sequence.model)
    assert sequence.truth is not None
    there = sequence.truth.at(estimate.time)
    true = interpolated(estimate.time, run["time"].values, run["link_position"].values)
    R, t = align_rigid(estimate.position, there[:, :3, 3])
    first = there[0] @ inverse_of(estimate.transforms[0])
    aligned = np.linalg.norm(centres @ R.T + t - true, axis=-1)
    from_start = np.linalg.norm(centres @ first[:3, :3].T + first[:3, 3] - true, axis=-1)
    order = slice(None, None, -1 if scenario.robot.from_head else 1)
    return LinkErrors(aligned[:, order], from_start[:, order])


def centres_in_map(body: BodyKinematics, q: FloatArray, camera: Trajectory, model: StereoModel) -> FloatArray:
    """Return the centres of the links in the map, shape (n, n_links, 3), of a camera on the head, [m]."""
    T_map_head = transforms_of(matrix_of(camera.quaternion), camera.position) @ inverse_of(model.T_body_left)
    T_map_base = T_map_head @ inverse_of(body.frames(q, [HEAD])[:, 0])
    return np.asarray((T_map_base[:, None] @ body.centres(q))[..., :3, 3])


def encoder_angles(run: Recording, time: FloatArray, noise: float, seed: int) -> FloatArray:
    """Return joint angles at the times of the images from encoders with noise, sampled at 50 Hz and smoothed."""
    samples = np.arange(run["time"].values[0], run["time"].values[-1], STEP)
    q = interpolated(samples, run["time"].values, run["q"].values)
    q = q + np.random.default_rng(seed).normal(0.0, noise, q.shape)
    return interpolated(time, samples, smoothed_angles(q, STEP, np.full(q.shape[1], noise)))


def interpolated(time: FloatArray, samples: FloatArray, values: FloatArray) -> FloatArray:
    """Return values at other times, linear between samples along the first axis."""
    after = np.clip(np.searchsorted(samples, time), 1, len(samples) - 1)
    part = ((time - samples[after - 1]) / (samples[after] - samples[after - 1])).reshape(-1, *[1] * (values.ndim - 1))
    return np.asarray(values[after - 1] * (1 - part) + values[after] * part)


def rms(values: FloatArray) -> float:
    """Return the root mean square."""
    return float(np.sqrt(np.mean(np.square(values))))


if __name__ == "__main__":
    main()
