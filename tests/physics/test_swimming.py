"""The hybrid underwater snake in the engine: equal to its matrix form, and the figures that its paper and its sums give."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.linalg import block_diag
from scipy.spatial.transform import Rotation

import snakelab as sl
from reference_models import underwater_lagrangian as uw
from reference_models.quadrature import gauss, simpson

PLACES = [(0.076, "x"), (0.0, "z"), (-0.076, "x")]


def engine_of(snake, strips=10):
    """The engine's model of an `UnderwaterSnake` whose joints have neither elasticity nor viscosity."""
    m, L, R, water = snake.module_mass, snake.L_R, snake.R_r, snake.water
    module = sl.Link(L, m, sl.Cylinder(R), com=(L / 2, 0, snake.z_g))
    joint = snake.joint
    wet = snake.joints == "wet"
    section = sl.SoftSection(
        joint.L0, joint.m_s, joint.r_s, joint.R_s if wet else 1e-9, 10, sl.Motor(), volume=0.0 if snake.dry else None
    )
    parts = [module, *snake.n_joints * [section, module]]
    names = [f"link{i}" for i in range(1, len(parts) + 1, 2)]
    propellers = [sl.Propeller(names[p.module], p.point, p.direction) for p in snake.thrusters]
    fluid = sl.Fluid(
        water.rho, water.C_a, water.alpha, water.C_D, water.beta, water.Omega, water.V_ref, water.C_dC, water.C_d1,
        water.C_d4, [sl.Current(water.current)] if any(water.current) else [], strips=strips,
    )  # fmt: skip
    return sl.build_model(sl.Robot(parts, propellers=propellers), sl.World([sl.Gravity(snake.gravity), fluid]))


@pytest.mark.filterwarnings("ignore:'robot'")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("n_joints", [0, 2, 3])
def test_accelerations_in_water_equal_the_papers_matrix_form(seed, n_joints):
    """Pose, shape, rates, thrust and pressures at random, in a current, with wet joints that bend: to ten digits."""
    joint = replace(uw.HydraulicJoint(), E_m=0.0, eta0=0.0, stations=simpson(10))
    snake = uw.UnderwaterSnake(
        n_joints,
        m_R=1.5,
        joint=joint,
        joints="wet",
        dry=True,
        strips=gauss(7),
        water=uw.Water(current=(0.3, -0.2, 0.1)),
    )
    rng = np.random.default_rng(seed)
    n = 3 * n_joints
    q, zeta = rng.uniform(-0.01, 0.03, n), np.concatenate([rng.normal(size=6), 0.1 * rng.normal(size=n)])
    pose = np.eye(4)
    turn = Rotation.from_rotvec(rng.normal(size=3))
    pose[:3, :3], pose[:3, 3] = turn.as_matrix(), rng.normal(size=3)
    u_T, u_J = rng.normal(size=6), rng.uniform(0, 0.1, n)
    expected = uw.in_world_axes(pose, zeta, uw.forward_accelerations(snake, q, zeta, u_T, u_J, pose))
    model = engine_of(snake, strips=7)
    state = sl.initial_state(
        model,
        q=q,
        v=zeta[6:],
        position=pose[:3, 3],
        quaternion=turn.as_quat(scalar_first=True),
        velocity=block_diag(pose[:3, :3], pose[:3, :3]) @ zeta[:6],
    )
    accelerations = sl.forward_dynamics(model, state, np.concatenate([joint.K * u_J, u_T]))
    assert accelerations == pytest.approx(expected, abs=1e-10 * np.abs(expected).max())
