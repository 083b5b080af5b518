"""Contents of a movie at each of its frames: the body, its path, the time, and the camera."""

import math
from dataclasses import dataclass

import numpy as np
from scipy.ndimage import gaussian_filter1d

from snakelab.errors import RecordingError
from snakelab.results.recorded_objects.surfaces import Wall, walls_of
from snakelab.results.recording import Recording
from snakelab.types import FloatArray
from snakelab.view.body_outlines.line import AXES, body_pieces, finite_rows, view_plane
from snakelab.view.body_outlines.outlines import Silhouette, silhouette
from snakelab.view.world_outlines.ground import ground_areas
from snakelab.view.world_outlines.water import fluids_of, water_areas

STILL = 0.55  # largest distance of a fixed camera, relative to that of a following one
FILLED = (0.62, 0.60)  # fraction of the width and height of the picture for the body with a following camera
MARGIN = 0.82  # of them that the whole motion occupies if the camera is fixed
CALM = 0.6  # time constant of the camera [s]
FAR = 0.98  # fraction of the frames in which the body must fit, so that diverging ends of runs are ignored
SMALLEST = 1e-3  # extent of the view [m]


@dataclass(frozen=True)
class Camera:
    """Projection from metres in a plane to pixels.

    Attributes:
        centre: Centre of each frame, shape (n_frames, 2), [m].
        scale: Pixels per metre.
        size: Width and height of a frame [pixel].
    """

    centre: FloatArray
    scale: float
    size: tuple[int, int]

    def pixels(self, points: FloatArray, frame: int) -> FloatArray:
        """Convert points in metres, shape (..., 2), to pixels from the upper left corner."""
        middle = np.array(self.size) / 2
        pixels = middle + (points - self.centre[frame]) * (self.scale, -self.scale)
        return np.clip(pixels, -1e5, 1e5)  # limit of coordinates for drawing

    def corners(self, frame: int) -> tuple[FloatArray, FloatArray]:
        """Return the lower left and upper right corner of a frame, [m]."""
        reach = np.array(self.size) / (2 * self.scale)
        return self.centre[frame] - reach, self.centre[frame] + reach


def aim(body: FloatArray, com: FloatArray, rate: float, size: tuple[int, int]) -> Camera:
    """Choose the camera for a motion.

    Args:
        body: Points of the body in each frame, shape (n_frames, n_points, 2), [m].
        com: Centre of mass, shape (n_frames, 2), [m].
        rate: Frames per second of the motion's own time [1/s].
        size: Width and height of a frame [pixel].
    """
    wide = np.array(size, dtype=np.float64)
    followed = smoothed(com, rate)
    reach = np.quantile(np.abs(body - followed[:, None]).max(axis=1), FAR, axis=0)
    follow = float((np.array(FILLED) * wide / np.maximum(2 * reach, SMALLEST)).min())
    low, high = np.quantile(body.min(axis=1), 1 - FAR, axis=0), np.quantile(body.max(axis=1), FAR, axis=0)
    still = float((MARGIN * wide / np.maximum(high - low, SMALLEST)).min())
    if still >= STILL * follow:
        middle = (low + high) / 2
        return Camera(np.tile(middle, (len(com), 1)), min(still, follow), size)
    return Camera(followed, follow, size)


def smoothed(com: FloatArray, rate: float) -> FloatArray:
    """Return the path of a camera that follows the centre of mass, shape (n_frames, n_axes), [m]."""
    return gaussian_filter1d(com, CALM * rate, axis=0, mode="nearest") if len(com) > 1 else com.copy()


def round_step(minimum: float) -> float:
    """Return the smallest of 1, 2, 5, 10, 20, ... and their tenths that is not below `minimum`."""
    power = 10.0 ** math.floor(math.log10(minimum))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= minimum * (1 - 1e-9))


# The axis along which each plane is seen, and whether larger coordinates are nearer: the picture's axes and the one
# towards the eye are right-handed.
TOWARDS_EYE = {(0, 1): (2, 1.0), (0, 2): (1, -1.0), (1, 2): (0, 1.0)}


@dataclass(frozen=True)
class Scene:
    """Data of all frames.

    Attributes:
        name: Name of the robot.
        axes: Names of the picture's axes, such as "xy".
        times: Times of the frames, shape (n_frames,), [s].
        body: The body in the frames.
        depth: Depth of each part, larger is nearer to the viewer, shape (n_frames, n_parts), [m].
        com: Centre of mass in the plane, shape (n_frames, 2), [m].
        head: The robot's head end, likewise.
        camera: The camera.
        on_ground: True if the ground is behind the body: it is seen from above, and not in a fluid.
        ground: Outlines of the visible surfaces, each of shape (n, 2), [m].
        water: Outlines of the fluids that end within sight, likewise.
        walls: Upright walls seen from above.
        from_head: True if the parts are numbered from the head.
    """

    name: str
    axes: str
    times: FloatArray
    body: Silhouette
    depth: FloatArray
    com: FloatArray
    head: FloatArray
    camera: Camera
    on_ground: bool
    ground: tuple[FloatArray, ...] = ()
    water: tuple[FloatArray, ...] = ()
    walls: tuple[Wall, ...] = ()
    from_head: bool = False


def scene_of(recording: Recording, fps: float, speed: float, size: tuple[int, int]) -> Scene:
    """Scene of a run up to its last finite row.

    Args:
        recording: The run.
        fps: Frames per second of the movie [1/s].
        speed: Seconds of the run in a second of the movie [-].
        size: Width and height of a frame [pixel].

    Raises:
        RecordingError: if no row has a finite body.
    """
    known, rows, times = frame_times(recording, fps, speed)
    plane = view_plane(recording)

    def shown(values: FloatArray) -> FloatArray:
        return between(values[known], rows, times)

    whole = silhouette(recording, plane)
    lines = tuple(shown(line) for line in whole.lines)
    body = Silhouette(plane, lines, tuple(shown(width) for width in whole.widths), whole.massive, whole.discs)
    com, head = (shown(recording[f"{name}_position"].values[:, list(plane)]) for name in ("com", "head"))
    camera = aim(np.concatenate(lines, axis=1), com, fps / speed, size)
    name = recording.title.replace("_", " ")
    axes = AXES[plane[0]] + AXES[plane[1]]
    depth = shown(_depth(recording, plane, whole))
    on_ground = plane == (0, 1) and not fluids_of(recording)
    ground, water = tuple(ground_areas(recording, plane)), tuple(water_areas(recording, plane))
    walls = tuple(walls_of(recording)) if plane == (0, 1) else ()
    from_head = recording.dataset.attrs.get("base_end") == "head"
    return Scene(name, axes, times, body, depth, com, head, camera, on_ground, ground, water, walls, from_head)


def frame_times(recording: Recording, fps: float, speed: float) -> tuple[np.ndarray, FloatArray, FloatArray]:
    """Return the indices of the rows that can be drawn, their times, and the times of the frames [s].

    Raises:
        RecordingError: if no row has a finite body.
    """
    known = _drawable(recording)
    if not known.size:
        raise RecordingError("no row of the recording has finite positions, so there is no movie")
    rows = recording["time"].values[known]
    n_frames = max(1, int(np.floor((rows[-1] - rows[0]) * fps / speed + 1e-9)) + 1)
    return known, rows, rows[0] + np.arange(n_frames) * speed / fps


def _drawable(recording: Recording) -> np.ndarray:
    """Indices of the rows from which a frame can be drawn: finite, and each later than all before."""
    time = recording["time"].values
    com, quaternions = (recording[name].values for name in ("com_position", "link_quaternion"))
    finite = finite_rows(recording) & np.isfinite(com).all(axis=1) & np.isfinite(quaternions).all(axis=(1, 2))
    known = np.flatnonzero(finite & np.isfinite(time))
    latest = np.maximum.accumulate(time[known])
    return known[np.diff(latest, prepend=-np.inf) > 0]


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


def _depth(recording: Recording, plane: tuple[int, int], body: Silhouette) -> FloatArray:
    """Nearness of every part of the silhouette to the viewer, shape (n_rows, n_parts), [m]."""
    axis, sign = TOWARDS_EYE[plane]
    pieces = iter(sign * piece[..., axis].mean(axis=1) for piece in body_pieces(recording))
    depths: list[FloatArray] = []
    for massive in body.massive:
        near = next(pieces) if massive else None
        depths.append(near if near is not None else depths[-1] if depths else np.zeros(len(recording["time"])))
    return np.stack(depths, axis=1)
