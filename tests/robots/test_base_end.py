"""A robot whose base is its head: the same robot as that of the parts in reverse order with its base at the tail."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from chains import mixed_robot, random_state
from snakelab.geometry.rotations import matrix_to_quat
from snakelab.physics.columns import HEAD
from snakelab.physics.kinematics import with_tail_at

WATER = sl.Fluid(surface=0.02, currents=(sl.Current((0.1, 0.05, 0.0)),))
GROUND = sl.Contact(sl.Plane(point=(0.0, 0.0, -0.31)), friction=sl.SurfaceFriction(0.3, 0.6, shape="per_axis"))


def turned_round(robot, **changes):
    """The same robot, numbered from its other end."""
    return replace(robot, parts=robot.parts[::-1], base_end="head" if robot.base_end == "tail" else "tail", **changes)


def same_state(model, other, state):
    """The state of the tail-based model as one of the head-based model."""
    n = model.n_coordinates
    pose = sl.forward_kinematics(model, state)[HEAD]
    zeta = np.concatenate([state.base_velocity[model.arrays.base], state.v])
    twist = sl.jacobian(model, state) @ zeta
    order = np.array(other.robot.coordinates_from_tail)
    q, v = np.zeros(n), np.zeros(n)
    q[order], v[order] = state.q, state.v
    quaternion = matrix_to_quat(tuple(pose[:3, :3].ravel()))
    return sl.initial_state(other, q=q, v=v, position=pose[:3, 3], quaternion=quaternion, velocity=twist)


@pytest.fixture(scope="module")
def pair():
    rng = np.random.default_rng(5)
    robot = mixed_robot(rng, "floating", sl.Servo(2.0, 0.1, 0.3))
    parts = list(robot.parts)
    parts[0] = replace(parts[0], name="rear", wheels=(sl.Wheel((0.05, 0.02, -0.06), 0.03),))
    propellers = (
        sl.Propeller("rear", (0.02, 0.0, 0.01), (1, 0.2, 0)),
        sl.Propeller("middle", (0.03, 0.0, 0.0), (0, 1, 0)),
    )
    parts[3] = replace(parts[3], name="middle")
    sensors = (sl.Imu("rear", (0.01, 0.02, 0.0)), sl.Imu("middle", name="soft"), sl.Imu("head", name="front"))
    robot = replace(robot, parts=parts, propellers=propellers, sensors=sensors)
    world = sl.World([sl.Gravity(), WATER, GROUND])
    model, other = (sl.build_model(r, world) for r in (robot, turned_round(robot)))
    state = random_state(model, rng, 0.5)
    return model, other, state, same_state(model, other, state)


def test_every_station_and_the_head_stand_at_one_place(pair):
    model, other, state, same = pair
    one, two = sl.forward_kinematics(model, state), sl.forward_kinematics(other, same)
    assert_allclose(two[HEAD], one[HEAD], atol=1e-12)
    for a, b in zip(list(one.values())[:-1], list(two.values())[-2::-1], strict=True):
        assert_allclose(a, b, atol=1e-12)


def commands(other):
    """Targets and thrusts for the tail-based model, and the same for the other."""
    n = other.n_coordinates
    u = np.concatenate([0.02 * np.arange(n), [0.5, -0.3]])
    back = u.copy()
    back[list(other.robot.coordinates_from_tail)] = u[:n]
    return u, back


def test_the_same_forces_give_it_the_same_accelerations(pair):
    """In water, with a wheel and other skin on the ground, at one state."""
    model, other, state, same = pair
    n = model.n_coordinates
    u, back = commands(other)
    one, two = sl.forward_dynamics(model, state, u), sl.forward_dynamics(other, same, back)
    assert_allclose(two[6:][list(other.robot.coordinates_from_tail)], one[6:], rtol=1e-9, atol=1e-8)
    dry = sl.build_model(model.robot)  # contact and water do act
    assert np.abs(one - sl.forward_dynamics(dry, state, u)).max() > 1.0
    assert len(one) == 6 + n


def test_it_moves_alike_with_the_same_energies(pair):
    _, _, state, same = pair
    runs = []
    models = [sl.build_model(m.robot, sl.World([sl.Gravity()])) for m in pair[:2]]
    for m, s, u in zip(models, (state, same), commands(models[1]), strict=True):
        gait = sl.gaits.SteadyGait(targets=u[: m.n_coordinates], thrust=u[m.n_coordinates :])
        runs.append(sl.simulate(m, gait, 0.02, state=s, record_rate=100, integrator="rk4", step=2.5e-5))
    one, two = runs
    order = list(models[1].robot.coordinates_from_tail)
    for name in (
        "com_position",
        "head_position",
        "head_velocity",
        "kinetic_energy",
        "gravity_energy",
        "elastic_energy",
    ):
        assert_allclose(two[name].values, one[name].values, rtol=1e-10, atol=1e-10, err_msg=name)
    for name in ("q", "v"):
        assert_allclose(two[name].values[:, order], one[name].values, atol=1e-9, err_msg=name)
    assert_allclose(two["link_position"].values[:, ::-1], one["link_position"].values, atol=1e-10)
    for name in ("measured_specific_force", "soft_specific_force", "front_specific_force"):
        assert_allclose(two[name].values[0], one[name].values[0], rtol=1e-7, atol=1e-7, err_msg=name)
    assert_allclose(two["link_com"].values[::-1], one["link_com"].values, atol=1e-12)
    assert_allclose(two["base_position"].values, two["head_position"].values)


def test_its_mass_matrix_and_inverse_dynamics_agree_with_the_recursion(pair):
    _, other, _, same = pair
    still = sl.initial_state(other, q=same.q, position=same.base_position, quaternion=same.base_quaternion)
    dry = sl.build_model(replace(other.robot, propellers=(), sensors=()))
    n = 6 + other.n_coordinates
    rest = sl.inverse_dynamics(dry, still, np.zeros(n))
    M = np.array([sl.inverse_dynamics(dry, still, e) - rest for e in np.eye(n)]).T
    assert_allclose(M, sl.mass_matrix(dry, still), atol=1e-10)


def test_gaits_run_from_the_head_to_the_tail_whichever_end_the_base_is():
    links = [sl.Link(0.1, 0.1) for _ in range(6)]
    parts = [p for link in links for p in (link, sl.Revolute("z"))][:-1]
    model, other = (sl.build_model(sl.Robot(parts, "planar", base_end=end)) for end in ("tail", "head"))
    for gait in (sl.SerpenoidGait(0.5, 2.0, 0.8, offset=0.1, profile="eel"),):
        one, two = gait.reference(model), gait.reference(other)
        assert_allclose(two.wave[::-1], one.wave)


def test_a_follower_follows_the_joint_toward_the_head():
    actuators = [sl.robots.Follower(), sl.robots.Follower(), sl.Servo(5.0, 0.2)]
    parts = [p for a in actuators for p in (sl.Link(0.1, 0.2), sl.Revolute("z", a))] + [sl.Link(0.1, 0.2)]
    robot = sl.Robot(parts, "planar")
    runs = [
        sl.simulate(sl.build_model(r), sl.gaits.SteadyGait(target), 0.3, record_rate=20)
        for r, target in ((robot, [0, 0, 0.5]), (turned_round(robot), [0.5, 0, 0]))
    ]
    assert abs(runs[0]["q"].values[-1, 1]) > 1e-3
    assert_allclose(runs[1]["q"].values[:, ::-1], runs[0]["q"].values, atol=1e-9)


def test_the_tail_can_be_put_at_a_place(pair):
    _, other, _, same = pair
    state = with_tail_at(other, same.q, np.array([1.0, 2.0, 3.0]), (1.0, 0.0, 0.0, 0.0))
    tail = sl.frame_tree(other, state).T_world["tail"]
    assert_allclose(tail[:3], np.array([[1, 0, 0, 1], [0, 1, 0, 2], [0, 0, 1, 3]]), atol=1e-12)


def test_another_end_is_refused():
    with pytest.raises(sl.errors.RobotError, match="base_end must be one of tail, head; got 'middle'"):
        sl.Robot([sl.Link(0.1, 0.1)], base_end="middle")
