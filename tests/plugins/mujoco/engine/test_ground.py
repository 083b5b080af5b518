"""Friction of a stated load on MuJoCo: the motion, the forces and the works of our own engine, at its step."""

import numpy as np
import pytest

from optional_packages import mujoco  # noqa: F401 (these tests run its engine)
from snakelab.errors import SimulationError
from snakelab.gaits.serpenoid import SerpenoidGait
from snakelab.geometry.cross_sections import Box
from snakelab.physics.model import build_model
from snakelab.plugins.mujoco.engine.mujoco_engine import MujocoEngine
from snakelab.robots.actuators import Passive, Prescribed, Servo, Spring
from snakelab.robots.joints import Revolute
from snakelab.robots.link import Link
from snakelab.robots.robot import Robot
from snakelab.sim.simulation import simulate
from snakelab.worlds.contact_laws import Contact
from snakelab.worlds.friction import LinkFriction, ViscousFriction
from snakelab.worlds.gravity import Gravity
from snakelab.worlds.world import World

LINK = Link(0.11, mass=0.08, section=Box(0.04, 0.03))
GAIT = SerpenoidGait(amplitude=0.785, angular_frequency=3.14, phase_lag=0.785, ramp=0.3)
COULOMB = LinkFriction(0.05, 0.56, mu_backward=0.2, shape="per_axis")
VISCOUS = ViscousFriction(1.0, 10.0, backward=2.0)


def both(actuator, friction, base="planar", base_end="tail", duration=0.8, spring=None):
    joint = Revolute("z", actuator=actuator, spring=spring or Spring())
    robot = Robot([LINK, *3 * [joint, LINK]], base=base, base_end=base_end)
    model = build_model(robot, World([friction]))
    return [
        simulate(model, None if actuator == Passive() else GAIT, duration, step=1e-3, record_rate=1000, engine=e)
        for e in (None, MujocoEngine(1e-3))
    ]


@pytest.mark.slow
@pytest.mark.parametrize("friction", [COULOMB, VISCOUS], ids=["coulomb", "viscous"])
@pytest.mark.parametrize(
    ("actuator", "base", "base_end"),
    [
        pytest.param(Prescribed(), "planar", "tail", marks=pytest.mark.thorough),
        (Servo(5.0, 0.05, ki=1.0), "planar", "head"),
        pytest.param(Prescribed(), "floating", "head", marks=pytest.mark.thorough),
    ],
    ids=["prescribed", "servos from the head", "floating from the head"],
)
def test_a_snake_crawls_alike_on_friction_of_a_stated_load(friction, actuator, base, base_end):
    ours, theirs = both(actuator, friction, base, base_end)
    assert theirs.finished
    went = [run["com_position"].values[-1] - run["com_position"].values[0] for run in (ours, theirs)]
    assert np.linalg.norm(went[0]) > 0.015
    np.testing.assert_allclose(went[1], went[0], atol=0.025 * np.linalg.norm(went[0]))
    np.testing.assert_allclose(theirs["q"], ours["q"], atol=6e-3)
    first = ours["tau"].values[0]
    np.testing.assert_allclose(theirs["tau"].values[0], first, atol=0.01 * np.abs(first).max() + 1e-9)


@pytest.mark.thorough
def test_the_forces_move_the_body_and_their_works_are_the_change_of_energy():
    _, theirs = both(Servo(5.0, 0.05), COULOMB)
    applied = theirs["friction_force"].values.sum(axis=1)
    gained = 4 * 0.08 * np.diff(theirs["com_velocity"].values, axis=0) / 1e-3
    assert np.abs(gained).max() > 0.1
    assert np.abs(gained - applied[1:]).mean() < 0.01 * np.abs(gained).max()
    spent = -float(theirs.dataset.work.sel(term="friction")[-1])
    assert spent > 0.1
    assert theirs.dataset.work.diff("time").sel(term="friction").max() < 1e-9
    data = theirs.dataset
    outside = data.work.sum("term")
    np.testing.assert_allclose(outside, data.kinetic_energy - data.kinetic_energy[0], atol=0.015 * spent)


@pytest.mark.thorough
def test_passive_joints_coast_to_rest_alike_at_a_step_far_beyond_the_frictions_own_time():
    ours, theirs = both(Passive(), COULOMB, duration=0.2, spring=Spring(0.5, 0.01, rest=0.4))
    assert np.abs(ours["q"].values[-1]).max() > 0.1
    np.testing.assert_allclose(theirs["q"], ours["q"], atol=0.02)


def test_it_is_not_taken_beside_a_contact():
    model = build_model(Robot([LINK]), World([Gravity(), Contact(), COULOMB]))
    with pytest.raises(SimulationError, match="LinkFriction together with a Contact"):
        simulate(model, None, 0.01, engine=MujocoEngine())
