"""Inverse kinematics: accuracy, limits, redundancy, poses out of reach, and rates."""

import dataclasses
import math
from functools import cache

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SimulationError
from snakelab.gaits.body_curves import NeutralAxis
from snakelab.robots.joints import REVOLUTE
from snakelab.robots.library.soft_robots import soft_pneumatic

N = 28


@cache
def chain(limit=math.inf, base="floating", base_end="tail", axes="yz", n=N):
    """n joints between links of 0.1 m, about y and z in turn."""
    parts = [sl.Link(0.1, 0.2)]
    for i in range(n):
        limits = {} if math.isinf(limit) else {"limits": sl.Limits(-limit, limit)}
        parts += [sl.Revolute(axes[i % len(axes)], **limits), sl.Link(0.1, 0.2)]
    return sl.build_model(sl.Robot(parts, base=base, base_end=base_end))


def random(seed=0):
    return np.random.default_rng(seed)


def test_poses_of_28_joints_are_reached_to_1e_10_m_from_within_a_tenth_of_a_radian():
    model, draw = chain(), random()
    solver = sl.InverseKinematics(model)
    for _ in range(50):
        q = draw.uniform(-1.0, 1.0, N)
        target = sl.forward_kinematics(model, sl.initial_state(model, q=q))["head"]
        solution = solver.solve(target, sl.initial_state(model, q=q + draw.uniform(-0.1, 0.1, N)))
        assert solution.reached and solution.iterations <= 8
        pose = sl.forward_kinematics(model, solution.state)["head"]
        assert np.abs(pose[:3, 3] - target[:3, 3]).max() < 1e-10
        assert np.abs(pose - target).max() < 1e-10
        np.testing.assert_array_equal(solution.state.base_position, 0.0)


@pytest.mark.parametrize("point", ["head", "link5", "link1"])
@pytest.mark.parametrize("base_end", ["tail", "head"])
def test_the_pose_of_any_point_is_that_of_forward_kinematics(point, base_end):
    model = chain(base_end=base_end)
    state = sl.initial_state(
        model, q=random().uniform(-0.4, 0.4, N), position=(0.3, 0.2, 0.1), quaternion=(0.5, 0.5, 0.5, 0.5)
    )
    solver = sl.InverseKinematics(model, point, base="free")
    np.testing.assert_allclose(solver.pose(state), sl.forward_kinematics(model, state)[point], atol=1e-13)
    moved = solver.pose(state)
    moved[:3, 3] += (0.5, -0.2, 0.1)
    solution = solver.solve(moved, state)
    np.testing.assert_allclose(sl.forward_kinematics(model, solution.state)[point], moved, atol=1e-10)


def test_the_base_takes_the_pose_that_is_asked_of_it():
    model = chain()
    target = np.eye(4)
    target[:3, 3] = (1, 2, 3)
    state = sl.initial_state(model, q=np.full(N, 0.1))
    solution = sl.InverseKinematics(model, "base", base="free").solve(target, state)
    np.testing.assert_allclose(solution.state.base_position, (1, 2, 3), atol=1e-10)
    np.testing.assert_array_equal(solution.q, state.q)


def test_joint_limits_are_kept_and_poses_within_them_are_reached():
    model, draw = chain(0.5), random(1)
    solver = sl.InverseKinematics(model)
    for _ in range(50):
        q = draw.uniform(-0.5, 0.5, N)
        start = np.clip(q + draw.uniform(-0.1, 0.1, N), -0.5, 0.5)
        solution = solver.solve(solver.pose(sl.initial_state(model, q=q)), sl.initial_state(model, q=start))
        assert solution.reached and np.abs(solution.q).max() <= 0.5


def test_a_pose_out_of_reach_gives_the_nearest_one_and_by_how_much():
    """The first joint that turns toward the target is 0.2 m along the body; 2.7 m of it can turn."""
    model = chain()
    solver = sl.InverseKinematics(model)
    solution = solver.solve([5.0, 1.0, 0.0], sl.initial_state(model, q=random().uniform(-0.3, 0.3, N)))
    assert not solution.reached
    assert solution.position_error == pytest.approx(math.hypot(4.8, 1.0) - 2.7, abs=1e-5)
    assert str(solution).startswith("out of reach: the nearest pose is 2.203")
    assert solution.angle_error == 0.0


def test_within_limits_the_nearest_pose_is_stationary():
    """No small change of a joint within its limits comes nearer."""
    model = chain(0.5, n=6, base="planar", axes="z")
    solver = sl.InverseKinematics(model)
    solution = solver.solve([-2.0, 0.3, 0.0], sl.initial_state(model, q=np.full(6, 0.2)))
    assert not solution.reached and np.abs(solution.q).max() <= 0.5
    for j in range(6):
        for side in (1e-4, -1e-4):
            q = solution.q.copy()
            q[j] = np.clip(q[j] + side, -0.5, 0.5)
            pose = solver.pose(sl.initial_state(model, q=q))
            assert np.linalg.norm(pose[:3, 3] - [-2.0, 0.3, 0.0]) >= solution.position_error - 1e-7


def test_a_straight_body_can_draw_its_head_back_along_itself():
    model = chain(n=6, base="planar", axes="z")
    solution = sl.InverseKinematics(model).solve([0.4, 0.0, 0.0], sl.initial_state(model))
    assert solution.reached


def test_the_redundancy_follows_the_preferred_coordinates():
    model, q = chain(), random(2).uniform(-1, 1, N)
    target = sl.InverseKinematics(model).pose(sl.initial_state(model, q=q))
    start = sl.initial_state(model, q=q + 0.05)
    near, straight = (sl.InverseKinematics(model, pull=pull).solve(target, start) for pull in (0.0, 0.3))
    assert near.reached and straight.reached
    assert np.linalg.norm(straight.q) < np.linalg.norm(near.q)
    assert np.linalg.norm(near.q - start.q) < np.linalg.norm(straight.q - start.q)


def test_held_coordinates_keep_their_values():
    model = chain()
    solver = sl.InverseKinematics(model, held=("joint1", "joint2"))
    state = sl.initial_state(model, q=np.full(N, 0.2))
    target = solver.pose(state)
    target[:3, 3] += 0.05
    solution = solver.solve(target, state)
    assert solution.reached
    np.testing.assert_array_equal(solution.q[:2], 0.2)


def test_a_soft_snake_brings_its_head_and_stations_to_poses():
    model, draw = sl.build_model(soft_pneumatic()), random(3)
    q = draw.uniform(0.0, 0.02, 9)
    state = sl.initial_state(model, q=q)
    for point in ("head", model.station_names[15]):
        solver = sl.InverseKinematics(model, point)
        target = sl.forward_kinematics(model, state)[point]
        np.testing.assert_allclose(solver.pose(state), target, atol=1e-13)
        solution = solver.solve(target, sl.initial_state(model, q=q + draw.uniform(-0.002, 0.002, 9)))
        assert solution.reached
        np.testing.assert_allclose(sl.forward_kinematics(model, solution.state)[point], target, atol=1e-10)


def test_a_trajectory_is_followed_without_jumps_while_the_base_is_held():
    model = chain(n=6, base="planar", axes="z")
    path = [(0.5, 0.3 * math.sin(x), 0.0) for x in np.linspace(0, 6, 100)]
    solution = sl.InverseKinematics(model).follow(path, sl.initial_state(model, q=np.full(6, 0.2)))
    assert all(one.reached for one in solution)
    assert np.abs(np.diff([one.q for one in solution], axis=0)).max() < 0.05


def test_rates_move_the_point_along_the_twist_with_the_least_change():
    model, draw = chain(), random(4)
    state = sl.initial_state(model, q=draw.uniform(-0.5, 0.5, N))
    twist = draw.uniform(-1, 1, 6)
    jacobian = sl.jacobian(model, state)
    zeta = sl.InverseKinematics(model, angle_length=1.0).rates(state, twist)
    np.testing.assert_allclose(jacobian @ zeta, twist, atol=1e-9)
    np.testing.assert_allclose(zeta[6:], np.linalg.pinv(jacobian[:, 6:]) @ twist, atol=1e-8)
    np.testing.assert_array_equal(zeta[:6], 0.0)


def test_rates_stop_at_a_limit():
    model = chain(0.5)
    q = np.tile([0.5, 0.1, 0.1, 0.1], N // 4)
    state = sl.initial_state(model, q=q)
    zeta = sl.InverseKinematics(model, orientation=False).rates(state, [0.05, 0, 0, 0, 0, 0])
    free = sl.InverseKinematics(chain(), orientation=False).rates(state, [0.05, 0, 0, 0, 0, 0])
    assert np.all(zeta[6::4] <= 0.0) and np.any(free[6::4] > 0.0)
    np.testing.assert_allclose((sl.jacobian(model, state) @ zeta)[:3], [0.05, 0, 0], atol=1e-9)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"point": "hed"}, "no point 'hed'; did you mean 'head'"),
        ({"base": "loose"}, "base must be one of held, free"),
        ({"held": ("joint99",)}, "no coordinate 'joint99'"),
        ({"pull": 2.0}, "pull"),
        ({"rest": [0.0]}, "rest"),
        ({"tolerance": 0.0}, "tolerance"),
        ({"iterations": 0}, "iterations"),
    ],
)
def test_invalid_arguments_are_refused(arguments, words):
    with pytest.raises(SimulationError, match=words):
        sl.InverseKinematics(chain(), **arguments)


def test_an_invalid_target_is_refused():
    solver, state = sl.InverseKinematics(chain()), sl.initial_state(chain())
    with pytest.raises(SimulationError, match=r"a target is a pose of shape \(4, 4\)"):
        solver.solve(np.eye(3), state)
    with pytest.raises(SimulationError, match="must be a rotation matrix"):
        solver.solve(2.0 * np.eye(4), state)


def test_joints_of_other_kinds_are_solved_by_the_columns_of_their_rows():
    """Hinges whose rows hold their unit twist in `columns`, as joints of further kinds do, move as hinges."""
    model, draw = chain(n=6, base="fixed"), random()
    parts = model.arrays.parts.copy()
    parts["columns"][:, 0, 3:] = parts["axis"]
    parts["kind"][parts["kind"] == REVOLUTE] = 9
    other = dataclasses.replace(model, arrays=model.arrays._replace(parts=parts))
    q = draw.uniform(-1.0, 1.0, 6)
    target = sl.forward_kinematics(model, sl.initial_state(model, q=q))["head"]
    start = sl.initial_state(model, q=q + draw.uniform(-0.1, 0.1, 6))
    solution, hinges = (
        sl.InverseKinematics(other).solve(target, start),
        sl.InverseKinematics(model).solve(target, start),
    )
    assert solution.reached and hinges.reached
    np.testing.assert_allclose(solution.state.q, hinges.state.q, rtol=0, atol=1e-12)
    points, expected = (NeutralAxis.of(m).placed(np.concatenate([np.zeros(5), q]))[0] for m in (other, model))
    np.testing.assert_allclose(points, expected, rtol=0, atol=1e-14)
