"""3-D movie of a recording, rendered by MuJoCo."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.bridges.rendering.camera_motion.motion import BodyMotion
from snakelab.bridges.rendering.image_formation.projection import Projection
from snakelab.bridges.rendering.opengl import mujoco_module, open_context
from snakelab.bridges.rendering.renderer import Renderer
from snakelab.bridges.rendering.scene.style import FILM
from snakelab.bridges.rendering.scene.visible_objects import recorded_stage
from snakelab.errors import RecordingError
from snakelab.results.recording import Recording
from snakelab.types import FloatArray, number
from snakelab.view.movie.frames import write_title
from snakelab.view.movie.scene import between, frame_times, smoothed
from snakelab.view.movie.writing import write_movie

if TYPE_CHECKING:
    from PIL import Image

AZIMUTH, ELEVATION = np.radians(-60.0), np.radians(28.0)  # direction of the camera from the robot
FIELD = np.radians(36.0)  # of view, upwards
ROOM = 1.05  # around the body
FINE = 2  # rendered pixels per pixel in each direction, for antialiasing
FAR = 0.98  # fraction of the frame into which the body must fit
STILL = 1.6  # largest radius of a motion for a fixed camera, relative to that of the body
CONTRAST = 0.15  # largest of the textures
SMALLEST = 1e-3  # radius of the view [m]


@checked_arguments(RecordingError)
def film(
    recording: Recording,
    path: str | Path,
    *,
    fps: float = 30.0,
    speed: float = 1.0,
    size: tuple[int, int] = (960, 540),
    progress: Callable[[float], None] | None = None,
) -> Path:
    """Write a 3-D movie of a run: robot, ground, walls and pipes with light and shadow, seen obliquely from above.

    The camera is fixed if the whole motion fits, else it follows the centre of mass. Water with a surface or sides is a
    clear body; boundless water colours the background. Formats are those of `movie`.

    Args:
        recording: The run; of one that diverged, its finite rows.
        path: Output file; ends in .mp4, .webp or .gif.
        fps: Frames per second, at most 15 for WebP and GIF [1/s].
        speed: Seconds of the run in one second of the movie [-].
        size: Width and height [pixel].
        progress: Callback with the fraction done.

    Returns:
        Path of the written file.

    Raises:
        RecordingError: if the extension is another, an option is out of range, no row has finite positions, or the path
            cannot be written.
        SimulationError: without OpenGL, with the packages to install.
        MissingExtraError: without MuJoCo.
    """
    number(speed, "speed", RecordingError, above=0)
    mujoco_module()
    open_context(64, 64).free()  # a missing library is reported before anything is computed

    def pictures(rate: float, size: tuple[int, int]) -> "tuple[int, Iterator[Image.Image]]":
        _, _, times = frame_times(recording, rate, speed)
        return len(times), _frames(recording, times, rate / speed, size)

    return write_movie(pictures, path, fps=fps, size=size, progress=progress)


def _frames(recording: Recording, times: FloatArray, rate: float, size: tuple[int, int]) -> "Iterator[Image.Image]":
    """Yield the frames at these times, `rate` per second of the run."""
    from PIL import Image, ImageDraw

    body, name = BodyMotion(recording), recording.title.replace("_", " ")
    poses = camera_poses(recording, times, rate, size[0] / size[1])
    width, height = (FINE * side for side in size)
    focal = height / 2 / np.tan(FIELD / 2)
    projection = Projection(width, height, float(focal), (width - 1) / 2, (height - 1) / 2)
    stage = recorded_stage(recording)
    scenery = replace(stage.scenery, contrast=min(stage.scenery.contrast, CONTRAST))
    with Renderer(replace(stage, scenery=scenery), width, height, look=FILM) as renderer:
        for time, T in zip(times.tolist(), poses, strict=True):
            renderer.place_links(*body(time))
            picture = Image.fromarray(renderer.render([T], projection)[0].colour.copy()).reduce(FINE)
            write_title(ImageDraw.Draw(picture), size, name, time)
            yield picture


def camera_poses(recording: Recording, times: FloatArray, rate: float, aspect: float) -> FloatArray:
    """Return T_world_camera at every frame: the camera looks along its z, and its y points down, shape (n_frames, 4, 4).

    Args:
        recording: The run.
        times: Of the frames [s].
        rate: Frames per second of simulated time [1/s].
        aspect: Width of a frame in heights [-].
    """
    known, rows, _ = frame_times(recording, 1.0, 1.0)
    com = between(recording["com_position"].values[known], rows, times)
    links = between(recording["link_position"].values[known], rows, times)
    half = float(np.nan_to_num(recording["link_length"].values).max(initial=0.0)) / 2
    followed = smoothed(com, rate)

    def radius(centre: FloatArray) -> float:
        reach = np.linalg.norm(links - centre[:, None], axis=2).max(axis=1)
        return float(np.quantile(reach, FAR)) + half

    low, high = (getattr(links, side)(axis=(0, 1)) for side in ("min", "max"))
    middle = np.tile((low + high) / 2, (len(times), 1))
    still = radius(middle) <= STILL * radius(followed)
    centre = middle if still else followed
    narrow = np.arctan(np.tan(FIELD / 2) * min(aspect, 1.0))
    distance = max(ROOM * radius(centre), SMALLEST) / np.sin(narrow)
    towards = np.array([np.cos(ELEVATION) * np.cos(AZIMUTH), np.cos(ELEVATION) * np.sin(AZIMUTH), np.sin(ELEVATION)])
    forward = -towards
    right = np.cross(forward, (0.0, 0.0, 1.0))
    right /= np.linalg.norm(right)
    T = np.tile(np.eye(4), (len(times), 1, 1))
    T[:, :3, :3] = np.stack((right, np.cross(forward, right), forward), axis=1)
    T[:, :3, 3] = centre + distance * towards
    return T
