"""The fluid of ellipsoids against MuJoCo's own, on random chains and through files."""

import numpy as np
import pytest

import snakelab as sl
from chains import random_state
from mujoco_chains import Oracle, random_chain, relative
from optional_packages import mujoco
from snakelab.plugins.mujoco import from_mjcf, to_mjcf
from snakelab.robots.library.soft_robots import soft_pneumatic
from snakelab.worlds import EllipsoidFluid, FluidEllipsoid

# MuJoCo integrates the added masses with fewer points
CLOSE = 1e-6
CHAIN = """<mujoco><option density="1000" viscosity="0.0009" gravity="0 0 0" timestep="0.0005"/>
<default><geom fluidshape="ellipsoid" fluidcoef="0.5 0.25 1.5 1.0 1.0" density="1000"/></default><worldbody>
<body name="tail"><freejoint/><geom type="capsule" fromto="0 0 0 .1 0 0" size=".02"/>
<body name="mid" pos=".1 0 0"><joint name="j1" axis="0 0 1" damping="0.01"/><geom type="box" pos=".05 0 0" size=".05 .02 .03"/>
<body name="fin" pos=".05 0 .03"><geom type="ellipsoid" euler="0 40 0" size=".04 .002 .02"
  fluidcoef="0.4 0.2 1.1 0.7 0.3"/></body>
<body name="front" pos=".1 0 0"><joint name="j2" axis="0 0 1" damping="0.01"/>
<geom type="cylinder" fromto="0 0 0 .1 0 0" size=".02"/></body></body></body></worldbody>
<actuator><position joint="j1" kp="2"/><position joint="j2" kp="2"/></actuator></mujoco>"""


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("base", ["floating", "planar", "fixed"])
def test_its_forces_are_mujocos_passive_ones(base, seed):
    rng = np.random.default_rng([seed, len(base)])
    chain = random_chain(rng, base, int(rng.integers(1, 6)), "head" if seed % 3 == 2 else "tail")
    names = sl.build_model(chain.robot).station_names
    given = [
        FluidEllipsoid(
            str(rng.choice(names)), tuple(rng.uniform(0.01, 0.2, 3)), tuple(rng.normal(0, 0.1, 3)),
            tuple(rng.normal(0, 1, 3)), *rng.uniform(0, 2, 5),
        )
        for _ in range(4)
    ]  # fmt: skip
    fluid = EllipsoidFluid(900.0, 0.3, (0.4, -0.7, 0.2), given if seed % 2 else ())
    model = sl.build_model(chain.robot, sl.World([*chain.world.media, fluid]))
    assert not any("Fluid" in line for line in to_mjcf(model).left_out)
    state = random_state(model, rng, speed=2.0)
    oracle = Oracle(model, state)
    at_rest = np.zeros(oracle.mj.nv)
    dry = sl.build_model(chain.robot, chain.world)
    torques = sl.inverse_dynamics(dry, state, at_rest) - sl.inverse_dynamics(model, state, at_rest)
    expected = oracle.turn.T @ oracle.data.qfrc_fluid
    assert np.abs(expected).max() > 0
    assert relative(torques, expected) < CLOSE


def test_a_chain_of_a_file_moves_as_in_mujoco():
    imported = from_mjcf(CHAIN)
    assert "the fluid of the options" in imported.kept and not any("fluid" in line for line in imported.dropped)
    (fluid,) = imported.world.media
    assert [one.on for one in fluid.ellipsoids] == ["tail", "mid", "mid", "front"]
    np.testing.assert_allclose(fluid.ellipsoids[0].semi_axes, (0.02, 0.02, 0.07))
    model = sl.build_model(imported.robot, imported.world)
    state = sl.initial_state(model, velocity=(0, 0.5, 0, 0, 0, 0))
    recording = sl.simulate(model, None, 2.0, state=state)
    m = mujoco.MjModel.from_xml_string(CHAIN)
    m.opt.integrator = int(mujoco.mjtIntegrator.mjINT_RK4)
    d = mujoco.MjData(m)
    d.qvel[1] = 0.5
    while d.time < 2.0 - 1e-9:
        mujoco.mj_step(m, d)
    np.testing.assert_allclose(recording["base_position"].values[-1], d.qpos[:3], atol=2e-4)
    np.testing.assert_allclose(recording["base_velocity"].values[-1, :3], d.qvel[:3], atol=2e-4)
    assert abs(d.qvel[1]) < 0.1  # far from 0.5, that of free space


def test_the_file_of_a_swimmer_comes_back_as_it_was():
    imported = from_mjcf(CHAIN)
    again = from_mjcf(to_mjcf(sl.build_model(imported.robot, imported.world)).xml)
    first, second = imported.world.media[0], again.world.media[0]
    assert (first.density, first.viscosity) == (second.density, second.viscosity)
    for one, other in zip(first.ellipsoids, second.ellipsoids, strict=True):
        np.testing.assert_allclose(one.point, other.point, atol=1e-12)
        np.testing.assert_allclose(one.semi_axes, other.semi_axes)
        assert one.magnus_lift == other.magnus_lift
    sections = [[part.section for part in x.robot.parts if isinstance(part, sl.Link)] for x in (imported, again)]
    assert sections[0] == sections[1]


def test_drag_takes_energy_and_its_work_closes_the_balance():
    rng = np.random.default_rng(1)
    robot = random_chain(rng, "floating", 4).robot
    model = sl.build_model(robot, sl.World([EllipsoidFluid(50.0, 0.1)]))
    recording = sl.simulate(model, duration=1.0, state=random_state(model, rng, speed=1.0))
    work = recording["work"].sel(term="fluid").values
    assert work[-1] < -1e-2
    kinetic, elastic = recording["kinetic_energy"].values, recording["elastic_energy"].values
    total = recording["work"].drop_sel(term="spring").sum("term").values
    balance = total - (kinetic + elastic - kinetic[0] - elastic[0])
    assert np.abs(balance).max() < 1e-3 * kinetic[0]


def test_a_sphere_has_the_added_mass_of_half_its_volume_and_soft_sections_none():
    mass, inertia = FluidEllipsoid("a", (0.1, 0.1, 0.1)).added_mass()
    np.testing.assert_allclose(mass, 2 / 3 * np.pi * 1e-3)
    assert not inertia.any()
    soft = soft_pneumatic()
    with pytest.raises(sl.errors.WorldError, match="acts on rigid links"):
        sl.build_model(soft, sl.World([EllipsoidFluid(1000.0)]))
    with pytest.raises(sl.errors.WorldError, match="semi_axes"):
        FluidEllipsoid("a", (0.1, 0.1, -0.1))
