"""Passive wheels on MuJoCo: as points that rub little along their roll, and as bodies that spin."""

import numpy as np
import pytest

from optional_packages import mujoco
from snakelab.errors import RobotError, SimulationError
from snakelab.geometry.cross_sections import Box
from snakelab.geometry.surfaces import Pole
from snakelab.physics.model import build_model
from snakelab.physics.state import initial_state
from snakelab.plugins.mujoco.engine.geoms import lump_of
from snakelab.plugins.mujoco.engine.mujoco_engine import MujocoEngine
from snakelab.plugins.mujoco.robot_files.mjcf_export import load_mujoco, to_mjcf
from snakelab.robots.library.orthogonal_robots import WHEEL, snake_iii
from snakelab.robots.link import Link, Wheel
from snakelab.robots.robot import Robot
from snakelab.sim.simulation import simulate
from snakelab.worlds.contact_laws import Contact, SurfaceFriction
from snakelab.worlds.gravity import Gravity
from snakelab.worlds.world import World

RADIUS, ROLL, ACROSS = 0.02, 0.05, 0.4
WHEELS = [Wheel((x, y, -0.02), RADIUS, ROLL) for x in (0.05, 0.25) for y in (-0.1, 0.1)]
CART = Robot([Link(0.3, mass=2.0, section=Box(0.2, 0.04), wheels=WHEELS)])
GROUND = Contact(friction=SurfaceFriction(ACROSS))
POINTS, BODIES = MujocoEngine(5e-4), MujocoEngine(5e-4, spinning_wheels=True)


def cart(velocity=(0.3, 0.0), turn=0.4):
    model = build_model(CART, World([Gravity(), GROUND]))
    quaternion = (np.cos(turn / 2), 0, 0, np.sin(turn / 2))
    c, s = np.cos(turn), np.sin(turn)
    world = (c * velocity[0] - s * velocity[1], s * velocity[0] + c * velocity[1], 0, 0, 0, 0)
    return model, initial_state(model, position=(0, 0, 0.0395), quaternion=quaternion, velocity=world)


def lost_speed(engine, velocity):
    model, state = cart(velocity)
    run = simulate(model, None, 0.05, state=state, engine=engine, step=5e-4)
    return (0.3 - np.linalg.norm(run["com_velocity"].values[-1, :2])) / (9.81 * 0.05)


@pytest.mark.few(1)
@pytest.mark.parametrize("engine", [None, POINTS, BODIES], ids=["snakelab", "points", "bodies"])
def test_a_cart_rolls_along_and_grips_across(engine):
    heavier = 1.0
    if engine is BODIES:  # a wheel that spins resists like a mass
        heavier = 1.0 + 4 * lump_of(WHEELS[0])[2][1, 1] / RADIUS**2 / 2.0
    assert lost_speed(engine, (0.3, 0.0)) == pytest.approx(ROLL / heavier, rel=0.06)
    assert lost_speed(engine, (0.0, 0.3)) == pytest.approx(ACROSS, rel=0.06)


def test_wheels_that_spin_are_taken_out_of_their_links_and_roll_without_slip():
    model, state = cart()
    m = load_mujoco(to_mjcf(model, state=state, world=True, spinning_wheels=True, timestep=5e-4))
    assert m.body_mass.sum() == pytest.approx(2.0)
    assert m.nv == 6 + 4
    d = mujoco.MjData(m)
    mujoco.mj_resetDataKeyframe(m, d, 0)
    whole = np.zeros((m.nv, m.nv))
    mujoco.mj_forward(m, d)
    mujoco.mj_fullM(m, d, whole)
    assert whole[5, 5] == pytest.approx(CART.parts[0].inertia_matrix()[2, 2] + 2.0 * 0.15**2, rel=1e-9)
    mujoco.mj_step(m, d, 200)
    np.testing.assert_allclose(d.qvel[6:], np.linalg.norm(d.qvel[:2]) / RADIUS, rtol=0.02)


def test_a_library_wheel_is_the_disc_of_its_source():
    wheel = snake_iii(2, wheels=True).parts[0].wheels[0]
    assert lump_of(wheel)[0] == pytest.approx(WHEEL, rel=1e-3)


@pytest.mark.thorough
def test_a_run_in_two_calls_goes_on_with_the_wheels_as_they_spin():
    model, state = cart((0.3, 0.2))
    whole = simulate(model, None, 0.06, state=state, engine=BODIES)
    half = simulate(model, None, 0.03, state=state, engine=BODIES)
    rest = simulate(model, None, 0.03, state=half, engine=BODIES)
    np.testing.assert_array_equal(rest.state.row(), whole.state.row())
    lone = simulate(model, None, 0.03, state=half, engine=MujocoEngine(5e-4, spinning_wheels=True))
    assert np.abs(lone.state.row() - whole.state.row()).max() < 0.02


def test_works_of_wheels_that_spin_are_the_change_of_energy():
    model, state = cart((0.3, 0.2))
    data = simulate(model, None, 0.1, state=state, engine=BODIES).dataset
    stored = data.kinetic_energy + data.gravity_energy
    outside = data.work.sel(term=[t for t in data.term.values if t not in ("gravity", "spring")]).sum("term")
    spent = float(-data.work.sel(term="contact_friction")[-1])
    assert spent > 0.03
    spin = 4 * lump_of(WHEELS[0])[2][1, 1] / 2 * (0.3 / RADIUS) ** 2  # which a recording does not hold
    np.testing.assert_allclose(outside, stored - stored[0], atol=0.05 * spent + spin)


def test_what_cannot_roll_is_reported():
    on_pole = build_model(CART, World([Contact(Pole(0.1, (0, 0, -1)), friction=SurfaceFriction(0.4))]))
    with pytest.raises(SimulationError, match="Wheel on a Pole"):
        simulate(on_pole, None, 0.01, engine=POINTS)
    slippery = build_model(CART, World([Gravity(), Contact(friction=SurfaceFriction(4.0))]))
    assert any("along their roll below" in line for line in POINTS.notes(slippery))
    assert not any("wheels" in line for line in BODIES.notes(slippery))
    with pytest.raises(SimulationError, match="world=True"):
        to_mjcf(slippery, spinning_wheels=True)
    light = Robot([Link(0.3, mass=0.1, section=Box(0.2, 0.04), wheels=WHEELS)])
    with pytest.raises(RobotError, match="omit spinning_wheels"):
        to_mjcf(build_model(light, World([Gravity(), GROUND])), world=True, spinning_wheels=True)


def test_a_wheel_with_a_mass_is_a_rotor_of_that_mass_and_its_link_keeps_its_own():
    wheels = [Wheel(wheel.point, RADIUS, ROLL, mass=0.1) for wheel in WHEELS]
    robot = Robot([Link(0.3, mass=2.0, section=Box(0.2, 0.04), wheels=wheels)])
    model = build_model(robot, World([Gravity(), GROUND]))
    m = load_mujoco(to_mjcf(model, world=True, spinning_wheels=True, timestep=5e-4))
    np.testing.assert_allclose(sorted(m.body_mass[1:]), [0.1] * 4 + [2.0])
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    whole = np.zeros((m.nv, m.nv))
    mujoco.mj_fullM(m, d, whole)
    np.testing.assert_allclose(np.diag(whole)[6:], 0.1 * RADIUS**2 / 2, rtol=1e-9)
    link = robot.parts[0]
    com = link.com_point()
    assert whole[5, 5] == pytest.approx(link.inertia_matrix()[2, 2] + 2.4 * (com[0] ** 2 + com[1] ** 2), rel=1e-9)
    fixed = load_mujoco(to_mjcf(model, world=True, timestep=5e-4))
    assert fixed.body_mass.sum() == pytest.approx(2.4)


@pytest.mark.thorough
def test_a_heavy_wheel_makes_a_cart_slow_down_less():
    wheels = [Wheel(wheel.point, RADIUS, ROLL, mass=0.5) for wheel in WHEELS]
    model = build_model(Robot([Link(0.3, mass=2.0, section=Box(0.2, 0.04), wheels=wheels)]), World([Gravity(), GROUND]))
    state = initial_state(model, position=(0, 0, 0.0395), velocity=(0.3, 0, 0, 0, 0, 0))
    speed = simulate(model, None, 0.15, state=state, engine=BODIES, step=5e-4)["com_velocity"].values[:, 0]
    lost = (speed[5] - speed[-1]) / (9.81 * 0.1)  # once its contacts have settled
    assert lost == pytest.approx(ROLL * 4.0 / (4.0 + 4 * 0.5 / 2), rel=0.03)
