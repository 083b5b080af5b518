"""Thrust allocation: exact where it can be, within the limits always, and honest about the rest."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.control.thrust_allocation import command_for, thrust_range

LINK = sl.Link(0.3, mass=2.0, section=sl.Cylinder(0.05), com=(0.13, 0.01, -0.02), name="hull")


def robot_of(rng, n, **more):
    """Two links at a hinge with n propellers at random places."""
    front = sl.Link(0.3, mass=1.0, section=sl.Cylinder(0.05), name="front")
    propellers = [
        sl.Propeller(
            ("hull", "front")[i % 2],
            tuple(rng.uniform(-0.2, 0.2, 3)),
            tuple(rng.normal(size=3)),
            torque_ratio=0.01,
            **more,
        )
        for i in range(n)
    ]
    return sl.Robot([LINK, sl.Revolute(), front], propellers=propellers)


def random_state(model, rng):
    return sl.initial_state(model, q=rng.normal(size=1), quaternion=rng.normal(size=4), position=rng.normal(size=3))


def test_the_matrix_is_what_the_propellers_do_to_the_momentum():
    """The rate of the base's momentum rows, M zeta', of each unit thrust is its wrench about the base."""
    rng = np.random.default_rng(0)
    model = sl.build_model(robot_of(rng, 4))
    state = random_state(model, rng)
    B, M = sl.control.thrust_matrix(model, state, about="base"), sl.mass_matrix(model, state)
    held = np.append(state.q, np.zeros(4))
    rest = sl.forward_dynamics(model, state, held)
    for i in range(4):
        pushed = sl.forward_dynamics(model, state, held + np.eye(5)[1 + i])
        np.testing.assert_allclose((M @ (pushed - rest))[:6], B[:, i], atol=1e-10)


def test_moments_about_another_point_differ_by_the_lever():
    rng = np.random.default_rng(1)
    model = sl.build_model(robot_of(rng, 3))
    state = random_state(model, rng)
    poses = sl.forward_kinematics(model, state)
    com = (2.0 * poses["hull"][:3, 3] + 1.0 * poses["front"][:3, 3]) / 3.0
    about_com, about_front = (sl.control.thrust_matrix(model, state, about) for about in ("com", "front"))
    lever = np.cross(com - poses["front"][:3, 3], about_com[:3].T).T
    np.testing.assert_allclose(about_front[3:], about_com[3:] + lever, atol=1e-12)
    with pytest.raises(sl.errors.ControlError, match=r"no point 'frnt'; did you mean 'front'\?"):
        sl.control.thrust_matrix(model, state, about="frnt")


@pytest.mark.parametrize("seed", range(5))
def test_a_wrench_that_can_be_had_is_given_exactly(seed):
    rng = np.random.default_rng(seed)
    model = sl.build_model(robot_of(rng, 8))
    B, w = sl.control.thrust_matrix(model, random_state(model, rng)), rng.normal(size=6)
    given = sl.control.allocate(B, w, np.full(8, -np.inf), np.full(8, np.inf))
    np.testing.assert_allclose(B @ given.thrust, w, atol=1e-9)
    np.testing.assert_allclose(given.missing, 0, atol=1e-9)
    assert not given.saturated
    other = given.thrust + np.linalg.svd(B)[2][-1]  # as good, and larger
    assert np.linalg.norm(given.thrust) < np.linalg.norm(other)


@pytest.mark.parametrize("seed", range(5))
def test_limits_are_kept_and_a_wrench_that_needs_them_is_still_given(seed):
    rng = np.random.default_rng(seed)
    B, limit = rng.normal(size=(6, 9)), np.ones(9)
    w = B @ np.append(np.full(6, 0.999), rng.uniform(-1, 1, 3))
    given = sl.control.allocate(B, w, -limit, limit)
    assert (np.abs(given.thrust) <= limit).all()
    np.testing.assert_allclose(B @ given.thrust, w, atol=1e-5)
    much = sl.control.allocate(B, 20 * w, -limit, limit)
    assert much.saturated and (np.abs(much.thrust) <= limit).all()
    np.testing.assert_allclose(much.missing, 20 * w - B @ much.thrust)
    assert np.linalg.norm(much.missing) > 1


def test_a_bounded_allocation_is_the_nearest_one():
    rng = np.random.default_rng(3)
    B, w, weights = rng.normal(size=(6, 4)), 3 * rng.normal(size=6), rng.uniform(0.5, 2, 6)
    given = sl.control.allocate(B, w, -np.ones(4), np.ones(4), weights)
    cost = np.linalg.norm(weights * given.missing)
    for _ in range(2000):
        near = np.clip(given.thrust + rng.normal(scale=0.1, size=4), -1, 1)
        assert np.linalg.norm(weights * (w - B @ near)) > cost - 1e-6


def test_one_way_propellers_push_one_way_and_a_fixed_one_stays():
    B = np.zeros((6, 3))
    B[0] = 1.0
    given = sl.control.allocate(B, [-2, 0, 0, 0, 0, 0], np.array([0.0, -0.5, 1.0]), np.array([5.0, 5.0, 1.0]))
    np.testing.assert_allclose(given.thrust, [0.0, -0.5, 1.0], atol=1e-6)
    assert given.missing[0] == pytest.approx(-2.5)


def test_what_does_not_matter_is_given_up_first():
    B = np.zeros((6, 1))
    B[0], B[5] = 1.0, 1.0
    given = sl.control.allocate(B, [1, 0, 0, 0, 0, 0], -np.ones(1) * 9, np.ones(1) * 9, [1, 1, 1, 1, 1, 0])
    assert given.thrust[0] == pytest.approx(1.0)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "propeller",
    [
        sl.Propeller("hull", gain=-4.0, min_thrust=-6, max_thrust=9),
        sl.Propeller("hull", curve=[(-1, -15), (-0.1, 0), (0.2, 0), (0.5, 10), (1, 40)]),
        sl.Propeller("hull", curve=[(-1, 8), (0, 0), (1, -8)], max_thrust=5),
        sl.Propeller("hull", curve=[(0, -3), (1, 4), (2, 4), (3, 1)]),
    ],
)
def test_the_inverse_of_gain_and_curve_gives_the_thrust_back(propeller):
    model = sl.build_model(sl.Robot([LINK], propellers=[propeller]))
    least, greatest = thrust_range(propeller)
    for thrust in np.linspace(least, greatest, 13):
        recording = sl.simulate(model, sl.gaits.SteadyGait(thrust=[command_for(propeller, thrust)]), duration=0.02)
        assert recording["propeller_thrust"].values[-1, 0] == pytest.approx(thrust, abs=1e-9)
    assert command_for(propeller, greatest + 100) == command_for(propeller, greatest)


def test_the_smallest_command_of_several_is_taken():
    assert command_for(sl.Propeller("hull", curve=[(-2, 0), (-0.3, 0), (0.2, 0), (1, 5)]), 0.0) == 0.0
    assert command_for(sl.Propeller("hull", curve=[(-3, 1), (-1, 4), (1, -4), (2, 4)]), 4.0) == -1.0


def test_directions_without_a_propeller_are_reported():
    """Two pairs that push forward and two that lift: no side thrust, no roll."""
    link = sl.Link(0.3, mass=2.0, section=sl.Cylinder(0.05), name="hull")
    front = sl.Link(0.3, mass=2.0, section=sl.Cylinder(0.05), name="front")
    limits = {"min_thrust": -1, "max_thrust": 2}
    propellers = [
        sl.Propeller(on, (0.15, y, 0), direction, **limits)
        for on in ("hull", "front")
        for y, direction in ((0.1, "x"), (-0.1, "x"), (0.0, "z"))
    ]
    model = sl.build_model(sl.Robot([link, sl.Revolute(), front], propellers=propellers))
    reach = sl.control.reachable(model)
    assert reach["surge"] == pytest.approx((-4, 8)) and reach["heave"] == pytest.approx((-2, 4))
    assert reach["sway"] == pytest.approx((0, 0)) and reach["roll"] == pytest.approx((0, 0))
    assert reach["yaw"] == pytest.approx((-0.4, 0.4)) and reach["pitch"] == pytest.approx((-0.3, 0.3))
    turned = sl.initial_state(model, quaternion=(1, 1, 0, 0), position=(3, 0, 0))
    assert sl.control.reachable(model, turned)["heave"] == pytest.approx(reach["heave"])
    assert sl.control.reachable(sl.build_model(sl.Robot([link])))["surge"] == (0.0, 0.0)
    free = sl.Robot([sl.Link(0.3, 2.0, section=sl.Cylinder(0.05))], propellers=[sl.Propeller("link1")])
    assert sl.control.reachable(sl.build_model(free))["surge"] == (-np.inf, np.inf)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda B: sl.control.allocate(B, [1, 2], -np.ones(2), np.ones(2)), "wrench must be 6 numbers"),
        (
            lambda B: sl.control.allocate(B, np.ones(6), -np.ones(2), np.ones(2), -np.ones(6)),
            "weights must not be negative",
        ),
    ],
)
def test_wrong_wrenches_and_weights_are_refused(call, message):
    with pytest.raises(sl.errors.ControlError, match=message):
        call(np.ones((6, 2)))


@pytest.mark.parametrize(
    ("matrix", "least", "greatest", "words"),
    [
        (np.zeros((4, 3)), -np.ones(3), np.ones(3), "matrix must be six rows"),
        (np.full((6, 3), np.nan), -np.ones(3), np.ones(3), "matrix must be six rows"),
        ("B", -np.ones(3), np.ones(3), "got 'B'"),
        (np.zeros((6, 3)), -np.ones(2), np.ones(3), "one number for each of the 3 propellers"),
        (
            np.zeros((6, 3)),
            np.ones(3),
            -np.ones(3),
            "minimum must not be above maximum, got 1 and -1 N for propeller 1",
        ),
        (np.zeros((6, 3)), np.full(3, np.nan), np.ones(3), "got nan and 1 N"),
    ],
)
def test_an_invalid_allocation_gives_one_line(matrix, least, greatest, words):
    with pytest.raises(sl.errors.ControlError, match=words):
        sl.control.allocate(matrix, np.zeros(6), least, greatest)


def test_a_list_is_a_matrix_and_one_limit_serves_all():
    B = np.vstack([np.ones((1, 2)), np.zeros((5, 2))])
    np.testing.assert_allclose(sl.control.allocate(B.tolist(), [4, 0, 0, 0, 0, 0], -1.0, 1.0).thrust, [1, 1], rtol=1e-6)
