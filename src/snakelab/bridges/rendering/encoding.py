"""Movie files: MP4 through ffmpeg under a watchdog, or an animated WebP or GIF through Pillow, written atomically."""

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
from pathlib import Path

from PIL import Image, features

from snakelab.errors import RecordingError, SnakelabWarning
from snakelab.results.recording_files.atomic_writing import whole_file
from snakelab.types import count, number

ENDINGS = (".mp4", ".webp", ".gif")
# Of an animated picture, which is far larger than an MP4 of the same frames: frames per second, and relative size.
SLOW, SMALLER = 15.0, 0.5
INSTALL = "an MP4 requires ffmpeg with libx264"

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
        warnings.warn(f"{reason}: wrote {path.name}; {INSTALL}", SnakelabWarning, stacklevel=4)
    return path


def _reported(
    pictures: Iterator[Image.Image], total: int, progress: Callable[[float], None] | None
) -> Iterator[Image.Image]:
    """Yield the pictures, and report the progress after each."""
    for done, picture in enumerate(pictures, 1):
        yield picture
        if progress is not None:
            progress(done / total)


PATIENCE = 60.0  # [s]
MAX_WORDS = 1 << 16  # maximum size of the stored messages [B]
GLANCE = 0.1  # interval between two checks [s]


class Watchdog:
    """Watchdog of a process with piped stdin and stderr, in a separate session.

    Messages are read at once, because a full pipe would block the process.

    Attributes:
        words: Beginning of the messages.
        gave_up: True if the process was ended after `PATIENCE` without progress.
    """

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.error_output, self.gave_up = b"", False
        self._process, self._since = process, time.monotonic()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        threading.Thread(target=self._watch, daemon=True).start()

    def heard(self) -> None:
        """Note that the process has made progress."""
        self._since = time.monotonic()

    def wait(self) -> int:
        """Close its stdin, wait for its end, and return its exit code."""
        self.heard()
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
                self.error_output = (self.error_output + piece)[:MAX_WORDS]

    def _watch(self) -> None:
        while self._process.poll() is None:
            if time.monotonic() - self._since > PATIENCE:
                self.gave_up = True
                return self.end()
            time.sleep(GLANCE)


LONGEST = 200  # letters of ffmpeg's output in a message
QUALITY = 23  # of H.264: 18 is visually lossless, 28 is visible
WEBP_QUALITY = 75


class EncoderError(Exception):
    """Error of ffmpeg: it cannot be started, does not support the format, does not end, or writes no MP4."""


def write_mp4(ffmpeg: str, frames: Iterable[Image.Image], path: Path, size: tuple[int, int], fps: float) -> None:
    """Write H.264 with 4:2:0 colours, which every player and browser supports; equal frames give equal bytes on one machine.

    Raises:
        EncoderError: if ffmpeg fails; then there is no file.
        RecordingError: if the path cannot be written.
    """
    with whole_file(path) as part:
        command = [ffmpeg, "-hide_banner", "-loglevel", "error", "-nostdin", "-y",
                   "-f", "rawvideo", "-pixel_format", "rgb24", "-video_size", f"{size[0]}x{size[1]}", "-framerate", f"{fps:g}",
                   "-i", "pipe:0", "-an", "-c:v", "libx264", "-preset", "superfast", "-crf", str(QUALITY),
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
        by = Watchdog(process)
        try:
            assert process.stdin is not None
            with contextlib.suppress(BrokenPipeError):  # it ended early, with a reason
                for frame in frames:
                    process.stdin.write(frame.tobytes())
                    by.heard()
            code = by.wait()
        except BaseException:
            by.end()
            by.wait()
            raise
        if code or by.gave_up or not _is_mp4(part):
            lines = by.error_output.decode(errors="replace").strip().splitlines()
            if any(os.strerror(errno.ENOSPC) in line for line in lines):  # another format would not fit either
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            raise EncoderError(f"ffmpeg failed: {_why(by, code, lines)}")


def _why(by: Watchdog, code: int, lines: list[str]) -> str:
    """Return the reason for which ffmpeg made no movie."""
    if by.gave_up:
        return f"it made no progress for {PATIENCE:g} s"
    message = next((line if len(line) <= LONGEST else f"{line[:LONGEST]} ..." for line in lines), "")
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
    options = {"quality": WEBP_QUALITY, "method": 0} if kind == "WEBP" else {"disposal": 1}
    with whole_file(path) as part, part.open("wb") as file:
        first.save(file, kind, save_all=True, append_images=rest, duration=1000 / fps, loop=0, **options)


def animation_ending() -> str:
    """Return the format that the machine's Pillow can animate: ".webp", or else ".gif", which is larger."""
    return ".webp" if features.check("webp") else ".gif"
