"""Movies of a recording, rendered in 3-D by MuJoCo, and their files."""

import contextlib
import errno
import os
import shutil
import signal
import subprocess
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont, features
from scipy.ndimage import gaussian_filter1d

from snakelab.errors import RecordingError, SnakelabWarning
from snakelab.figures.picture_geometry import body_pieces, finite_rows
from snakelab.files import whole_file
from snakelab.geometry.rotations import rotation_matrices
from snakelab.parameters.arguments import FloatArray, choice, count, number
from snakelab.parameters.declarations import checked_arguments
from snakelab.plugins.mujoco.cameras.camera_motion import BodyMotion
from snakelab.plugins.mujoco.cameras.optics import Projection
from snakelab.plugins.mujoco.cameras.rendered_scene import FILM, mujoco_module
from snakelab.plugins.mujoco.cameras.renderer import Renderer, open_context
from snakelab.plugins.mujoco.cameras.scene_meshes import MAX_DISTANCE, Stage, recorded_stage
from snakelab.results.metrics.motion import forward_axes
from snakelab.results.recorded_objects import objects_of, trunk_links
from snakelab.results.recording import Recording

# ----------------------------------------------------------------------------------------------------------------------
# Movie files: MP4 through ffmpeg under a watchdog, or an animated WebP or GIF through Pillow, written atomically
# ----------------------------------------------------------------------------------------------------------------------

Pictures = Callable[[float, tuple[int, int]], tuple[int, Iterator[Image.Image]]]


def write_movie(
    pictures: Pictures,
    path: str | Path,
    *,
    fps: float,
    size: tuple[int, int],
    progress: Callable[[float], None] | None = None,
) -> Path:
    """Write pictures as a movie, in the format of the path's extension, or without ffmpeg as an animated picture.

    The file is written atomically: after an error or an interruption there is no part of it, and an older file remains.

    Args:
        pictures: From frames per second [1/s] and size [pixel] to the number of pictures and the pictures.
        path: Output file; ends in .mp4, .webp or .gif.
        fps: Frames per second, at most 15 for WebP and GIF [1/s].
        size: Width and height [pixel].
        progress: Callback with the fraction done.

    Returns:
        Path of the written file.

    Raises:
        RecordingError: if the extension is another, an option is out of range, or the path cannot be written.
    """
    path = Path(path)
    ending, reason = path.suffix.lower(), "there is no ffmpeg on this machine"
    if ending not in (".mp4", ".webp", ".gif"):
        raise RecordingError(f"a movie must end in .mp4, .webp, .gif; got {path.name!r}; write {path.stem}.mp4")
    number(fps, "fps", RecordingError, minimum=1, maximum=240, unit="1/s")
    width, height = (2 * (count(side, "size", RecordingError, minimum=64, maximum=7680) // 2) for side in size)
    if ending == ".mp4":
        ffmpeg = shutil.which("ffmpeg")
        if ffmpeg:
            n, shown = pictures(fps, (width, height))
            try:
                write_mp4(ffmpeg, _with_progress(shown, n, progress), path, (width, height), fps)
                return path
            except EncoderError as problem:
                reason = str(problem)
        path = path.with_suffix(animation_ending())
        # an animated picture is far larger than an MP4 of the same frames
        width, height = (2 * round(0.5 * side / 2) for side in (width, height))
    rate = min(fps, 15.0)
    n, shown = pictures(rate, (width, height))
    write_animation(_with_progress(shown, n, progress), path, rate)
    if ending == ".mp4":
        warnings.warn(
            f"{reason}: wrote {path.name}; an MP4 requires ffmpeg with libx264", SnakelabWarning, stacklevel=4
        )
    return path


def _with_progress(
    pictures: Iterator[Image.Image], total: int, progress: Callable[[float], None] | None
) -> Iterator[Image.Image]:
    """Yield the pictures, and report the progress after each."""
    for done, picture in enumerate(pictures, 1):
        yield picture
        if progress is not None:
            progress(done / total)


ENCODER_TIMEOUT = 60.0  # without progress [s]


class EncoderWatchdog:
    """Watchdog of an encoder process with piped stdin and stderr, in a separate session.

    Messages are read at once, because a full pipe would block the process.

    Attributes:
        error_output: Beginning of the messages.
        timed_out: True if the process was ended after `ENCODER_TIMEOUT` without progress.
    """

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.error_output, self.timed_out = b"", False
        self._process, self._since = process, time.monotonic()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        threading.Thread(target=self._watch, daemon=True).start()

    def note_progress(self) -> None:
        """Note that the process has made progress."""
        self._since = time.monotonic()

    def wait(self) -> int:
        """Close its stdin, wait for its end, and return its exit code."""
        self.note_progress()
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        code = self._process.wait()
        self._reader.join(1.0)  # a child process may keep the pipe open
        return code

    def end(self) -> None:
        """End the process and its children, at once."""
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _read(self) -> None:
        assert self._process.stderr is not None
        with contextlib.suppress(OSError), self._process.stderr as pipe:
            while piece := os.read(pipe.fileno(), 4096):
                self.error_output = (self.error_output + piece)[: 1 << 16]  # bytes

    def _watch(self) -> None:
        while self._process.poll() is None:
            if time.monotonic() - self._since > ENCODER_TIMEOUT:
                self.timed_out = True
                return self.end()
            time.sleep(0.1)


class EncoderError(Exception):
    """Error of ffmpeg: it cannot be started, does not support the format, does not end, or writes no MP4."""


def write_mp4(ffmpeg: str, frames: Iterable[Image.Image], path: Path, size: tuple[int, int], fps: float) -> None:
    """Write H.264 with 4:2:0 colours, which every player and browser supports; equal frames give equal bytes on one machine.

    Raises:
        EncoderError: if ffmpeg fails; then there is no file.
        RecordingError: if the path cannot be written.
    """
    with whole_file(path) as part:
        # rate factor 23: 18 is visually lossless, 28 is visible
        command = [ffmpeg, "-hide_banner", "-loglevel", "error", "-nostdin", "-y",
                   "-f", "rawvideo", "-pixel_format", "rgb24", "-video_size", f"{size[0]}x{size[1]}", "-framerate", f"{fps:g}",
                   "-i", "pipe:0", "-an", "-c:v", "libx264", "-preset", "superfast", "-crf", "23",
                   "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-fflags", "+bitexact", "-flags:v", "+bitexact",
                   "-map_metadata", "-1", "-f", "mp4", str(part.absolute())]  # fmt: skip
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except OSError as problem:
            raise EncoderError(f"{ffmpeg} cannot be started: {problem.strerror or problem}") from problem
        watchdog = EncoderWatchdog(process)
        try:
            assert process.stdin is not None
            with contextlib.suppress(BrokenPipeError):  # it ended early, with a reason
                for frame in frames:
                    process.stdin.write(frame.tobytes())
                    watchdog.note_progress()
            code = watchdog.wait()
        except BaseException:
            watchdog.end()
            watchdog.wait()
            raise
        if code or watchdog.timed_out or not _is_mp4(part):
            lines = watchdog.error_output.decode(errors="replace").strip().splitlines()
            if any(os.strerror(errno.ENOSPC) in line for line in lines):  # another format would not fit either
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            raise EncoderError(f"ffmpeg failed: {_encoder_fault(watchdog, code, lines)}")


def _encoder_fault(watchdog: EncoderWatchdog, code: int, lines: list[str]) -> str:
    """Return the reason for which ffmpeg made no movie."""
    if watchdog.timed_out:
        return f"it made no progress for {ENCODER_TIMEOUT:g} s"
    message = next((line if len(line) <= 200 else f"{line[:200]} ..." for line in lines), "")
    return message or (f"exit code {code}" if code else "it wrote no MP4 file")


def _is_mp4(path: Path) -> bool:
    """Return True if a file begins with a box of the type "ftyp", as every MP4 does."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(8)[4:] == b"ftyp"


def write_animation(frames: Iterable[Image.Image], path: Path, fps: float) -> None:
    """Write an animated picture, WebP or GIF by the extension of the path.

    Raises:
        RecordingError: if the path cannot be written.
    """
    rest = iter(frames)
    first = next(rest)
    kind = path.suffix.lower().removeprefix(".").upper()
    options = {"quality": 75, "method": 0} if kind == "WEBP" else {"disposal": 1}
    with whole_file(path) as part, part.open("wb") as file:
        first.save(file, kind, save_all=True, append_images=rest, duration=1000 / fps, loop=0, **options)


def animation_ending() -> str:
    """Return the format that the machine's Pillow can animate: ".webp", or else ".gif", which is larger."""
    return ".webp" if features.check("webp") else ".gif"


# ----------------------------------------------------------------------------------------------------------------------
# Movie of a recording, rendered in 3-D by MuJoCo: the camera of each view, the frames and the file
# ----------------------------------------------------------------------------------------------------------------------

VIEWS = ("follow", "top", "side", "head")


@dataclass(frozen=True)
class CameraSettings:
    """Placement of the camera.

    Attributes:
        field: Vertical angle of view [rad].
        room: Distance relative to the smallest one at which the body fits into the frame [-].
        fitting: Fraction of the frames in which the body must fit, so that diverging ends of runs are ignored [-].
        still: Largest distance of a camera at rest, relative to that of one that follows [-].
        smoothing: Standard deviation of the filter of the followed point [s].
        turning: That of the filter of the head's direction [s].
        azimuth: Direction from the robot to the camera of "follow", from the direction of travel [rad].
        elevation: Its angle above the horizontal [rad].
        side_elevation: The same of "side" [rad].
        behind, above: Position of the camera of "head" from the tip of the head, in body lengths [-].
        ahead: Distance of the point that it looks at, ahead of the tip, in body lengths [-].
        pitch: Largest inclination of the head that it follows [rad].
    """

    field: float = np.radians(36.0)
    room: float = 1.2
    fitting: float = 0.98
    still: float = 1.5
    smoothing: float = 0.6
    turning: float = 1.0
    azimuth: float = np.radians(-60.0)
    elevation: float = np.radians(32.0)
    side_elevation: float = np.radians(12.0)
    behind: float = 0.75
    above: float = 0.4
    ahead: float = 0.3
    pitch: float = np.radians(50.0)


CAMERA = CameraSettings()


@checked_arguments(RecordingError)
def movie(
    recording: Recording,
    path: str | Path,
    *,
    view: str = "follow",
    fps: float = 30.0,
    speed: float = 1.0,
    size: tuple[int, int] = (960, 540),
    progress: Callable[[float], None] | None = None,
) -> Path:
    """Write a 3-D movie of a run: the robot, its world, the path of the centre of mass, and the time.

    The free bodies of the world are drawn, and those within a body length of the robot are in the frame.

    The views are "follow", obliquely from above; "top", vertically from above with x to the right; "side", nearly
    horizontally, across the direction in which the run extends most; and "head", from behind the head in its
    direction. The camera of the first three is at rest if the whole motion fits, else it follows the centre of mass.

    Level ground has squares of a round size. Pipes are open towards the camera, and upright walls are cut at the height
    of the body. Water with a surface or sides is a transparent volume; unbounded water colours the background, above a
    plane of reference that is not in the world.

    The extension of the path gives the format. MP4 needs ffmpeg with H.264 on the machine; without it an animated WebP
    (or GIF) of half the size, with 15 frames per second, is written instead, with a warning. The file is written
    atomically, so that an interruption leaves no part of it.

    Args:
        recording: The run; of one that diverged, its finite rows.
        path: Output file; ends in .mp4, .webp or .gif.
        view: "follow", "top", "side" or "head".
        fps: Frames per second, at most 15 for WebP and GIF [1/s].
        speed: Seconds of the run in one second of the movie: 0.5 is slow motion [-].
        size: Width and height, even numbers [pixel].
        progress: Callback with the fraction done.

    Returns:
        Path of the written file.

    Raises:
        RecordingError: if there is no such view or the extension is another, an option is out of range, no row has
            finite positions, or the path cannot be written.
        SimulationError: without OpenGL, with the packages to install.
        MissingExtraError: without MuJoCo.
    """
    choice(view, "view", VIEWS, RecordingError)
    number(speed, "speed", RecordingError, above=0)
    require_renderer()  # a missing library is reported before anything is computed

    def pictures(rate: float, size: tuple[int, int]) -> tuple[int, Iterator[Image.Image]]:
        shown = drawable(recording)
        times = frame_times(shown, rate, speed)
        return len(times), frames(shown, times, rate / speed, size, view, speed)

    with np.errstate(all="ignore"):  # a diverged run overflows; its status reports it
        return write_movie(pictures, path, fps=fps, size=size, progress=progress)


def require_renderer() -> None:
    """Check that movies can be rendered on this machine.

    Raises:
        SimulationError: without OpenGL, with the packages to install.
        MissingExtraError: without MuJoCo, with the command that installs it.
    """
    mujoco_module()
    open_context(64, 64).free()


def frames(
    recording: Recording,
    times: FloatArray,
    rate: float,
    size: tuple[int, int],
    view: str = "follow",
    speed: float = 1.0,
) -> Iterator[Image.Image]:
    """Yield the frames at these times, each an RGB picture.

    Args:
        recording: The run, see `drawable`.
        times: Of the frames [s].
        rate: Frames per second of simulated time [1/s].
        size: Width and height of a frame [pixel].
        view: One of `VIEWS`.
        speed: Playback speed, which is written behind the time if it is not 1 [-].
    """
    body, name = BodyMotion(recording), recording.title.replace("_", " ")
    poses = camera_poses(recording, times, rate, size[0] / size[1], view)
    com = between(recording["com_position"].values, recording["time"].values, times)
    width, height = (2 * side for side in size)  # reduced at the end, for antialiasing
    focal = height / 2 / np.tan(CAMERA.field / 2)
    projection = Projection(width, height, float(focal), (width - 1) / 2, (height - 1) / 2)
    stage = recorded_stage(recording)
    # textures of more contrast are made for the detection of features
    scenery = replace(stage.scenery, contrast=min(stage.scenery.contrast, 0.06))
    thickness = _path_radius(stage)
    with Renderer(replace(stage, scenery=scenery), width, height, look=FILM) as renderer:
        for i, (time, T) in enumerate(zip(times.tolist(), poses, strict=True)):
            renderer.place_links(*body(time))
            renderer.place_sun()
            if view != "head":
                renderer.draw_path(_visible_path(com[: i + 1], T), thickness, (0.84, 0.37, 0.0))
            picture = Image.fromarray(renderer.render([T], projection)[0].colour.copy()).reduce(2)
            _write_title(ImageDraw.Draw(picture), size, name, clock_text(time, speed))
            yield picture


def _path_radius(stage: Stage) -> float:
    """Return the radius of the drawn path: a small fraction of the width of the body [m]."""
    return 0.06 * float(np.median([max(link.width, link.height) for link in stage.links]))


def _visible_path(path: FloatArray, T_world_camera: FloatArray) -> FloatArray:
    """Return the end of a path, without points near the camera, as at most 300 points, shape (n, 3), [m]."""
    depth = (path - T_world_camera[:3, 3]) @ T_world_camera[:3, 2]
    near = np.flatnonzero(depth < 0.5 * depth[-1])
    path = path[near[-1] + 1 :] if near.size else path
    step = max(1, -(-len(path) // 300))  # the number limits the time of a frame
    return path[::-1][::step][::-1]


def camera_poses(
    recording: Recording, times: FloatArray, rate: float, aspect: float, view: str = "follow"
) -> FloatArray:
    """Return T_world_camera at every frame: the camera looks along its z, and its y points down, shape (n_frames, 4, 4).

    Args:
        recording: The run, see `drawable`.
        times: Of the frames [s].
        rate: Frames per second of simulated time [1/s].
        aspect: Width of a frame in heights [-].
        view: One of `VIEWS`.
    """
    rows = recording["time"].values
    com = between(recording["com_position"].values, rows, times)
    body = between(np.concatenate(body_pieces(recording), axis=1), rows, times)
    travel = _travel_direction(body, com)
    if view == "head":
        return _head_poses(recording, times, rate, travel)
    tangents = np.tan(CAMERA.field / 2) * np.array([aspect, 1.0])
    half = _half_width(recording)
    axes = _camera_axes(view, travel)
    body = np.concatenate((body, _nearby_corners(recording, times, com)), axis=1)

    def distance(centre: FloatArray) -> float:
        """Return the distance at which the body fits into the frame: |x| < z tan(field / 2), of every point."""
        right, down, ahead = np.moveaxis((body - centre[:, None]) @ axes, -1, 0)
        needed = (np.abs(np.stack((right, down), axis=-1)) + half) / tangents - ahead[..., None]
        fitting = float(np.quantile(needed.max(axis=(1, 2)), CAMERA.fitting))
        return max(CAMERA.room * fitting, half + 0.05)  # five times the near clipping plane [m]

    seen = body.reshape(-1, 3) @ axes
    middle = axes @ (seen.min(axis=0) + seen.max(axis=0)) / 2
    at_rest, followed = np.tile(middle, (len(times), 1)), smoothed(com, CAMERA.smoothing * rate)
    centre = at_rest if distance(at_rest) <= CAMERA.still * distance(followed) else followed
    T = np.tile(np.eye(4), (len(times), 1, 1))
    T[:, :3, :3] = axes
    T[:, :3, 3] = centre - distance(centre) * axes[:, 2]
    return T


def _nearby_corners(recording: Recording, times: FloatArray, com: FloatArray) -> FloatArray:
    """Return the corners of the boxes round free bodies, shape (n_frames, 8 n_objects, 3), [m].

    Those farther from the robot than its length are at its centre of mass, so that the camera does not follow them.
    """
    objects, motion = objects_of(recording), BodyMotion(recording)
    n, size = len(objects), float(np.nansum(recording["link_length"].values))
    if not n:
        return np.zeros((len(times), 0, 3))
    corners = np.array([one.extents for one in objects])[:, None] * np.array(list(product((-0.5, 0.5), repeat=3)))
    points = np.empty((len(times), n, 8, 3))
    for shown, now, middle in zip(points, times.tolist(), com, strict=True):
        place, turn = (values[-n:] for values in motion(now))
        shown[:] = place[:, None] + np.einsum("nij,nkj->nki", rotation_matrices(turn), corners)
        shown[np.linalg.norm(place - middle, axis=1) > size] = middle
    return points.reshape(len(times), 8 * n, 3)


def _camera_axes(view: str, travel: FloatArray) -> FloatArray:
    """Return the axes of the camera, right, down and forwards, as columns, shape (3, 3).

    Args:
        view: "follow", "top" or "side".
        travel: Horizontal direction of travel.
    """
    if view == "top":
        return np.diag([1.0, -1.0, -1.0])
    azimuth = np.arctan2(travel[1], travel[0])
    azimuth += CAMERA.azimuth if view == "follow" else -np.pi / 2
    elevation = CAMERA.elevation if view == "follow" else CAMERA.side_elevation
    towards = np.array([np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation)])
    return _axes_along(-towards[None])[0]


def _axes_along(forward: FloatArray) -> FloatArray:
    """Return axes right, down and forwards of cameras that are level sideways, shape (n, 3, 3); none may look vertically."""
    right = np.cross(forward, (0.0, 0.0, 1.0))
    right /= np.linalg.norm(right, axis=1, keepdims=True)
    return np.stack((right, np.cross(forward, right), forward), axis=2)


def _travel_direction(body: FloatArray, com: FloatArray) -> FloatArray:
    """Return the horizontal direction in which the moving body extends most, with the displacement, shape (3,)."""
    points = body[..., :2].reshape(-1, 2)
    _, directions = np.linalg.eigh(np.cov(points.T))
    direction = directions[:, -1]
    displacement = float((com[-1, :2] - com[0, :2]) @ direction)
    sign = displacement if abs(displacement) > 1e-9 else direction[np.abs(direction).argmax()]
    return np.append(direction * (1.0 if sign >= 0 else -1.0), 0.0)


def _head_poses(recording: Recording, times: FloatArray, rate: float, travel: FloatArray) -> FloatArray:
    """Return the poses of a camera behind and above the head, in its smoothed direction, shape (n_frames, 4, 4)."""
    rows, size = recording["time"].values, float(np.nansum(recording["link_length"].values))
    size = max(size, 4 * _half_width(recording))
    i_head = 0 if recording.dataset.attrs.get("base_end") == "head" else (trunk_links(recording).stop or 0) - 1
    tip = smoothed(between(recording["head_position"].values, rows, times), CAMERA.smoothing * rate / 2)
    forward = smoothed(between(forward_axes(recording)[:, i_head], rows, times), CAMERA.turning * rate)
    level = forward[:, :2] + 0.3 * travel[:2]  # a head that points up, or whose mean direction is none, looks ahead
    reach = np.linalg.norm(level, axis=1)
    pitch = np.clip(np.arctan2(forward[:, 2], reach), -CAMERA.pitch, CAMERA.pitch)
    level /= np.maximum(reach, 1e-9)[:, None]
    forward = np.column_stack((level * np.cos(pitch)[:, None], np.sin(pitch)))
    up = -_axes_along(forward)[:, :, 1]
    place = tip + size * (CAMERA.above * up - CAMERA.behind * forward)
    sight = tip + size * CAMERA.ahead * forward - place
    T = np.tile(np.eye(4), (len(times), 1, 1))
    T[:, :3, :3] = _axes_along(sight / np.linalg.norm(sight, axis=1, keepdims=True))
    T[:, :3, 3] = place
    return T


def _half_width(recording: Recording) -> float:
    """Return half of the width of the body; that of a slender one where no cross-section is recorded [m]."""
    extents = [
        np.nan_to_num(recording[name].values).max(initial=0.0)
        for name in ("link_width", "link_height")
        if name in recording.dataset.coords
    ]
    return float(max(extents, default=0.0)) / 2 or 0.02 * float(np.nansum(recording["link_length"].values)) or 1e-3


def drawable(recording: Recording) -> Recording:
    """Return the rows that can be drawn: finite, at most 10 km away, and each later than all before.

    Raises:
        RecordingError: if there is none.
    """
    time = recording["time"].values
    com, quaternions, position = (
        recording[f"{name}"].values for name in ("com_position", "link_quaternion", "link_position")
    )
    with np.errstate(all="ignore"):
        finite = finite_rows(recording) & np.isfinite(com).all(axis=1) & np.isfinite(quaternions).all(axis=(1, 2))
        known = np.flatnonzero(finite & np.isfinite(time) & (np.abs(position) < MAX_DISTANCE).all(axis=(1, 2)))
    known = known[np.diff(np.maximum.accumulate(time[known]), prepend=-np.inf) > 0]
    if not known.size:
        raise RecordingError("no row of the recording has finite positions, so there is no movie")
    return replace(recording, dataset=recording.dataset.isel(time=known))


def frame_times(recording: Recording, fps: float, speed: float) -> FloatArray:
    """Return the times of the frames, from the first row to the last [s].

    Args:
        recording: The run, see `drawable`.
        fps: Frames per second of the movie [1/s].
        speed: Seconds of the run in a second of the movie [-].
    """
    rows = recording["time"].values
    n_frames = max(1, int(np.floor((rows[-1] - rows[0]) * fps / speed + 1e-9)) + 1)
    return np.asarray(rows[0] + np.arange(n_frames) * speed / fps, dtype=np.float64)


def between(values: FloatArray, rows: FloatArray, times: FloatArray) -> FloatArray:
    """Interpolate values linearly at other times; before the first row and after the last they are constant.

    Args:
        values: Values, shape (n_rows, ...).
        rows: Times of the rows, shape (n_rows,), [s].
        times: Other times, shape (n_times,), [s].
    """
    if len(rows) == 1:
        return np.repeat(values, len(times), axis=0)
    after = np.clip(np.searchsorted(rows, times, side="right"), 1, len(rows) - 1)
    fraction = np.clip((times - rows[after - 1]) / (rows[after] - rows[after - 1]), 0.0, 1.0)
    fraction = fraction.reshape(-1, *(1,) * (values.ndim - 1))
    return np.asarray(values[after - 1] * (1 - fraction) + values[after] * fraction)


def smoothed(values: FloatArray, deviation: float) -> FloatArray:
    """Return values filtered along their first axis by a Gaussian of a standard deviation in samples."""
    return gaussian_filter1d(values, deviation, axis=0, mode="nearest") if len(values) > 1 else values.copy()


def clock_text(time: float, speed: float) -> str:
    """Return the time [s], and the playback speed if it is not 1."""
    return f"{time:.2f} s" + ("" if speed == 1 else f"  {speed:.3g}×")


def _write_title(draw: ImageDraw.ImageDraw, size: tuple[int, int], name: str, clock: str) -> None:
    """Write the name and the time at the upper edge of a picture of a size [pixel]."""
    width, unit = size[0], size[1] / 720
    font = _font(round(24 * unit))
    stroke = {"stroke_width": max(1, round(3 * unit)), "stroke_fill": (250, 250, 247)}
    outline: dict[str, Any] = {"fill": (34, 34, 34), "font": font, **stroke}
    draw.text((18 * unit, 14 * unit), _fitting(name, font, 0.7 * width), anchor="lt", **outline)
    draw.text((width - 18 * unit, 14 * unit), clock, anchor="rt", **outline)


def _fitting(name: str, font: ImageFont.FreeTypeFont, room: float) -> str:
    """Return the name in one line, truncated if it does not fit."""
    text = "".join(c if c.isprintable() else " " for c in name)
    while text and font.getlength(text) > room:
        text = text[:-2].rstrip() + "…"
    return text


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    """Return the sans serif that comes with Matplotlib, so that every machine draws the same."""
    from matplotlib import get_data_path

    return ImageFont.truetype(str(Path(get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"), max(size, 6))
