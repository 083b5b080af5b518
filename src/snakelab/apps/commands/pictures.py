"""Commands `snakelab render` and `snakelab movie`: camera images and a movie of a recorded run."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from snakelab.apps.commands.recordings import RecordingPath
from snakelab.apps.commands.run import write_images
from snakelab.apps.terminal.console import Json, Quiet, clean_errors, print_json, results, to_whoever_reads

if TYPE_CHECKING:
    from snakelab.results.recording import Recording


def render(
    recording: RecordingPath,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The image file.  [default: images.h5 in the folder of the run, or next to the recording]",
        ),
    ] = None,
    begin: Annotated[float | None, typer.Option(metavar="S", help="Time of the first image [s].")] = None,
    end: Annotated[float | None, typer.Option(metavar="S", help="Time of the last image [s].")] = None,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Render the images of the robot's cameras from a recording. It needs MuJoCo and OpenGL."""
    with clean_errors():
        from snakelab.bridges.rendering.camera_motion.mounted_cameras import recorded_cameras
        from snakelab.errors import RecordingError
        from snakelab.results.camera_images.image_file import NAME
        from snakelab.results.recording import load

        run = load(recording)
        if not recorded_cameras(run):
            raise RecordingError(
                f"the robot of {recording} has no cameras; write `cameras:` in the scenario and run it again "
                "(docs/cameras.md)"
            )
        path = out or (recording if recording.is_dir() else recording.parent) / NAME
        counts = write_images(run, path, quiet=quiet, begin=begin, end=end)
        with to_whoever_reads():
            if as_json:
                print_json(
                    {"format": "snakelab-render-1", "recording": str(recording), "file": str(path), "images": counts}
                )
            elif not quiet:
                console = results()
                for name, n in counts.items():
                    console.print(f"{name}: {n} images", soft_wrap=True)
                console.print(f"wrote {path}", soft_wrap=True)


NAME = "motion.mp4"


def movie(
    recording: RecordingPath,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The movie: .mp4, .webp or .gif.  [default: motion.mp4 in the folder of the run]"
        ),
    ] = None,
    view: Annotated[
        str,
        typer.Option(
            metavar="VIEW",
            help="follow: obliquely from above; top: vertically from above; side: across the direction of travel; head: from "
            "behind the head.",
        ),
    ] = "follow",
    fps: Annotated[float, typer.Option(metavar="HZ", help="Frames per second; at most 15 for .webp and .gif.")] = 30.0,
    speed: Annotated[
        float, typer.Option(metavar="FACTOR", help="Playback speed: simulated seconds per second of the movie.")
    ] = 1.0,
    width: Annotated[int, typer.Option(metavar="PIXELS", help="Width; the height is 9/16 of it.")] = 960,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Write a 3-D movie of a recorded run. It needs MuJoCo and OpenGL.

    MP4 needs ffmpeg; without it an animated WebP or GIF is written.
    """
    with clean_errors():
        from snakelab.bridges.rendering.movie import VIEWS
        from snakelab.errors import RecordingError
        from snakelab.results.recording import load
        from snakelab.types import choice

        choice(view, "--view", VIEWS, RecordingError)
        run = load(recording)
        path = out or (recording if recording.is_dir() else recording.parent) / NAME
        made = write_movie(run, path, quiet=quiet, view=view, fps=fps, speed=speed, size=(width, round(width * 9 / 16)))
        with to_whoever_reads():
            if as_json:
                facts = {"format": "snakelab-movie-1", "recording": str(recording), "view": view}
                print_json({**facts, "file": str(made)})
            elif not quiet:
                results().print(f"wrote {made}", soft_wrap=True)


def write_movie(run: "Recording", path: Path, *, quiet: bool, **options: Any) -> Path:
    """Write a movie of a run with progress; return the path of the file.

    Args:
        run: The run.
        path: The movie, or a folder in which it is `motion.mp4`.
        quiet: Show no progress.
        options: Of `snakelab.movie`.
    """
    from snakelab.apps.terminal.progress import item_progress
    from snakelab.bridges.rendering.movie import movie as write

    path = path / NAME if path.is_dir() else path
    with item_progress("drawing a movie", 100, "%", quiet=quiet) as advance:
        return write(run, path, progress=lambda fraction: advance(round(100 * fraction)), **options)
