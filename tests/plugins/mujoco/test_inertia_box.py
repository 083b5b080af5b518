"""The fluid of inertia boxes against MuJoCo's own, on random chains and through files."""

import numpy as np
import pytest

import snakelab as sl
from chains import random_state
from mujoco_chains import Oracle, random_chain, relative
from optional_packages import mujoco
from snakelab.plugins.mujoco.robot_files.mjcf_export import mujoco_state, to_mjcf
from snakelab.plugins.mujoco.robot_files.mjcf_import import from_mjcf

CLOSE = 1e-10
FLUIDS = {
    "density": (1000.0, 0.0, (0, 0, 0)),
    "viscosity": (0.0, 0.9, (0, 0, 0)),
    "both": (900.0, 0.3, (0.4, -0.7, 0.2)),
}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("base", ["floating", "planar", "fixed"])
@pytest.mark.parametrize("fluid", FLUIDS.values(), ids=FLUIDS)
def test_its_forces_are_mujocos_passive_ones(base, fluid, seed):
    rng = np.random.default_rng([seed, len(base)])
    chain = random_chain(rng, base, int(rng.integers(1, 6)), "head" if seed % 3 == 2 else "tail")
    density, viscosity, wind = fluid
    world = sl.World([*chain.world.media, sl.worlds.InertiaBoxFluid(density, viscosity, wind)])
    model = sl.build_model(chain.robot, world)
    state = random_state(model, rng, speed=2.0)
    export = to_mjcf(model)
    assert not any("Fluid" in line for line in export.left_out)
    oracle = Oracle(model, state)
    assert np.abs(oracle.data.qfrc_fluid).max() > 0
    at_rest = np.zeros(oracle.mj.nv)
    assert relative(sl.inverse_dynamics(model, state, at_rest), oracle.bias()) < CLOSE
    dry = sl.build_model(chain.robot, chain.world)
    torques = sl.inverse_dynamics(dry, state, at_rest) - sl.inverse_dynamics(model, state, at_rest)
    assert relative(torques, oracle.turn.T @ oracle.data.qfrc_fluid) < 1e-9


SWIMMER = """<mujoco model="swimmer"><option density="4000" viscosity="0.1" gravity="0 0 0"/>
  <default><geom density="1000"/></default><worldbody><body name="torso"><freejoint/>
  <geom type="capsule" fromto="1.5 0 0 0.5 0 0" size="0.1"/>
  <body name="mid" pos="0.5 0 0"><joint name="motor1_rot" axis="0 0 1" armature="0.1"/>
    <geom type="capsule" fromto="0 0 0 -1 0 0" size="0.1"/>
    <body name="back" pos="-1 0 0"><joint name="motor2_rot" axis="0 0 1" armature="0.1"/>
      <geom type="capsule" fromto="0 0 0 -1 0 0" size="0.1"/></body></body></body></worldbody>
  <actuator><motor joint="motor1_rot" gear="150"/><motor joint="motor2_rot" gear="150"/></actuator></mujoco>"""


def test_a_swimmer_of_a_file_swims_as_in_mujoco():
    """Two motors, armature and fluid, from one state for a second; MuJoCo by RK4 with short steps."""
    imported = from_mjcf(SWIMMER)
    assert sl.worlds.InertiaBoxFluid(4000.0, 0.1, (0.0, 0.0, 0.0)) in imported.world.media
    assert not any("fluid" in line or "armature" in line for line in imported.left_out)
    model = sl.build_model(imported.robot, imported.world)
    state = sl.initial_state(model, **imported.initial, v=[1.5, -1.0])
    recording = sl.simulate(model, sl.gaits.SteadyGait([20.0, -12.0]), duration=1.0, state=state)
    mj = mujoco.MjModel.from_xml_string(SWIMMER)
    mj.opt.timestep, mj.opt.integrator = 1e-3, int(mujoco.mjtIntegrator.mjINT_RK4)
    data = mujoco.MjData(mj)
    data.qpos[:], data.qvel[:] = mujoco_state(model, state)
    data.ctrl[:] = np.array([20.0, -12.0]) / 150
    for _ in range(1000):
        mujoco.mj_step(mj, data)
    np.testing.assert_allclose(recording["q"].values[-1], data.qpos[7:], atol=2e-3)
    np.testing.assert_allclose(recording["base_position"].values[-1], data.qpos[:3], atol=2e-3)


def test_drag_takes_energy_and_its_work_closes_the_balance():
    rng = np.random.default_rng(1)
    robot = random_chain(rng, "floating", 4).robot
    model = sl.build_model(robot, sl.World([sl.worlds.InertiaBoxFluid(50.0, 0.1)]))
    recording = sl.simulate(model, duration=1.0, state=random_state(model, rng, speed=1.0))
    work = recording["work"].sel(term="fluid").values
    assert (np.diff(work) <= 1e-12).all() and work[-1] < -1e-2
    kinetic, elastic = recording["kinetic_energy"].values, recording["elastic_energy"].values
    total = recording["work"].drop_sel(term="spring").sum("term").values
    balance = total - (kinetic + elastic - kinetic[0] - elastic[0])
    assert np.abs(balance).max() < 1e-3 * kinetic[0]
