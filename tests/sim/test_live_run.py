"""Live run: pace, queue of orders, sources of commands and thread."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SimulationError
from snakelab.sim import live_run
from snakelab.sim.live_run import LiveLoop, LiveRun, OrderQueue, Pace

MAX_LAG = 0.25


class Clock:
    """Clock that stands still until it is set."""

    now = 100.0

    def perf_counter(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(live_run, "clock", made)
    return made


def paced(clock, pace=1.0):
    made = Pace(max_lag=MAX_LAG)
    made.set_factor(pace)
    made.play()
    return made


def test_the_next_frame_is_due_after_its_simulated_time_at_the_pace(clock):
    made = paced(clock, pace=2.0)
    assert made.left(0.1) == pytest.approx(0.05) and made.late == 0
    assert made.frame_periods(0.01) == 7 and made.frame_periods(10.0) == 1


def test_a_late_frame_is_counted_and_a_long_lag_is_not_made_up_for(clock):
    made = paced(clock)
    clock.now += 0.5 * MAX_LAG
    assert made.left(0.0) < 0.0 and made.late == 1
    clock.now += MAX_LAG
    assert made.left(0.0) < -MAX_LAG and made.late == 2 and made.worst == pytest.approx(1.5 * MAX_LAG)
    assert made.left(0.1) == pytest.approx(0.1)


def test_the_achieved_pace_is_measured_over_a_second(clock):
    made = paced(clock)
    made.left(0.5)
    clock.now += 0.5
    assert not made.measure()
    clock.now += 0.5
    assert made.measure() and made.measured == pytest.approx(0.5)


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
    queue, problems = OrderQueue(size=3), []
    for _ in range(4):
        queue.put(lambda: None, problems.append)
    assert problems == ["the run is too busy to take this; try again"]


@pytest.fixture
def simulation():
    with sl.start_scenario(sl.load_scenario("planar_viscous")) as made:
        yield made


def test_sources_are_applied_before_each_frame_and_their_errors_are_noted(simulation):
    calls = []

    def fail(simulation, periods):
        raise SimulationError("no\n  force")

    def push(simulation, periods):
        calls.append((simulation.time, periods))
        simulation.push("link1", force=(0.0, 1.0, 0.0))

    run = LiveRun(simulation, Pace(), [fail, push])
    assert run.tick(4) and run.note == "no force"
    assert calls == [(0.0, 4)] and simulation.time == pytest.approx(4 * simulation.period) == run.simulated
    assert [type(item.event).__name__ for item in simulation.events] == ["Push"] and run.n_applied == 1


def test_commands_are_given_period_by_period():
    model = sl.build_model(sl.load_scenario("planar_viscous").robot, sl.load_scenario("planar_viscous").world)
    times = []

    def command(time):
        times.append(time)
        return sl.Command(np.zeros(model.n_coordinates))

    run = LiveRun(sl.Simulation(model, period=0.02), command=command)
    assert not run.tick(3) and times == pytest.approx([0.0, 0.02, 0.04])
    run.close()
    with pytest.raises(SimulationError, match="is closed"):
        run.simulation.step()


def test_the_end_of_a_run_pauses_it(simulation):
    def fail(time):
        raise SimulationError("no command")

    run = LiveRun(simulation, Pace(), command=fail)
    assert not run.advance() and run.note == "no command" and not run.paused
    run = LiveRun(sl.Simulation(simulation.model, stop_when=[sl.StopWhen(lambda record: True)]), Pace())
    assert run.advance() and run.paused and str(run.simulation.status).startswith("stopped")


def test_a_late_frame_is_counted_and_an_engine_in_real_time_has_no_deadlines(simulation, clock):
    run = LiveRun(simulation, Pace())
    run.tick(2)
    clock.now += 1.0
    assert run.left() < 0.0 and run.pace.late == 1
    assert LiveRun(simulation).left() == 0.0


def test_a_slow_run_computes_fewer_periods_at_once_so_that_orders_are_carried_out(clock):
    class Slow:
        """Simulation of which each period takes some wall time [s]."""

        time, status, engine, takes, n_steps = 0.0, None, None, 0.1, 0

        class Course:
            applied = ()

        course = Course()

        def step(self, command):
            clock.now += self.takes
            self.time += 0.01
            self.n_steps += 1

    slow, asked = Slow(), []
    run = LiveRun(slow, paced(clock, pace=10.0), (lambda simulation, periods: asked.append(periods),))
    for _ in range(3):
        run.tick(33)
    assert asked == [33, 2, 2] and slow.n_steps == 37  # the first frame measures it
    slow.takes = 1.0
    run.tick(33)
    run.tick(33)
    assert asked[3:] == [2, 1]
    slow.takes = 1e-4
    for _ in range(2):
        run.tick(33)
    assert asked[5:] == [1, 33]


def test_orders_are_carried_out_between_frames_and_answered():
    frames, shown = [], []

    def frame(ordered):
        frames.append(ordered)
        return 10.0

    loop = LiveLoop("frames", frame, lambda: shown.append(len(frames)))
    assert "did not answer" in loop.ask(lambda: None, timeout=0.01)
    loop.start()
    assert loop.ask(lambda: None) == ""
    assert "ZeroDivisionError" in loop.ask(lambda: 1 / 0)
    loop.close()
    assert loop.ended and frames == [True] and shown
