"""Servos on MuJoCo: feed-forward, ceilings that fall with the speed, what is recorded of them; a library snake."""

import numpy as np
import pytest

from optional_packages import mujoco  # noqa: F401 (these tests run its engine)
from snakelab.gaits.serpenoid import SerpenoidGait
from snakelab.geometry.cross_sections import Cylinder
from snakelab.physics.model import build_model
from snakelab.physics.state import initial_state
from snakelab.plugins.mujoco.engine.mujoco_engine import MujocoEngine
from snakelab.robots.actuators import Servo, Spring
from snakelab.robots.joints import Revolute
from snakelab.robots.library.orthogonal_robots import snake_iii
from snakelab.robots.link import Link
from snakelab.robots.robot import Robot
from snakelab.sim.simulation import simulate
from snakelab.worlds.contact_laws import Contact, SurfaceFriction
from snakelab.worlds.gravity import Gravity
from snakelab.worlds.world import World

LINK = Link(0.1, mass=0.2, section=Cylinder(0.02))
FAST = SerpenoidGait(amplitude=0.5, angular_frequency=8.0, phase_lag=0.9, ramp=0.1)


def arms(servo):
    """A fixed chain of two joints led by both engines, ours first."""
    joint = Revolute("z", actuator=servo, spring=Spring(0.1, 0.02))
    model = build_model(Robot([LINK, joint, LINK, joint, LINK], base="fixed"), World([]))
    return [simulate(model, FAST, 0.5, step=5e-4, engine=e) for e in (None, MujocoEngine(5e-4))]


@pytest.mark.thorough
def test_feed_forward_leads_a_joint_in_both_engines_alike():
    ours, theirs = arms(Servo(2.0, 0.02, rate_feedforward=0.05, acceleration_feedforward=0.002))
    np.testing.assert_allclose(theirs["q"], ours["q"], atol=2e-3)
    np.testing.assert_array_equal(theirs["target"], ours["target"])
    without = arms(Servo(2.0, 0.02))[1]
    assert np.abs(without["q"] - theirs["q"]).max() > 0.02


@pytest.mark.thorough
def test_a_ceiling_that_falls_with_the_speed_holds_in_both_engines_alike():
    ours, theirs = arms(Servo(5.0, 0.02, torque_limit=0.25, speed_limit=6.0))
    np.testing.assert_allclose(theirs["q"], ours["q"], atol=5e-3)
    assert {0.0, 2.0, -2.0} <= set(theirs["actuator_limit"].values.ravel())
    alike = theirs["actuator_limit"].values == ours["actuator_limit"].values
    assert alike.mean() > 0.9
    # on its line the torque is what the speed leaves of it
    at, tau, v = theirs["actuator_limit"].values, theirs["tau"].values, theirs["v"].values
    falling = np.abs(at) == 2
    np.testing.assert_allclose(tau[falling], (np.sign(at) * 0.25 - 0.25 / 6.0 * v)[falling], rtol=1e-6)


@pytest.mark.thorough
@pytest.mark.parametrize("section", ["round", "box"])
def test_a_library_snake_winds_alike_and_stands_on_stiff_ground_with_long_steps(section):
    robot = snake_iii(4, section=section)
    ground = Contact(stiffness=2e4, damping=400, friction=SurfaceFriction(0.3, eps=1e-3))
    model = build_model(robot, World([Gravity(), ground]))
    state = initial_state(model, position=(0, 0, 0.0548))
    gait = SerpenoidGait(amplitude=0.3, angular_frequency=4.0, phase_lag=0.9, ramp=0.3)
    engine = MujocoEngine(8e-3)
    ours, theirs = (simulate(model, gait, 0.6, step=1e-3, state=state, engine=e) for e in (None, engine))
    assert any("instead of 8 ms:" in line for line in engine.notes(model))
    assert set(theirs.dataset.variables) == set(ours.dataset.variables)
    assert np.abs(ours["q"]).max() > 0.1
    np.testing.assert_allclose(theirs["q"], ours["q"], atol=8e-3)
    np.testing.assert_allclose(theirs["com_position"], ours["com_position"], atol=2e-3)
