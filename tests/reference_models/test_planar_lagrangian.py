"""The planar Lagrangian model: identities, balances, oracles, behaviour, and the reference figures of its cases."""

from collections.abc import Callable

import numpy as np
import pytest
from scipy.integrate import simpson

from reference_models import planar_lagrangian as pl
from snakelab.errors import RobotError

SEEDS = range(5)
QUARTER = np.pi / 4
NO_FRICTION = pl.ViscousLaw(0.0, 0.0)


def uniform_snake(length: float, mass: float, inertia: float) -> pl.PlanarSnake:
    """Five equal links with centred masses."""
    return pl.PlanarSnake(*(np.full(5, value) for value in (length, length / 2, mass, inertia)))


S1 = uniform_snake(2.0, 1.0, 0.33)  # the comparison case
P1 = uniform_snake(0.11, 0.08, 0.08 * (0.11**2 + 0.04**2) / 12)  # the wheeled prototype


def random_snake(rng: np.random.Generator) -> pl.PlanarSnake:
    """Two to eight unequal links with centres off the middle."""
    n = int(rng.integers(2, 9))
    length = rng.uniform(0.05, 2.0, n)
    mass = rng.uniform(0.1, 3.0, n)
    return pl.PlanarSnake(length, length * rng.uniform(0.2, 0.8, n), mass, mass * length**2 * rng.uniform(0.05, 0.2, n))


def random_case(seed: int) -> tuple[pl.PlanarSnake, np.ndarray, np.ndarray, np.ndarray, np.random.Generator]:
    """A random snake with a random q, qd and torques."""
    rng = np.random.default_rng(seed)
    snake = random_snake(rng)
    n = snake.n_links
    return snake, rng.normal(size=n + 2), rng.normal(size=n + 2), rng.normal(size=n - 1), rng


def slope(f: Callable[[float], np.ndarray | float], h: float = 2e-3) -> np.ndarray:
    """df/ds at s = 0 by the central difference of fourth order."""
    values = [np.asarray(f(k * h)) for k in (-2, -1, 1, 2)]
    return (values[0] - 8 * values[1] + 8 * values[2] - values[3]) / (12 * h)


def centre_jacobians(snake: pl.PlanarSnake, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """d x_c / dq and d y_c / dq, each (n, n + 2), by complex steps: exact to rounding."""
    steps = q + 1e-30j * np.eye(q.size)
    x, y = pl.centre_positions(snake, steps)
    return x.imag.T / 1e-30, y.imag.T / 1e-30


def wave(angular_frequency: float, phase_lag: float = QUARTER) -> pl.Shape:
    return pl.serpenoid_shape(QUARTER, angular_frequency, phase_lag, 4)


def steady_speed(shape: pl.Shape, period: float, motion: pl.ShapeMotion) -> float:
    """Speed of the centre of mass along the mean body axis (tail to head) over the last full period [m/s]."""
    last = motion.times >= motion.times[-1] - period * (1 + 1e-9)
    phi = np.array([shape(t)[0] for t in motion.times[last]])
    theta = pl.full_state(motion.base_states[last], phi, phi)[0][:, :-2]
    axis = np.array([np.cos(theta).mean(), np.sin(theta).mean()])
    com = motion.com[last]
    return float((com[-1] - com[0]) @ axis / np.linalg.norm(axis) / period)


def rest_of_com(snake: pl.PlanarSnake, shape: pl.Shape) -> np.ndarray:
    """The base state at zero whose (xd_b, yd_b) puts the centre of mass at rest."""
    start = np.zeros(6)
    start[4:] = -com_velocity(snake, start, shape, 0.0)
    return start


def com_velocity(snake: pl.PlanarSnake, state: np.ndarray, shape: pl.Shape, t: float) -> np.ndarray:
    velocities = pl.centre_velocities(snake, *pl.full_state(state, *shape(t)[:2]))
    return np.array([snake.mass @ v for v in velocities]) / snake.total_mass


# --- identities ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_mass_matrix_is_symmetric_and_positive_definite(seed):
    snake, q, _, _, _ = random_case(seed)
    M = pl.mass_matrix(snake, q)
    assert pytest.approx(M.T, rel=1e-14) == M
    assert np.linalg.eigvalsh(M).min() > 0.0


@pytest.mark.parametrize("seed", SEEDS)
def test_kinetic_energy_is_half_qd_M_qd(seed):
    snake, q, qd, _, _ = random_case(seed)
    assert pl.kinetic_energy(snake, q, qd) == pytest.approx(0.5 * qd @ pl.mass_matrix(snake, q) @ qd, rel=1e-13)


def test_mass_matrix_of_one_link_is_that_of_a_rigid_body():
    snake = pl.PlanarSnake([2.0], [0.5], [3.0], [0.7])
    assert pl.mass_matrix(snake, np.zeros(3)) == pytest.approx(np.array([[1.45, 0, 1.5], [0, 3, 0], [1.5, 0, 3]]))


def test_input_matrix_turns_each_torque_into_a_pair_conjugate_to_its_joint():
    B, E = pl.input_matrix(5), pl.shape_matrix(5)
    assert np.array_equal(B[:5].T @ E, np.eye(4))  # power of T is T . phid
    assert not np.any(B.T @ np.repeat(np.eye(3), (5, 1, 1), axis=0))  # and zero in a rigid motion


@pytest.mark.parametrize("seed", SEEDS)
def test_centre_velocities_are_the_rates_of_the_centre_positions(seed):
    snake, q, qd, _, _ = random_case(seed)
    expected = [J @ qd for J in centre_jacobians(snake, q)]
    assert np.array(pl.centre_velocities(snake, q, qd)) == pytest.approx(np.array(expected), abs=1e-13)


@pytest.mark.parametrize("law", [pl.ViscousLaw(1.0, 30.0), pl.CoulombLaw(0.05, 0.56, 1e-2)])
@pytest.mark.parametrize("seed", SEEDS)
def test_friction_forces_are_minus_the_virtual_work_of_the_link_friction(seed, law):
    snake, q, qd, _, _ = random_case(seed)
    (J_x, J_y), (f_x, f_y) = centre_jacobians(snake, q), pl.link_friction(snake, q, qd, law)
    assert pl.friction_forces(snake, q, qd, law) == pytest.approx(-(J_x.T @ f_x + J_y.T @ f_y), abs=1e-12)
    assert qd @ pl.friction_forces(snake, q, qd, law) > 0.0  # friction only takes


def test_friction_acts_along_and_across_the_link():
    link = pl.PlanarSnake([1.0], [0.5], [2.0], [0.1])
    upright, sliding = np.array([np.pi / 2, 0.0, 0.0]), np.array([0.0, 0.3, 0.2])  # x is across, y along
    f_x, f_y = pl.link_friction(link, upright, sliding, pl.ViscousLaw(1.0, 30.0))
    assert (f_x[0], f_y[0]) == pytest.approx((-2 * 30 * 0.3, -2 * 1 * 0.2))
    f_x, f_y = pl.link_friction(link, upright, sliding, pl.CoulombLaw(0.05, 0.56))
    assert (f_x[0], f_y[0]) == pytest.approx((-2 * 9.81 * 0.56, -2 * 9.81 * 0.05))


# --- derivatives and balances -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_closed_form_is_the_euler_lagrange_equation_of_the_energy(seed):
    """d/dt dK/dqd - dK/dq = Q, with every derivative of K taken by differences."""
    snake, q, qd, torques, _ = random_case(seed)
    law = pl.ViscousLaw(1.0, 30.0)
    qdd = pl.forward_accelerations(snake, q, qd, torques, law)
    units = np.eye(q.size)

    def momentum(s: float) -> np.ndarray:  # K is quadratic in qd: this difference is exact
        at, v = q + s * qd, qd + s * qdd
        return np.array([pl.kinetic_energy(snake, at, v + e) - pl.kinetic_energy(snake, at, v - e) for e in units]) / 2

    gradient = np.array([slope(lambda s, e=e: pl.kinetic_energy(snake, q + s * e, qd)) for e in units])
    applied = pl.input_matrix(snake.n_links) @ torques - pl.friction_forces(snake, q, qd, law)
    scale = np.abs(applied).max() + np.abs(gradient).max()
    assert slope(momentum) - gradient == pytest.approx(applied, abs=1e-8 * scale)


@pytest.mark.parametrize("seed", SEEDS)
def test_power_in_is_the_rate_of_the_kinetic_energy(seed):
    snake, q, qd, torques, _ = random_case(seed)
    law = pl.CoulombLaw(0.05, 0.56)
    qdd = pl.forward_accelerations(snake, q, qd, torques, law)
    power = qd @ (pl.input_matrix(snake.n_links) @ torques - pl.friction_forces(snake, q, qd, law))
    rate = slope(lambda s: pl.kinetic_energy(snake, q + s * qd + s**2 / 2 * qdd, qd + s * qdd), h=1e-4)
    assert rate == pytest.approx(power, rel=1e-7)


@pytest.mark.parametrize("seed", SEEDS)
def test_torques_alone_leave_the_momentum_unchanged(seed):
    snake, q, qd, torques, _ = random_case(seed)
    qdd = pl.forward_accelerations(snake, q, qd, torques, NO_FRICTION)
    change = pl.mass_matrix(snake, q) @ qdd + pl.velocity_forces(snake, q, qd)
    assert change[-2:] == pytest.approx(np.zeros(2), abs=1e-12 * np.abs(change).max())
    assert change[:-2].sum() == pytest.approx(0.0, abs=1e-12 * np.abs(change).max())


@pytest.mark.slow
def test_work_of_torques_and_friction_is_the_change_of_kinetic_energy(s1_slow):
    shape, motion = wave(1.0), s1_slow
    late = motion.times >= 1.0  # the start is steeper than the sampling
    energy, power = [], []
    for t, state, torques in zip(motion.times[late], motion.base_states[late], motion.torques[late], strict=True):
        phi, phid, _ = shape(t)
        q, qd = pl.full_state(state, phi, phid)
        energy.append(pl.kinetic_energy(S1, q, qd))
        power.append(torques @ phid - qd @ pl.friction_forces(S1, q, qd, pl.ViscousLaw(1.0, 30.0)))
    work = simpson(power, x=motion.times[late])
    assert energy[-1] - energy[0] == pytest.approx(work, abs=1e-6)
    assert simpson(np.abs(power), x=motion.times[late]) > 10.0  # the balance is not of zeros


def test_centre_of_mass_moves_straight_without_friction():
    snake = random_snake(np.random.default_rng(3))
    shape = pl.serpenoid_shape(0.8, 2.0, 0.9, snake.n_links - 1)
    motion = pl.simulate_shape(snake, NO_FRICTION, shape, 5.0, np.linspace(0, 5, 11), rtol=1e-11)
    velocity = com_velocity(snake, np.zeros(6), shape, 0.0)
    assert np.linalg.norm(velocity) > 0.1
    assert motion.com == pytest.approx(motion.com[0] + np.outer(motion.times, velocity), abs=1e-9)


# --- oracles ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", [pl.ViscousLaw(1.0, 30.0), pl.CoulombLaw(0.05, 0.56, 1e-2)])
@pytest.mark.parametrize("seed", range(20))
def test_both_eliminations_agree_and_solve_the_equations_of_motion(seed, law):
    snake, _, _, _, rng = random_case(seed)
    n = snake.n_links
    state, phi, phid, phidd = rng.normal(size=6), *rng.normal(size=(3, n - 1))
    motion = pl.shape_to_motion(snake, state, phi, phid, phidd, law)
    by_rows = pl.shape_to_motion_by_rows(snake, state, phi, phid, phidd, law)
    for one, other in zip(motion, by_rows, strict=True):
        assert one == pytest.approx(other, abs=1e-10 * np.abs(other).max())

    qdd = pl.forward_accelerations(snake, *pl.full_state(state, phi, phid), motion.torques, law)
    assert np.diff(qdd[:-2]) == pytest.approx(phidd, abs=1e-10 * np.abs(qdd).max())
    assert qdd[[0, -2, -1]] == pytest.approx(motion.acceleration, abs=1e-10 * np.abs(qdd).max())


@pytest.mark.parametrize("seed", SEEDS)
def test_accelerations_agree_with_mujoco(seed):
    mujoco = pytest.importorskip("mujoco")
    snake, q, qd, torques, _ = random_case(seed)
    n, law = snake.n_links, pl.ViscousLaw(1.0, 30.0)
    bodies = "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/>"
    for i in range(n):
        at, mass = snake.length[i - 1] if i else 0.0, f"mass='{snake.mass[i]:.17g}'"
        moments = " ".join(3 * [f"{snake.inertia[i]:.17g}"])
        inertial = f"<inertial pos='{snake.com[i]:.17g} 0 0' {mass} diaginertia='{moments}'/>"
        link = f"{inertial}<joint type='hinge' axis='0 0 1'/>"
        bodies = f"{bodies}<body pos='{at:.17g} 0 0'>{link}" if i else f"<body>{bodies}{link}"
    xml = f"<mujoco><option gravity='0 0 0'/><worldbody>{bodies}{'</body>' * n}</worldbody></mujoco>"
    model = mujoco.MjModel.from_xml_string(xml)
    data = mujoco.MjData(model)
    relative = np.diff(np.eye(n), axis=0, prepend=0.0)  # theta -> (theta_1, phi)
    data.qpos = np.concatenate((q[-2:], relative @ q[:-2]))
    data.qvel = np.concatenate((qd[-2:], relative @ qd[:-2]))
    data.qfrc_applied[3:] = torques
    data.xfrc_applied[1:, :2] = np.transpose(pl.link_friction(snake, q, qd, law))
    mujoco.mj_forward(model, data)
    expected = np.concatenate((np.cumsum(data.qacc[2:]), data.qacc[:2]))
    accelerations = pl.forward_accelerations(snake, q, qd, torques, law)
    assert accelerations == pytest.approx(expected, abs=1e-10 * np.abs(expected).max())


def test_isotropic_viscous_friction_slows_the_centre_of_mass_exponentially():
    """All friction together is -C m_tot v_com, whatever the shape does: com = com(0) + v0 (1 - exp(-C t)) / C."""
    shape = wave(1.0)
    motion = pl.simulate_shape(S1, pl.ViscousLaw(1.0, 1.0), shape, 5.0, np.linspace(0, 5, 11))
    coast = np.outer(1.0 - np.exp(-motion.times), com_velocity(S1, np.zeros(6), shape, 0.0))
    assert motion.com - motion.com[0] == pytest.approx(coast, abs=1e-7)
    assert np.abs(coast).max() > 1.0


def test_serpenoid_rates_are_the_slopes_of_its_angles():
    shape = pl.serpenoid_shape(0.7, 1.3, -0.4, 3)
    phi, phid, phidd = shape(0.9)
    assert phi == pytest.approx(0.7 * np.sin(1.3 * 0.9 - 0.4 * np.arange(3)))
    assert phid == pytest.approx(slope(lambda s: shape(0.9 + s)[0]), abs=1e-10)
    assert phidd == pytest.approx(slope(lambda s: shape(0.9 + s)[1]), abs=1e-10)


# --- behaviour ----------------------------------------------------------------------------------------------------


def s1_speed(law: pl.FrictionLaw, phase_lag: float = QUARTER) -> float:
    """Steady speed of case S1 at omega = pi/2, period 4 s."""
    shape = wave(np.pi / 2, phase_lag)
    times = np.linspace(0.0, 16.0, 257)
    return steady_speed(shape, 4.0, pl.simulate_shape(S1, law, shape, 16.0, times, 1e-8, 1e-9, method="LSODA"))


@pytest.fixture(scope="module")
def forward_speed() -> float:
    return s1_speed(pl.ViscousLaw(1.0, 30.0))


@pytest.mark.thorough
def test_robot_moves_head_first_when_normal_friction_is_the_larger(forward_speed):
    assert forward_speed > 1.0


@pytest.mark.thorough
def test_swapped_coefficients_reverse_the_motion(forward_speed):
    assert s1_speed(pl.ViscousLaw(30.0, 1.0)) < -0.1 * forward_speed


@pytest.mark.thorough
def test_reversed_phase_lag_reverses_the_motion_along_the_mean_body_axis(forward_speed):
    assert s1_speed(pl.ViscousLaw(1.0, 30.0), -QUARTER) == pytest.approx(-forward_speed, rel=1e-4)


@pytest.mark.slow
def test_isotropic_viscous_friction_leaves_no_motion():
    """With its centre of mass at rest at t = 0; from a base at rest it coasts to a stop (see the oracle above)."""
    shape, law = wave(1.0), pl.ViscousLaw(30.0, 30.0)
    motion = pl.simulate_shape(S1, law, shape, 20.0, [0.0, 20.0], base_state=rest_of_com(S1, shape))
    assert motion.com[1] == pytest.approx(motion.com[0], abs=5e-12)


@pytest.mark.slow
@pytest.mark.parametrize(("snake", "wave_speed"), [(P1, 0.22), (S1, 4.0)])
def test_isotropic_coulomb_friction_leaves_almost_no_motion(snake, wave_speed):
    """A few hundredths of the wave's own speed, backward; -0.009 m/s for the prototype."""
    shape = wave(np.pi / 2)
    times = np.linspace(0.0, 20.0, 321)
    motion = pl.simulate_shape(snake, pl.CoulombLaw(0.56, 0.56), shape, 20.0, times, 1e-7, 1e-9, method="LSODA")
    speed = steady_speed(shape, 4.0, motion)
    assert -0.05 * wave_speed < speed < 0.0
    if snake is P1:
        assert speed == pytest.approx(-0.009, abs=1e-3)


# --- figures of the reference cases -------------------------------------------------------------------------------


def simulate_s1(omega: float) -> pl.ShapeMotion:
    return pl.simulate_shape(S1, pl.ViscousLaw(1.0, 30.0), wave(omega), 20.0, np.linspace(0.0, 20.0, 2001))


@pytest.fixture(scope="module")
def s1_slow() -> pl.ShapeMotion:
    return simulate_s1(1.0)


@pytest.fixture(scope="module")
def s1_fast() -> pl.ShapeMotion:
    return simulate_s1(np.pi / 2)


def check_s1(motion: pl.ShapeMotion, base, velocity, peak, late_peak, torques_at_10):
    """Every figure to half a unit of its last printed digit."""
    assert motion.status == "finished"
    assert motion.base_states[-1, :3] == pytest.approx(np.array(base), abs=5.1e-7)
    assert motion.base_states[-1, 4:] == pytest.approx(np.array(velocity), abs=5.1e-6)
    assert np.abs(motion.torques[0]).max() == pytest.approx(*peak)
    assert np.abs(motion.torques).max() == np.abs(motion.torques[0]).max()
    assert np.abs(motion.torques[motion.times >= 0.1]).max() == pytest.approx(late_peak, abs=5.1e-3)
    assert motion.torques[1000] == pytest.approx(np.array(torques_at_10), abs=5.1e-5)


@pytest.mark.thorough
def test_case_s1_at_1_rad_per_s_ends_at_its_reference(s1_slow):
    base, velocity = (-0.012325, 16.640226, 19.586824), (1.61810, -0.88578)
    check_s1(s1_slow, base, velocity, (83.5016, None, 5.1e-5), 29.72, (2.355, 12.4084, 19.6474, 9.334))
    assert s1_slow.com[-1] - s1_slow.com[0] == pytest.approx(np.array((15.42235, 20.95042)), abs=5.1e-6)


@pytest.mark.slow
def test_case_s1_at_half_pi_rad_per_s_ends_at_its_reference(s1_fast):
    base, velocity = (0.139870, 22.899335, 34.268411), (2.67113, 1.71540)
    check_s1(s1_fast, base, velocity, (134.136, None, 5.1e-4), 47.61, (-7.8914, -17.2393, -10.6067, -1.2624))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("eps", "shift", "mean_speed", "steady"),
    [
        (1e-2, (0.35721, 0.44927), 0.1435, 0.1439),
        pytest.param(1e-3, (0.36725, 0.48013), 0.1511, 0.1517, marks=pytest.mark.slow),
    ],
)
def test_prototype_p1_moves_at_its_reference_speed(eps, shift, mean_speed, steady):
    """Shift of the centre of mass per cycle over the first five (one unit of the last digit), and the speeds (half)."""
    shape, times = wave(np.pi / 2), np.linspace(0.0, 20.0, 401)
    motion = pl.simulate_shape(P1, pl.CoulombLaw(0.05, 0.56, eps), shape, 20.0, times, 1e-8, 1e-10, method="LSODA")
    per_cycle = (motion.com[-1] - motion.com[0]) / 5
    assert per_cycle == pytest.approx(np.array(shift), abs=1e-5)
    assert np.linalg.norm(per_cycle) / 4.0 == pytest.approx(mean_speed, abs=5.1e-5)
    assert np.linalg.norm(motion.com[-1] - motion.com[-81]) / 4.0 == pytest.approx(steady, abs=5.1e-5)
    assert np.abs(motion.torques[times >= 0.1]).max() < 0.08  # N m; the servo has 0.353


@pytest.mark.slow
def test_stiff_and_explicit_integrators_agree_on_the_prototype():
    shape, law = wave(np.pi / 2), pl.CoulombLaw(0.05, 0.56, 1e-2)
    stiff = pl.simulate_shape(P1, law, shape, 20.0, [0.0, 20.0], 1e-8, 1e-10, method="LSODA")
    explicit = pl.simulate_shape(P1, law, shape, 20.0, [0.0, 20.0])
    assert stiff.com == pytest.approx(explicit.com, abs=1e-7)


# --- errors -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mass": [1.0, -1.0]}, r"mass = \[ 1. -1.\] must be positive and finite"),
        ({"com": [0.5, np.nan]}, "com = .* must be finite"),
        ({"inertia": [0.1]}, r"inertia has shape \(1,\)"),
        ({"length": 1.0}, r"length has shape \(\)"),
    ],
)
def test_bad_links_are_refused_with_the_fix(change, message):
    good = {"length": [1.0, 1.0], "com": [0.5, 0.5], "mass": [1.0, 1.0], "inertia": [0.1, 0.1]}
    with pytest.raises(RobotError, match=message):
        pl.PlanarSnake(**(good | change))


def test_a_shape_with_too_few_joints_is_refused():
    with pytest.raises(RobotError, match=r"n_joints=4"):
        pl.simulate_shape(S1, NO_FRICTION, pl.serpenoid_shape(0.8, 1.0, 0.8, 3), 1.0)
