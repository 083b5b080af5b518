"""Frames into a file that plays: MP4 through ffmpeg, or an animated WebP or GIF through Pillow, whole or not at all."""

import contextlib
import errno
import os
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image, features

from snakelab.errors import RecordingError

QUALITY = 23  # of H.264: 18 cannot be told from the frames, 28 shows
WEBP_QUALITY = 75


class EncoderError(Exception):
    """ffmpeg does not start, does not know the format, or ends before its work is done."""


def write_mp4(ffmpeg: str, frames: Iterable[Image.Image], path: Path, size: tuple[int, int], fps: float) -> None:
    """H.264 with 4:2:0 colours, which every player and browser knows; the same frames give the same bytes on one machine.

    Raises:
        EncoderError: if ffmpeg does not do it; then there is no file.
        RecordingError: if the place cannot be written.
    """
    with _whole(path) as part:
        command = [ffmpeg, "-hide_banner", "-loglevel", "error", "-nostdin", "-y",
                   "-f", "rawvideo", "-pixel_format", "rgb24", "-video_size", f"{size[0]}x{size[1]}", "-framerate", f"{fps:g}",
                   "-i", "pipe:0", "-an", "-c:v", "libx264", "-preset", "superfast", "-crf", str(QUALITY),
                   "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-fflags", "+bitexact", "-flags:v", "+bitexact",
                   "-map_metadata", "-1", "-f", "mp4", str(part.absolute())]  # fmt: skip
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            )
        except OSError as problem:
            raise EncoderError(f"{ffmpeg} does not start: {problem.strerror or problem}") from problem
        try:
            assert process.stdin is not None
            with contextlib.suppress(BrokenPipeError):  # it ended early, and says why
                for frame in frames:
                    process.stdin.write(frame.tobytes())
            _, words = process.communicate()
        except BaseException:
            process.kill()
            process.wait()
            raise
        if process.returncode or not part.is_file() or not part.stat().st_size:
            lines = words.decode(errors="replace").strip().splitlines() or [f"exit code {process.returncode}"]
            if any(os.strerror(errno.ENOSPC) in line for line in lines):  # another format would find no room either
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            raise EncoderError(f"ffmpeg failed: {lines[0]}")


def write_animation(frames: Iterable[Image.Image], path: Path, fps: float) -> None:
    """An animated picture, WebP or GIF by the ending of the path.

    Raises:
        RecordingError: if the place cannot be written.
    """
    rest = iter(frames)
    first = next(rest)
    kind = path.suffix.lower().removeprefix(".").upper()
    options = {"quality": WEBP_QUALITY, "method": 0} if kind == "WEBP" else {"disposal": 1}
    with _whole(path) as part, part.open("wb") as file:
        first.save(file, kind, save_all=True, append_images=rest, duration=1000 / fps, loop=0, **options)


def animation_ending() -> str:
    """What this machine's Pillow can animate: ".webp", or else ".gif", which is larger and has fewer colours."""
    return ".webp" if features.check("webp") else ".gif"


@contextmanager
def _whole(path: Path) -> Iterator[Path]:
    """A path to write to that becomes the file at the end; after an error there is nothing, and an older file stays."""
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield part
        os.replace(part, path)
    except OSError as problem:
        raise RecordingError(
            f"cannot write {path}: {problem}; make room, or give another place, such as --out /tmp/run"
        ) from problem
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
