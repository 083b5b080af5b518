"""Trials on a cluster by Dask: the same tasks as in processes of this machine, sent to a scheduler."""

import importlib
import itertools
from collections.abc import Iterable, Iterator
from typing import Any

from snakelab.errors import MissingExtraError, SimulationError
from snakelab.studies.running import Failed, Result, Task, Work

SLURM = "slurm"
PATIENCE = 20.0  # for the scheduler to answer [s]
AHEAD = 4  # tasks sent for each thread of the cluster, so that none waits for us and none is sent in vain
LEAST = 32  # tasks sent at once: more workers may come


class DaskWorkers:
    """Workers of a Dask scheduler, for `run_sweep(..., workers=DaskWorkers(address))` and for `optimise`.

    Every worker needs the same version of snakelab, and compiles it once. A worker that dies costs the trials that it had
    under way: the scheduler gives them to others. Results are written down here, as they come.

    Args:
        address: Of the scheduler, such as tcp://10.0.0.1:8786; or "slurm", for jobs that dask-jobqueue hands in as its own
            file of settings says.
        jobs: How many jobs to hand in, for "slurm"; None for one.

    Raises:
        MissingExtraError: if Dask is not installed.
        SimulationError: if no scheduler answers.
    """

    def __init__(self, address: str, jobs: int | None = None) -> None:
        self._dask, self._jobs = _installed("distributed"), None
        if address == SLURM:
            self._jobs = _jobs(jobs or 1)
        try:
            self._client = self._dask.Client(self._jobs or address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as problem:
            raise SimulationError(
                f"no Dask scheduler answers at {address!r}; start one with `dask scheduler` and workers with `dask worker`, and "
                f"give its address, such as tcp://10.0.0.1:8786 ({' '.join(str(problem).split())})"
            ) from problem

    def results(self, work: Work, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result | Failed]]:
        """As `Workers` says; a task that cost several workers is `Failed`."""
        waiting, sent = iter(tasks), dict[Any, Task]()
        ended = self._dask.as_completed(loop=self._client.loop)
        try:
            while True:
                for task in itertools.islice(waiting, max(0, self._room() - len(sent))):
                    # Not pure: a result that the scheduler still holds of another study must not be taken for this one's.
                    future = self._client.submit(work, task.given, pure=False)
                    sent[future] = task
                    ended.add(future)
                if not sent:
                    return
                future = next(ended)
                yield sent.pop(future), outcome(future)
        finally:
            self._client.cancel(list(sent))

    def close(self) -> None:
        """Leave the scheduler; jobs that were handed in for this end."""
        self._client.close()
        if self._jobs is not None:
            self._jobs.close()

    def _room(self) -> int:
        return max(LEAST, AHEAD * sum(self._client.nthreads().values()))


def outcome(future: Any) -> Result | Failed:
    """What came of one task."""
    try:
        return dict(future.result())
    except Exception as problem:  # of the work, or of a cluster that lost several workers on it
        return Failed(f"{type(problem).__name__}: {' '.join(str(problem).split())}")


def _jobs(n: int) -> Any:
    """Workers as jobs of SLURM."""
    queue = _installed("dask_jobqueue")
    try:
        jobs = queue.SLURMCluster()
    except (ValueError, TypeError) as problem:
        raise SimulationError(
            f"dask-jobqueue does not know what to ask SLURM for ({problem}); write cores, memory and walltime under "
            "`jobqueue: slurm:` into ~/.config/dask/jobqueue.yaml"
        ) from problem
    jobs.scale(jobs=n)
    return jobs


def _installed(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as problem:
        raise MissingExtraError('a cluster needs Dask; type: python -m pip install "snakelab[cluster]"') from problem
