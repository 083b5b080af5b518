"""The soft snake's matrix form: reference values, identities, balances, and the engine's recursion as its equal."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import snakelab as sl
from chains import accelerations
from reference_models import soft_lagrangian as so
from reference_models.quadrature import gauss, simpson
from snakelab.errors import RobotError, WorldError

SEEDS = range(3)
MASS = 0.35
PAPER = so.SoftSnake(3, 0.15, MASS / 3, 0.0125, 0.0225, stiffness=1900.0, damping=90.0)
SLICED = replace(PAPER, quadrature=simpson(10))  # the engine's stations
GROUND = so.Ground()
BENT = np.concatenate((np.zeros(6), [0.01, 0.02, 0.03, 0.03, 0.01, 0.02, 0.0, 0.03, 0.015]))
# Takes the axes of the reference values, whose section points along z, to ours: (z, x, y) there is (x, y, z) here.
TURN = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]])
ORDER = [1, 2, 0, 4, 5, 3, *range(6, 15)]
STEP = 1e-30


def slope(f, q):
    """df/dq, the last axis over q, by complex steps: exact to rounding."""
    return np.moveaxis(f(q + 1j * STEP * np.eye(q.size)).imag / STEP, 0, -1)


def rate(f, q, qd):
    """f'(q) qd by one complex step."""
    return f(q + 1j * STEP * qd).imag / STEP


def random_motion(seed, snake=SLICED):
    """q, qd, qdd near the ground, bent, turned and moving."""
    rng = np.random.default_rng(seed)
    n = 3 * snake.n_sections
    height, angles = 0.01 * (1 + rng.normal()), rng.uniform(-1, 1, 3) * [3.0, 0.1, 3.0]
    q = np.concatenate((rng.normal(size=2), [height], angles, rng.uniform(-0.01, 0.03, n)))
    return q, np.concatenate((rng.normal(size=6), 0.1 * rng.normal(size=n))), rng.normal(size=6 + n), rng


def com_jacobian(q, snake=SLICED):
    T, J = so.stations(snake, q, snake.quadrature.shares)
    return np.einsum("k,...ikab,...ikbu->...au", snake.quadrature.weights, T[..., :3, :3], J[..., :3, :]) / 3


# --- kinematics ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lengths", "pose"),
    [
        (
            (0.01, 0.02, 0.03),
            [
                [0.70211806, -0.17198222, 0.69097927, 0.06329991],
                [-0.17198222, 0.90070602, 0.39893707, 0.03654622],
                [-0.69097927, -0.39893707, 0.60282408, 0.14683309],
            ],
        ),
        # R11 = R33 = cos 1.6, whose last digit the reference rounds otherwise: -0.02919951
        (
            (0.03, 0.0, 0.0),
            [[-0.02919952, 0.0, -0.99957360, -0.10291995], [0, 1, 0, 0], [0.99957360, 0.0, -0.02919952, 0.09995736]],
        ),
    ],
)
def test_a_section_bends_as_its_reference(lengths, pose):
    snake = replace(PAPER, n_sections=1)
    T = so.stations(snake, np.concatenate((np.zeros(6), lengths)), np.array([1.0])).T[0, 0]
    rotation, position = np.array(pose)[:, :3], np.array(pose)[:, 3]
    assert T[:3, :3] == pytest.approx(TURN @ rotation @ TURN.T, abs=6e-9)
    assert T[:3, 3] == pytest.approx(TURN @ position, abs=6e-9)


def test_the_tip_of_a_chain_stands_at_its_reference():
    T = so.stations(PAPER, BENT, np.array([1.0])).T[-1, 0]
    assert TURN.T @ T[:3, 3] == pytest.approx([0.19218095, 0.21886578, 0.36766002], abs=6e-9)
    assert (TURN.T @ T[:3, :3] @ TURN)[0] == pytest.approx([0.37246807, 0.01834129, 0.92786375], abs=6e-9)


@pytest.mark.parametrize("straight", [True, False])
def test_jacobians_are_the_slopes_of_the_poses(straight):
    q, _, _, _ = random_motion(0)
    q[6:] *= not straight
    shares = np.array([0.0, 0.3, 1.0])
    T, J = so.stations(SLICED, q, shares)
    slopes = slope(lambda x: so.stations(SLICED, x, shares).T, q)
    body = np.einsum("ikba,ikbcu->ikacu", T[..., :3, :3], slopes[..., :3, :, :])
    twist = np.stack(
        (*body[..., 3, :].transpose(2, 0, 1, 3), body[..., 2, 1, :], body[..., 0, 2, :], body[..., 1, 0, :]), 2
    )
    assert pytest.approx(twist, abs=1e-12) == J


def test_the_skin_has_one_ring_between_neighbours_and_keeps_its_distance_from_the_axis():
    q, _, _, _ = random_motion(1)
    points, J = so.skin_points(SLICED, q)
    assert points.shape == (31, 10, 3)
    centres = so.stations(SLICED, q, np.linspace(0, 1, 11)).T[..., :3, 3]
    axis = np.concatenate((centres[0], centres[1, 1:], centres[2, 1:]))[:, None]
    assert np.linalg.norm(points - axis, axis=-1) == pytest.approx(np.full((31, 10), 0.0225))
    assert pytest.approx(slope(skin_positions, q), abs=1e-12) == J


def skin_positions(q):
    return np.array([so.skin_points(SLICED, x).position for x in q])


# --- the mass matrix ----------------------------------------------------------------------------------------------


def test_the_mass_matrix_is_its_reference():
    """Base at the identity, where the rates of q_b are the body twist; the reference's order of axes; to its last digits."""
    translation, turning = so.translational_mass(PAPER, BENT), so.rotational_mass(PAPER, BENT)
    expected = [0.35, 0.35, 0.35, 0.02319965, 0.02166728, 0.00872491, 39.57467, 40.61486, 42.63763]
    expected += [9.51093, 9.61961, 8.98192, 0.420157, 0.395184, 0.363191]
    assert np.diag(translation)[ORDER] == pytest.approx(expected, rel=1.2e-6)
    assert translation[6, 7] == pytest.approx(-17.877277, abs=5.1e-7)
    expected = [0, 0, 0, 5.396e-5, 5.468e-5, 6.855e-5, 0.10977, 0.10095, 0.10765]
    expected += [0.05732, 0.05732, 0.06127, 0.01448, 0.01448, 0.01592]
    assert np.diag(turning)[ORDER] == pytest.approx(expected, rel=4e-4)
    M = so.mass_matrix(PAPER, BENT)
    assert pytest.approx(translation + turning, abs=1e-12) == M
    assert np.linalg.eigvalsh(M)[0] == pytest.approx(4.464e-5, abs=5.1e-9)


def rolling_motion(snake, q):
    """The base spins at 1 rad/s about the body and every bending plane turns back: the axis stays where it is."""
    columns = snake.strain_columns
    bends = so.section_strain(snake, q)[:, 3:]
    back = -np.cross([1.0, 0.0, 0.0], bends)  # rate of the bends, seen from the spinning base
    lengths = np.linalg.solve(columns[[0, 4, 5]], np.column_stack((np.zeros(snake.n_sections), back[:, 1:])).T)
    return np.concatenate(([0, 0, 0, 1, 0, 0], lengths.T.ravel()))


@pytest.mark.parametrize("seed", SEEDS)
def test_rolling_has_no_translational_mass_and_the_stations_turning_cures_it(seed):
    rng = np.random.default_rng(seed)
    q = np.concatenate((rng.normal(size=6) * 0.5, rng.uniform(0.0, 0.03, 9)))
    rolling, M = rolling_motion(SLICED, q), so.translational_mass(SLICED, q)
    assert np.abs(M @ rolling).max() < 1e-14 * np.abs(M).max()
    assert abs(np.linalg.eigvalsh(M)[0]) < 1e-12 < np.linalg.eigvalsh(M)[1]
    assert np.linalg.eigvalsh(so.mass_matrix(SLICED, q))[0] > 5e-6
    spin = 0.5 * MASS * 0.0225**2 / 2  # every station spins about the axis, and only about it
    assert so.kinetic_energy(SLICED, q, rolling) == pytest.approx(spin, rel=1e-9)


def test_simpson_converges_to_gauss_at_the_fourth_order():
    exact = so.mass_matrix(PAPER, BENT)
    error = [np.abs(so.mass_matrix(replace(PAPER, quadrature=simpson(n)), BENT) - exact).max() for n in (10, 20, 40)]
    assert error[0] / error[1] == pytest.approx(16, rel=0.05)
    assert error[1] / error[2] == pytest.approx(16, rel=0.05)
    assert error[0] < 1e-4 * np.abs(exact).max()
    assert pytest.approx(so.mass_matrix(replace(PAPER, quadrature=gauss(16)), BENT), abs=1e-10) == exact


# --- velocity products, gravity, balances -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_the_rate_of_the_mass_matrix_less_twice_the_coriolis_matrix_is_skew(seed):
    q, qd, _, _ = random_motion(seed)
    C, Md = so.coriolis_matrix(SLICED, q, qd), rate(lambda x: so.mass_matrix(SLICED, x), q, qd)
    skew = Md - 2 * C
    assert np.abs(skew + skew.T).max() < 1e-12 * np.abs(C).max()
    assert np.abs(skew).max() > 0.1 * np.abs(C).max()


@pytest.mark.parametrize("seed", SEEDS)
def test_the_coriolis_forces_are_those_of_newton_and_euler_on_every_station(seed):
    """sum w J^T (I J' qd + ad* of the twist): the accelerations of the stations at qdd = 0."""
    q, qd, _, _ = random_motion(seed)
    shares, weights = SLICED.quadrature
    _, J = so.stations(SLICED, q, shares)
    twist, grows = J @ qd, rate(lambda x: so.stations(SLICED, x, shares).J, q, qd) @ qd
    v, w, disc = twist[..., :3], twist[..., 3:], 0.0225**2 * np.array([1 / 2, 1 / 4, 1 / 4])
    force = np.concatenate((grows[..., :3] + np.cross(w, v), disc * grows[..., 3:] + np.cross(w, disc * w)), -1)
    expected = MASS / 3 * np.einsum("k,ikau,ika->u", weights, J, force)
    assert so.coriolis_matrix(SLICED, q, qd) @ qd == pytest.approx(expected, abs=1e-11 * np.abs(expected).max())


def test_conservative_forces_are_the_slopes_of_the_potential_energy_over_all_coordinates():
    q, _, _, _ = random_motion(2)
    slopes = slope(lambda x: so.potential_energy(SLICED, x), q)
    assert so.conservative_forces(SLICED, q) == pytest.approx(slopes, abs=1e-12)
    assert so.conservative_forces(SLICED, q)[:3] == pytest.approx([0, 0, MASS * 9.81])


def test_whatever_the_muscles_do_the_centre_of_mass_falls_and_without_velocity_products_it_does_not():
    """Half a turn a second, as in planar rolling: leaving C out puts the centre of mass 1.3 m/s^2 astray."""
    lengths = so.rolling_forces(SLICED, 14.0 / 1900.0, 0.5)
    q, qd = np.zeros(15), np.zeros(15)
    q[6:], qd[6:], qd[3] = lengths(0.3), (lengths(0.301) - lengths(0.299)) / 0.002, np.pi
    qdd = so.forward_accelerations(SLICED, q, qd, np.linspace(0.0, 28.0, 9))
    fall = com_jacobian(q) @ qdd + rate(com_jacobian, q, qd) @ qd
    assert fall == pytest.approx([0, 0, -9.81], abs=1e-9)
    without = qdd + np.linalg.solve(so.mass_matrix(SLICED, q), so.coriolis_matrix(SLICED, q, qd) @ qd)
    astray = com_jacobian(q) @ without + rate(com_jacobian, q, qd) @ qd - fall
    assert np.linalg.norm(astray) > 1.0


@pytest.mark.slow
def test_free_flight_without_damping_keeps_the_energy_and_falls_on_a_parabola():
    snake = replace(SLICED, n_sections=1, stiffness=200.0, damping=0.0)
    q, qd, _, _ = random_motion(3, snake)
    times = np.linspace(0.0, 0.1, 6)
    idle = so.rolling_forces(snake, 0.0, 0.0)
    motion = so.simulate_forces(snake, idle, 0.1, q, qd, None, times, 1e-9, 1e-11, "DOP853")
    energy = [
        so.kinetic_energy(snake, *row) + float(so.potential_energy(snake, row[0]))
        for row in zip(motion.q, motion.qd, strict=True)
    ]
    assert motion.status == "finished"
    assert energy == pytest.approx(np.full(6, energy[0]), rel=1e-7)
    start = rate(lambda x: so.centre_of_mass(snake, x), q, qd)
    parabola = motion.com[0] + np.outer(times, start) - np.outer(times**2 / 2, [0, 0, 9.81])
    assert motion.com == pytest.approx(parabola, abs=1e-8)


# --- contact ------------------------------------------------------------------------------------------------------


def test_the_ground_carries_and_resists_and_never_pulls():
    rng = np.random.default_rng(0)
    position, velocity = 0.01 * rng.normal(size=(1000, 3)), 0.1 * rng.normal(size=(1000, 3))
    F = so.point_forces(GROUND, position, velocity)
    below = position[:, 2] < 0
    pulling = 1000.0 * position[:, 2] + 130.0 * velocity[:, 2] > 0
    assert not F[~below | pulling].any()
    held = below & ~pulling
    assert F[held, 2] == pytest.approx(-(1000.0 * position + 130.0 * velocity)[held, 2])
    assert (F[held, :2] * velocity[held, :2] < 0).all()
    assert np.abs(F[held, :2] / F[held, 2:]).max(axis=0) == pytest.approx([0.6, 0.2], rel=0.01)


def test_a_straight_body_at_rest_sinks_a_ninth_of_a_millimetre():
    """31 points carry 3.43 N at 1000 N/m each."""
    q = np.zeros(15)
    sinkage = MASS * 9.81 / (31 * 1000.0)
    q[2], q[3] = 0.0225 - sinkage, np.pi / 10  # one point of every ring lies lowest
    assert sinkage == pytest.approx(0.11e-3, rel=0.01)
    assert so.contact_forces(SLICED, q, np.zeros(15), GROUND)[2] == pytest.approx(MASS * 9.81, rel=1e-9)


# --- the engine ---------------------------------------------------------------------------------------------------


def engine(ground, n_sections=3):
    section = sl.SoftSection(0.15, MASS / 3, 0.0125, 0.0225, 10, sl.Motor(), sl.Spring(1900.0, 90.0))
    robot = sl.Robot(n_sections * [section], skin=sl.Skin(points_around=10))
    friction = sl.SurfaceFriction(0.6, 0.2, shape="per_axis", frame="world", smoothing="sqrt", eps=5e-3)
    contact = sl.Contact(stiffness=1000.0, damping=130.0, friction=friction)
    return sl.build_model(robot, sl.World([sl.Gravity(9.81), *([contact] if ground else [])]))


def base_map(q):
    """Velocity of the base in world axes, and lengths, per rate of q: the engine's zeta = B qd, complex q too."""
    B = np.eye(q.size, dtype=q.dtype)
    B[3:6, 3:6] = so.base_pose(q)[:3, :3] @ so.base_jacobian(q)[3:, 3:6]
    return B


def engine_state(model, q, qd):
    quaternion = Rotation.from_euler("ZYX", q[5:2:-1]).as_quat(scalar_first=True)
    velocity = (base_map(q) @ qd)[:6]
    return sl.initial_state(model, q=q[6:], v=qd[6:], position=q[:3], quaternion=quaternion, velocity=velocity)


@pytest.mark.parametrize("seed", SEEDS)
def test_mass_matrix_equals_the_engine(seed):
    q, qd, _, _ = random_motion(seed)
    model, B = engine(None), base_map(q)
    expected = B.T @ sl.mass_matrix(model, engine_state(model, q, qd)) @ B
    assert so.mass_matrix(SLICED, q) == pytest.approx(expected, abs=1e-12 * np.abs(expected).max())


@pytest.mark.parametrize("ground", [None, GROUND])
@pytest.mark.parametrize("seed", SEEDS)
def test_inverse_dynamics_equal_the_recursion(seed, ground):
    q, qd, qdd, _ = random_motion(seed)
    model, B = engine(ground), base_map(q)
    zeta_rate = B @ qdd + rate(base_map, q, qd) @ qd
    expected = B.T @ sl.inverse_dynamics(model, engine_state(model, q, qd), zeta_rate)
    assert so.inverse_dynamics(SLICED, q, qd, qdd, ground) == pytest.approx(
        expected, abs=1e-12 * np.abs(expected).max()
    )


@pytest.mark.parametrize("ground", [None, GROUND])
@pytest.mark.parametrize("seed", SEEDS)
def test_forward_accelerations_equal_the_recursion(seed, ground):
    q, qd, _, rng = random_motion(seed)
    tau, model = rng.uniform(0.0, 28.0, 9), engine(ground)
    expected = np.concatenate(accelerations(model, engine_state(model, q, qd), tau))
    qdd = so.forward_accelerations(SLICED, q, qd, tau, ground)
    ours = base_map(q) @ qdd + rate(base_map, q, qd) @ qd
    assert ours == pytest.approx(expected, abs=1e-9 * np.abs(expected).max())


@pytest.mark.parametrize("seed", SEEDS)
def test_contact_forces_equal_the_engine(seed):
    q, qd, _, _ = random_motion(seed)
    model = engine(GROUND)
    midway = replace(engine_state(model, q, qd), time=1.0)  # a run may pass through what it may not start in
    record = sl.simulate(model, None, 1e-3, state=midway, record_rate=1000.0)
    position, J = so.skin_points(SLICED, q)
    F = so.point_forces(GROUND, position, J @ qd).reshape(-1, 3)
    assert position.reshape(-1, 3) == pytest.approx(record["skin_position"].values[0], abs=1e-12)
    assert F == pytest.approx(record["skin_force"].values[0], abs=1e-11 * np.abs(F).max())
    assert np.count_nonzero(F[:, 2]) > 5


def test_the_forces_of_rolling_are_those_of_the_rolling_gait():
    gait, model = sl.RollingGait(28.0 / 1900.0, 0.5, np.pi / 3), engine(None)
    record = sl.simulate(model, gait, 0.1, record_rate=10.0, step=1e-3)
    tau = so.rolling_forces(SLICED, 14.0, 0.5, np.pi / 3)(0.1)
    assert record["tau"].values[-1] == pytest.approx(tau, abs=1e-9)


@pytest.mark.slow
def test_rolling_integrated_by_scipy_is_the_motion_of_the_engine():
    snake, model = replace(SLICED, n_sections=1), engine(GROUND, 1)
    q = np.zeros(9)
    q[2], q[3] = 0.0215, np.pi / 10
    times = np.linspace(0.0, 0.1, 11)
    ours = so.simulate_forces(snake, so.rolling_forces(snake, 14.0, 0.5), 0.1, q, ground=GROUND, times=times)
    options = {"state": engine_state(model, q, np.zeros(9)), "record_rate": 100.0}
    gait = sl.RollingGait(28.0 / 1900.0, 0.5)
    theirs = sl.simulate(model, gait, 0.1, integrator="LSODA", tolerance=1e-6, **options)
    assert ours.status == "finished"
    assert ours.q[:, 6:] == pytest.approx(theirs["q"].values, abs=1e-7)
    assert ours.com == pytest.approx(theirs["com_position"].values, abs=1e-7)
    assert np.ptp(ours.com[:, 2]) > 5e-3
    stepped = sl.simulate(model, gait, 0.1, step=5e-4, **options)
    assert ours.com == pytest.approx(stepped["com_position"].values, abs=5e-6)


# --- rolling, and what the velocity products are for --------------------------------------------------------------


def implicit_step(q, qd, tau, dt, products):
    """One linearly implicit step: stiff forces at the velocity that it reaches; contacts and loads settle by repetition."""
    position, J = so.skin_points(SLICED, q)
    z, J = position[..., 2].ravel(), J.reshape(-1, 3, 15)
    u = J @ qd
    load = np.where(z + dt * u[:, 2] < 0, np.maximum(0, -1000.0 * (z + dt * u[:, 2]) - 130.0 * u[:, 2]), 0.0)
    K, D = np.diag(np.repeat([0.0, 1900.0], [6, 9])), so.damping_matrix(SLICED)
    C = so.coriolis_matrix(SLICED, q, qd) if products else np.zeros((15, 15))
    M = so.mass_matrix(SLICED, q) + dt * D + dt**2 * K
    given = np.append(np.zeros(6), tau) - (C + D + dt * K) @ qd - so.conservative_forces(SLICED, q)
    for _ in range(6):
        on = load > 0
        drag = np.hypot(u[:, :2], 5e-3)
        c = np.column_stack((0.6 * load / drag[:, 0], 0.2 * load / drag[:, 1], on * (130.0 + dt * 1000.0)))
        force = -c * u - np.outer(on * 1000.0 * z, [0, 0, 1])
        A = M + dt * np.einsum("kau,ka,kav->uv", J, c, J)
        qdd = np.linalg.solve(A, given + np.einsum("kau,ka->u", J, force))
        w = u[:, 2] + dt * (J @ qdd)[:, 2]
        settled = np.where(on, np.maximum(0, -1000.0 * (z + dt * w) - 130.0 * w), 0.0)
        moved, load = np.abs(settled - load).sum(), settled
        if moved < 0.02 * load.sum():
            break
    qd = qd + dt * qdd
    return q + dt * qd, qd


def planar_rolling(products, dt=1e-3):
    """Two turns of planar rolling at 14 N from rest, body along -Y: velocity of the second turn [m/s], last heading."""
    q, qd = np.zeros(15), np.zeros(15)
    q[2], q[3], q[5] = 0.0224, np.pi / 10, -np.pi / 2
    tau, n = so.rolling_forces(SLICED, 14.0, 0.5), round(2.0 / dt)
    for k in range(2 * n):
        if k == n:
            middle = so.centre_of_mass(SLICED, q)
        q, qd = implicit_step(q, qd, tau((k + 1) * dt), dt, products)
    return (so.centre_of_mass(SLICED, q) - middle)[:2] / 2.0, q[5]


@pytest.mark.slow
def test_planar_rolling_goes_at_its_reference_speed_and_astray_without_the_velocity_products():
    """6.2 cm/s is the reference, with its 5 % for contact codes; we get 6.43 at this step, 6.32 as it shrinks. Without C the
    robot turns by 2.6 rad."""
    velocity, heading = planar_rolling(True)
    lost, lost_heading = planar_rolling(False)
    assert np.linalg.norm(velocity) == pytest.approx(0.062, rel=0.05)
    assert np.linalg.norm(lost - velocity) > 0.02
    assert abs(lost_heading - heading) > 1.0


# --- errors -------------------------------------------------------------------------------------------------------


def test_impossible_values_are_refused_with_the_fix():
    with pytest.raises(RobotError, match=r"write simpson\(12\)"):
        simpson(11)
    with pytest.raises(RobotError, match="gauss n_points must be a whole number of at least 1, got 0"):
        gauss(0)
    with pytest.raises(RobotError, match="SoftSnake mass must be greater than 0 kg, got -1"):
        replace(PAPER, mass=-1.0)
    with pytest.raises(RobotError, match="SoftSnake rings must be a whole number of at least 1, got 0"):
        replace(PAPER, rings=0)
    with pytest.raises(WorldError, match="Ground eps must be greater than 0 m/s, got 0"):
        so.Ground(eps=0.0)


@pytest.mark.parametrize("change", [{"q": np.zeros(12)}, {"forces": lambda t: np.zeros(6)}])
def test_a_motion_with_too_few_numbers_is_refused(change):
    good = {"forces": lambda t: np.zeros(9), "q": np.zeros(15)}
    with pytest.raises(RobotError, match=r"3 sections take 30 and 9, as in q=np.zeros\(15\)"):
        so.simulate_forces(PAPER, duration=0.1, **(good | change))
