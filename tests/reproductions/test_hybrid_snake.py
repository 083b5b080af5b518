"""The study of the hybrid snake: joints imposed, beside joints solved with the robot; circles."""

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

import snakelab as sl
from reference_models import underwater_lagrangian as uw
from reproductions.hybrid_snake import circle_of, imposed_joints, joint_alone, with_imposed_joints
from snakelab.errors import SimulationError
from snakelab.robots.library.soft_robots import hybrid_underwater, hydraulic_joint

MPa = 1e6
ALL = (1.0, 0, 1.0, 1.0, 0, 1.0)
WORLD = sl.World([sl.Gravity(), sl.Fluid(strips=10)])
TURN, WIDE = (0.3, 0, 0, 0.3, 0, 0), (0.1, 0, 0, 0.1, 0, 0)


def swim(u, duration, thrust=ALL, **settings):
    """The paper's robot under held pressures [MPa] and thrusts."""
    model = sl.build_model(hybrid_underwater(preset="halved"), WORLD)
    gait = sl.gaits.SteadyGait(MPa * np.array(u), thrust)
    return sl.simulate(model, gait, duration, **({"step": 1e-2, "record_rate": 20} | settings))


@pytest.fixture(scope="module")
def turns():
    """Half a minute at 0.3 and at 0.1 MPa."""
    return swim(TURN, 30.0), swim(WIDE, 30.0)


# --- circles ------------------------------------------------------------------------------------------------------------


def test_less_pressure_makes_a_wider_circle_about_another_centre_at_nearly_the_same_speed(turns):
    tight, wide = (circle_of(run, since=15.0) for run in turns)
    assert 1.8 < wide.radius / tight.radius < 3
    assert np.linalg.norm(wide.centre - tight.centre) > 0.5
    assert wide.speed == pytest.approx(tight.speed, rel=0.05)
    assert tight.rate < wide.rate < 0  # chambers on the left are the longer ones: it turns to the right
    for one in (tight, wide):
        assert one.speed == pytest.approx(abs(one.rate) * one.radius, rel=0.02)


def test_a_bent_body_turns_in_a_far_smaller_circle_than_a_straight_one_by_thrust():
    straight = circle_of(swim(np.zeros(6), 30.0, (0, 0, 1.0, 0, 0, 1.0)), since=15.0)
    bent = circle_of(swim(TURN, 30.0, (0.5, 0, 0.5, 0.5, 0, 0.5)), since=15.0)
    assert straight.rate > 0 > bent.rate
    assert straight.radius > 10 * bent.radius
    assert bent.speed == pytest.approx(straight.speed, rel=0.05)


def test_a_circle_needs_a_path_that_turns():
    straight = swim(np.zeros(6), 2.0)
    with pytest.raises(SimulationError, match="this one turns by"):
        circle_of(straight)
    with pytest.raises(SimulationError, match="4 records or more"):
        circle_of(straight, since=1.95)


# --- joints imposed -----------------------------------------------------------------------------------------------------


def test_a_joint_on_its_own_is_that_of_the_matrix_form():
    (section,) = [part for part in hybrid_underwater(preset="halved").parts if part.coordinates][:1]
    times, lengths = joint_alone(section, MPa * np.array((0.3, 0.1, 0.0)), 1.0)
    theirs = uw.joints_alone(uw.UnderwaterSnake(n_joints=1, joints="massless"), (0.3, 0.1, 0.0), 1.0)
    rows = np.searchsorted(times, [5e-4, 2e-3, 1e-2, 0.1, 1.0])
    for k in rows:
        assert lengths[k] == pytest.approx(theirs(times[k]).q, rel=1e-3, abs=2e-6)
    assert lengths[-1, 0] > 0.03 and np.all(np.diff(times) > 0)


@pytest.mark.slow
def test_imposed_joints_move_the_robot_as_in_the_matrix_form():
    """The same joints' motion on the base's six rows, by Runge-Kutta there, by the step here."""
    robot = hybrid_underwater(preset="halved")
    gait = imposed_joints(robot, MPa * np.array(TURN), 2.0, ramp=0.5)
    model = sl.build_model(with_imposed_joints(robot), WORLD)
    ours = sl.simulate(model, sl.ThrustGait(gait, ALL), 2.0, step=2e-3)
    spline = CubicSpline(gait.times, gait.angles, bc_type="natural")
    theirs = uw.simulate_imposed(
        uw.UnderwaterSnake(joints="massless"),
        lambda t: uw.Shape(spline(t), spline(t, 1), spline(t, 2)),
        ALL,
        2.0,
        step=1e-2,
    )
    assert ours["base_position"].values[-1] == pytest.approx(theirs.position[-1], abs=1e-3)
    assert ours["base_quaternion"].values[-1] == pytest.approx(theirs.quaternion[-1], abs=1e-3)


@pytest.mark.slow
def test_imposed_joints_turn_faster_than_joints_that_feel_the_robot(turns):
    """Frozen 1.41 rad/s, imposed 1.35, solved with the robot 1.25: on their own they neither move modules nor bear thrust."""
    robot, pressures = hybrid_underwater(preset="halved"), MPa * np.array(TURN)
    model = sl.build_model(with_imposed_joints(robot), WORLD)
    imposed = sl.simulate(model, sl.ThrustGait(imposed_joints(robot, pressures, 10.0), ALL), 10.0, step=2e-3)
    whole = turns[0]
    held = sl.gaits.static_equilibrium(sl.build_model(robot, WORLD), pressures)
    frozen = sl.simulate(model, sl.gaits.SteadyGait(held, ALL), 10.0, step=2e-3)
    before = whole.dataset.sel(time=slice(9.0, 10.0))
    rates = [
        circle_of(frozen, 9.0).rate,
        circle_of(imposed, 9.0).rate,
        float(before["base_velocity"].sel(twist="wz").mean()),
    ]
    assert rates == pytest.approx([-1.410, -1.349, -1.249], abs=2e-3)
    at_ten = [run["q"].sel(time=10.0, method="nearest").values[[0, 3]] for run in (frozen, imposed, whole)]
    assert np.all(at_ten[0] > at_ten[1]) and np.all(at_ten[1] > at_ten[2])
    assert circle_of(imposed, 9.0).speed == pytest.approx(circle_of(frozen, 9.0).speed, rel=2e-3)


def test_only_soft_joints_can_be_imposed():
    hinged = sl.Robot([sl.Link(0.1, 0.1), sl.Revolute("z"), sl.Link(0.1, 0.1)], name="hinged")
    with pytest.raises(SimulationError, match="'hinged' has a Revolute"):
        with_imposed_joints(hinged)
    with pytest.raises(SimulationError, match="has none"):
        imposed_joints(sl.Robot([sl.Link(0.1, 0.1)]), [], 1.0)
    with pytest.raises(SimulationError, match="6"):
        imposed_joints(hybrid_underwater(preset="halved"), [1e5], 1.0)


def test_inverse_kinematics_shortens_no_chamber_that_only_extends():
    target = np.array((0.88, 0.25, 0.2))
    for limits, least in ((None, -0.04), (sl.Limits(0.0, 0.045), 0.0)):
        model = sl.build_model(hybrid_underwater(joint=hydraulic_joint(limits=limits)), WORLD)
        found = sl.InverseKinematics(model).solve(target, sl.initial_state(model))
        assert found.reached and found.state.q.min() >= least
        assert (found.state.q.min() < -0.02) == (limits is None) and found.state.q.max() < 0.045
