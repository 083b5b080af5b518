"""Friction that depends on the place, and currents that vary in time and space, in Python and in scenarios."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import WorldError
from snakelab.scenarios.scenario import load_scenario
from snakelab.worlds import FrictionPatch, RegionalFriction

BLOCK = sl.Robot([sl.Link(0.1, 0.5, section=sl.Box(0.1, 0.04))])


def slide(friction, speed=1.0, duration=0.6, along="x"):
    world = sl.World([sl.Gravity(9.81), sl.Contact(stiffness=2e4, damping=100.0, friction=friction)])
    model = sl.build_model(BLOCK, world)
    velocity = (speed, 0, 0, 0, 0, 0) if along == "x" else (0, speed, 0, 0, 0, 0)
    state = sl.initial_state(model, position=(0, 0, 0.02), velocity=velocity)
    return sl.simulate(model, None, duration, state=state, step=1e-3)


@pytest.mark.thorough
def test_without_patches_it_is_the_friction_of_a_surface():
    regional, plain = slide(RegionalFriction(0.3)), slide(sl.SurfaceFriction(0.3))
    np.testing.assert_allclose(regional["com_position"].values[:, 0], plain["com_position"].values[:, 0], atol=2e-4)
    across = slide(RegionalFriction(0.1, 0.4), along="y")
    travelled = across["com_position"].values[-1, 1] - across["com_position"].values[0, 1]
    assert travelled == pytest.approx(1 / (2 * 0.4 * 9.81), rel=0.02)


@pytest.mark.thorough
def test_a_body_decelerates_by_the_friction_of_each_patch():
    # 0.1 up to x = 0.3 m, 0.5 beyond; the block of 0.1 m enters gradually
    friction = RegionalFriction(0.1, patches=[FrictionPatch((0.3, -1.0), (9.0, 1.0), 0.5)])
    x = slide(friction, duration=1.0)["com_position"].values[:, 0]
    travelled = x[-1] - x[0]
    # energy: 1/2 v^2 = g (mu_1 s_1 + mean over the length + mu_2 s_2)
    first = 0.3 - 0.05 - 0.05
    half = 0.5 - 9.81 * (0.1 * first + 0.3 * 0.1)
    assert travelled == pytest.approx(first + 0.1 + half / (9.81 * 0.5), rel=0.03)


def test_the_last_patch_wins_and_coefficients_scale():
    friction = RegionalFriction(
        0.1, patches=[FrictionPatch((-9, -9), (9, 9), 0.9), FrictionPatch((-9, -9), (9, 9), 0.2, 0.3)]
    )
    travelled = np.ptp(slide(friction, duration=0.8)["com_position"].values[:, 0])
    assert travelled == pytest.approx(1 / (2 * 0.2 * 9.81), rel=0.02)
    scaled = sl.Contact(friction=friction).scaled(2.0).friction
    assert (scaled.mu_tangential, scaled.patches[1].mu_normal) == (0.2, 0.6)
    with pytest.raises(WorldError, match="lower must be less than upper"):
        FrictionPatch((1.0, 0.0), (0.0, 1.0), 0.5)


def test_regions_are_keys_of_a_scenario(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text(
        "name: a\nbase: snakesys_creeping\nrobot: {snake_iii: {wheels: false}}\nworld:\n  media:\n"
        "    - gravity: {}\n    - contact:\n        friction:\n"
        "          regional_friction:\n            mu_tangential: 0.5\n            patches:\n"
        "              - {lower: [0, -1], upper: [2, 1], mu_tangential: 0.1, mu_normal: 0.2}\n"
    )
    friction = load_scenario(path).world.media[1].friction
    assert friction == RegionalFriction(0.5, patches=[FrictionPatch((0.0, -1.0), (2.0, 1.0), 0.1, 0.2)])


def drift(current, start=(0.5, 0.5, 0.0), duration=2.0):
    """Path of a small neutral body that drag carries along."""
    body = sl.Robot([sl.Link(0.02, 0.006, section=sl.geometry.Cylinder(0.01), volume="neutral")])
    fluid = sl.Fluid(currents=[current], linear_drag=50.0, axial_linear_drag=1.0)
    model = sl.build_model(body, sl.World([fluid]))
    recording = sl.simulate(model, None, duration, state=sl.initial_state(model, position=start), step=2e-3)
    return recording["time"].values, recording["com_position"].values


def test_a_map_of_several_times_is_linear_between_them():
    u = [np.full((2, 2), value).tolist() for value in (0.0, 0.2, 0.0)]
    v = np.zeros((3, 2, 2)).tolist()
    current = sl.worlds.CurrentMap(u, v, times=[0.0, 1.0, 2.0])
    time, path = drift(current)
    travelled = np.interp([1.0, 2.0], time, path[:, 0]) - path[0, 0]
    np.testing.assert_allclose(travelled, (0.1, 0.2), atol=4e-3)


def test_a_map_may_repeat():
    u = [np.full((2, 2), value).tolist() for value in (0.1, -0.1, 0.1)]
    v = np.zeros((3, 2, 2)).tolist()
    once = drift(sl.worlds.CurrentMap(u, v, times=[0.0, 0.5, 1.0]))[1]
    again = drift(sl.worlds.CurrentMap(u, v, times=[0.0, 0.5, 1.0], repeat=True))[1]
    assert np.ptp(once[:, 0]) > 0.08 and np.ptp(again[:, 0]) < 0.04


def test_maps_without_times_are_as_before_and_faults_are_named():
    flat = np.full((2, 3), 0.1).tolist()
    steady, timed = sl.worlds.CurrentMap(flat, flat), sl.worlds.CurrentMap([flat], [flat], times=[0.0])
    np.testing.assert_array_equal(steady.numbers(), timed.numbers())
    with pytest.raises(WorldError, match="write times for several tables"):
        sl.worlds.CurrentMap([flat], [flat])
    with pytest.raises(WorldError, match="times must be 2 increasing times"):
        sl.worlds.CurrentMap([flat, flat], [flat, flat], times=[1.0, 0.0])
    with pytest.raises(WorldError, match="repeat needs two times or more"):
        sl.worlds.CurrentMap(flat, flat, repeat=True)


def test_patches_of_another_type_are_refused():
    for patches in (np.zeros(3), None, "patch", [0.3], 0.3):
        with pytest.raises(WorldError, match="RegionalFriction patches"):
            RegionalFriction(0.1, patches=patches)
