"""Map and estimates beside the truth in recordings and on the report page."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import RecordingError
from snakelab.plugins.studio.page.scene_data import Packer, mapping, pyramids
from snakelab.results.recorded_objects import mapped_in


def small() -> sl.Recording:
    robot = sl.Robot([sl.Link(0.1, 0.1), sl.Revolute(), sl.Link(0.1, 0.1)], base="planar")
    model = sl.build_model(robot, sl.World([sl.ViscousFriction(0.1, 1.0)]))
    return sl.simulate(model, sl.SerpenoidGait(0.5, 1.0, 0.5), 0.1, step=0.01)


@pytest.mark.thorough
def test_map_and_estimates_survive_a_file_and_reach_the_page(tmp_path) -> None:
    run = small()
    body = run["link_position"].values + 0.01
    points = np.random.default_rng(0).normal(size=(50, 3))
    covariance = np.broadcast_to(np.diag([1e-4, 4e-4, 0.0]), (*body.shape[:2], 3, 3))
    assert mapped_in(run) is None and mapping(run, np.arange(2), Packer()) is None
    sl.results.with_map(run, points, body, covariance).save(tmp_path / "run.nc")
    actual = mapped_in(sl.load(tmp_path / "run.nc"))
    assert np.array_equal(actual.points, points) and np.array_equal(actual.body, body)
    packed = mapping(sl.load(tmp_path / "run.nc"), np.arange(3), Packer())
    assert packed["points"]["shape"] == [3, 50] and packed["body"]["shape"] == [6, 3]
    assert packed["ellipsoids"]["shape"] == [18, 3]


@pytest.mark.thorough
def test_a_report_page_with_a_map_is_written(tmp_path) -> None:
    run = sl.results.with_map(small(), [[0.0, 0.1, 0.0]])
    sl.report(run, tmp_path / "out")
    assert "Map and estimate" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")


@pytest.mark.thorough
def test_keyframes_are_pyramids_that_open_where_the_camera_looks(tmp_path) -> None:
    poses = np.tile(np.eye(4), (3, 1, 1))
    poses[:, :3, :3] = [[0, 0, 1], [-1, 0, 0], [0, -1, 0]]  # looks along x
    poses[:, 0, 3] = [0.0, 1.0, 2.0]
    sl.results.with_map(small(), keyframes=poses).save(tmp_path / "run.nc")
    run = sl.load(tmp_path / "run.nc")
    assert np.array_equal(mapped_in(run).keyframes, poses)
    packed = mapping(run, np.arange(2), Packer())
    assert packed["keyframes"]["shape"] == [3, 48] and packed["points"] is None
    edges = pyramids(poses, 0.1).reshape(3, 8, 2, 3)
    assert np.allclose(edges[:, :4, 0], poses[:, None, :3, 3])  # from the optical centre
    assert np.allclose(edges[:, :, 1, 0], poses[:, :1, 3] + 0.1)  # to the base ahead
    assert np.allclose(np.abs(edges[:, :, 1, 1:]).max(axis=(0, 1)), [0.08, 0.05])


def test_invalid_estimates_are_one_line() -> None:
    run = small()
    body = run["link_position"].values
    with pytest.raises(RecordingError, match="estimated_body must have shape"):
        sl.results.with_map(run, body=body[1:])
    with pytest.raises(RecordingError, match="positive semidefinite"):
        sl.results.with_map(run, body=body, covariance=np.broadcast_to(-np.eye(3), (*body.shape[:2], 3, 3)))
    with pytest.raises(RecordingError, match="needs the estimated places"):
        sl.results.with_map(run, covariance=np.zeros((1, 1, 3, 3)))
    with pytest.raises(RecordingError, match="keyframe_poses must be poses"):
        sl.results.with_map(run, keyframes=2 * np.eye(4)[None])
    with pytest.raises(RecordingError, match="map_points must be finite"):
        sl.results.with_map(run, [[0, 0, np.nan]])
