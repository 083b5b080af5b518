"""Followers: each joint copies the bend ahead of it."""

import numpy as np
import pytest

import snakelab as sl


def chain(n=6, follower=None, head=None):
    """Links on a fixed base, the last joint driven."""
    parts = []
    for i in range(n):
        parts += [
            sl.Revolute(actuator=(head or sl.Prescribed()) if i == n - 1 else follower or sl.robots.Follower()),
            sl.Link(0.1, 1e-3),
        ]
    return sl.build_model(sl.Robot(parts, base="fixed"))


def test_the_force_is_that_of_the_law_with_the_damping_of_the_reached_rate():
    model = chain(3, sl.robots.Follower(gain=0.5, damping=0.15, limit=0.02), sl.Motor())
    state = sl.initial_state(model, q=[0.1, 0.12, 0.5], v=[0.3, -0.2, 0.0])
    still = sl.build_model(sl.Robot(model.robot.parts, base="fixed"))
    expected = [0.5 * (0.12 - 0.1) - 0.15 * 0.3, 0.02 + 0.15 * 0.2, 0.0]
    acceleration = sl.forward_dynamics(model, state)
    np.testing.assert_allclose(sl.inverse_dynamics(still, state, acceleration), expected, atol=1e-12)


def test_a_bend_of_the_head_runs_along_the_body_with_the_stated_lag():
    model = chain(4, sl.robots.Follower(gain=0.5, damping=0.05))
    recording = sl.simulate(model, sl.gaits.SteadyGait((0, 0, 0, 0.4), ramp=0.2), duration=3.0)
    time, q = recording["time"].values, recording["q"].values
    half = [time[np.argmax(q[:, j] > 0.2)] for j in range(4)]
    lags = -np.diff(half)
    assert (lags > 0.05).all() and (lags < 0.15).all()  # damping / gain = 0.1 s a joint
    np.testing.assert_allclose(q[-1], 0.4, atol=1e-3)


def test_strong_damping_is_stable_at_long_steps():
    model = chain(6, sl.robots.Follower(gain=0.5, damping=1.5))
    recording = sl.simulate(model, sl.gaits.SteadyGait((0, 0, 0, 0, 0, 0.5), ramp=1.0), duration=20.0, step=0.05)
    assert recording.finished and np.abs(recording["q"].values).max() <= 0.5 + 1e-6


@pytest.mark.parametrize("arguments", [{"gain": -1}, {"damping": -1}, {"limit": 0}])
def test_negative_numbers_are_refused(arguments):
    with pytest.raises(sl.errors.RobotError, match=f"Follower {next(iter(arguments))} must be"):
        sl.robots.Follower(**arguments)


def test_a_joint_cannot_follow_a_slide_and_a_soft_section_cannot_follow_itself():
    link = sl.Link(0.1, 0.1)
    with pytest.raises(sl.errors.RobotError, match=r"Revolute \[rad\] is followed by Prismatic \[m\]"):
        sl.Robot([link, sl.Revolute("z", actuator=sl.robots.Follower()), link, sl.Prismatic("x"), link])
    with pytest.raises(sl.errors.RobotError, match="actuators cannot be a Follower"):
        sl.SoftSection(0.2, 0.1, 0.02, 0.03, actuators=sl.robots.Follower())
