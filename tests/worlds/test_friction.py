"""Friction: closed forms, the limits of its smoothing, and that it never drives."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.errors import WorldError
from snakelab.worlds.friction import SHAPES, SMOOTHINGS, CoulombLaw, coulomb_drag, smoothed_secant, viscous_drag

SMOOTH = {"tanh": np.tanh, "sqrt": lambda x: x / np.sqrt(1 + x * x), "rational": lambda x: x / (1 + x)}
CREEP = {"tanh": 0.5493, "sqrt": 0.5774, "rational": 1.0}
LOAD, G = 3.0, 9.81

speeds = st.floats(-2, 2, allow_subnormal=False)
velocities = st.tuples(speeds, speeds, speeds)
coefficients = st.floats(0, 2, allow_subnormal=False)
laws = st.builds(
    sl.LinkFriction,
    mu_tangential=coefficients,
    mu_normal=coefficients,
    mu_backward=st.none() | coefficients,
    shape=st.sampled_from(SHAPES),
    smoothing=st.sampled_from(SMOOTHINGS),
    eps=st.floats(1e-5, 0.1),
)


def force(law: sl.LinkFriction, u: tuple[float, ...], load: float = LOAD) -> np.ndarray:
    """Force on a link that slides at u, body axes, under the normal force `load`."""
    forward, backward, normal, shape, smoothing, eps, _ = law.parameters()
    compiled = CoulombLaw(load, forward, backward, normal, float(shape), float(smoothing), eps)
    c = coulomb_drag(tuple(map(float, u)), compiled)
    return -np.array(c) * u


def slide(law: object, velocity: tuple[float, float], duration: float = 1.0, **options: object) -> sl.Recording:
    """One link of 0.5 kg on the ground, let go with a velocity."""
    model = sl.build_model(sl.Robot([sl.Link(0.1, mass=0.5)], base="planar"), sl.World([law]))
    state = sl.initial_state(model, velocity=(*velocity, 0, 0, 0, 0))
    return sl.simulate(model, duration=duration, state=state, **options)


# ---- closed forms ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("smoothing", SMOOTHINGS)
@given(u=velocities)
def test_per_axis_each_direction_has_its_own_force(smoothing, u):
    law = sl.LinkFriction(0.2, 0.6, mu_backward=0.9, smoothing=smoothing, eps=0.01)
    mu = np.array([0.2 if u[0] >= 0 else 0.9, 0.6, 0.6])
    expected = -mu * LOAD * SMOOTH[smoothing](np.abs(u) / 0.01) * np.sign(u)
    assert_allclose(force(law, u), expected, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
@given(u=velocities)
def test_elliptic_friction_is_its_closed_form(smoothing, u):
    law = sl.LinkFriction(0.2, 0.6, mu_backward=0.9, shape="elliptic", smoothing=smoothing, eps=0.01)
    mu = np.array([0.2 if u[0] >= 0 else 0.9, 0.6, 0.6])
    w = np.linalg.norm(mu * u) / mu.max()
    expected = -(mu**2) * u * LOAD * SMOOTH[smoothing](w / 0.01) / (mu.max() * w) if w > 0 else np.zeros(3)
    assert_allclose(force(law, u), expected, rtol=1e-12, atol=1e-15)


@given(velocities.filter(lambda u: np.linalg.norm(u) > 0.1), st.tuples(*3 * [st.floats(-1, 1)]))
def test_of_all_forces_in_the_ellipse_the_laws_dissipates_most(u, direction):
    law = sl.LinkFriction(0.2, 0.6, mu_backward=0.9, shape="elliptic", eps=1e-5)
    most = -force(law, u) @ u
    # What slides forward is pulled backward.
    semi_axes = LOAD * np.array([0.2 if direction[0] <= 0 else 0.9, 0.6, 0.6])
    other = semi_axes * direction / max(1.0, np.linalg.norm(direction))
    assert -other @ u <= most + 1e-12
    along = LOAD * np.array([0.2 if u[0] >= 0 else 0.9, 0.6, 0.6])
    assert_allclose(np.linalg.norm(force(law, u) / along), 1, rtol=1e-9)


@given(velocities)
def test_equal_coefficients_make_the_ellipse_a_circle(u):
    f = force(sl.LinkFriction(0.5, 0.5, shape="elliptic", eps=0.01), u)
    assert_allclose(np.cross(f, u), 0, atol=1e-12)
    assert_allclose(np.linalg.norm(f), 0.5 * LOAD * math.tanh(np.linalg.norm(u) / 0.01), rtol=1e-12, atol=1e-15)


HU = {"mu_tangential": 0.11, "mu_normal": 0.20, "mu_backward": 0.14}  # Hu et al. 2009, snakes on cloth


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
@given(u=velocities)
def test_weighted_slip_is_the_closed_form_of_hu(smoothing, u):
    law = sl.LinkFriction(**HU, shape="weighted_slip", smoothing=smoothing, eps=0.01)
    speed = np.linalg.norm(u)
    mu = np.array([0.11 if u[0] >= 0 else 0.14, 0.20, 0.20])
    expected = -mu * LOAD * SMOOTH[smoothing](speed / 0.01) * np.array(u) / speed if speed > 0 else np.zeros(3)
    assert_allclose(force(law, u), expected, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
@given(u=velocities)
def test_friction_along_the_slip_opposes_it_with_the_power_of_weighted_slip(smoothing, u):
    law = sl.LinkFriction(**HU, shape="along_slip", smoothing=smoothing, eps=0.01)
    f = force(law, u)
    assert_allclose(np.cross(f, u), 0, atol=1e-12)
    weighted = force(sl.LinkFriction(**HU, shape="weighted_slip", smoothing=smoothing, eps=0.01), u)
    assert_allclose(f @ u, weighted @ u, rtol=1e-11, atol=1e-15)
    assert np.linalg.norm(f) <= LOAD * max(HU.values()) * (1 + 1e-12)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    ("direction", "mu"), [((1, 0, 0), 0.11), ((-1, 0, 0), 0.14), ((0, 1, 0), 0.20), ((0, -1, 0), 0.20)]
)
def test_along_the_principal_directions_all_shapes_have_the_force_of_hu(shape, direction, mu):
    law = sl.LinkFriction(**HU, shape=shape, eps=0.01)
    u = 0.3 * np.array(direction)
    assert_allclose(force(law, u), -mu * LOAD * math.tanh(30) * np.array(direction), rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("shape", ["elliptic", "along_slip", "weighted_slip"])
@given(velocities.filter(lambda u: np.linalg.norm(u) > 0.01))
def test_as_coefficients_become_equal_friction_becomes_isotropic_without_a_jump(shape, u):
    isotropic = -0.5 * LOAD * math.tanh(np.linalg.norm(u) / 0.01) * np.array(u) / np.linalg.norm(u)
    for apart in (1e-3, 1e-6, 0.0):
        law = sl.LinkFriction(0.5, 0.5 + apart, mu_backward=0.5 - apart, shape=shape, eps=0.01)
        assert_allclose(force(law, u), isotropic, atol=3 * apart * LOAD + 1e-12)


@pytest.mark.parametrize("shape", ["elliptic", "along_slip", "weighted_slip"])
def test_force_does_not_jump_where_the_slip_turns_from_forward_to_backward(shape):
    law = sl.LinkFriction(0.1, 0.5, mu_backward=0.9, shape=shape, eps=0.01)
    ahead, behind = (force(law, (x, 0.3, 0.0)) for x in (1e-9, -1e-9))
    assert_allclose(ahead, behind, atol=1e-7)


def test_only_the_sign_of_the_velocity_along_the_body_tells_forward_from_backward():
    law = sl.LinkFriction(0.1, 0.5, mu_backward=0.8)
    assert_allclose(force(law, (1.0, 0.0, 0.0)), [-0.1 * LOAD, 0, 0])
    assert_allclose(force(law, (-1.0, 0.0, 0.0)), [0.8 * LOAD, 0, 0])
    assert_allclose(force(law, (0.0, -1.0, 0.0)), [0, 0.5 * LOAD, 0])
    same = sl.LinkFriction(0.1, 0.5)
    assert_allclose(force(same, (-1.0, 0.0, 0.0)), [0.1 * LOAD, 0, 0])


@pytest.mark.parametrize("shape", SHAPES)
def test_without_coefficients_there_is_no_force(shape):
    assert (force(sl.LinkFriction(0, 0, shape=shape), (1.0, -2.0, 0.5)) == 0).all()
    assert_allclose(force(sl.LinkFriction(0, 0.5, shape=shape), (1.0, 0.0, 0.0)), 0)


def test_viscous_friction_grows_with_mass_and_speed():
    law = sl.ViscousFriction(tangential=0.5, normal=3.0, backward=2.0)
    for u, expected in (((0.2, 0.1, -0.3), (0.5, 3, 3)), ((-0.2, 0.1, -0.3), (2, 3, 3))):
        assert_allclose(viscous_drag(u, 0.7, *law.parameters()), 0.7 * np.array(expected))
    assert sl.ViscousFriction(0.5, 3.0).parameters() == (0.5, 0.5, 3.0)


# ---- smoothing ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", SMOOTHINGS)
def test_smoothing_is_a_straight_line_at_rest_and_one_far_away(name):
    eps, code = 0.01, SMOOTHINGS.index(name)
    assert_allclose(smoothed_secant(0.0, eps, code), 1 / eps, rtol=1e-15)
    assert_allclose(smoothed_secant(1e-12, eps, code), 1 / eps, rtol=1e-9)
    assert_allclose(smoothed_secant(1e4, eps, code) * 1e4, 1, rtol=2e-6)


@pytest.mark.parametrize("name", SMOOTHINGS)
@given(x=st.floats(1e-12, 1e6), eps=st.floats(1e-6, 0.1))
def test_smoothing_is_its_formula_at_every_speed(name, x, eps):
    speed = x * eps
    assert_allclose(smoothed_secant(speed, eps, SMOOTHINGS.index(name)) * speed, SMOOTH[name](speed / eps), rtol=1e-12)


@pytest.mark.parametrize("name", SMOOTHINGS)
@given(x=st.floats(0, 50), more=st.floats(0, 5))
def test_a_faster_slide_never_meets_less_friction(name, x, more):
    code = SMOOTHINGS.index(name)
    slow, fast = (smoothed_secant(s * 0.01, 0.01, code) * s * 0.01 for s in (x, x + more))
    assert fast >= slow - 1e-15
    assert fast <= 1 + 1e-15


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("smoothing", SMOOTHINGS)
def test_the_force_passes_through_zero_without_a_jump(shape, smoothing):
    law = sl.LinkFriction(0.2, 0.6, mu_backward=0.9, shape=shape, smoothing=smoothing)
    assert (force(law, (0.0, 0.0, 0.0)) == 0).all()
    for direction in np.vstack([np.eye(3), -np.eye(3), np.ones((1, 3))]):
        assert np.abs(force(law, tuple(1e-12 * direction))).max() < 0.9 * LOAD * 1.01e-9


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
def test_at_half_load_it_creeps_at_the_documented_fraction_of_eps(smoothing):
    """A slope whose pull is half of what friction can hold: the creep is where the smoothing is one half."""
    eps, mu = 1e-3, 0.4
    law = sl.LinkFriction(mu, smoothing=smoothing, eps=eps)
    slope = sl.Gravity((mu * G / 2, 0, -G))
    model = sl.build_model(sl.Robot([sl.Link(0.1, mass=0.5)], base="planar"), sl.World([law, slope]))
    creep = sl.simulate(model, duration=0.1)["com_velocity"].values[-1]
    assert_allclose(creep, [CREEP[smoothing] * eps, 0, 0], rtol=2e-4, atol=1e-12)


# ---- energy ------------------------------------------------------------------------------------------------------------
@given(laws, velocities, st.floats(0, 100))
def test_friction_never_gives_energy(law, u, load):
    f = force(law, u, load)
    assert np.isfinite(f).all()
    assert (f * u <= 0).all()


@given(laws, velocities)
def test_friction_never_exceeds_its_coefficient_times_the_load(law, u):
    forward, backward, normal, *_ = law.parameters()
    along = forward if u[0] >= 0 else backward
    if law.shape != "per_axis":
        assert np.linalg.norm(force(law, u)) <= LOAD * max(along, normal) * (1 + 1e-12)
    if law.shape == "along_slip":  # it opposes the slip, so its part along one axis may have the other's coefficient
        return
    assert (np.abs(force(law, u)) <= LOAD * np.array([along, normal, normal]) * (1 + 1e-12)).all()


@pytest.mark.parametrize("integrator", ["plain", "extrapolated"])
@pytest.mark.parametrize("shape", SHAPES)
def test_over_a_run_the_work_of_friction_only_falls(integrator, shape):
    robot = sl.Robot([sl.Link(0.1, mass=0.1), *3 * [sl.Revolute(), sl.Link(0.1, mass=0.1)]], base="planar")
    model = sl.build_model(robot, sl.World([sl.LinkFriction(0.1, 0.6, mu_backward=0.3, shape=shape)]))
    recording = sl.simulate(model, sl.SerpenoidGait(0.6, 6.0, 0.9), duration=2.0, integrator=integrator)
    work = recording["work"].sel(term="friction").values
    assert work[-1] < -0.01
    assert (np.diff(work) <= 0).all()


# ---- in a run ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("speed", "mu"), [(0.5, 0.2), (-0.5, 0.8)])
def test_a_sliding_link_stops_where_schoolbook_friction_stops_it(speed, mu):
    recording = slide(sl.LinkFriction(0.2, 0.5, mu_backward=0.8, eps=1e-5), (speed, 0.0), step=5e-4)
    travelled = recording["com_position"].values[-1, 0] - 0.05
    assert_allclose(travelled, np.sign(speed) * speed**2 / (2 * mu * G), rtol=2e-3)


def test_viscous_friction_slows_a_link_exponentially():
    recording = slide(sl.ViscousFriction(2.0, 5.0), (0.3, -0.2))
    t = recording["time"].values[:, None]
    assert_allclose(recording["com_velocity"].values[:, :2], [0.3, -0.2] * np.exp(-t * [2.0, 5.0]), atol=1e-5)


def test_the_ground_may_carry_a_fraction_of_the_weight():
    whole, half = (slide(sl.LinkFriction(0.2, 0.5, load_fraction=share), (0.9, 0.0), 0.2) for share in (1.0, 0.5))
    lost = [0.9 - recording["com_velocity"].values[-1, 0] for recording in (whole, half)]
    assert_allclose(lost, [0.2 * G * 0.2, 0.1 * G * 0.2], rtol=1e-4)


def test_two_frictions_add_up_and_each_is_recorded_by_a_name_of_its_own():
    world = sl.World([sl.LinkFriction(0.2, 0.5), sl.ViscousFriction(2.0, 5.0)])
    model = sl.build_model(sl.Robot([sl.Link(0.1, mass=0.5)], base="planar"), world)
    recording = sl.simulate(model, duration=0.01, state=sl.initial_state(model, velocity=(1, 0, 0, 0, 0, 0)))
    assert_allclose(recording["friction_force"].values[0, 0], [-0.2 * 0.5 * G, 0, 0])
    assert_allclose(recording["friction_2_force"].values[0, 0], [-2.0 * 0.5, 0, 0])


# ---- what cannot be ----------------------------------------------------------------------------------------------------
IMPOSSIBLE = [
    (lambda: sl.LinkFriction(-0.1, 0.5), ["LinkFriction mu_tangential", "at least 0", "-0.1"]),
    (lambda: sl.LinkFriction(0.1, math.nan), ["LinkFriction mu_normal", "finite", "nan"]),
    (lambda: sl.LinkFriction("slippery", 0.5), ["LinkFriction mu_tangential", "a number", "'slippery'"]),
    (lambda: sl.LinkFriction(0.1, 0.5, mu_backward=-1), ["LinkFriction mu_backward", "at least 0", "-1"]),
    (lambda: sl.LinkFriction(0.1, 0.5, eps=0), ["LinkFriction eps", "at least 1e-12 m/s", "got 0"]),
    (lambda: sl.LinkFriction(0.1, 0.5, load_fraction=-1), ["LinkFriction load_fraction", "at least 0", "-1"]),
    (lambda: sl.LinkFriction(0.1, 0.5, gravity=-9.81), ["LinkFriction gravity", "at least 0", "-9.81"]),
    (lambda: sl.LinkFriction(0.1, 0.5, shape="eliptic"), ["per_axis, elliptic", "'eliptic'", "mean 'elliptic'?"]),
    (lambda: sl.LinkFriction(0.1, 0.5, smoothing="tan"), ["tanh, sqrt, rational", "'tan'", "did you mean 'tanh'?"]),
    (lambda: sl.ViscousFriction(-1, 5), ["ViscousFriction tangential", "at least 0 1/s", "-1"]),
    (lambda: sl.ViscousFriction(1, None), ["ViscousFriction normal", "a number in 1/s", "None"]),
    (lambda: sl.ViscousFriction(1, 5, backward=math.inf), ["ViscousFriction backward", "finite", "inf"]),
    (lambda: sl.World([sl.LinkFriction]), ["World media[0]", "LinkFriction(...)"]),
    (lambda: sl.World(["carpet"]), ["World media[0]", "Gravity, LinkFriction", "'carpet'"]),
    (lambda: sl.World(0.5), ["World media", "list of Gravity, LinkFriction", "0.5"]),
]


@pytest.mark.parametrize(("make", "words"), IMPOSSIBLE, ids=[" ".join(words) for _, words in IMPOSSIBLE])
def test_a_friction_that_cannot_be_says_the_value_and_what_is_allowed(make, words):
    with pytest.raises(sl.errors.WorldError) as caught:
        make()
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize("eps", [1e-13, 5e-324])
def test_an_eps_at_which_a_robot_at_rest_has_no_finite_drag_is_refused(eps):
    with pytest.raises(WorldError, match="SurfaceFriction eps must be at least 1e-12 m/s, got"):
        sl.SurfaceFriction(0.5, eps=eps)
