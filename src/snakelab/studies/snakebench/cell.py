"""One run of SnakeBench."""

from dataclasses import dataclass, field
from typing import Any

from snakelab.studies.execution import key_of
from snakelab.studies.snakebench.task_file import BenchTask


@dataclass(frozen=True)
class Cell:
    """One run.

    Attributes:
        task: The task.
        method: One of `METHODS`, or the name of an entry.
        seed: Of the run [-].
        controller: As in a scenario.
        digest: Of all that determines the result.
    """

    task: BenchTask
    method: str
    seed: int
    controller: Any = field(repr=False)
    digest: str

    @property
    def key(self) -> str:
        """Key in the results log."""
        return key_of([self.task.name, self.method, self.seed, self.digest])

    @property
    def replay(self) -> str:
        """Folder of the replay, relative to that of the results."""
        return f"replays/{self.task.name}_{self.method}_{self.seed}"
