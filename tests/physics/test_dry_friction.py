"""Dry friction in a joint: closed forms, sticking, balances, every integrator, what is recorded, and who refuses it."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.errors import RobotError, SnakelabWarning
from snakelab.sim.scipy_engine import ScipyEngine

F, MASS, LENGTH, G = 0.01, 0.5, 0.2, 9.81  # a bar that hangs from a hinge
STIFFNESS = MASS * G * LENGTH / 2  # of gravity, at small angles [N m/rad]
INERTIA = MASS * LENGTH**2 / 3
HANGING = sl.World([sl.Gravity((G, 0.0, 0.0))])


def bar(actuator=None, **dry):
    link = sl.Link(LENGTH, MASS, inertia=(0.0, MASS * LENGTH**2 / 12, MASS * LENGTH**2 / 12))
    return sl.Robot([sl.Revolute("z", actuator or sl.Passive(), **dry), link], base="fixed")


def held(command):
    return sl.TableGait([0.0, 1.0], [[command], [command]])


def swing(duration=1.6, start=0.1, world=HANGING, actuator=None, record_rate=500, **solver):
    model = sl.build_model(bar(actuator, dry_friction=F, dry_eps=1e-3), world)
    state = sl.initial_state(model, q=[start])
    return sl.simulate(model, None, duration=duration, state=state, record_rate=record_rate, **solver)


@pytest.mark.parametrize("solver", [{}, {"integrator": "plain", "step": 1e-4}, {"integrator": "rk4", "step": 1e-4}])
def test_a_pendulum_loses_four_f_over_m_g_l_in_each_period(solver):
    """Coulomb's law shifts the middle of each half swing by f / k to the side: 4 f / k less in a period, whatever the speed."""
    q = swing(**solver)["q"].values[:, 0]
    first = int(np.argmax(q[300:])) + 300  # after one period of 0.73 s
    assert q[0] - q[first] == pytest.approx(4 * F / STIFFNESS, rel=0.01)


def test_rk4_warns_where_its_step_is_too_long_for_the_friction_and_the_bound_tells_good_runs_from_bad():
    """2.5 eps I / f with the bar's own inertia: 1.7 ms. The bar leans a little, and friction holds it but for its creep."""
    bound = 2.5 * 1e-3 * INERTIA / F
    with pytest.warns(SnakelabWarning, match=f"above {bound:.2g} s for this robot"):
        bad = swing(0.5, 0.01, record_rate=20, integrator="rk4", step=3 * bound)
    good = swing(0.5, 0.01, record_rate=20, integrator="rk4", step=0.9 * bound)
    fine = swing(0.5, 0.01, record_rate=20, step=1e-4)
    lost = [-run["work"].sel(term="joint_friction").values[-1] for run in (good, bad, fine)]
    assert lost[0] == pytest.approx(lost[2], rel=0.05) and lost[1] > 2 * lost[2]


@pytest.mark.thorough
def test_scipy_solves_the_same_law():
    engine = ScipyEngine("Radau", rtol=1e-8)
    model = sl.build_model(bar(dry_friction=F, dry_eps=1e-2), HANGING)
    state = sl.initial_state(model, q=[0.1])
    runs = [sl.simulate(model, None, duration=1.0, state=state, **how) for how in ({"engine": engine}, {"step": 5e-4})]
    assert_allclose(runs[0]["q"].values, runs[1]["q"].values, atol=1e-4)
    assert_allclose(
        runs[0]["joint_friction_torque"].values, runs[1]["joint_friction_torque"].values, atol=0.06 * F
    )  # a step of first order


@pytest.mark.parametrize(("share", "creep"), [(0.5, 0.549), (0.9, 1.472)])
def test_a_joint_below_its_friction_creeps_at_the_stated_rate(share, creep):
    eps = 1e-2
    model = sl.build_model(bar(sl.Motor(), dry_friction=F, dry_eps=eps), sl.World())
    v = sl.simulate(model, held(share * F), duration=1.0)["v"].values[-1, 0]
    assert v == pytest.approx(creep * eps, rel=1e-3)  # arctanh(share) eps


@pytest.mark.parametrize("step", [2e-3, 0.2])
def test_a_motor_beyond_the_friction_accelerates_by_the_rest_and_a_long_step_stays_calm(step):
    model = sl.build_model(bar(sl.Motor(), dry_friction=F, dry_eps=1e-4), sl.World())
    run = sl.simulate(model, held(3 * F), duration=2.0, step=step, record_rate=5)
    v = run["v"].values[:, 0]
    assert (np.diff(v) > 0).all()
    if step < 0.1:
        assert v[-1] == pytest.approx(2 * F / INERTIA * 2.0, rel=0.01)


def test_a_thrown_joint_stops_and_never_turns_back_even_at_a_long_step():
    model = sl.build_model(bar(dry_friction=F, dry_eps=1e-4), sl.World())
    for step in (2e-3, 0.1):
        run = sl.simulate(
            model, None, duration=4.0, state=sl.initial_state(model, v=[3.0]), step=step, integrator="plain"
        )
        v = run["v"].values[:, 0]
        assert (np.diff(v) <= 1e-15).all() and 0.0 <= v[-1] < 1e-3
    stop = 3.0 * INERTIA / F  # from where it rests
    early = sl.simulate(model, None, duration=0.9 * stop, state=sl.initial_state(model, v=[3.0]))
    assert early["v"].values[-1, 0] == pytest.approx(0.1 * 3.0, rel=0.01)


@pytest.mark.parametrize("integrator", ["extrapolated", "plain"])
def test_the_balance_closes_and_friction_never_gives_energy(integrator):
    run = swing(integrator=integrator, step=1e-3)
    work = run["work"].sel(term="joint_friction").values
    assert (np.diff(work) <= 0).all() and work[-1] < -2e-3
    lost = run["gravity_energy"].values[0] - run["gravity_energy"].values[-1] - run["kinetic_energy"].values[-1]
    tolerance = {"extrapolated": 1e-3, "plain": 2e-2}[integrator]
    assert lost == pytest.approx(-work[-1], rel=tolerance)
    path = np.abs(np.diff(run["q"].values[:, 0])).sum()
    assert work[-1] == pytest.approx(-F * path, rel=0.01)


def test_what_is_recorded_is_the_law_at_the_rate():
    run = swing(step=1e-4)
    expected = -F * np.tanh(run["v"].values[:, 0] / 1e-3)
    fast = np.abs(run["v"].values[:, 0]) > 0.05
    assert_allclose(run["joint_friction_torque"].values[fast, 0], expected[fast], rtol=0.01)
    assert run["joint_friction_torque"].attrs["units"] == "N m or N"
    assert "joint_friction_torque" not in sl.simulate(sl.build_model(bar()), None, duration=0.01).dataset


def test_a_prescribed_joint_pays_for_it():
    gait = sl.SerpenoidGait(amplitude=0.5, angular_frequency=4.0, phase_lag=0.0)
    free, held = (
        sl.simulate(sl.build_model(bar(sl.Prescribed(), **dry)), gait, duration=1.0)
        for dry in ({}, {"dry_friction": F, "dry_eps": 1e-2})
    )
    more = held["tau"].values - free["tau"].values
    assert_allclose(more, F * np.tanh(held["v"].values / 1e-2), atol=1e-12)


def test_a_servo_holds_off_its_target_by_up_to_the_friction():
    model = sl.build_model(bar(sl.Servo(kp=2.0, kd=0.05), dry_friction=F, dry_eps=1e-4))
    run = sl.simulate(model, held(0.3), duration=1.5)
    off = abs(run["q"].values[-1, 0] - 0.3)
    assert off <= F / 2.0 and abs(run["v"].values[-1, 0]) < 2e-4
    assert run["tau"].values[-1, 0] == pytest.approx(-run["joint_friction_torque"].values[-1, 0], abs=1e-5)


def test_a_slide_has_it_in_newtons():
    robot = sl.Robot([sl.Prismatic("x", sl.Passive(), dry_friction=0.3), sl.Link(0.1, mass=0.2)], base="fixed")
    model = sl.build_model(robot)
    run = sl.simulate(model, None, duration=0.5, state=sl.initial_state(model, v=[1.0]))
    assert run["v"].values[-1, 0] == pytest.approx(1.0 - 0.3 / 0.2 * 0.5, rel=1e-3)
    lost = float(run["work"].sel(term="joint_friction")[-1])
    assert lost == pytest.approx(-0.1 * (1 - 0.25**2), rel=1e-3)


def test_inverse_dynamics_and_the_linear_model_hold_it():
    model = sl.build_model(bar(sl.Motor(), dry_friction=F, dry_eps=1e-2))
    moving = sl.initial_state(model, v=[0.02])
    assert sl.inverse_dynamics(model, moving, [0.0]) == pytest.approx(F * np.tanh(2.0))
    A, _ = sl.linearise(model, sl.initial_state(model))
    assert A[1, 1] == pytest.approx(-F / 1e-2 / INERTIA, rel=1e-4)


def test_a_batch_of_dry_joints_is_each_of_them():
    model = sl.build_model(bar(sl.Servo(kp=2.0), dry_friction=F), HANGING)
    gaits = [held(0.1), held(0.2)]
    for gait, run in zip(gaits, sl.simulate_batch(model, gaits, duration=0.5), strict=True):
        assert_allclose(run["q"].values, sl.simulate(model, gait, duration=0.5)["q"].values, atol=1e-14)
        assert (run["joint_friction_torque"].values != 0).any()


def test_lanes_refuse_it_and_say_what_to_write():
    from snakelab.plugins.lanes.model.conversion import joint_law_of

    link = sl.Link(0.1, 0.1)
    robot = sl.Robot([link, sl.Revolute("z", sl.Servo(kp=1.0), dry_friction=0.1), link], base="planar")
    with pytest.raises(
        sl.errors.ControlError, match=r"dry friction; joint1 has dry_friction=0.1, write dry_friction=0"
    ):
        joint_law_of(sl.build_model(robot))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"dry_friction": -0.1}, "Revolute dry_friction"),
        ({"dry_friction": 0.1, "dry_eps": 0.0}, "Revolute dry_eps"),
        ({"dry_friction": "much"}, "Revolute dry_friction"),
    ],
)
def test_a_number_out_of_range_is_refused(wrong, words):
    with pytest.raises(sl.errors.RobotError, match=words):
        sl.Revolute("z", **wrong)


@pytest.mark.parametrize("dry", [{"dry_eps": 1e-12}, {"dry_friction": 1e12}, {"dry_friction": 1e12, "dry_eps": 1e-12}])
def test_the_largest_and_the_sharpest_friction_hold_a_joint_and_what_is_past_them_is_refused(dry):
    model = sl.build_model(bar(sl.Passive(), **{"dry_friction": F} | dry), HANGING)
    run = sl.simulate(model, None, duration=0.02, state=sl.initial_state(model, q=[0.01]))
    assert run.status == "finished" and np.abs(run["v"].values).max() < 1e-9
    past = {key: value * (10 if key == "dry_friction" else 0.1) for key, value in dry.items()}
    with pytest.raises(
        RobotError, match=r"dry_(eps must be at least 1e-12 rad/s|friction must be at least 0 and at most)"
    ):
        bar(sl.Passive(), **past)
