"""Movie of a recording."""

import shutil
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from PIL import Image

from snakelab.arguments import check_arguments
from snakelab.errors import RecordingError, SnakelabWarning
from snakelab.results.recording import Recording
from snakelab.types import count, number
from snakelab.view.movie.encoding import EncoderError, animation_ending, write_animation, write_mp4
from snakelab.view.movie.frames import frames
from snakelab.view.movie.scene import scene_of

ENDINGS = (".mp4", ".webp", ".gif")
# Of an animated picture, which is far larger than an MP4 of the same frames: frames per second, and relative size.
SLOW, SMALLER = 15.0, 0.5
INSTALL = "an MP4 requires ffmpeg with libx264"

Pictures = Callable[[float, tuple[int, int]], tuple[int, Iterator[Image.Image]]]


@np.errstate(all="ignore")  # a diverged run overflows; its status reports it
def movie(
    recording: Recording,
    path: str | Path,
    *,
    fps: float = 30.0,
    speed: float = 1.0,
    size: tuple[int, int] = (960, 540),
    progress: Callable[[float], None] | None = None,
) -> Path:
    """Write a movie of a run: the body on a grid with its scale, the time, and the path of the centre of mass.

    The body is seen in the plane in which it extends most, as wide as its cross-sections are. The camera is fixed
    if all of the motion fits, else it follows the centre of mass. The extension of the path gives the format. MP4 needs
    ffmpeg with H.264 on the machine; without it an animated WebP (or GIF) of half the size, with 15 frames a second, is
    written instead, with a warning. The file is written atomically.

    Args:
        recording: The run; of one that diverged, its finite rows.
        path: Output file; ends in .mp4, .webp or .gif.
        fps: Frames per second, at most 15 for WebP and GIF [1/s].
        speed: Seconds of the run in one second of the movie: 0.5 is slow motion [-].
        size: Width and height, even numbers [pixel].
        progress: Callback with the fraction done.

    Returns:
        Path of the written file.

    Raises:
        RecordingError: if the extension is another, an option is out of range, no row has finite positions, or the path
            cannot be written.
    """
    check_arguments(movie, {"recording": recording, "path": path, "size": size, "progress": progress}, RecordingError)

    def pictures(rate: float, size: tuple[int, int]) -> tuple[int, Iterator[Image.Image]]:
        scene = scene_of(recording, rate, speed, size)
        return len(scene.times), frames(scene)

    number(speed, "speed", RecordingError, above=0)
    return write_movie(pictures, path, fps=fps, size=size, progress=progress)


def write_movie(
    pictures: Pictures,
    path: str | Path,
    *,
    fps: float,
    size: tuple[int, int],
    progress: Callable[[float], None] | None = None,
) -> Path:
    """Write pictures as a movie, in the format of the path's extension, or without ffmpeg as an animated picture.

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
    if ending not in ENDINGS:
        raise RecordingError(f"a movie must end in {', '.join(ENDINGS)}; got {path.name!r}; write {path.stem}.mp4")
    number(fps, "fps", RecordingError, minimum=1, maximum=240, unit="1/s")
    width, height = (2 * (count(side, "size", RecordingError, minimum=64, maximum=7680) // 2) for side in size)
    if ending == ".mp4":
        ffmpeg = shutil.which("ffmpeg")
        if ffmpeg:
            n, shown = pictures(fps, (width, height))
            try:
                write_mp4(ffmpeg, _reported(shown, n, progress), path, (width, height), fps)
                return path
            except EncoderError as problem:
                reason = str(problem)
        path = path.with_suffix(animation_ending())
        width, height = (2 * round(SMALLER * side / 2) for side in (width, height))
    rate = min(fps, SLOW)
    n, shown = pictures(rate, (width, height))
    write_animation(_reported(shown, n, progress), path, rate)
    if ending == ".mp4":
        warnings.warn(f"{reason}: wrote {path.name}; {INSTALL}", SnakelabWarning, stacklevel=3)
    return path


def _reported(
    pictures: Iterator[Image.Image], total: int, progress: Callable[[float], None] | None
) -> Iterator[Image.Image]:
    """Yield the pictures, and report the progress after each."""
    for done, picture in enumerate(pictures, 1):
        yield picture
        if progress is not None:
            progress(done / total)
