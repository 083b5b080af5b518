"""Rods against the recursion's own references, closed forms of beams, independent codes and balances."""

import math

import numba
import numpy as np
import pytest
from scipy.integrate import solve_bvp, solve_ivp
from scipy.linalg import eigh, null_space
from scipy.optimize import brentq, root

import snakelab as sl
from chains import accelerations, hybrid, random_state
from snakelab.physics.columns import workspace

SLENDER = {"length": 1.0, "radius": 0.01, "density": 1000.0}


def mixed(base="floating", base_end="tail", incompressible=False):
    """Links, a tapered rod of all strains, a mount and a rectangular rod."""
    motor = sl.Motor()
    cone = sl.Rod(
        0.4,
        taper=(0.03, 0.02),
        density=1000,
        E=1e5,
        degree=(1, 2, 0, 1, 1, 0),
        damping=0.01,
        incompressible=incompressible,
        actuators=motor,
    )
    strip = sl.Rod(
        0.3, section=sl.Box(0.04, 0.02), mass=0.3, E=2e5, strains=("bend_z", "stretch"), degree=3, actuators=motor
    )
    mount = sl.Mount((0.1, 0.2, 0.3), (0.01, 0.0, 0.02))
    parts = [sl.Link(0.1, 0.2), cone, mount, strip, sl.Revolute("y", motor), sl.Link(0.1, 0.1)]
    return sl.Robot(parts, base, base_end=base_end)


def coupled():
    """A rod with a full stiffness matrix, whose strains are coupled."""
    half = np.random.default_rng(5).normal(size=(6, 6))
    scale = np.diag([10.0, 10.0, 10.0, 0.1, 0.1, 0.1])
    motor = sl.Motor()
    rod = sl.Rod(0.4, 0.02, 1000, stiffness=scale @ (half @ half.T) @ scale, degree=1, actuators=motor, damping=0.02)
    return sl.Robot([sl.Link(0.1, 0.1), rod])


ROBOTS = {
    "tail": mixed(),
    "head": mixed(base_end="head"),
    "fixed": mixed("fixed"),
    "incompressible": mixed(incompressible=True),
    "incompressible head": mixed(base_end="head", incompressible=True),
    "coupled": coupled(),
}


def model_and_state(name, seed=0, world=None):
    rng = np.random.default_rng(seed)
    model = sl.build_model(ROBOTS[name], world or sl.World([sl.Gravity()]))
    return model, random_state(model, rng), rng


def elastic(model, q):
    """Elastic energy, and the forces of the rods on their coordinates."""
    energy, forces, at = 0.0, np.zeros(len(q)), 0
    for part in model.robot.parts:
        own, at = slice(at, at + len(part.coordinates)), at + len(part.coordinates)
        if isinstance(part, sl.Rod):
            energy, forces[own] = energy + part.elastic_energy(q[own]), part.elastic_force(q[own])
    return energy, forces


# ---- the recursion --------------------------------------------------------------------------------------------------


def test_scratch_has_one_type_in_kernels_and_in_python():
    """Else all that takes it would be compiled twice, for a minute each time."""
    arrays = sl.build_model(ROBOTS["coupled"]).arrays
    scratch = numba.typeof(workspace(arrays))
    assert scratch in [made.signature.return_type for made in workspace.overloads.values()]
    assert "RodWorkspace" in str(scratch) and "Optional" not in str(scratch)


@pytest.mark.parametrize("name", ROBOTS)
def test_inverse_dynamics_gives_back_the_forces_of_forward_dynamics(name):
    model, state, rng = model_and_state(name)
    forces = rng.normal(size=model.n_coordinates)
    a, qdd = accelerations(model, state, forces)
    back = sl.inverse_dynamics(model, state, np.concatenate([a, qdd]))
    np.testing.assert_allclose(back[len(a) :], forces, atol=1e-11 * np.abs(qdd).max())
    np.testing.assert_allclose(back[: len(a)], 0.0, atol=1e-12 * np.abs(qdd).max())


@pytest.mark.parametrize("name", ROBOTS)
def test_driven_coordinates_within_a_rod_get_the_right_reactions(name):
    model, state, rng = model_and_state(name, 1)
    forces = rng.normal(size=model.n_coordinates)
    a, qdd = accelerations(model, state, forces)
    for share in (0.3, 0.7):
        driven = rng.random(model.n_coordinates) < share
        a2, qdd2, tau = hybrid(model, state, driven, forces, qdd)
        scale = np.abs(qdd).max()
        np.testing.assert_allclose(a2, a, atol=1e-10 * scale)
        np.testing.assert_allclose(qdd2, qdd, atol=1e-10 * scale)
        np.testing.assert_allclose(tau[driven], forces[driven], atol=1e-10 * scale)


@pytest.mark.parametrize("name", ROBOTS)
def test_the_recursion_has_the_mass_matrix_of_the_jacobians(name):
    model, state, _ = model_and_state(name, 2)
    n = len(model.arrays.base) + model.n_coordinates
    bias = sl.inverse_dynamics(model, state, np.zeros(n))
    columns = np.array([sl.inverse_dynamics(model, state, unit) - bias for unit in np.eye(n)]).T
    M = sl.mass_matrix(model, state)
    np.testing.assert_allclose(columns, M, atol=1e-12 * np.abs(M).max())


@pytest.mark.parametrize("name", ROBOTS)
def test_the_frames_are_those_of_the_frame_tree(name):
    model, state, _ = model_and_state(name, 3)
    head = sl.forward_kinematics(model, state)["head"]
    np.testing.assert_allclose(sl.frame_tree(model, state).T_world["head"], head, atol=1e-13)


def test_velocity_forces_are_those_of_lagrange():
    """d/dt (M v) - 1/2 grad(v M v) by differences of M, and the elastic and viscous forces."""
    model, state, _ = model_and_state("fixed", 4, sl.World())
    n = model.n_coordinates

    def at(dq):
        return sl.mass_matrix(
            model, state.at(0.0, np.concatenate([state.row()[:13], state.q + dq, state.row()[13 + n :]]))
        )

    h = 1e-6
    slopes = np.array([(at(h * e) - at(-h * e)) / (2 * h) for e in np.eye(n)])  # slopes[k] = dM/dq_k
    v = state.v
    expected = np.einsum("kij,k,j->i", slopes, v, v) - 0.5 * np.einsum("kij,i,j->k", slopes, v, v)
    rods = [part for part in model.robot.parts if isinstance(part, sl.Rod)]
    viscous = np.zeros(n)
    viscous[:11] = 0.01 * rods[0].stiffness_matrix @ v[:11]
    torques = sl.inverse_dynamics(model, state, np.zeros(n)) + elastic(model, state.q)[1] - viscous
    np.testing.assert_allclose(torques, expected, atol=1e-6 * np.abs(expected).max())


@pytest.mark.parametrize("name", ("fixed", "incompressible", "coupled"))
def test_elastic_forces_are_the_gradient_of_the_energy(name):
    model, state, _ = model_and_state(name, 5, sl.World())
    n, h = model.n_coordinates, 1e-6
    slope = np.array(
        [(elastic(model, state.q + h * e)[0] - elastic(model, state.q - h * e)[0]) / (2 * h) for e in np.eye(n)]
    )
    np.testing.assert_allclose(-elastic(model, state.q)[1], slope, atol=1e-7 * np.abs(slope).max())
    rest = sl.initial_state(model, q=state.q)
    nb = len(model.arrays.base)
    held = sl.inverse_dynamics(model, rest, np.zeros(nb + n))[nb:]
    np.testing.assert_allclose(held, slope, atol=1e-7 * np.abs(slope).max())


def test_a_rod_of_constant_strain_moves_as_a_soft_section():
    length, mass, radius, k, d = 0.15, 0.12, 0.0125, 1900.0, 9.0
    soft = sl.SoftSection(length, mass, radius, 0.02, 10, sl.Motor(), sl.Spring(k, d))
    B = np.zeros((3, 3))  # from elongations to stretch, bend_y, bend_z
    B[:] = soft.strain_columns()[:, [0, 4, 5]].T
    # sum of l_j^2 = 3 e^2 + 3/2 r^2 (b_y^2 + b_z^2)
    section = length * k * np.array([3.0, 0, 0, 0, 1.5 * radius**2, 1.5 * radius**2])
    rod = sl.Rod(
        length,
        0.02,
        mass=mass,
        stiffness=section,
        damping=d / k,
        strains=("stretch", "bend_y", "bend_z"),
        degree=0,
        actuators=sl.Motor(),
        n_steps=10,
    )
    links = sl.Link(0.1, 0.3), sl.Link(0.2, 0.4)
    models = [sl.build_model(sl.Robot([links[0], part, links[1]]), sl.World([sl.Gravity()])) for part in (soft, rod)]
    rng = np.random.default_rng(0)
    q, v, force = 0.01 * rng.normal(size=3), 0.05 * rng.normal(size=3), rng.normal(size=3)
    twist = {"velocity": rng.normal(size=6), "quaternion": rng.normal(size=4)}
    a = sl.forward_dynamics(models[0], sl.initial_state(models[0], q=q, v=v, **twist), force)
    forces = np.linalg.solve(B.T, force)
    b = sl.forward_dynamics(models[1], sl.initial_state(models[1], q=B @ q, v=B @ v, **twist), forces)
    np.testing.assert_allclose(b[:6], a[:6], atol=1e-10 * np.abs(a).max())
    np.testing.assert_allclose(b[6:], B @ a[6:], atol=1e-10 * np.abs(a).max())


# ---- static shapes --------------------------------------------------------------------------------------------------


def static_tip(rods, force, torque=(0.0, 0.0, 0.0), gravity=None):
    """Position of the tip in static equilibrium under a load at it in world axes, and the coordinates."""
    robot = sl.Robot(rods, "fixed")
    load = sl.ExternalWrench(robot.part_names[-1], force, torque, point=(rods[-1].length, 0, 0))
    model = sl.build_model(robot, sl.World([load, *([] if gravity is None else [sl.Gravity(gravity)])]))
    n = model.n_coordinates
    found = root(
        lambda q: sl.inverse_dynamics(model, sl.initial_state(model, q=q), np.zeros(n)), np.zeros(n), tol=1e-13
    )
    return sl.forward_kinematics(model, sl.initial_state(model, q=found.x))["head"][:3, 3], found.x


def test_a_cantilever_that_shears_bends_as_timoshenkos_beam():
    """P / (k G A) L + P L^3 / (3 E I) = 0.067770 m."""
    area, inertia = math.pi * 0.25**2, math.pi / 4 * 0.25**4
    exact = 15 * 3 / (27 / 28 * 1e4 * area) + 15 * 3**3 / (3 * 1e6 * inertia)
    assert exact == pytest.approx(0.067770, abs=1e-6)
    tip, _ = static_tip([sl.Rod(3.0, 0.25, 5000, E=1e6, G=1e4)], (0, -15.0, 0))
    assert tip[1] == pytest.approx(-exact, rel=1e-3)
    sideways, _ = static_tip([sl.Rod(3.0, 0.25, 5000, E=1e6, G=1e4)], (0, 0, -15.0))
    assert sideways[2] == pytest.approx(tip[1], rel=1e-9)


@pytest.mark.parametrize("strains", (("stretch",), ("bend_y", "bend_z", "twist", "stretch", "shear_y", "shear_z")))
def test_large_stretch_follows_the_law_that_was_chosen(strains):
    """1 N on E A = 19.635 N: F / (E A) of the constant cross-section, 1 / (1 - F / (E A)) - 1 of constant volume."""
    rod = {"length": 1.0, "radius": 0.025, "density": 1000, "E": 1e4, "strains": strains}
    share = 1 / (1e4 * math.pi * 0.025**2)
    assert static_tip([sl.Rod(**rod)], (1.0, 0, 0))[0][0] - 1 == pytest.approx(share, rel=1e-9)
    thinner = static_tip([sl.Rod(**rod, incompressible=True)], (1.0, 0, 0))[0][0] - 1
    assert share == pytest.approx(0.050930, abs=1e-6)
    assert thinner == pytest.approx(1 / (1 - share) - 1, rel=1e-9) == pytest.approx(0.053663, abs=1e-6)


def elastica(load):
    """Tip of a cantilever of E I = L = 1 under a load across, by shooting."""

    def shape(curvature):
        return solve_ivp(
            lambda s, y: [y[1], -load * math.cos(y[0]), math.cos(y[0]), math.sin(y[0])],
            (0, 1),
            [0, curvature, 0, 0],
            rtol=1e-11,
            atol=1e-13,
        ).y[:, -1]

    return shape(brentq(lambda curvature: shape(curvature)[1], 0, load))[2:]


@pytest.mark.parametrize(("degree", "error"), ((1, 6e-3), (2, 1.2e-4), (3, 2e-5)))
def test_a_slender_cantilever_under_a_large_load_is_the_elastica(degree, error):
    E = 1e7
    load = 4 * E * math.pi / 4 * 0.01**4
    tip, _ = static_tip([sl.Rod(**SLENDER, E=E, strains=("bend_z",), degree=degree)], (0, load, 0))
    assert np.linalg.norm(tip[:2] - elastica(4.0)) < error


def test_a_moment_bends_a_rod_to_a_circle():
    E = 1e7
    moment = 2 * math.pi * E * math.pi / 4 * 0.01**4  # one full turn
    tip, q = static_tip([sl.Rod(**SLENDER, E=E, strains=("bend_z",), degree=1)], (0, 0, 0), (0, 0, moment))
    assert q == pytest.approx([2 * math.pi, 0], abs=1e-9)
    assert np.abs(tip).max() < 1e-12


def test_bending_and_torsion_of_one_load_are_those_of_an_l_shaped_cantilever():
    """A rod with a rigid arm of length a across its end: small displacement of the arm's end under a load along z."""
    E, G, load, arm = 1e9, 4e8, 1e-3, 0.3
    inertia = math.pi / 4 * 0.01**4
    rod = sl.Rod(**SLENDER, E=E, G=G, degree=1)
    link = sl.Link(arm, mass=0.1)
    robot = sl.Robot([rod, sl.Mount((0, 0, math.pi / 2)), link], "fixed")
    model = sl.build_model(robot, sl.World([sl.ExternalWrench("link2", (0, 0, load), point=(arm, 0, 0))]))
    n = model.n_coordinates
    q = root(lambda q: sl.inverse_dynamics(model, sl.initial_state(model, q=q), np.zeros(n)), np.zeros(n), tol=1e-14).x
    tip = sl.forward_kinematics(model, sl.initial_state(model, q=q))["head"][:3, 3]
    exact = load * (1 / (3 * E * inertia) + arm**2 / (G * 2 * inertia) + 1 / (27 / 28 * G * math.pi * 1e-4))
    assert tip[2] == pytest.approx(exact, rel=1e-5)


def test_a_tapered_rod_under_its_weight_is_that_of_a_boundary_value_problem():
    """Planar elastica of variable stiffness and weight, by collocation."""
    E, rho, g, tail, head = 4e6, 1100.0, 9.81, 0.02, 0.008

    def radius(s):
        return tail + (head - tail) * s

    def beyond(s):  # weight of the rod beyond s
        return rho * g * math.pi * (radius(s) ** 3 - head**3) / (3 * (tail - head))

    def slopes(s, y):  # angle above x, moment
        return np.array([y[1] / (E * math.pi / 4 * radius(s) ** 4), beyond(s) * np.cos(y[0])])

    grid = np.linspace(0, 1, 200)
    found = solve_bvp(slopes, lambda a, b: np.array([a[0], b[1]]), grid, np.zeros((2, 200)), tol=1e-9)
    s = np.linspace(0, 1, 20_001)
    angle = found.sol(s)[0]
    exact = np.array([np.trapezoid(np.cos(angle), s), np.trapezoid(np.sin(angle), s)])
    assert exact == pytest.approx([0.500076, -0.779393], abs=1e-6)  # reference values of the scenario rod_tapered_arm
    cone = {"length": 1.0, "density": rho, "E": E, "strains": ("bend_y",)}
    one, _ = static_tip([sl.Rod(**cone, taper=(tail, head), degree=3, n_steps=20)], (0, 0, 0), gravity=(0, 0, -g))
    assert np.linalg.norm(one[[0, 2]] - exact) < 5e-4
    middle = (tail + head) / 2
    halves = [
        sl.Rod(**(cone | {"length": 0.5}), taper=ends, degree=3, n_steps=20)
        for ends in ((tail, middle), (middle, head))
    ]
    two, _ = static_tip(halves, (0, 0, 0), gravity=(0, 0, -g))
    assert np.linalg.norm(two[[0, 2]] - exact) < 5e-5


def test_a_column_buckles_at_eulers_load():
    E = 1e7
    euler = math.pi**2 * E * math.pi / 4 * 0.01**4 / 4

    def stiffness(load):
        rod = sl.Rod(**SLENDER, E=E, strains=("bend_z",), degree=3)
        model = sl.build_model(
            sl.Robot([rod], "fixed"), sl.World([sl.ExternalWrench("rod1", (-load, 0, 0), point=(1, 0, 0))])
        )
        n, h = model.n_coordinates, 1e-5
        rows = [sl.inverse_dynamics(model, sl.initial_state(model, q=h * e), np.zeros(n)) / h for e in np.eye(n)]
        return np.linalg.eigvalsh((np.array(rows) + np.array(rows).T) / 2)[0]

    assert brentq(stiffness, 0.5 * euler, 1.5 * euler) == pytest.approx(euler, rel=1e-3)


def clamped_under_twist(P, M):
    """Zero where a rod of E I = L = 1, clamped at both ends, buckles under compression and an axial moment.

    From the balance of moments of a bent and twisted rod, the deflection w = y + i z obeys w'''' - i M w''' + P w'' = 0, so that
    w = A + B x + C exp(i (m + k) x) + D exp(i (m - k) x); the determinant of w = w' = 0 at both ends vanishes: with m = M / 2,
    k^2 = m^2 + P, a = (sin((k - m) / 2) / (k - m)) and b with k + m,
    (a + b) sin(k/2) cos(m/2) + (a - b) cos(k/2) sin(m/2) = sin(k/2) cos(k/2).
    """
    m = M / 2
    k = math.sqrt(m**2 + P)
    a, b = math.sin((k - m) / 2) / (k - m), math.sin((k + m) / 2) / (k + m)
    s, c = math.sin(k / 2), math.cos(k / 2)
    return ((a + b) * s * math.cos(m / 2) + (a - b) * c * math.sin(m / 2) - s * c) / P


def held_stiffness(n_rods, degree, P, M):
    """Least eigenvalue of the stiffness of a twisted and compressed row of rods, whose head may only slide and turn about x."""
    E, G = 1e7, 1e7 / 3
    B = E * math.pi / 4 * 0.01**4
    rod = sl.Rod(
        1 / n_rods, 0.01, 1000.0, E=E, G=G, strains=("twist", "bend_y", "bend_z"), degree=(0, degree, degree), n_steps=6
    )
    robot = sl.Robot(n_rods * [rod], "fixed")
    load = sl.ExternalWrench(robot.part_names[-1], (-P * B, 0, 0), (M * B, 0, 0), point=(1 / n_rods, 0, 0))
    model = sl.build_model(robot, sl.World([load]))
    n, h = model.n_coordinates, 1e-5
    rest = np.zeros(n)
    rest[:: n // n_rods] = M * B / (2 * G * math.pi / 4 * 0.01**4) / n_rods  # G J of a round rod is 2 G I

    def force(q):
        return sl.inverse_dynamics(model, sl.initial_state(model, q=q), np.zeros(n))

    def held(q):
        T = sl.forward_kinematics(model, sl.initial_state(model, q=q))["head"]
        return np.array([T[1, 3], T[2, 3], T[1, 0], T[2, 0]])

    assert np.abs(force(rest)).max() < 1e-9 * B
    steps = [h * e for e in np.eye(n)]
    K = np.array([(force(rest + e) - force(rest - e)) / (2 * h) for e in steps]).T
    J = np.array([(held(rest + e) - held(rest - e)) / (2 * h) for e in steps]).T
    free = null_space(J)
    reduced = free.T @ K @ free
    assert np.abs(reduced - reduced.T).max() < 1e-4 * np.abs(reduced).max()
    return eigh((reduced + reduced.T) / 2, eigvals_only=True)[0] / B


@pytest.mark.parametrize(("n_rods", "degree", "error"), ((2, 3, 1.2e-2), (4, 3, 2e-4)))
@pytest.mark.parametrize("moment", (1e-6, 4.0, 7.0))
def test_a_clamped_rod_buckles_under_end_twist_and_compression(n_rods, degree, error, moment):
    """Helical buckling; 4 pi^2 E I / L^2 without twist."""
    exact = brentq(lambda P: clamped_under_twist(P, moment), 3.0, 4 * math.pi**2 + 1)
    if moment < 1:
        assert exact == pytest.approx(4 * math.pi**2, rel=1e-6)
    found = brentq(lambda P: held_stiffness(n_rods, degree, P, moment), 0.7 * exact, 1.3 * exact, xtol=1e-6)
    assert found == pytest.approx(exact, rel=error)


def test_a_clamped_rod_buckles_under_a_moment_alone_at_greenhills_load():
    """M L / (E I) = 8.9868, of tan(x) = x with x = M L / (2 E I)."""
    half = brentq(lambda x: math.tan(x) - x, 4.4, 4.6)
    assert 2 * half == pytest.approx(8.9868, abs=1e-4)
    found = brentq(lambda M: held_stiffness(4, 3, 0.0, M), 8.0, 10.0, xtol=1e-6)
    assert found == pytest.approx(2 * half, rel=5e-5)


# ---- vibration ------------------------------------------------------------------------------------------------------


def frequencies(parts, base):
    """Natural angular frequencies of a straight robot of rods, with those of free motions, [rad/s]."""
    model = sl.build_model(sl.Robot(parts, base))
    M = sl.mass_matrix(model, sl.initial_state(model))
    K, at = np.zeros_like(M), len(model.arrays.base)
    for part in parts:
        own, at = slice(at, at + len(part.coordinates)), at + len(part.coordinates)
        K[own, own] = part.stiffness_matrix
    return np.sqrt(np.clip(eigh(K, M, eigvals_only=True), 0, None))


E_BEAM = 1e9
BEAM = math.sqrt(E_BEAM * 0.01**2 / 4 / 1000.0)  # sqrt(E I / (rho A)), L = 1


def test_one_cantilever_has_the_frequencies_of_euler_and_bernoulli():
    found = frequencies([sl.Rod(**SLENDER, E=E_BEAM, strains=("bend_z",), degree=3)], "fixed")
    exact = BEAM * np.array([1.8751041, 4.6940911, 7.8547574]) ** 2
    np.testing.assert_allclose(found[:3] / exact, 1.0, atol=0.035)
    assert found[0] == pytest.approx(exact[0], rel=1e-3)
    halves = 2 * [sl.Rod(**(SLENDER | {"length": 0.5}), E=E_BEAM, strains=("bend_z",), degree=3)]
    np.testing.assert_allclose(frequencies(halves, "fixed")[:3] / exact, 1.0, atol=1e-3)


def test_a_free_rod_has_the_frequencies_of_euler_and_bernoulli():
    halves = 2 * [sl.Rod(**(SLENDER | {"length": 0.5}), E=E_BEAM, strains=("bend_z",), degree=3)]
    found = frequencies(halves, "floating")
    exact = BEAM * np.array([4.7300407, 7.8532046, 10.9956078]) ** 2
    assert np.abs(found[:6]).max() < 1e-3 * exact[0]
    np.testing.assert_allclose(found[6:9] / exact, 1.0, atol=0.02)
    assert found[6] == pytest.approx(exact[0], rel=1e-3)


def test_longitudinal_and_torsional_waves_have_the_frequencies_of_a_bar():
    rods = [sl.Rod(**SLENDER, E=1e6, G=4e5, strains=("stretch", "twist"), degree=3)]
    found = frequencies(rods, "fixed")
    exact = np.sort([math.pi / 2 * math.sqrt(modulus / 1000) * k for modulus in (1e6, 4e5) for k in (1, 3)])
    np.testing.assert_allclose(found[:4] / exact, 1.0, atol=3e-3)


def test_a_tapered_cantilever_has_the_frequencies_of_finite_differences():
    """Own code: lumped masses and rotational springs of 400 rigid segments, all small angles."""
    n, tail, head = 400, 0.02, 0.008
    h = 1 / n
    joints, ends = np.arange(n) * h, (np.arange(n) + 0.5) * h
    r = tail + (head - tail) * joints
    spring = E_BEAM * math.pi / 4 * r**4 / h
    spring[0] *= 2  # the wall is half a segment away
    mass = 1000 * math.pi * (tail + (head - tail) * ends) ** 2 * h
    J = h * (np.tril(np.ones((n, n)), -1) + 0.5 * np.eye(n))  # displacement of each middle by the angles
    M = J.T @ (mass[:, None] * J)
    K = np.diag(spring + np.append(spring[1:], 0.0)) - np.diag(spring[1:], 1) - np.diag(spring[1:], -1)
    exact = 1 / np.sqrt(eigh(M, K, eigvals_only=True)[::-1][:3])  # the largest of the inverse problem are accurate
    middle = (tail + head) / 2
    halves = [
        sl.Rod(0.5, taper=ends, density=1000, E=E_BEAM, strains=("bend_z",), degree=3)
        for ends in ((tail, middle), (middle, head))
    ]
    np.testing.assert_allclose(frequencies(halves, "fixed")[:3] / exact, 1.0, atol=0.01)


# ---- motion ---------------------------------------------------------------------------------------------------------

ARM = sl.Rod(0.5, 0.02, 1000, 1e5, degree=(1, 1, 1, 0, 0, 0))
SPEEDS = np.random.default_rng(0).normal(size=9) * np.where(ARM.shapes[0] < 3, 0.05, 2.5)


def swing(base, step, rod=ARM, **options):
    """A swing of 0.2 s without loads."""
    model = sl.build_model(sl.Robot([rod], base), sl.World())
    velocity = (0.1, 0, 0, 1, 2, 3) if base == "floating" else (0.0,) * 6
    state = sl.initial_state(model, v=SPEEDS, velocity=velocity)
    return sl.simulate(model, None, 0.2, state=state, step=step, record_rate=100, **options)


def energy(recording):
    return (recording["kinetic_energy"] + recording["elastic_energy"]).values


def test_a_free_swing_conserves_energy_with_the_order_of_the_step():
    errors = [
        abs(energy(swing("fixed", step))[-1] / energy(swing("fixed", step))[0] - 1) for step in (2e-3, 1e-3, 5e-4)
    ]
    assert errors[0] < 5e-4 and errors[1] < errors[0] / 3.5 and errors[2] < errors[1] / 3.5


@pytest.mark.parametrize("incompressible", (False, True))
def test_the_steps_agree_with_the_solver_of_scipy(incompressible):
    rod = sl.Rod(0.5, 0.02, 1000, 1e5, degree=(1, 1, 1, 0, 0, 0), incompressible=incompressible)
    reference = swing("fixed", 2e-3, rod, integrator="LSODA")
    assert energy(reference)[-1] == pytest.approx(energy(reference)[0], rel=1e-4)
    fine = swing("fixed", 2.5e-4, rod)
    np.testing.assert_allclose(fine["q"].values[-1], reference["q"].values[-1], atol=2e-3)


def test_a_free_rod_keeps_its_momentum():
    recording = swing("floating", 1e-3)
    assert recording.finished
    velocity = recording["com_velocity"].values
    np.testing.assert_allclose(velocity, velocity[[0]] * np.ones((len(velocity), 1)), atol=1e-12)
    assert energy(recording)[-1] == pytest.approx(energy(recording)[0], rel=1e-5)


def test_the_balance_of_energy_closes_with_gravity_damping_and_a_motor():
    rod = sl.Rod(0.5, 0.02, 1000, 1e5, degree=1, damping=0.02, actuators=sl.Motor())
    model = sl.build_model(sl.Robot([rod], "fixed"), sl.World([sl.Gravity()]))
    moment = np.where(rod.shapes[0] == 4, 0.05, 0.0)
    recording = sl.simulate(model, sl.gaits.SteadyGait(moment), 0.5, step=1e-3)
    values = sl.metrics(recording)
    assert abs(values["energy_residual_ratio"]) < 5e-3
    expected = rod.elastic_force(recording["q"].values[-1])
    np.testing.assert_allclose(recording["spring_torque"].values[-1], expected, atol=0.02 * np.abs(expected).max())


def test_a_damped_rod_comes_to_rest_at_its_static_equilibrium():
    rod = sl.Rod(0.3, 0.02, 1000, 2e5, degree=1, damping=0.2, actuators=sl.Motor())
    model = sl.build_model(sl.Robot([rod], "fixed"), sl.World())
    moment = np.where(rod.shapes[0] == 4, 0.02, 0.0)
    recording = sl.simulate(model, sl.gaits.SteadyGait(moment), 4.0)
    expected = sl.gaits.static_equilibrium(model, moment)
    np.testing.assert_allclose(recording["q"].values[-1], expected, atol=1e-4 * np.abs(expected).max())


def test_models_without_rods_have_no_code_for_rods():
    from snakelab.physics import rod_recursion

    model = sl.build_model(sl.Robot([sl.Link(0.1, 0.1)]))
    assert model.arrays.rods is None
    sl.forward_dynamics(model, sl.initial_state(model))
    arrays = [kind for signature in rod_recursion.rod_outward.part.signatures for kind in signature[:1]]
    assert all(str(kind) != "none" for kind in arrays)
