"""Joints at the root of an MJCF that are a base: slides and hinges with damping, armature, springs and actuators."""

import numpy as np
import pytest

import snakelab as sl
from optional_packages import mujoco
from snakelab.plugins.mujoco import from_mjcf

SIDE = (
    '<body name="{0}0" pos="{1}0.1 0 0"><joint class="j" name="{0}j0"/><geom fromto="0 0 0 {1}0.1 0 0"/>'
    '<body name="{0}1" pos="{1}0.1 0 0"><joint class="j" name="{0}j1"/><geom fromto="0 0 0 {1}0.1 0 0"/></body></body>'
)
PLANAR = (
    '<joint name="x" type="slide" axis="1 0 0"{0}/><joint name="y" type="slide" axis="0 1 0"{0}/>'
    '<joint name="yaw" pos="0.02 0.01 0"{0}/>'
)
SPATIAL = (
    '<joint name="x" type="slide" axis="1 0 0"{0}/><joint name="y" type="slide" axis="0 1 0"{0}/>'
    '<joint name="z" type="slide" axis="0 0 1"{0}/>'
)


def text(root, sides=("f", "b")):
    bodies = "".join(SIDE.format(name, "" if name == "f" else "-") for name in sides)
    return (
        '<mujoco><option gravity="0 0 0" timestep="0.0005" integrator="implicit"/><default>'
        '<geom type="capsule" size=".02" mass=".1" contype="0" conaffinity="0"/><joint axis="0 0 1"/>'
        '<default class="j"><joint axis="0 0 1" range="-60 60"/></default></default><worldbody><body name="mid">'
        f'{root}<geom fromto="-.1 0 0 .1 0 0" mass=".4"/>{bodies}</body></worldbody></mujoco>'
    )


@pytest.mark.parametrize("damping", ["", ' damping="0.1"', ' damping="0.1" armature="0.01"', ' frictionloss="0.1"'])
@pytest.mark.parametrize("sides", [("f",), ("f", "b")])
def test_slides_and_a_hinge_are_a_planar_base_with_any_damping(damping, sides):
    imported = from_mjcf(text(PLANAR.format(damping), sides))
    assert imported.robot.base == "planar"
    assert imported.robot.n_coordinates == 2 * len(sides)
    assert imported.robot.mass == pytest.approx(0.4 + 0.2 * len(sides))
    assert not any("armature" in line for line in imported.dropped)
    assert any("armature" in line for line in imported.kept) == ("armature" in damping)
    assert any("dry friction 0.1 of the base of x, y, yaw" in line for line in imported.dropped) == ("loss" in damping)


@pytest.mark.parametrize("sides", [("f",), ("f", "b")])
def test_the_damping_of_a_base_acts_as_in_mujoco(sides):
    xml = text(PLANAR.format(' damping="0.3"'), sides)
    imported = from_mjcf(xml)
    assert "damping of the base of x, y, yaw: as a Damper of the world" in imported.kept
    m = mujoco.MjModel.from_xml_string(xml)
    d = mujoco.MjData(m)
    rate = {m.joint(j).name: 1.0 + 0.2 * j for j in range(3, m.njnt)}
    d.qvel[:3] = (0.4, -0.3, 1.5)
    d.qvel[3:] = [rate[m.joint(j).name] for j in range(3, m.njnt)]
    start = d.qvel.copy()
    mujoco.mj_forward(m, d)
    before = d.subtree_com[1].copy()
    while d.time < 0.5 - 1e-9:
        mujoco.mj_step(m, d)
    mujoco.mj_forward(m, d)
    model = sl.build_model(imported.robot, imported.world)
    moving = mujoco.MjData(m)
    moving.qvel[:] = start
    state = state_like(model, m, moving)
    recording = sl.simulate(model, None, 0.5, state=state, step=5e-4)
    com = recording["com_position"].values
    np.testing.assert_allclose((com[-1] - com[0])[:2], (d.subtree_com[1] - before)[:2], atol=2e-4)


def state_like(model, m, data):
    """State with the velocities of MuJoCo's model at zero angles, whose base may be at another body."""
    mujoco.mj_forward(m, data)
    body = model.station_names[0]
    velocity = np.zeros(6)
    mujoco.mj_objectVelocity(m, data, mujoco.mjtObj.mjOBJ_XBODY, m.body(body).id, velocity, 0)
    rates = [data.qvel[m.joint(name).dofadr[0]] for name in model.coordinate_names]
    position = data.xpos[m.body(body).id]
    return sl.initial_state(model, v=rates, position=tuple(position), velocity=(*velocity[3:], *velocity[:3]))


@pytest.mark.parametrize(
    "turn",
    [
        '<joint name="ball" type="ball"/>',
        '<joint name="a" axis="1 0 0"/><joint name="b" axis="0 1 0"/><joint name="c" axis="0 0 1"/>',
    ],
)
def test_three_slides_and_a_ball_or_three_hinges_are_a_floating_base(turn):
    imported = from_mjcf(text(SPATIAL.format(' damping="0.2"') + turn))
    assert (imported.robot.base, imported.robot.n_coordinates) == ("floating", 4)
    assert imported.world.media[0].translation == (0.2, 0.2, 0.2)


def test_springs_of_the_root_stay_joints_unless_a_side_would_be_lost():
    spring = PLANAR.format(' stiffness="5"')
    assert from_mjcf(text(spring, ("f",))).robot.base == "fixed"
    imported = from_mjcf(text(spring))
    assert (imported.robot.base, imported.robot.n_coordinates) == ("planar", 4)
    assert any("stiffness 5 of the base of x, y, yaw: the base is planar" in line for line in imported.dropped)


def test_slides_in_an_upright_plane_stay_joints():
    upright = '<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><joint axis="0 1 0"/>'
    assert from_mjcf(text(upright, ("f",))).robot.base == "fixed"
