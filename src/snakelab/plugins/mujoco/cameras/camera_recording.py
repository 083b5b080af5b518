"""Rendering by a robot's cameras: of a recorded run into an image file, as stereo pairs, and during a run.

In reading order: `render_cameras`, which writes an image file; `load_sequence`, its image pairs; `LiveCameras`, the
cameras of a `Simulation`.
"""

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from snakelab.errors import RecordingError, SimulationError, SnakelabWarning, nearest
from snakelab.geometry.rotations import matrix_to_quat
from snakelab.parameters.arguments import FloatArray, instance, instances, number, repeated
from snakelab.parameters.declarations import check_arguments, checked_arguments
from snakelab.perception.camera_models import ImuNoise, ImuSamples, StereoFrame, StereoModel
from snakelab.perception.trajectories import Trajectory
from snakelab.physics.model import Model
from snakelab.physics.model_tables import trunk_stations
from snakelab.plugins.mujoco.cameras.camera_motion import (
    BodyMotion,
    CarrierMotion,
    MountedCamera,
    carrier_motion,
    inertial_unit,
    mount,
    mounted_camera,
    posed,
    recorded_cameras,
    within,
)
from snakelab.plugins.mujoco.cameras.optics import pinhole_model
from snakelab.plugins.mujoco.cameras.renderer import Imaging
from snakelab.plugins.mujoco.cameras.scene_meshes import Stage, VisibleLink, lack_of_features, recorded_stage
from snakelab.results.recorded_images import CameraImages, ImageFile, ImageWriter, load_images, motion_digest
from snakelab.results.recorded_objects import meshes_from, objects_from, propellers_from, wheels_from
from snakelab.results.recording import Recording
from snakelab.robots.cameras import AnyCamera, DepthCamera, StereoCamera
from snakelab.sim.live_run import Record
from snakelab.sim.recording_assembly import (
    camera_facts,
    fluid_facts,
    link_facts,
    mesh_facts,
    object_facts,
    outline_facts,
    propeller_facts,
    surface_facts,
    wheel_facts,
)
from snakelab.sim.simulation import Simulation
from snakelab.worlds.world import Scenery

# ----------------------------------------------------------------------------------------------------------------------
# Rendering of a recorded run by its cameras, into an image file
# ----------------------------------------------------------------------------------------------------------------------

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


# ----------------------------------------------------------------------------------------------------------------------
# Image pairs of an image file as a `StereoSequence`
# ----------------------------------------------------------------------------------------------------------------------


class RenderedSequence:
    """Image pairs of a rendered run with calibration, samples of the inertial unit and the true trajectory of the left camera.

    Args:
        images: An image file, open as long as the sequence is read.
        camera: Name of a stereo camera; empty for the first.

    Attributes:
        model: Calibration; T_body_left is the pose of the left camera in the axes of the inertial unit.
        imu: Samples.
        imu_noise: Noise densities that the `Imu` of the robot declares; the default ones where it declares none.
        truth: True trajectory of the left camera's optical axes.

    Raises:
        RecordingError: if the file has no such stereo camera, or its description is damaged.
    """

    def __init__(self, images: ImageFile, camera: str = "") -> None:
        check_arguments(RenderedSequence.__init__, {"images": images, "camera": camera}, RecordingError)
        recorded = self._images = _pair(images, camera)
        try:
            mounted = mounted_camera(recorded.facts)
            T_carrier_imu = np.asarray(recorded.facts["T_carrier_imu"], dtype=np.float64).reshape(4, 4)
            stereo = mounted.camera
            if not isinstance(stereo, StereoCamera):
                raise ValueError(f"{recorded.name} is no stereo camera")
            self.imu_noise = ImuNoise(**recorded.facts.get("imu_noise", {}))
            T_body_left = np.linalg.inv(T_carrier_imu) @ mounted.T_carrier_camera
        except Exception as problem:  # a damaged description can raise any exception
            raise RecordingError(f"{images.path} is damaged: camera {recorded.name!r}: {problem}") from problem
        T_left_right = np.eye(4)
        T_left_right[0, 3] = stereo.baseline
        lens = pinhole_model(stereo.lens)
        self.model = StereoModel(lens, lens, T_left_right, T_body_left)
        self.imu = _samples(recorded)
        self.truth: Trajectory | None = Trajectory(recorded.time, recorded.position, recorded.quaternion)

    def __len__(self) -> int:
        return len(self._images)

    def frames(self) -> Iterator[StereoFrame]:
        """Yield the image pairs, each read on access."""
        for i, time in enumerate(self._images.time.tolist()):
            yield StereoFrame(time, self._images.image(i, "left"), self._images.image(i, "right"))


@checked_arguments(RecordingError)
def load_sequence(path: str | Path, camera: str = "") -> RenderedSequence:
    """Open the image pairs of a rendered run.

    Args:
        path: An image file, or a folder that contains `images.h5`.
        camera: Name of a stereo camera; empty for the first.

    Raises:
        RecordingError: if the file is missing, damaged, or has no such stereo camera.
    """
    return RenderedSequence(load_images(path), camera)


def _pair(images: ImageFile, camera: str) -> CameraImages:
    pairs = [name for name, one in images.cameras.items() if one.kind == "StereoCamera"]
    if camera:
        recorded = images.camera(camera)
    elif pairs:
        recorded = images.camera(pairs[0])
    else:
        raise RecordingError(
            f"{images.path} has no images of a StereoCamera, but of {', '.join(images.cameras) or 'none'}"
        )
    if recorded.kind != "StereoCamera":
        raise RecordingError(f"camera {recorded.name!r} is a {recorded.kind}; a sequence needs a StereoCamera")
    return recorded


def _samples(images: CameraImages) -> ImuSamples | None:
    time, rate, force = (images.array(f"imu_{what}") for what in ("time", "angular_rate", "specific_force"))
    if time is None or rate is None or force is None or not len(time):
        return None
    return ImuSamples(time, rate, force)


# ----------------------------------------------------------------------------------------------------------------------
# Images of a robot's cameras during a run
# ----------------------------------------------------------------------------------------------------------------------


class LiveCameras:
    """Cameras of the robot of a `Simulation`, rendered on request. Use it as a context manager, or close it.

    Unbounded surfaces are drawn to 12 m around the initial position of the robot. The thread that creates it renders the images.

    Args:
        simulation: A run whose robot has cameras.
        names: Names of cameras; None for all.
        vivid: Images in colour with sky and grounds as in the 3-D view of the page, for people; for estimation, the
            images that the cameras give are without it.

    Raises:
        SimulationError: if the robot has no such camera, or without OpenGL.
        MissingExtraError: without MuJoCo.
    """

    def __init__(self, simulation: Simulation, names: Sequence[str] | None = None, vivid: bool = False) -> None:
        instance(simulation, "LiveCameras simulation", (Simulation,), SimulationError)
        instance(vivid, "LiveCameras vivid", (bool,), SimulationError)
        if names is not None:
            names = tuple(instances(names, "LiveCameras names", (str,), SimulationError))
        self._simulation = simulation
        self._numbers: dict[str, int] = {}
        self._imaging: dict[str, Imaging] = {}
        model = simulation.model
        self._mounted = {one.camera.name: one for one in map(mounted_camera, camera_facts(model))}
        self._links = list(map(str, model.station_names))
        if not self._mounted:
            raise SimulationError(
                f"robot {model.robot.name!r} has no cameras; write Robot(..., cameras=[StereoCamera()])"
            )
        for name in self._mounted if names is None else names:
            if name not in self._mounted:
                raise SimulationError(f"the robot has no camera {name!r}{nearest(name, self._mounted)}")
        self._mounted = {name: one for name, one in self._mounted.items() if names is None or name in names}
        stage = model_stage(model, simulation["link_position"])
        for index, (name, mounted) in enumerate(self._mounted.items()):
            self._imaging[name] = Imaging(stage, mounted, index, vivid)
            self._numbers[name] = 0

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the cameras."""
        return tuple(self._mounted)

    def images(self, name: str = "", record: Record | None = None) -> dict[str, np.ndarray]:
        """Return the images of one camera now, without motion blur: "image"; "left" and "right"; or "depth".

        Args:
            name: Name of the camera; empty for the first.
            record: Record of the run, from a subscription; None for the present state.

        Raises:
            SimulationError: if there is no such camera.
        """
        name = name or next(iter(self._mounted))
        if name not in self._mounted:
            raise SimulationError(f"there is no camera {name!r}{nearest(name, self._mounted)}")
        source: Simulation | Record = self._simulation if record is None else record
        T = self._pose(self._mounted[name], source)
        kinds = ("link", "object") if self._simulation.model.world.objects else ("link",)
        bodies = [np.concatenate([source[f"{kind}_{what}"] for kind in kinds]) for what in ("position", "quaternion")]
        number = self._numbers[name]
        self._numbers[name] += 1
        return self._imaging[name].images(source.time, lambda time: (T, bodies[0], bodies[1]), number)

    def _pose(self, mounted: MountedCamera, source: Simulation | Record) -> FloatArray:
        """Return T_world_camera."""
        if mounted.carrier in ("base", "head"):
            position, quaternion = (source[f"{mounted.carrier}_{what}"] for what in ("position", "quaternion"))
        else:
            i = self._links.index(mounted.carrier)
            position, quaternion = source["link_position"][i], source["link_quaternion"][i]
        return posed(position, quaternion) @ mounted.T_carrier_camera

    def close(self) -> None:
        """Free the renderers."""
        for imaging in self._imaging.values():
            imaging.close()

    def __enter__(self) -> "LiveCameras":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def model_stage(model: Model, places: FloatArray) -> Stage:
    """Return the visible things of a model.

    Args:
        model: The model.
        places: Positions of the links at the start, shape (n_links, 3), [m].
    """
    _, lengths, centres = link_facts(model)
    names = list(map(str, model.station_names))
    links = tuple(
        VisibleLink(kind, -back, -back + length, width or thin, height or thin)
        for kind, back, length, width, height, thin in zip(
            *(values.tolist() for values in (outline_facts(model)[0], centres, lengths, *outline_facts(model)[1:])),
            len(lengths) * [0.04 * max(float(lengths.sum()), 1e-3)],
            strict=True,
        )
    )
    scenery = model.world.scenery or Scenery()
    planar = model.robot.base == "planar"
    return Stage(
        links,
        surface_facts(model),
        fluid_facts(model),
        scenery,
        places.min(axis=0),
        places.max(axis=0),
        planar,
        model.robot.from_head,
        tuple(wheels_from(wheel_facts(model), names)),
        tuple(propellers_from(propeller_facts(model), names)),
        tuple(meshes_from(mesh_facts(model), names)),
        trunk_stations(model.parts, model.stations),
        tuple(objects_from(object_facts(model))),
    )
