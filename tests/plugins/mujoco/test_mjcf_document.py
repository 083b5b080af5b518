"""The MJCF document: actuators, joint limits, geoms, names, and what it cannot say."""

import sys

import numpy as np
import pytest

import snakelab as sl
from chains import accelerations
from mujoco_chains import HeldForces, Oracle, relative
from optional_packages import mujoco
from snakelab.plugins.mujoco.robot_files.mjcf_export import load_mujoco, to_mjcf
from snakelab.robots.library.soft_robots import silicone_chamber


def two_links(actuator, *, limits=None, **joint):
    """Two links on a fixed base with one hinge."""
    if limits is not None:
        joint["limits"] = limits
    hinge = sl.Revolute("y", actuator, name="elbow", **joint)
    return sl.build_model(sl.Robot([sl.Link(0.2, 0.3), hinge, sl.Link(0.3, 0.2)], "fixed", name="arm"))


@pytest.mark.parametrize("q", (-2.0, -0.1, 0.05, 2.0))
@pytest.mark.parametrize("ceilings", ({}, {"proportional_limit": 1.0}, {"torque_limit": 1.5}))
def test_a_servo_pulls_alike_also_at_its_ceilings(q, ceilings):
    model = two_links(sl.Servo(kp=3.0, kd=0.4, **ceilings))
    state = sl.initial_state(model, q=[q], v=[1.0])
    oracle = Oracle(model, state)
    _, qdd = accelerations(model, state, [0.3])  # a held target has no rate
    assert relative(qdd, oracle.accelerations([0.3, 0.0])) < 1e-12
    oracle.accelerations([0.3, 0.5])
    part, whole = ceilings.get("proportional_limit", np.inf), ceilings.get("torque_limit", np.inf)
    pull = np.clip(3.0 * (0.3 - q), -part, part) + 0.4 * (0.5 - 1.0)
    assert oracle.data.qfrc_actuator[0] == pytest.approx(np.clip(pull, -whole, whole))


def test_a_motor_has_its_lag_and_its_ceiling():
    model = two_links(sl.Motor(force_limit=0.05, time_constant=0.1))
    state = sl.initial_state(model)
    recording = sl.simulate(model, HeldForces([1.0]), 0.2, state=state, step=1e-3, integrator="plain")
    mj = load_mujoco(to_mjcf(model, timestep=1e-3, integrator="Euler"))
    data = mujoco.MjData(mj)
    data.ctrl[0] = 1.0
    mujoco.mj_step(mj, data, 200)
    assert recording.state.z[0] == pytest.approx(data.act[0], rel=1e-12)
    assert np.abs(recording["tau"][-1] - data.qfrc_actuator).max() < 1e-12
    assert data.qpos[0] == pytest.approx(recording.state.q[0], rel=1e-12)
    later = load_mujoco(to_mjcf(model, state=recording.state))
    assert later.key_act[0, 0] == recording.state.z[0]


def test_joint_limits_keep_their_range():
    mj = load_mujoco(to_mjcf(two_links(sl.Passive(), limits=sl.Limits(-0.5, np.inf))))
    assert mj.jnt_limited[0] == 1
    assert mj.jnt_range[0, 0] == -0.5
    assert mj.jnt_range[0, 1] > 1e6


def test_everything_that_mjcf_cannot_say_is_listed():
    link, neck = sl.Link(0.1, 0.1), sl.Revolute("z", name="neck")
    wrist = sl.Revolute("y", sl.Servo(1.0, ki=0.2), limits=sl.Limits(-1, 1), name="wrist")
    robot = sl.Robot([link, neck, link, wrist, link])
    world = sl.World([sl.Gravity(), sl.LinkFriction(0.1, 0.5, shape="per_axis"), sl.ViscousFriction(1.0, 2.0)])
    listed = "\n".join(to_mjcf(sl.build_model(robot, world)).left_out)
    for word in ("prescribed motion of neck", "ki = 0.2", "joint limits of wrist", "LinkFriction", "ViscousFriction"):
        assert word in listed
    assert "Gravity" not in listed
    assert to_mjcf(two_links(sl.Passive())).left_out == ()


def test_a_rounded_inertia_is_trimmed_and_listed():
    export = to_mjcf(sl.Robot([sl.Link(0.1, 0.1, inertia=(0.1, 0.2, 0.3000001))]))
    assert "1e-07 kg m^2 of the largest inertia of link1" in export.left_out[0]
    assert np.sort(load_mujoco(export).body_inertia[1]) == pytest.approx([0.1, 0.2, 0.3], rel=1e-12)


def test_gravity_and_settings_come_from_the_model_and_the_arguments():
    world = sl.World([sl.Gravity((1.0, 0.0, -1.62))])
    model = sl.build_model(sl.Robot([sl.Link(0.1, 0.1)]), world)
    mj = load_mujoco(to_mjcf(model, timestep=1e-4, integrator="RK4"))
    assert mj.opt.gravity.tolist() == [1.0, 0.0, -1.62]
    assert mj.opt.timestep == 1e-4
    assert mj.opt.integrator == mujoco.mjtIntegrator.mjINT_RK4


def test_geoms_are_where_the_links_are_and_touch_nothing():
    robot = sl.Robot(
        [sl.Link(0.2, 0.1, sl.Box(0.04, 0.02)), sl.Mount((0, 0, 1.0)), sl.Link(0.3, 0.1, sl.Cylinder(0.01))], "fixed"
    )
    model = sl.build_model(robot)
    mj = load_mujoco(to_mjcf(robot))
    data = mujoco.MjData(mj)
    mujoco.mj_forward(mj, data)
    for i, T in enumerate(list(sl.forward_kinematics(model, sl.initial_state(model)).values())[:2]):
        assert np.allclose(data.geom_xpos[i], T[:3, 3])
    assert np.allclose(data.geom_xmat[1].reshape(3, 3)[:, 2], T[:3, 0])  # a cylinder's z is the link's x
    assert np.allclose(mj.geom_size[0], [0.1, 0.02, 0.01])
    assert not mj.geom_contype.any() and not mj.geom_conaffinity.any()
    assert load_mujoco(to_mjcf(robot, visual=False)).ngeom == 0


def test_bodies_are_named_after_their_links():
    joints = [sl.Revolute("y", name="pitch"), sl.Revolute("z", name="yaw")]
    mj = load_mujoco(to_mjcf(sl.Robot([sl.Link(0.1, 0.1, name="tail"), *joints, sl.Link(0.1, 0.1, name="neck")])))
    assert [mj.body(i).name for i in range(1, mj.nbody)] == ["tail", "neck"]
    assert [mj.joint(i).name for i in range(mj.njnt)] == ["base_pose", "pitch", "yaw"]


def test_a_joint_may_have_the_name_of_a_base_joint():
    robot = sl.Robot([sl.Link(0.1, 0.1), sl.Revolute(name="base_x"), sl.Link(0.1, 0.1)], "planar")
    mj = load_mujoco(to_mjcf(robot))
    assert [mj.joint(i).name for i in range(mj.njnt)] == ["base_x_", "base_y", "base_heading", "base_x"]


def test_a_link_named_world_gets_another_name():
    export = to_mjcf(sl.Robot([sl.Link(0.1, 0.1, name="world"), sl.Link(0.1, 0.1, name="world_")]))
    mj = load_mujoco(export)
    assert [mj.body(i).name for i in range(mj.nbody)] == ["world", "world__", "world_"]
    assert "the body is called 'world__'" in export.left_out[0]


def test_a_site_marks_the_head():
    robot = sl.Robot([sl.Link(0.2, 0.1), sl.Mount((0, 0, 1.0), (0.1, 0, 0)), sl.Link(0.3, 0.1)], "fixed")
    model, mj = sl.build_model(robot), load_mujoco(to_mjcf(robot))
    data = mujoco.MjData(mj)
    mujoco.mj_forward(mj, data)
    head = sl.forward_kinematics(model, sl.initial_state(model))["head"]
    assert np.allclose(data.site("head").xpos, head[:3, 3])
    assert np.allclose(data.site("head").xmat.reshape(3, 3), head[:3, :3])


def test_the_document_can_be_saved(tmp_path):
    export = to_mjcf(sl.Robot([sl.Link(0.1, 0.1)]))
    assert mujoco.MjModel.from_xml_path(str(export.save(tmp_path / "link.xml"))).nbody == 2


SOFT = sl.SoftSection(0.15, 0.12, 0.0125, 0.02, name="tail")
REFUSED = {
    "tail bends": [SOFT, sl.Link(0.1, 0.1)],
    "no principal inertia below": [sl.Link(0.1, 0.1, inertia=(0.0, 1.0, 1.0))],
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_mujoco_cannot_hold_is_refused_with_the_reason(message):
    with pytest.raises(sl.errors.RobotError, match=message):
        to_mjcf(sl.Robot(REFUSED[message]))


def test_wrong_settings_are_refused():
    robot = sl.Robot([sl.Link(0.1, 0.1)])
    with pytest.raises(sl.errors.SimulationError, match="implicitfast"):
        to_mjcf(robot, integrator="implicit_fast")
    with pytest.raises(sl.errors.SimulationError, match="timestep"):
        to_mjcf(robot, timestep=0.0)
    with pytest.raises(sl.errors.SimulationError, match="Model or a Robot"):
        to_mjcf([sl.Link(0.1, 0.1)])


def test_without_mujoco_the_document_is_written_and_loading_says_what_to_type(monkeypatch):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    export = to_mjcf(sl.Robot([sl.Link(0.1, 0.1)]))
    with pytest.raises(sl.errors.MissingExtraError, match=r'pip install "\.\[mujoco\]" in the folder'):
        load_mujoco(export)


def test_an_elastomer_and_a_pressure_are_left_out_and_reported():
    slide = sl.Prismatic("x", sl.Hydraulic(), silicone_chamber("linear", body_radius=0.045), name="tube")
    model = sl.build_model(sl.Robot([sl.Link(0.2, 0.3), slide, sl.Link(0.3, 0.2)], "fixed", name="press"))
    document = to_mjcf(model)
    said = "; ".join(document.left_out)
    assert (
        "elastomer of tube: MJCF cannot express" in said and "actuator of tube: MJCF cannot express a pressure" in said
    )
    mj = load_mujoco(document)
    assert mj.jnt_stiffness[0] == 0 and mj.nu == 0
