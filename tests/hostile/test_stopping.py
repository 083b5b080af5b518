"""Long work is refused before it begins, or ends within a second of Ctrl-C, also in the thread of a studio."""

import _thread
import os
import threading
import time

import numpy as np
import pytest

import snakelab as sl
from bounded_waits import ctrl_c_after
from snakelab.control.plan_sampling import Horizon, Sampling
from snakelab.errors import ControlError, ScenarioError
from snakelab.kernels.threads import cancellable, on_threads, over_ranges
from snakelab.sim.live_run import LiveLoop

LANES = ["controller.sampling_mpc.sampling.n_samples=1000000", "controller.sampling_mpc.horizon.steps=1000"]


def slow(first, last):
    time.sleep(0.002 * (last - first))


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_ranges_cover_every_block_once(workers):
    for n in (0, 1, 2, 15, 16, 17, 540, 5000):
        counts = np.zeros(n, int)

        def work(first, last, counts=counts):
            counts[first:last] += 1

        over_ranges(work, n, workers)
        assert (counts == 1).all()
    assert on_threads(lambda k: k * k, 100, workers) == [k * k for k in range(100)]


@pytest.mark.parametrize("workers", [1, 3])
def test_a_cancelled_thread_ends_its_work_soon(workers):
    event, took = threading.Event(), []

    def run():
        with cancellable(event):
            start = time.perf_counter()
            with pytest.raises(KeyboardInterrupt):
                over_ranges(slow, 1_000_000, workers)
            took.append(time.perf_counter() - start)

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(0.3)
    event.set()
    thread.join(30.0)
    assert not thread.is_alive(), "the work goes on"
    assert 0.2 < took[0] < 1.5


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_an_interrupt_ends_ranges_soon(default_interrupt):
    with ctrl_c_after(0.3) as presses, pytest.raises(KeyboardInterrupt):
        over_ranges(slow, 1_000_000, 2)
    assert time.perf_counter() - presses[-1] < 1.2


def test_an_error_in_a_range_is_raised_once_the_others_have_ended():
    def work(first, last):
        if first > 100:
            raise ValueError("no such block")

    with pytest.raises(ValueError, match="no such block"):
        over_ranges(work, 10_000, 3)


def test_a_loop_whose_frame_computes_for_minutes_is_closed_within_seconds():
    started = threading.Event()

    def frame(ordered):
        started.set()
        over_ranges(slow, 1_000_000, 2)
        return 0.0

    loop = LiveLoop("slow", frame)
    loop.start()
    assert started.wait(10.0)
    start = time.perf_counter()
    assert loop.close() and time.perf_counter() - start < 2.0


def test_plans_that_no_machine_can_compute_are_refused_in_one_line():
    for source in ("sobol", "halton"):
        with pytest.raises(ScenarioError, match="too large"):
            sl.load_scenario(
                "pipe_bend", [f"controller.sampling_mpc.sampling={{n_samples: 16000000, source: {source}}}"]
            )
    with pytest.raises(ControlError, match="GB"):
        Sampling(n_samples=2**24, sigma=0.1, knot_every=1).normals(8, 100_000, 0)
    assert Horizon(100_000, 0.1).steps == 100_000


@pytest.fixture
def begun(monkeypatch):
    """A function that calls another one a while after the next plan has begun, and again every 20 s: an interrupt can be lost."""
    from snakelab.plugins.lanes.mpc import rollouts

    begun, ended, times = threading.Event(), threading.Event(), []

    def watched(work, n_blocks, workers):
        if n_blocks > 1000:
            begun.set()
        over_ranges(work, n_blocks, workers)

    monkeypatch.setattr(rollouts, "over_ranges", watched)

    def later(call):
        def wait():
            assert begun.wait(120.0)
            rest = 0.5
            while not ended.wait(rest):
                times.append(time.perf_counter())
                call()
                rest = 20.0

        threading.Thread(target=wait, daemon=True).start()
        return times

    yield later
    ended.set()


def huge_plans():
    return sl.load_scenario("pipe_bend", LANES)


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_plans_of_a_million_samples_end_within_a_second_of_an_interrupt(begun, default_interrupt):
    sl.run_scenario(sl.load_scenario("planar_prototype", ["duration=0.1"]))  # imports what a recording needs
    times = begun(_thread.interrupt_main)
    recording = sl.run_scenario(huge_plans())
    assert time.perf_counter() - times[-1] < 2.0 and recording.status.kind == "interrupted"


def test_a_studio_that_computes_such_plans_is_closed_within_seconds(begun, tmp_path):
    pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")
    from snakelab.plugins.studio.live.session import Session

    session = Session(huge_plans(), tmp_path)
    times = begun(lambda: None)
    session.start()
    session.order(session.play, pytest.fail)
    end = time.monotonic() + 120.0
    while not times:
        assert time.monotonic() < end, "no plan was begun"
        time.sleep(0.05)
    start = time.perf_counter()
    session.close()
    assert time.perf_counter() - start < 3.0 and session._loop.ended
