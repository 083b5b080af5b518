"""Goal seeking with an estimated pose: arrival, clearance, the estimator's errors, invalid input."""

from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import ControlError, PerceptionError
from snakelab.robots.library.orthogonal_robots import snake_iii

GROUND = sl.Contact(stiffness=2e4, damping=400, friction=sl.SurfaceFriction(0.5, eps=5e-3))
CREEP = sl.WindingGait(2 * np.pi / 9, 0.0, 1.4, np.pi / 2, ramp=1.0)
NOISY = (
    sl.Imu(on="head", gyroscope_noise=2e-3, attitude_noise=5e-3),
    sl.Encoders(noise=1e-3),
    sl.PoseSensor(on="head", rate=0.5, position_noise=0.05),
)


def run(seeker: sl.control.GoalSeeker, duration: float, joints: int = 16) -> sl.Recording:
    model = sl.build_model(replace(snake_iii(joints, wheels=True), sensors=NOISY), sl.World([sl.Gravity(), GROUND]))
    start = sl.initial_state(model, position=(0, 0, 0.073))
    return sl.simulate(model, seeker, duration, step=8e-3, record_rate=20, state=start)


def post(x: float, y: float, radius: float = 0.1) -> np.ndarray:
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return np.column_stack([x + radius * np.cos(angle), y + radius * np.sin(angle), np.full(24, 0.08)])


@pytest.mark.thorough
def test_the_estimated_pose_is_near_the_true_one_between_fixes() -> None:
    run_result = run(sl.control.GoalSeeker(CREEP, (3.5, 1.0)), 3.0)
    estimated, time = run_result["control_estimated_head"].values, run_result["control_time"].values
    true = np.column_stack(
        [np.interp(time, run_result["time"].values, run_result["head_position"].values[:, i]) for i in range(3)]
    )
    assert np.sqrt(np.mean(np.sum((estimated - true)[:, :2] ** 2, axis=1))) < 0.15
    assert np.median(run_result["control_estimated_spread"].values) < 0.3


@pytest.mark.slow
def test_a_noisy_snake_reaches_a_goal_and_stops_there() -> None:
    run_result = run(sl.control.GoalSeeker(CREEP, (4.5, 0.3)), 22.0)
    assert np.linalg.norm(run_result["head_position"].values[-1, :2] - [4.5, 0.3]) < 0.4


def test_it_turns_away_from_a_post_and_slows_down() -> None:
    model = sl.build_model(snake_iii(16), sl.World([sl.Gravity(), GROUND]))
    q, estimator = np.zeros(16), sl.perception.OdometryWithFixes()
    estimate, _ = estimator.update(model, measured(model), estimator.begin(model))

    def chosen(wished: float, **post_at: float) -> tuple[float, float, float]:
        seeker = sl.control.GoalSeeker(CREEP, (4.0, 0.0), obstacles=post(**post_at), clearance=0.3, turn_radius=1.5)
        controller = seeker.for_model(model)
        return controller._clear(q, estimate, controller._body(q, estimate), wished, 10.0)

    turn, forward, least = chosen(0.0, x=0.5, y=0.25)
    assert turn < 0 and forward < 1.01 and 0 < least < 0.6
    assert chosen(0.3, x=0.5, y=3.0)[:2] == pytest.approx((0.3, 1.0))


def test_planned_shapes_keep_the_chassis() -> None:
    model = sl.build_model(snake_iii(16), sl.World([sl.Gravity(), GROUND]))
    controller = sl.control.GoalSeeker(CREEP, (4.0, 0.0)).for_model(model)
    estimate, _ = controller.seeker.estimator.update(model, measured(model), controller.seeker.estimator.begin(model))
    body = controller._body(controller._planned(11.0, 0.0), estimate)
    shape = controller._planned(12.5, 0.7)
    moved = body.with_shape(*outline(controller, shape)) @ controller.kinematics.frames(shape, ["head"])[0, 0]
    again = controller._body(shape, replace(estimate, T_map_head=moved))
    assert again.middle == pytest.approx(body.middle)
    assert again.heading == pytest.approx(body.heading)


def outline(controller, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    kinematics = controller.kinematics
    return kinematics.frames(q, ["head"])[0, 0, :3, 3], kinematics.centres(q)[0, :, :3, 3]


@pytest.mark.parametrize("full_turn", [pytest.param(0.12, marks=pytest.mark.slow), -0.2])
def test_the_radius_of_a_turn_is_that_of_the_run(full_turn: float) -> None:
    model = sl.build_model(snake_iii(16, wheels=True), sl.World([sl.Gravity(), GROUND]))
    bending = sl.control.GoalSeeker(CREEP, (1.0, 0.0), full_turn=full_turn).for_model(model).bending
    teleop = sl.Teleop(CREEP, 1.0, 1.0, full_turn=full_turn, response=0.4, period=0.05)
    start = sl.initial_state(model, position=(0, 0, 0.073))
    run_result = sl.simulate(model, teleop, 14.0, step=8e-3, record_rate=20, state=start)
    places = run_result["com_position"].values[:, :2]
    steady = np.stack([np.convolve(places[80:, k], np.ones(80) / 80, "valid") for k in range(2)], axis=1)  # per period
    steps = np.diff(steady, axis=0)
    angle = np.unwrap(np.arctan2(steps[:, 1], steps[:, 0]))
    radius = np.linalg.norm(steps, axis=1).sum() / (angle[-1] - angle[0])
    assert abs(radius) == pytest.approx(bending.radius, rel=0.2)
    assert np.sign(radius) == bending.sign


def test_a_goal_inside_the_smallest_circle_is_approached_straight_on_first() -> None:
    model = sl.build_model(snake_iii(16), sl.World([sl.Gravity(), GROUND]))
    controller = sl.control.GoalSeeker(CREEP, (4.0, 0.0)).for_model(model)
    radius = controller.bending.radius
    assert controller._turn(np.pi / 2, radius) == 0.0 and controller._turn(-np.pi / 2, radius) == 0.0
    assert controller._turn(np.pi / 2, 2.1 * radius) == 1.0
    assert controller._turn(-2.8, 1.0 * radius) == -1.0
    assert controller._turn(0.1, 5.0) == pytest.approx(0.3)
    assert controller._turn(0.1, 0.5) == pytest.approx(2 * radius * np.sin(0.1) / 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("goal", [(1.5, 2.0), (-1.0, 2.0)])
def test_a_goal_beside_or_behind_is_reached_without_circling(goal: tuple[float, float]) -> None:
    run_result = run(sl.control.GoalSeeker(CREEP, goal), 14.0)
    assert np.linalg.norm(run_result["head_position"].values[-1, :2] - goal) < 0.4


@pytest.mark.slow
def test_the_snake_keeps_the_clearance_from_a_post_on_its_way() -> None:
    run_result = run(sl.control.GoalSeeker(CREEP, (4.5, 0.3), obstacles=post(2.2, 0.35)), 22.0)
    clearance = run_result["control_clearance"].values
    assert clearance[np.isfinite(clearance)].min() > 0.15
    assert np.linalg.norm(run_result["head_position"].values[-1, :2] - [4.5, 0.3]) < 0.6


def test_without_a_path_wide_enough_the_gait_stops() -> None:
    ring = np.vstack([post(4.0, 0.0, radius) for radius in (0.5, 0.6, 0.7)])
    model = sl.build_model(snake_iii(16), sl.World([sl.Gravity(), GROUND]))
    controller = sl.control.GoalSeeker(CREEP, (4.0, 0.0), obstacles=ring).for_model(model)
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
        sl.control.GoalSeeker(CREEP, (1.0,))
    model = sl.build_model(replace(snake_iii(4), sensors=[sl.Encoders()]), sl.World([GROUND]))
    estimator = sl.perception.OdometryWithFixes()
    known = replace(measured(model), base_quaternion=None)
    with pytest.raises(PerceptionError, match=r"needs an attitude.*add Imu"):
        estimator.update(model, known, estimator.begin(model))
    with pytest.raises(PerceptionError, match="map points must be finite"):
        sl.control.GoalSeeker(CREEP, (1.0, 0.0), obstacles=[[np.nan, 0, 0]]).for_model(model)
