"""Recognition of places and correction of the map."""

from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest

from box_room_frames import drawn, room
from optional_packages import cv2, gtsam
from snakelab.geometry.rotations import inverse_of, matrix_of, rotation_exp, transforms_of
from snakelab.plugins.slam.estimator import Edge, Loops, StereoInertialSlam, consecutive_edges, optimise_poses
from snakelab.plugins.slam.keyframes import Keyframe

assert cv2 and gtsam


@pytest.fixture
def slam():
    made = room(with_imu=False)
    slam = StereoInertialSlam(made.model)
    for frame in drawn(80)[:60]:
        slam.add_frame(frame)
    return slam


def true_pose(k: int) -> np.ndarray:
    truth = room().truth
    return transforms_of(matrix_of(truth.quaternion[k : k + 1])[0], truth.position[k])


def test_a_closed_loop_removes_the_drift_of_a_ring():
    angles = np.linspace(0.0, 2.0 * np.pi, 41)
    true = [
        transforms_of(rotation_exp(np.array([0.0, 0.0, a])), 3.0 * np.array([np.cos(a), np.sin(a), 0.0]))
        for a in angles
    ]
    drift = transforms_of(rotation_exp(np.array([0.0, 0.0, 0.002])), np.array([0.002, 0.0, 0.001]))
    poses = [true[0]]
    for a, b in pairwise(true):
        poses.append(poses[-1] @ inverse_of(a) @ b @ drift)
    frames = [Keyframe(k, float(k), T, None, np.zeros(0, int), np.zeros((0, 3))) for k, T in enumerate(poses)]
    edge = Edge(0, 40, inverse_of(true[0]) @ true[40], np.eye(6) * 1e-6)
    new = optimise_poses(frames, [*consecutive_edges(frames), edge])
    before = max(np.linalg.norm(p[:3, 3] - t[:3, 3]) for p, t in zip(poses, true, strict=True))
    after = max(np.linalg.norm(new[k][:3, 3] - t[:3, 3]) for k, t in enumerate(true))
    assert before > 0.15 and after < 0.25 * before


@pytest.mark.parametrize(("drift", "closed"), [(0.0, 0), (0.05, 1)])
def test_a_recognised_place_corrects_the_map_only_where_it_has_drifted(drift, closed, monkeypatch):
    path = np.linspace(0.0, 10.0, 41)
    places = [transforms_of(np.eye(3), np.array([x, 0.0, 0.0])) for x in path]
    frames = [SimpleNamespace(id=k, time=float(k), segment=0, T_map_left=T, corner_pixels=None, descriptors=None)
              for k, T in enumerate(places)]  # fmt: skip
    now = places[-1] @ transforms_of(np.eye(3), np.array([drift, 0.0, 0.0]))
    answer = SimpleNamespace(keyframe=frames[0], T_earlier_now=now, covariance=np.eye(6) * 1e-8)
    local = SimpleNamespace(
        keyframes={frame.id: frame for frame in frames}, places=SimpleNamespace(find=lambda *a, **k: answer)
    )
    made = Loops()
    monkeypatch.setattr(made, "_correct", lambda local, keyframe: np.eye(4))
    assert made.close(local, frames[-1]) is None and made.recognised == 0  # a single recognition may be a chance match
    frames[-1].time += 1.0
    correction = made.close(local, frames[-1])
    assert made.recognised == 1 and (correction is not None) == bool(closed)


def test_a_place_is_recognised_with_its_pose(slam):
    answering = slam._map.places.find(*slam._map.features(drawn(80)[30].left))
    time = answering.keyframe.time
    T = inverse_of(true_pose(round(20 * time))) @ true_pose(30)
    assert answering.inliers >= 25
    assert np.linalg.norm(answering.T_earlier_now[:3, 3] - T[:3, 3]) < 0.02


@pytest.mark.slow
def test_an_image_of_another_room_is_not_recognised(slam):
    other = next(iter(type(room())(n=1, seed=7, with_imu=False).frames()))
    assert slam._map.places.find(*slam._map.features(other.left), tries=5) is None


def test_a_displaced_keyframe_is_corrected_with_its_points(slam):
    local, latest = slam._map, slam._map.latest
    true = latest.T_map_left.copy()
    shift = transforms_of(rotation_exp(np.array([0.0, 0.01, 0.02])), np.array([0.06, -0.05, 0.03]))
    moved = [k for k in local.keyframes.values() if k.time > latest.time - 1.2]
    for k in moved:
        k.T_map_left = shift @ k.T_map_left
    rows = np.flatnonzero(np.isin(local.points.keyframe, [k.id for k in moved]))
    points = local.points.position[rows].copy()
    local.points.move(rows, np.broadcast_to(shift, (len(rows), 4, 4)))
    closing = Loops(min_gap=1.8)
    assert closing.close(local, local.recent[-2]) is None  # a first recognition is not enough
    latest.time += 0.5
    assert closing.close(local, latest) is not None
    wrong = np.linalg.norm((shift @ true)[:3, 3] - true[:3, 3])
    assert (
        np.linalg.norm(latest.T_map_left[:3, 3] - true[:3, 3]) < 0.7 * wrong
    )  # the shift is at one edge of a short chain
    rest = np.median(np.linalg.norm(local.points.position[rows] - points, axis=1))
    assert rest < 0.7 * np.median(np.linalg.norm(points @ shift[:3, :3].T + shift[:3, 3] - points, axis=1))


def test_a_place_without_drift_changes_nothing(slam):
    before = {k.id: k.T_map_left.copy() for k in slam._map.keyframes.values()}
    closing = Loops(min_gap=1.8)
    assert closing.close(slam._map, slam._map.recent[-2]) is None
    slam._map.latest.time += 0.5
    assert closing.close(slam._map, slam._map.latest) is None
    assert all(np.array_equal(before[k], slam._map.keyframes[k].T_map_left) for k in before)
