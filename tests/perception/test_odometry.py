"""Odometry from joint angles and attitude: errors of recorded runs, loads from statics, covariance of relative poses."""

from functools import cache

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import PerceptionError, SnakelabWarning
from snakelab.geometry.rotations import inverse_of, matrix_of, motion_log, quaternion_of, rotation_exp, transforms_of
from snakelab.perception.contact_loads import foundation_loads, heading_of_body, trough_loads
from snakelab.perception.odometry import BodyOdometry

SEEDS = range(5)


@cache
def run(name: str, duration: float):
    scenario = sl.load_scenario(name, [f"duration={duration}", "solver.record_rate=50"])
    model = sl.build_model(scenario.robot, scenario.world)
    recording = sl.run_scenario(scenario)
    kept = recording["time"].values >= 5 - 1e-9
    names = ("time", "q", "base_position", "base_quaternion", "base_velocity")
    return model, *(recording[name].values[kept] for name in names)


def estimate(name: str, seed: int, duration: float = 15.0, friction: tuple[float, ...] | None = None, **settings):
    """Odometry with noisy sensors, and the true poses; `friction` are factors of the coefficients that the odometry uses."""
    model, time, q, position, quaternion, velocity = run(name, duration)
    rng, R = np.random.default_rng(seed), matrix_of(quaternion)
    free = np.array([0, 0, 1.0]) if model.robot.base == "planar" else np.ones(3)
    attitude = quaternion_of(R @ rotation_exp(5e-3 * free * rng.normal(size=(len(q), 3))))
    rate = np.einsum("nji,nj->ni", R, velocity[:, 3:]) + 2e-3 * free * rng.normal(size=(len(q), 3))
    noisy = q + 1e-3 * rng.normal(size=q.shape)
    odometry = BodyOdometry(model, **settings)
    if friction is not None:
        law = odometry.points.friction
        odometry.points.friction = law._replace(
            tangential=law.tangential * friction[0],
            backward=law.backward * friction[0],
            normal=law.normal * friction[1],
        )
    return odometry.run(time, noisy, attitude, rate, frame="base"), transforms_of(R, position)


def normalised_errors(odometry, truth, planar: bool, lags=(50, 200)) -> list[float]:
    """Squared errors of relative poses by their covariance, per degree of freedom."""
    free = [2, 3, 4] if planar else list(range(6))
    time, squared = odometry.trajectory.time, []
    for lag in lags:
        for k in range(10, len(time) - lag - 10, 33):
            pose = odometry.between(time[k], time[k + lag])
            error = motion_log(inverse_of(pose.T) @ inverse_of(truth[k]) @ truth[k + lag])[free]
            squared.append(error @ np.linalg.solve(pose.covariance[np.ix_(free, free)], error) / len(free))
            assert np.linalg.eigvalsh(pose.covariance).min() > 0
    return squared


@pytest.mark.slow
@pytest.mark.parametrize("lag", [pytest.param(3, marks=pytest.mark.slow), 10, pytest.param(50, marks=pytest.mark.slow)])
def test_rotations_without_a_gyroscope_err_as_their_covariance_states(lag):
    model, time, q, _, quaternion, _ = run("snakesys_creeping", 15.0)
    R, squared = matrix_of(quaternion), []
    for seed in range(3):
        noise = 5e-3 * np.random.default_rng(seed).normal(size=(len(q), 3))
        result = BodyOdometry(model, n_samples=0).run(time, q, quaternion_of(R @ rotation_exp(noise)), frame="base")
        for k in range(20, len(time) - lag - 20, 7):
            step = result.between(time[k], time[k + lag])
            true = np.swapaxes(R[k], 0, 1) @ R[k + lag]
            error = motion_log(transforms_of(true.T @ step.T[:3, :3], np.zeros(3)))[:3]
            squared.append(error @ np.linalg.solve(step.covariance[:3, :3], error) / 3)
    assert 0.5 < np.mean(squared) < 2.0


# Bounds: about twice the mean error of five seeds; a rule of no slip at the lowest links errs by 4 % and 89 %.
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("name", "bound"),
    [
        ("snakesys_creeping", 0.01),
        ("planar_prototype", 0.009),
        pytest.param("snakesys_sidewinding", 0.12, marks=pytest.mark.slow),
        pytest.param("snakesys_arc_rolling", 0.08, marks=pytest.mark.slow),
        pytest.param("snakesys_flat_arc_rolling", 0.1, marks=pytest.mark.slow),
        pytest.param("planar_coulomb", 0.005, marks=pytest.mark.slow),
        pytest.param("planar_viscous", 0.012, marks=pytest.mark.slow),
    ],
)
def test_the_estimated_path_is_that_of_the_run(name: str, bound: float) -> None:
    errors = []
    for seed in SEEDS if bound > 0.01 or name == "planar_coulomb" else (0, 1):
        actual, truth = estimate(name, seed, n_samples=0)
        moved = (truth[-1] - truth[0])[:2, 3]
        errors.append(np.linalg.norm(actual.trajectory.position[-1, :2] - moved) / np.linalg.norm(moved))
    assert np.mean(errors) < bound


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("name", "bound"), [("snakesys_creeping", 2e-4), ("planar_prototype", 4e-4), ("planar_coulomb", 2e-4)]
)
def test_exact_sensors_leave_only_the_error_of_the_model(name: str, bound: float) -> None:
    """Velocities between samples instead of a continuous motion: 0.003 to 0.02 % of the path."""
    model, time, q, position, quaternion, _ = run(name, 15.0)
    run_result = BodyOdometry(model, 0.0, 0.0, 0.0, 0.0, 0.0).run(time, q, quaternion, frame="base")
    moved = position[-1] - position[0]
    assert np.linalg.norm(run_result.trajectory.position[-1] - moved) < bound * np.linalg.norm(moved)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seeds"),
    [
        ("planar_prototype", 6),
        ("snakesys_creeping", 1),
        pytest.param("planar_viscous", 6, marks=pytest.mark.slow),
        pytest.param("planar_coulomb", 6, marks=pytest.mark.slow),
        pytest.param("snakesys_sidewinding", 5, marks=pytest.mark.slow),
        pytest.param("snakesys_arc_rolling", 5, marks=pytest.mark.slow),
        pytest.param("snakesys_flat_arc_rolling", 5, marks=pytest.mark.slow),
    ],
)
def test_relative_poses_are_consistent_with_their_covariance(name: str, seeds: int) -> None:
    squared = []
    for seed in range(seeds):
        odometry, truth = estimate(name, seed)
        squared += normalised_errors(odometry, truth, name.startswith("planar"))
    assert 0.5 < np.mean(squared) < 2.0
    with pytest.raises(PerceptionError, match="two instants in order, got 6 and 5 s"):
        odometry.between(6.0, 5.0)


@pytest.mark.slow
def test_a_declared_error_of_friction_is_in_the_covariance() -> None:
    """The coefficients of the odometry err by 10 %, one draw for each seed."""
    declared, hidden = [], []
    for seed in range(8):
        factors = tuple(1 + 0.1 * np.random.default_rng(1000 + seed).normal(size=2))
        for error, squared in ((0.1, declared), (0.0, hidden)):
            settings = {"friction_error": error, "n_samples": 6}
            odometry, truth = estimate("planar_viscous", seed, friction=factors, **settings)
            squared += normalised_errors(odometry, truth, planar=True)
    assert 0.5 < np.mean(declared) < 2.0
    assert np.mean(hidden) > 4.0


def test_invalid_noise_is_refused() -> None:
    model, *_ = run("planar_prototype", 15.0)
    with pytest.raises(PerceptionError, match=r"friction_error must be at least 0.*got -0.1; 0.1 for 10 %"):
        BodyOdometry(model, friction_error=-0.1)
    with pytest.raises(PerceptionError, match="n_samples"):
        BodyOdometry(model, n_samples=-1)


def test_loads_carry_the_weight_without_a_moment() -> None:
    rng = np.random.default_rng(1)
    place = np.concatenate([rng.uniform(-1, 1, (4, 30, 2)), 0.002 * rng.random((4, 30, 1))], axis=-1)
    centre = place.mean(axis=1)
    loads, _ = foundation_loads(place, centre, 100.0, 0.01)
    assert np.allclose(loads.sum(axis=1), 100) and (loads >= 0).all()
    assert np.abs(np.einsum("nm,nmi->ni", loads, place[..., :2] - centre[:, None, :2])).max() < 1.0


def test_loads_in_a_pipe_balance_the_weight_and_give_the_place_in_its_cross_section() -> None:
    """A planar wave on the wall of a pipe, moved and yawed away from its place."""
    x = np.linspace(-2, 2, 60)
    y = 0.3 * np.sin(3 * x)
    wall = np.column_stack([x, y, -np.sqrt(0.6**2 - y**2)])
    moved = wall @ _turn(0.05).T - [0, 0.07, 0.4]
    centre = moved.mean(axis=0)
    trough = trough_loads(moved[None], centre[None], 100.0, 3e-3, 0.6, 0.1)
    out = trough.place[0] / np.linalg.norm(trough.place[0], axis=1, keepdims=True)
    assert np.abs(trough.loads[0] @ out - [0, -100]).max() < 0.01
    assert abs(trough.loads[0] @ (x * out[:, 1])) < 0.5
    assert np.abs(trough.place[0] - wall[:, 1:]).max() < 1e-3
    assert abs(trough.yaw[0] + 0.05) < 1e-3 and np.abs(trough.origin[0] - [0.07, 0.4]).max() < 1e-3
    assert abs(np.sin(heading_of_body((wall @ _turn(0.4).T)[None]) - 0.4)) < 0.1


def _turn(angle: float) -> np.ndarray:
    return np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1.0]])


def swinging_in_a_pipe(heading: float):
    """Odometry of two links that swing about each other on the wall of a pipe of some heading."""
    pipe = sl.Pipe([-2 * _turn(heading)[:, 0], 2 * _turn(heading)[:, 0]], 0.2)
    robot = sl.Robot([sl.Link(0.5, 1.0, sl.Cylinder(0.05)), sl.Revolute("z"), sl.Link(0.5, 1.0, sl.Cylinder(0.05))])
    model = sl.build_model(robot, sl.World([sl.Gravity(), sl.Contact(pipe)]))
    time = np.linspace(0, 2.0, 101)
    q = 0.3 * np.sin(3 * time)[:, None]
    yaw = heading - q[:, 0] / 2
    attitude = np.column_stack([np.cos(yaw / 2), 0 * time, 0 * time, np.sin(yaw / 2)])
    return BodyOdometry(model, encoder_noise=1e-4, attitude_noise=0.0).run(time, q, attitude, frame="base")


@pytest.mark.slow
def test_the_place_across_a_pipe_does_not_drift_whatever_its_heading() -> None:
    straight, turned = swinging_in_a_pipe(0.0), swinging_in_a_pipe(0.7)
    assert np.abs(turned.trajectory.position @ _turn(0.7) - straight.trajectory.position).max() < 1e-5
    # the centres of both links stay over the axis of the pipe, and the tracked end swings about the centre of its link
    swing = 0.25 * np.sin(0.15 * np.sin(3 * straight.trajectory.time))
    assert np.abs(np.abs(straight.trajectory.position[:, 1]) - np.abs(swing)).max() < 1e-3
    turn = np.swapaxes(_turn(0.7).T @ matrix_of(turned.trajectory.quaternion), 1, 2)
    covariance = np.swapaxes(turn, 1, 2) @ turned.trajectory.covariance[:, 3:, 3:] @ turn
    assert np.sqrt(covariance[1:, 1, 1].max()) < 1e-3


def test_a_pipe_with_a_bend_is_taken_as_level_ground_with_a_warning() -> None:
    pipe = sl.Pipe([[-1, 0, 0], [0, 0, 0], [1, 1, 0]], 0.2)
    model = sl.build_model(sl.Robot([sl.Link(0.5, 1.0, sl.Cylinder(0.05))]), sl.World([sl.Gravity(), sl.Contact(pipe)]))
    with pytest.warns(SnakelabWarning, match="straight and level pipes"):
        BodyOdometry(model)


def no_friction(pose, twist, load, parameters, wrench, damping, stiffness):
    """No force."""


@pytest.mark.parametrize(("law", "message"), [(sl.UserLaw(no_friction), "law 'no_friction'"), (None, "no friction")])
def test_a_contact_without_known_coefficients_needs_them_as_an_argument(law, message) -> None:
    robot = sl.Robot([sl.Link(0.5, 1.0, sl.Cylinder(0.05))])
    model = sl.build_model(robot, sl.World([sl.Gravity(), sl.Contact(friction=law)]))
    with pytest.raises(PerceptionError, match=rf"{message}.*friction=SurfaceFriction\(0.5\)"):
        BodyOdometry(model)
    odometry = BodyOdometry(model, friction=sl.SurfaceFriction(0.3))
    assert odometry.points.friction.tangential == pytest.approx(0.3)


@pytest.mark.slow
def test_the_path_of_creeping_in_a_pipe_is_that_of_the_run() -> None:
    """Taken as level ground, the same run errs by a third."""
    pipe = "world.media.1.contact.surface={pipe: {line: [[-6, 0, 0.6], [20, 0, 0.6]], radii: 0.6}}"
    scenario = sl.load_scenario("snakesys_creeping", ["duration=20", "solver.record_rate=50", pipe])
    model, run = sl.build_model(scenario.robot, scenario.world), sl.run_scenario(scenario)
    kept = run["time"].values >= 5 - 1e-9
    time, q, position, quaternion = (
        run[name].values[kept] for name in ("time", "q", "head_position", "head_quaternion")
    )
    errors = []
    for seed in range(3):
        rng = np.random.default_rng(seed)
        attitude = quaternion_of(matrix_of(quaternion) @ rotation_exp(5e-3 * rng.normal(size=(len(q), 3))))
        actual = BodyOdometry(model, n_samples=0).run(time, q + 1e-3 * rng.normal(size=q.shape), attitude)
        errors.append(actual.trajectory.position[-1] - (position[-1] - position[0]))
    moved = np.linalg.norm(position[-1] - position[0])
    assert np.mean(np.abs(errors), axis=0)[0] < 0.08 * moved
    assert np.abs(errors)[:, 1:].max() < 0.01


def test_a_cylinder_on_the_ground_rolls_without_slip() -> None:
    model = sl.build_model(sl.Robot([sl.Link(0.5, 1.0, sl.Cylinder(0.05))]), sl.World([sl.Gravity(), sl.Contact()]))
    angle = np.linspace(0, 2.0, 101)
    quaternion = np.column_stack([np.cos(angle / 2), np.sin(angle / 2), 0 * angle, 0 * angle])
    run_result = BodyOdometry(model, encoder_noise=0.0, attitude_noise=0.0).run(
        angle, np.zeros((101, 0)), quaternion, frame="base"
    )
    assert np.abs(run_result.trajectory.position[-1] - [0, -0.1, 0]).max() < 1e-4


def test_invalid_input_is_one_line() -> None:
    model, time, q, _, quaternion, _ = run("planar_prototype", 15.0)
    odometry = BodyOdometry(model)
    with pytest.raises(PerceptionError, match="equidistant"):
        odometry.run(time**2, q, quaternion)
    with pytest.raises(PerceptionError, match="has 4 joint angles, got 3"):
        odometry.run(time, q[:, :3], quaternion)
    with pytest.raises(PerceptionError, match="attitude must have shape"):
        odometry.run(time, q, quaternion[:-1])
    with pytest.raises(PerceptionError, match="friction between body and ground"):
        BodyOdometry(sl.build_model(model.robot))
