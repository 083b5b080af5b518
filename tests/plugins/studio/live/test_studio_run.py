"""History of a live run, by itself."""

import pytest

import snakelab as sl
from snakelab.errors import SimulationError
from snakelab.plugins.studio.live.studio_run import History


def test_a_history_restores_the_last_snapshot_before_an_instant_and_forgets_the_later_ones():
    simulation = sl.start_scenario(sl.load_scenario("planar_viscous"))
    history = History(simulation)
    assert history.remember() and not history.remember()
    simulation.advance(2.5)
    assert history.remember() and history.times == [0.0, pytest.approx(2.5)]
    history.restore(2.0)
    assert simulation.time == 0.0 and history.times == [0.0]
    with pytest.raises(SimulationError, match="no longer kept"):
        history.restore(-1.0)
    simulation.close()
