"""Things of another kind where a roll-out wants its own."""

import numpy as np
import pytest

import snakelab as sl

SNAKE = sl.elliptic_swimmer(4)
LAW = sl.curvature_derivative_law(3)
GOOD = {
    "model": sl.lane_model(SNAKE, LAW),
    "state": sl.straight_state(SNAKE),
    "nominal": np.zeros(5),
    "sampling": sl.Sampling(n_samples=8),
    "cost": sl.TravelCost(),
    "horizon": sl.Horizon(steps=5),
}


@pytest.mark.parametrize("name", ["model", "state", "sampling", "cost", "horizon"])
def test_each_argument_of_a_roll_out_is_of_its_kind(name):
    with pytest.raises(sl.ControlError, match=f"roll_out {name} must be one of"):
        sl.roll_out(**(GOOD | {name: 3}))


def test_a_planar_world_goes_on_a_grid_first():
    with pytest.raises(sl.SimulationError, match=r"write world.surroundings\(low, high\)"):
        sl.lane_model(SNAKE, LAW, sl.PlanarWorld())


@pytest.mark.parametrize("sigma", ["a", [[[1.0]]], [[1.0], [1.0, 2.0]], -1.0, np.nan])
def test_sigma_is_made_of_numbers(sigma):
    with pytest.raises(sl.ControlError, match="Sampling sigma"):
        sl.Sampling(sigma=sigma)


def test_the_law_of_walls_is_a_wall_law():
    with pytest.raises(sl.WorldError, match="PlanarWorld law must be one of WallLaw"):
        sl.PlanarWorld(law=3)
