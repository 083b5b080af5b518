"""Rolling: lengths, forces and pressures of one wave, and the way that a rolling body makes."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.physics.command import targets_at
from snakelab.robots.library.soft_robots import soft_pneumatic

K, R = 1900.0, 0.0125
GAIT = sl.RollingGait(0.012, 0.5, section_lag=math.pi / 3)


def section(actuators: object = None, spring: sl.Spring | None = None, **changed: object) -> sl.SoftSection:
    return sl.SoftSection(
        0.15, mass=0.12, actuator_radius=R, skin_radius=0.0225, actuators=sl.Prescribed() if actuators is None else actuators,
        springs=spring or sl.Spring(K, 90.0), **changed,
    )  # fmt: skip


def model(*args: object, **changed: object) -> sl.Model:
    return sl.build_model(sl.Robot(3 * [section(*args, **changed)], name="roller"))


def lengths(gait: sl.RollingGait, t: float, on: sl.Model | None = None) -> np.ndarray:
    """Targets of the three actuators of each section, shape (3, 3)."""
    return targets_at(gait.reference(on or model()), t)[0].reshape(3, 3)


# ---- what it asks for --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("t", [0.0, 0.37, 5.1])
def test_lengths_are_the_papers_sines(t):
    expected = [
        [0.006 * (1 + math.sin(math.pi * t + 2 * math.pi * j / 3 + i * math.pi / 3)) for j in range(3)]
        for i in range(3)
    ]  # fmt: skip
    assert_allclose(lengths(GAIT, t), expected, atol=1e-15)


def test_every_section_bends_by_the_same_angle_in_a_plane_that_turns_evenly():
    columns = section().strain_columns()[:, 3:]
    bends = np.array([lengths(GAIT, t) @ columns for t in np.linspace(0, 2, 41)])[..., 1:]
    assert_allclose(np.linalg.norm(bends, axis=-1), 0.012 / (2 * R), rtol=1e-12)
    planes = np.unwrap(np.arctan2(bends[..., 1], bends[..., 0]), axis=0)
    assert_allclose(np.diff(planes, axis=0), -2 * math.pi / 40, rtol=1e-9)
    assert_allclose(np.diff(planes[0]) % (2 * math.pi), 2 * math.pi - math.pi / 3, rtol=1e-9)


def test_a_taper_bends_the_tail_more_than_the_head():
    even, tapered = (sl.RollingGait(0.008, 0.5, taper=taper).amplitudes(model()) for taper in (0.0, 0.5))
    assert (even == 0.008).all()
    assert_allclose(tapered, np.repeat([0.012, 0.008, 0.004], 3))


def test_it_begins_at_its_start_and_rises_over_its_ramp():
    late = sl.RollingGait(0.012, 0.5, section_lag=0.4, start=2.0, ramp=1.0)
    whole = sl.RollingGait(0.012, 0.5, section_lag=0.4)
    assert (lengths(late, 2.0) == 0).all()
    assert_allclose(lengths(late, 2.5), 0.5 * lengths(whole, 0.5), atol=1e-15)
    assert_allclose(lengths(late, 3.7), lengths(whole, 1.7), atol=1e-15)


def test_motors_get_the_force_and_muscles_the_pressure_that_hold_the_length():
    q = lengths(GAIT, 0.3)
    spring = sl.Spring(K, 90.0, rest=0.001)
    assert_allclose(lengths(GAIT, 0.3, model(sl.Servo(kp=1e4))), q)
    assert_allclose(lengths(GAIT, 0.3, model(sl.Motor())), K * q)
    assert_allclose(lengths(GAIT, 0.3, model(sl.Pneumatic(1e-4))), K * q / 1e-4)
    assert_allclose(lengths(GAIT, 0.3, model(sl.Motor(), spring)), K * (q - 0.001), atol=1e-12)


def test_slow_muscles_take_the_shape_of_a_prescribed_body():
    muscles = soft_pneumatic()
    model = sl.build_model(sl.Robot(muscles.parts, base="fixed"))
    slow = sl.RollingGait(0.0147, 0.02, section_lag=math.pi / 3, ramp=2.0)
    recording = sl.simulate(model, slow, duration=6.0)
    asked = targets_at(slow.reference(model), 6.0)[0] * (28.0 / 3e5) / K
    assert_allclose(recording["q"].values[-1], asked, atol=1.5e-4)  # dampers lag by D v / K


# ---- what comes of it --------------------------------------------------------------------------------------------------
def rolled(gait: sl.RollingGait, quaternion: object = (1, 0, 0, 0)) -> np.ndarray:
    """Mean velocity of the centre of mass over two turns, after a first one, [m/s]."""
    friction = sl.SurfaceFriction(0.6, eps=5e-3)
    ground = sl.Contact(stiffness=1000.0, damping=130.0, friction=friction)
    model = sl.build_model(soft_pneumatic(points_around=None), sl.World([sl.Gravity(), ground]))
    state = sl.initial_state(model, position=(0, 0, 0.0224), quaternion=quaternion)
    recording = sl.simulate(model, gait, duration=6.0, state=state)
    assert recording.finished
    way = recording["com_position"].sel(time=[2.0, 6.0], method="nearest").values
    return np.diff(way, axis=0)[0] / 4.0


def rolling_factor(bend: float) -> float:
    """Speed of an arc that rolls, per speed of a straight cylinder: where its Coulomb friction is in balance."""
    from scipy.integrate import quad
    from scipy.optimize import brentq

    def push(g: float) -> float:
        return quad(lambda a: (g - math.cos(a)) / math.hypot(1 - g, 2 * math.sqrt(g) * math.sin(a / 2)), 0, bend / 2)[0]

    return brentq(push, 0.3, 0.9999)


@pytest.mark.thorough
def test_a_body_along_x_rolls_to_minus_y_as_fast_as_a_bent_wheel_can():
    gait = sl.RollingGait(0.010, 0.5, ramp=0.5)
    v = rolled(gait)
    bound = 2 * math.pi * 0.5 * 0.0225
    assert v[1] < 0 and abs(v[0]) < 0.05 * abs(v[1])
    assert_allclose(-v[1], bound * rolling_factor(3 * 0.010 / (2 * R)), rtol=0.05)


@pytest.mark.thorough
def test_a_negative_frequency_rolls_the_other_way():
    ahead, back = (rolled(sl.RollingGait(0.010, f, ramp=0.5)) for f in (0.5, -0.5))
    assert_allclose(back[1], -ahead[1], rtol=0.02)


def test_spatial_rolling_moves_too():
    v = rolled(sl.RollingGait(28.0 / K, 0.5, section_lag=math.pi / 3, ramp=0.5))
    assert v[1] < -0.04


# ---- what cannot be ----------------------------------------------------------------------------------------------------
ARM = sl.build_model(sl.Robot([section(), sl.Revolute(), sl.Link(0.1, mass=0.1)], name="arm"))
IMPOSSIBLE = [
    (lambda: sl.RollingGait(-0.01, 0.5), ["RollingGait amplitude", "at least 0 m", "-0.01"]),
    (lambda: sl.RollingGait(0.01, math.nan), ["RollingGait frequency", "finite number", "Hz"]),
    (lambda: sl.RollingGait(0.01, 0.5, ramp=-1), ["RollingGait ramp", "at least 0 s"]),
    (lambda: sl.RollingGait(14.7, 0.5).reference(model()), ["amplitude must be in m", "0.15 m", "14.7"]),
    (lambda: GAIT.reference(ARM), ["soft sections only", "'arm'", "Revolute"]),
    (lambda: GAIT.reference(model(sl.Passive())), ["every joint of 'roller' is Passive()"]),
    (lambda: GAIT.reference(model((sl.Motor(), sl.Motor(), sl.Passive()))), ["an actuator at section1.3", "Passive()"]),
    (lambda: GAIT.reference(model(sl.Motor(), sl.Spring())), ["needs a spring at section1.1", "Spring(stiffness, damping)"]),
    (lambda: GAIT.reference(model(limits=sl.Limits(-1, 0.01))), ["section1.1 to 0.012 m", "0.01 m or less: its joint limit"]),
    (lambda: GAIT.reference(model(limits=sl.Limits(0.001, 1))), ["section1.1 to 0 m", "0.001 or more"]),
    (lambda: GAIT.reference(model(sl.Pneumatic(1e-4, 2e5))), ["to 0.012 m", "0.01053 m or less: max_pressure is 2 bar"]),
    (lambda: GAIT.reference(model(sl.Motor(15.0))), ["to 0.012 m", "0.007895 m or less: force_limit is 15"]),
    (lambda: GAIT.reference(model(sl.Pneumatic(1e-4), sl.Spring(K, 90, 0.002))), ["0.002 or more", "cannot pull"]),
]  # fmt: skip


@pytest.mark.parametrize(("make", "words"), IMPOSSIBLE, ids=[" ".join(words) for _, words in IMPOSSIBLE])
def test_a_roll_that_cannot_be_says_the_value_and_what_is_allowed(make, words):
    with pytest.raises(sl.errors.GaitError) as caught:
        make()
    for word in words:
        assert word in str(caught.value)


def test_the_amplitude_sets_the_peak_pressure_of_pneumatic_muscles():
    muscles = sl.Pneumatic(area=2e-4, max_pressure=3e5)
    section = sl.SoftSection(
        0.15, mass=0.1, skin_radius=0.02, actuators=muscles, springs=sl.Spring(1900.0, 90.0), actuator_radius=0.0125
    )
    gait = sl.RollingGait(amplitude=0.01, frequency=1.0)
    recording = sl.simulate(sl.build_model(sl.Robot([section])), gait, duration=2.0)
    assert float(recording["z"].values.max()) == pytest.approx(1900.0 * 0.01 / 2e-4, rel=1e-3)
