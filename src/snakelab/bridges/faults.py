"""Collection of the faults of a file, so that all are reported at once."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from snakelab.errors import RobotError

MOST = 30  # lines of one message


class Faults(list[str]):
    """Messages about a file, one for each fault."""

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Convert errors within the context to faults."""
        try:
            yield
        except RobotError as problem:
            self.add(str(problem).splitlines())

    def add(self, messages: Iterable[str]) -> None:
        """Add messages, each once."""
        self.extend(message for message in dict.fromkeys(messages) if message not in self)

    def raise_all(self) -> None:
        """Raise RobotError with one line for each fault, if there are any."""
        if self:
            more = [f"and {len(self) - MOST} more faults"] if len(self) > MOST else []
            raise RobotError("\n".join([*self[:MOST], *more]))


def in_file(name: str, problem: RobotError) -> RobotError:
    """Return the error with the name of the file before each of its lines."""
    return RobotError("\n".join(f"{name}: {line}" for line in str(problem).splitlines()))
