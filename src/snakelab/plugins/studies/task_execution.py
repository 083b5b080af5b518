"""Execution of the tasks of a study: in this process or in several, with a log from which it continues.

In reading order: tasks, their results and the interface of executors; worker processes; workers of a cluster; the results
log in SQLite; and `run_tasks`, which runs the tasks without a logged result.
"""

import importlib
import itertools
import json
import multiprocessing
import os
import re
import signal
import sqlite3
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any, Protocol

from filelock import FileLock, Timeout

from snakelab.errors import MissingExtraError, RecordingError, SimulationError, SnakelabError, SnakelabWarning, nearest
from snakelab.parameters.arguments import count
from snakelab.results.run_status import RunStatus
from snakelab.system import install_line

# ----------------------------------------------------------------------------------------------------------------------
# Tasks, their results, and the interface of executors
# ----------------------------------------------------------------------------------------------------------------------

Result = dict[str, Any]  # plain data, as JSON has them
Work = Callable[[Any], Result]


@dataclass(frozen=True)
class Task:
    """One call of the work function.

    Attributes:
        key: Name in the results log, the same in every call of the study.
        given: Argument of the work; it is sent to another process.
    """

    key: str
    given: Any


@dataclass(frozen=True)
class Failed:
    """Outcome of a task without a result.

    Attributes:
        reason: As text.
    """

    reason: str


class Executor(Protocol):
    """Interface of executors, which run tasks in this process, in processes of this machine, or on a cluster."""

    def results(self, work: Work, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result | Failed]]:
        """Run each task once, and yield the results in order of completion. Closing the iterator ends the running tasks.

        Args:
            work: Function at the top level of a module, so that other processes can import it.
            tasks: The tasks.
        """

    def close(self) -> None:
        """End all workers immediately."""


class LocalExecutor:
    """Executor that runs the tasks sequentially in this process."""

    def results(self, work: Work, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result | Failed]]:
        """See `Executor`. Exceptions of the work function propagate to the caller."""
        for task in tasks:
            yield task, work(task.given)

    def close(self) -> None:
        """Do nothing: there are no worker processes."""


def status_of(result: Result) -> RunStatus:
    """Return the status of a result's run; of unknown kind if the result has none."""
    return RunStatus(result.get("status", ""))


def key_of(data: object) -> str:
    """Return a key for plain data: equal data give equal text."""
    return json.dumps(data, sort_keys=True, ensure_ascii=False)


# ----------------------------------------------------------------------------------------------------------------------
# Executor with worker processes of this machine; a worker that dies is replaced, and its task is repeated once
# ----------------------------------------------------------------------------------------------------------------------

TRIES = 2  # attempts at a task whose process dies, for example for lack of memory
THREADS = ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS", "OPENBLAS_NUM_THREADS")
EXIT_TIMEOUT = 2.0  # waiting time for a process to end [s]
READY = "ready"


class ProcessExecutor:
    """Executor with worker processes, which start when first needed and run until `close`.

    Args:
        workers: Number of processes; None for one per core.
    """

    def __init__(self, workers: int | None = None) -> None:
        self.max_workers = (
            os.cpu_count() or 1 if workers is None else count(workers, "workers", SimulationError, minimum=1)
        )
        self._context = multiprocessing.get_context("spawn")  # a fork would copy threads of the compiled code
        self._held, self._ours = self._context.Pipe(duplex=False)
        self._workers: list[_Worker] = []

    def results(self, work: Work, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result | Failed]]:
        """See `Executor`. A task whose process died twice is `Failed`."""
        waiting, deaths = deque(tasks), dict[str, int]()
        try:
            while waiting or any(worker.task for worker in self._workers):
                self._assign(work, waiting)
                for worker in self._ready():
                    task, message = worker.task, worker.receive()
                    if message is READY:
                        continue
                    if not isinstance(message, _WorkerExit):
                        if task is not None:
                            yield task, message
                        continue
                    self._workers.remove(worker)
                    if task is None:
                        continue
                    deaths[task.key] = deaths.get(task.key, 0) + 1
                    if deaths[task.key] < TRIES:
                        waiting.appendleft(task)
                    else:
                        yield task, Failed(f"its process died {TRIES} times, the last time with {message.how}")
        finally:
            if waiting or any(worker.task for worker in self._workers):
                self._end()

    def close(self) -> None:
        """End every worker, at once."""
        self._end()
        self._ours.close()
        self._held.close()

    def _assign(self, work: Work, waiting: deque[Task]) -> None:
        """Assign a task to every idle worker; start workers while there are tasks for them."""
        idle = [worker for worker in self._workers if worker.task is None]
        for _ in range(min(len(waiting) - len(idle), self.max_workers - len(self._workers))):
            with _one_thread_each(self.max_workers):
                self._workers.append(_Worker(self._context, self._held))
            idle.append(self._workers[-1])
        while idle and waiting:
            worker = idle.pop()
            worker.task = waiting.popleft()
            worker.send((work, worker.task.given))

    def _ready(self) -> list["_Worker"]:
        """Wait for, and return, the workers that have sent a message or died."""
        ready = wait([worker.line for worker in self._workers])
        return [worker for worker in self._workers if worker.line in ready]

    def _end(self) -> None:
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join(EXIT_TIMEOUT)
            worker.line.close()
        self._workers.clear()


class _WorkerExit:
    """Message that reports the unexpected exit of a worker."""

    def __init__(self, how: str) -> None:
        self.how = how


class _Worker:
    """Worker process, the connection to it, and its current task."""

    def __init__(self, context: Any, held: Connection) -> None:
        self.line, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(target=run_worker, args=(theirs, held), daemon=True)
        self.process.start()
        theirs.close()  # so that the connection breaks when the process ends
        self.ready = False
        self.task: Task | None = None

    def send(self, message: Any) -> None:
        """Send a message. The death of a process is detected when its answer is read."""
        with suppress(OSError):
            self.line.send(message)

    def receive(self) -> Any:
        """Return the next message: `READY`, a result, or `_WorkerExit`.

        Raises:
            SimulationError: if it died before it was ready, as every other would.
        """
        try:
            message = self.line.recv()
        except (EOFError, OSError):
            self.process.join(EXIT_TIMEOUT)
            code = self.process.exitcode
            how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
            if not self.ready and (code is None or code >= 0):
                raise SimulationError(
                    f"the workers cannot start ({how}); a program that starts them needs `if __name__ == '__main__':`"
                ) from None
            self.line.close()
            return _WorkerExit(how)
        if message == READY:
            self.ready = True
            return READY
        self.task = None
        return message


@contextmanager
def _one_thread_each(workers: int) -> Iterator[None]:
    """Context in which started processes get an equal number of threads each."""
    before = {name: os.environ.get(name) for name in THREADS}
    threads = str(max(1, (os.cpu_count() or 1) // workers))
    os.environ.update({name: before[name] or threads for name in THREADS})
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]


def run_worker(tasks: Connection, held: Connection) -> None:
    """Main function of a worker process.

    Args:
        tasks: Connection that receives (work, argument) and sends back the result.
        held: Connection with its other end in the parent only; it closes when the parent ends for any reason.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all processes receive Ctrl-C; the parent decides

    def end_with_the_parent() -> None:
        held.poll(None)
        os._exit(1)

    threading.Thread(target=end_with_the_parent, daemon=True).start()
    try:
        tasks.send(READY)
        while True:
            work, given = tasks.recv()
            try:
                result: Result | Failed = work(given)
            except Exception as problem:  # the worker continues
                result = Failed(str(problem) if isinstance(problem, SnakelabError) else repr(problem))
            tasks.send(result)
    except (EOFError, OSError):
        return


# ----------------------------------------------------------------------------------------------------------------------
# Executor on a cluster with Dask: the same tasks, submitted to a scheduler
# ----------------------------------------------------------------------------------------------------------------------

SLURM = "slurm"
SCHEDULER_ADDRESS = r"(\w+://)?([\w.-]+|\[[\da-fA-F:.]+\]):\d+"  # such as tcp://10.0.0.1:8786
CONNECTION_TIMEOUT = 20.0  # for the scheduler to answer [s]
WORKER_NOTICE = 30.0  # until a message reports that no worker has joined [s]


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
        import asyncio

        self._dask, self._jobs, self._address = _installed("distributed"), None, address
        if address != SLURM and not re.fullmatch(SCHEDULER_ADDRESS, address):
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
            self._client = self._dask.Client(self._jobs or address, timeout=CONNECTION_TIMEOUT, set_as_default=False)
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
                yield sent.pop(future), _outcome(future)
        finally:
            self._client.cancel(list(sent))

    def close(self) -> None:
        """Disconnect from the scheduler, and end the jobs that were submitted for this study."""
        self._client.close()
        if self._jobs is not None:
            self._jobs.close()

    def _room(self) -> int:
        # Four tasks per thread, so that none is idle and few tasks are discarded; 32 at once, since more workers may join.
        return max(32, 4 * sum(self._client.nthreads().values()))

    def _expect_a_worker(self) -> None:
        """Print a message if no worker starts for a while, and continue waiting."""
        try:
            self._client.wait_for_workers(1, timeout=WORKER_NOTICE)
        except TimeoutError:
            whose = "SLURM has started no job" if self._jobs is not None else f"no worker has joined {self._address}"
            warnings.warn(f"{whose} for {WORKER_NOTICE:g} s; the trials wait for one", SnakelabWarning, stacklevel=2)


def _outcome(future: Any) -> Result | Failed:
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
    import asyncio

    comm, security = importlib.import_module("distributed.comm"), _installed("distributed").Security()
    there = address if "://" in address else f"tcp://{address}"
    try:
        line = await asyncio.wait_for(comm.connect(there, **security.get_connection_args("client")), CONNECTION_TIMEOUT)
    except TimeoutError as problem:
        raise OSError(f"no answer within {CONNECTION_TIMEOUT:g} s") from problem
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


# ----------------------------------------------------------------------------------------------------------------------
# Results log: the results of a study in one SQLite file, from which an interrupted study continues
# ----------------------------------------------------------------------------------------------------------------------

FILE = "results_log.sqlite"
FORMAT = "snakelab-results-log-1"
SCHEMA = """
CREATE TABLE IF NOT EXISTS study (format TEXT NOT NULL, description TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, result TEXT NOT NULL);
"""
SAFETY = "EXTRA"  # SQLite returns after the result and its directory entry are on disk
PATIENCE = 10.0  # waiting time for another program that has the file open [s]


def results_log_in(folder: Path) -> Path:
    """Return the path of the results log in the folder of a study."""
    return folder / FILE


class ResultsLog:
    """Results log that is open for exclusive use by this process.

    A result is stored durably when `append` returns: neither a kill nor a power failure loses it.

    Args:
        path: File; it is created, with its folder, if missing.
        study: Description of the study as plain data, with its `kind`. It must equal that in an existing file.
        needs: Required keys of each result, with their types.
        words: What a difference at a place of the description means, with {there} and {here} for its values.

    Raises:
        RecordingError: if the file belongs to another study or is no results log, if another process has it open, or if
            it cannot be written.
    """

    def __init__(
        self,
        path: Path,
        study: Mapping[str, Any],
        needs: Mapping[str, type] | None = None,
        words: Mapping[str, str] | None = None,
    ) -> None:
        self.path, self._needs, self._words = Path(path), needs or {}, words or {}
        with self._faults():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = locked(self.path)
        try:
            with self._faults():
                self._base = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
                self._begin(study)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "ResultsLog":
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def results(self) -> dict[str, Result]:
        """Return all results by their keys, in order of arrival."""
        with self._faults():
            rows = self._base.execute("SELECT key, result FROM results ORDER BY rowid").fetchall()
            return {key: _result(text, self._needs) for key, text in rows}

    def append(self, key: str, result: Result) -> None:
        """Add one result; an existing result of the same key is kept."""
        text = json.dumps(result, allow_nan=False)
        with self._faults():
            self._base.execute("INSERT OR IGNORE INTO results VALUES (?, ?)", (key, text))

    def forget(self, keys: Iterable[str]) -> None:
        """Remove results, so that their tasks run again."""
        with self._faults():
            self._base.executemany("DELETE FROM results WHERE key = ?", [(key,) for key in keys])

    def close(self) -> None:
        """Close the file and release its lock."""
        if hasattr(self, "_base"):
            self._base.close()
        self._lock.release()

    def _begin(self, study: Mapping[str, Any]) -> None:
        self._base.execute(f"PRAGMA synchronous = {SAFETY}")
        self._base.executescript(SCHEMA)
        ours = json.dumps(study, sort_keys=True)
        row = self._base.execute("SELECT format, description FROM study").fetchone()
        if row is None:
            self._base.execute("INSERT INTO study VALUES (?, ?)", (FORMAT, ours))
        elif row[0] != FORMAT:
            raise RecordingError(f"{self.path} has the format {row[0]!r}, this version reads {FORMAT!r}; {ELSEWHERE}")
        elif row[1] != ours:
            theirs = json.loads(row[1])
            there, here = (
                str(description.get("kind") or "") if isinstance(description, Mapping) else ""
                for description in (theirs, study)
            )
            if there and here and there != here:
                folder = self.path.parent
                raise RecordingError(
                    f"{folder} contains {_a(there)}; {_a(here)} needs another folder, for example --out {folder}_{here}"
                )
            change = difference(theirs, json.loads(ours), self._words)
            raise RecordingError(f"{self.path} contains results of another study: {change}; {ELSEWHERE}")

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Convert errors of SQLite and the file system to RecordingError."""
        try:
            yield
        except sqlite3.OperationalError as problem:
            if str(problem).startswith("no such "):  # a table of another program's
                raise RecordingError(f"{self.path} is no results log ({problem}); {ELSEWHERE}") from problem
            why = "it is open in another program" if "locked" in str(problem) else str(problem)
            raise RecordingError(f"cannot write {self.path}: {why}; {ELSEWHERE}") from problem
        except sqlite3.DatabaseError as problem:
            raise RecordingError(f"{self.path} is no results log ({problem}); {ELSEWHERE}") from problem
        except ValueError as problem:
            raise RecordingError(f"{self.path} contains an invalid result ({problem}); {ELSEWHERE}") from problem
        except OSError as problem:
            raise RecordingError(f"cannot write {self.path}: {problem.strerror or problem}; {ELSEWHERE}") from problem


ELSEWHERE = "give another folder, for example --out out/another"


def difference(theirs: Any, ours: Any, words: Mapping[str, str], place: str = "") -> str:
    """Return the first difference between two plain data as text; see `ResultsLog` for the words."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        key = next(
            key for key in (*theirs, *ours) if theirs.get(key) != ours.get(key) or (key in theirs) != (key in ours)
        )
        return difference(theirs.get(key), ours.get(key), words, f"{place}.{key}" if place else key)
    if isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        i = next(i for i, (one, other) in enumerate(zip(theirs, ours, strict=True)) if one != other)
        return difference(theirs[i], ours[i], words, f"{place}.{i}")
    text = words.get(place, f"{place} is {{there}} there and {{here}} here")
    return text.format(there=_short(theirs), here=_short(ours))


def _a(kind: str) -> str:
    return f"{'an' if kind[:1] in 'aeiou' else 'a'} {kind}"


def _short(value: Any) -> str:
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _result(text: str, needs: Mapping[str, type]) -> Result:
    """Parse one result.

    Raises:
        ValueError: if the text is not a valid result.
    """
    result = json.loads(text)
    if not isinstance(result, dict) or not result or not isinstance(result.get("status", ""), str):
        raise ValueError(f"a result must be a mapping with a text `status`, if any; got {text[:40]!r}")
    if absent := [key for key, kind in needs.items() if not isinstance(result.get(key), kind)]:
        raise ValueError(
            f"a result of this study must have {', '.join(needs)}; {absent[0]} is missing in {text[:40]!r}"
        )
    return result


def locked(path: Path) -> FileLock:
    """Lock a file until `release()` or the end of this process; the lock is the file `<name>.lock` next to it, which remains.

    Args:
        path: File to lock.

    Raises:
        RecordingError: if another process, or another part of this one, has the lock.
        OSError: if the lock file cannot be written, or is a link.
    """
    lock = FileLock(path.with_name(path.name + ".lock"), timeout=0, mode=0o644)
    try:
        lock.acquire()
    except Timeout:
        raise RecordingError(
            f"{path} is in use: another study writes to it; wait for it, or give another folder with --out"
        ) from None
    return lock


# ----------------------------------------------------------------------------------------------------------------------
# Execution of the tasks that a results log does not contain yet
# ----------------------------------------------------------------------------------------------------------------------

Done = Callable[[Task, Result, int, int], Any]


def run_tasks(
    work: Work,
    tasks: Iterable[Task],
    results_log: ResultsLog,
    executor: Executor,
    *,
    failed: Callable[[Task, str], Result],
    done: Done | None = None,
) -> dict[str, Result]:
    """Run the tasks that have no result yet, and log each result as soon as it is available.

    After Ctrl-C or a kill, the next call continues with the tasks that have no result.

    Args:
        work: Function that is called with the argument of each task.
        tasks: The tasks; those with the same key are run once.
        results_log: Log to which results are written, and from which they are read.
        executor: Runs the tasks; it is not closed.
        failed: Returns the result of a failed task from the reason.
        done: Callback after each task, with the task, its result, the number of tasks done, and their total number.

    Returns:
        Results by the keys of the tasks, in their order.
    """
    requested, known = {task.key: task for task in tasks}, results_log.results()
    missing = [task for key, task in requested.items() if key not in known]
    for i, (task, outcome) in enumerate(executor.results(work, missing), 1):
        result = failed(task, outcome.reason) if isinstance(outcome, Failed) else outcome
        results_log.append(task.key, result)
        known[task.key] = result
        if done is not None:
            done(task, result, i, len(missing))
    return {key: known[key] for key in requested}


@contextmanager
def executor_for(workers: int | Executor | None, n_tasks: int) -> Iterator[Executor]:
    """Context with an executor of tasks.

    Args:
        workers: Number of worker processes on this machine, None for one per core; or an executor, which is not closed.
        n_tasks: Number of tasks; a single one runs in this process.
    """
    if workers is not None and not isinstance(workers, int):
        yield workers
        return
    executor: Executor = LocalExecutor() if workers == 1 or n_tasks <= 1 else ProcessExecutor(workers)
    try:
        yield executor
    finally:
        executor.close()
