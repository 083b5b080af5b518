"""Actuators of an MJCF file: what is imported pulls as MuJoCo's own actuator does."""

import numpy as np
import pytest

import snakelab as sl
from chains import accelerations
from mujoco_chains import relative
from optional_packages import mujoco
from snakelab.plugins.mujoco.robot_files.mjcf_import import from_mjcf

ARM = """<mujoco><option gravity="0 0 0"><flag contact="disable"/></option>
<worldbody><body><geom type="box" size="0.1 0.02 0.01" pos="0.1 0 0"/>
<body pos="0.2 0 0"><joint name="bend" axis="0 1 0" {joint}/><geom type="box" size="0.1 0.02 0.01" pos="0.1 0 0"/></body>
</body></worldbody><actuator>{actuator}</actuator></mujoco>"""

# The number for MuJoCo, and the same command here.
CASES = {
    '<motor joint="bend"/>': 1.0,
    '<motor joint="bend" gear="-4"/>': -4.0,
    '<motor joint="bend" gear="4" forcerange="-0.2 0.2"/>': 4.0,
    '<motor joint="bend" gear="4" ctrlrange="-0.1 0.1"/>': 4.0,
    '<general joint="bend" gainprm="3" gear="2"/>': 6.0,
    '<position joint="bend" kp="2"/>': 1.0,
    '<position joint="bend" kp="2" kv="0.3"/>': 1.0,
    '<position joint="bend" kp="2" kv="0.3" gear="3"/>': 1 / 3,
    '<position joint="bend" kp="2" forcerange="-0.4 0.4"/>': 1.0,
    '<position joint="bend" kp="2" kv="0.3" gear="3" forcerange="-0.4 0.4"/>': 1 / 3,
}


@pytest.mark.few(10)
@pytest.mark.parametrize("joint", ("", 'actuatorfrcrange="-0.3 0.3"', 'stiffness="2" springref="20" damping="0.1"'))
@pytest.mark.parametrize("actuator", CASES)
def test_an_actuator_pulls_alike(actuator, joint):
    text = ARM.format(actuator=actuator, joint=joint)
    mj = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(mj)
    data.qpos[:], data.qvel[:], data.ctrl[:] = 0.1, -0.5, 0.7
    mujoco.mj_forward(mj, data)
    model = sl.build_model(from_mjcf(text).robot)
    _, actual = accelerations(model, sl.initial_state(model, q=[0.1], v=[-0.5]), [CASES[actuator] * 0.7])
    assert relative(actual, data.qacc) < 1e-10


def test_a_spring_and_a_range_count_from_the_pose_as_drawn():
    text = ARM.format(actuator="", joint='ref="10" stiffness="2" springref="25" range="-20 40"')
    (joint,) = (part for part in from_mjcf(text).robot.parts if part.coordinates)
    assert joint.spring.rest == pytest.approx(np.radians(15))
    assert (joint.limits.lower, joint.limits.upper) == pytest.approx((np.radians(-30), np.radians(30)))


def test_two_servos_on_one_joint_are_a_servo_with_two_gains():
    pair = '<position joint="bend" kp="2" forcerange="-1 1"/><velocity joint="bend" kv="0.3"/>'
    (joint,) = (part for part in from_mjcf(ARM.format(actuator=pair, joint="")).robot.parts if part.coordinates)
    assert joint.actuator == sl.Servo(2.0, 0.3, proportional_limit=1.0)


def test_a_filter_is_a_lag():
    text = ARM.format(actuator='<general joint="bend" dyntype="filterexact" dynprm="0.2"/>', joint="")
    (joint,) = (part for part in from_mjcf(text).robot.parts if part.coordinates)
    assert joint.actuator == sl.Motor(np.inf, 0.2)


def test_a_polynomial_spring_is_listed():
    imported = from_mjcf(ARM.format(actuator="", joint='stiffness="1 2 3"'))
    assert "the nonlinear part of spring and damper of bend" in imported.left_out
