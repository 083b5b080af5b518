"""The study of entering a pipe: its trials, its file of outcomes, going on after a kill, intervals, the figure."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

import pytest

from bounded_waits import bounded_process
from reproductions.pipe_snake.entry import Case, Outcome, Setting, cases, enter, known, rates, rates_figure, run, wilson
from reproductions.pipe_snake.entry.__main__ import main
from reproductions.pipe_snake.entry.run import STUDY, key
from snakelab.errors import SimulationError
from snakelab.plugins.studies.task_execution import ResultsLog

CLONE = Path(__file__).parents[2]
TINY = Setting(duration=0.3, steps=4, start=(-4.8, -5.0))
ARGUMENTS = "--seeds 3 --samples 16 --contact on --duration 0.3 --steps 4 --start -4.8 -5 --workers 1".split()


def made(case, entered=10.0, arrived=20.0):
    return Outcome(case, "finished", entered, arrived, 1.0)


def test_a_wilson_interval_is_that_of_the_textbook():
    """Solutions of (p - k / n)^2 = z^2 p (1 - p) / n."""
    for k, n in ((7, 10), (19, 20), (1, 3)):
        for end in wilson(k, n):
            assert (end - k / n) ** 2 == pytest.approx(1.959964**2 * end * (1 - end) / n, rel=1e-5)
    assert wilson(20, 20) == (pytest.approx(0.8389, abs=1e-4), 1.0)
    assert wilson(0, 20) == (0.0, pytest.approx(0.1611, abs=1e-4))
    assert wilson(0, 0) == (0.0, 1.0)
    with pytest.raises(SimulationError, match="successes"):
        wilson(3, 2)


def test_every_combination_is_one_trial_and_an_early_end_has_something_of_each():
    wanted = cases(range(2), (16, 32))
    assert len(set(wanted)) == len(wanted) == 8
    assert {(case.n_samples, case.contact) for case in wanted[:4]} == {(n, c) for n in (16, 32) for c in (True, False)}


def test_a_trial_from_the_mouth_enters_and_one_from_afar_does_not():
    near = Setting(duration=12.0, steps=40, knot_every=5, start=(-5.2, -5.0))
    entered = enter(Case(128, True, 0), near)
    assert entered.status == "finished" and entered.arrived is None
    assert 0.0 < entered.entered < 12.0
    assert enter(Case(16, True, 0), TINY).entered is None


def test_a_trial_ends_where_it_arrives():
    inside = Setting(duration=20.0, steps=40, knot_every=5, start=(-10.5, -5.0))
    entered = enter(Case(128, True, 0), inside)
    assert entered.status.startswith("stopped: goal") and entered.entered == 0.0
    assert 0.0 < entered.arrived < 20.0


def held(path):
    """The keys of a file of outcomes, in their order."""
    with ResultsLog(path, STUDY) as results_log:
        return list(results_log.results())


def hold(path, outcomes, setting=TINY):
    """Write outcomes as if their trials had been run."""
    with ResultsLog(path, STUDY) as results_log:
        for outcome in outcomes:
            results_log.append(key(outcome.case, setting), {k: v for k, v in asdict(outcome).items() if k != "case"})


@pytest.mark.slow
def test_what_is_done_is_not_run_again(tmp_path):
    path, wanted = tmp_path / "out" / "o.sqlite", cases(range(2), (16,), (True,))
    messages = []
    tell = lambda outcome, done, of: messages.append((outcome.case, done, of))  # noqa: E731
    first = run(wanted[:1], TINY, path, workers=1, done=tell)
    both = run(wanted, TINY, path, workers=1, done=tell)
    assert messages == [(wanted[0], 1, 1), (wanted[1], 1, 1)]
    assert both[0] == first[0] and len(held(path)) == 2
    assert run(wanted, TINY, path, done=lambda *_: pytest.fail("run again")) == both


def test_outcomes_of_another_setting_are_not_taken_for_ours(tmp_path):
    path, wanted = tmp_path / "o.sqlite", [Case(16, True, 0)]
    hold(path, [made(wanted[0])])
    assert (known(wanted, Setting(), path), known(wanted, TINY, path)) == (0, 1)
    assert run(wanted, TINY, path) == [made(wanted[0])]


def gone(group, within=20.0):
    """Whether every process of a group ends in time."""
    for _ in range(int(within / 0.1)):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.parametrize("how", ["SIGKILL", pytest.param("SIGINT", marks=pytest.mark.slow)])
def test_a_study_that_is_stopped_leaves_no_process_behind(tmp_path, how, default_interrupt):
    long = [{"0.3": "120", "3": "300"}.get(word, word) for word in ARGUMENTS]  # no machine ends it first
    command = [sys.executable, "-m", "reproductions.pipe_snake.entry", str(tmp_path), *long, "--steps", "100"]
    pipes = {"stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    with bounded_process(command, "the end of the study", cwd=CLONE, **pipes) as process:
        assert process.stderr is not None
        assert "0 of them done before" in process.stderr.readline()
        time.sleep(3.0)  # the worker is under way
        send = process.send_signal if how == "SIGKILL" else lambda number: os.killpg(process.pid, number)
        for _ in range(6):  # Python loses a Ctrl-C that comes while it collects garbage
            send(signal.Signals[how])
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=40.0)  # machine code that is being compiled is awaited
                break
    # Python ends with the signal where Ctrl-C came in code that was built from a string, though it was handled
    assert process.returncode in ((130, -signal.SIGINT) if how == "SIGINT" else (-signal.SIGKILL,))
    assert gone(process.pid)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_a_study_that_was_killed_goes_on_and_runs_nothing_twice(tmp_path):
    command = [sys.executable, "-m", "reproductions.pipe_snake.entry", str(tmp_path), *ARGUMENTS]
    with bounded_process(command, "the first result", cwd=CLONE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        while "1/3" not in process.stderr.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGKILL)
    before = held(tmp_path / "outcomes.sqlite")
    assert 1 <= len(before) <= 3
    assert main([str(tmp_path), *ARGUMENTS]) == 0
    after = held(tmp_path / "outcomes.sqlite")
    assert after[: len(before)] == before
    assert sorted(json.loads(text)["case"]["seed"] for text in after) == [0, 1, 2]


@pytest.mark.slow
def test_the_command_prints_rates_and_draws_them(tmp_path, capsys):
    outcomes = [made(case) if case.seed else made(case, None, None) for case in cases(range(3), (16,), (True,))]
    hold(tmp_path / "outcomes.sqlite", outcomes)
    assert main([str(tmp_path), *ARGUMENTS]) == 0
    captured = capsys.readouterr()
    assert "3 trials, 3 of them done before" in captured.err
    assert captured.out.splitlines()[1].split() == "16 yes 3 0.67 (0.21 to 0.94) 0.67 (0.21 to 0.94) 20.0".split()
    assert (tmp_path / "pipe_entry.png").stat().st_size > 5000


def test_a_number_out_of_range_ends_with_2_and_says_which(tmp_path, capsys):
    assert main([str(tmp_path), "--duration", "-1"]) == 2
    assert "error: Setting duration must be" in capsys.readouterr().err


def test_the_figure_has_a_curve_for_each_kind_of_prediction():
    outcomes = [made(case) if case.contact else made(case, 10.0, None) for case in cases(range(4), (16, 32))]
    table = rates(outcomes)
    assert [(rate.contact, rate.n_samples, rate.arrived) for rate in table] == [
        (True, 16, 4),
        (True, 32, 4),
        (False, 16, 0),
        (False, 32, 0),
    ]
    entered, arrived = rates_figure(table).axes
    curves = [[list(bar.lines[0].get_ydata()) for bar in ax.containers] for ax in (entered, arrived)]
    assert curves == [[[1.0, 1.0], [1.0, 1.0]], [[1.0, 1.0], [0.0, 0.0]]]
