"""Settings and fixtures of all tests."""

import functools
import gc
import signal
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer.main
import typer.testing
from hypothesis import settings

TESTS = Path(__file__).parent
# No deadline: the first example may compile. Half of the usual number of examples, which are the same in every run: a red test
# means that the code changed.
settings.register_profile("snakelab", deadline=None, derandomize=True, max_examples=50)
settings.load_profile("snakelab")
# Typer derives all commands from their signatures whenever one is invoked, 10 ms each time.
typer.testing._get_command = functools.cache(typer.main.get_command)
# Thousands of tests are collected and stay: garbage among them is not looked for, a quarter of that time.
gc.disable()


# Files that compile most come first, each where no other worker compiles the same, or it would wait: the loop of the engine,
# meanwhile the lanes and the loop with rods, which share little with it, then contacts of bodies, and laws of users. Beside
# the last of them come files that compile nothing of the engine. So does the longest file of the tests in a browser.
FIRST = (
    "sim/test_simulation.py",
    "physics/test_rods.py",
    "plugins/lanes/model/test_lane_step.py",
    "plugins/lanes/model/test_ground.py",
    "plugins/lanes/mpc/test_joints.py",
    "plugins/lanes/mpc/test_rollouts.py",
    "plugins/lanes/vector/test_elementary.py",
    "cli/test_exchange.py",
    "kernels/test_digest.py",
    "kernels/test_hooks.py",
    "gaits/test_curve_fitting.py",
    "plugins/slam/test_slam.py",
    "plugins/lanes/test_lane_batch.py",
    "plugins/lanes/vector/test_vector.py",
    "plugins/lanes/mpc/test_wave.py",
    "worlds/test_user_law.py",
    "plugins/lanes/test_cuda_lanes.py",
    "browser/test_studio.py",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the tests with random input: their number, and their seed."""
    parser.addoption("--hostile", type=int, default=64, help="number of hostile inputs over all surfaces")
    parser.addoption("--messages", type=int, default=150, help="number of random messages to the studio")
    parser.addoption("--endings", type=int, default=3, help="number of processes that are ended at random moments")
    parser.addoption("--seed", type=int, default=0, help="seed of the random endings and of hostile input")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Move the tests of those files to the front."""
    places = {TESTS / name: place for place, name in enumerate(FIRST)}
    items.sort(key=lambda item: places.get(item.path, len(FIRST)))


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


@pytest.fixture
def undrawn_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports whose pictures are empty, for tests that read other files: drawing takes more than a second each time."""
    from undrawn import leave_pictures_empty

    leave_pictures_empty(monkeypatch)


@pytest.fixture
def undrawn_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sweeps and searches whose pages are empty, for tests that read other files: plots take most of the time of short trials."""
    monkeypatch.setattr("snakelab.plugins.studies.sweeps.run.sweep_plots", lambda *of: {})
    monkeypatch.setattr("snakelab.plugins.studies.sweeps.run.sweep_page", lambda *of: "")
    monkeypatch.setattr("snakelab.plugins.studies.optimum.optimum_page", lambda *of: "")
    monkeypatch.setattr(
        "snakelab.plugins.studies.optimum.progress_plot", lambda points, goal: SimpleNamespace(figure=None)
    )
    monkeypatch.setattr(
        "snakelab.figures.style.figure_files", lambda figure, kinds, dpi=None: dict.fromkeys(kinds, b"")
    )
