"""Timing of benchmarks, and the measurements of `bench_step` and `bench_batch`."""

import itertools
import sys

import pytest

from benchmarks import bench_batch
from benchmarks.bench_batch import batch_times, worker_counts
from benchmarks.bench_step import MUJOCO, SCIPY, StepTime, chain, default_peer, slope, step_time, tree
from benchmarks.timing import best_of, growth, verdict, versions


def test_the_best_of_several_rounds_counts_and_the_works_take_turns():
    spans, done = itertools.cycle([0.5, 9.0, 0.3, 7.0]), []
    clock = itertools.accumulate(itertools.chain.from_iterable((0.0, span) for span in spans))
    works = {"ours": lambda: done.append("ours"), "theirs": lambda: done.append("theirs")}
    best = best_of(works, repeats=4, clock=lambda: next(clock))
    assert best == pytest.approx({"ours": 0.3, "theirs": 7.0})
    assert done == 5 * ["ours", "theirs"]  # the first round is not timed


def test_the_growth_of_a_time_is_the_slope_of_its_logarithms():
    exponent = growth({10: 1e-6, 20: 4e-6, 40: 16e-6}, "links", maximum=1.0)
    assert exponent.splitlines() == [
        "   links  us a step",
        "      10        1.0",
        "      20        4.0",
        "      40       16.0",
        "log-log slope: 2.00 (target at most 1.0: missed)",
    ]


def test_verdicts_on_targets():
    assert [verdict(1.0, 1.0), verdict(1.1, 1.0), verdict(1.1, 1.0, at_most=False)] == ["met", "missed", "met"]


def test_versions_leave_out_what_is_not_installed():
    assert set(versions("numpy", "no-such-package")) == {"python", "numpy"}


@pytest.mark.parametrize(("peer", "apart"), [(MUJOCO, 1e-10), (SCIPY, 2e-2)])
@pytest.mark.parametrize("make", [chain, tree])
def test_ours_and_the_peer_make_the_same_motion(make, peer, apart):
    if peer == MUJOCO:
        pytest.importorskip("mujoco")
    time = step_time(10, peer, work=400, repeats=1, make=make)
    assert (time.n_links, time.peer) == (10, peer)
    assert 0 < time.apart < apart
    assert 0 < time.ours < 1e-2 and time.ratio == time.ours / time.theirs


@pytest.mark.parametrize("hidden", [None, "broken"])
def test_without_mujoco_the_peer_is_scipy(monkeypatch, tmp_path, hidden):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    if hidden == "broken":
        monkeypatch.delitem(sys.modules, "mujoco")
        (tmp_path / "mujoco.py").write_text("raise OSError('libGL is gone')")
        monkeypatch.syspath_prepend(str(tmp_path))
    assert default_peer() == SCIPY


def test_the_slope_is_that_of_the_long_chains():
    times = [StepTime(n, 3e-7 * n**1.2, MUJOCO, 1.0, 0.0) for n in (20, 50, 100)]
    assert slope([StepTime(5, 1.0, MUJOCO, 1.0, 0.0), *times]) == pytest.approx(1.2)


@pytest.mark.parametrize(
    ("cores", "counts"), [(1, [1]), (2, [1, 2]), (3, [1, 2, 3]), (6, [1, 2, 4, 6]), (8, [1, 2, 4, 8])]
)
def test_threads_are_doubled_up_to_the_cores(cores, counts):
    assert worker_counts(cores) == counts


def test_a_batch_gives_each_thread_work_and_is_compared_with_one_thread(monkeypatch):
    asked = []

    def simulate_batch(model, controllers, duration, *, workers):
        asked.append((len(controllers), workers))

    monkeypatch.setattr(bench_batch.sl, "simulate_batch", simulate_batch)
    monkeypatch.setattr(
        bench_batch, "best_of", lambda works, repeats: {n: work() or 4.0 / int(n) for n, work in works.items()}
    )
    times = batch_times(4, runs=2, duration=0.1)
    assert asked == [(4, 1), (4, 2), (4, 4)]
    assert [(batch.workers, batch.speedup, batch.efficiency) for batch in times] == [
        (1, 1.0, 1.0),
        (2, 2.0, 1.0),
        (4, 4.0, 1.0),
    ]
