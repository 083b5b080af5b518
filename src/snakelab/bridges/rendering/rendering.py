"""Rendering of a recorded run by its cameras, into an image file."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.bridges.rendering.camera_motion.inertial_unit import inertial_unit, within
from snakelab.bridges.rendering.camera_motion.motion import BodyMotion, CarrierMotion, carrier_motion
from snakelab.bridges.rendering.camera_motion.mounted_cameras import MountedCamera, mount, recorded_cameras
from snakelab.bridges.rendering.image_formation.imaging import Imaging
from snakelab.bridges.rendering.scene.visible_objects import Stage, lack_of_features, recorded_stage
from snakelab.errors import RecordingError, SnakelabWarning
from snakelab.geometry.rotations import matrix_to_quat
from snakelab.results.camera_images import ImageFile, ImageWriter, load_images
from snakelab.results.camera_images.image_file import motion_digest
from snakelab.results.recording import Recording
from snakelab.robots.cameras import AnyCamera, DepthCamera, StereoCamera
from snakelab.types import FloatArray, number, repeated
from snakelab.worlds.scenery import Scenery

Progress = Callable[[float, float], None]


@checked_arguments(RecordingError)
def render_cameras(
    recording: Recording,
    path: str | Path,
    cameras: Sequence[AnyCamera] | AnyCamera | None = None,
    scenery: Scenery | None = None,
    begin: float | None = None,
    end: float | None = None,
    progress: Progress | None = None,
) -> ImageFile:
    """Render the images of a run and write them to an image file; return it for reading.

    Args:
        recording: The run.
        path: The file, such as "out/run/images.h5".
        cameras: Cameras to use; None for those of the recorded robot. They may be on "base", "head", a link or a soft section.
        scenery: Replaces that of the recorded world.
        begin: Time of the first image [s]; None for the first record.
        end: Last time of an image [s]; None for the last record.
        progress: Called with the fraction done and the time of the image [s].

    Raises:
        RecordingError: if there is no camera, or the file cannot be written.
        SimulationError: without OpenGL, with the packages to install.
        MissingExtraError: without MuJoCo.
    """
    given = [cameras] if isinstance(cameras, AnyCamera) else cameras
    mounted = recorded_cameras(recording) if given is None else [mount(recording, camera) for camera in given]
    if not mounted:
        raise RecordingError("the recorded robot has no cameras; give them with cameras=[StereoCamera()]")
    twice = repeated(one.camera.name for one in mounted)
    if twice is not None:
        raise RecordingError(f"two cameras are named {twice!r}; give each a different name")
    stage, body = recorded_stage(recording, scenery), BodyMotion(recording)
    if fault := lack_of_features(stage):
        warnings.warn(f"{fault}: images will have few features", SnakelabWarning, stacklevel=3)
    with ImageWriter(path, {"run": recording.name, "motion": motion_digest(recording)}) as writer:
        job = _Job(writer, recording, stage, body, (begin, end), len(mounted), progress)
        for number, one in enumerate(mounted):
            _render_one(job, one, number)
    return load_images(path)


class _Job(NamedTuple):
    """Common arguments of the cameras of one run."""

    writer: ImageWriter
    recording: Recording
    stage: Stage
    body: BodyMotion
    window: tuple[float | None, float | None]  # [s]
    n_cameras: int
    progress: Progress | None


def _render_one(job: _Job, mounted: MountedCamera, which: int) -> None:
    writer, recording, stage, body, window, n_cameras, progress = job
    camera, motion = mounted.camera, carrier_motion(recording, mounted.carrier)
    times = frame_times(motion, camera.rate, *window)
    T = motion.poses(times) @ mounted.T_carrier_camera
    unit = inertial_unit(recording, mounted.carrier, motion)
    samples = within(unit.samples, float(times[0]), float(times[-1]))
    arrays = {
        "time": times,
        "position": T[:, :3, 3],
        "quaternion": np.array([matrix_to_quat(tuple(R.ravel().tolist())) for R in T[:, :3, :3]]).reshape(-1, 4),
        "imu_time": samples.time,
        "imu_angular_rate": samples.angular_rate,
        "imu_specific_force": samples.specific_force,
    }
    facts = mounted.facts() | {
        "T_carrier_imu": unit.T_carrier_imu.tolist(),
        "imu_measured": unit.measured,
        "imu_noise": asdict(unit.noise),
    }

    def poses(time: float) -> tuple[FloatArray, FloatArray, FloatArray]:
        return motion.poses(np.array([time]))[0] @ mounted.T_carrier_camera, *body(time)

    writer.add_camera(camera.name, facts, _streams(camera), **arrays)
    with Imaging(stage, mounted, which) as imaging:
        for i, time in enumerate(times.tolist()):
            writer.add(camera.name, **imaging.images(time, poses, i))
            if progress is not None:
                progress((which + (i + 1) / len(times)) / n_cameras, time)


def frame_times(motion: CarrierMotion, rate: float, begin: float | None = None, end: float | None = None) -> FloatArray:
    """Times of the images of a run, [s].

    Args:
        motion: Of the camera's carrier.
        rate: Rate [Hz].
        begin, end: Window [s]; None for the whole run.

    Raises:
        RecordingError: if the window is not within the run.
    """
    first = motion.begin if begin is None else number(begin, "begin", RecordingError, unit="s")
    last = motion.end if end is None else number(end, "end", RecordingError, unit="s")
    if not motion.begin <= first <= last <= motion.end + 1e-9:
        raise RecordingError(
            f"begin and end must be increasing times within the run, from {motion.begin:g} to {motion.end:g} s; got "
            f"{first:g} and {last:g} s"
        )
    n = int((last - first) * rate + 1e-6) + 1
    return np.asarray(first + np.arange(n) / rate)


def _streams(camera: AnyCamera) -> dict[str, tuple[tuple[int, ...], str]]:
    shape: tuple[int, ...] = (camera.lens.height, camera.lens.width)
    if isinstance(camera, DepthCamera):
        return {"depth": (shape, "f4")}
    if camera.image_sensor.colour:
        shape = (*shape, 3)
    names: Any = ("left", "right") if isinstance(camera, StereoCamera) else ("image",)
    return dict.fromkeys(names, (shape, "u1"))
