"""Natural grounds as media of a scenario, and sums of reliefs."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.geometry import Boulders, Incline, Ripples, Terrain
from snakelab.scenarios.scenario import load_scenario

SCENARIO = """name: ground
base: snakesys_creeping
world:
  media:
    - gravity: {{}}
    - {medium}
"""


def medium_of(folder, medium):
    path = folder / "ground.yaml"
    path.write_text(SCENARIO.format(medium=medium))
    return load_scenario(path).world.media[1]


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["grass", "rocks", "gravel", "sand"])
def test_a_natural_ground_is_a_medium_of_a_scenario(tmp_path, name):
    expected = getattr(sl.worlds, name)(3, (2.0, 2.0))
    assert medium_of(tmp_path, f"{name}: {{seed: 3, size: [2, 2]}}") == expected
    loose = medium_of(tmp_path, f"{name}: {{size: [2, 2], friction: 0.3, body: {{spread: 0.02}}}}")
    assert loose.friction.mu_tangential == 0.3 and loose.stiffness == pytest.approx(expected.stiffness / 2)


def test_reliefs_are_added():
    total = Incline(0.2) + Ripples(0.01, 0.1) + Boulders(0.05, 0.1)
    assert [type(one).__name__ for one in total] == ["Incline", "Ripples", "Boulders"]
    size = (1.0, 1.0)
    parts = [Terrain(one, size).heights for one in total]
    np.testing.assert_allclose(Terrain(total, size).heights, sum(parts))
    pair = (Ripples(0.01, 0.1), Boulders(0.05, 0.1))
    assert Incline(0.1).__add__(pair) == (Incline(0.1), *pair)
    with pytest.raises(TypeError):
        Incline(0.1) + 1


def test_a_slope_of_grass_is_grass_on_an_incline(tmp_path):
    slope = medium_of(tmp_path, "grass: {size: [2, 2], relief: {incline: {angle: 0.2}}}")
    flat, incline = sl.worlds.grass(size=(2.0, 2.0)), Terrain(Incline(0.2), (2.0, 2.0), 0.04)
    np.testing.assert_allclose(slope.surface.heights, flat.surface.heights + incline.heights)
    both = sl.worlds.grass(size=(2.0, 2.0), relief=Incline(0.2) + Ripples(0.01, 0.3))
    assert len(both.surface.relief) == 3
