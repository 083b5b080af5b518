"""Tasks, their results, and the interface of executors."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from snakelab.results.status import RunStatus

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
