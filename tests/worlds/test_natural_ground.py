"""Grass, rocks, gravel and sand: springs by the law of a bed, order of the grounds, one ground by seed."""

import json

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import WorldError
from snakelab.results.diagnostics import remarks
from snakelab.worlds.contact_laws import FLOOR_STIFFNESS, bearing_contact

MAKERS = (sl.worlds.grass, sl.worlds.rocks, sl.worlds.gravel, sl.worlds.sand)
BODY = sl.worlds.Bearing()


def test_a_law_in_place_of_a_coefficient_is_told_where_it_belongs():
    with pytest.raises(
        WorldError, match=r"grass friction must be a number; got a SurfaceFriction; write Contact\(surface, fr"
    ):
        sl.worlds.grass(friction=sl.worlds.SurfaceFriction(0.5))


def test_a_bed_of_springs_carries_the_body_at_its_depth():
    depth = BODY.depth(6.3e6)
    half = np.sqrt(2 * BODY.radius * depth)
    y = np.linspace(-half, half, 2001)
    assert np.trapezoid(6.3e6 * (depth - y**2 / (2 * BODY.radius)), y) == pytest.approx(BODY.load, rel=1e-5)


def test_skin_points_carry_the_body_at_that_depth_and_no_ground_is_harder_than_a_floor():
    stiffness, damping = bearing_contact(6.3e6, BODY)
    assert stiffness * BODY.depth(6.3e6) == pytest.approx(BODY.load * BODY.spread)
    assert damping**2 == pytest.approx(4 * stiffness * BODY.load * BODY.spread / 9.81, rel=1e-3)
    assert bearing_contact(1e12, BODY)[0] == FLOOR_STIFFNESS * BODY.spread


def test_grass_is_soft_and_grips_rocks_are_hard_and_steep():
    grass, rocks, gravel, sand = (make(size=(2, 2)) for make in MAKERS)
    assert grass.stiffness < sand.stiffness < rocks.stiffness == gravel.stiffness
    assert grass.friction.mu_tangential > rocks.friction.mu_tangential > gravel.friction.mu_tangential
    assert rocks.surface.heights.max() > 0.025 and sand.surface.heights.std() < 0.006


@pytest.mark.few(1)
@pytest.mark.parametrize("make", MAKERS)
def test_a_seed_makes_a_ground_and_arguments_reach_it(make):
    one = make(1, (2, 1), friction=0.3, centre=(5, 0))
    assert one == make(1, (2, 1), friction=0.3, centre=(5, 0)) and one.friction.mu_tangential == 0.3
    heights = one.surface.heights
    assert not np.array_equal(heights, make(2, (2, 1), friction=0.3, centre=(5, 0)).surface.heights)
    assert make(1, (2, 1), roughness=0.5, centre=(5, 0)).surface.heights.max() < 0.8 * heights.max()
    assert sl.World([sl.Gravity(), one]).media[1].name == make.__name__


def test_a_log_rests_on_level_grass_at_the_depth_of_the_bed_and_its_ground_is_recorded_as_a_map():
    log = sl.Link(0.16, mass=81.5 * 0.16 / 9.81, section=sl.Cylinder(0.055))
    robot = sl.Robot([log], skin=sl.Skin(rings_per_link=4))
    level = sl.worlds.grass(size=(2, 1), roughness=0.0)
    model = sl.build_model(robot, sl.World([sl.Gravity(), level]))
    state = sl.initial_state(model, position=(-0.08, 0, 0.0545))
    recording = sl.simulate(model, None, 1.0, state=state, step=5e-3, record_rate=5)
    depth = 0.055 - recording["link_position"].values[-1, 0, 2]
    assert depth == pytest.approx(BODY.depth(6.3e6), rel=1e-3)
    (messages,) = json.loads(recording.dataset.attrs["surfaces"])
    assert (
        messages["kind"] == "HeightField" and messages["name"] == "grass" and np.shape(messages["heights"]) == (26, 51)
    )
    assert remarks(recording) == []


def test_a_body_without_weight_is_reported():
    with pytest.raises(WorldError, match="Bearing load must be at least 1e-09"):
        sl.worlds.Bearing(load=0)
