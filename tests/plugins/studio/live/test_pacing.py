"""Pace of a session, its queue of orders and its history, each by itself."""

import pytest

import snakelab as sl
from snakelab.errors import SimulationError
from snakelab.plugins.studio.live import interaction as pacing
from snakelab.plugins.studio.live.interaction import MAX_LAG, Pacing
from snakelab.plugins.studio.live.live_run import History
from snakelab.plugins.studio.live.session import MAX_ORDERS, OrderQueue


class Clock:
    """Clock that stands still until it is set."""

    now = 100.0

    def perf_counter(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(pacing, "clock", made)
    return made


def paced(clock, pace=1.0):
    made = Pacing(_due=clock.now, _since=clock.now)
    made.set_pace(pace)
    made.play()
    return made


def test_the_next_frame_is_due_after_its_simulated_time_at_the_pace(clock):
    made = paced(clock, pace=2.0)
    assert made.left(0.1) == pytest.approx(0.05) and made.late == 0
    assert made.periods(0.01) == 7 and made.periods(10.0) == 1


def test_a_late_frame_is_counted_and_a_long_lag_is_not_made_up_for(clock):
    made = paced(clock)
    clock.now += 0.5 * MAX_LAG
    assert made.left(0.0) < 0.0 and made.late == 1
    clock.now += MAX_LAG
    assert made.left(0.0) < -MAX_LAG and made.late == 2
    assert made.left(0.1) == pytest.approx(0.1)


def test_the_achieved_pace_is_measured_over_a_second(clock):
    made = paced(clock)
    made.left(0.5)
    clock.now += 0.5
    assert not made.measure()
    clock.now += 0.5
    assert made.measure() and made.achieved == pytest.approx(0.5)


def test_an_order_that_fails_is_answered_and_the_next_one_is_carried_out():
    queue, done, problems = OrderQueue(), [], []

    def fail():
        raise SimulationError("not\n  now")

    queue.put(fail, problems.append)
    queue.put(lambda: 1 / 0, problems.append)
    queue.put(lambda: done.append(1), problems.append)
    assert queue.carry_out() and done == [1]
    assert problems[0] == "not now" and "ZeroDivisionError" in problems[1]
    assert not queue.carry_out()


def test_a_full_queue_refuses_an_order():
    queue, problems = OrderQueue(), []
    for _ in range(MAX_ORDERS + 1):
        queue.put(lambda: None, problems.append)
    assert problems == ["the simulation is too busy to take this; try again"]


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
