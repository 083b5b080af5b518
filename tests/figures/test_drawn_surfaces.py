"""Surfaces as the views draw them lie where the physics touches them."""

import json

import numpy as np
import pytest

from figures.skins import LEVEL, rolling_recording
from recordings import serpenoid_recording
from snakelab.figures.picture_geometry import ground_areas, rotated
from snakelab.geometry.surfaces import signed_distance
from snakelab.plugins.studio.page.replay_data import scene
from snakelab.plugins.studio.page.scene_data import surface_things
from snakelab.public_names import public_object

BLOCK = {
    "name": "stone",
    "kind": "Block",
    "size": [0.2, 0.1, 0.06],
    "centre": [0.3, 0.1, 0.05],
    "rotation": [0.3, -0.2, 0.9],
}
HILLS = {
    "name": "hills", "kind": "HeightField", "spacing": [0.1, 0.2], "origin": [-0.2, -0.3],
    "heights": [[0.0, 0.1, 0.0, 0.05], [0.05, 0.0, 0.02, 0.0], [0.0, 0.03, 0.0, 0.01]],
}  # fmt: skip
POLE = {
    "name": "pole",
    "kind": "Pole",
    "radius": 0.05,
    "point": [0.2, 0.4, 0.0],
    "axis": [0.0, 1.0, 2.0],
    "length": None,
}
PIPE = {"name": "pipe", "kind": "Pipe", "line": [[-1, 0, 0], [1, 0, 0]], "radii": 0.1, "wall": None}
SLOPE = {"name": "slope", "kind": "Plane", "normal": [0.0, -0.6, 0.8], "point": [0.0, 0.0, -0.1]}


def things(*surfaces: dict) -> list[dict]:
    return surface_things([rolling_recording(surfaces=surfaces)])


def built(surface: dict) -> object:
    arguments = {key: value for key, value in surface.items() if key not in ("name", "kind") and value is not None}
    return public_object(surface["kind"])(**arguments)


def test_every_kind_of_surface_has_its_thing():
    kinds = [
        thing["kind"] for thing in things(LEVEL, SLOPE, HILLS, BLOCK, POLE, PIPE, {"name": "new", "kind": "Torus"})
    ]
    assert kinds == ["plane", "slope", "heights", "block", "pole", "pipe"]


def test_common_surfaces_of_runs_are_drawn_once():
    recordings = [rolling_recording(surfaces=[LEVEL]), rolling_recording(surfaces=[LEVEL, PIPE])]
    assert [thing["kind"] for thing in surface_things(recordings)] == ["plane", "pipe"]


def test_a_slope_is_a_square_in_its_plane_around_the_robot():
    (slope,) = things(SLOPE)
    assert signed_distance(built(SLOPE), slope["centre"])[0] == pytest.approx(0, abs=1e-12)
    assert slope["half"] > 0.3 and np.linalg.norm(np.array(slope["centre"]) - [0.15, 0, 0]) < 0.5


def test_heights_are_those_that_are_touched_beyond_the_edges_too():
    (hills,) = things(HILLS)
    x, y, z = (np.array(hills[key]) for key in "xyz")
    assert z.shape == (len(y), len(x)) and min(x) == -0.2 and max(x) > 0.1  # to where the robot goes
    field = built(HILLS)
    for j, i in [(0, 0), (5, 9), (len(y) // 2, len(x) // 2), (-1, 3), (20, -2)]:
        assert signed_distance(field, (x[i], y[j], z[j, i]))[0] == pytest.approx(0, abs=2e-6)


def test_corners_of_a_turned_block_lie_on_it():
    corners = rotated(BLOCK["rotation"], np.array([[0.1, 0.05, 0.03], [-0.1, 0.05, -0.03]])) + BLOCK["centre"]
    for corner in corners:
        assert signed_distance(built(BLOCK), corner)[0] == pytest.approx(0, abs=1e-9)
        assert signed_distance(built(BLOCK), corner + (corner - BLOCK["centre"]))[0] > 0.05


def test_an_infinite_pole_is_cut_beside_the_robot_and_stays_on_its_axis():
    (pole,) = things(POLE)
    for end in pole["line"]:
        assert signed_distance(built(POLE), end)[0] == pytest.approx(-0.05, abs=1e-9)
    assert 0.5 < np.linalg.norm(np.diff(pole["line"], axis=0)) < 10


def test_the_page_keeps_its_own_ground_where_no_surface_is_one():
    assert [thing["kind"] for thing in scene([rolling_recording(surfaces=[PIPE])])] == ["grid", "pipe"]
    assert [thing["kind"] for thing in scene([rolling_recording(surfaces=[HILLS])])] == ["heights"]
    assert [thing["kind"] for thing in scene([serpenoid_recording()])] == ["grid"]


def test_surfaces_of_some_runs_only_have_the_numbers_of_these_runs():
    hills, level, none = (rolling_recording(surfaces=given) for given in ([HILLS, PIPE], [LEVEL, PIPE], [PIPE]))
    assert all("runs" not in thing for thing in scene([hills, hills]))
    owners = [(thing["kind"], thing.get("runs")) for thing in scene([hills, level])]
    assert owners == [("heights", [0]), ("pipe", None), ("plane", [1])]
    owners = [(thing["kind"], thing.get("runs")) for thing in scene([hills, none, none])]
    assert owners == [("grid", [1, 2]), ("heights", [0]), ("pipe", None)]


def test_a_plane_is_a_line_from_the_side_and_nothing_from_above():
    (area,) = ground_areas(rolling_recording(), (0, 2))
    assert area[:, 1].max() == pytest.approx(0) and area[:, 1].min() < -1
    assert ground_areas(rolling_recording(), (0, 1)) == []
    assert ground_areas(rolling_recording(surfaces=[SLOPE]), (0, 2)) == []  # it fills the view
    (slope,) = ground_areas(rolling_recording(surfaces=[SLOPE]), (1, 2))
    assert slope[1, 1] - slope[0, 1] == pytest.approx(0.75 * (slope[1, 0] - slope[0, 0]))


def test_outlines_hold_all_of_a_block_and_a_pole_and_the_top_of_the_hills():
    areas = ground_areas(rolling_recording(surfaces=[BLOCK, POLE, HILLS, PIPE]), (0, 2))
    block, pole, hills = areas  # nothing of the pipe
    corners = rotated(BLOCK["rotation"], np.array([[0.1, 0.05, 0.03], [-0.1, -0.05, -0.03]])) + BLOCK["centre"]
    assert block[:, 0].min() <= corners[:, 0].min() and block[:, 0].max() >= corners[:, 0].max()
    assert np.ptp(pole[:, 0]) == pytest.approx(0.1, abs=1e-3)
    assert np.interp(-0.1, hills[:6, 0], hills[:6, 1]) == pytest.approx(0.1)  # the highest of its column


@pytest.mark.parametrize("words", ["", "no JSON", "{}", json.dumps([1, "a"])])
def test_an_attribute_that_tells_no_surfaces_gives_none(words):
    recording = rolling_recording()
    recording.dataset.attrs["surfaces"] = words
    assert surface_things([recording]) == [] and ground_areas(recording, (0, 2)) == []
