"""The arm with four tendons and the four-bar gripper."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import brentq

import snakelab as sl
from snakelab.robots.library import tendon_arm, with_gripper

DISCS, K, A, H = 10, 0.3, 0.015, 0.015


def joint_angles(tension, friction=0.0):
    """Bending of each joint, from k q = T (a sin(q/2) + h cos(q/2)); T is smaller by exp(-mu theta) behind a disc.

    The cable turns at a disc by half of the angles of the joints on both sides.
    """
    angles, before, last = [], 0.0, 0.0
    for i in range(DISCS):

        def moment(q, before=before, last=last, first=i == 0):
            turned = 0.0 if first else before + (last + q) / 2
            pull = tension * np.exp(-friction * turned)
            return K * q - pull * (A * np.sin(q / 2) + H * np.cos(q / 2))

        angles.append(brentq(moment, 0, 3))
        before, last = (0.0 if i == 0 else before + (last + angles[-1]) / 2), angles[-1]
    return np.array(angles)


def bent(arm, tensions, duration=6.0):
    model = sl.build_model(arm)
    command = np.zeros(model.n_coordinates)
    command[-4:] = tensions
    run = sl.simulate(model, sl.gaits.SteadyGait(command), duration, step=4e-3, record_rate=10, integrator="plain")
    assert run.finished
    return run


@pytest.mark.parametrize("tendon", range(4))
def test_one_tendon_bends_the_arm_into_the_shape_of_the_closed_form(tendon):
    run = bent(tendon_arm(DISCS, stiffness=K, spacing=2 * A, tendon_radius=H), 4.0 * np.eye(4)[tendon])
    pitch, yaw = run["q"].values[-1, : 2 * DISCS].reshape(DISCS, 2).T
    bending, other = (yaw, pitch) if tendon % 2 == 0 else (pitch, yaw)
    sign = {0: 1, 1: -1, 2: -1, 3: 1}[tendon]
    assert_allclose(sign * bending, joint_angles(4.0), rtol=2e-3)
    assert_allclose(other, 0.0, atol=1e-9)


@pytest.mark.thorough
def test_friction_in_the_discs_bends_the_far_joints_less():
    """While the tendon is pulled in; the discs are massless enough for that to be quasi-static."""
    arm = tendon_arm(DISCS, stiffness=K, spacing=2 * A, tendon_radius=H, friction=0.3, mass=0.01, damping=0.002,
                     actuator=sl.robots.Winch())  # fmt: skip
    model = sl.build_model(arm)
    command = np.zeros(model.n_coordinates)

    def wound(t):
        command[-4:] = [0.01 * t, -0.1, -0.1, -0.1]
        return command

    run = sl.simulate(model, sl.FunctionGait(wound), 2.0, step=4e-3, record_rate=50)
    tension = run["coupling_load"].values[-5:, 0].mean()
    yaw = run["q"].values[-5:, 1 : 2 * DISCS : 2].mean(axis=0)
    assert_allclose(yaw, joint_angles(tension, 0.3), rtol=0.03)
    assert yaw[-1] < 0.7 * yaw[0]


def test_opposite_tendons_stiffen_the_arm_without_bending_it():
    run = bent(tendon_arm(DISCS), [3.0, 0.0, 3.0, 0.0], 1.0)
    assert_allclose(run["q"].values[-1, : 2 * DISCS], 0.0, atol=1e-9)


def test_a_gripper_moves_its_finger_parallel_to_the_jaw():
    link, servo = sl.Link(0.1, 0.2), sl.Servo(kp=3.0, kd=0.05)
    robot = with_gripper(sl.Robot([link, sl.Revolute("z", servo), link, sl.Revolute("y", servo), link]))
    model = sl.build_model(robot)
    assert robot.coupling_names == ("four_bar",)
    assert_allclose(model.rest, 0.0, atol=1e-9)
    command = np.zeros(model.n_coordinates)
    command[list(model.coordinate_names).index("grip")] = 0.5
    run = sl.simulate(model, sl.gaits.SteadyGait(command), 1.0)
    i, j = (list(model.coordinate_names).index(name) for name in ("grip", "finger_joint"))
    q = run["q"].values[-1]
    assert q[i] == pytest.approx(0.5, abs=0.02)
    assert_allclose(q[i] + q[j], 0.0, atol=1e-6)
    assert run["coupling_gap"].values.max() < 1e-5


def test_a_gripper_needs_a_link_at_the_head():
    with pytest.raises(sl.errors.RobotError, match="with_gripper needs"):
        with_gripper(sl.Robot([sl.SoftSection(0.1, 0.1, 0.01, 0.02)]))
