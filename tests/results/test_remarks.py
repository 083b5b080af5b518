"""What a person is reported a run: that it left its map of heights."""

import pytest

from figures.skins import rolling_recording
from snakelab.results.diagnostics import left_the_map, remarks

MAP = {"name": "grass", "kind": "HeightField", "heights": [[0.0] * 5] * 3, "spacing": 0.1, "origin": [-0.1, -0.1]}


def test_a_robot_on_its_map_is_not_reported():
    assert left_the_map(rolling_recording(surfaces=[MAP])) == []


@pytest.mark.parametrize(("key", "value"), [("spacing", 0.05), ("origin", [0.2, -0.1]), ("origin", [-0.1, 0.3])])
def test_a_robot_that_left_its_map_is_reported_with_the_time(key, value):
    recording = rolling_recording(surfaces=[MAP | {key: value}])
    (line,) = left_the_map(recording)
    assert "left the map of 'grass' at 0 s" in line and line in remarks(recording)
