"""The same studies on a real SLURM, across hosts that are network namespaces, and under TLS.

Slow, and skipped where the programs are missing: SLURM and namespaces need Linux, root, and Debian's slurm-wlm, munge and
iproute2.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tiny_work
from snakelab.plugins.studies import task_execution as cluster
from snakelab.plugins.studies.task_execution import DaskWorkers, ResultsLog, run_tasks
from tiny_work import STUDY, tasks

pytestmark = pytest.mark.slow
TESTS = str(Path(tiny_work.__file__).parent)

CONFIGURATION = """\
ClusterName=lab
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CryptoType=crypto/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
SwitchType=switch/none
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SchedulerType=sched/backfill
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory=8000 State=UNKNOWN
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def needed(*programs):
    """Skip where a program is missing, or the user is not root."""
    missing = [name for name in programs if shutil.which(name) is None]
    if missing or not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip(f"needs root and {', '.join(missing or programs)}")


@pytest.fixture
def environment(monkeypatch):
    """What processes of the cluster need to find the work."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([TESTS, *sys.path]))
    return os.environ


@pytest.fixture
def slurm(tmp_path, monkeypatch, environment):
    """A SLURM of one node on this machine, with the present folder's job settings."""
    needed("slurmctld", "slurmd", "munged", "sbatch", "sinfo")
    dask = pytest.importorskip("dask", reason="no Dask: pip install '.[cluster]'")
    host = socket.gethostname().split(".")[0]
    for name in ("state", "spool"):
        (tmp_path / name).mkdir()
    file = tmp_path / "slurm.conf"
    file.write_text(CONFIGURATION.format(host=host, folder=tmp_path, cpus=os.cpu_count()), encoding="utf-8")
    monkeypatch.setenv("SLURM_CONF", str(file))
    run = Path("/run/munge")
    run.mkdir(mode=0o755, exist_ok=True)
    shutil.chown(run, "munge", "munge")
    munged = subprocess.Popen(
        ["runuser", "-u", "munge", "--", "munged", "--force", "--foreground"], stderr=subprocess.DEVNULL
    )
    started = [munged]
    try:
        wait_until(lambda: (run / "munge.socket.2").exists())
        for program in ("slurmctld", "slurmd"):
            started.append(
                subprocess.Popen([program, "-D", "-f", str(file)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            )
        wait_until(lambda: "idle" in output("sinfo", "-h", "-o", "%T"), 60)
        monkeypatch.chdir(tmp_path)
        settings = {"cores": 1, "processes": 1, "memory": "1GB", "walltime": "00:10:00", "interface": "lo"}
        cluster._installed("dask_jobqueue")  # first, so that the end of the context leaves its defaults
        with dask.config.set({f"jobqueue.slurm.{key}": value for key, value in settings.items()}):
            yield
    finally:
        subprocess.run(["scancel", "--me"], check=False, stderr=subprocess.DEVNULL, timeout=500)
        wait_until(lambda: not output("squeue", "-h"), 30)
        for process in reversed(started):
            process.terminate()
            process.wait(20)


def output(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=500).stdout


def wait_until(condition, seconds=20.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "this took too long"
        time.sleep(0.1)


def test_a_study_on_a_real_slurm_survives_a_cancelled_job_and_leaves_none_behind(slurm, tmp_path):
    cancelled = []

    def cancel(task, result, i, of):
        if i == 10:
            job = output("squeue", "-h", "-t", "R", "-o", "%i").split()[0]
            cancelled.append(job)
            subprocess.run(["scancel", job], check=True, timeout=500)

    executor = DaskWorkers("slurm", 2)
    try:
        with ResultsLog(tmp_path / "results_log.sqlite", STUDY) as log:
            outcome = run_tasks(
                tiny_work.tell, tasks(tmp_path, 60, 0.2), log, executor, failed=tiny_work.failed, done=cancel
            )
    finally:
        executor.close()
    assert outcome == {str(i): {"square": i**2} for i in range(60)} and len(cancelled) == 1
    wait_until(lambda: not output("squeue", "-h"), 60)


@pytest.fixture
def hosts():
    """Two hosts, each a network namespace with an address of its own, on one bridge with this machine (10.88.0.1)."""
    needed("ip")
    mark = f"sl{os.getpid() % 10000}"
    bridge, names = f"{mark}b", [f"{mark}h1", f"{mark}h2"]
    ip = lambda *words: subprocess.run(["ip", *words], check=True, capture_output=True, timeout=500)  # noqa: E731
    try:
        ip("link", "add", bridge, "type", "bridge")
    except subprocess.CalledProcessError as problem:
        pytest.skip(f"no network namespaces here: {problem.stderr.decode().strip()}")
    try:
        ip("addr", "add", "10.88.0.1/24", "dev", bridge)
        ip("link", "set", bridge, "up")
        for k, name in enumerate(names, start=2):
            ip("netns", "add", name)
            ip("link", "add", f"{name}o", "type", "veth", "peer", "name", "eth0", "netns", name)
            ip("link", "set", f"{name}o", "master", bridge, "up")
            ip("netns", "exec", name, "ip", "addr", "add", f"10.88.0.{k}/24", "dev", "eth0")
            ip("netns", "exec", name, "ip", "link", "set", "eth0", "up")
            ip("netns", "exec", name, "ip", "link", "set", "lo", "up")
        yield names, lambda name: ip("link", "set", f"{name}o", "down")
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True, timeout=500)
        subprocess.run(["ip", "link", "del", bridge], check=False, capture_output=True, timeout=500)


def test_a_host_that_is_cut_off_in_the_middle_of_a_study_costs_no_result(hosts, tmp_path, environment):
    distributed = pytest.importorskip("distributed", reason="no Dask: pip install '.[cluster]'")
    names, cut = hosts
    cli = [
        sys.executable,
        "-m",
        "distributed.cli.dask_scheduler",
        "--host",
        "10.88.0.1",
        "--port",
        "0",
        "--no-dashboard",
    ]
    file = tmp_path / "scheduler.json"
    settings = dict(environment) | {"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "4s"}
    quiet = {"env": settings, "cwd": tmp_path, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    processes = [subprocess.Popen([*cli, "--scheduler-file", str(file)], **quiet)]
    for name in names:
        worker = [
            "ip",
            "netns",
            "exec",
            name,
            sys.executable,
            "-m",
            "distributed.cli.dask_worker",
            "--scheduler-file",
            str(file),
        ]
        processes.append(subprocess.Popen([*worker, "--nthreads", "1", "--no-nanny", "--no-dashboard"], **quiet))
    try:
        wait_until(file.exists)
        with distributed.Client(scheduler_file=str(file), timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
            address = client.scheduler.address
        executor = DaskWorkers(address)
        try:
            with ResultsLog(tmp_path / "results_log.sqlite", STUDY) as log:
                done = lambda task, result, i, of: cut(names[1]) if i == 10 else None  # noqa: E731
                outcome = run_tasks(
                    tiny_work.tell, tasks(tmp_path, 60, 0.1), log, executor, failed=tiny_work.failed, done=done
                )
        finally:
            executor.close()
    finally:
        for process in reversed(processes):
            process.send_signal(signal.SIGKILL)
            process.wait(10)
    assert outcome == {str(i): {"square": i**2} for i in range(60)}


def test_a_cluster_with_certificates_takes_only_clients_that_have_one(tmp_path, monkeypatch, environment):
    """The settings of docs/sweeps.md: one certificate for scheduler, workers and client."""
    if shutil.which("openssl") is None:
        pytest.skip("needs openssl")
    dask = pytest.importorskip("dask", reason="no Dask: pip install '.[cluster]'")
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=snakelab"]
    subprocess.run([*make, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True, timeout=500)
    roles = {role: {"key": str(key), "cert": str(certificate)} for role in ("scheduler", "worker", "client")}
    tls = {"distributed.comm.require-encryption": True, "distributed.comm.tls.ca-file": str(certificate)}
    tls |= {
        f"distributed.comm.tls.{role}.{name}": path for role, files in roles.items() for name, path in files.items()
    }
    named = lambda key: "DASK_" + key.upper().replace(".", "__").replace("-", "_")  # noqa: E731
    settings = dict(environment) | {named(key): str(value) for key, value in tls.items()}
    file = tmp_path / "scheduler.json"
    quiet = {"env": settings, "cwd": tmp_path, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    run = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--protocol", "tls", "--port", "0", "--no-dashboard"]
    processes = [subprocess.Popen([*run, "--scheduler-file", str(file)], **quiet)]
    run = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(file), "--nthreads", "1"]
    processes.append(subprocess.Popen([*run, "--no-nanny", "--no-dashboard"], **quiet))
    try:
        wait_until(file.exists)
        address = json.loads(file.read_text(encoding="utf-8"))["address"]
        assert address.startswith("tls://")
        monkeypatch.setattr("snakelab.plugins.studies.task_execution.CONNECTION_TIMEOUT", 5.0)
        with pytest.raises(Exception, match=r"no Dask scheduler answers|TLS"):
            DaskWorkers(address)
        with dask.config.set(tls):
            executor = DaskWorkers(address)
            try:
                with ResultsLog(tmp_path / "results_log.sqlite", STUDY) as log:
                    outcome = run_tasks(tiny_work.tell, tasks(tmp_path, 5), log, executor, failed=tiny_work.failed)
            finally:
                executor.close()
        assert outcome == {str(i): {"square": i**2} for i in range(5)}
    finally:
        for process in reversed(processes):
            process.send_signal(signal.SIGKILL)
            process.wait(10)
