"""The MJCF export against the recursion: MuJoCo agrees on every rigid chain."""

import numpy as np
import pytest

import snakelab as sl
from chains import accelerations, hybrid, random_state
from mujoco_chains import HeldForces, Oracle, random_chain, relative
from optional_packages import mujoco
from snakelab.plugins.mujoco.robot_files.mjcf_export import load_mujoco, mujoco_state, to_mjcf

BASES = ("floating", "planar", "fixed")
CASES = [(base, seed) for base in BASES for seed in range(8)]
CLOSE = 1e-10  # of the largest value; measured: 2e-12 and better


@pytest.fixture(params=CASES, ids=lambda case: f"{case[0]}-{case[1]}")
def case(request):
    """A random chain of 1 to 7 joints at a random state, MuJoCo on it, and numbers to go on with; some from the head."""
    base, seed = request.param
    rng = np.random.default_rng([seed, BASES.index(base)])
    model = random_chain(rng, base, int(rng.integers(1, 8)), "head" if seed % 4 == 3 else "tail")
    state = random_state(model, rng, speed=2.0)
    return model, state, Oracle(model, state), rng


def test_mass_matrix_and_bias_agree(case):
    model, state, oracle, _ = case
    assert relative(sl.mass_matrix(model, state), oracle.mass_matrix()) < CLOSE
    at_rest = np.zeros(oracle.mj.nv)
    assert relative(sl.inverse_dynamics(model, state, at_rest), oracle.bias()) < CLOSE


def test_forward_dynamics_agree(case):
    model, state, oracle, rng = case
    tau = rng.normal(size=model.n_coordinates)
    assert relative(np.concatenate(accelerations(model, state, tau)), oracle.accelerations(tau)) < CLOSE


def test_inverse_dynamics_agree(case):
    model, state, oracle, rng = case
    acceleration = 5 * rng.normal(size=oracle.mj.nv)
    assert relative(sl.inverse_dynamics(model, state, acceleration), oracle.forces(acceleration)) < CLOSE


def test_hybrid_dynamics_agree(case):
    model, state, oracle, rng = case
    n, n_base = model.n_coordinates, len(model.arrays.base)
    driven = rng.random(n) < 0.5
    forces, given = rng.normal(size=n), 5 * rng.normal(size=n)
    base, qdd, tau = hybrid(model, state, driven, forces, given)
    known = np.concatenate([np.zeros(n_base, bool), driven])
    expected = np.concatenate([np.zeros(n_base), np.where(driven, given, 0.0)])
    M, rest = oracle.mass_matrix(), np.concatenate([np.zeros(n_base), forces]) - oracle.bias()
    expected[~known] = np.linalg.solve(M[np.ix_(~known, ~known)], (rest - M @ expected)[~known])
    assert relative(np.concatenate([base, qdd]), expected) < CLOSE
    assert relative(tau[driven], oracle.forces(expected)[known]) < CLOSE


def tumbling():
    """A floating chain of six joints in free fall, thrown and pulled."""
    rng = np.random.default_rng(3)
    model = random_chain(rng, "floating", 6)
    return model, random_state(model, rng, speed=2.0), 0.2 * rng.normal(size=6)


def end_of_fall(model, state, forces, step):
    """MuJoCo's RK4 after one second, from the keyframe of the export."""
    mj = load_mujoco(to_mjcf(model, timestep=step, integrator="RK4", state=state))
    data = mujoco.MjData(mj)
    mujoco.mj_resetDataKeyframe(mj, data, 0)
    data.ctrl[:] = forces
    mujoco.mj_step(mj, data, round(1 / step))
    return np.concatenate([data.qpos, data.qvel])


TIGHT = [({"integrator": "rk4", "step": 5e-4}, 1e-8), ({"integrator": "DOP853", "tolerance": 1e-11}, 5e-9)]


@pytest.mark.parametrize(("settings", "most"), TIGHT)
def test_a_tumbling_chain_falls_alike(settings, most):
    model, state, forces = tumbling()
    recording = sl.simulate(model, HeldForces(forces), 1.0, state=state, **settings)
    ours = np.concatenate(mujoco_state(model, recording.state))
    assert np.abs(ours - end_of_fall(model, state, forces, 5e-4)).max() < most  # [m, rad] and their rates


def test_two_runge_kuttas_approach_each_other_at_fourth_order():
    model, state, forces = tumbling()
    errors = []
    for step in (1e-3, 5e-4):
        recording = sl.simulate(model, HeldForces(forces), 1.0, state=state, step=step, integrator="rk4")
        ours = np.concatenate(mujoco_state(model, recording.state))
        errors.append(np.abs(ours - end_of_fall(model, state, forces, step)).max())
    assert 3.5 < np.log2(errors[0] / errors[1]) < 4.5


def test_light_flat_links_keep_their_products_of_inertia():
    turn = sl.build_model(sl.Robot([sl.Mount((0.3, 0.5, 0.7)), sl.Link(0.01, 1e-3, inertia=(1e-9, 4e-9, 5e-9))]))
    T = sl.forward_kinematics(turn, sl.initial_state(turn))["link1"]
    full = T[:3, :3] @ np.diag([1e-9, 4e-9, 5e-9]) @ T[:3, :3].T
    model = sl.build_model(sl.Robot([sl.Link(0.01, 1e-3, inertia=full)]))
    state = sl.initial_state(model)
    assert relative(Oracle(model, state).mass_matrix()[3:, 3:], sl.mass_matrix(model, state)[3:, 3:]) < CLOSE
