"""Tasks in processes: what is killed, what is lost, what is run again; no process stays behind."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tiny_work
from bounded_waits import bounded_process
from snakelab.errors import SimulationError
from snakelab.plugins.studies.task_execution import Failed, ProcessExecutor, ResultsLog, Task, run_tasks
from tiny_work import STUDY, tasks

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX signals")


@pytest.fixture
def two():
    executor = ProcessExecutor(2)
    yield executor
    executor.close()


def begun(folder):
    path = folder / "begun.txt"
    return path.read_text(encoding="utf-8").split() if path.exists() else []


def known(folder):
    with ResultsLog(folder / "results_log.sqlite", STUDY) as results_log:
        return results_log.results()


def squares(n):
    """The results of so many tasks."""
    return {str(i): {"square": i**2} for i in range(n)}


def started(folder, n, seconds=0.02, workers=2):
    command = [sys.executable, str(Path(tiny_work.__file__)), str(folder), str(n), str(seconds), str(workers)]
    return bounded_process(command, "the end of the tasks", stdout=subprocess.PIPE, text=True, start_new_session=True)


def gone(group, within=20.0):
    """Whether every process of a group ends in time."""
    for _ in range(int(within / 0.05)):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def killed(folder, n, after):
    """Start the tasks of a folder, kill the whole at a moment after some are done; how many results were reported."""
    with started(folder, n) as process:
        messages = 0
        while messages < after:
            assert process.stdout.readline().strip(), "ended early"
            messages += 1
        time.sleep(random.uniform(0, 0.05))
        process.send_signal(signal.SIGKILL)
        process.wait(500)
        messages += len(process.stdout.read().split())
    assert gone(process.pid), "a worker stayed behind"
    return messages


def test_every_task_has_its_result_and_two_workers_share_them(tmp_path, two):
    by_name = {task.key: result for task, result in two.results(tiny_work.tell, tasks(tmp_path, 12))}
    assert by_name == squares(12) and len(two._workers) == 2
    assert len(begun(tmp_path)) == 12 == len(set(begun(tmp_path)))


def test_workers_stay_for_the_next_tasks(tmp_path, two):
    list(two.results(tiny_work.tell, tasks(tmp_path, 4)))
    pids = {worker.process.pid for worker in two._workers}
    list(two.results(tiny_work.tell, tasks(tmp_path, 4)))
    assert {worker.process.pid for worker in two._workers} == pids and len(pids) == 2


def test_a_task_that_raises_is_failed_and_costs_no_other(two):
    values = [result for _, result in two.results(tiny_work.complain, [Task("a", 1), Task("b", 2)])]
    assert sorted(result.reason for result in values) == [f"ValueError('no result for {i}')" for i in (1, 2)]


def test_a_task_whose_process_died_is_run_once_more_by_another(tmp_path, two):
    given = {"i": 3, "mark": str(tmp_path / "died"), "always": False}
    ((_, actual),) = two.results(tiny_work.die, [Task("a", given)])
    assert actual == {"square": 9} and (tmp_path / "died").exists()


def test_a_task_that_kills_its_process_every_time_is_failed_and_the_others_go_on(tmp_path, two):
    givens = [{"i": i, "mark": str(tmp_path / f"died{i}"), "always": i == 1} for i in range(4)]
    for given in givens:
        if not given["always"]:
            Path(given["mark"]).touch()
    by_name = {task.key: result for task, result in two.results(tiny_work.die, [Task(str(g["i"]), g) for g in givens])}
    assert by_name["1"] == Failed("its process died 2 times, the last time with signal 9")
    assert {key: result for key, result in by_name.items() if key != "1"} == {
        str(i): {"square": i**2} for i in (0, 2, 3)
    }


def test_workers_that_do_not_start_are_reported_at_once(monkeypatch):
    executor = ProcessExecutor(1)
    monkeypatch.setattr("snakelab.plugins.studies.task_execution.run_worker", print)  # ends without a word
    try:
        with pytest.raises(SimulationError, match="workers cannot start"):
            list(executor.results(tiny_work.complain, [Task("a", 1)]))
    finally:
        executor.close()


def kill_one(folder, n, when):
    """Run tasks with two workers, and kill one of them after `when` results; the results, and how many tasks were begun."""
    executor = ProcessExecutor(2)

    def strike(task, result, i, of):
        if i == when:
            time.sleep(random.uniform(0, 0.02))
            random.choice(executor._workers).process.kill()

    try:
        with ResultsLog(folder / "results_log.sqlite", STUDY) as results_log:
            outcome = run_tasks(
                tiny_work.tell, tasks(folder, n), results_log, executor, failed=tiny_work.failed, done=strike
            )
    finally:
        executor.close()
    assert outcome == known(folder)
    return outcome, len(begun(folder))


def test_a_worker_that_is_killed_loses_nothing(tmp_path):
    actual, n_begun = kill_one(tmp_path, 12, 5)
    assert actual == squares(12) and n_begun <= 12 + 1


def kill_all(folder, n, after):
    """Kill the whole after some results, and go on: all results, and the finished tasks that were run again."""
    outcome = killed(folder, n, after)
    before, first = known(folder), begun(folder)
    assert outcome <= len(before), "a reported result is lost"
    assert len(first) <= len(before) + 2  # one under way in each worker
    with started(folder, n) as process:
        process.stdout.read()
        assert process.wait(500) == 0
    return known(folder), set(begun(folder)[len(first) :]) & set(before)


def test_after_a_kill_of_the_whole_nothing_finished_is_lost_or_run_again(tmp_path):
    actual, again = kill_all(tmp_path, 12, 4)
    assert actual == squares(12) and not again


@pytest.mark.slow  # twenty kills of each kind
def test_twenty_kills_at_random_moments_lose_nothing(tmp_path):
    for i in range(20):
        (folder := tmp_path / str(i)).mkdir()
        actual, again = kill_all(folder, 30, random.randrange(0, 28))
        assert actual == squares(30) and not again
        (other := tmp_path / f"worker{i}").mkdir()
        actual, n_begun = kill_one(other, 20, random.randrange(1, 20))
        assert actual == squares(20) and n_begun <= 20 + 1


def test_ctrl_c_ends_the_workers_and_keeps_what_is_done(tmp_path, default_interrupt):
    with started(tmp_path, 100, 0.1) as process:
        assert process.stdout.readline().strip() == "1"
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(500) != 0
    assert gone(process.pid) and known(tmp_path)
