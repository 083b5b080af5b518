"""The hybrid underwater snake's matrix form: its joint, its terms, balances, the engine's recursion, reference runs."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.linalg import block_diag
from scipy.spatial.transform import Rotation

import snakelab as sl
from chains import accelerations
from hybrid_shapes import SHAPES, TURN
from reference_models import underwater_lagrangian as uw
from reference_models.bending import section_jacobians, section_poses
from reference_models.frames import hat
from reference_models.quadrature import gauss, simpson
from snakelab.errors import RobotError, WorldError
from snakelab.geometry import rotations as se3

SEEDS = range(3)
JOINT = uw.HydraulicJoint()
WHOLE = uw.UnderwaterSnake()
MODULES = replace(WHOLE, joints="massless")  # the paper's sums, and the reference runs
WET = replace(WHOLE, joints="wet", dry=True, m_R=1.5, water=uw.Water(current=(0.3, -0.2, 0.1)))
IDEAL = uw.Water(C_D=0.0, C_dC=0.0, C_d1=0.0, C_d4=0.0)  # no drag
ALL, TAIL = (1, 0, 1, 1, 0, 1), (1, 0, 1, 0, 0, 0)


def slope(f, h=1e-5):
    """df/ds at s = 0, of fourth order."""
    return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h)


def moved(pose, twist):
    """A frame after a unit of time at a constant body twist."""
    T = section_poses(np.asarray(twist, float), np.array([1.0]))[0]
    return pose @ T


def body_twist(T, rate):
    """Twist of a frame that changes at a rate, in its own axes."""
    spin = T[:3, :3].T @ rate[:3, :3]
    return np.array([*T[:3, :3].T @ rate[:3, 3], spin[2, 1], spin[0, 2], spin[1, 0]])


def random_case(seed, snake=WET):
    """q, zeta, a pose, and the generator."""
    rng = np.random.default_rng(seed)
    n = 3 * snake.n_joints
    zeta = np.concatenate((rng.normal(size=6), 0.1 * rng.normal(size=n)))
    pose = moved(np.eye(4), rng.normal(size=6))
    return rng.uniform(-0.01, 0.03, n), zeta, pose, rng


def bent(u, joint=JOINT):
    """The shape at rest under pressures u."""
    return uw.static_elongations(joint, u)


# --- the joint's shape --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_the_exponential_of_a_joint_is_its_arc(seed):
    q = np.random.default_rng(seed).uniform(-0.01, 0.03, 3)
    arc, shares = uw.arc_parameters(JOINT, q), np.array([0.3, 1.0])
    for share, T in zip(shares, section_poses(uw.joint_strain(JOINT, q), shares), strict=True):
        assert pytest.approx(uw.arc_pose(arc, share), abs=1e-13) == T
        assert T[:3, :3] @ T[:3, :3].T == pytest.approx(np.eye(3), abs=1e-13)
        along = slope(lambda s, share=share: uw.arc_pose(arc, share + s)[:3, 3])
        assert along == pytest.approx(arc.L * T[:3, 0], abs=1e-10)
    angles = arc.phi - 2 * np.pi / 3 * np.arange(3)
    assert JOINT.L0 + q == pytest.approx(arc.L - JOINT.r_s * arc.theta * np.cos(angles))


def test_a_longer_first_actuator_bends_the_joint_to_minus_y():
    arc = uw.arc_parameters(JOINT, np.array([0.01, 0.0, 0.0]))
    assert np.abs(arc.phi) == pytest.approx(np.pi)
    assert uw.arc_pose(arc)[1, 3] < -0.01
    assert uw.arc_pose(uw.arc_parameters(JOINT, np.array([0.0, 0.0, 0.01])))[2, 3] > 0.01


@pytest.mark.parametrize("q", [np.zeros(3), np.array([0.03, -0.01, 0.02])])
def test_a_joint_moves_as_the_exponential_of_the_package(q):
    shares = np.array([0.4, 1.0])
    X = uw.joint_strain(JOINT, q)
    T, J = section_poses(X, shares), section_jacobians(X, JOINT.strain_columns, shares)
    for k, share in enumerate(shares):
        at = tuple(map(tuple, (share * X).reshape(2, 3)))
        rotation, position = se3.exponential(at)
        assert T[k, :3, :3] == pytest.approx(np.reshape(rotation, (3, 3)), abs=1e-14)
        assert T[k, :3, 3] == pytest.approx(position, abs=1e-15)
        for j in range(3):
            column = tuple(map(tuple, (share * JOINT.strain_columns[:, j]).reshape(2, 3)))
            assert J[k, :, j] == pytest.approx(np.ravel(se3.tangent(at, column)), abs=1e-13)


@pytest.mark.parametrize(("u", "arcs", "head"), SHAPES)
def test_the_shapes_of_the_cases_are_their_reference(u, arcs, head):
    q = bent(u)
    for row, (L, theta, phi) in zip(q.reshape(2, 3), arcs, strict=True):
        arc = uw.arc_parameters(JOINT, row)
        assert pytest.approx(L, abs=5.1e-5) == arc.L
        assert np.degrees(arc.theta) == pytest.approx(theta, abs=2.6e-2 if theta == 58.9 else 5.1e-3)
        if phi is not None:
            assert np.degrees(arc.phi) % 360 == pytest.approx(phi % 360, abs=5.1e-3)
    assert uw.end_pose(WHOLE, q)[:3, 3] == pytest.approx(head, abs=5.1e-5)


# --- its material -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "degrees", "digit"),
    [
        ({"R_s": 0.045}, (19.9, 39.5, 58.9), 0.1),
        ({"R_s": 0.09}, (3.95, 7.89, 11.83), 0.01),
        ({"R_s": 0.045, "law": "yeoh"}, (63, 146, 248), 1),
        ({"R_s": 0.09, "law": "yeoh"}, (11.1, 22.9, 35.5), 0.1),
        ({"R_s": 0.045, "law": "yeoh", "ring": True}, (36, 79, 128), 1),
    ],
)
def test_one_pressed_chamber_bends_the_joint_by_the_reference_angle(change, degrees, digit):
    joint = replace(JOINT, **change)
    q = np.outer(bent((0.1, 0.2, 0.3), joint), [1, 0, 0])
    assert np.degrees(uw.arc_parameters(joint, q).theta) == pytest.approx(degrees, abs=0.51 * digit)


@pytest.mark.parametrize("R_s", [0.045, 0.09])
def test_without_the_filler_the_bend_is_unphysical(R_s):
    joint = replace(JOINT, law="yeoh", filler=False, R_s=R_s)
    q = np.append(bent([0.1], joint), [0, 0])
    assert np.degrees(uw.arc_parameters(joint, q).theta) > 435


def test_static_elongations_and_the_area_at_rest_are_their_reference():
    assert 1e3 * bent((0.1, 0.2, 0.3)) == pytest.approx([12.513, 24.831, 36.992], abs=5.1e-4)
    assert uw.material_area(JOINT, 0.0) == pytest.approx(1.555e-3, abs=5.1e-7)
    assert pytest.approx(201.06, abs=5.1e-3) == JOINT.K


def test_stress_is_the_slope_of_the_energy_and_starts_at_six_c10():
    strain = np.array([-0.2, 0.0, 0.3, 1.0])
    energy = slope(lambda s: uw.yeoh_energy(JOINT, strain + s))
    assert uw.yeoh_stress(JOINT, strain) == pytest.approx(energy, abs=1e-6)
    modulus = slope(lambda s: uw.yeoh_stress(JOINT, s))
    assert modulus == pytest.approx(6 * JOINT.C10, rel=1e-8)
    assert modulus == pytest.approx(75.4e3, abs=51)


@pytest.mark.parametrize("change", [{}, {"law": "yeoh"}, {"law": "yeoh", "ring": True}])
def test_the_elastic_force_is_the_slope_of_the_elastic_energy(change):
    joint, q = replace(JOINT, **change), np.array([-0.01, 0.01, 0.05])
    slopes = [slope(lambda s, e=e: uw.elastic_energy(joint, q + s * e), 1e-4) for e in np.eye(3)]
    assert uw.elastic_force(joint, q) == pytest.approx(slopes, rel=1e-7)


def test_the_viscous_force_takes_power_and_follows_its_power_law():
    qd = JOINT.L0 * np.array([-3.0, -1e-5, 1e-5, 0.5, 8.0])
    force = uw.viscous_force(JOINT, np.zeros(5), qd)
    assert np.all(force * qd > 0)
    assert force[-1] / force[-2] == pytest.approx(16.0**0.3, rel=1e-5)
    assert force[-1] == pytest.approx(1.555088e-3 * 22263.8 * 8.0**0.3, rel=1e-5)
    assert np.abs(force[1]) < 0.05 * np.abs(force[3])  # no jump at rest


# --- the joint on its own -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_the_joint_alone_obeys_the_euler_lagrange_equation_of_its_energies(seed):
    rng = np.random.default_rng(seed)
    q, qd, u = rng.uniform(-0.01, 0.03, 3), 0.3 * rng.normal(size=3), rng.uniform(0, 0.3, 3)
    qdd = uw.joint_accelerations(JOINT, q, qd, u, gravity=9.81)
    shares, weights = JOINT.stations

    def lagrangian(x):
        height = section_poses(uw.joint_strain(JOINT, x), shares)[:, 2, 3] @ weights
        return 0.5 * qd @ uw.joint_mass(JOINT, x) @ qd - JOINT.m_s * 9.81 * height - uw.elastic_energy(JOINT, x)

    momentum = slope(lambda s: uw.joint_mass(JOINT, q + s * qd + s**2 / 2 * qdd) @ (qd + s * qdd), 1e-5)
    gradient = np.array([slope(lambda s, e=e: lagrangian(q + s * e), 1e-5) for e in np.eye(3)])
    applied = JOINT.K * u - uw.viscous_force(JOINT, q, qd)
    assert momentum - gradient == pytest.approx(applied, rel=1e-6, abs=1e-6)


def test_six_points_integrate_the_mass_of_a_bent_joint():
    q = bent((0.3, 0.0, 0.1))
    fine = uw.joint_mass(replace(JOINT, stations=gauss(24)), q)
    assert uw.joint_mass(JOINT, q) == pytest.approx(fine, rel=1e-8)


def test_the_joint_alone_is_the_joint_of_a_robot_whose_base_is_held():
    snake = replace(WHOLE, n_joints=1)
    q = bent((0.3, 0.0, 0.1))
    added = uw.mass_matrix(uw.place(snake, q)) - uw.mass_matrix(uw.place(replace(snake, joints="massless"), q))
    assert added[6:, 6:] == pytest.approx(uw.joint_mass(JOINT, q), rel=1e-12)


@pytest.mark.slow
def test_a_joint_creeps_to_its_static_shape():
    """Under a power law the rest of the way shrinks as a power of time; a weight alone hardly stirs it."""
    snake = replace(MODULES, n_joints=1)
    goal = bent((0.3, 0.2, 0.0))
    assert uw.joint_accelerations(JOINT, goal, np.zeros(3), np.array((0.3, 0.2, 0.0))) == pytest.approx(0, abs=1e-8)
    shape = uw.joints_alone(snake, (0.3, 0.2, 0.0), 0.5)
    left = [goal - shape(t).q for t in (0.02, 0.1, 0.5)]
    assert np.all(left[0][:2] > left[1][:2]) and np.all(left[1][:2] > left[2][:2]) and np.all(left[2][:2] > 0)
    radau = uw.joints_alone(snake, (0.3, 0.2, 0.0), 0.02, 1e-6, 1e-9, "Radau")
    assert shape(0.02).q == pytest.approx(radau(0.02).q, abs=1e-6)
    sag = uw.joints_alone(replace(snake, dry=True), (0.0, 0.0, 0.0), 0.2)(0.2).q
    assert sag[1] > 1e-6 and sag[2] < -1e-6  # a level joint bends down


# --- one module ---------------------------------------------------------------------------------------------------


def test_the_inertia_of_a_module_has_its_reference_eigenvalues():
    """The reference prints 2.57022 and 2.57025 for the last two; in 40 digits they are 2.57022833 and 2.57024354."""
    eigenvalues = np.linalg.eigvalsh(uw.rigid_inertia(WHOLE) + uw.added_mass(WHOLE))
    assert eigenvalues[:4] == pytest.approx([1.30415e-3, 9.03575e-3, 9.04084e-3, 1.52684], rel=4e-6)
    assert eigenvalues[4:] == pytest.approx([2.57022833, 2.57024354], abs=5.1e-9)
    assert WHOLE.module_mass == pytest.approx(1.27235, abs=5.1e-6)
    assert uw.literal_snake().module_mass == pytest.approx(5.089, abs=5.1e-4)
    assert np.linalg.eigvalsh(uw.rigid_inertia(WHOLE))[0] > 0


def test_added_mass_and_linear_drag_are_sums_over_strips():
    V = np.random.default_rng(0).normal(size=6)
    (shares, weights), L = gauss(4), WHOLE.L_R
    vy, vz = V[1] + L * shares * V[5], V[2] - L * shares * V[4]
    across = weights @ (vy**2 + vz**2)
    mass = 1000 * np.pi * 0.045**2 * 0.2
    assert V @ uw.added_mass(WHOLE) @ V == pytest.approx(mass * (0.2 * V[0] ** 2 + across))
    rolled = 0.2 * V[0] ** 2 + 0.5 * 0.045**2 * V[3] ** 2
    assert V @ uw.linear_drag(WHOLE) @ V == pytest.approx(1000 * 0.045 * 0.2 * (rolled + across))


def test_quadratic_drag_of_a_module_is_its_closed_form():
    snake = replace(MODULES, n_joints=0, water=uw.Water(C_D=0.0))
    side = uw.drag_forces(uw.place(snake, [], [0.0, 0.6, -0.8, 0, 0, 0]))
    assert side == pytest.approx(1000 * 0.045 * 0.2 * np.array([0, 0.6, -0.8, 0, 0.08, 0.06]))
    yaw = uw.drag_forces(uw.place(snake, [], [0, 0, 0, 0, 0, 2.0]))
    assert yaw[[1, 5]] == pytest.approx(1000 * 0.045 * 4 * np.array([0.2**3 / 3, 0.2**4 / 4]))
    ahead = uw.drag_forces(uw.place(snake, [], [-0.5, 0, 0, 3.0, 0, 0]))
    end = 500 * np.pi * 0.045**2
    assert ahead == pytest.approx(end * np.array([-0.2 * 0.25, 0, 0, 0.1 * 0.2 * 0.045**2 * 9, 0, 0]))


@pytest.mark.parametrize("n_joints", [0, 2])
def test_a_heavy_module_sinks_a_light_one_rises_and_a_neutral_one_stays(n_joints):
    rise = [
        uw.forward_accelerations(
            replace(WHOLE, n_joints=n_joints, m_R=mass, z_g=0.0, propellers=()),
            np.zeros(3 * n_joints),
            np.zeros(6 + 3 * n_joints),
            (),
            np.zeros(3 * n_joints),
        )
        for mass in (2.0, 0.563, None)
    ]
    assert rise[0][2] < -0.5 and rise[1][2] > 0.5
    assert rise[2] == pytest.approx(0, abs=1e-12)
    if n_joints == 0:
        assert rise[0][2] == pytest.approx((1.27235 - 2.0) * 9.81 / (2.0 + 1.27235), rel=1e-5)


# --- the chain ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("straight", [True, False])
def test_jacobians_are_the_slopes_of_the_poses(straight):
    q, zeta, _, _ = random_case(0)
    q, V_b, qd = q * (not straight), zeta[:6], zeta[6:]
    J = uw.chain(WET, q).J
    rates = slope(lambda s: moved(np.eye(4), s * V_b) @ uw.chain(WET, q + s * qd).T, 1e-4)
    twists = [body_twist(T, rate) for T, rate in zip(uw.chain(WET, q).T, rates, strict=True)]
    assert len(twists) == 3 + 2 * 6
    assert J @ zeta == pytest.approx(np.array(twists), abs=1e-9)


def test_jacobian_rates_are_slopes_and_obey_the_recursion():
    q, zeta, _, _ = random_case(1)
    qd = zeta[6:]
    at, J_rate = uw.chain(WET, q), uw.jacobian_rates(WET, q, qd)
    assert J_rate == pytest.approx(slope(lambda s: uw.chain(WET, q + s * qd).J), abs=1e-9)
    J_s = at.J[1][:, 6:9]
    X = uw.joint_strain(JOINT, q[:3])
    end = np.array([1.0])
    own_rate = slope(
        lambda s: section_jacobians(uw.joint_strain(JOINT, q[:3] + s * qd[:3]), JOINT.strain_columns, end)
    )[0]
    assert J_s == pytest.approx(section_jacobians(X, JOINT.strain_columns, end)[0])
    v, w = (J_s @ qd[:3]).reshape(2, 3)
    ad = np.block([[hat(w), hat(v)], [np.zeros((3, 3)), hat(w)]])
    expected = -ad @ uw.into_axes_of(at.T[1]) @ at.J[0]
    expected[:, 6:9] = own_rate
    assert J_rate[1] == pytest.approx(expected, abs=1e-9)


def test_the_head_end_is_one_module_beyond_the_last_frame():
    q, zeta, _, _ = random_case(2)
    rate = slope(lambda s: moved(np.eye(4), s * zeta[:6]) @ uw.end_pose(WHOLE, q + s * zeta[6:]), 1e-4)
    assert uw.end_twist(WHOLE, q, zeta) == pytest.approx(body_twist(uw.end_pose(WHOLE, q), rate), abs=1e-9)
    assert uw.end_pose(WHOLE, np.zeros(6))[:3, 3] == pytest.approx([1.0, 0, 0])


# --- the equation -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("snake", [WET, MODULES, replace(WHOLE, n_joints=4), uw.literal_snake()])
@pytest.mark.parametrize("seed", SEEDS)
def test_mass_is_positive_velocity_products_are_idle_and_drag_takes(seed, snake):
    q, zeta, pose, _ = random_case(seed, snake)
    at = uw.place(snake, q, zeta, pose)
    M, D = uw.mass_matrix(at), uw.drag_matrix(at)
    assert pytest.approx(M.T, abs=1e-12 * np.abs(M).max()) == M
    assert np.linalg.eigvalsh(M)[0] > 0
    M_rate = slope(lambda s: uw.mass_matrix(uw.place(snake, q + s * zeta[6:])))
    skew = M_rate - 2 * uw.coriolis_matrix(at)
    assert pytest.approx(-skew.T, abs=1e-8 * np.abs(M).max()) == skew
    assert pytest.approx(D.T, abs=1e-12 * np.abs(D).max()) == D
    assert np.linalg.eigvalsh(D)[0] > -1e-10 * np.abs(D).max()
    still = uw.place(replace(snake, water=uw.Water()), q, zeta, pose)
    assert zeta @ uw.drag_forces(still) > 0.1
    assert uw.drag_forces(still) == pytest.approx(uw.drag_matrix(still) @ zeta)


@pytest.mark.parametrize("seed", SEEDS)
def test_hydrostatic_and_elastic_forces_are_the_slopes_of_the_potential_energy(seed):
    q, zeta, pose, _ = random_case(seed)
    at = uw.place(WET, q, zeta, pose)
    rest = replace(JOINT, eta0=0.0)
    elastic = uw.joint_forces(uw.place(replace(WET, joint=rest), q, zeta, pose))

    def energy(s):
        return uw.potential_energy(uw.place(WET, q + s * zeta[6:], None, moved(pose, s * zeta[:6])))

    power = zeta @ (uw.hydrostatic_forces(at) + elastic)
    assert slope(energy, 1e-4) == pytest.approx(power, rel=1e-7)


@pytest.mark.parametrize("seed", SEEDS)
def test_power_in_is_the_rate_of_the_energy(seed):
    snake = replace(WET, water=uw.Water())
    q, zeta, pose, rng = random_case(seed, snake)
    u_T, u_J = rng.normal(size=6), rng.uniform(0, 0.3, 6)
    a = uw.forward_accelerations(snake, q, zeta, u_T, u_J, pose)

    def energy(s):
        """To second order in s the state moves so; the pose at the mean velocity."""
        V = zeta[:6] * s + a[:6] * s**2 / 2
        x = q + zeta[6:] * s + a[6:] * s**2 / 2
        there = uw.place(snake, x, zeta + s * a, moved(pose, V))
        return uw.kinetic_energy(there) + uw.potential_energy(there)

    at = uw.place(snake, q, zeta, pose)
    lost = uw.drag_forces(at) + np.append(np.zeros(6), uw.viscous_force(JOINT, q, zeta[6:]))
    assert slope(energy, 1e-4) == pytest.approx(zeta @ (uw.input_forces(at, u_T, u_J) - lost), rel=1e-6)


def test_thrust_has_the_power_of_its_point():
    q, zeta, pose, _ = random_case(0, WHOLE)
    at = uw.place(WHOLE, q, zeta, pose)
    for k, propeller in enumerate(WHOLE.thrusters):
        v, w = at.V[propeller.module].reshape(2, 3)
        power = np.dot(propeller.direction, v + np.cross(w, propeller.point))
        assert zeta @ uw.thrust_matrix(at)[:, k] == pytest.approx(power)
    assert [p.module for p in WHOLE.thrusters] == [0, 0, 0, 2, 2, 2]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_current_is_still_water_seen_from_a_moving_frame(seed):
    q, zeta, pose, rng = random_case(seed)
    u_T, u_J = rng.normal(size=6), rng.uniform(0, 0.3, 6)
    relative = zeta.copy()
    relative[:3] -= pose[:3, :3].T @ WET.water.current
    still = replace(WET, water=uw.Water())
    seen = uw.in_world_axes(pose, relative, uw.forward_accelerations(still, q, relative, u_T, u_J, pose))
    actual = uw.in_world_axes(pose, zeta, uw.forward_accelerations(WET, q, zeta, u_T, u_J, pose))
    assert actual == pytest.approx(seen, abs=1e-9 * np.abs(seen).max())
    assert np.abs(uw.current_forces(uw.place(WET, q, zeta, pose))).max() > 0.1


@pytest.mark.slow
def test_energy_stays_without_drag_or_input():
    snake = replace(WHOLE, water=IDEAL, joint=replace(JOINT, eta0=0.0, law="yeoh"), joints="wet", dry=True, m_R=1.4)
    q, zeta, _, _ = random_case(3, snake)
    motion = uw.simulate_whole(snake, np.zeros(6), np.zeros(6), 0.5, q, zeta, None, 1e-9, 1e-10, "DOP853")
    places = [uw.place(snake, motion.q[k], motion.zeta[k], motion.pose(k)) for k in range(len(motion.times))]
    kinetic = np.array([uw.kinetic_energy(at) for at in places])
    energy = kinetic + [uw.potential_energy(at) for at in places]
    assert energy == pytest.approx(energy[0], rel=1e-7)
    assert np.ptp(kinetic) > 0.1 * energy[0]
    assert motion.status == "finished"


# --- the engine in a vacuum ---------------------------------------------------------------------------------------


def vacuum(n_joints=2):
    """A snake without water, and the same in the engine: modules on which gravity acts, dry joints without elasticity."""
    joint = replace(JOINT, E_m=0.0, eta0=0.0, stations=simpson(10))
    water = uw.Water(rho=0.0)
    snake = uw.UnderwaterSnake(n_joints, m_R=1.3, joint=joint, dry=True, water=water, propellers=())
    I = np.diag(uw.rigid_inertia(replace(snake, L_R=1e-9, z_g=0.0)))[3:] + 1.3 * 0.2**2 / 12 * np.array([0, 1, 1])
    link = sl.Link(0.2, 1.3, com=(0.1, 0.0, snake.z_g), inertia=tuple(I))
    section = sl.SoftSection(0.2, joint.m_s, joint.r_s, joint.R_s, 10, sl.Motor())
    return snake, sl.build_model(sl.Robot([link, *n_joints * [section, link]]), sl.World([sl.Gravity(9.81)]))


@pytest.mark.parametrize("seed", SEEDS)
def test_accelerations_in_a_vacuum_equal_the_recursion(seed):
    snake, model = vacuum()
    q, zeta, pose, rng = random_case(seed, snake)
    u_J = rng.uniform(0, 0.1, 6)
    ours = uw.in_world_axes(pose, zeta, uw.forward_accelerations(snake, q, zeta, (), u_J, pose))
    R = pose[:3, :3]
    state = sl.initial_state(
        model,
        q=q,
        v=zeta[6:],
        position=pose[:3, 3],
        quaternion=Rotation.from_matrix(R).as_quat(scalar_first=True),
        velocity=block_diag(R, R) @ zeta[:6],
    )
    expected = np.concatenate(accelerations(model, state, JOINT.K * u_J))
    assert ours == pytest.approx(expected, abs=1e-10 * np.abs(expected).max())


# --- reference runs: the joints stay in their static shape --------------------------------------------------------


def run(u_T, u_J=(0.0,) * 6, duration=10.0, step=0.05, snake=MODULES):
    return uw.simulate_imposed(snake, uw.frozen(bent(u_J, snake.joint)), u_T, duration, step)


@pytest.fixture(scope="module")
def straight():
    return run(ALL)


@pytest.fixture(scope="module")
def circle():
    return run(ALL, TURN)


def check(motion, position, V_b):
    assert motion.status == "finished"
    assert motion.position[-1] == pytest.approx(position, abs=5.1e-6)
    assert motion.zeta[-1, :6] == pytest.approx(V_b, abs=5.1e-6)


@pytest.mark.slow
def test_case_1_ends_at_its_reference(straight):
    check(straight, (5.70301, 0, -0.01528), (0.60946, 0, -0.00009, 0, -0.00015, 0))
    check(run(TAIL), (3.07588, 0, -0.00412), (0.33153, 0, -0.00004, 0, -0.00008, 0))


@pytest.mark.slow
def test_case_2_ends_at_its_reference(circle):
    check(circle, (0.30878, -0.01508, -0.04945), (0.59219, 0.24023, -0.00814, 0.00936, -0.02974, -1.40977))
    speed, turning = np.linalg.norm(circle.zeta[-1, :6].reshape(2, 3), axis=1)
    assert (speed, speed / turning) == pytest.approx((0.639, 0.453), abs=5.1e-4)


@pytest.mark.slow
def test_the_reference_run_is_converged(circle):
    assert run(ALL, TURN, step=0.01).position[-1] == pytest.approx(circle.position[-1], abs=5e-6)


@pytest.mark.parametrize(
    ("snake", "change", "speeds"),
    [
        (MODULES, {"C_d1": 1.0}, (0.424, 0.255)),
        (MODULES, {}, (0.609, 0.332)),
        (MODULES, {"C_d1": 0.0}, (0.741, 0.370)),
        (uw.literal_snake(), {"C_d1": 1.0}, (0.212, 0.128)),
        (uw.literal_snake(), {}, (0.305, 0.166)),
        (uw.literal_snake(), {"C_d1": 0.0}, (0.370, 0.185)),
    ],
)
def test_straight_speeds_are_their_closed_form(snake, change, speeds):
    """3 (rho R L C_D V_ref beta u + 1/2 rho pi R^2 C_d1 u^2) = F, and the base does not accelerate at that speed."""
    snake = replace(snake, water=replace(uw.Water(), **change), z_g=0.0)
    linear, quadratic = 0.6 * 1000 * snake.R_r * 0.2, 1500 * np.pi * snake.R_r**2 * snake.water.C_d1
    for u_T, printed in zip((ALL, TAIL), speeds, strict=True):
        thrust = float(sum(u_T))
        speed = 2 * thrust / (linear + np.sqrt(linear**2 + 4 * quadratic * thrust))
        assert speed == pytest.approx(printed, abs=5.1e-4)
        shape = uw.frozen(np.zeros(6))(0.0)
        V_b = np.array([speed, 0, 0, 0, 0, 0])
        assert uw.base_accelerations(snake, shape, V_b, u_T, np.eye(4)) == pytest.approx(0, abs=1e-12)


# --- behaviour of the four cases ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_two_propellers_are_slower_and_backward_mirrors_forward(straight):
    """Between linear drag, 1/2, and quadratic drag, 0.71."""
    ratio = run(TAIL, step=0.1).zeta[-1, 0] / straight.zeta[-1, 0]
    assert 0.5 < ratio < 0.71
    level = replace(MODULES, z_g=0.0)
    ahead, back = run(ALL, step=0.1, snake=level), run(-np.array(ALL), step=0.1, snake=level)
    assert back.position == pytest.approx(-ahead.position, abs=1e-9)
    assert np.abs(straight.position[:, 1]).max() < 1e-12
    assert np.abs(straight.position[:, 2]).max() < 0.02


def centre_and_radius(motion):
    R, (v, w) = motion.pose(-1)[:3, :3], motion.zeta[-1, :6].reshape(2, 3)
    return motion.position[-1] + R @ np.cross(w, v) / (w @ w), np.linalg.norm(v) / np.linalg.norm(w)


@pytest.mark.slow
def test_a_weaker_bend_makes_a_larger_circle_around_another_centre(circle):
    wide = run(ALL, np.array(TURN) / 3, step=0.1)
    (near, small), (far, large) = centre_and_radius(circle), centre_and_radius(wide)
    assert large > 2 * small
    speeds = [np.linalg.norm(motion.zeta[-1, :3]) for motion in (circle, wide)]
    assert speeds[1] == pytest.approx(speeds[0], rel=0.05)
    assert np.linalg.norm(far - near) > 0.5
    assert abs(near[0] * far[1] - near[1] * far[0]) > 0.03  # not in line with the start
    assert circle.zeta[-1, 5] < 0 and wide.zeta[-1, 5] < 0  # clockwise from above: it bends to -y
    assert np.ptp(circle.position[:, 2]) < 0.1 < np.ptp(circle.position[:, :2])


@pytest.mark.thorough
@pytest.mark.parametrize("side", [1, -1])
def test_a_bend_up_or_down_keeps_the_motion_in_the_upright_plane(side):
    q = np.array([0.01, 0.01 - 0.008 * side, 0.01 + 0.008 * side, 0, 0, 0])
    assert uw.arc_parameters(JOINT, q[:3]).phi == pytest.approx(side * np.pi / 2)
    motion = uw.simulate_imposed(MODULES, uw.frozen(q), ALL, 6.0, 0.1)
    assert np.abs(motion.position[:, 1]).max() < 1e-9
    assert side * motion.position[-1, 2] > 1.0
    assert side * motion.zeta[-1, 4] < -0.2  # nose up is a negative turn about y


@pytest.mark.thorough
def test_set_two_of_case_3_bends_by_150_degrees_and_its_swap_stays_near_the_plane():
    literal, swapped = run(ALL, (0.2, 0, 0.1, 0, 0, 0), 4.0, 0.1), run(ALL, (0.1, 0, 0.2, 0, 0, 0), 4.0, 0.1)
    lateral = [np.abs(m.position[:, 1]).max() / np.abs(m.position[:, 2]).max() for m in (literal, swapped)]
    assert lateral[1] < 0.05 < 0.3 < lateral[0]


@pytest.fixture(scope="module")
def spiral():
    return run(ALL, (0.2, 0.2, 0.3, 0.3, 0, 0), 40.0, 0.1)


@pytest.mark.slow
def test_case_4_becomes_a_helix_of_constant_speed(spiral):
    speeds = np.linalg.norm(spiral.zeta[200:, :3], axis=1)
    assert np.ptp(speeds) < 3e-3 < speeds.min()
    sinking = np.diff(spiral.position[200::50, 2])
    assert sinking == pytest.approx(sinking.mean(), rel=0.05)
    assert np.ptp(spiral.position[200:, :2], axis=0).max() < 4 * abs(spiral.position[-1, 2])
    head = uw.end_twist(MODULES, spiral.q[-1], spiral.zeta[-1])
    assert np.linalg.norm(head - spiral.zeta[-1, :6]) > 0.1


@pytest.mark.slow
def test_a_bent_robot_turns_tighter_than_a_straight_one_with_uneven_thrust(circle):
    uneven = run((1, 0, 0.5, 1, 0, 0.5), step=0.1)
    assert uneven.zeta[-1, 5] < -0.01
    assert centre_and_radius(uneven)[1] > 2 * centre_and_radius(circle)[1]


# --- both modes ---------------------------------------------------------------------------------------------------


def ramp(t):
    """Pressures of case 2 in half a second, gently."""
    s = min(2 * t, 1.0)
    return np.array(TURN) * s**3 * (10 - 15 * s + 6 * s**2)


@pytest.mark.parametrize("seed", SEEDS)
def test_base_rows_under_the_joints_own_accelerations_are_those_of_the_whole_robot(seed):
    q, zeta, pose, rng = random_case(seed)
    u_T, u_J = rng.normal(size=6), rng.uniform(0, 0.3, 6)
    whole = uw.forward_accelerations(WET, q, zeta, u_T, u_J, pose)
    base = uw.base_accelerations(WET, uw.Shape(q, zeta[6:], whole[6:]), zeta[:6], u_T, pose)
    assert base == pytest.approx(whole[:6], abs=1e-9 * np.abs(whole).max())


@pytest.mark.slow
def test_imposed_joints_converge_with_the_step():
    shape = uw.joints_alone(MODULES, ramp, 1.0, 1e-7, 1e-10)
    coarse, fine, finest = (uw.simulate_imposed(MODULES, shape, ALL, 1.0, dt) for dt in (0.04, 0.02, 0.01))
    gaps = [np.abs(m.position[-1] - finest.position[-1]).max() for m in (coarse, fine)]
    assert gaps[1] < 0.5 * gaps[0]
    assert gaps[1] < 2e-3


@pytest.mark.slow
def test_the_whole_robot_moves_as_with_imposed_joints_when_these_are_stiff():
    gaps = []
    for stiffness in (1.0, 30.0):
        joint = replace(JOINT, E_m=stiffness * JOINT.E_m, eta0=stiffness * JOINT.eta0)
        snake = replace(MODULES, joint=joint)

        def pressures(t, stiffness=stiffness):
            return stiffness * ramp(t)

        whole = uw.simulate_whole(snake, ALL, pressures, 0.3, method="BDF", rtol=1e-5, atol=1e-7)
        shape = uw.joints_alone(snake, pressures, 0.3, 1e-5, 1e-8)
        imposed = uw.simulate_imposed(snake, shape, ALL, 0.3, 0.01)
        assert whole.status == imposed.status == "finished"
        gaps.append(np.abs(whole.position[-1] - imposed.position[-1]).max())
    assert gaps[1] < 0.2 * gaps[0]
    assert gaps[0] > 1e-3


@pytest.mark.slow
def test_a_pressure_step_of_the_whole_robot_is_followed_alike_by_two_implicit_rules():
    motions = [
        uw.simulate_whole(WET, ALL, TURN, 0.2, times=[0.0, 0.05, 0.2], method=method) for method in ("Radau", "BDF")
    ]
    assert motions[0].q == pytest.approx(motions[1].q, abs=2e-5)
    assert motions[0].position == pytest.approx(motions[1].position, abs=2e-5)
    assert np.all(motions[0].q[-1, [0, 3]] > 0.01)


@pytest.mark.slow
def test_a_step_that_is_too_long_is_reported():
    shape = uw.joints_alone(MODULES, TURN, 0.5, 1e-5, 1e-8)
    motion = uw.simulate_imposed(MODULES, shape, ALL, 0.5, 0.05)
    assert motion.status.startswith("diverged at ") and "take a step below 0.05 s" in motion.status
    assert len(motion.times) == len(motion.position) < 10


# --- errors -------------------------------------------------------------------------------------------------------


def test_impossible_values_are_refused_with_the_fix():
    with pytest.raises(RobotError, match=r"law must be one of linear, yeoh; got 'yeho'; did you mean 'yeoh'\?"):
        uw.HydraulicJoint(law="yeho")
    with pytest.raises(RobotError, match=r"must hold its chambers of r_a \+ h_c \+ h_s = 0.016 m; write a larger R_s"):
        uw.HydraulicJoint(R_s=0.01)
    with pytest.raises(RobotError, match="UnderwaterSnake m_R must be greater than 0 kg, got -1"):
        uw.UnderwaterSnake(m_R=-1.0)
    with pytest.raises(RobotError, match="joints must be one of massless, massive, wet; got 'dry'"):
        uw.UnderwaterSnake(joints="dry")
    with pytest.raises(RobotError, match="Propeller module must be at most 2, the head; got 3"):
        uw.UnderwaterSnake(propellers=(uw.Propeller(3, (0, 0, 0), (1, 0, 0)),))
    with pytest.raises(RobotError, match=r"write \(1, 0, 0\) for thrust toward the head"):
        uw.Propeller(0, (0, 0, 0), (0, 0, 0))
    with pytest.raises(WorldError, match="Water rho must be at least 0, got -1"):
        uw.Water(rho=-1.0)
    with pytest.raises(RobotError, match="u = 1000 MPa is beyond this material"):
        bent([1000.0], replace(JOINT, E_m=10.0))


def test_a_wrong_pose_and_a_shape_beyond_its_end_are_refused():
    with pytest.raises(RobotError, match=r"pose must have shape \(4, 4\), got \(3,\); write np.eye\(4\)"):
        uw.place(WHOLE, np.zeros(6), None, np.zeros(3))
    shape = uw.joints_alone(MODULES, np.zeros(6), 0.1)
    with pytest.raises(RobotError, match=r"known up to 0.1 s, not at 0.2 s; write joints_alone\(..., 0.2\)"):
        shape(0.2)


@pytest.mark.parametrize(
    ("u_T", "u_J", "message"),
    [(ALL[:5], TURN, "u_T must be 6 numbers in N, got 5"), (ALL, TURN[:3], "u_J must be 6 numbers in MPa, got 3")],
)
def test_a_missing_input_is_refused(u_T, u_J, message):
    with pytest.raises(RobotError, match=message):
        uw.forward_accelerations(WHOLE, np.zeros(6), np.zeros(12), u_T, u_J)
