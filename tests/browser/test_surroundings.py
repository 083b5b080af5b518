"""What surrounds the robot: a sky above the horizon, water that is darker below, and ground that is tinted under water."""

import numpy as np
import pytest

import snakelab as sl
from figures.skins import LEVEL, rolling_recording
from recordings import serpenoid_recording
from swimmers import swimming_recording

from .opened import different

pytestmark = pytest.mark.browser


def rows(picture, low, high):
    """Mean colour of the rows between two fractions of the height, without the edges."""
    height, width = picture.shape[:2]
    part = picture[int(low * height) : int(high * height), int(0.3 * width) : int(0.45 * width)]
    return part.reshape(-1, 3).mean(axis=0)


def test_the_first_view_shows_a_sky_above_the_horizon(open_page):
    opened = open_page([serpenoid_recording()], theme="dark")
    picture = opened.picture()
    sky, ground = rows(picture, 0.0, 0.03), rows(picture, 0.85, 0.95)
    assert sky[2] - sky[0] > 25 > ground[2] - ground[0]  # blue above, grey below


def test_water_is_brighter_above(open_page):
    opened = open_page([swimming_recording()])
    picture = opened.picture()
    assert rows(picture, 0.0, 0.05).mean() > rows(picture, 0.9, 1.0).mean() + 25


def test_ground_under_water_loses_its_red(open_page):
    recording = sl.run_scenario(sl.load_scenario("terrain_beach", ["duration=0.2"]))
    opened = open_page([recording])
    opened.page.click("#look-top")
    opened.settle()
    picture = opened.picture()
    blueness = (picture[..., 2] - picture[..., 0]).astype(float)
    sand, deep = np.percentile(blueness, 5), np.percentile(blueness, 95)
    assert sand < -30 and deep > 30


def test_of_runs_in_different_worlds_one_is_drawn_at_a_time(open_page):
    block = {
        "name": "stone",
        "kind": "Block",
        "size": [2.0, 2.0, 0.3],
        "centre": [0.0, 1.5, 0.1],
        "rotation": [0.0, 0.0, 0.0],
    }
    runs = [rolling_recording(surfaces=[LEVEL, block]), rolling_recording(surfaces=[LEVEL])]
    opened = open_page(runs, names=["stone", "level"])
    world = "document.querySelector('#view').dataset.world"
    assert opened.page.evaluate(world) == "0"
    with_block = opened.picture()
    opened.page.select_option("#world", label="world of level")
    opened.settle()
    assert opened.page.evaluate(world) == "1" and different(opened.picture(), with_block) > 0.01
    opened.page.click(".runs .run:nth-child(2)")  # hidden: the world of the other is drawn
    opened.settle()
    assert opened.page.evaluate(world) == "0"
    same = open_page([runs[1], runs[1]], names=["a", "b"])
    assert same.page.locator("#world").count() == 0
