"""What the 3-D view shows besides the body, the view from the head, and saved pictures and videos."""

import io
import itertools
import shutil
import subprocess

import numpy as np
import pytest
from PIL import Image

import snakelab as sl
from figures.skins import rolling_recording
from recordings import serpenoid_recording, straight_recording

from .opened import different
from .test_camera import camera

pytestmark = pytest.mark.browser

GRASS = {
    "name": "grass", "kind": "HeightField", "spacing": 0.1, "origin": [-1.0, -1.0],
    "heights": np.random.default_rng(1).normal(0.0, 0.004, (21, 21)).tolist(),
}  # fmt: skip


def choose(opened, *layers: str) -> None:
    """Press entries of the menu of layers."""
    opened.page.click("#layers summary")
    for layer in layers:
        opened.page.click(f"#show-{layer}")
    opened.page.keyboard.press("Escape")
    opened.settle()


def mean_colour(picture: np.ndarray) -> np.ndarray:
    """Mean colour of the lower left of a picture, where only ground is seen."""
    return picture[-160:-60, 40:240].reshape(-1, 3).mean(axis=0)


def test_grass_is_green_and_ends_in_a_skirt(open_page):
    red, green, blue = mean_colour(open_page([rolling_recording(surfaces=[GRASS])], scale=1).picture())
    assert green > red > blue
    grey = mean_colour(open_page([rolling_recording()], scale=1).picture())
    assert np.ptp(grey) < 20


def test_frames_are_shown_where_they_are_chosen(open_page):
    opened = open_page([serpenoid_recording()])
    bare = opened.picture()[60:]
    choose(opened, "axes")
    assert different(bare, opened.picture()[60:]) > 1e-3
    choose(opened, "axes")
    assert different(bare, opened.picture()[60:]) < 1e-4


def test_friction_is_drawn_as_arrows_with_a_legend(open_page):
    recording = serpenoid_recording()
    force = np.zeros((*recording["link_position"].values.shape,))
    force[..., 1] = 0.7
    opened = open_page([with_friction(recording, force)])
    bare = opened.picture()[60:]
    assert opened.page.is_hidden("#force-legend")
    choose(opened, "forces")
    assert different(bare, opened.picture()[60:]) > 1e-3
    assert "friction: longest arrow 0.7 N" in opened.page.text_content("#force-legend")


def with_friction(recording, force):
    from snakelab.results.recording import Recording

    variable = (recording["link_position"].dims, force)
    return Recording(recording.dataset.assign(friction_force=variable), recording.status)


def test_the_trail_may_be_that_of_any_part(open_page):
    opened = open_page([serpenoid_recording()])
    opened.seek(9.0)
    pictures = []
    for name in ("com", "head", "link0", "none"):
        opened.page.eval_on_selector(
            "#trail-of", "(node, name) => { node.value = name; node.dispatchEvent(new Event('change')); }", name
        )
        opened.settle()
        pictures.append(opened.picture()[60:])
    assert all(different(a, b) > 3e-4 for a, b in itertools.pairwise(pictures))


def test_the_camera_may_look_from_the_head_and_go_back(open_page):
    opened = open_page([straight_recording(speed=0.2, duration=6.0)])
    before = camera(opened)
    opened.page.click("#look-head")
    opened.settle()
    first = camera(opened)
    opened.seek(5.0)
    assert camera(opened)[0] - first[0] == pytest.approx(1.0, abs=0.05)
    assert abs(camera(opened)[1]) < 0.05
    opened.seek(0.0)
    opened.page.click("#look-reset")
    opened.settle()
    assert camera(opened) == pytest.approx(before, abs=1e-2)


def test_a_picture_is_saved_in_the_chosen_size(open_page):
    opened = open_page([serpenoid_recording()])
    opened.page.click("#save summary")
    opened.page.select_option("#picture-size", "1280×720")
    with opened.page.expect_download() as download:
        opened.page.click("#save-picture")
    picture = Image.open(io.BytesIO(download.value.path().read_bytes()))
    assert picture.size == (1280, 720) and download.value.suggested_filename.endswith(".png")
    colours = np.asarray(picture.convert("RGB")).reshape(-1, 3)
    assert colours.std(axis=0).max() > 5 and picture.convert("RGBA").getextrema()[3] == (255, 255)


def test_a_replay_is_saved_as_a_video_from_its_start_to_its_end(open_page):
    opened = open_page([straight_recording(duration=1.0)])
    opened.seek(0.7)
    opened.page.click("#save summary")
    with opened.page.expect_download() as download:
        opened.page.click("#save-video")
    content = download.value.path().read_bytes()
    assert opened.time() == pytest.approx(1.0) and len(content) > 2000
    assert content[:4] == b"\x1a\x45\xdf\xa3" or content[4:8] == b"ftyp"


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="no ffmpeg, which reads the video")
def test_a_video_has_a_caption_unless_it_is_switched_off(open_page, tmp_path):
    opened, dark = open_page([straight_recording(duration=0.5)], names=["a run"]), []
    opened.page.click("#save summary")
    opened.page.select_option("#picture-size", "1280×720")
    for captioned in (True, False):
        opened.page.set_checked("#video-caption", captioned)
        with opened.page.expect_download() as download:
            opened.page.click("#save-video")
        file, frame = download.value.path(), tmp_path / f"{captioned}.png"
        subprocess.run(
            ["ffmpeg", "-loglevel", "error", "-i", str(file), "-frames:v", "1", str(frame)], check=True, timeout=500
        )
        picture = np.asarray(Image.open(frame).convert("RGB"), dtype=int)
        assert picture.shape == (720, 1280, 3)
        dark.append([int((corner.max(axis=-1) < 90).sum()) for corner in (picture[10:50, :300], picture[10:50, -150:])])
    assert min(dark[0]) > 60 and max(dark[1]) < 10, "title and time"


def test_cables_are_drawn_in_the_colour_of_their_tension(open_page):
    passive, spring, link = sl.robots.Passive(), sl.robots.Spring(0.2, 0.02), sl.Link(0.05, 0.03)
    guides = [("link1", (0, 0.012, 0)), ("link2", (0.05, 0.012, 0))]
    cable = sl.robots.Cable(guides, actuator=sl.robots.Winch(), name="tendon")
    robot = sl.Robot([link, sl.Revolute("z", passive, spring), link], base="fixed", cables=[cable])
    run = sl.simulate(sl.build_model(robot), sl.FunctionGait(lambda t: [0.0, 0.004 * min(t, 1.0)]), 1.0)
    opened = open_page([run])
    assert opened.page.locator("#cable-legend:visible").count() == 1
    opened.page.click("#look-top")
    opened.settle()
    opened.seek(0.05)
    slack = opened.picture()
    opened.seek(1.0)
    taut = opened.picture()
    red = [((one[..., 0] > 80) & (one[..., 1] < 60) & (one[..., 2] < 60)).sum() for one in (slack, taut)]
    assert red[1] > red[0] + 20, red
    choose(opened, "cables")
    assert opened.page.locator("#cable-legend:visible").count() == 0 and different(opened.picture(), taut) > 1e-4
