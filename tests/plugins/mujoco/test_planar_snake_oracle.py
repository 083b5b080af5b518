"""The planar snake three times: the recursion, the closed matrix form, and MuJoCo in place of the paper's SimMechanics.

MuJoCo knows nothing of the friction or of prescribed motion. Its mass matrix and bias, with the friction forces added at
the links' centres of mass, give the three accelerations of the base and the joint torques; SciPy integrates them.

Measured over 20 s, largest difference to MuJoCo, base [m, rad] and torques [N m]:
with DOP853 everywhere 7e-12 and 3e-9; with the quicker LSODA for MuJoCo, as most tests here, 1.2e-9 and 8e-8.
"""

from functools import cache

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import snakelab as sl
from chains import hybrid, p1, random_state, s1
from mujoco_chains import relative
from optional_packages import mujoco
from reference_models import planar_lagrangian as closed
from snakelab.plugins.mujoco.robot_files.mjcf_export import load_mujoco, to_mjcf

DURATION = 20.0
TIMES = np.arange(2001) / 100
BASE, TORQUE = 1e-8, 2e-7  # solver tolerance, for paths of 3 to 40 m and torques of 0.07 to 84 N m
S_LINKS = closed.PlanarSnake(np.full(5, 2.0), np.ones(5), np.ones(5), np.full(5, 0.33))
P_LINKS = closed.PlanarSnake(
    np.full(5, 0.11), np.full(5, 0.055), np.full(5, 0.08), np.full(5, 0.08 * (0.11**2 + 0.04**2) / 12)
)


def viscous(tangential, normal):
    """f = -m C u along and across a link."""
    return lambda mass, u: -mass * np.array([tangential, normal]) * u


def coulomb(mu_tangential, mu_normal, eps):
    """f = -m g mu tanh(u / eps) along and across a link."""
    return lambda mass, u: -mass * 9.81 * np.array([mu_tangential, mu_normal]) * np.tanh(u / eps)


# Model, friction for MuJoCo, links and friction of the closed form, angular frequency, step of rk4.
CASES = {
    "S1": (s1(), viscous(1.0, 30.0), S_LINKS, closed.ViscousLaw(1.0, 30.0), 1.0, 1e-3),
    "S2": (
        s1(sl.LinkFriction(0.05, 0.56, shape="per_axis", eps=1e-2)),
        coulomb(0.05, 0.56, 1e-2),
        S_LINKS,
        closed.CoulombLaw(0.05, 0.56, 1e-2),
        1.0,
        2e-4,
    ),
    "P1": (p1(), coulomb(0.05, 0.56, 1e-3), P_LINKS, closed.CoulombLaw(0.05, 0.56, 1e-3), np.pi / 2, 1e-4),
}


class MujocoSnake:
    """Prescribed-shape dynamics of an exported planar snake."""

    def __init__(self, model, friction):
        self.mj = load_mujoco(to_mjcf(model, visual=False))
        self.data = mujoco.MjData(self.mj)
        self.friction = friction
        self.M, self.J = np.zeros((self.mj.nv, self.mj.nv)), np.zeros((3, self.mj.nv))

    def solve(self, base, phi, phid, phidd):
        """Accelerations of x, y and heading, and joint torques; base = (x, y, heading and their rates)."""
        mj, data = self.mj, self.data
        data.qpos[:] = np.concatenate([base[:3], phi])
        data.qvel[:] = np.concatenate([base[3:], phid])
        mujoco.mj_fwdPosition(mj, data)
        mujoco.mj_fwdVelocity(mj, data)
        mujoco.mj_fullM(mj, data, self.M)
        rest = data.qfrc_bias + self.M[:, 3:] @ phidd
        for body in range(1, mj.nbody):
            mujoco.mj_jacBodyCom(mj, data, self.J, None, body)
            along_across = data.xmat[body].reshape(3, 3)[:2, :2].T @ self.J[:2]
            rest -= along_across.T @ self.friction(mj.body_mass[body], along_across @ data.qvel)
        acceleration = np.linalg.solve(self.M[:3, :3], -rest[:3])
        return acceleration, rest[3:] + self.M[3:, :3] @ acceleration


def shape_of(name):
    """The case's gait, t -> (phi, phid, phidd)."""
    return closed.serpenoid_shape(np.pi / 4, CASES[name][4], np.pi / 4, 4)


@cache
def by_mujoco(name, method="LSODA"):
    """Base path (x, y, heading), shape (2001, 3), and torques, shape (2001, 4)."""
    model, friction, *_ = CASES[name]
    snake, shape = MujocoSnake(model, friction), shape_of(name)

    def rate(t, y):
        return np.concatenate([y[3:], snake.solve(y, *shape(t))[0]])

    solved = solve_ivp(rate, (0, DURATION), np.zeros(6), method, TIMES, rtol=1e-11, atol=1e-13)
    torques = [snake.solve(y, *shape(t))[1] for t, y in zip(solved.t, solved.y.T, strict=True)]
    return solved.y[:3].T, np.array(torques)


def by_closed_form(name, method):
    """Likewise, by the paper's matrices."""
    _, _, links, law, *_ = CASES[name]
    motion = closed.simulate_shape(links, law, shape_of(name), DURATION, TIMES, 1e-11, 1e-13, method=method)
    return motion.base_states[:, [1, 2, 0]], motion.torques


def by_engine(name, **settings):
    """Likewise, by the recursion."""
    model, *_, frequency, _ = CASES[name]
    recording = sl.simulate(model, sl.SerpenoidGait(np.pi / 4, frequency, np.pi / 4), DURATION, **settings)
    w, _, _, z = recording["base_quaternion"].values.T
    heading = np.unwrap(2 * np.arctan2(z, w))
    return np.column_stack([recording["base_position"].values[:, :2], heading]), recording["tau"].values


def assert_alike(actual, expected, base=BASE, torque=TORQUE):
    assert np.abs(actual[0] - expected[0]).max() < base
    assert np.abs(actual[1] - expected[1]).max() < torque


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in ("P1", "S2") else name for name in CASES]
)
def test_closed_form_and_mujoco_move_alike_for_20_s(name):
    assert_alike(by_closed_form(name, "LSODA"), by_mujoco(name))


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["S1", *(pytest.param(name, marks=pytest.mark.slow) for name in ("S2", "P1"))])
def test_engine_and_mujoco_move_alike_for_20_s(name):
    assert_alike(by_engine(name, integrator="DOP853", tolerance=1e-11), by_mujoco(name))


@pytest.mark.parametrize("name", ["S1", *(pytest.param(name, marks=pytest.mark.slow) for name in ("S2", "P1"))])
def test_the_engine_s_runge_kutta_and_mujoco_move_alike_for_20_s(name):
    assert_alike(by_engine(name, integrator="rk4", step=CASES[name][5]), by_mujoco(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_all_three_agree_to_picometres_under_one_integrator(name):
    reference = by_mujoco(name, "DOP853")
    assert_alike(by_closed_form(name, "DOP853"), reference, 1e-11, 1e-9)
    assert_alike(by_engine(name, integrator="DOP853", tolerance=1e-11), reference, 1e-11, 1e-8)


LAWS = {
    "viscous": (sl.ViscousFriction(1.0, 30.0), viscous(1.0, 30.0), closed.ViscousLaw(1.0, 30.0)),
    "coulomb": (
        sl.LinkFriction(0.1, 0.6, shape="per_axis"),
        coulomb(0.1, 0.6, 1e-3),
        closed.CoulombLaw(0.1, 0.6, 1e-3),
    ),
    "creeping": (
        sl.LinkFriction(0.1, 0.6, shape="per_axis", eps=1.0),
        coulomb(0.1, 0.6, 1.0),
        closed.CoulombLaw(0.1, 0.6, 1.0),
    ),
}


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("seed", range(8))
def test_prescribed_shapes_of_unequal_links_demand_the_same(law, seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 8))
    length, mass = rng.uniform(0.05, 2.0, n), rng.uniform(0.1, 2.0, n)
    com, inertia = length * rng.uniform(0.2, 0.8, n), mass * length**2 * rng.uniform(0.05, 0.2, n)
    medium, friction, closed_law = LAWS[law]
    links = [sl.Link(a, m, com=d, inertia=(i, i, i)) for a, m, d, i in zip(length, mass, com, inertia, strict=True)]
    parts = [links[0], *(part for link in links[1:] for part in (sl.Revolute("z"), link))]
    model = sl.build_model(sl.Robot(parts, "planar"), sl.World([medium]))
    state = random_state(model, rng, speed=2.0)
    heading = 2 * np.arctan2(state.base_quaternion[3], state.base_quaternion[0])
    base = np.array([*state.base_position[:2], heading, *state.base_velocity[[0, 1, 5]]])
    phidd = 5 * rng.normal(size=n - 1)

    snake = closed.PlanarSnake(length, com, mass, inertia)
    expected = closed.shape_to_motion(snake, base[[2, 0, 1, 5, 3, 4]], state.q, state.v, phidd, closed_law)
    acceleration, _, torques = hybrid(model, state, np.ones(n - 1, bool), np.zeros(n - 1), phidd)
    by_bodies = MujocoSnake(model, friction).solve(base, state.q, state.v, phidd)
    for value in ((acceleration, torques), by_bodies):
        assert relative(value[0][[2, 0, 1]], expected.acceleration) < 1e-10
        assert relative(value[1], expected.torques) < 1e-10
