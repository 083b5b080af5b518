"""Dry friction of joints in other tools: written and read again, and beside MuJoCo's frictionloss."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest

import snakelab as sl
from optional_packages import mujoco
from snakelab.plugins.mujoco.engine.mujoco_engine import MujocoEngine
from snakelab.plugins.mujoco.robot_files.mjcf_export import load_mujoco, to_mjcf
from snakelab.plugins.mujoco.robot_files.mjcf_import import from_mjcf
from snakelab.plugins.mujoco.robot_files.urdf_export import to_urdf
from snakelab.plugins.mujoco.robot_files.urdf_import import from_urdf

WORLD = sl.World([sl.Gravity((9.81, 0.0, 0.0))])
LINK = sl.Link(0.1, 0.2, sl.Box(0.03, 0.03))


def chain(actuator=None, dry_friction=0.01, dry_eps=1e-2, world=WORLD):
    """Two hinges and a slide, hanging."""
    held = {"actuator": actuator or sl.Passive(), "dry_friction": dry_friction, "dry_eps": dry_eps}
    slide = sl.Prismatic("x", sl.Passive(), sl.Spring(stiffness=200.0), dry_friction=0.3)
    return sl.build_model(
        sl.Robot([sl.Revolute("z", **held), LINK, sl.Revolute("y", **held), LINK, slide, LINK], base="fixed"), world
    )


@pytest.mark.parametrize(("write", "read"), [(to_mjcf, from_mjcf), (to_urdf, from_urdf)], ids=["mjcf", "urdf"])
def test_it_is_written_and_read_again(write, read):
    model = chain(dry_friction=0.1)
    export = write(model)
    imported = read(export.xml)
    assert [part.dry_friction for part in imported.robot.parts if part.coordinates] == [0.1, 0.1, 0.3]
    assert not any("friction" in line for line in imported.left_out)
    assert any("smooths the dry friction of joint1, joint2, joint3 (dry_eps)" in line for line in export.left_out)


def test_the_documents_use_their_own_words_for_it():
    root = ET.fromstring(to_mjcf(chain()).xml)
    assert [joint.get("frictionloss") for joint in root.iter("joint")] == ["0.01", "0.01", "0.3"]
    root = ET.fromstring(to_urdf(chain()).xml)
    assert next(root.iter("dynamics")).attrib == {"damping": "0.0", "friction": "0.01"}
    assert "frictionloss" not in to_mjcf(chain(dry_friction=0.0)).xml.replace('frictionloss="0.3"', "")


def test_a_negative_number_in_a_urdf_file_is_refused():
    with pytest.raises(sl.errors.RobotError, match=r"'joint1': friction must be at least 0, got -0.1"):
        from_urdf(to_urdf(chain()).xml.replace('friction="0.01"', 'friction="-0.1"'))


def test_mujoco_runs_the_written_file_as_we_run_the_robot():
    model = chain(dry_eps=1e-3)
    mj = load_mujoco(to_mjcf(model, timestep=2e-4))
    data = mujoco.MjData(mj)
    data.qpos[:2] = 0.4, -0.2
    mujoco.mj_step(mj, data, 1000)
    start = sl.initial_state(model, q=[0.4, -0.2, 0.0])
    run = sl.simulate(model, None, duration=0.2, state=start, step=2e-4)
    free = sl.simulate(chain(dry_friction=0.0), None, duration=0.2, state=start, step=2e-4)
    apart = np.abs(run["q"].values[-1] - data.qpos)
    assert apart.max() < 0.05 * np.abs(free["q"].values[-1] - run["q"].values[-1]).max()


SERVO = sl.Servo(5.0, 0.05, torque_limit=2.0)


@pytest.mark.thorough
@pytest.mark.parametrize("actuator", [SERVO, sl.Prescribed()], ids=["servo", "prescribed"])
def test_the_engines_agree_on_motion_torques_and_what_friction_takes(actuator):
    model = chain(actuator, dry_friction=0.05)
    gait = sl.SerpenoidGait(0.4, 6.0, 0.7)
    ours, theirs = (
        sl.simulate(model, gait, duration=1.0, step=5e-4, **more) for more in ({}, {"engine": MujocoEngine(5e-4)})
    )
    assert np.abs(ours["q"].values - theirs["q"].values).max() < 0.01
    late = slice(10, None)
    for name in ("tau", "joint_friction_torque"):
        far = np.sqrt(((ours[name].values - theirs[name].values)[late] ** 2).mean())
        assert far < 0.1 * np.sqrt((ours[name].values[late] ** 2).mean())
    works = [float(run["work"].sel(term="joint_friction")[-1]) for run in (ours, theirs)]
    assert works[0] < -0.05 and works[1] == pytest.approx(works[0], rel=0.01)
    assert sl.metrics(theirs)["energy_residual_ratio"] < 0.02


def test_the_engine_keeps_friction_of_joints_and_of_wheels_apart():
    wheels = [sl.Wheel((x, y, -0.02), 0.02, 0.05) for x in (0.05, 0.25) for y in (-0.1, 0.1)]
    cart = sl.Link(0.3, mass=2.0, section=sl.Box(0.2, 0.04), wheels=wheels)
    robot = sl.Robot([cart, sl.Revolute("z", sl.Passive(), dry_friction=0.02), LINK])
    model = sl.build_model(robot, sl.World([sl.Gravity(), sl.Contact(friction=sl.SurfaceFriction(0.4))]))
    start = sl.initial_state(model, v=[3.0], position=(0, 0, 0.0395), velocity=(0.3, 0, 0, 0, 0, 0))
    run = sl.simulate(model, None, 0.05, state=start, engine=MujocoEngine(5e-4, spinning_wheels=True))
    work = {term: float(run["work"].sel(term=term)[-1]) for term in ("joint_friction", "contact_friction")}
    rotated = run["q"].values[-1, 0]
    assert work["joint_friction"] == pytest.approx(-0.02 * rotated, rel=0.02)
    way = run["com_position"].values[-1, 0] - run["com_position"].values[0, 0]
    assert -work["contact_friction"] > 0.5 * 0.05 * 2.2 * 9.81 * abs(way)


def test_the_engine_says_how_its_friction_differs():
    assert any("dry friction of a joint" in line for line in MujocoEngine().notes(chain()))
    plain = sl.build_model(sl.Robot([LINK, sl.Revolute("z", sl.Passive()), LINK]))
    assert not any("dry friction" in line for line in MujocoEngine().notes(plain))


@pytest.mark.thorough
def test_friction_of_stated_load_and_of_joints_together_are_as_ours():
    link = sl.Link(0.11, mass=0.08)
    joint = sl.Revolute("z", sl.Servo(2.0, 0.02), dry_friction=0.02)
    robot = sl.Robot([link, *4 * [joint, link]], base="planar")
    model = sl.build_model(robot, sl.World([sl.LinkFriction(0.05, 0.56, shape="per_axis")]))
    gait = sl.SerpenoidGait(amplitude=0.6, angular_frequency=3.0, phase_lag=0.8, ramp=0.5)
    ours, theirs = (
        sl.simulate(model, gait, duration=1.5, step=1e-3, **more) for more in ({}, {"engine": MujocoEngine(1e-3)})
    )
    far = np.linalg.norm(ours["com_position"].values[-1] - theirs["com_position"].values[-1])
    assert far < 0.02 * np.linalg.norm(ours["com_position"].values[-1] - ours["com_position"].values[0])
