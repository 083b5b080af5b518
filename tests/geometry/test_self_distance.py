"""How near a body comes to itself: against closed forms, a search by optimisation, and MuJoCo's own distances."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

import snakelab as sl
from snakelab.geometry.self_distance import Pieces, nearest_pairs, pair_distances, segment_distances
from snakelab.physics.clearance import self_distances
from snakelab.robots.library.orthogonal_robots import snake_iii

PAIR = (np.array([0]), np.array([1]))


def nearest_by_search(pieces):
    """Least distance of two boxes by a bounded quadratic problem."""
    (p, q), (R, S) = pieces.centre[0], pieces.rotation[0]
    ends = [(-h, h) for h in pieces.half.ravel()]

    def squared(u):
        d = p + R @ u[:3] - q - S @ u[3:]
        return d @ d, 2 * np.concatenate([R.T @ d, -S.T @ d])

    minimum = minimize(squared, np.zeros(6), jac=True, bounds=ends, options={"ftol": 1e-16, "gtol": 1e-12})
    return np.sqrt(minimum.fun)


@pytest.mark.parametrize("seed", range(6))
def test_two_boxes_are_as_far_apart_as_a_search_finds(seed):
    rng = np.random.default_rng(seed)
    turns = Rotation.random(2, random_state=seed).as_matrix()[None]
    pieces = Pieces(
        np.array([[[0, 0, 0], rng.uniform(0.5, 1, 3)]]), turns, rng.uniform(0.05, 0.25, (2, 3)), np.ones(2, bool)
    )
    assert_allclose(pair_distances(pieces, *PAIR)[0, 0], nearest_by_search(pieces), atol=1e-5)


def test_boxes_in_each_other_are_as_deep_as_the_shortest_way_out():
    pieces = Pieces(
        np.array([[[0, 0, 0], [0.9, 0.1, 0.0]]]),
        np.tile(np.eye(3), (1, 2, 1, 1)),
        np.full((2, 3), 0.5),
        np.ones(2, bool),
    )
    assert_allclose(pair_distances(pieces, *PAIR)[0, 0], -0.1)


@pytest.mark.parametrize(
    ("a", "b", "c", "d", "distance"),
    [
        ((0, 0, 0), (1, 0, 0), (0.5, -1, 2), (0.5, 1, 2), 2.0),  # crossing above each other
        ((0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0), 1.0),  # in line
        ((0, 0, 0), (1, 0, 0), (0.2, 3, 0), (0.8, 3, 0), 3.0),  # parallel
        ((0, 0, 0), (1, 0, 0), (2, 1, 0), (2, 5, 0), np.sqrt(2)),  # end to end
        ((0, 0, 0), (1, 0, 0), (0.7, 1, 0), (0.7, 1, 0), 1.0),  # a point beside a segment
        ((0.7, 1, 0), (0.7, 1, 0), (0, 0, 0), (1, 0, 0), 1.0),
        ((1, 2, 0), (1, 2, 0), (1, 0, 0), (1, 0, 0), 2.0),  # two points
    ],
)
def test_segments_have_the_distance_of_their_nearest_points(a, b, c, d, distance):
    points = [np.array(point, float) for point in (a, b, c, d)]
    assert_allclose(segment_distances(*points), distance, atol=1e-12)


@pytest.mark.parametrize("base_end", ["tail", "head"])
def test_a_body_bent_into_a_horseshoe_meets_itself(base_end):
    """Three right angles to the left bring the first link beside the last: between the axes 0.2 m less two radii."""
    link = sl.Link(0.2, 0.1, sl.Cylinder(0.03))
    parts = [link, sl.Revolute("z"), link, sl.Revolute("z"), link]
    model = sl.build_model(sl.Robot(parts, base_end=base_end))
    distance = sl.physics.self_distance(model, [np.pi / 2, np.pi / 2])
    assert_allclose(distance.distance, 0.2 - 0.06)
    assert {distance.first, distance.second} == {"link1", "link3"}
    assert sl.physics.self_distance(model, [2.6, 2.6]).distance < 0


@pytest.mark.parametrize("section", ["round", "box"])
def test_the_links_of_the_engine_are_where_the_distances_are_taken(section):
    """From poses of the recursion, by sampling points of the links' axes: an upper bound that comes near."""
    model = sl.build_model(snake_iii(6, section=section))
    q = np.random.default_rng(4).uniform(-1.4, 1.4, 6)
    poses = sl.forward_kinematics(model, sl.initial_state(model, q=q))
    distances = self_distances(model, q[None])
    links = [part for part in model.robot.parts if isinstance(part, sl.Link)]
    clouds = []
    for i in (distances.first[0], distances.second[0]):
        T, com = poses[model.station_names[i]], links[i].com_point()
        x, a = np.linspace(0, 0.16, 17), np.linspace(-0.055, 0.055, 7)
        grid = np.stack(np.meshgrid(x, *((a, a) if section == "box" else ([0.0], [0.0]))), axis=-1).reshape(-1, 3)
        clouds.append(T[:3, 3] + (grid - com) @ T[:3, :3].T)
    least = np.linalg.norm(clouds[0][:, None] - clouds[1][None], axis=-1).min() - (0.0 if section == "box" else 0.11)
    assert distances.distance[0] - 1e-9 <= least < distances.distance[0] + 0.01


def test_a_station_of_a_soft_section_counts_too():
    section = sl.SoftSection(0.3, 0.2, 0.0125, 0.02)
    robot = sl.Robot([section, sl.Revolute("z"), sl.Link(0.1, 0.1, sl.Cylinder(0.02)), sl.Revolute("z"), section])
    q = np.zeros(8)
    q[3:5] = 2.2
    assert sl.physics.self_distance(robot).distance > 0.02 and sl.physics.self_distance(robot, q).distance < 0


def test_a_shape_through_itself_is_refused_with_links_and_depth():
    model = sl.build_model(snake_iii())
    with pytest.raises(
        sl.errors.GaitError, match=r"intersect itself: link\d+ and link\d+ are \d+\.?\d* mm inside each other"
    ):
        sl.HelixRollingGait(0.3).reference(model)
    sl.HelixRollingGait(0.26, 0.04, phase_factor=2.0).reference(model)


def test_a_recording_tells_how_near_its_body_came():
    link = sl.Link(0.2, 0.1, sl.Cylinder(0.03))
    model = sl.build_model(sl.Robot([link, sl.Revolute("z"), link, sl.Revolute("z"), link], "planar"))
    for angle, deep in ((np.pi / 2, False), (2.6, True)):
        run = sl.simulate(model, sl.gaits.SteadyGait([angle, angle]), 0.02)
        assert_allclose(
            sl.metrics(run)["min_self_distance"], sl.physics.self_distance(model, [angle, angle]).distance, atol=1e-6
        )
        assert any("intersected itself" in line for line in sl.remarks(run)) == deep


@pytest.mark.parametrize("n_exhaustive", [0, 128], ids=["with a tree", "without"])
@pytest.mark.parametrize("seed", range(8))
def test_the_nearest_pair_is_that_of_all_pairs(seed, n_exhaustive):
    """Pieces of very different sizes, boxes and capsules, some in each other; against all pairs at once."""
    rng = np.random.default_rng(seed)
    n, m = 40, 3
    turns = Rotation.random(m * n, random_state=seed).as_matrix().reshape(m, n, 3, 3)
    half = 10 ** rng.uniform(-2.5, -0.7 - 0.1 * seed, (n, 3))
    half[:, 2] = half[:, 1]
    pieces = Pieces(rng.uniform(-1, 1, (m, n, 3)), turns, half, rng.random(n) < 0.5)
    first, second = np.triu_indices(n, 1)
    keep = second - first > 2
    every = pair_distances(pieces, first[keep], second[keep])
    pairs = nearest_pairs(pieces, lambda i, j: j - i > 2, n_exhaustive)
    assert_allclose(pairs.distance, every.min(axis=1), atol=1e-9)
    k = every.argmin(axis=1)
    assert (pairs.first == first[keep][k]).all() and (pairs.second == second[keep][k]).all()


def test_no_pair_is_allowed_or_there_is_no_piece():
    pieces = Pieces(np.zeros((2, 5, 3)), np.tile(np.eye(3), (2, 5, 1, 1)), np.full((5, 3), 0.1), np.zeros(5, bool))
    assert np.isinf(nearest_pairs(pieces, lambda i, j: np.zeros(len(i), bool)).distance).all()
    nothing = Pieces(np.zeros((0, 5, 3)), np.zeros((0, 5, 3, 3)), np.full((5, 3), 0.1), np.zeros(5, bool))
    assert nearest_pairs(nothing, lambda i, j: j > i).distance.size == 0


def test_many_links_take_memory_and_pairs_in_proportion(monkeypatch):
    """Per shape no more than a few pairs for each link; all pairs of 2,000 links are two million."""
    counted = []

    def counting(pieces, first, second):
        counted.append(len(first))
        return pair_distances(pieces, first, second)

    monkeypatch.setattr("snakelab.geometry.self_distance.pair_distances", counting)
    n = 2000
    angle = np.linspace(0, 40, n)
    centre = np.stack([angle * np.cos(angle), angle * np.sin(angle), 0 * angle], axis=1)[None]
    rotation = np.tile(np.eye(3), (1, n, 1, 1))
    pieces = Pieces(centre, rotation, np.full((n, 3), 0.01), np.zeros(n, bool))
    assert nearest_pairs(pieces, lambda i, j: j - i > 1).distance > 0
    assert sum(counted) < 20 * n
