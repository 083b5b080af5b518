"""Gaze stabilisation: the rotation of the head with and without it, its limits and its sensors."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import snakelab as sl
from snakelab.geometry.rotations import matrix_of, rotation_log
from snakelab.robots.library.orthogonal_robots import snake_iii

GROUND = sl.World([sl.Gravity(), sl.Contact(stiffness=2e4, damping=400, friction=sl.SurfaceFriction(0.2, eps=5e-3))])
CREEP = sl.WindingGait(0.6, 0.0, 1.0, 1.5, ramp=1.0)


def head_motion(run: sl.Recording, start: float) -> tuple[float, float]:
    """Root mean square of the angular rate [rad/s] and range of the heading [rad] of the head."""
    kept = run["time"].values >= start
    last = 0 if run.dataset.attrs["base_end"] == "head" else -1
    R = matrix_of(run["link_quaternion"].values[kept][:, last])
    rate = rotation_log(np.swapaxes(R[:-1], 1, 2) @ R[1:]) / np.diff(run["time"].values[kept])[:, None]
    return float(np.sqrt((rate**2).sum(axis=1).mean())), float(np.ptp(np.unwrap(np.arctan2(R[:, 1, 0], R[:, 0, 0]))))


def creeping(controller: object, **changes: object) -> sl.Recording:
    robot = replace(snake_iii(10, wheels=True), **changes)
    model = sl.build_model(robot, GROUND)
    start = sl.initial_state(model, position=(0, 0, 0.073))
    return sl.simulate(model, controller, 4.5, step=8e-3, record_rate=50, state=start)


@cache
def free_motion() -> tuple[float, float]:
    """Motion of the head without stabilisation; sensors do not change it."""
    return head_motion(creeping(CREEP), 2.5)


@pytest.mark.slow
def test_the_head_of_an_orthogonal_snake_is_held_still() -> None:
    free, held = free_motion(), head_motion(creeping(sl.control.GazeStabiliser(CREEP)), 2.5)
    assert held[0] < 0.2 * free[0] and held[1] < 0.25 * free[1]


@pytest.mark.slow
def test_a_noisy_inertial_unit_and_encoders_suffice() -> None:
    sensors = [sl.Imu(on="head", gyroscope_noise=2e-3, attitude_noise=5e-3), sl.Encoders(noise=1e-3)]
    free, held = free_motion(), head_motion(creeping(sl.control.GazeStabiliser(CREEP), sensors=sensors), 2.5)
    assert held[0] < 0.6 * free[0] and held[1] < 0.3 * free[1]


@pytest.mark.slow
def test_encoders_alone_compensate_the_undulation_against_the_chassis() -> None:
    free, held = free_motion(), head_motion(creeping(sl.control.GazeStabiliser(CREEP), sensors=[sl.Encoders()]), 2.5)
    assert held[0] < 0.7 * free[0] and held[1] < 0.7 * free[1]


@pytest.mark.thorough
def test_a_planar_snake_uses_one_joint_and_stays_within_its_limits() -> None:
    parts = [sl.Link(0.11, 0.08), *5 * [sl.Revolute("z", limits=sl.Limits(-0.5, 0.5)), sl.Link(0.11, 0.08)]]
    friction = sl.LinkFriction(0.05, 0.56, shape="per_axis")
    model = sl.build_model(sl.Robot(parts, base="planar"), sl.World([friction]))
    gait = sl.SerpenoidGait(0.4, 2.0, 1.2)
    free, held = (
        sl.simulate(model, c, 6.0, step=5e-3, record_rate=50) for c in (gait, sl.control.GazeStabiliser(gait, joints=1))
    )
    assert head_motion(held, 3)[0] < 0.5 * head_motion(free, 3)[0]
    assert np.abs(held["q"].values[:, -1]).max() <= 0.5 + 1e-6


def test_it_runs_step_by_step_and_from_a_scenario() -> None:
    scenario = sl.load_scenario("snakesys_steady_gaze", ["duration=0.2"])
    simulation = sl.start_scenario(scenario)
    simulation.advance(0.2)
    assert simulation.recording()["time"].values[-1] == pytest.approx(0.2)


def test_invalid_input_is_one_line() -> None:
    with pytest.raises(sl.errors.ControlError, match="motion must be a gait or a controller, got 3"):
        sl.control.GazeStabiliser(3)
    upright = sl.build_model(sl.Robot([sl.Link(0.1, 0.1), sl.Revolute("y"), sl.Link(0.1, 0.1)]))
    with pytest.raises(sl.errors.ControlError, match="needs a hinge about z"):
        sl.control.GazeStabiliser(CREEP).for_model(upright)
    flat = sl.build_model(sl.Robot([sl.Link(0.1, 0.1), sl.Revolute("z"), sl.Link(0.1, 0.1)]))
    with pytest.raises(sl.errors.ControlError, match="write joints=1"):
        sl.control.GazeStabiliser(sl.SerpenoidGait(0.1, 1.0, 0.5)).for_model(flat)
