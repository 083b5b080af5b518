"""Movies: what the frames show, where the camera looks, and that a file is whole or absent."""

import errno
import os
import shutil
import stat
import subprocess
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from recordings import (
    changed,
    circle_recording,
    first_rows,
    hanging_recording,
    serpenoid_recording,
    soft_recording,
    straight_recording,
)
from snakelab.errors import RecordingError, SnakelabWarning
from snakelab.results.recording import Recording
from snakelab.view.movie import encoding, movie
from snakelab.view.movie.encoding import animation_ending
from snakelab.view.movie.frames import HEAD, PAPER, SHADOW, TRAIL, WATER, draw_frame
from snakelab.view.movie.scene import FAR, FILLED, aim, between, round_step, scene_of
from swimmers import WATER as FLUID
from swimmers import swimming_recording

SIZE = (320, 180)
needs_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")


def picture(recording: Recording, frame: int = -1, size: tuple[int, int] = (640, 360)) -> np.ndarray:
    scene = scene_of(recording, 30.0, 1.0, size)
    return np.asarray(draw_frame(scene, frame % len(scene.times)), dtype=int)


def like(image: np.ndarray, colour: tuple[int, int, int], tolerance: int = 12) -> np.ndarray:
    return (np.abs(image - colour) <= tolerance).all(axis=-1)


def test_values_between_rows_lie_on_straight_lines() -> None:
    rows, values = np.array([0.0, 1.0, 3.0]), np.array([[0.0], [2.0], [-2.0]])
    actual = between(values, rows, np.array([-1.0, 0.25, 1.0, 2.0, 3.0, 9.0]))
    assert np.allclose(actual[:, 0], [0.0, 0.5, 2.0, 0.0, -2.0, -2.0])


@pytest.mark.parametrize(("speed", "frames"), [(1.0, 61), (0.5, 121), (4.0, 16)])
def test_the_frames_follow_time_at_the_speed(speed: float, frames: int) -> None:
    scene = scene_of(straight_recording(duration=2.0), 30.0, speed, SIZE)
    assert len(scene.times) == frames
    assert np.allclose(np.diff(scene.times), speed / 30)
    assert np.allclose(scene.com[:, 0] - scene.com[0, 0], 0.2 * scene.times)


def test_the_camera_follows_a_robot_that_goes_far_and_stands_still_for_one_that_stays() -> None:
    far = scene_of(straight_recording(speed=1.0, duration=10.0), 30.0, 1.0, SIZE).camera
    assert far.centre[-1, 0] - far.centre[0, 0] > 9.0
    still = scene_of(hanging_recording(), 30.0, 1.0, SIZE).camera
    assert np.ptp(still.centre, axis=0).max() == 0.0


def test_the_camera_is_calmer_than_the_centre_of_mass() -> None:
    time = np.arange(0.0, 10.0, 1 / 30)
    com = np.stack((time, 0.1 * np.sin(6 * time)), axis=1)
    camera = aim(com[:, None] + [[[-0.2, 0.0], [0.2, 0.0]]], com, 30.0, SIZE)
    assert np.ptp(camera.centre[60:-60, 1]) < 0.01
    assert np.abs(camera.centre[60:-60, 0] - com[60:-60, 0]).max() < 0.01


@pytest.mark.parametrize("recording", [straight_recording(speed=1.0, duration=10.0), serpenoid_recording()])
def test_the_body_is_inside_the_picture(recording: Recording) -> None:
    scene = scene_of(recording, 30.0, 1.0, SIZE)
    body = np.concatenate(scene.body.lines, axis=1)
    seen = np.array([scene.camera.pixels(body[k], k) for k in range(len(body))])
    inside = ((seen > 0) & (seen < SIZE)).all(axis=(1, 2))
    assert inside.mean() >= FAR
    assert np.ptp(seen, axis=1).max() > 0.5 * min(FILLED) * SIZE[1]


def test_up_in_the_world_is_up_in_the_picture() -> None:
    camera = aim(np.zeros((1, 1, 2)), np.zeros((1, 2)), 30.0, SIZE)
    assert np.allclose(camera.pixels(np.zeros(2), 0), (160, 90))
    right_and_up = camera.pixels(np.full(2, 1.0 / camera.scale), 0)
    assert np.allclose(right_and_up, (161, 89))


@pytest.mark.parametrize(
    ("least", "step"), [(1.0, 1), (1.1, 2), (2.1, 5), (0.3, 0.5), (0.03, 0.05), (70, 100), (0.1, 0.1)]
)
def test_the_grid_has_round_steps(least: float, step: float) -> None:
    assert round_step(least) == pytest.approx(step)


def test_a_frame_shows_body_head_and_way() -> None:
    image = picture(serpenoid_recording())
    assert image.shape == (360, 640, 3)
    assert like(image, PAPER).mean() > 0.5
    assert like(image, HEAD).sum() > 100
    assert like(image, TRAIL, 60).sum() > 20
    assert not like(picture(serpenoid_recording(), 0), TRAIL, 30).any()  # no way yet


def test_a_longer_link_is_longer_in_the_picture() -> None:
    scene = scene_of(straight_recording(n_links=3), 30.0, 1.0, (640, 360))
    image = np.asarray(draw_frame(scene, 0), dtype=int)
    body = image[..., 1] - image[..., 0] > 40  # greens and blues; words and grid are grey
    columns = np.flatnonzero(body.any(axis=0))
    assert np.ptp(columns) == pytest.approx(0.3 * scene.camera.scale, abs=8)
    rows = np.flatnonzero(body[:, columns[len(columns) // 2]])
    assert np.ptp(rows) == pytest.approx(0.04 * scene.camera.scale, abs=6)


def test_what_is_nearer_to_the_eye_hides_what_is_farther() -> None:
    recording = straight_recording(speed=0.0, n_links=2)
    position = recording["link_position"].values.copy()
    position[:, 0] = position[:, 1]  # one link above the other
    for height, colour in ((0.1, (137, 201, 184)), (-0.1, HEAD)):
        position[:, 0, 2] = height
        lifted = changed(recording, link_position=position)
        planar = Recording(lifted.dataset.assign_attrs(base="planar"), "finished")  # so that it is seen from above
        image = picture(planar)
        other = HEAD if colour != HEAD else (137, 201, 184)
        assert like(image, colour, 3).sum() > 500
        assert like(image, other, 3).sum() < 100


@pytest.mark.parametrize(
    "recording",
    [
        pytest.param(hanging_recording(), id="fixed arm"),
        pytest.param(soft_recording(), id="soft section"),
        pytest.param(circle_recording(), id="one link"),
        pytest.param(first_rows(serpenoid_recording(), 1), id="one row"),
        pytest.param(serpenoid_recording(robot="a\nb\x00\u4e2d" + "x" * 300), id="odd name"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_odd_recordings_have_frames(recording: Recording) -> None:
    for frame in (0, -1):
        assert like(picture(recording, frame, SIZE), PAPER).mean() < 0.99


def test_a_run_that_flies_apart_is_shown_up_to_there() -> None:
    recording = serpenoid_recording(status="diverged at t = 9.5 s")
    position = recording["link_position"].values.copy()
    position[379] *= 1e80
    position[380:] = np.nan
    scene = scene_of(changed(recording, link_position=position), 30.0, 1.0, SIZE)
    assert scene.times[-1] == pytest.approx(recording["time"].values[379], abs=1 / 30)
    for frame in (0, len(scene.times) - 1):
        draw_frame(scene, frame)
    assert scene.camera.scale > 50


def test_rows_without_a_direction_and_rows_that_go_back_in_time_are_left_out() -> None:
    recording = serpenoid_recording(duration=4.0, n_rows=41)
    turn, times = recording["link_quaternion"].values.copy(), recording["time"].values.copy()
    turn[30:] = np.nan
    assert scene_of(changed(recording, link_quaternion=turn), 10.0, 1.0, SIZE).times[-1] == pytest.approx(2.9)
    times[20:] = times[10]
    back = Recording(recording.dataset.assign_coords(time=times), recording.status)
    scene = scene_of(back, 10.0, 1.0, SIZE)
    assert scene.times[-1] == pytest.approx(1.9) and np.isfinite(scene.com).all()


def test_without_any_direction_a_movie_says_that_there_is_nothing_to_show(tmp_path: Path) -> None:
    recording = straight_recording()
    nowhere = changed(recording, link_quaternion=np.full(recording["link_quaternion"].shape, np.nan))
    with pytest.raises(RecordingError, match="so there is no movie"):
        movie(nowhere, tmp_path / "m.webp", size=SIZE)


@needs_ffmpeg
def test_an_mp4_plays_everywhere_and_has_every_frame(tmp_path: Path) -> None:
    messages: list[float] = []
    path = movie(straight_recording(duration=1.0), tmp_path / "m.mp4", size=(321, 180), progress=messages.append)
    assert path == tmp_path / "m.mp4"
    assert [p.name for p in tmp_path.iterdir()] == ["m.mp4"]
    assert b"ftyp" in path.read_bytes()[:16]
    assert messages[-1] == 1.0 and len(messages) == 31
    frames = subprocess.run(
        ["ffmpeg", "-loglevel", "error", "-i", str(path), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
        capture_output=True,
        check=True,
    ).stdout
    shown = np.frombuffer(frames, dtype=np.uint8).reshape(-1, 180, 320, 3).astype(int)
    assert len(shown) == 31
    drawn = picture(straight_recording(duration=1.0), 30, (320, 180))
    assert np.abs(shown[30] - drawn).mean() < 4
    assert np.abs(shown[30] - shown[0]).mean() > 0.2


@needs_ffmpeg
def test_the_same_run_gives_the_same_movie(tmp_path: Path) -> None:
    one, other = (movie(straight_recording(duration=0.5), tmp_path / f"{n}.mp4", size=SIZE) for n in "ab")
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize("ending", [".webp", ".gif"])
def test_an_animated_picture_has_its_frames_and_its_time(tmp_path: Path, ending: str) -> None:
    path = movie(straight_recording(duration=1.0), tmp_path / f"m{ending}", size=SIZE)
    with Image.open(path) as image:
        assert image.size == SIZE
        assert image.n_frames == 16
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
        monkeypatch.setattr(encoding, "PATIENCE", 1.0)
    if body is not None:
        fake_ffmpeg(tools, body)
    monkeypatch.setenv("PATH", str(tools))
    with pytest.warns(SnakelabWarning, match=words) as caught:
        path = movie(straight_recording(duration=0.5), tmp_path / "out" / "m.mp4", size=SIZE)
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
        movie(straight_recording(duration=0.5), tmp_path / "out" / "m.mp4", size=SIZE)
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
        movie(straight_recording(duration=1.0), path, size=SIZE, progress=fail)
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
    assert path.read_bytes() == b"older"


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(RecordingError, match=r"cannot write .*file/m\.webp"):
        movie(straight_recording(duration=0.1), tmp_path / "file" / "m.webp", size=SIZE)


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("m.avi", {}, r"must end in \.mp4, \.webp, \.gif; got 'm\.avi'; write m\.mp4"),
        ("m", {}, "must end in"),
        ("m.mp4", {"fps": 0}, "fps must be at least 1 and at most 240 1/s, got 0"),
        ("m.mp4", {"speed": 0}, "speed must be greater than 0"),
        ("m.mp4", {"size": (10, 10)}, "size must be a whole number of at least 64"),
    ],
)
def test_bad_options_are_refused(tmp_path: Path, name: str, options: dict, words: str) -> None:
    with pytest.raises(RecordingError, match=words):
        movie(straight_recording(), tmp_path / name, **options)
    assert not [*tmp_path.iterdir()]


def test_nothing_finite_is_no_movie(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="so there is no movie"):
        movie(first_rows(serpenoid_recording(), 0), tmp_path / "m.gif")


def test_the_frames_are_headed_by_the_scenario() -> None:
    assert (
        scene_of(serpenoid_recording(n_rows=9, scenario='{"title": "A wave on sand"}'), 30.0, 1.0, SIZE).name
        == "A wave on sand"
    )
    assert scene_of(serpenoid_recording(n_rows=9), 30.0, 1.0, SIZE).name == "five links"


def test_a_swimmer_throws_no_shadow_on_a_ground_that_is_not_there() -> None:
    ashore, afloat = picture(swimming_recording(fluids=())), picture(swimming_recording())
    assert like(ashore, SHADOW, 3).sum() > 200
    assert like(afloat, SHADOW, 3).sum() < 0.1 * like(ashore, SHADOW, 3).sum()


def test_water_fills_the_picture_up_to_its_surface() -> None:
    recording = swimming_recording(fluids=(FLUID | {"surface": 0.03},))
    diving = np.stack((0.2 * np.arange(201) / 200, 0.0 * np.arange(201), -0.1 * np.arange(201) / 200), axis=1)
    shift = (diving - recording["com_position"].values + recording["com_position"].values[0])[:, None]
    down = changed(
        recording,
        link_position=recording["link_position"].values + shift,
        com_position=recording["com_position"].values + shift[:, 0],
        head_position=recording["head_position"].values + shift[:, 0],
    )
    scene = scene_of(down, 30.0, 1.0, (640, 360))
    image = picture(down)
    surface = int(scene.camera.pixels(np.array([0.0, 0.03]), len(scene.times) - 1)[1])
    assert scene.axes == "xz" and 20 < surface < 340
    assert like(image, WATER, 3)[surface + 5 :].mean() > 0.5
    assert not like(image, WATER, 3)[: surface - 5].any()
