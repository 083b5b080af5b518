"""User-defined scenario file that is edited while it runs: its changes and errors."""

import re
import time as clock
from dataclasses import dataclass, field
from pathlib import Path

from snakelab.errors import SnakelabError
from snakelab.scenarios import Scenario, load_scenario

# Time between two checks of the file [s].
BETWEEN_CHECKS = 0.3

Stamp = tuple[int, int, int]


@dataclass
class OwnFile:
    """A scenario file that is read again whenever it has been saved.

    Attributes:
        path: The file.
        error: Why its present content is no scenario, with file and line; "" if it is one.
    """

    path: Path
    error: str = ""
    _stamp: Stamp | None = field(init=False)
    _looked: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        self._stamp = stamp(self.path)

    def read(self) -> Scenario | None:
        """Return the scenario if the file has been saved since the last check; None if not, or if it has an error."""
        now = clock.perf_counter()
        if now - self._looked < BETWEEN_CHECKS:
            return None
        self._looked = now
        present = stamp(self.path)
        if present is None or present == self._stamp:
            return None
        self._stamp = present
        try:
            scenario = load_scenario(self.path)
        except SnakelabError as problem:
            self.fail(problem)
            return None
        self.error = ""
        return scenario

    def fail(self, problem: SnakelabError) -> None:
        """Store an error, with positions "FOLDER/FILE:12:" converted to "FILE, line 12:"."""
        place = re.escape(str(self.path)) + r":(\d+):"
        self.error = re.sub(place, lambda match: f"{self.path.name}, line {match[1]}:", str(problem).strip())


def stamp(path: Path) -> Stamp | None:
    """Return what changes when a file is saved; None while an editor has it replaced, and there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
