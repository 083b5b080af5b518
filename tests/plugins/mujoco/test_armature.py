"""Rotor inertia of joints: against MuJoCo on random chains, in energies and work, in files; what refuses it."""

from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from chains import accelerations, random_state
from mujoco_chains import Oracle, random_chain, relative
from snakelab.plugins.mujoco.robot_files.mjcf_export import to_mjcf
from snakelab.plugins.mujoco.robot_files.mjcf_import import from_mjcf
from snakelab.plugins.mujoco.robot_files.urdf_export import to_urdf

CLOSE = 1e-10


def with_rotors(model, rng):
    """The same model with an armature on every joint, of the order of its links' inertia."""
    parts = [
        replace(part, armature=float(rng.uniform(0, 0.05))) if part.coordinates else part for part in model.robot.parts
    ]
    return sl.build_model(replace(model.robot, parts=parts), model.world)


@pytest.fixture(params=[(base, seed) for base in ("floating", "planar", "fixed") for seed in range(6)])
def case(request):
    base, seed = request.param
    rng = np.random.default_rng([seed, len(base)])
    chain = random_chain(rng, base, int(rng.integers(1, 8)), "head" if seed % 3 == 2 else "tail")
    model = with_rotors(chain, rng)
    state = random_state(model, rng, speed=2.0)
    return model, state, Oracle(model, state), rng


def test_mass_matrix_accelerations_and_forces_are_mujocos(case):
    model, state, oracle, rng = case
    assert relative(sl.mass_matrix(model, state), oracle.mass_matrix()) < CLOSE
    tau = rng.normal(size=model.n_coordinates)
    assert relative(np.concatenate(accelerations(model, state, tau)), oracle.accelerations(tau)) < CLOSE
    acceleration = 5 * rng.normal(size=oracle.mj.nv)
    assert relative(sl.inverse_dynamics(model, state, acceleration), oracle.forces(acceleration)) < CLOSE


def rotor(armature=0.02, **more):
    """A bar of 0.3 kg that a motor turns about a vertical axis through its end."""
    bar = sl.Link(0.2, mass=0.3, section=sl.Box(0.01, 0.01))
    hinge = sl.Revolute("z", actuator=sl.Motor(), armature=armature, **more)
    return sl.build_model(sl.Robot([sl.Link(0.1, mass=1.0), hinge, bar], base="fixed"))


BAR = 0.3 * (0.2**2 / 3 + 0.01**2 / 12)


@pytest.mark.parametrize("integrator", ["plain", "extrapolated", "rk4", "DOP853"])
def test_a_motor_turns_rotor_and_bar_together_and_its_work_is_their_energy(integrator):
    model = rotor()
    recording = sl.simulate(model, sl.gaits.SteadyGait([0.05]), duration=1.0, integrator=integrator)
    rate = recording["v"].values[-1, 0]
    assert rate == pytest.approx(0.05 / (BAR + 0.02), rel=1e-6)
    assert recording["kinetic_energy"].values[-1] == pytest.approx(0.5 * (BAR + 0.02) * rate**2, rel=1e-9)
    np.testing.assert_allclose(recording["tau"].values[-1], [0.05], rtol=1e-9)
    work = recording["work"].sum("term").values
    tolerance = 3e-3 if integrator == "plain" else 1e-6  # of the last value: the plain step's first order
    kinetic = recording["kinetic_energy"].values
    assert np.abs(work - kinetic).max() < tolerance * kinetic[-1]


def test_a_prescribed_joint_pays_for_its_rotor():
    gait = sl.SerpenoidGait(0.5, 6.0, 0.0)
    links = [
        sl.Link(0.1, mass=1.0),
        sl.Revolute("z", armature=0.02),
        sl.Link(0.2, mass=0.3, section=sl.Box(0.01, 0.01)),
    ]
    recording = sl.simulate(sl.build_model(sl.Robot(links, base="fixed")), gait, duration=2.0)
    t = recording["time"].values
    acceleration = -0.5 * 36 * np.sin(6 * t)
    np.testing.assert_allclose(recording["tau"].values[5:, 0], (BAR + 0.02) * acceleration[5:], atol=2e-3)


def test_a_link_without_inertia_of_its_own_can_move_with_a_rotor():
    parts = [
        sl.Link(0.1, 1.0),
        sl.Revolute("z", sl.Motor(), armature=1e-3),
        sl.Revolute("z", sl.Motor()),
        sl.Link(0.1, 0.1),
    ]
    sl.build_model(sl.Robot(parts, base="fixed"))
    recording = sl.simulate(sl.build_model(sl.Robot(parts, base="fixed")), duration=0.05)
    assert recording.finished


def test_mjcf_keeps_it_and_urdf_lists_it():
    model = rotor(0.02)
    assert from_mjcf(to_mjcf(model).xml).robot.parts[1].armature == pytest.approx(0.02)
    assert any("armature (the rotor's inertia) of joint1: 0.02" in line for line in to_urdf(model).left_out)


def test_the_rotor_of_an_actuator_counts_through_its_gear():
    xml = """<mujoco><worldbody><body><geom type="box" size=".1 .02 .02"/>
      <body pos=".1 0 0"><joint name="j" axis="0 0 1" armature="0.01"/><geom type="box" size=".1 .02 .02"/></body></body>
      </worldbody><actuator><motor joint="j" gear="3" armature="0.002"/></actuator></mujoco>"""
    robot = from_mjcf(xml).robot
    assert next(p for p in robot.parts if p.coordinates).armature == pytest.approx(0.01 + 9 * 0.002)


def test_lanes_refuse_it():
    robot = sl.robots.library.eel()
    parts = [replace(p, armature=1e-3) if p.coordinates else p for p in robot.parts]
    model = sl.build_model(replace(robot, parts=parts), sl.World([sl.worlds.LumpedFluid()]))
    from snakelab.plugins.lanes.model.conversion import lane_model_of

    with pytest.raises(sl.errors.ControlError, match="rotor's inertia"):
        lane_model_of(model)


@pytest.mark.parametrize("value", [-1.0, float("nan"), 1e9, "big"])
def test_an_impossible_armature_is_refused(value):
    with pytest.raises(sl.errors.RobotError, match="Revolute armature"):
        sl.Revolute(armature=value)
