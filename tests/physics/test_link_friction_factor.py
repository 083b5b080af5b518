"""Friction coefficients that differ between links: a factor of each link, against closed forms and scaled laws."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.errors import ControlError, WorldError

G = 9.81
LEVEL = sl.World([sl.Gravity(), sl.Contact(sl.Plane(), friction=sl.SurfaceFriction(0.4, eps=1e-5))])


def slider(factor, world, base="floating"):
    link = sl.Link(0.2, 1.0, sl.Box(0.1, 0.02), friction_factor=factor)
    model = sl.build_model(sl.Robot([link], base=base), world)
    height = 0.01 - 9.81 / (8 * 1e4) if base == "floating" else 0.0
    return model, sl.initial_state(model, position=(0, 0, height), velocity=(1.0, 0, 0, 0, 0, 0))


@pytest.mark.parametrize("factor", [0.0, 0.5, 1.0, 2.0])
def test_a_sliding_link_decelerates_by_its_own_coefficient(factor):
    model, state = slider(factor, LEVEL)
    run = sl.simulate(model, None, 0.1, state=state, record_rate=100)
    assert run["base_velocity"].values[-1, 0] == pytest.approx(1.0 - 0.4 * factor * G * 0.1, rel=2e-3)
    planar, start = slider(factor, sl.World([sl.LinkFriction(0.4, eps=1e-5)]), "planar")
    run = sl.simulate(planar, None, 0.1, state=start, record_rate=100)
    assert run["base_velocity"].values[-1, 0] == pytest.approx(1.0 - 0.4 * factor * G * 0.1, rel=1e-6)


@pytest.mark.parametrize(
    "law",
    [
        sl.LinkFriction(0.1, 0.5, 0.2, shape="elliptic"),
        sl.LinkFriction(0.1, 0.5, shape="along_slip"),
        sl.worlds.ViscousFriction(1.0, 5.0),
    ],
)
def test_equal_factors_are_a_scaled_law(law):
    def run(factor, medium):
        link = sl.Link(0.1, 0.1, friction_factor=factor)
        robot = sl.Robot([link, *4 * [sl.Revolute("z"), link]], base="planar")
        return sl.simulate(sl.build_model(robot, sl.World([medium])), sl.SerpenoidGait(0.6, 3.0, 0.9), 1.0)

    one, other = run(1.7, law), run(1.0, law.scaled(1.7))
    assert_allclose(one["head_position"].values, other["head_position"].values, atol=1e-12)


@pytest.mark.thorough
def test_regional_friction_is_multiplied_too():
    friction = sl.worlds.RegionalFriction(0.4, patches=[sl.worlds.FrictionPatch((5, -1), (6, 1), 0.1)], eps=1e-5)
    model, state = slider(0.5, sl.World([sl.Gravity(), sl.Contact(sl.Plane(), friction=friction)]))
    run = sl.simulate(model, None, 0.1, state=state, record_rate=100)
    assert run["base_velocity"].values[-1, 0] == pytest.approx(1.0 - 0.4 * 0.5 * G * 0.1, rel=2e-3)


def test_a_chain_stays_where_its_rough_link_is():
    """A slider between two links pushes the smooth one away."""
    links = [
        sl.Link(0.1, 0.2, sl.Box(0.05, 0.02), friction_factor=f, name=n) for f, n in ((3.0, "rough"), (0.5, "smooth"))
    ]
    slide = sl.Prismatic("x", sl.robots.Servo(300.0, kd=20.0))
    model = sl.build_model(sl.Robot([links[0], slide, links[1]]), LEVEL)
    state = sl.initial_state(model, position=(0, 0, 0.01 - 2e-5))
    run = sl.simulate(model, sl.FunctionGait(lambda t: [0.05 * min(1.0, t)]), 1.5, state=state)
    assert abs(run["link_position"].sel(link="rough").values[-1, 0] - 0.05) < 1e-3
    assert run["link_position"].sel(link="smooth").values[-1, 0] == pytest.approx(0.2, abs=3e-3)


@pytest.mark.thorough
def test_laws_without_known_coefficients_and_lanes_refuse_factors():
    def own(pose, twist, load, parameters, wrench, damping, stiffness):
        wrench[0] = -load * twist[0]

    robot = sl.Robot([sl.Link(0.1, 0.1, friction_factor=2.0), sl.Revolute("z"), sl.Link(0.1, 0.1)], base="floating")
    with pytest.raises(WorldError, match="does not support Link"):
        sl.build_model(robot, sl.World([sl.Gravity(), sl.Contact(friction=sl.worlds.UserLaw(own))]))
    from snakelab.plugins.lanes.model.conversion import links_of

    planar = sl.build_model(sl.Robot(robot.parts, base="planar"), sl.World([sl.LinkFriction(0.1)]))
    with pytest.raises(ControlError, match="friction_factor"):
        links_of(planar)


def test_mujoco_has_the_same_factors():
    pytest.importorskip("mujoco")
    from snakelab.plugins.mujoco import MujocoEngine

    model, state = slider(2.0, sl.World([sl.Gravity(), sl.Contact(sl.Plane(), friction=sl.SurfaceFriction(0.2))]))
    ours, theirs = (sl.simulate(model, None, 0.2, state=state, engine=e) for e in (None, MujocoEngine()))
    gap = ours["base_velocity"].values[-1, 0] - theirs["base_velocity"].values[-1, 0]
    assert abs(gap) < 0.02 * (1 - ours["base_velocity"].values[-1, 0]), np.abs(gap)
