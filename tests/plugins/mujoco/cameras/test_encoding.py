"""Movie files: their formats, a failing ffmpeg, and that a file is whole or absent."""

import errno
import os
import shutil
import stat
import subprocess
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from snakelab.errors import RecordingError, SnakelabWarning
from snakelab.plugins.mujoco.cameras import movie as encoding
from snakelab.plugins.mujoco.cameras.movie import animation_ending, write_movie

SIZE = (320, 180)
needs_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")


def picture(i: int, size: tuple[int, int]) -> Image.Image:
    """A bright square on grey that moves to the right."""
    image = np.full((size[1], size[0], 3), 90, dtype=np.uint8)
    image[40:60, 20 + 4 * i : 40 + 4 * i] = (230, 120, 30)
    return Image.fromarray(image)


def write(path: Path, duration: float = 1.0, fps: float = 30.0, size: tuple[int, int] = SIZE, progress=None) -> Path:
    def pictures(rate, size):
        n = int(duration * rate + 1e-9) + 1
        return n, (picture(i, size) for i in range(n))

    return write_movie(pictures, path, fps=fps, size=size, progress=progress)


@needs_ffmpeg
def test_an_mp4_plays_everywhere_and_has_every_frame(tmp_path: Path) -> None:
    messages: list[float] = []
    path = write(tmp_path / "m.mp4", size=(321, 180), progress=messages.append)
    assert path == tmp_path / "m.mp4"
    assert [p.name for p in tmp_path.iterdir()] == ["m.mp4"]
    assert b"ftyp" in path.read_bytes()[:16]
    assert messages[-1] == 1.0 and len(messages) == 31
    frames = subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-i", str(path), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
        capture_output=True,
        check=True,
        timeout=600,
    ).stdout
    shown = np.frombuffer(frames, dtype=np.uint8).reshape(-1, 180, 320, 3).astype(int)
    assert len(shown) == 31
    assert np.abs(shown[30] - np.asarray(picture(30, (320, 180)), dtype=int)).mean() < 4
    assert np.abs(shown[30] - shown[0]).mean() > 0.2


@needs_ffmpeg
def test_the_same_frames_give_the_same_file(tmp_path: Path) -> None:
    one, other = (write(tmp_path / f"{n}.mp4", 0.5) for n in "ab")
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize("ending", [".webp", ".gif"])
def test_an_animated_picture_has_its_frames_and_its_time(tmp_path: Path, ending: str) -> None:
    path = write(tmp_path / f"m{ending}")
    with Image.open(path) as image:
        assert image.size == SIZE
        assert image.n_frames == 16
        total = 0
        for i in range(image.n_frames):
            image.seek(i)
            image.load()
            total += image.info["duration"]
    assert total == pytest.approx(16 * 1000 / 15, abs=120)  # a GIF counts hundredths of a second
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def fake_ffmpeg(folder: Path, body: str) -> None:
    tool = folder / "ffmpeg"
    tool.write_text(f"#!/bin/sh\n{body}\n")
    tool.chmod(tool.stat().st_mode | stat.S_IEXEC)


@pytest.mark.skipif(os.name == "nt", reason="the stand-ins are shell scripts")
@pytest.mark.parametrize(
    ("body", "words"),
    [
        pytest.param(None, "there is no ffmpeg on this machine", id="none"),
        pytest.param("echo \"Unknown encoder 'libx264'\" >&2; exit 1", "Unknown encoder 'libx264'", id="no encoder"),
        pytest.param("cat > /dev/null; exit 3", "exit code 3", id="fails at the end"),
        pytest.param("cat > /dev/null", "it wrote no MP4 file", id="writes nothing"),
        pytest.param(
            'for a; do f=$a; done; cat > /dev/null; echo no movie > "$f"', "it wrote no MP4 file", id="writes rubbish"
        ),
        pytest.param(
            "printf '%0100000d' 1 >&2; cat > /dev/null; exit 1", r"^.{0,300}: wrote", id="says more than a pipe holds"
        ),
        pytest.param("sleep 600", "it made no progress for 1 s", id="takes no frame"),
        pytest.param("cat > /dev/null; sleep 600", "it made no progress for 1 s", id="does not end"),
    ],
)
def test_without_a_working_ffmpeg_there_is_an_animated_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str | None, words: str
) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("cat", "sleep"):
        (tools / name).symlink_to(shutil.which(name) or f"/bin/{name}")
    if "no progress" in words:  # else a slow machine would be one that makes none
        monkeypatch.setattr(encoding, "ENCODER_TIMEOUT", 1.0)
    if body is not None:
        fake_ffmpeg(tools, body)
    monkeypatch.setenv("PATH", str(tools))
    with pytest.warns(SnakelabWarning, match=words) as caught:
        path = write(tmp_path / "out" / "m.mp4", 0.5)
    assert path == tmp_path / "out" / f"m{animation_ending()}"
    assert path.name in str(caught[0].message)
    assert [p.name for p in (tmp_path / "out").iterdir()] == [path.name]
    with Image.open(path) as image:
        assert image.n_frames == 8
        assert image.size == (160, 90)


@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a shell script")
def test_a_full_disk_is_not_taken_for_a_missing_encoder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tools").mkdir()
    fake_ffmpeg(tmp_path / "tools", 'echo "av_interleaved_write_frame(): No space left on device" >&2; exit 228')
    monkeypatch.setenv("PATH", str(tmp_path / "tools"))
    with pytest.raises(RecordingError, match=r"cannot write .*m\.mp4: .*No space left on device"):
        write(tmp_path / "out" / "m.mp4", 0.5)
    assert not [*(tmp_path / "out").iterdir()]


@pytest.mark.parametrize("ending", [pytest.param(".mp4", marks=needs_ffmpeg), ".webp", ".gif"])
@pytest.mark.parametrize("problem", [KeyboardInterrupt(), OSError(errno.ENOSPC, "No space left on device")])
def test_a_movie_that_is_cut_short_leaves_nothing_and_keeps_an_older_one(
    tmp_path: Path, ending: str, problem: BaseException
) -> None:
    path = tmp_path / f"m{ending}"
    path.write_bytes(b"older")

    def fail(share: float) -> None:
        if share > 0.5:
            raise problem

    expected = RecordingError if isinstance(problem, OSError) else KeyboardInterrupt
    with pytest.raises(expected):
        write(path, progress=fail)
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
    assert path.read_bytes() == b"older"


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(RecordingError, match=r"cannot write .*file/m\.webp"):
        write(tmp_path / "file" / "m.webp", 0.1)


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("m.avi", {}, r"must end in \.mp4, \.webp, \.gif; got 'm\.avi'; write m\.mp4"),
        ("m", {}, "must end in"),
        ("m.mp4", {"fps": 0}, "fps must be at least 1 and at most 240 1/s, got 0"),
        ("m.mp4", {"size": (10, 10)}, "size must be a whole number of at least 64"),
    ],
)
def test_bad_options_are_refused(tmp_path: Path, name: str, options: dict, words: str) -> None:
    with pytest.raises(RecordingError, match=words):
        write(tmp_path / name, **options)
    assert not [*tmp_path.iterdir()]
