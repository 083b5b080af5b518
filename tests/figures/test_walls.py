"""Upright walls in pictures: what is solid within a window, in figures and on the page."""

import numpy as np
import pytest
from matplotlib.path import Path as Outline

from snakelab.figures.picture_geometry import cut, recorded_wall_areas, wall_areas
from snakelab.plugins.studio.page.scene_data import surface_things
from snakelab.results.recorded_objects import Wall
from walls import BLOCK, HULL, walls, waving_recording

LOW, HIGH = np.array([-5.0, -1.0]), np.array([2.5, 2.5])
SEA, STONE = Wall(np.array(HULL, dtype=float), True), Wall(np.array(BLOCK), False)


def filled(area, point: tuple[float, float]) -> bool:
    """Whether a point is painted by the rule that counts crossings."""
    (x, y), (u, v) = area.solid.T, np.roll(area.solid, -1, axis=0).T
    crosses = (y > point[1]) != (v > point[1])
    share = np.divide(point[1] - y, v - y, out=np.zeros_like(y), where=crosses)
    return int(np.count_nonzero(crosses & (x + share * (u - x) > point[0]))) % 2 == 1


@pytest.mark.parametrize(
    ("point", "solid"),
    [
        ((-1, 0.3), True),
        ((-1, 0.1), False),
        ((-4, 0.15), True),
        ((-4, 0.05), False),
        ((-4, -0.9), True),
        ((2, -0.9), False),
        ((1, 2), False),
    ],
)
def test_a_hull_is_solid_but_for_its_pipe_and_the_sea(point, solid):
    (area,) = wall_areas([SEA], LOW, HIGH)
    assert filled(area, point) == solid
    # the rule of turns, which other painters have, says the same
    backwards = Outline(np.concatenate((area.solid, area.solid[:1])))
    assert bool(backwards.contains_point(point)) == solid
    assert (area.solid >= LOW - 1e-9).all() and (area.solid <= HIGH + 1e-9).all()


def test_a_block_is_solid_within():
    (area,) = wall_areas([STONE], LOW, HIGH)
    assert filled(area, (1.5, 1.5)) and not filled(area, (0.5, 1.5))
    assert np.array_equal(area.edge, BLOCK)


def test_walls_beyond_the_window_are_nothing_and_rock_all_around_is_all_of_it():
    assert wall_areas([STONE], np.array([3.0, 3.0]), HIGH + 5) == []
    (rock,) = wall_areas([SEA], np.array([-4.0, 0.5]), np.array([-1.0, 2.0]))
    assert filled(rock, (-2.0, 1.0))
    (water,) = wall_areas([SEA], np.array([0.5, 0.5]), HIGH)
    assert not filled(water, (1.0, 1.0))


def test_a_cut_outline_keeps_its_slanted_sides():
    triangle = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]])
    left = cut(triangle, np.array([2.0, -1.0]), np.array([4.0, 20.0]))
    assert sorted(map(tuple, left.round(9).tolist())) == [(2.0, 0.0), (2.0, 2.0), (4.0, 0.0), (4.0, 4.0)]
    assert cut(triangle, np.array([-3.0, 1.0]), np.array([-1.0, 2.0])).shape == (0, 2)


def test_walls_are_seen_from_above_only():
    recording = waving_recording()
    assert len(recorded_wall_areas(recording)) == 1
    assert recorded_wall_areas(recording, (0, 2)) == [] and recorded_wall_areas(waving_recording(surfaces=[])) == []


def test_the_page_gets_walls_as_high_as_the_body_and_no_larger_than_the_way():
    recording = waving_recording(surfaces=[walls((HULL, True), (BLOCK, False))])
    (thing,) = surface_things([recording])
    assert thing["kind"] == "walls" and thing["lower"][2] == -0.015 and thing["upper"][2] == 0.015
    assert [outline["outside"] for outline in thing["outlines"]] == [True, False]
    hull = np.array(thing["outlines"][0]["points"])
    assert np.abs(hull).max() < 50  # the far corners are cut
    assert np.ptp(recording["link_position"].values[..., 0]) < thing["upper"][0] - thing["lower"][0] < 10
    assert any(np.allclose(point, (0, 0.2)) for point in hull) and any(np.allclose(point, (-3, 0.1)) for point in hull)


def test_the_page_has_no_walls_where_the_outlines_are_damaged():
    assert surface_things([waving_recording(surfaces=[{"name": "w", "kind": "Extruded", "outlines": "none"}])]) == []
