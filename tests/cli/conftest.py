"""Each command is tested as if it ran in a process of its own."""

import pytest

from snakelab.cli import console


@pytest.fixture(autouse=True)
def no_earlier_warnings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the warnings of earlier tests: a process prints each warning once."""
    monkeypatch.setattr(console, "_WARNED", set())
