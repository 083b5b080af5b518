"""Virtual chassis of recordings: continuous, and steadier than the head."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.geometry.cross_sections import principal_frames


def ellipse(first: float, second: float, turn: float) -> np.ndarray:
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    x, y = first * np.cos(angle), second * np.sin(angle)
    c, s = np.cos(turn), np.sin(turn)
    return np.column_stack([c * x - s * y, s * x + c * y, 0.01 * np.cos(2 * angle)])


def test_axes_keep_their_meaning_where_principal_values_cross() -> None:
    share = np.linspace(0, 1, 201)
    points = np.array([ellipse(1 - 0.4 * x, 0.6 + 0.4 * x, 0.5 * x) for x in share])
    T = principal_frames(points, np.array([1.0, 0, 0]))
    heading = np.unwrap(np.arctan2(T[:, 1, 0], T[:, 0, 0]))
    assert np.abs(np.diff(heading)).max() < 0.05
    assert heading[-1] == pytest.approx(0.5, abs=1e-6)
    assert np.abs(np.linalg.det(T[:, :3, :3]) - 1).max() < 1e-12


def test_a_circle_keeps_the_frame_before() -> None:
    points = np.array([ellipse(1.0, 0.5, 0.3), ellipse(1.0, 1.0, 0.0), ellipse(0.5, 1.0, -np.pi / 2 + 0.3)])
    T = principal_frames(points, np.array([1.0, 0, 0]))
    assert np.allclose(T[1, :3, :3], T[0, :3, :3]) and np.allclose(T[2, :3, :3], T[0, :3, :3], atol=1e-9)


def test_the_chassis_of_a_creeping_snake_is_steadier_than_its_head() -> None:
    run = sl.run_scenario(sl.load_scenario("planar_prototype", ["duration=12", "solver.record_rate=25"]))
    T = sl.results.chassis_frames(run)
    assert np.abs(T[:, :3, 3] - run["link_position"].values.mean(axis=1)).max() < 1e-12
    assert np.abs(T[:, 2, 2] - 1).max() < 1e-9
    some = sl.metrics(run, ["chassis_heading_spread", "head_heading_spread"])
    assert some["chassis_heading_spread"] < 0.8 * some["head_heading_spread"]
    assert "chassis_heading_spread" not in sl.metrics(run)
