"""Executor on a cluster with Dask: the same tasks as in local processes, submitted to a scheduler."""

import asyncio
import importlib
import itertools
import re
import signal
import threading
import warnings
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from snakelab.errors import MissingExtraError, SimulationError, SnakelabWarning, install_line, nearest
from snakelab.plugins.studies.execution import Failed, Result, Task, Work

SLURM = "slurm"
ADDRESS = r"(\w+://)?([\w.-]+|\[[\da-fA-F:.]+\]):\d+"  # such as tcp://10.0.0.1:8786
PATIENCE = 20.0  # for the scheduler to answer [s]
NOTICE = 30.0  # until a message reports that no worker has joined [s]
AHEAD = (
    4  # number of tasks submitted per thread of the cluster, so that threads are not idle and few tasks are discarded
)
LEAST = 32  # tasks sent at once: more workers may join


class DaskWorkers:
    """Workers of a Dask scheduler, for `run_sweep(..., workers=DaskWorkers(address))` and for `optimise`.

    Every worker needs the same version of snakelab, and compiles it once. A worker that dies costs the trials that it
    had under way: the scheduler assigns them to others. Results are stored here as they arrive.

    Args:
        address: Of the scheduler, such as tcp://10.0.0.1:8786; or "slurm", for jobs that dask-jobqueue hands in as its
            own file of settings defines. A job that ends before the study, as at its walltime, is replaced by another
            one.
        jobs: Number of simultaneous jobs, for "slurm"; None for one.

    Raises:
        MissingExtraError: if Dask is not installed.
        SimulationError: if the address is invalid, no scheduler responds there, or SLURM accepts no jobs.
    """

    def __init__(self, address: str, jobs: int | None = None) -> None:
        self._dask, self._jobs, self._address = _installed("distributed"), None, address
        if address != SLURM and not re.fullmatch(ADDRESS, address):
            raise SimulationError(
                f"the cluster must be slurm, or the address of a Dask scheduler, such as tcp://10.0.0.1:8786; got {address!r}"
                + (nearest(address.lower(), [SLURM]) if address.isalpha() else "")
            )
        try:
            if address == SLURM:
                self._jobs = _jobs(jobs or 1)
            else:  # a client of a scheduler that does not answer waits on when it is closed
                with ThreadPoolExecutor(1) as thread:
                    thread.submit(asyncio.run, _reach(address)).result()
            self._client = self._dask.Client(self._jobs or address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as problem:
            raise SimulationError(
                f"no Dask scheduler answers at {address!r}; start one with `dask scheduler` and workers with `dask worker`, and "
                f"give its address, such as tcp://10.0.0.1:8786 ({' '.join(str(problem).split())})"
            ) from problem

    def results(self, work: Work, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result | Failed]]:
        """Yield the results; see `Executor`. A task that ended several workers is `Failed`."""
        waiting, sent = iter(tasks), dict[Any, Task]()
        ended = self._dask.as_completed(loop=self._client.loop)
        try:
            while True:
                for task in itertools.islice(waiting, max(0, self._room() - len(sent))):
                    # Not pure: results of another study in the scheduler must not be reused.
                    future = self._client.submit(work, task.given, pure=False)
                    sent[future] = task
                    ended.add(future)
                if not sent:
                    return
                self._expect_a_worker()
                future = next(ended)
                yield sent.pop(future), outcome(future)
        finally:
            self._client.cancel(list(sent))

    def close(self) -> None:
        """Disconnect from the scheduler, and end the jobs that were submitted for this study."""
        self._client.close()
        if self._jobs is not None:
            self._jobs.close()

    def _room(self) -> int:
        return max(LEAST, AHEAD * sum(self._client.nthreads().values()))

    def _expect_a_worker(self) -> None:
        """Print a message if no worker starts for a while, and continue waiting."""
        try:
            self._client.wait_for_workers(1, timeout=NOTICE)
        except TimeoutError:
            whose = "SLURM has started no job" if self._jobs is not None else f"no worker has joined {self._address}"
            warnings.warn(f"{whose} for {NOTICE:g} s; the trials wait for one", SnakelabWarning, stacklevel=2)


def outcome(future: Any) -> Result | Failed:
    """Return the outcome of one task."""
    try:
        return dict(future.result())
    except Exception as problem:  # of the work, or of a cluster that lost several workers on it
        return Failed(f"{type(problem).__name__}: {' '.join(str(problem).split())}")


async def _reach(address: str) -> None:
    """Connect to a scheduler.

    Raises:
        OSError: if no scheduler responds.
    """
    comm, security = importlib.import_module("distributed.comm"), _installed("distributed").Security()
    there = address if "://" in address else f"tcp://{address}"
    try:
        line = await asyncio.wait_for(comm.connect(there, **security.get_connection_args("client")), PATIENCE)
    except TimeoutError as problem:
        raise OSError(f"no answer within {PATIENCE:g} s") from problem
    line.abort()


def _jobs(n: int) -> Any:
    """Return a cluster of `n` SLURM jobs; jobs that reach their walltime are replaced."""
    queue = _installed("dask_jobqueue")
    try:
        jobs = queue.SLURMCluster()
    except (ValueError, TypeError) as problem:
        why = str(problem).split(",")[0]
        raise SimulationError(
            f"the resources to request from SLURM are not configured ({why}); write cores, memory and walltime under "
            "`jobqueue: slurm:` into ~/.config/dask/jobqueue.yaml"
        ) from problem
    jobs.adapt(minimum_jobs=n, maximum_jobs=n)
    return jobs


def _installed(name: str) -> Any:
    """Import a module of Dask, and restore the handler of Ctrl-C that dask-jobqueue replaces."""
    before = signal.getsignal(signal.SIGINT)
    try:
        return importlib.import_module(name)
    except ImportError as problem:
        raise MissingExtraError(f"a cluster requires Dask; type: {install_line('cluster')}") from problem
    finally:
        if before is not None and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, before)
