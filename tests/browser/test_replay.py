"""The replay in 3-D: it shows the robot, follows the clock, and lets itself be turned."""

import json

import numpy as np
import pytest

from recordings import (
    changed,
    hanging_recording,
    planar_recording,
    serpenoid_recording,
    soft_recording,
    straight_recording,
)
from snakelab.results.recording import Recording

from .opened import different

pytestmark = pytest.mark.browser


@pytest.fixture
def snake() -> Recording:
    return serpenoid_recording(duration=6.0, n_rows=241)


@pytest.fixture(scope="module")
def page(open_shared_page):
    """The page of the snake."""
    return open_shared_page([serpenoid_recording(duration=6.0, n_rows=241)])


@pytest.fixture
def opened(page):
    """That page at its start, with the first view."""
    page.page.select_option("#speed", "1")
    page.page.click("#look-reset")
    page.page.evaluate("document.activeElement.blur()")  # a focused element takes keys of its own
    page.page.keyboard.press("Home")
    page.settle()
    return page


@pytest.mark.parametrize(
    "recording", [serpenoid_recording(), hanging_recording(), soft_recording()], ids=["snake", "arm", "soft"]
)
def test_robot_is_seen(open_page, recording):
    opened = open_page([recording])
    picture = opened.picture()
    body, head = np.array([95, 147, 196]), np.array([224, 118, 42])  # of the light theme; lit, so look at the hue
    hues = picture / np.maximum(picture.sum(axis=-1, keepdims=True), 1)
    for colour in (body, head):
        assert (np.abs(hues - colour / colour.sum()).max(axis=-1) < 0.09).mean() > 5e-4
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 200


def test_wheels_are_drawn_at_their_links(open_page, snake):
    link = str(snake["link"].values[3])
    width = float(snake["link_width"].values[3])
    wheel = {"link": link, "offset": [0.0, width, 0.0], "axle": [0.0, 1.0, 0.0], "radius": width}
    rolling = Recording(snake.dataset.assign_attrs(wheels=json.dumps([wheel])), snake.status)
    pictures = [open_page([run]).picture() for run in (snake, rolling)]
    changed_here = np.abs(pictures[0] - pictures[1]).max(axis=-1) > 24
    dark = pictures[1].max(axis=-1) < 100
    assert (changed_here & dark).sum() > 30 and changed_here.mean() < 0.01


def test_the_flat_end_of_a_soft_head_has_one_shade(open_page):
    """The stripe that shows the roll ends at the rim: on the flat end it was a dark wedge."""
    flat = soft_recording(radius=100.0)
    section = {"link_section": ("link", ["box", *7 * ["skin"]])}
    opened = open_page([type(flat)(flat.dataset.assign_coords(section), "finished")], scale=1)
    opened.page.click("#look-front")
    opened.settle()
    picture = opened.picture()
    red, green, blue = np.moveaxis(picture, -1, 0)
    rows, columns = np.nonzero((red > 1.5 * blue) & (red > 60) & (green < 0.8 * red))
    middle, half = [rows.mean(), columns.mean()], min(np.ptp(rows), np.ptp(columns)) / 2
    inside = np.hypot(rows - middle[0], columns - middle[1]) < 0.6 * half
    shades = red[rows[inside], columns[inside]]
    assert inside.sum() > 50 and shades.min() > 0.85 * np.median(shades)


def test_replay_plays_and_pauses(opened):
    opened.page.keyboard.press("Space")
    opened.wait_until(lambda: opened.time() > 0.3)
    opened.page.keyboard.press("Space")
    stopped = opened.time()
    opened.settle()
    assert 0.3 < opened.time() == stopped < 6.0


def test_speed_scales_the_clock(opened):
    opened.page.select_option("#speed", "8")
    opened.page.click("#play")
    opened.wait_until(lambda: opened.page.get_attribute("#play", "data-playing") == "false")
    assert opened.time() == 6.0
    opened.page.keyboard.press("[")
    assert opened.page.input_value("#speed") == "4"


def test_replay_starts_again_in_a_loop(open_page):
    opened = open_page([straight_recording(duration=0.5, n_rows=51)])
    opened.page.click("#loop")
    opened.page.click("#play")
    opened.page.wait_for_timeout(1500)
    assert opened.page.get_attribute("#play", "data-playing") == "true"


def test_scrubber_goes_both_ways_and_comes_back_to_the_same_picture(opened):
    first = opened.picture()
    opened.seek(2.0)
    assert opened.time() == 2.0
    later = opened.picture()
    opened.seek(0.0)
    assert different(first, later) > 0.005
    assert different(first, opened.picture()) < 1e-3


def test_arrow_keys_go_to_the_frames_beside(open_page):
    opened = open_page([serpenoid_recording(duration=6.0, n_rows=61)])  # a frame each 0.1 s
    for key, time in (("ArrowRight", 0.1), ("ArrowRight", 0.2), ("ArrowLeft", 0.1), ("End", 6.0), ("ArrowRight", 6.0),
                      ("ArrowLeft", 5.9), ("Home", 0.0), ("ArrowLeft", 0.0)):  # fmt: skip
        opened.page.keyboard.press(key)
        assert opened.time() == pytest.approx(time, abs=0.005), key


def test_body_is_drawn_between_frames(open_page):
    """A link that glides 1 m in a second, with two rows: half way it stands half way."""
    times, base = np.array([0.0, 1.0]), np.array([[0.0, 0.0], [1.0, 0.0]])
    opened = open_page([planar_recording(times, np.zeros((2, 1)), base, length=0.3)], scale=1)
    if opened.page.get_attribute("#follow", "aria-pressed") == "true":
        opened.page.click("#follow")
    opened.page.click("#look-top")

    def middle(time: float) -> float:
        opened.seek(time)
        picture = opened.picture()
        orange = (picture[..., 0] > 180) & (picture[..., 2] < 110) & (picture[..., 0] > 1.25 * picture[..., 1])
        # The lone link is the head, all of it; its rows are higher than the path's.
        return float(np.flatnonzero(orange.sum(axis=0) > 12).mean())

    start, half, end = (middle(time) for time in (0.0, 0.5, 1.0))
    assert end - start > 100
    assert half == pytest.approx((start + end) / 2, abs=3)


@pytest.mark.parametrize("button", ["look-top", "look-side", "look-front"])
def test_buttons_turn_the_camera_and_reset_turns_it_back(opened, button):
    first = opened.picture()
    opened.page.click(f"#{button}")
    opened.settle()
    assert different(first, opened.picture()) > 0.02
    opened.page.click("#look-reset")
    opened.settle()
    assert different(first, opened.picture()) < 1e-3


def test_dragging_and_the_wheel_turn_and_zoom(opened):
    first = opened.picture()
    opened.drag("#view canvas", (0.3, 0.6), (0.5, 0.7))
    turned = opened.picture()
    assert different(first, turned) > 0.02
    opened.page.hover("#view canvas")
    opened.page.mouse.wheel(0, -400)
    opened.settle()
    assert different(turned, opened.picture()) > 0.02


def test_keys_turn_the_focused_view(opened):
    first = opened.picture()
    opened.page.focus("#view canvas")
    for _ in range(4):
        opened.page.keyboard.press("d")
    opened.settle()
    assert different(first, opened.picture()) > 0.02


def test_camera_follows_until_switched_off(open_page):
    opened = open_page([straight_recording(speed=1.0, duration=4.0)], scale=1)
    assert opened.page.get_attribute("#follow", "aria-pressed") == "true"

    def column(time: float) -> float:
        opened.seek(time)
        picture = opened.picture()
        blue = (picture[..., 2] > 1.25 * picture[..., 0]) & (picture[..., 2] > 90)
        return float(np.flatnonzero(blue.sum(axis=0) > 4).mean())

    assert column(3.0) == pytest.approx(column(0.5), abs=8)
    opened.page.keyboard.press("f")
    assert column(3.0) - column(0.5) > 60


def test_links_take_the_colour_of_their_speed_and_torque(open_page, snake):
    opened = open_page([snake])
    opened.seek(2.0)
    pictures = [opened.picture()]
    for measure, unit in (("speed", "m/s"), ("effort", "N\u00a0m")):
        opened.page.select_option("#colour-by", measure)
        opened.settle()
        assert unit in opened.page.text_content(".colour-legend")
        pictures.append(opened.picture())
    assert different(pictures[0], pictures[1]) > 0.005 and different(pictures[1], pictures[2]) > 0.002
    opened.page.select_option("#colour-by", "")
    opened.settle()
    assert different(pictures[0], opened.picture()) < 1e-3 and opened.page.is_hidden(".colour-legend")


def test_run_that_diverges_is_shown_up_to_its_last_finite_row(open_page, snake):
    position = snake["link_position"].values.copy()
    position[100:] = np.nan
    broken = changed(
        snake, link_position=position, q=np.where(np.arange(241)[:, None] < 100, snake["q"].values, np.nan)
    )
    opened = open_page([Recording(broken.dataset, "diverged at t = 2.5 s")])
    assert "diverged at t = 2.5 s" in opened.page.text_content(".banner")
    whole = open_page([snake])
    for page in (opened, whole):
        page.page.set_viewport_size({"width": 1200, "height": 800})
        page.seek(2.0)
    opened.seek(5.0)
    late = opened.picture()
    opened.seek(2.475)
    assert different(late, opened.picture()) < 1e-3
    opened.seek(0.0)
    assert different(late, opened.picture()) > 0.005


def test_recording_without_finite_poses_still_has_its_page(open_page, snake):
    broken = changed(snake, link_position=np.full_like(snake["link_position"].values, np.nan))
    opened = open_page([Recording(broken.dataset, "diverged at t = 0 s")])
    assert "no replay" in opened.page.text_content("#no-view")
    opened.seek(3.0)
    assert opened.time() == 3.0


def test_recording_of_one_row_opens(open_page):
    opened = open_page([serpenoid_recording(n_rows=2)])
    single = serpenoid_recording(n_rows=5)
    opened = open_page([Recording(single.dataset.isel(time=slice(0, 1)), "interrupted at t = 0 s")])
    opened.page.keyboard.press("Space")
    opened.page.keyboard.press("ArrowRight")
    assert opened.time() == 0.0


def test_of_two_bodies_in_the_same_place_the_first_is_seen(open_page):
    first = serpenoid_recording()
    tilted = first["link_position"].values + 2e-6 * np.sin(np.arange(first["link_position"].values.size)).reshape(
        first["link_position"].shape
    )
    opened = open_page([first, changed(first, link_position=tilted)])
    red, green, blue = np.moveaxis(opened.picture(), -1, 0)
    second_colour = (red > 150) & (red > 1.5 * green) & (red > 2 * blue)
    first_colour = (blue > 1.5 * red) & (blue > 90)
    assert np.count_nonzero(first_colour) > 500
    assert np.count_nonzero(second_colour) < 0.02 * np.count_nonzero(first_colour)
