"""`snakelab warmup` and `bench`, and the measuring behind them."""

import itertools
import json
import math
import subprocess
import sys

import numpy as np
import pytest
from typer.testing import CliRunner

import snakelab.compiling
import snakelab.sim.precompilation.warmup
from snakelab.apps.benchmarks import real_time, step, suite, threads
from snakelab.apps.benchmarks.real_time import PEER, RealTime, real_times
from snakelab.apps.benchmarks.step import MUJOCO, SCIPY, StepTime, default_peer, slope, step_time
from snakelab.apps.benchmarks.suite import Effort, Results, bench_document, report_blocks
from snakelab.apps.benchmarks.threads import BatchTime, batch_times, worker_counts
from snakelab.apps.benchmarks.timing import best_of, growth, verdict, versions
from snakelab.apps.cli import app
from snakelab.apps.doctor.machine import clear, folder_size
from snakelab.control.sampling_mpc.rollouts import are_rollouts_compiled
from snakelab.errors import SimulationError

TINY = Effort(work=400, repeats=1, runs=2, rounds=1)
RESULTS = Results(
    [
        StepTime(10, 1e-6, MUJOCO, 2e-6, 1e-14),
        StepTime(20, 2e-6, MUJOCO, 4e-6, 1e-14),
        StepTime(100, 1e-5, MUJOCO, 1e-4, 1e-12, 2e-5),
    ],
    [RealTime("plain", 0.01, 0.01, 2000.0, 0.1, -0.006), RealTime(PEER, None, 0.1, 200.0, 1.0, 1e-7)],
    [BatchTime(1, 4, 20.0, 1.0, 1.0), BatchTime(2, 4, 20.0, 0.5, 2.0)],
    load=0.0,
)


def command(*words):
    return CliRunner().invoke(app, words)


# ---- warmup ---------------------------------------------------------------------------------------------------------
@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache of one's own, for commands that only look at it or empty it."""
    monkeypatch.setenv("SNAKELAB_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "cache" / "0123456789abcdef"
    (folder / "below").mkdir(parents=True)
    (folder / "below" / "kernel.nbc").write_bytes(bytes(2000))
    return tmp_path / "cache"


def test_a_warm_cache_is_said_to_be_warm():
    snakelab.sim.precompilation.warmup.warmup()
    result = command("warmup")
    assert result.exit_code == 0
    assert result.stdout.startswith("warm already, ") and f" MB in {snakelab.compiling.cache_root()}" in result.stdout
    document = json.loads(command("warmup", "--json").stdout)
    assert (document["format"], document["compiled"]) == ("snakelab-warmup-1", False)
    assert document["size"] > 1e5
    assert command("warmup", "--quiet").stdout == ""


def test_a_cold_cache_is_compiled_and_the_time_is_reported(monkeypatch):
    compiled = iter([False, True])  # before, and after
    monkeypatch.setattr(snakelab.sim.precompilation.warmup, "is_engine_compiled", lambda: next(compiled))
    monkeypatch.setattr(snakelab.sim.precompilation.warmup, "is_loop_compiled", lambda: False)
    monkeypatch.setattr(snakelab.compiling.notice, "_printed", set())
    result = command("warmup")
    assert result.exit_code == 0, result.stderr
    assert result.stderr.startswith("Compiling the engine")
    assert result.stdout.startswith("compiled in ")


def test_roll_outs_are_compiled_where_asked_for_and_only_once():
    cold = not are_rollouts_compiled(10, "float32") or not snakelab.sim.precompilation.warmup.is_engine_compiled()
    assert snakelab.sim.precompilation.warmup.warmup(lanes=10) is cold
    assert are_rollouts_compiled(10, "float32") and not snakelab.sim.precompilation.warmup.warmup(lanes=10)
    assert command("warmup", "--lanes", "10").stdout.startswith("warm already, ")
    assert command("warmup", "--lanes", "1").exit_code == 2
    with pytest.raises(SimulationError, match="at least 2"):
        snakelab.sim.precompilation.warmup.warmup(lanes=1)


def test_compiled_code_that_the_cache_did_not_keep_ends_with_1(monkeypatch):
    monkeypatch.setattr(snakelab.sim.precompilation.warmup, "warmup", lambda say, lanes: True)
    monkeypatch.setattr(snakelab.sim.precompilation.warmup, "is_engine_compiled", lambda: False)
    result = command("warmup")
    assert result.exit_code == 1 and "snakelab doctor" in result.stderr


def test_a_cache_that_takes_no_files_is_reported_before_half_a_minute_is_lost(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("SNAKELAB_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr(snakelab.sim.precompilation.warmup, "warmup", lambda say: pytest.fail("it compiled"))
    result = command("warmup")
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert "is not writable" in result.stderr and "export SNAKELAB_CACHE=" in result.stderr


def test_clear_removes_compiled_code_and_nothing_else(cache):
    (cache / "mine").mkdir()
    (cache / "fedcba9876543210.txt").touch()
    result = command("warmup", "--clear", "--json")
    assert json.loads(result.stdout)["removed"] == 2000
    assert sorted(path.name for path in cache.iterdir()) == ["fedcba9876543210.txt", "mine"]
    assert command("warmup", "--clear").stdout.startswith("removed 0 MB of compiled code from ")


def test_clear_does_not_follow_links_out_of_the_cache(tmp_path, cache):
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "file").write_bytes(bytes(10))
    (cache / "ffffffffffffffff").symlink_to(tmp_path / "precious")
    assert clear(cache) == 2000
    assert (tmp_path / "precious" / "file").exists()


def test_clear_of_a_cache_that_is_not_there_is_no_fault(tmp_path, monkeypatch):
    monkeypatch.setenv("SNAKELAB_CACHE", str(tmp_path / "absent"))
    assert command("warmup", "--clear").exit_code == 0
    assert not (tmp_path / "absent").exists()


def test_clear_that_cannot_remove_says_so(cache, monkeypatch):
    def refuse(folder):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("snakelab.apps.doctor.machine.shutil.rmtree", refuse)
    result = command("warmup", "--clear")
    assert result.exit_code == 2 and "Permission denied; remove that folder by hand" in result.stderr


def test_the_size_of_a_folder_is_that_of_all_its_files(cache, tmp_path):
    assert folder_size(cache) == 2000
    assert folder_size(tmp_path / "absent") == 0


@pytest.mark.slow
def test_after_a_clear_everything_compiles_again(tmp_path, monkeypatch):
    monkeypatch.setenv("SNAKELAB_CACHE", str(tmp_path / "cache"))
    words = [sys.executable, "-m", "snakelab", "warmup", "--json"]
    first, second, cleared, third = (
        json.loads(subprocess.run([*words, *more], capture_output=True, text=True, check=True).stdout)
        for more in ((), (), ("--clear",), ())
    )
    assert [first["compiled"], second["compiled"], third["compiled"]] == [True, False, True]
    assert second["seconds"] < 0.1 * first["seconds"] and cleared["removed"] == second["size"]


# ---- timing ---------------------------------------------------------------------------------------------------------
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


# ---- benchmarks -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("peer", "apart"), [(MUJOCO, 1e-10), (SCIPY, 2e-2)])
def test_ours_and_the_peer_make_the_same_motion(peer, apart):
    if peer == MUJOCO:
        pytest.importorskip("mujoco")
    time = step_time(10, peer, work=400, repeats=1)
    assert (time.n_links, time.peer) == (10, peer)
    assert 0 < time.apart < apart
    assert 0 < time.ours < 1e-2 and time.ratio == time.ours / time.theirs


@pytest.mark.parametrize("hidden", [None, "broken"])
def test_without_mujoco_the_peer_is_scipy_and_the_table_says_so(monkeypatch, tmp_path, hidden):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    if hidden == "broken":
        monkeypatch.delitem(sys.modules, "mujoco")
        (tmp_path / "mujoco.py").write_text("raise OSError('libGL is gone')")
        monkeypatch.syspath_prepend(str(tmp_path))
    assert default_peer() == SCIPY
    lone = Results([StepTime(n, 1e-6 * n, SCIPY, 1e-4, 1e-3) for n in (20, 100)], RESULTS.real_times, RESULTS.batches)
    text = "\n".join(block for block in report_blocks(lone) if isinstance(block, str))
    assert (
        "MuJoCo is not installed, so the peer is SciPy RK45" in text and 'pip install ".[mujoco]" in the folder' in text
    )
    assert "MuJoCo is not installed" not in "\n".join(
        block for block in report_blocks(RESULTS) if isinstance(block, str)
    )


def test_the_slope_is_that_of_the_long_chains():
    times = [StepTime(n, 3e-7 * n**1.2, MUJOCO, 1.0, 0.0) for n in (20, 50, 100)]
    assert slope([StepTime(5, 1.0, MUJOCO, 1.0, 0.0), *times]) == pytest.approx(1.2)


def test_the_prototype_is_timed_beside_lsoda_and_its_speed_compared():
    by_name = {run.name: run for run in real_times(2.0, repeats=1)}
    assert set(by_name) == {"plain", "extrapolated", PEER}
    assert by_name[PEER].ratio == 1.0 and by_name["plain"].step == real_time.STEP
    assert abs(by_name["extrapolated"].speed_error) < abs(by_name["plain"].speed_error) < 0.1
    assert abs(by_name[PEER].speed_error) < 1e-3
    for run in by_name.values():
        assert run.factor == pytest.approx(2.0 / run.wall)


@pytest.mark.parametrize(
    ("cores", "counts"), [(1, [1]), (2, [1, 2]), (3, [1, 2, 3]), (6, [1, 2, 4, 6]), (8, [1, 2, 4, 8])]
)
def test_threads_are_doubled_up_to_the_cores(cores, counts):
    assert worker_counts(cores) == counts


def test_a_batch_gives_each_thread_work_and_is_compared_with_one_thread(monkeypatch):
    asked = []

    def simulate_batch(model, controllers, duration, *, workers):
        asked.append((len(controllers), workers))

    monkeypatch.setattr(threads, "simulate_batch", simulate_batch)
    monkeypatch.setattr(
        threads, "best_of", lambda works, repeats: {n: work() or 4.0 / int(n) for n, work in works.items()}
    )
    times = batch_times(4, runs=2, duration=0.1)
    assert asked == [(4, 1), (4, 2), (4, 4)]
    assert [(batch.workers, batch.speedup, batch.efficiency) for batch in times] == [
        (1, 1.0, 1.0),
        (2, 2.0, 1.0),
        (4, 4.0, 1.0),
    ]


def test_the_suite_tells_how_far_it_is_and_gives_every_part(monkeypatch):
    monkeypatch.setattr(step, "LINKS", (20, 30))
    monkeypatch.setattr(suite, "ITEMS", 4)
    monkeypatch.setattr(threads, "DURATION", 0.1)
    told_items = []
    suite_result = suite.run_suite(lambda done, name="": told_items.append((done, name)), TINY)
    assert [done for done, _ in told_items] == [0, 1, 2, 3, 4]
    assert [time.n_links for time in suite_result.steps] == [20, 30]
    assert len(suite_result.real_times) == 3 and suite_result.batches[0].workers == 1


@pytest.fixture
def quick_suite(monkeypatch):
    """The command with its results at hand."""
    efforts = []

    def run_suite(tell, effort):
        efforts.append(effort)
        tell(1, "one step, 10 links")
        return RESULTS

    monkeypatch.setattr(suite, "run_suite", run_suite)
    return efforts


def test_bench_prints_tables_with_units_and_names_the_peers(quick_suite):
    result = command("bench")
    assert result.exit_code == 0 and quick_suite == [suite.FULL]
    for words in (
        "plain, us",
        "default, us",
        "MuJoCo, us",
        "time, ms",
        "times real time",
        "SciPy LSODA",
        "threads",
        "efficiency",
    ):
        assert words in result.stdout
    rows = [line.split() for line in result.stdout.splitlines()]
    assert ["100", "10.00", "20.00", "100.00", "0.10", "0.20", "1e-12"] in rows
    assert ["plain", "10", "10.0", "2000", "0.10", "-0.600", "%"] in rows
    assert ["2", "0.500", "2.00", "100", "%"] in rows
    assert "to the power 1.00 from 20 to 100 links" in result.stdout
    assert "measuring 6 benchmarks" in result.stderr


def test_bench_in_json_is_one_document(quick_suite):
    result = command("bench", "--json", "--quick", "--quiet")
    document = json.loads(result.stdout)
    assert result.stderr == "" and quick_suite == [suite.QUICK]
    assert document["format"] == "snakelab-bench-1" and document["step"]["peer"] == MUJOCO
    assert document["step"]["chains"][0]["ratio"] == pytest.approx(0.5)
    assert document["machine"]["cores"] >= 1 and "numba" in document["versions"]
    assert document["batch"]["runs"][1]["efficiency"] == 1.0


def test_numbers_that_are_not_finite_are_null_in_json():
    lame = Results([StepTime(20, 1.0, SCIPY, 1.0, math.nan), StepTime(50, np.inf, SCIPY, 1.0, 0.0)], [], [])
    document = json.loads(json.dumps(bench_document(lame), allow_nan=False))
    assert document["step"]["chains"][0]["apart"] is None and document["step"]["slope"] is None
    assert document["machine"]["load"] is None


@pytest.mark.parametrize(("load", "warned"), [(0.0, False), (50.0, True), (math.nan, False)])
def test_a_busy_machine_gives_a_warning_about_the_timings(load, warned, monkeypatch):
    monkeypatch.setattr(threads, "available_cores", lambda: 2)
    busy = Results(RESULTS.steps, RESULTS.real_times, RESULTS.batches, load)
    assert bool(busy.disturbed) is warned


@pytest.mark.slow
def test_the_quick_bench_runs_from_start_to_end():
    done = subprocess.run(
        [sys.executable, "-m", "snakelab", "bench", "--quick", "--json"], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert [chain["n_links"] for chain in document["step"]["chains"]] == list(step.LINKS)
    assert 0.5 < document["step"]["slope"] < 1.5
