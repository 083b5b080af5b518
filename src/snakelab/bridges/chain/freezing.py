"""Selection of the joints of a file to take as fixed."""

from collections.abc import Sequence
from fnmatch import fnmatchcase

from snakelab.errors import RobotError, nearest


def is_frozen(patterns: Sequence[str], names: Sequence[str]) -> set[int]:
    """Return the indices of the names that match a pattern.

    Raises:
        RobotError: if a pattern matches no name.
    """
    patterns = (patterns,) if isinstance(patterns, str) else patterns
    frozen: set[int] = set()
    for pattern in patterns:
        fitting = {i for i, name in enumerate(names) if fnmatchcase(name, pattern)}
        if not fitting:
            raise RobotError(f"freeze {pattern!r} fits no joint{nearest(pattern, names)}")
        frozen |= fitting
    return frozen
