"""Contacts on the page: dots on the body, a map that follows the clock, surfaces around."""

import numpy as np
import pytest

from figures.skins import LEVEL, rolling_recording
from recordings import changed, serpenoid_recording
from walls import walls

from .opened import different

pytestmark = pytest.mark.browser

CHANNEL = [[-1000, -0.1], [1000, -0.1], [1000, 0.1], [-1000, 0.1]]
STONE = [[0.1, 0.06], [0.15, 0.06], [0.15, 0.09], [0.1, 0.09]]
SURFACES = {
    "slope": {"name": "slope", "kind": "Plane", "normal": [0.1, 0.0, 1.0], "point": [0.0, 0.0, -0.05]},
    "hills": {"name": "hills", "kind": "HeightField", "heights": [[0.0, -0.1], [-0.1, 0.0]], "spacing": 0.2, "origin": [0, -0.1]},
    "block": {"name": "stone", "kind": "Block", "size": [0.1, 0.1, 0.1], "centre": [0.15, 0.15, 0.05], "rotation": [0, 0, 0.5]},
    "pole": {"name": "pole", "kind": "Pole", "radius": 0.03, "point": [0.15, 0.12, 0], "axis": [0, 0, 1], "length": None},
    "pipe": {"name": "pipe", "kind": "Pipe", "line": [[-0.2, 0, 0], [0.2, 0, 0], [0.6, 0.2, 0]], "radii": 0.08, "wall": 0.01},
    "walls": walls((CHANNEL, True), (STONE, False)),
}  # fmt: skip


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_points_that_touch_are_lit_until_switched_off(open_page, theme):
    opened = open_page([rolling_recording()], theme=theme)
    lit = opened.picture()[130:]  # below the buttons and the legend, which change too
    assert "N" in opened.page.text_content("#load-legend")
    opened.page.click("#layers summary")
    opened.page.click("#show-contact")
    opened.page.click("#layers summary")
    opened.settle()
    assert different(lit, opened.picture()[130:]) > 5e-4 and opened.page.is_hidden("#load-legend")
    opened.page.keyboard.press("c")
    opened.settle()
    assert different(lit, opened.picture()[130:]) < 1e-4 and opened.page.is_visible("#load-legend")


def test_dots_follow_the_loads(open_page):
    recording = rolling_recording(turns=0.0)
    load = recording["skin_load"].values.copy()
    load[30:, : 4 * 6] = 0.0  # two links lift
    opened = open_page([changed(recording, skin_load=load)])
    opened.page.click("#look-side")
    opened.settle()
    early = opened.picture()[130:]
    opened.seek(2.5)
    assert different(early, opened.picture()[130:]) > 3e-4


def test_robots_without_a_skin_have_no_button_and_no_map(open_page):
    opened = open_page([serpenoid_recording()])
    assert opened.page.locator("#show-contact").count() == 0
    assert opened.page.locator("[data-chart=contact_map]").count() == 0


def test_the_map_has_a_line_at_the_time_and_moves_it(open_page):
    opened = open_page([rolling_recording()])
    opened.page.click("#plots-contact")
    opened.page.locator("[data-chart=contact_map]").scroll_into_view_if_needed()
    opened.settle()
    place = "document.querySelector('[data-chart=contact_map] .now-line').getBoundingClientRect().x"
    before = opened.page.evaluate(place)
    opened.seek(1.5)
    assert opened.page.evaluate(place) > before + 50
    box = opened.page.locator("[data-chart=contact_map] .u-over").bounding_box()
    opened.page.mouse.click(box["x"] + 0.8 * box["width"], box["y"] + 0.5 * box["height"])
    assert opened.time() == pytest.approx(2.4, abs=0.05)


def test_the_map_turns_from_along_to_around(open_page):
    opened = open_page([rolling_recording()])
    opened.page.click("#plots-contact")
    opened.page.locator("[data-chart=contact_map]").scroll_into_view_if_needed()
    opened.settle()

    def coloured() -> np.ndarray:
        picture = opened.picture("[data-chart=contact_map] canvas")
        return (picture[..., 0] - picture[..., 2] > 40)[:170, 80:-20]

    along = coloured()
    opened.page.click("[data-way=around]")
    opened.settle()
    around = coloured()
    assert along.mean() > 0.5 > 0.3 > around.mean() > 0.05  # all of the body touches, on one side of six at a time
    assert "y axis" in opened.page.text_content("[data-chart=contact_map] h3")


@pytest.mark.parametrize("name", SURFACES)
def test_each_surface_is_seen(open_page, name):
    bare = open_page([rolling_recording(surfaces=[LEVEL])])
    whole = open_page([rolling_recording(surfaces=[LEVEL, SURFACES[name]])])
    assert different(bare.picture(), whole.picture()) > 0.005


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_walls_are_solid_beside_a_free_channel_and_end_around_the_robot(open_page, theme):
    """From above, over the middle of the picture: channel, rock, and again nothing where the walls are cut."""
    bare = open_page([rolling_recording(surfaces=[])], theme=theme, scale=1)
    whole = open_page([rolling_recording(surfaces=[walls((CHANNEL, True))])], theme=theme, scale=1)
    for opened in (bare, whole):
        opened.page.click("#look-top")
        for _ in range(15):
            opened.page.keyboard.press("-")
        opened.settle()
    changed_rows = np.abs(bare.picture() - whole.picture()).max(axis=-1)
    column = changed_rows[112:, changed_rows.shape[1] // 2 - 60] > 12
    edges = np.flatnonzero(np.diff(column.astype(int)))
    assert 0.1 < column.mean() < 0.9 and len(edges) >= 4, (column.mean(), edges)


@pytest.mark.parametrize("name", ["pipe", "walls"])
def test_a_body_in_a_pipe_is_seen_through_its_wall(open_page, name):
    opened = open_page([rolling_recording(surfaces=[SURFACES[name]])])
    picture = opened.picture()
    blue = (picture[..., 2] > 1.2 * picture[..., 0]) & (picture[..., 2] > 80) & (picture[..., 0] < 160)
    assert blue.mean() > 0.005
