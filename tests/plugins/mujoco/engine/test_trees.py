"""Robots with branches and wheels that spin in MuJoCo as the engine, against the built-in engine."""

import numpy as np
import pytest

import snakelab as sl
from optional_packages import mujoco
from snakelab.plugins.mujoco import MujocoEngine, load_mujoco, to_mjcf
from snakelab.plugins.mujoco.robot_files.mjcf_export import mujoco_state
from trees import lizard, standing_lizard

NAMES = ("q", "base_position", "base_quaternion", "head_position", "link_position")


@pytest.mark.few(2)
@pytest.mark.parametrize("base_end", ["tail", "head"])
@pytest.mark.parametrize("base", ["floating", "fixed"])
def test_a_robot_with_legs_moves_as_in_the_built_in_engine(base, base_end):
    model = sl.build_model(lizard(base=base, base_end=base_end), sl.World([sl.Gravity(2.0)]))
    rng = np.random.default_rng(0)
    q, v = 0.4 * rng.standard_normal(model.n_coordinates), 0.3 * rng.standard_normal(model.n_coordinates)
    state = sl.initial_state(model, q=q, v=v, velocity=(0.1, 0.2, 0.3, 0.5, 0, 0.4) if base == "floating" else (0,) * 6)
    own = sl.simulate(model, None, 0.5, state=state, step=1e-4)
    long, short = (sl.simulate(model, None, 0.5, state=state, engine=MujocoEngine(step=s)) for s in (1e-4, 5e-5))
    assert set(own.dataset) == set(long.dataset)
    assert np.abs(own["q"].values[-1] - q).max() > 0.1
    for name in NAMES:
        end = 2 * short[name].values[-1] - long[name].values[-1]
        np.testing.assert_allclose(end, own[name].values[-1], atol=1e-6, err_msg=name)


def test_prescribed_motors_and_friction_of_joints_on_branches_act_on_their_joints():
    leg = [
        sl.Revolute("z", sl.Prescribed(), name="hip"),
        sl.Link(0.05, 0.03),
        sl.Revolute("y", sl.Motor(0.02), dry_friction=2e-4, limits=sl.Limits(-0.3, 0.3, 1.0, 0.005), name="knee"),
        sl.Link(0.05, 0.03),
    ]
    legs = [
        sl.robots.Branch("link1", leg, at=(0.05, 0.02, 0.0), rotation=(0, 0, 1.5), name="left", mirror="right"),
        sl.robots.Branch("link2", [sl.Revolute("y", sl.Servo(0.5, 0.01)), sl.Link(0.05, 0.03)], name="tail_leg"),
    ]
    robot = sl.Robot([sl.Link(0.1, 0.1), sl.Revolute("z", sl.Motor()), sl.Link(0.1, 0.1)], branches=legs)
    model = sl.build_model(robot, sl.World([sl.LinkFriction(0.1, 0.2, eps=0.05)]))
    names = model.coordinate_names
    sizes = np.array(
        [{"joint1": 0.003, "hip": 0.3, "right_joint1": 0.2, "tail_leg_joint1": 0.4}.get(name, 1e-3) for name in names]
    )
    gait = sl.FunctionGait(lambda t: list(sizes * np.sin(5 * t)))
    own = sl.simulate(model, gait, 0.5, step=5e-4)
    other = sl.simulate(model, gait, 0.5, engine=MujocoEngine(step=5e-4))
    for name in ("q", "base_position", "z"):
        np.testing.assert_allclose(other[name].values[-1], own[name].values[-1], atol=2e-3, err_msg=name)
    assert set(own.dataset) == set(other.dataset)
    assert (np.ptp(own["q"].values, axis=0) > 0.05).all(), names
    spent = {name: own["work"].sel(term=name).values[-1] for name in ("actuator", "drive", "joint_friction")}
    for term, value in spent.items():
        assert other["work"].sel(term=term).values[-1] == pytest.approx(value, rel=0.1, abs=2e-5)


@pytest.mark.slow
@pytest.mark.parametrize("base_end", ["tail", "head"])
def test_a_robot_stands_on_its_legs_at_the_same_height(base_end):
    model, state = standing_lizard(base_end)
    own = sl.simulate(model, None, 1.0, state=state)
    other = sl.simulate(model, None, 1.0, state=state, engine=MujocoEngine(step=1e-3))
    np.testing.assert_allclose(other["base_position"].values[-1], own["base_position"].values[-1], atol=2e-4)
    np.testing.assert_allclose(other["q"].values[-1], own["q"].values[-1], atol=0.01)
    loads = [run["contact_force"].values[-20:].sum(axis=1)[:, 2].mean() for run in (own, other)]
    assert loads == pytest.approx([model.mass * 9.81] * 2, rel=2e-2)


FRICTIONS = [sl.SurfaceFriction(0.8), sl.SurfaceFriction(0.1, 0.3, shape="elliptic")]


def wheeled(friction):
    """Two units with a pair of driven wheels each, at an angle to each other."""
    wheels = [sl.robots.SpinningWheel((0.05, y, 0.0), 0.03, 0.1, actuator=sl.Motor()) for y in (0.05, -0.05)]
    unit = sl.Link(0.12, 0.5, section=sl.Box(0.06, 0.02), com=(0.05, 0.0, -0.01), wheels=wheels)
    robot = sl.Robot([unit, sl.Revolute("z", sl.Servo(kp=50.0, kd=1.0)), unit])
    media = [sl.Gravity(), sl.Contact(stiffness=2e4, damping=100.0, friction=friction)]
    model = sl.build_model(robot, sl.World(media))
    return model, sl.initial_state(model, position=(0, 0, 0.0299), q=[0.2, 0, 0, 0, 0])


@pytest.mark.few(1)
@pytest.mark.parametrize("friction", FRICTIONS, ids=["isotropic", "anisotropic"])
def test_wheels_that_spin_drive_a_robot_as_in_the_built_in_engine(friction):
    model, state = wheeled(friction)
    gait = sl.gaits.SteadyGait([0.2] + 4 * [0.01])
    own = sl.simulate(model, gait, 1.0, state=state)
    other = sl.simulate(model, gait, 1.0, state=state, engine=MujocoEngine(step=1e-3))
    assert own["v"].values[-1, 1:].min() > 20
    np.testing.assert_allclose(other["v"].values[-1], own["v"].values[-1], rtol=0.01, atol=1e-3)
    way = np.linalg.norm(own["base_position"].values[-1])
    np.testing.assert_allclose(other["base_position"].values[-1], own["base_position"].values[-1], atol=0.01 * way)
    half = sl.simulate(model, gait, 0.5, state=state, engine=MujocoEngine(step=1e-3))
    rest = sl.simulate(model, gait, 0.5, state=half, engine=MujocoEngine(step=1e-3))
    np.testing.assert_array_equal(rest.state.row(), other.state.row())


def test_the_start_of_a_written_tree_with_two_kinds_of_wheels_is_its_state():
    """Bodies of `Wheel`s come between the branches in MuJoCo's order of joints."""
    wheels = [sl.robots.Wheel((0.05, 0.03, -0.01), 0.02, 0.05, mass=0.01)]
    link = sl.Link(0.1, 0.5, wheels=wheels)
    leg = sl.robots.Branch("link1", [sl.Revolute("y"), sl.Link(0.05, 0.1)], at=(0.05, 0.0, 0.02), name="leg")
    robot = sl.Robot([link, sl.Revolute("z"), link], branches=[leg])
    model = sl.build_model(robot, sl.World([sl.Gravity(), sl.Contact(friction=sl.SurfaceFriction(0.4))]))
    state = sl.initial_state(model, position=(0, 0, 0.05), q=[0.1, 0.2], v=[0.3, 0.4])
    m = load_mujoco(to_mjcf(model, state=state, world=True, spinning_wheels=True))
    d = mujoco.MjData(m)
    mujoco.mj_resetDataKeyframe(m, d, 0)
    assert [d.joint(name).qpos[0] for name in model.coordinate_names] == [0.1, 0.2]
    assert [d.joint(name).qvel[0] for name in model.coordinate_names] == [0.3, 0.4]
    qpos, qvel = mujoco_state(model, state)
    np.testing.assert_array_equal(d.qpos[:7], qpos[:7])
    np.testing.assert_array_equal(d.qvel[:6], qvel[:6])
    run = sl.simulate(model, None, 0.05, state=state, engine=MujocoEngine(1e-3, spinning_wheels=True))
    assert run.finished
