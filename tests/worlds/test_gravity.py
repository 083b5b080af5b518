"""Gravity: free fall, sums, and what cannot be one."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl

LINK = sl.Link(0.1, mass=0.4)


def run(robot: sl.Robot, world: sl.World, duration: float = 0.5, **state: object) -> sl.Recording:
    model = sl.build_model(robot, world)
    return sl.simulate(model, duration=duration, state=sl.initial_state(model, **state))


def test_a_number_points_down_and_a_vector_anywhere():
    assert_allclose(sl.Gravity().vector(), [0, 0, -9.81])
    assert_allclose(sl.Gravity(1.62).vector(), [0, 0, -1.62])
    assert_allclose(sl.Gravity((0.5, 0, -9.8)).vector(), [0.5, 0, -9.8])


@pytest.mark.parametrize("acceleration", [np.int64(2), np.float32(2.0), np.float64(2.0), 2])
def test_a_number_of_any_kind_is_a_number(acceleration):
    assert_allclose(sl.Gravity(acceleration).vector(), [0, 0, -2])


def test_a_thrown_spinning_robot_follows_the_parabola_of_its_centre():
    robot = sl.Robot([LINK, sl.Revolute("y", actuator=sl.Passive()), LINK])
    recording = run(robot, sl.World([sl.Gravity()]), q=[0.4], velocity=(1, 0, 2, 0.5, 1.0, -0.7))
    t = recording["time"].values[:, None]
    start, speed = recording["com_position"].values[0], recording["com_velocity"].values[0]
    assert_allclose(recording["com_position"].values, start + speed * t - [0, 0, 9.81 / 2] * t**2, atol=2e-6)


def test_a_robot_on_the_plane_does_not_fall_but_slides_down_a_slope():
    flat = run(sl.Robot([LINK], base="planar"), sl.World([sl.Gravity()]))
    assert np.ptp(flat["com_position"].values, axis=0).max() < 1e-15
    slope = run(sl.Robot([LINK], base="planar"), sl.World([sl.Gravity((0, 0.3, -9.8))]))
    t = slope["time"].values
    assert_allclose(slope["com_position"].values[:, 1], 0.15 * t**2, atol=1e-12)


def test_two_gravities_add_up():
    both = run(sl.Robot([LINK]), sl.World([sl.Gravity(1.0), sl.Gravity((0, 2.0, -3.0))]))
    assert_allclose(both["com_velocity"].values[-1], [0, 1.0, -2.0], atol=1e-12)


def test_what_gravity_gives_in_work_it_takes_from_its_energy():
    recording = run(sl.Robot([LINK]), sl.World([sl.Gravity()]), velocity=(0, 0, 1, 0, 3, 0))
    work = recording["work"].sel(term="gravity").values
    assert_allclose(work, recording["gravity_energy"].values[0] - recording["gravity_energy"].values, atol=1e-4)


def test_in_an_empty_world_a_link_keeps_its_velocity():
    recording = run(sl.Robot([LINK]), sl.World(), velocity=(0.3, -0.2, 0.1, 0, 0, 0))
    assert_allclose(recording["com_velocity"].values[-1], [0.3, -0.2, 0.1], atol=1e-13)


IMPOSSIBLE = [
    (math.nan, ["finite number", "nan"]),
    (math.inf, ["finite number", "inf"]),
    ("9.81", ["number", "m/s^2", "'9.81'"]),
    ("strong", ["number", "m/s^2", "'strong'"]),
    (None, ["number", "m/s^2", "None"]),
    (True, ["number", "m/s^2", "True"]),
    ((0, -9.81), ["3 numbers in m/s^2", "(0, -9.81)"]),
    ((0, math.nan, 0), ["finite numbers in m/s^2", "nan"]),
    (("0", "0", "-9.81"), ["numbers in m/s^2", "'-9.81'"]),
]


@pytest.mark.parametrize(("acceleration", "words"), IMPOSSIBLE, ids=[str(value) for value, _ in IMPOSSIBLE])
def test_a_gravity_that_cannot_be_says_the_value_and_what_is_allowed(acceleration, words):
    with pytest.raises(sl.errors.WorldError) as caught:
        sl.Gravity(acceleration)
    for word in ["Gravity acceleration", *words]:
        assert word in str(caught.value)
