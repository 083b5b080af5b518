"""User laws that see time and joint coordinates, beside those that do not."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.worlds.force_law import LawState

LINK = sl.Link(0.1, mass=0.5)
ROBOT = sl.Robot([LINK, *2 * [sl.Revolute(actuator=sl.Passive()), LINK]], base="planar")


def sees(pose, twist, load, parameters, wrench, damping, stiffness, state):
    """A force on the last link that shows one of the numbers of the state."""
    messages = (state.time, state.q[0], state.q[1], state.v[0], state.v[1], float(len(state.q)), float(len(state.v)))
    if state.station == 2:
        wrench[0] = messages[int(parameters[0])]


def gust(pose, twist, load, parameters, wrench, damping, stiffness, state):
    """A force A sin(w t)."""
    wrench[0] = parameters[0] * np.sin(parameters[1] * state.time)


def third_joint(pose, twist, load, parameters, wrench, damping, stiffness, state):
    """More joints than the robot has."""
    wrench[0] = state.q[2]


def writes(pose, twist, load, parameters, wrench, damping, stiffness, state):
    """Changes what it is given."""
    state.q[0] = 1.0


def two_states(pose, twist, load, parameters, wrench, damping, stiffness, state, more):
    """One argument too many."""


def test_the_state_is_the_time_the_coordinates_their_rates_and_the_station():
    values = []
    for i in range(7):
        model = sl.build_model(ROBOT, sl.World([sl.UserLaw(sees, (i,))]))
        state = sl.initial_state(model, q=(0.3, -0.2), v=(0.5, 0.7))
        forces = sl.simulate(model, duration=1e-3, state=state)["user_force"].values[0]
        assert (forces[:2] == 0).all()
        angle = 0.3 - 0.2
        values.append(forces[2] @ [np.cos(angle), np.sin(angle), 0.0])
    assert_allclose(values, [0.0, 0.3, -0.2, 0.5, 0.7, 2, 2], atol=1e-12)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("integrator", "ratio"), [("plain", 2.0), ("extrapolated", 4.0), ("rk4", 16.0), ("extrapolated4", 16.0)]
)
def test_a_force_of_time_converges_at_the_order_of_the_step(integrator, ratio):
    """m x'' = A sin(w t): x = A / (m w) (t - sin(w t) / w)."""
    model = sl.build_model(sl.Robot([LINK], base="planar"), sl.World([sl.UserLaw(gust, (2.0, 8.0))]))
    exact = 2.0 / (0.5 * 8.0) * (1.0 - np.sin(8.0) / 8.0)
    errors = []
    for step in (0.05, 0.025):
        run = sl.simulate(model, duration=1.0, step=step, integrator=integrator, record_rate=2)
        errors.append(run["com_position"].values[-1, 0] - 0.05 - exact)
    assert_allclose(errors[0] / errors[1], ratio, rtol=0.15)


def test_time_goes_on_where_a_run_goes_on():
    model = sl.build_model(sl.Robot([LINK], base="planar"), sl.World([sl.UserLaw(gust, (2.0, 8.0))]))
    whole = sl.simulate(model, duration=0.2)
    first = sl.simulate(model, duration=0.1)
    second = sl.simulate(model, duration=0.1, state=first.state)
    assert_allclose(second["com_position"].values[-1], whole["com_position"].values[-1], rtol=0, atol=1e-15)


@pytest.mark.thorough
def test_a_joint_that_the_robot_does_not_have_is_found_when_the_model_is_built():
    law = sl.UserLaw(third_joint)
    with pytest.raises(
        sl.errors.WorldError, match=r"'third_joint' fails at the origin of a robot with 2 coordinates.*IndexError"
    ):
        sl.build_model(ROBOT, sl.World([law]))


@pytest.mark.thorough
def test_the_state_may_not_be_written_to():
    with pytest.raises(sl.errors.WorldError, match=r"must not write to state\.q"):
        sl.build_model(ROBOT, sl.World([sl.UserLaw(writes)]))


def test_another_number_of_arguments_says_what_it_must_take():
    with pytest.raises(
        sl.errors.WorldError, match=r"'two_states' takes 9 arguments, .* damping, stiffness\[, state\]\)"
    ):
        sl.UserLaw(two_states)


def test_a_law_that_takes_a_state_is_tried_in_plain_python_by_hand():
    wrench = np.zeros(6)
    state = LawState(np.pi / 16, np.zeros(2), np.zeros(2), 0)
    gust(np.eye(4)[:3], np.zeros(6), 1.0, (2.0, 8.0), wrench, np.zeros((6, 6)), np.zeros((6, 6)), state)
    assert_allclose(wrench[0], 2.0)
