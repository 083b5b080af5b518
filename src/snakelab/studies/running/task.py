"""What is run many times, and who runs it."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from snakelab.results.status import RunStatus

Result = dict[str, Any]  # plain data, as JSON has them
Work = Callable[[Any], Result]


@dataclass(frozen=True)
class Task:
    """One call of the work.

    Attributes:
        key: Its name in the ledger, the same in every call of the study.
        given: What the work is called with; it goes to another process.
    """

    key: str
    given: Any


@dataclass(frozen=True)
class Failed:
    """Stands for the result of a task that has none.

    Attributes:
        reason: In words.
    """

    reason: str


class Workers(Protocol):
    """Who runs tasks: this process, processes of this machine, a cluster."""

    def results(self, work: Work, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result | Failed]]:
        """Run tasks, each once; they come as they end. Who stops asking ends those that are under way.

        Args:
            work: A function at the top level of a module, so that other processes find it.
            tasks: What to call it with.
        """

    def close(self) -> None:
        """End every worker, at once."""


class Here:
    """Runs the tasks one after the other in this process."""

    def results(self, work: Work, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result | Failed]]:
        """As `Workers` says; what the work raises, the caller gets."""
        for task in tasks:
            yield task, work(task.given)

    def close(self) -> None:
        """Nothing to end."""


def status_of(result: Result) -> RunStatus:
    """Status of the run that a result is of; of unknown kind where the result holds none."""
    return RunStatus(result.get("status", ""))


def key_of(data: object) -> str:
    """A key for plain data: equal data give equal text."""
    return json.dumps(data, sort_keys=True, ensure_ascii=False)
