"""Things of another kind where a roll-out wants its own."""

import numpy as np
import pytest

import snakelab as sl

SNAKE = sl.plugins.lanes.elliptic_swimmer(4)
LAW = sl.plugins.lanes.curvature_derivative_law(3)
GOOD = {
    "model": sl.plugins.lanes.lane_model(SNAKE, LAW),
    "state": sl.plugins.lanes.straight_state(SNAKE),
    "nominal": np.zeros(5),
    "sampling": sl.control.Sampling(n_samples=8),
    "cost": sl.plugins.lanes.TravelCost(),
    "horizon": sl.control.Horizon(steps=5),
}


@pytest.mark.parametrize("name", ["model", "state", "sampling", "cost", "horizon"])
def test_each_argument_of_a_roll_out_is_of_its_kind(name):
    with pytest.raises(sl.errors.ControlError, match=f"roll_out {name} must be one of"):
        sl.plugins.lanes.roll_out(**(GOOD | {name: 3}))


def test_a_planar_world_goes_on_a_grid_first():
    with pytest.raises(sl.errors.SimulationError, match=r"write world.surroundings\(low, high\)"):
        sl.plugins.lanes.lane_model(SNAKE, LAW, sl.plugins.lanes.PlanarWorld())


@pytest.mark.parametrize("sigma", ["a", [[[1.0]]], [[1.0], [1.0, 2.0]], -1.0, np.nan])
def test_sigma_is_made_of_numbers(sigma):
    with pytest.raises(sl.errors.ControlError, match="Sampling sigma"):
        sl.control.Sampling(sigma=sigma)


def test_the_law_of_walls_is_a_wall_law():
    with pytest.raises(sl.errors.WorldError, match="PlanarWorld law must be one of WallLaw"):
        sl.plugins.lanes.PlanarWorld(law=3)
