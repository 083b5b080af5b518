"""Trials on a cluster: a scheduler and two workers as processes of their own, one of which dies."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import tiny_work
from snakelab.errors import MissingExtraError, SimulationError, SnakelabWarning
from snakelab.plugins.studies import task_execution as cluster_module
from snakelab.plugins.studies.sweeps.sweep_run import run_sweep
from snakelab.plugins.studies.task_execution import DaskWorkers, Failed, ResultsLog, Task, run_tasks
from tiny_work import STUDY, tasks

TESTS = str(Path(tiny_work.__file__).parent)


@pytest.fixture(scope="module")
def dask():
    return pytest.importorskip("distributed", reason="no Dask: pip install '.[cluster]'")


@pytest.fixture(scope="module")
def cluster(dask, tmp_path_factory):
    """The address of a scheduler, and its two workers."""
    tmp_path = tmp_path_factory.mktemp("cluster")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([TESTS, *sys.path])}
    run = lambda *words: subprocess.Popen(  # noqa: E731
        [sys.executable, "-m", *words],
        env=environment,
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    file = tmp_path / "scheduler.json"
    processes = [run("distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))]
    for _ in range(2):
        words = ("--scheduler-file", str(file), "--nthreads", "1", "--no-nanny", "--no-dashboard")
        processes.append(run("distributed.cli.dask_worker", *words))
    try:
        client = dask.Client(scheduler_file=str(file), timeout=500, set_as_default=False)
        client.wait_for_workers(2, timeout=500)
        address = client.scheduler.address
        client.close()
        yield address, processes[1:]
    finally:
        for process in reversed(processes):
            process.kill()
            process.wait(500)


def test_a_killed_worker_loses_no_finished_trial_and_every_trial_is_in_the_results_log(cluster, tmp_path):
    address, workers = cluster
    before = []

    def strike(task, result, i, of):
        if i == 10:
            before.extend(known(tmp_path))
            workers[0].kill()

    executor = DaskWorkers(address)
    try:
        with ResultsLog(tmp_path / "results_log.sqlite", STUDY) as results_log:
            outcome = run_tasks(
                tiny_work.tell, tasks(tmp_path, 40, 0.05), results_log, executor, failed=tiny_work.failed, done=strike
            )
    finally:
        executor.close()
    assert outcome == {str(i): {"square": i**2} for i in range(40)} == known(tmp_path)
    begun = (tmp_path / "begun.txt").read_text(encoding="utf-8").split()
    assert set(begun) == {str(i) for i in range(40)}
    assert all(begun.count(key) == 1 for key in before), "a finished trial was run again"
    assert workers[0].wait(500) == -signal.SIGKILL


def known(folder):
    """What any program reads in the results log meanwhile."""
    base = sqlite3.connect(folder / "results_log.sqlite")
    rows = base.execute("SELECT key, result FROM results").fetchall()
    base.close()
    return {key: json.loads(text) for key, text in rows}


def test_a_task_that_raises_is_failed_and_the_cluster_serves_the_next_study(cluster):
    executor = DaskWorkers(cluster[0])
    try:
        ((_, actual),) = executor.results(tiny_work.complain, [Task("a", 1)])
        assert actual == Failed("ValueError: no result for 1")
        ((_, again),) = executor.results(tiny_work.square, [Task("a", 3)])
        assert again == {"square": 9}
    finally:
        executor.close()


def test_an_address_where_no_scheduler_answers_is_reported(dask, monkeypatch):
    monkeypatch.setattr("snakelab.plugins.studies.task_execution.CONNECTION_TIMEOUT", 0.3)
    with pytest.raises(SimulationError, match=r"no Dask scheduler answers at 'tcp://127.0.0.1:9'; start one with"):
        DaskWorkers("tcp://127.0.0.1:9")


def test_a_program_that_is_no_scheduler_is_reported_apart_and_nothing_waits_for_it(dask, monkeypatch):
    monkeypatch.setattr("snakelab.plugins.studies.task_execution.CONNECTION_TIMEOUT", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as mute:  # takes the call and says nothing
        with pytest.raises(
            SimulationError, match=r"no Dask scheduler answers at .* \(no answer within 0.3 s|Timed out"
        ):
            DaskWorkers(f"tcp://127.0.0.1:{mute.getsockname()[1]}")


@pytest.mark.parametrize("address", ["", "foo", "tcp://127.0.0.1", "tcp://:8786", "SLURM", "slrum"])
def test_what_is_no_address_is_refused_at_once(dask, address):
    with pytest.raises(
        SimulationError, match="must be slurm, or the address of a Dask scheduler, such as tcp://"
    ) as error:
        DaskWorkers(address)
    assert ("did you mean 'slurm'" in str(error.value)) == (address in ("SLURM", "slrum"))


def test_a_cluster_without_workers_says_so_and_waits(dask, monkeypatch, tmp_path):
    monkeypatch.setattr("snakelab.plugins.studies.task_execution.WORKER_NOTICE", 0.1)
    with dask.LocalCluster(n_workers=0, processes=False, protocol="tcp", dashboard_address=":0") as empty:
        executor = DaskWorkers(empty.scheduler_address)
        try:
            threading.Timer(1.0, lambda: empty.scale(1)).start()
            with pytest.warns(SnakelabWarning, match=r"no worker has joined .* for 0.1 s; the trials wait for one"):
                ((_, actual),) = executor.results(tiny_work.square, [Task("a", 3)])
            assert actual == {"square": 9}
        finally:
            executor.close()


def test_without_dask_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r'pip install "\.\[cluster\]" in the folder'):
        DaskWorkers("tcp://127.0.0.1:9")


CONFIGURATION = {
    "scenario": "planar_prototype",
    "set": {"duration": 0.1},
    "parameters": {"controller.serpenoid_gait.amplitude": [0.2, 0.4, 0.6]},
}
# A stand-in for SLURM: its two commands start and end the jobs on this machine, each in a group of processes of its own.
SBATCH = """#!/bin/sh
for file; do :; done
script=$(cat "$file")
setsid sh -c "$script" >/dev/null 2>&1 &
echo $! >>"$JOBS"
echo Submitted batch job $!
"""
SCANCEL = "#!/bin/sh\nfor job; do kill -9 -$job; done\n"


@pytest.fixture
def slurm(tmp_path, monkeypatch):
    """What lists the jobs that were handed in so far."""
    try:  # first, so that its defaults are there; and not by pytest, which would leave Ctrl-C to it
        cluster_module._installed("dask_jobqueue")
    except MissingExtraError as missing:
        pytest.skip(str(missing))
    dask = pytest.importorskip("dask")
    for name, text in (("sbatch", SBATCH), ("scancel", SCANCEL)):
        path = tmp_path / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
    list_ = tmp_path / "jobs.txt"
    monkeypatch.setenv("JOBS", str(list_))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([TESTS, *sys.path]))
    monkeypatch.chdir(tmp_path)
    settings = {"cores": 1, "memory": "1GB", "walltime": "00:10:00"}
    jobs = lambda: [int(job) for job in list_.read_text(encoding="utf-8").split()]  # noqa: E731
    with dask.config.set({f"jobqueue.slurm.{key}": value for key, value in settings.items()}):
        yield jobs
    for job in filter(runs, jobs() if list_.exists() else []):
        os.killpg(job, signal.SIGKILL)


def runs(job):
    """Whether any process of a job is left."""
    try:
        os.killpg(job, 0)
    except ProcessLookupError:
        return False
    return True


def all_end(jobs):
    end = time.monotonic() + 600
    while any(map(runs, jobs())) and time.monotonic() < end:
        time.sleep(0.05)
    return not any(map(runs, jobs()))


@pytest.mark.slow  # the workers load the compiled engine
@pytest.mark.skipif(os.name == "nt", reason="POSIX shell")
def test_a_sweep_on_slurm_jobs_has_the_results_of_a_local_one_and_leaves_no_job_behind(slurm, tmp_path):
    here = run_sweep(CONFIGURATION, tmp_path / "here", workers=1).dataset
    executor = DaskWorkers("slurm", 2)
    try:
        there = run_sweep(CONFIGURATION, tmp_path / "there", workers=executor).dataset
    finally:
        executor.close()
    times = ["wall_time", "wall_time_of_trial", "real_time_factor"]
    assert there.drop_vars(times).identical(here.drop_vars(times)) and there.sizes["trial"] == 3
    assert len(slurm()) == 2 and all_end(slurm)


@pytest.mark.slow  # Dask waits a while for a worker that it has lost
@pytest.mark.skipif(os.name == "nt", reason="POSIX shell")
def test_jobs_of_slurm_that_end_before_the_sweep_are_followed_by_others(slurm, tmp_path):
    def end_all(task, result, i, of):
        if i == 5:
            for job in slurm():
                os.killpg(job, signal.SIGKILL)

    executor = DaskWorkers("slurm", 2)
    try:
        with ResultsLog(tmp_path / "results_log.sqlite", STUDY) as results_log:
            outcome = run_tasks(
                tiny_work.tell, tasks(tmp_path, 20, 0.05), results_log, executor, failed=tiny_work.failed, done=end_all
            )
    finally:
        executor.close()
    assert outcome == {str(i): {"square": i**2} for i in range(20)}
    assert len(slurm()) > 2 and all_end(slurm)


def test_ctrl_c_stays_ours_whoever_takes_it_when_it_is_imported(tmp_path, monkeypatch):
    """As dask-jobqueue does."""
    (tmp_path / "greedy.py").write_text("import signal\nsignal.signal(signal.SIGINT, lambda *_: exit())\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    before = signal.getsignal(signal.SIGINT)
    try:
        assert cluster_module._installed("greedy").__name__ == "greedy"
        assert signal.getsignal(signal.SIGINT) is before
    finally:
        signal.signal(signal.SIGINT, before)


def test_settings_that_slurm_needs_are_named_where_they_are_missing(slurm):
    import dask

    with dask.config.set({"jobqueue.slurm.cores": None}):
        with pytest.raises(
            SimulationError, match=r"resources to request from SLURM .*; write cores, memory and walltime under"
        ) as error:
            DaskWorkers("slurm")
    assert "\n" not in str(error.value)
