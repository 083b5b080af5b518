"""Cables with winches and muscles: tensions and shapes against closed forms, slack, and friction at guides."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import brentq

import snakelab as sl
from snakelab.robots.couplings import hill_force

Cable, Winch, Muscle = sl.robots.Cable, sl.robots.Winch, sl.robots.Muscle
N, LENGTH, MASS = 10, 0.05, 0.03
FROM_JOINT, HEIGHT = 0.01, 0.012  # of the guides
SPRING, WOUND = 0.3, 0.06  # of each joint [N m/rad], and length wound up [m]
EA = 4e4  # stiffness of the whole cable [N/m]


def arm(friction=0.0, actuator=None, damping=0.1, mass=MASS, **more):
    """Eleven links on a fixed base with sprung joints, and a cable on one side through guides on both sides of each joint."""
    inertia = mass * LENGTH**2 / 12
    link = sl.Link(LENGTH, mass, sl.Cylinder(0.01), inertia=(1e-6, inertia, inertia))
    parts = [link]
    for _ in range(N):
        parts += [sl.Revolute("z", sl.robots.Passive(), sl.robots.Spring(SPRING, damping)), link]
    guides = [("link1", (0.0, HEIGHT, 0.0)), ("link1", (LENGTH - FROM_JOINT, HEIGHT, 0.0))]
    for i in range(2, N + 2):
        guides.append((f"link{i}", (FROM_JOINT, HEIGHT, 0.0)))
        if i < N + 1:
            guides.append((f"link{i}", (LENGTH - FROM_JOINT, HEIGHT, 0.0)))
    given = {"stiffness": EA * straight_length(), "damping": 2.0} | more
    cable = Cable(guides, friction=friction, actuator=actuator or Winch(), name="tendon", **given)
    return sl.Robot(parts, base="fixed", cables=[cable])


def straight_length():
    return LENGTH - FROM_JOINT + N * 2 * FROM_JOINT + (N - 1) * (LENGTH - 2 * FROM_JOINT)


def angles_at(tension, friction):
    """Angles, from k q = T (a sin(q/2) + h cos(q/2)); T is smaller by exp(-mu q/2) behind each of the two guides at a joint."""
    angles, before = [], 0.0
    for _ in range(N):

        def moment(q, before=before):
            pull = tension * np.exp(-friction * (before + q / 2))
            return SPRING * q - pull * (FROM_JOINT * np.sin(q / 2) + HEIGHT * np.cos(q / 2))

        angles.append(brentq(moment, 0, 3))
        before += angles[-1]
    return np.array(angles)


def tension_at(wound, friction):
    """Tension of an elastic cable of which a length is wound up."""

    def missing(tension):
        q = angles_at(tension, friction)
        spans = 2 * (FROM_JOINT * np.cos(q / 2) - HEIGHT * np.sin(q / 2))
        rest = LENGTH - FROM_JOINT + (N - 1) * (LENGTH - 2 * FROM_JOINT)
        return EA * (rest + spans.sum() - straight_length() + wound) - tension

    return brentq(missing, 0.1, 60)


def winding(duration, *more):
    """Wind the cable up, then follow further lengths, each within half a second."""
    times = [0.0, duration, *(duration + 0.5 * (i + 1) for i in range(len(more)))]
    return sl.FunctionGait(lambda t: np.append(np.zeros(N), np.interp(t, times, [0.0, WOUND, *more])))


@pytest.mark.thorough
def test_a_cable_through_21_guides_has_the_tension_and_the_shape_of_the_closed_form():
    tension = tension_at(WOUND, 0.0)
    assert tension == pytest.approx(9.8517, abs=1e-4)
    run = sl.simulate(sl.build_model(arm()), winding(1.0), 6.0, record_rate=10, integrator="plain")
    assert run.finished
    assert_allclose(run["coupling_load"].values[-1, 0], tension, rtol=1e-4)
    assert_allclose(run["q"].values[-1, :N], angles_at(tension, 0.0), atol=1e-4)
    assert_allclose(run["tau"].values[-1, N], tension, rtol=1e-4)  # on the winch
    assert_allclose(run["coupling_gap"].values[-1, 0], tension / EA, rtol=1e-3)


@pytest.mark.slow
def test_a_cable_that_slides_over_its_guides_has_the_tension_of_the_capstan_equation():
    tension = tension_at(WOUND, 0.2)
    assert tension == pytest.approx(15.9961, abs=1e-4)
    run = sl.simulate(
        sl.build_model(arm(0.2, damping=0.002, mass=0.003, eps=1e-6)), winding(8.0), 8.0, step=4e-3, record_rate=10
    )
    assert run.finished
    assert_allclose(run["coupling_load"].values[-5:, 0].mean(), tension_at(WOUND * 7.8 / 8, 0.2), rtol=3e-3)
    assert_allclose(run["q"].values[-1, :N], angles_at(tension, 0.2), atol=5e-3)
    assert run.dataset["work"].sel(term="coupling").values[-1] < 0.0
    assert int(run.dataset.attrs["unconverged_steps"]) < 0.01 * int(run.dataset.attrs["steps"])


@pytest.mark.thorough
def test_friction_at_guides_takes_work_in_both_directions():
    """At one length the winch pulls with more tension on the way in than on the way out."""
    model = sl.build_model(arm(0.2, damping=0.02, mass=0.003, eps=1e-5))
    gait = sl.FunctionGait(lambda t: np.append(np.zeros(N), WOUND * np.interp(t, [0, 2, 3], [0, 1, 0.5])))
    run = sl.simulate(model, gait, 2.5, step=4e-3, record_rate=50)
    t, load = run["time"].values, run["coupling_load"].values[:, 0]
    inward, outward = np.interp([1.6, 2.4], t, load)
    assert inward == pytest.approx(tension_at(0.8 * WOUND, 0.2), rel=0.05)
    assert outward < 0.75 * inward


@pytest.mark.thorough
def test_a_cable_that_is_let_out_is_slack_and_never_pushes():
    run = sl.simulate(sl.build_model(arm()), winding(0.5, WOUND, -0.02), 3.5, record_rate=50)
    load = run["coupling_load"].values[:, 0]
    assert load.min() == 0.0 and load.max() > 5.0
    assert load[-1] == 0.0
    assert np.abs(run["q"].values[-1, :N]).max() < 0.02
    assert run["coupling_gap"].values[-1, 0] == pytest.approx(-0.02, abs=1e-3)


def test_a_winch_with_a_motor_pulls_with_the_commanded_tension():
    model = sl.build_model(arm(damping=0.6, actuator=Winch(sl.robots.Motor(), inertia=0.05, damping=5.0)))
    run = sl.simulate(
        model, sl.gaits.SteadyGait([*N * [0.0], 5.0]), 12.0, step=4e-3, record_rate=10, integrator="plain"
    )
    assert_allclose(run["coupling_load"].values[-1, 0], 5.0, rtol=1e-3)
    assert_allclose(run["q"].values[-1, :N], angles_at(5.0, 0.0), atol=1e-3)


# ---- muscles ----------------------------------------------------------------------------------------------------------
def flexor(actuator, **more):
    """A hinge with a muscle that crosses it."""
    parts = [sl.Link(0.3, 1.0), sl.Revolute("z", sl.robots.Prescribed(), name="elbow"), sl.Link(0.3, 0.5)]
    guides = [("link1", (0.0, 0.03, 0.0)), ("link2", (0.05, 0.02, 0.0))]
    return sl.Robot(parts, base="fixed", cables=[Cable(guides, actuator=actuator, name="biceps", **more)])


def path(q):
    """Length of the muscle's path."""
    c, s = np.cos(q), np.sin(q)
    return np.hypot(0.3 + 0.05 * c - 0.02 * s, 0.05 * s + 0.02 * c - 0.03)


def test_a_muscle_has_its_isometric_force_and_follows_its_excitation_with_a_lag():
    model = sl.build_model(flexor(Muscle(200.0, time_constant=0.05)))
    assert model.coordinate_names == ("elbow", "biceps")
    run = sl.simulate(model, sl.gaits.SteadyGait([0.0, 0.6]), 0.2, record_rate=100)
    t = run["time"].values
    activation = 0.6 * (1 - np.exp(-t / 0.05))
    assert_allclose(run["z"].values[:, 1], activation, atol=1e-9)
    assert_allclose(run["coupling_load"].values[1:, 0], 200.0 * activation[1:], rtol=2e-2)
    assert_allclose(run["coupling_load"].values[-1, 0], 200.0 * activation[-1], rtol=1e-6)
    assert_allclose(run["q"].values[:, 1], 0.0, atol=0)


@pytest.mark.parametrize("speed", [0.8, -0.8])
def test_a_muscle_obeys_the_curves_of_hill_and_thelen(speed):
    """The elbow turns at a given speed: force by length and speed of the path, both by differences."""
    model = sl.build_model(flexor(Muscle(100.0, time_constant=0.0, max_speed=0.5, tendon_length=0.05)))
    gait = sl.FunctionGait(lambda t: np.array([speed * t, 1.0]))
    run = sl.simulate(model, gait, 0.4, state=sl.initial_state(model, v=[speed, 0.0]), record_rate=50)
    q = run["q"].values[1:, 0]
    rate = speed * (path(q + 1e-6) - path(q - 1e-6)) / 2e-6
    optimal = path(0.0) - 0.05
    x, u = (path(q) - 0.05) / optimal - 1, rate / 0.5
    active = np.exp(-(x**2) / 0.45)
    force = np.where(u < 0, (1 + u) / (1 - 4 * u), (1 + 35 * u) / (1 + 25 * u))
    passive = np.where(x > 0, (np.exp(5 * x / 0.6) - 1) / (np.exp(5) - 1), 0)
    assert_allclose(run["coupling_load"].values[1:, 0], 100.0 * (active * force + passive), rtol=2e-3)


@pytest.mark.parametrize("speed", [-0.5, -0.1, 0.05, 0.2])
@pytest.mark.parametrize("length", [0.8, 1.0, 1.3, 1.6])
def test_the_curves_of_a_muscle_have_the_constants_of_thelen(speed, length):
    """His equations 2, 3 and 6 to 7 give the speed of a force: gamma 0.45, k_PE 5, eps_0 0.6, A_f 0.25, F_len 1.4."""
    passive = (np.exp(5 * (length - 1) / 0.6) - 1) / (np.exp(5) - 1) if length > 1 else 0.0
    share = (hill_force(np.array([1.0, 1.0, 1.0, 0.0, 0.45]), 0, 1.0, length, speed) - passive) / np.exp(
        -((length - 1) ** 2) / 0.45
    )
    back = (share - 1) / (1 + share / 0.25) if share < 1 else (share - 1) * 0.4 / ((2 + 2 / 0.25) * (1.4 - share))
    assert back == pytest.approx(speed, abs=1e-9)


# ---- laws that hold for all cables ------------------------------------------------------------------------------------
@pytest.mark.thorough
def test_the_forces_of_a_cable_are_internal():
    parts = [sl.Link(0.2, 0.3), sl.Revolute("z", sl.robots.Passive()), sl.Link(0.2, 0.3), sl.Revolute("y", sl.robots.Passive()),
             sl.Link(0.2, 0.3)]  # fmt: skip
    cable = Cable(
        [("link1", (0.05, 0.02, 0.01)), ("link2", (0.1, 0.03, 0.0)), ("link3", (0.15, 0.02, 0.02))],
        300.0,
        0.5,
        rest=0.2,
    )
    model = sl.build_model(sl.Robot(parts, cables=[cable]))
    run = sl.simulate(model, None, 0.5, record_rate=50, tolerance=1e-6)
    assert run["coupling_load"].values.max() > 0.1
    assert_allclose(run["coupling_force"].values.sum(axis=1), 0.0, atol=1e-12)
    assert_allclose(run["com_velocity"].values, 0.0, atol=1e-12)
    balance = run["kinetic_energy"].values - run["work"].values.sum(axis=1)
    assert_allclose(balance, balance[0], atol=1e-4 * run["kinetic_energy"].values.max())


def test_two_masses_on_a_cable_swing_with_the_period_of_a_spring():
    """A slide between two links and a passive cable along it: w^2 = (EA / L) (1 / m1 + 1 / m2) while it is taut."""
    slide = sl.Prismatic("x", sl.robots.Passive())
    robot = sl.Robot([sl.Link(0.1, 0.4), slide, sl.Link(0.1, 0.6)],
                     cables=[Cable([("link1", (0, 0, 0)), ("link2", (0.1, 0, 0))], 20.0, 0.0, rest=0.1)])  # fmt: skip
    model = sl.build_model(robot)
    run = sl.simulate(model, None, 0.1, record_rate=1000, tolerance=1e-8)
    omega = np.sqrt(20.0 / 0.1 * (1 / 0.4 + 1 / 0.6))
    t = run["time"].values
    taut = omega * t < np.pi / 2
    assert_allclose(run["q"].values[taut, 0], -0.1 + 0.1 * np.cos(omega * t[taut]), atol=1e-5)
    assert not run["coupling_load"].values[omega * t > np.pi / 2 + 0.01].any()


def test_four_tendons_bend_a_soft_section_toward_the_one_that_pulls():
    section = sl.SoftSection(
        0.2, 0.1, 0.0125, 0.02, 10, sl.robots.Passive(), sl.robots.Spring(1900.0, 20.0), name="trunk"
    )
    robot = sl.Robot([section], base="fixed")

    def bent(side):
        guides = [("trunk", (0.02 * i, *side)) for i in range(11)]
        tendon = Cable(guides, 1e3, actuator=Winch(sl.robots.Motor(), damping=20.0), name="tendon")
        model = sl.build_model(sl.Robot(robot.parts, base="fixed", cables=[tendon]))
        return sl.simulate(model, sl.gaits.SteadyGait([0.0, 0.0, 0.0, 3.0]), 2.0, record_rate=10)[
            "head_position"
        ].values[-1]

    for side in ((0.015, 0.0), (-0.015, 0.0), (0.0, 0.015), (0.0, -0.015)):
        tip = bent(side)
        moved = np.array(tip[1:]) / np.linalg.norm(tip[1:])
        assert_allclose(moved, np.array(side) / 0.015, atol=0.02)
        # constant curvature: 3 k r^2 / 2 of bending stiffness against T times the arm
        bend = 2 * 3.0 * 0.015 / (1900.0 * 9 / 4 * 0.0125**2 * 2 / 3)
        assert np.linalg.norm(tip[1:]) == pytest.approx(0.2 * (1 - np.cos(bend / 2)) / (bend / 2), rel=0.5)


# ---- bad input --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Cable([("link1", (0, 0, 0))]), "must be 2 to 1000 points, got 1"),
        (lambda: Cable([("link1", (0, 0, 0)), ("link1", (0, 0, 0))]), "must not repeat a point"),
        (lambda: Cable([("link1", (0, 0, 0)), "link2"]), "Cable guides"),
        (lambda: Cable([("a", (0, 0, 0)), ("b", (0, 0, 0))], friction=-0.1), "friction must be"),
        (lambda: Cable([("a", (0, 0, 0)), ("b", (0, 0, 0))], actuator=sl.robots.Motor()), "actuator"),
        (lambda: Winch(sl.robots.Passive()), "Winch actuator"),
        (lambda: Muscle(0.0), "max_force must be"),
        (lambda: sl.Robot([sl.Link(0.1, 0.1)], cables=[Cable([("link1", (0, 0, 0)), ("lnk1", (0.1, 0, 0))])]),
         r"Guide on 'lnk1': 'robot' has no such part; did you mean 'link1'"),
        (lambda: sl.Robot([sl.Link(0.1, 0.1)], cables=[Cable([("base", (0, 0, 0)), ("link1", (0.1, 0, 0))])]), "base='fixed'"),
        (lambda: sl.build_model(sl.Robot([sl.Link(0.1, 0.1), sl.Revolute(), sl.Link(0.1, 0.1)],
                                         cables=[Cable([("link1", (0.1, 0, 0)), ("link2", (0, 0, 0))])])), "has no length"),
        (lambda: sl.build_model(flexor(Muscle(10.0, tendon_length=1.0))), "tendon_length must be less than the path"),
    ],
)  # fmt: skip
def test_wrong_cables_get_one_line(make, message):
    with pytest.raises(sl.errors.RobotError, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_gaits_of_joint_angles_are_refused_for_winches():
    with pytest.raises(sl.errors.GaitError, match="tendon"):
        sl.simulate(sl.build_model(arm()), sl.SerpenoidGait(0.1, 1.0, 0.1), 0.1)


@pytest.mark.slow
@pytest.mark.parametrize(("tension", "n_guides", "tolerance"), [(0.2, 10, 4e-3), (0.2, 20, 1.5e-3), (2.0, 20, 1e-2)])
def test_a_tendon_beside_a_rod_bends_it_uniformly_by_its_moment(tension, n_guides, tolerance):
    """kappa = T r / (E I); the moment of a chord between two guides exceeds T r by a share that decreases with their distance."""
    E, radius, length, offset = 1e6, 0.01, 0.4, 0.02
    rod = sl.Rod(
        length, radius, 1000.0, E=E, strains=("bend_y", "bend_z"), degree=1, damping=0.3, name="arm", n_steps=20
    )
    guides = [("base", (0, offset, 0)), *(("arm", (length * i / n_guides, offset, 0)) for i in range(1, n_guides + 1))]
    tendon = sl.robots.Cable(guides, actuator=sl.robots.Winch(sl.Motor()))
    model = sl.build_model(sl.Robot([rod], "fixed", cables=[tendon]))

    def pull(t):
        return np.array([0.0, 0.0, 0.0, 0.0, tension * min(2 * t, 1.0)])

    run = sl.simulate(model, sl.FunctionGait(pull), 6.0)
    bend_y0, bend_y1, bend_z0, bend_z1 = run["q"].values[-1, :4]
    assert bend_z0 == pytest.approx(tension * offset * length / (E * np.pi * radius**4 / 4), rel=tolerance)
    assert abs(bend_z1) < 1e-4 * bend_z0 and bend_y0 == bend_y1 == 0.0
