"""The recursion against itself and against M: forward, inverse and hybrid dynamics are one."""

import numpy as np
import pytest

import snakelab as sl
from chains import accelerations, hybrid, mixed_robot, random_state

BASES = ("floating", "fixed")


def model_and_state(seed, base="floating", world=None):
    rng = np.random.default_rng(seed)
    model = sl.build_model(mixed_robot(rng, base), world or sl.World([sl.Gravity()]))
    return model, random_state(model, rng), rng


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("seed", range(5))
def test_inverse_dynamics_gives_back_the_forces_of_forward_dynamics(seed, base):
    model, state, rng = model_and_state(seed, base, sl.World([sl.Gravity(), sl.ViscousFriction(1.0, 3.0)]))
    forces = rng.normal(size=model.n_coordinates)
    a, qdd = accelerations(model, state, forces)
    back = sl.inverse_dynamics(model, state, np.concatenate([a, qdd]))
    n = len(a)
    scale = np.abs(qdd).max()
    np.testing.assert_allclose(back[:n], 0.0, atol=1e-12 * scale)
    np.testing.assert_allclose(back[n:], forces, atol=1e-11 * scale)


@pytest.mark.parametrize("seed", range(8))
def test_mixed_driven_coordinates_even_within_a_section_get_the_right_reactions(seed):
    model, state, rng = model_and_state(seed)
    forces = rng.normal(size=model.n_coordinates)
    a, qdd = accelerations(model, state, forces)
    driven = rng.random(model.n_coordinates) < 0.5
    a2, qdd2, tau = hybrid(model, state, driven, forces, qdd)
    scale = np.abs(qdd).max()
    np.testing.assert_allclose(a2, a, atol=1e-11 * scale)
    np.testing.assert_allclose(qdd2, qdd, atol=1e-11 * scale)
    np.testing.assert_allclose(tau[driven], forces[driven], atol=1e-10 * scale)


@pytest.mark.parametrize("base", ("floating", "planar", "fixed"))
def test_the_recursion_has_the_mass_matrix_of_the_jacobians(base):
    rng = np.random.default_rng(3)
    if base == "planar":
        parts = [
            sl.Link(0.2, 0.3),
            sl.Revolute("z", sl.Motor()),
            sl.Link(0.3, 0.1),
            sl.Prismatic("x", sl.Motor()),
            sl.Link(0.1, 0.2),
        ]
        model = sl.build_model(sl.Robot(parts, base))
    else:
        model = sl.build_model(mixed_robot(rng, base))
    state = random_state(model, rng)
    n = len(model.arrays.base) + model.n_coordinates
    bias = sl.inverse_dynamics(model, state, np.zeros(n))
    columns = np.array([sl.inverse_dynamics(model, state, unit) - bias for unit in np.eye(n)]).T
    M = sl.mass_matrix(model, state)
    np.testing.assert_allclose(columns, M, atol=1e-13 * np.abs(M).max() + 1e-12)
    assert np.linalg.eigvalsh(M)[0] > 0


def test_velocity_forces_of_a_soft_chain_are_those_of_lagrange():
    """d/dt (M v) - 1/2 grad(v M v) by differences of M, for a fixed base, where q' = v."""
    model, state, _ = model_and_state(11, "fixed", sl.World())
    n = model.n_coordinates

    def at(dq):
        return sl.mass_matrix(
            model, state.at(0.0, np.concatenate([state.row()[:13], state.q + dq, state.row()[13 + n :]]))
        )

    h = 1e-6
    slopes = np.array([(at(h * e) - at(-h * e)) / (2 * h) for e in np.eye(n)])  # slopes[k] = dM/dq_k
    v = state.v
    expected = np.einsum("kij,k,j->i", slopes, v, v) - 0.5 * np.einsum("kij,i,j->k", slopes, v, v)
    springs = model.arrays.coordinates
    passive = springs["stiffness"] * (state.q - springs["rest"]) + springs["damping"] * v
    torques = sl.inverse_dynamics(model, state, np.zeros(n)) - passive
    np.testing.assert_allclose(torques, expected, atol=1e-7 * np.abs(expected).max())


def test_gravity_is_the_gradient_of_its_potential():
    model, state, _ = model_and_state(12, "fixed")
    n = model.n_coordinates
    rest = state.at(0.0, np.concatenate([state.row()[:13], state.q, 0 * state.v, state.row()[13 + 2 * n :]]))

    def height(dq):
        moved = rest.at(0.0, np.concatenate([rest.row()[:13], rest.q + dq, rest.row()[13 + n :]]))
        poses = list(sl.forward_kinematics(model, moved).values())[:-1]
        return 9.81 * sum(m * T[2, 3] for m, T in zip(model.arrays.stations["mass"], poses, strict=True))

    h = 1e-6
    slope = np.array([(height(h * e) - height(-h * e)) / (2 * h) for e in np.eye(n)])
    springs = model.arrays.coordinates
    torques = sl.inverse_dynamics(model, rest, np.zeros(n)) - springs["stiffness"] * (rest.q - springs["rest"])
    np.testing.assert_allclose(torques, slope, atol=1e-8 * np.abs(slope).max() + 1e-8)


def test_the_jacobian_is_the_derivative_of_the_pose():
    model, state, _ = model_and_state(13)
    nv = model.n_coordinates
    zeta = np.concatenate([state.base_velocity, state.v])
    for point in ("head", model.station_names[3]):
        twist = sl.jacobian(model, state, point) @ zeta
        h = 1e-6
        ends = []
        for s in (h, -h):
            row = state.row()
            row[:3] += s * state.base_velocity[:3]
            from snakelab.geometry.rotations import quat_exp, quat_multiply

            row[3:7] = quat_multiply(quat_exp(tuple(s * state.base_velocity[3:])), tuple(row[3:7]))
            row[13 : 13 + nv] += s * state.v
            ends.append(sl.forward_kinematics(model, state.at(0.0, row))[point])
        rate = (ends[0] - ends[1]) / (2 * h)
        spin = rate[:3, :3] @ sl.forward_kinematics(model, state)[point][:3, :3].T
        np.testing.assert_allclose(twist[:3], rate[:3, 3], atol=1e-7)
        np.testing.assert_allclose(twist[3:], [spin[2, 1], spin[0, 2], spin[1, 0]], atol=1e-7)


def test_the_linear_model_predicts_a_small_step_of_the_nonlinear_one():
    robot = sl.Robot([sl.Link(0.2, 0.3), sl.Revolute("y", sl.Motor(), sl.Spring(2.0, 0.1)), sl.Link(0.3, 0.1)], "fixed")
    model = sl.build_model(robot, sl.World([sl.Gravity()]))
    state = sl.initial_state(model, q=[0.3])
    A, B = sl.linearise(model, state, u=[0.1])
    base = accelerations(model, state, [0.1])[1]
    moved = accelerations(model, sl.initial_state(model, q=[0.3 + 1e-4], v=[2e-4]), [0.1 + 3e-4])[1]
    predicted = A @ [1e-4, 2e-4] + B @ [3e-4]
    np.testing.assert_allclose(predicted[0], 2e-4, rtol=1e-6)
    np.testing.assert_allclose(predicted[1], (moved - base)[0], rtol=1e-3)


def test_an_unknown_point_of_the_robot_is_named_with_the_nearest():
    model, state, _ = model_and_state(1)
    with pytest.raises(sl.errors.SimulationError, match=r"no point 'heed'; did you mean 'head'"):
        sl.jacobian(model, state, "heed")
