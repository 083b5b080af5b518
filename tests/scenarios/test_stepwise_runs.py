"""Scenarios of the library give the same bits in one run and in steps, with robots, laws and controllers of every kind."""

import numpy as np
import pytest

import snakelab as sl

FEW = ["controller.sampling_mpc.sampling.n_samples=32"]
FEW_ROLL_OUTS = ["controller.sampling_mpc.sampling.n_samples=4", "controller.sampling_mpc.horizon.steps=5"]
RUNS = {
    "planar_coulomb": [],
    "planar_prototype": [],
    "snakesys_spiral_rolling": [],
    "snakesys_creeping": [],
    "snakesys_pole": [],
    "snakesys_steady_gaze": [],
    "soft_helical": [],
    "soft_goal": FEW_ROLL_OUTS,
    "orthogonal_goal": FEW_ROLL_OUTS,
    "hybrid_spiral": [],
    "eel_lateral": [],
    "pilot_waypoints": [],
    "pipe_step_in": FEW,
    "pipe_fixed_wave": [],
    "reach_held_base": [],
    "sandfish": [],
}
# Wall times, and futures, which a run of unknown length does not keep.
ASIDE = ("control_cycle_time", "futures_")


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNS)
def test_steps_give_the_bits_of_one_run(name):
    scenario = sl.load_scenario(name, [*RUNS[name], "duration=1.25"])
    whole = sl.run_scenario(scenario)
    simulation = sl.start_scenario(scenario)
    while simulation.time < 0.6:
        simulation.step()
    simulation.advance(1.25 - simulation.time)
    stepped = simulation.recording()
    names = [str(one) for one in whole.dataset.variables if not str(one).startswith(ASIDE)]
    assert len(names) > 10 and not [one for one in names if one not in stepped.dataset.variables]
    unequal = [
        one
        for one in names
        if not np.array_equal(
            whole.dataset[one].values, stepped.dataset[one].values, equal_nan=whole.dataset[one].dtype.kind == "f"
        )
    ]
    assert unequal == []
    assert np.array_equal(whole.state.row(), stepped.state.row())
