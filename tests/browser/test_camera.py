"""The camera: all robots of a comparison in view, never below the ground, and squares that are named while they are seen."""

import numpy as np
import pytest

from figures.skins import LEVEL, rolling_recording
from recordings import straight_recording
from swimmers import swimming_recording

pytestmark = pytest.mark.browser

SLOPE = {"name": "slope", "kind": "Plane", "normal": [0.6, 0.0, 1.0], "point": [0.0, 0.0, 0.0]}
RIDGE = {
    "name": "ridge", "kind": "HeightField", "spacing": 0.2, "origin": [-0.2, -1.0],
    "heights": [[0.0, 0.0, 0.0], [0.0, 0.3, 0.0], [0.0, 0.0, 0.0], [-0.1, 0.0, 0.0], [0.0, 0.0, -0.1], [0.0, 0.0, -0.1]],
}  # fmt: skip
PIPE = {"name": "pipe", "kind": "Pipe", "line": [[-2, 0, 0.02], [2, 0, 0.02]], "radii": 0.3, "wall": 0.01}


def camera(opened) -> np.ndarray:
    """Where the camera is [m]."""
    return np.array(opened.page.get_attribute("#view canvas", "data-camera").split(), dtype=float)


def press(opened, *keys: str) -> None:
    """Press keys of the focused view."""
    opened.page.focus("#view canvas")
    for key in keys:
        opened.page.keyboard.press(key)
    opened.settle()


def height_of_ground(kind: str, x: float, y: float) -> float:
    if kind == "slope":
        return -0.6 * x
    if kind == "ridge":  # drawn up to one and a half lengths around the body, level beyond that
        y = float(np.clip(y, -0.45, 0.45))
        u, v = np.clip((x + 0.2) / 0.2, 0, 2), np.clip((y + 1.0) / 0.2, 0, 5)
        i, j = min(int(u), 1), min(int(v), 4)
        s, t, z = u - i, v - j, np.array(RIDGE["heights"])
        return (1 - t) * ((1 - s) * z[j, i] + s * z[j, i + 1]) + t * ((1 - s) * z[j + 1, i] + s * z[j + 1, i + 1])
    return 0.0


@pytest.mark.parametrize(("kind", "surface"), [("level", LEVEL), ("slope", SLOPE), ("ridge", RIDGE)])
def test_the_camera_stays_above_the_ground(open_page, kind, surface):
    # few pixels, as every key draws anew
    opened = open_page([rolling_recording(surfaces=[surface])], width=480, height=400)
    for turn in range(5):
        press(opened, *["s"] * 12, *["d"] * (turn and 12))
        x, y, z = camera(opened)
        assert z > height_of_ground(kind, x, y), turn
    opened.drag("#view canvas", (0.5, 0.9), (0.5, 0.1))
    x, y, z = camera(opened)
    assert z > height_of_ground(kind, x, y)
    press(opened, *["w"] * 4)
    assert camera(opened)[2] > z  # it is not stuck there


def test_turning_against_the_ground_keeps_the_distance(open_page):
    opened = open_page([rolling_recording()])
    target = np.array([0.0, 0.0, 0.02])
    before = np.linalg.norm(camera(opened) - target)
    press(opened, *["s"] * 30)
    assert np.linalg.norm(camera(opened) - target) == pytest.approx(before, rel=0.1)


def test_the_camera_may_look_from_below_where_nothing_is_solid(open_page):
    opened = open_page([swimming_recording(propellers=())])
    press(opened, *["s"] * 16)
    assert camera(opened)[2] < -0.1


def test_the_camera_may_be_in_a_pipe_below_the_ground(open_page):
    opened = open_page([rolling_recording(surfaces=[LEVEL | {"point": [0.0, 0.0, 0.15]}, PIPE])])
    press(opened, "2", *["+"] * 30)
    _, y, z = camera(opened)
    assert np.hypot(y, z - 0.02) < 0.3 and z < 0.15


def parting():
    """Two robots that leave each other, 2.4 m apart in the end."""
    return [straight_recording(speed=speed, duration=6.0) for speed in (0.2, -0.2)]


def robots(opened) -> list[float]:
    """Middle columns of the robots in the picture, by their heads and joints, which are dark."""
    dark = (opened.picture()[60:-90].max(axis=-1) < 105).sum(axis=0)
    columns = np.flatnonzero(dark > 1)
    return [float(piece.mean()) for piece in np.split(columns, np.flatnonzero(np.diff(columns) > 80) + 1) if len(piece)]


def test_a_comparison_keeps_all_robots_in_the_picture(open_page):
    opened = open_page(parting(), ["one", "other"])
    for time in (3.0, 6.0):
        opened.seek(time)
        assert len(robots(opened)) == 2, time


def test_a_comparison_follows_one_robot_where_that_is_chosen(open_page):
    opened = open_page(parting(), ["one", "other"])
    opened.page.select_option("#follow", label="follow other")
    opened.settle()
    places = []
    for time in (4.0, 6.0):
        opened.seek(time)
        places += robots(opened)
    half = len(places) // 2
    assert places[:half] == pytest.approx(places[half:], abs=8)


def test_a_comparison_may_stand_still_and_the_key_f_goes_back(open_page):
    opened = open_page(parting())
    assert opened.page.input_value("#follow") == "all"
    opened.page.keyboard.press("f")
    assert opened.page.input_value("#follow") == "still"
    still = camera(opened)
    opened.seek(6.0)
    assert camera(opened) == pytest.approx(still, abs=1e-3)
    opened.page.keyboard.press("f")
    assert opened.page.input_value("#follow") == "all"


def test_squares_are_named_while_they_are_seen(open_page):
    opened = open_page([rolling_recording()])
    scale = lambda: opened.page.text_content(".scale")  # noqa: E731
    assert scale() == "grid of 0.05 and 0.25 m"
    press(opened, "1", *["+"] * 40)
    assert scale() == ""  # the picture is smaller than a square
    opened.page.click("#look-reset")
    opened.settle()
    assert scale() == "grid of 0.05 and 0.25 m"
