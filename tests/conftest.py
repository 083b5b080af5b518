"""Settings and fixtures of all tests."""

import functools
import gc
import signal
from collections.abc import Iterator

import pytest
import typer.main
import typer.testing
from hypothesis import settings

# No deadline: the first example may compile. Half of the usual number of examples, which are the same in every run: a red test
# means that the code changed.
settings.register_profile("snakelab", deadline=None, derandomize=True, max_examples=50)
settings.load_profile("snakelab")
# Typer derives all commands from their signatures whenever one is invoked, 10 ms each time.
typer.testing._get_command = functools.cache(typer.main.get_command)
# Thousands of tests are collected and stay: garbage among them is not looked for, a quarter of that time.
gc.disable()


def pytest_collection_finish() -> None:
    """Leave what was collected out of all later searches for garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)  # of 700 new objects by default: the search takes 3 % of the time
    gc.enable()


@pytest.fixture
def default_interrupt() -> Iterator[None]:
    """Python's default response to SIGINT, in this process and in those that it starts.

    Processes started by `nohup`, by a script in the background or by some CI systems ignore SIGINT, and so do their children.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
