"""Goal seeking with an estimated pose: arrival, clearance, the estimator's errors, invalid input."""

from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import ControlError, PerceptionError
from snakelab.robots.library.orthogonal import snake_iii

GROUND = sl.Contact(stiffness=2e4, damping=400, friction=sl.SurfaceFriction(0.5, eps=5e-3))
CREEP = sl.WindingGait(2 * np.pi / 9, 0.0, 1.4, np.pi / 2, ramp=1.0)
NOISY = (
    sl.Imu(on="head", gyroscope_noise=2e-3, attitude_noise=5e-3),
    sl.Encoders(noise=1e-3),
    sl.PoseSensor(on="head", rate=0.5, position_noise=0.05),
)


def run(seeker: sl.GoalSeeker, duration: float, joints: int = 16) -> sl.Recording:
    model = sl.build_model(replace(snake_iii(joints, wheels=True), sensors=NOISY), sl.World([sl.Gravity(), GROUND]))
    start = sl.initial_state(model, position=(0, 0, 0.073))
    return sl.simulate(model, seeker, duration, step=8e-3, record_rate=20, state=start)


def post(x: float, y: float, radius: float = 0.1) -> np.ndarray:
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return np.column_stack([x + radius * np.cos(angle), y + radius * np.sin(angle), np.full(24, 0.08)])


def test_the_estimated_pose_is_near_the_true_one_between_fixes() -> None:
    run_result = run(sl.GoalSeeker(CREEP, (3.5, 1.0)), 3.0)
    estimated, time = run_result["control_estimated_head"].values, run_result["control_time"].values
    true = np.column_stack(
        [np.interp(time, run_result["time"].values, run_result["head_position"].values[:, i]) for i in range(3)]
    )
    assert np.sqrt(np.mean(np.sum((estimated - true)[:, :2] ** 2, axis=1))) < 0.15
    assert np.median(run_result["control_estimated_spread"].values) < 0.3


@pytest.mark.slow
def test_a_noisy_snake_reaches_a_goal_and_stops_there() -> None:
    run_result = run(sl.GoalSeeker(CREEP, (4.5, 0.3)), 22.0)
    assert np.linalg.norm(run_result["head_position"].values[-1, :2] - [4.5, 0.3]) < 0.4


def test_it_turns_away_from_a_post_and_slows_down() -> None:
    seeker = sl.GoalSeeker(CREEP, (4.0, 0.0), obstacles=post(0.5, 0.25), clearance=0.3)
    model = sl.build_model(snake_iii(16), sl.World([sl.Gravity(), GROUND]))
    controller = seeker.for_model(model)
    estimate, _ = seeker.estimator.update(model, measured(model), seeker.estimator.begin(model))
    turn, forward, least = controller._clear(np.zeros(16), estimate, np.array([-1.4, 0, 0]), 0.0, 0.0, 0.0)
    assert turn < 0 and forward < 1.01 and 0 < least < 0.6
    free = sl.GoalSeeker(CREEP, (4.0, 0.0), obstacles=post(0.5, 3.0)).for_model(model)
    assert free._clear(np.zeros(16), estimate, np.array([-1.4, 0, 0]), 0.0, 0.2, 0.0)[:2] == pytest.approx((0.3, 1.0))


@pytest.mark.slow
def test_the_snake_keeps_the_clearance_from_a_post_on_its_way() -> None:
    run_result = run(sl.GoalSeeker(CREEP, (4.5, 0.3), obstacles=post(2.2, 0.35)), 22.0)
    clearance = run_result["control_clearance"].values
    assert clearance[np.isfinite(clearance)].min() > 0.15
    assert np.linalg.norm(run_result["head_position"].values[-1, :2] - [4.5, 0.3]) < 0.6


def test_without_a_path_wide_enough_the_gait_stops() -> None:
    ring = np.vstack([post(4.0, 0.0, radius) for radius in (0.5, 0.6, 0.7)])
    model = sl.build_model(snake_iii(16), sl.World([sl.Gravity(), GROUND]))
    controller = sl.GoalSeeker(CREEP, (4.0, 0.0), obstacles=ring).for_model(model)
    _, memory = controller.start(model, 0.0)
    command, memory = controller.command(measured(model), memory)
    assert command.notes["passage"] == 0.0
    assert memory["gait"]["forward"] == pytest.approx(0.0, abs=0.2)


def measured(model: sl.Model) -> sl.Measurement:
    n = model.n_coordinates
    start = (np.zeros(3), np.array([1.0, 0, 0, 0]), np.zeros(6))
    return sl.Measurement(0.0, np.zeros(n), np.zeros(n), np.zeros(n), *start)


def test_the_scenario_is_in_the_library() -> None:
    simulation = sl.start_scenario(sl.load_scenario("orthogonal_goal_estimated", ["duration=0.2"]))
    simulation.advance(0.2)
    assert "control_clearance" in simulation.recording().dataset


def test_invalid_input_is_one_line() -> None:
    with pytest.raises(ControlError, match="goal must be 2 numbers"):
        sl.GoalSeeker(CREEP, (1.0,))
    model = sl.build_model(replace(snake_iii(4), sensors=[sl.Encoders()]), sl.World([GROUND]))
    estimator = sl.OdometryWithFixes()
    known = replace(measured(model), base_quaternion=None)
    with pytest.raises(PerceptionError, match=r"needs an attitude.*add Imu"):
        estimator.update(model, known, estimator.begin(model))
    with pytest.raises(PerceptionError, match="map points must be finite"):
        sl.GoalSeeker(CREEP, (1.0, 0.0), obstacles=[[np.nan, 0, 0]]).for_model(model)
