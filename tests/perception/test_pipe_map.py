"""A snake in a pipe maps it: ranges from ray casting, radius and centre line of the map against the truth."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import PerceptionError
from snakelab.geometry.rotations import motion_exp
from snakelab.perception.body_kinematics import BodyKinematics
from snakelab.perception.maps import BodyInMap, PointMap, RangeScanner, fit_pipe

LINE = [[-3.0, 0, 0], [1.0, 0, 0], [3.0, 0.6, 0], [5.0, 0.6, 0]]


def pipe_world(radius: float = 0.3) -> sl.World:
    return sl.World([sl.Gravity(), sl.Contact(sl.Pipe(LINE, radius))])


def test_a_ray_ends_on_the_wall() -> None:
    world, scanner = pipe_world(), RangeScanner(9, 7, noise=0.0, reach=10.0)
    for turn in (0.0, 0.4):
        T = motion_exp(np.array([0, turn, turn, -1.0, 0.05, -0.05]))
        points = scanner.scan(world, T) @ T[:3, :3].T + T[:3, 3]
        gaps = [abs(sl.geometry.signed_distance(world.media[1].surface, p)[0]) for p in points]
        assert len(points) > 40 and max(gaps) < 2e-4
    assert len(RangeScanner(5, 5, (0.1, 0.1), reach=0.5).scan(world, np.eye(4))) == 0


def test_the_mapped_pipe_has_the_radius_and_centre_line_of_the_true_one() -> None:
    world, scanner = pipe_world(), RangeScanner()
    x = np.linspace(-2, 3.5, 20)
    y = np.interp(x, *np.array(LINE).T[:2])
    cloud = []
    for k, place in enumerate(np.column_stack([x, y, 0 * x])):
        T = motion_exp(np.zeros(6))
        T[:3, 3] = place
        cloud.append(scanner.scan(world, T, seed=k) + place)
    pipe = fit_pipe(np.vstack(cloud), np.column_stack([x, y, 0 * x]), 0.2)
    middle = (pipe.centre[:, 0] > -1) & (pipe.centre[:, 0] < 4)
    off = pipe.centre[middle, 1] - np.interp(pipe.centre[middle, 0], *np.array(LINE).T[:2])
    assert np.median(np.abs(pipe.radius[middle] - 0.3)) < 0.01
    assert np.sqrt(np.mean(off**2 + pipe.centre[middle, 2] ** 2)) < 0.03


@pytest.mark.slow
def test_the_snake_in_a_pipe_maps_it_from_its_own_head() -> None:
    scenario = sl.load_scenario("snakesys_pipe", ["duration=6"])
    model = sl.build_model(scenario.robot, scenario.world)
    run = sl.run_scenario(scenario)
    body = BodyKinematics(model)
    rows = range(0, run.dataset.sizes["time"], 12)
    heads = sl.results.recorded_frames(model, run, ["head"])["head"]
    scanner = RangeScanner(field_of_view=(2.0, 2.0), reach=1.0)
    cloud = np.vstack([scanner.scan(scenario.world, heads[i], i) @ heads[i][:3, :3].T + heads[i][:3, 3] for i in rows])
    pipe = fit_pipe(cloud, [[4.0, 0, 0], [6.0, 0, 0]], 0.1)
    assert np.median(np.abs(pipe.radius - 0.16)) < 0.003
    assert np.median(np.linalg.norm(pipe.centre[:, 1:], axis=1)) < 0.005
    q = run["q"].values[-1]
    ahead = BodyInMap(model, PointMap(cloud))
    assert ahead.passage_width(
        np.vstack([[1, 0, 0, heads[-1][0, 3]], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]), 0.3
    ) == pytest.approx(0.32, abs=0.01)
    assert body.angles(q).shape == (1, 28)


def test_invalid_input_is_one_line() -> None:
    with pytest.raises(PerceptionError, match="width must be a whole number of at least 1"):
        RangeScanner(0, 5)
    with pytest.raises(PerceptionError, match="no surface"):
        RangeScanner().scan(sl.World([sl.Gravity()]), np.eye(4))
    with pytest.raises(PerceptionError, match="the map is empty"):
        fit_pipe(np.zeros((0, 3)), [[0, 0, 0], [1, 0, 0]])
    with pytest.raises(PerceptionError, match="no slice has 12 points"):
        fit_pipe(np.random.default_rng(0).normal(size=(5, 3)), [[0, 0, 0], [1, 0, 0]])
