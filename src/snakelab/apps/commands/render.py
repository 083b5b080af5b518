"""Command `snakelab render`: images of the cameras of a recorded robot."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from snakelab.apps.commands.recordings import RecordingPath
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
    end: Annotated[float | None, typer.Option(metavar="S", help="Last time of an image [s].")] = None,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Render the images of the robot's cameras from a recording. It needs MuJoCo and OpenGL."""
    with clean_errors():
        from snakelab.results.camera_images.image_file import NAME
        from snakelab.results.recording import load

        run = load(recording)
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


def write_images(
    run: "Recording", path: Path, *, quiet: bool, begin: float | None = None, end: float | None = None
) -> dict[str, int]:
    """Render a run with progress; return the number of images of each camera.

    Args:
        run: The run.
        path: The image file.
        quiet: Show no progress.
        begin, end: Window [s]; None for the whole run.
    """
    from snakelab.apps.terminal.progress import item_progress
    from snakelab.bridges.rendering.rendering import render_cameras

    with item_progress("rendering images", 100, "%", quiet=quiet) as report_progress:
        images = render_cameras(
            run, path, begin=begin, end=end, progress=lambda fraction, time: report_progress(round(100 * fraction))
        )
    with images:
        return {name: len(camera) for name, camera in images.cameras.items()}
