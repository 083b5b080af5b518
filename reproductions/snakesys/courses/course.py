"""One course: a scenario, the camera, the room, and the rendered part of the run."""

import math
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from snakelab.plugins.mujoco.cameras.camera_recording import Progress, render_cameras
from snakelab.results.recording import Recording
from snakelab.robots.cameras import ImageSensor, Lamp, Lens, StereoCamera
from snakelab.scenarios.scenario import load_scenario, run_scenario
from snakelab.worlds.world import Scenery

UPWARDS = math.radians(5.0)  # tilt of the camera, as in the source
NOISE = ImageSensor(read_noise=1.0, photon_noise=2.0)
# 0.1 m above the head, over whose joints it looks
ABOVE = StereoCamera(
    point=(0.05, 0.06, 0.10), rotation=(0.0, -UPWARDS, 0.0), lens=Lens(field_of_view=1.534), image_sensor=NOISE
)
# The robot of the sidewinding and rolling gaits turns on its back within 5 s.
BELOW = replace(
    ABOVE,
    point=(0.05, -0.06, -0.10),
    rotation=(math.pi * math.cos(UPWARDS / 2), 0.0, -math.pi * math.sin(UPWARDS / 2)),
)


@dataclass(frozen=True)
class Course:
    """A course.

    Attributes:
        scenario: Name in the library.
        changes: Overrides of the scenario.
        camera: Stereo camera on the head.
        settled: Begin of the rendered part, when the gait has its full amplitude [s].
        path: Length of the camera's path in the rendered part [m].
        duration: Simulated time, sufficient for this path [s].
        room: True for a room around the path.
        margin: Distance between the camera's path and the walls [m].
        scenery: Scenery, without its seed, size and position.
    """

    scenario: str
    camera: StereoCamera
    settled: float
    path: float
    duration: float
    changes: tuple[str, ...] = ()
    room: bool = True
    margin: float = 3.0
    scenery: Scenery = field(default_factory=Scenery)


# In front of the head and near its axis, so that it stays above the ground while the body rolls.
AHEAD = replace(ABOVE, point=(0.05, 0.04, 0.0), rotation=(0.0, 0.0, 0.0), baseline=0.08)
CIRCLE = (  # creeping in a circle, at twice the frequency of the source
    "controller={cpg_gait: {gait: {winding_gait: {yaw_winding: 0.8727, pitch_winding: 0.001, angular_frequency: 1.2566, "
    "yaw_offset: 0.1}}, locked: true, network: {growth: 1}}}"
)
STEADY = (
    "controller={gaze_stabiliser: {motion: {cpg_gait: {gait: {named_gait: {name: CL}}, locked: true, "
    "network: {growth: 1}}}, joints: 2}}"
)
PIPE = "world.media.1.contact.surface={pipe: {line: [[-6, 0, 0.6], [20, 0, 0.6]], radii: 0.6}}"
DARK = replace(ABOVE, lamp=Lamp(brightness=1.2, reach=0.8))
COURSES = {
    "creeping": Course("snakesys_creeping", ABOVE, settled=0.0, path=5.0, duration=32.0),
    "sidewinding": Course("snakesys_sidewinding", BELOW, settled=8.0, path=5.0, duration=60.0),
    "arc_rolling": Course("snakesys_arc_rolling", AHEAD, settled=8.0, path=5.0, duration=60.0),
    # 1 m more than a full circle, so that the last images show the same place as the first
    "loop": Course("snakesys_creeping", ABOVE, settled=6.0, path=21.0, duration=66.0, changes=(CIRCLE,)),
    "pipe": Course(
        "snakesys_creeping",
        DARK,
        settled=4.0,
        path=4.0,
        duration=36.0,
        changes=(PIPE,),
        room=False,
        scenery=Scenery(contrast=0.25, light=0.0),
    ),
    # two joints hold the head still
    "steady_creeping": Course(
        "snakesys_creeping",
        ABOVE,
        settled=4.0,
        path=5.0,
        duration=42.0,
        changes=(STEADY,),
    ),
}


def run_course(
    name: str,
    seed: int,
    folder: Path,
    progress: Progress | None = None,
    exposure_time: float = 0.0,
    lamp: Lamp | None = None,
) -> Path:
    """Simulate a course, render its images and write both.

    Args:
        name: One of COURSES.
        seed: Seed of the scenery and of the noise of the images.
        folder: Folder of the run, to which results.nc and images.h5 are written.
        progress: Called with the fraction rendered and the time of the image [s].
        exposure_time: Exposure time of every image, which determines the motion blur [s].
        lamp: Lamp of the camera; None for that of the course.

    Returns:
        The folder.
    """
    course, recording = COURSES[name], recorded_course(name)
    sensor = replace(course.camera.image_sensor, seed=seed, exposure_time=exposure_time)
    camera = replace(course.camera, image_sensor=sensor, lamp=course.camera.lamp if lamp is None else lamp)
    begin, end = seen_window(recording, course)
    recording.save(folder / "results.nc")
    with render_cameras(
        recording, folder / "images.h5", camera, scenery_of(recording, course, seed), begin, end, progress
    ):
        return folder


def recorded_course(name: str) -> Recording:
    """Simulate a course.

    Args:
        name: One of COURSES.
    """
    course = COURSES[name]
    changes = (f"duration={course.duration}", "solver.record_rate=125", *course.changes)
    return run_scenario(load_scenario(course.scenario, changes))


def seen_window(recording: Recording, course: Course) -> tuple[float, float]:
    """Return begin and end of the rendered part of a run, in which the path has the length of the course [s]."""
    time = recording["time"].values
    steps = np.linalg.norm(np.diff(recording["head_position"].values, axis=0), axis=1)
    along = np.concatenate(([0.0], np.cumsum(steps)))
    wanted = float(np.interp(course.settled, time, along)) + course.path
    if along[-1] < wanted:
        raise ValueError(f"{course.scenario} covers {along[-1]:.2f} m of {wanted:.2f} m in {course.duration:g} s")
    return course.settled, float(np.interp(wanted, along, time))


def scenery_of(recording: Recording, course: Course, seed: int) -> Scenery:
    """Return the scenery of a course: a room around the path of the robot, with boxes around the area of the path."""
    if not course.room:
        return replace(course.scenery, seed=seed)
    places = recording["link_position"].values[..., :2].reshape(-1, 2)
    low, high = places.min(axis=0), places.max(axis=0)
    centre, clear = (low + high) / 2, high - low + 0.8
    length, width = (float(size) for size in clear + 2 * course.margin - 0.8)
    return replace(
        course.scenery,
        seed=seed,
        room=(length, width, 2.5),
        centre=(float(centre[0]), float(centre[1]), 0.0),
        boxes=30,
        clear=tuple(clear.tolist()),
    )
