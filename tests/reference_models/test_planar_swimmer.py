"""The planar underwater snake in matrices: golden numbers, balances, and the open-water speed."""

import math
from dataclasses import replace

import numpy as np
import pytest

from reference_models.planar_swimmer import accelerations, frames, implicit_step, mass_matrix
from snakelab.errors import ControlError, RobotError, WorldError
from snakelab.geometry.planar_solids import SignedDistanceGrid
from snakelab.plugins.lanes.model.lane_model import (
    JointLaw,
    PlanarSwimmer,
    SwimmerState,
    curvature_derivative_law,
    elliptic_swimmer,
    straight_state,
)
from snakelab.plugins.lanes.model.planar_world import Surroundings, WallLaw

SNAKE = elliptic_swimmer()
LAW = curvature_derivative_law(9)
I = np.arange(1, 11)
GOLDEN = SwimmerState(np.pi + 0.2 * np.sin(I), np.zeros(2), 0.5 * np.cos(I), [-0.1, 0.05])


def test_the_coefficients_are_those_of_the_published_robot():
    printed = elliptic_swimmer(link_mass=0.6597, added_spin=1.0)
    names = ("drag_tangential", "drag_normal", "added_mass", "spin_inertia", "spin_linear", "spin_quadratic")
    values = [getattr(printed, name)[0] for name in names]
    assert np.allclose(values, [0.2639, 8.4, 0.3958, 2.2988e-7, 4.3103e-4, 2.2629e-5], rtol=2e-4)


def test_levers_of_equal_links_are_those_of_the_published_matrices():
    n = 10
    A, D = np.eye(n)[:-1] + np.eye(n)[1:], np.eye(n)[:-1] - np.eye(n)[1:]
    K = A.T @ np.linalg.solve(D @ D.T, D)
    assert np.allclose(K[0], [0.9] + 9 * [-0.1])
    assert np.allclose(SNAKE.levers()[0], -0.07 * K.T)


def test_ends_lie_half_a_link_from_the_centres():
    centres, ends = SNAKE.levers()
    assert np.allclose(centres, (ends[1:] + ends[:-1]) / 2)
    assert np.allclose(ends[1:] - ends[:-1], 0.14 * np.eye(10))


def test_golden_accelerations():
    actual = accelerations(SNAKE, GOLDEN, 0.02 * (np.arange(1, 10) - 5))
    spins = (193.89042314, -136.3060564, 84.16586181, -34.88114417, 9.38929375)
    spins += (4.85348781, -42.87542706, 78.13361517, -130.45322147, 198.11112687)
    assert np.allclose(actual, [*spins, 0.25336479, -0.91887242], rtol=0, atol=1e-7)
    assert np.trace(mass_matrix(SNAKE, frames(SNAKE, GOLDEN))) == pytest.approx(6.094108686, abs=1e-8)


def test_accelerations_equal_those_of_the_eliminated_form():
    """The paper's own form: M thetadd + W thetadot^2 - l S K f_x + l C K f_y = tau - D^T u and n m pdd = sum f."""
    snake = replace(SNAKE, added_mass=np.zeros(10), spin_inertia=np.zeros(10))
    n, l, m, u = 10, 0.07, 0.1, 0.02 * (np.arange(1, 10) - 5)
    A, D = np.eye(n)[:-1] + np.eye(n)[1:], np.eye(n)[:-1] - np.eye(n)[1:]
    K, V = A.T @ np.linalg.solve(D @ D.T, D), A.T @ np.linalg.solve(D @ D.T, A)
    S, C, o = np.diag(np.sin(GOLDEN.angle)), np.diag(np.cos(GOLDEN.angle)), GOLDEN.spin
    vx = l * K.T @ (S @ o) - 0.1
    vy = -l * K.T @ (C @ o) + 0.05
    vt, vn = C @ vx + S @ vy, -S @ vx + C @ vy
    ft = -snake.drag_tangential * vt * (1 + abs(vt))
    fn = -snake.drag_normal * vn * (1 + abs(vn))
    fx, fy = C @ ft - S @ fn, S @ ft + C @ fn
    tau = -snake.spin_linear * o - snake.spin_quadratic * o * abs(o) - D.T @ u
    M = snake.inertia[0] * np.eye(n) + m * l**2 * (S @ V @ S + C @ V @ C)
    W = m * l**2 * (S @ V @ C - C @ V @ S)
    spin = np.linalg.solve(M, tau - W @ o**2 + l * S @ K @ fx - l * C @ K @ fy)
    expected = [*spin, fx.sum() / (n * m), fy.sum() / (n * m)]
    assert np.allclose(accelerations(snake, GOLDEN, u), expected, rtol=1e-9, atol=1e-9)


def test_a_short_step_follows_the_accelerations():
    dt = 1e-6
    after = implicit_step(SNAKE, LAW, Surroundings(), GOLDEN, 0.3, 0.1, dt)
    torque = LAW.proportional(GOLDEN.joints, 0.3, 0.1) - LAW.damping * np.diff(GOLDEN.spin)
    values = np.append(after.spin - GOLDEN.spin, after.velocity - GOLDEN.velocity) / dt
    assert np.allclose(values, accelerations(SNAKE, GOLDEN, torque), rtol=2e-2, atol=2.0)


@pytest.mark.few(1)
@pytest.mark.thorough
@pytest.mark.parametrize(
    "dt, expected", [pytest.param(0.02, 0.2145, marks=pytest.mark.slow), (0.05, 0.2106), (0.1, 0.1762)]
)
def test_the_open_water_speed_of_each_step_size(dt, expected):
    assert open_water_speed(dt) == pytest.approx(expected, abs=6e-5)


@pytest.mark.slow
@pytest.mark.parametrize("dt, expected", [(0.001, 0.2137), (0.005, 0.2140), (0.01, 0.2143)])
def test_the_open_water_speed_converges(dt, expected):
    assert open_water_speed(dt) == pytest.approx(expected, abs=6e-5)


def open_water_speed(dt):
    """Mean speed from 20 to 60 s with the head at 1.04 sin(2.2 t)."""
    state, at = straight_state(SNAKE), {}
    for k in range(round(60 / dt) + 1):
        at[k] = state.position
        t = k * dt
        state = implicit_step(
            SNAKE, LAW, Surroundings(), state, 1.04 * math.sin(2.2 * t), 2.288 * math.cos(2.2 * t), dt
        )
    return np.linalg.norm(at[round(60 / dt)] - at[round(20 / dt)]) / 40


def test_a_snake_carried_by_the_current_feels_nothing():
    """Still water seen from a moving frame: the same motion, but for the added mass that the source lets feel the current."""
    snake, stream = replace(SNAKE, added_mass=np.zeros(10)), np.array([0.3, -0.2])
    moved = SwimmerState(GOLDEN.angle, GOLDEN.position, GOLDEN.spin, GOLDEN.velocity + stream)
    u = np.zeros(9)
    assert np.allclose(accelerations(snake, moved, u, Surroundings(current=stream)), accelerations(snake, GOLDEN, u))


def free_swimmer(turning_momentum):
    """A snake without drag."""
    none = {name: np.zeros(10) for name in ("drag_tangential", "drag_normal", "spin_linear", "spin_quadratic")}
    return replace(SNAKE, **none, turning_momentum=turning_momentum)


def test_without_drag_energy_is_kept_where_the_added_momentum_turns_with_the_links():
    """The rate of 1/2 v^T M v, by the accelerations: nil with turning momentum, and not so as the source prints it."""
    h, rates = 1e-6, {}
    for turning in (True, False):
        snake = free_swimmer(turning)
        f, v = frames(snake, GOLDEN), np.append(GOLDEN.spin, GOLDEN.velocity)
        ahead = SwimmerState(GOLDEN.angle + h * GOLDEN.spin, GOLDEN.position, GOLDEN.spin, GOLDEN.velocity)
        grows = (mass_matrix(snake, frames(snake, ahead)) - mass_matrix(snake, f)) / h
        rates[turning] = v @ mass_matrix(snake, f) @ accelerations(snake, GOLDEN, np.zeros(9)) + v @ grows @ v / 2
    assert abs(rates[True]) < 1e-6 < 1e-3 < abs(rates[False])


def test_with_turning_momentum_a_current_is_still_water_from_a_moving_frame():
    snake, stream, u = free_swimmer(True), np.array([0.3, -0.2]), np.zeros(9)
    moved = SwimmerState(GOLDEN.angle, GOLDEN.position, GOLDEN.spin, GOLDEN.velocity + stream)
    assert np.allclose(accelerations(snake, moved, u, Surroundings(current=stream)), accelerations(snake, GOLDEN, u))


def floor(stiffness=500.0, **more):
    """Water above a floor at y = 0."""
    values = np.repeat(np.linspace(-1.0, 1.0, 41)[:, None], 41, axis=1)
    return Surroundings(SignedDistanceGrid(values, (-1.0, -1.0), 0.05), law=WallLaw(stiffness, **more))


def test_a_wall_never_pulls():
    around = floor()
    low = straight_state(SNAKE, (0.7, -0.002), 0.0)
    for speed in (-0.5, 0.0, 0.5, 5.0):
        state = SwimmerState(low.angle, low.position, low.spin, [0.0, speed])
        free = implicit_step(SNAKE, LAW, Surroundings(), state, 0.0, 0.0, 0.01)
        walled = implicit_step(SNAKE, LAW, around, state, 0.0, 0.0, 0.01)
        assert walled.velocity[1] >= free.velocity[1] - 1e-12
        assert (walled.velocity[1] > free.velocity[1] + 1e-9) == (speed < 0.3)


def test_friction_takes_energy_and_does_not_turn_the_motion_around():
    around = floor(friction=0.5)
    low = straight_state(SNAKE, (0.7, -0.01), 0.0)
    state = SwimmerState(low.angle, low.position, low.spin, [0.2, 0.0])
    rubbed = implicit_step(SNAKE, LAW, around, state, 0.0, 0.0, 0.05)
    smooth = implicit_step(SNAKE, LAW, floor(friction=0.0), state, 0.0, 0.0, 0.05)
    assert 0.0 <= rubbed.velocity[0] < smooth.velocity[0]


def test_a_corner_pushes_the_link_that_it_stands_at_away():
    state = straight_state(SNAKE, (0.0, 0.0), 0.0)
    for side in (1.0, -1.0):
        around = Surroundings(floor().distance, np.array([[-0.2, 0.5 + 0.004 * side]]))
        up = SwimmerState(state.angle, np.add(state.position, (0.0, 0.5)), state.spin, state.velocity)
        after = implicit_step(SNAKE, LAW, around, up, 0.0, 0.0, 0.01)
        assert np.sign(after.velocity[1]) == -side
        assert np.argmax(np.abs(after.spin)) in (7, 8, 9)


def test_a_gentle_servo_reaches_its_target():
    state = straight_state(SNAKE)
    for _ in range(200):
        state = implicit_step(SNAKE, LAW, Surroundings(), state, 0.4, 0.0, 0.05)
    assert state.joints[-1] == pytest.approx(0.4, abs=0.02)


@pytest.mark.parametrize(
    "make, error, words",
    [
        (lambda: elliptic_swimmer(link_mass=-1), RobotError, "link_mass must be greater than 0"),
        (lambda: elliptic_swimmer(n_links=1), RobotError, "n_links must be a whole number of at least 2"),
        (lambda: replace(SNAKE, mass=np.ones(3)), RobotError, "one value per link"),
        (lambda: replace(SNAKE, inertia=np.zeros(10)), RobotError, "inertia must be finite and positive"),
        (lambda: PlanarSwimmer(*(9 * [np.ones(1)])), RobotError, "at least 2 links"),
        (lambda: curvature_derivative_law(9, gain=-1), ControlError, "gain must be"),
        (lambda: JointLaw(*(np.ones(k) for k in (2, 2, 2, 2, 3))), ControlError, "feed has shape"),
        (lambda: WallLaw(stiffness=0), WorldError, "WallLaw stiffness"),
        (lambda: Surroundings(corners=np.zeros(3)), WorldError, "corners"),
        (lambda: Surroundings(current=np.zeros(3)), WorldError, "current"),
        (lambda: SignedDistanceGrid(np.zeros((1, 5)), (0, 0), 0.1), WorldError, "at least 2 by 2"),
    ],
)
def test_what_cannot_be_is_refused(make, error, words):
    with pytest.raises(error, match=words):
        make()
