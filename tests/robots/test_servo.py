"""The servo's feed-forward and its line of torque over speed."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl

INERTIA, DAMPING = 0.02, 0.3  # about the hinge [kg m^2], [N m s/rad]


def hinged(servo):
    link = sl.Link(0.2, 1.0, com=(0.0, 0.0, 0.0), inertia=(INERTIA, INERTIA, INERTIA))
    return sl.build_model(sl.Robot([sl.Revolute("z", servo, sl.Spring(damping=DAMPING)), link], "fixed"))


def lag(servo):
    """Largest error of a wave once it has started [rad]."""
    gait = sl.SerpenoidGait(0.5, 6.0, 0.0, ramp=0.5)
    run = sl.simulate(hinged(servo), gait, 1.5, record_rate=50)
    t = run["time"].values
    return np.abs(run["q"].values[:, 0] - 0.5 * np.sin(6.0 * t))[t > 0.6].max()


def test_with_what_the_joint_takes_fed_forward_it_follows_without_lag():
    plain = lag(sl.Servo(5.0, 0.1))
    fed = lag(sl.Servo(5.0, 0.1, rate_feedforward=DAMPING, acceleration_feedforward=INERTIA))
    rate_alone = lag(sl.Servo(5.0, 0.1, rate_feedforward=DAMPING))
    assert plain > 0.1 and 0.01 < rate_alone < plain and fed < 1e-4


@pytest.mark.parametrize("side", [1, -1])
def test_at_full_torque_it_nears_its_limit_of_speed_as_a_motor_does(side):
    """I v' = tau (1 - v / w) - d v from rest."""
    limit, speed = 2.0, 4.0
    servo = sl.Servo(50.0, 0.0, torque_limit=limit, speed_limit=speed)
    run = sl.simulate(hinged(servo), sl.gaits.SteadyGait([side * 40.0]), 0.3, record_rate=100)
    rate = (limit / speed + DAMPING) / INERTIA
    wanted = limit / INERTIA / rate * (1 - np.exp(-rate * run["time"].values))
    assert_allclose(side * run["v"].values[:, 0], wanted, atol=2e-3)
    assert (run["actuator_limit"].values[5:, 0] == 2 * side).all()
    table = sl.metrics(run)
    assert table["speed_limit_fraction"] > 0.9 and table["torque_limit_fraction"] >= table["speed_limit_fraction"]
    assert_allclose(run["tau"].values[5:, 0], side * limit * (1 - wanted[5:] / speed), atol=0.01)


def test_against_its_motion_it_has_all_its_torque():
    servo = sl.Servo(50.0, 0.0, torque_limit=2.0, speed_limit=4.0)
    model = hinged(servo)
    run = sl.simulate(
        model, sl.gaits.SteadyGait([40.0]), 0.01, state=sl.initial_state(model, v=[-3.0]), record_rate=500
    )
    assert_allclose(run["tau"].values[1:, 0], 2.0)
    assert (run["actuator_limit"].values[1:, 0] == 1).all()


def test_within_its_limits_none_is_recorded():
    run = sl.simulate(hinged(sl.Servo(5.0, 0.5, torque_limit=100.0)), sl.gaits.SteadyGait([0.1]), 0.1, record_rate=50)
    assert not run["actuator_limit"].values.any()
    assert sl.metrics(run)["torque_limit_fraction"] == 0.0
    free = sl.simulate(hinged(sl.Servo(5.0, 0.5)), sl.gaits.SteadyGait([0.1]), 0.1, record_rate=50)
    assert "actuator_limit" not in free.dataset and "torque_limit_fraction" not in sl.metrics(free)


def test_a_limit_of_speed_needs_one_of_torque():
    with pytest.raises(sl.errors.RobotError, match="speed_limit = 4 needs a torque_limit"):
        sl.Servo(5.0, speed_limit=4.0)
