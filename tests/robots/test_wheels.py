"""Passive wheels: they roll along the link and hold across it, at the lowest point of their rim."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.geometry.rotations import quat_exp
from snakelab.robots.library.orthogonal_robots import snake_iii

CORNERS = [(x, y, -0.05) for x in (0.0, 0.2) for y in (0.05, -0.05)]
GROUND = sl.Contact(stiffness=2e4, damping=200.0, friction=sl.SurfaceFriction(0.5, eps=1e-4))
HEIGHT = 0.07  # of the axis above the ground, on wheels of 20 mm


def cart(friction=0.02):
    wheels = [sl.Wheel(point, 0.02, friction) for point in CORNERS]
    return sl.Robot([sl.Link(0.2, 1.0, sl.Cylinder(0.03), com=(0.1, 0.0, -0.05), wheels=wheels)])


@pytest.mark.parametrize(("direction", "mu"), [((1, 0), 0.02), ((-1, 0), 0.02), ((0, 1), 0.5)])
def test_a_cart_slows_down_by_the_friction_of_its_roll_along_and_of_the_ground_across(direction, mu):
    model = sl.build_model(cart(), sl.World([sl.Gravity(), GROUND]))
    velocity = (*(0.5 * np.array(direction)), 0, 0, 0, 0)
    start = sl.initial_state(model, position=(0, 0, HEIGHT - 9.81 / 4 / 2e4), velocity=velocity)
    run = sl.simulate(model, None, 0.08, state=start, record_rate=100)
    speed = run["com_velocity"].values[:, :2] @ direction
    assert_allclose((speed[0] - speed[-1]) / 0.08, mu * 9.81, rtol=0.03)


def test_friction_along_the_roll_takes_the_energy_that_it_should():
    model = sl.build_model(cart(0.1), sl.World([sl.Gravity(), GROUND]))
    start = sl.initial_state(model, position=(0, 0, HEIGHT - 9.81 / 4 / 2e4), velocity=(0.5, 0, 0, 0, 0, 0))
    run = sl.simulate(model, None, 0.1, state=start, record_rate=100)
    way = run["com_position"].values[-1, 0] - run["com_position"].values[0, 0]
    work = sl.metrics(run)["work_contact_friction"]
    assert_allclose(work, -0.1 * 9.81 * way, rtol=0.02)


def test_a_wheel_touches_at_the_lowest_point_of_its_rim():
    """Rolled by 30 degrees the disc leans with the link, and its lowest point is down along its own plane."""
    model = sl.build_model(cart(), sl.World([GROUND]))
    c, s = np.cos(np.pi / 6), np.sin(np.pi / 6)
    R = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    low = R @ [0.0, -0.05, -0.07]
    place = (0.0, 0.0, 5e-4 - low[2])
    start = sl.initial_state(model, position=place, quaternion=quat_exp((np.pi / 6, 0.0, 0.0)))
    run = sl.simulate(model, None, 0.01, state=start)
    names = [str(name) for name in run["skin"].values]
    assert names[2:] == [f"link1.wheel{i}" for i in (1, 2, 3, 4)]
    for i in (1, 3):  # those on the low side
        x, y, z = CORNERS[i]
        actual = run["skin_position"].values[0, 2 + i]
        assert_allclose(actual, place + R @ [x, y, z - 0.02], atol=1e-9)
        assert_allclose(run["skin_gap"].values[0, 2 + i], 5e-4, atol=1e-9)


def test_a_snake_on_wheels_stands_eighteen_millimetres_above_the_ground():
    model = sl.build_model(snake_iii(4, wheels=True), sl.World([sl.Gravity(), GROUND]))
    run = sl.simulate(model, None, 0.02, state=sl.initial_state(model, position=(0, 0, 0.073)))
    wheels = np.array(["wheel" in str(name) for name in run["skin"].values])
    assert_allclose(run["skin_gap"].values[0, wheels], 0, atol=1e-9)
    assert_allclose(run["skin_gap"].values[0, ~wheels], 0.018, atol=1e-9)
    assert run["skin_load"].values[-1, wheels].sum() > 1.0


def test_impossible_wheels_are_refused():
    for arguments, words in (
        (((0, 0, 0), 0.0), r"Wheel radius must be greater than 0 and at most 1e\+06 m"),
        (((0, 0), 0.1), "Wheel point must be 3"),
        (((0, 0, 0), 0.1, -1.0), "Wheel friction must be at least 0"),
    ):
        with pytest.raises(sl.errors.RobotError, match=words):
            sl.Wheel(*arguments)


def test_a_wheel_with_a_mass_is_a_disc_fixed_to_its_link_where_it_stands():
    """Two wheels of 0.3 kg beside a bar of 1 kg: masses, their common centre, and the axes' theorem."""
    bar = sl.Link(0.2, 1.0, inertia=(1e-3, 4e-3, 4e-3))
    heavy = sl.Link(
        0.2, 1.0, inertia=(1e-3, 4e-3, 4e-3), wheels=[sl.Wheel((0.1, y, -0.05), 0.02, mass=0.3) for y in (0.05, -0.05)]
    )
    piece, own = heavy.stations[0], bar.stations[0]
    assert (heavy.mass, heavy.whole_mass, piece.mass, own.mass) == (1.0, 1.6, 1.6, 1.0)
    assert_allclose(piece.offset, [0.1, 0.0, -0.05 * 0.6 / 1.6])
    down = 1.0 * 0.6 / 1.6 * 0.05**2  # of bar and wheels about the common centre, which stands between them
    spin, across = 0.6 * 0.02**2 / 2, 0.6 * 0.02**2 / 4
    expected = [1e-3 + across + 0.6 * 0.05**2 + down, 4e-3 + spin + down, 4e-3 + across + 0.6 * 0.05**2]
    assert_allclose(piece.inertia, np.diag(expected), atol=1e-18)
    assert sl.Robot([heavy]).mass == 1.6


def test_heavy_wheels_weigh_on_the_ground_and_fall_as_the_link_does():
    wheels = [sl.Wheel(point, 0.02, mass=0.1) for point in CORNERS]
    model = sl.build_model(
        sl.Robot([sl.Link(0.2, 1.0, sl.Cylinder(0.03), wheels=wheels)]), sl.World([sl.Gravity(), GROUND])
    )
    run = sl.simulate(model, None, 0.3, state=sl.initial_state(model, position=(0, 0, HEIGHT - 1.4 * 9.81 / 4 / 2e4)))
    assert float(run["skin_load"].values[-1].sum()) == pytest.approx(1.4 * 9.81, rel=1e-3)


def test_a_mass_below_zero_is_refused():
    with pytest.raises(sl.errors.RobotError, match="Wheel mass"):
        sl.Wheel((0, 0, 0), 0.02, mass=-1.0)
