"""Figures drawn by several processes."""

import os
import threading
import warnings
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from recordings import serpenoid_recording
from snakelab.figures import report_folder as module
from snakelab.figures.report_folder import Files, can_fork, figure_processes, report

NAMES = [f"figure {i}" for i in range(8)]
forks = pytest.mark.skipif(not can_fork(), reason="this system cannot fork a program that draws")


def by_process(name: str) -> Files:
    return {name: str(os.getpid()).encode()}


def drawn(draw: object, processes: int, names: list[str] = NAMES) -> list[Files]:
    with figure_processes(draw, names, processes) as all_drawn:  # type: ignore[arg-type]
        return list(all_drawn())


def left() -> list[str]:
    """Children of this process that have ended or not."""
    return Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text().split()


@pytest.mark.parametrize("processes", [1, 2, 3, 20])
def test_each_figure_appears_once_and_in_order(processes: int) -> None:
    assert [next(iter(files)) for files in drawn(by_process, processes)] == NAMES


@forks
def test_other_processes_draw_some_and_are_gone_afterwards() -> None:
    before, here = left(), os.getpid()
    begun = {"fork": os.pipe(), "parent": os.pipe()}
    count = iter(range(len(NAMES)))  # of this process and of its fork, each on its own

    def draw(name: str) -> Files:
        own, other = ("parent", "fork") if os.getpid() == here else ("fork", "parent")
        k = next(count)
        if (own, k) in (("parent", 0), ("fork", 1)):
            os.read(begun[other][0], 1)  # until the other has begun one
        if k == 0:
            os.write(begun[own][1], b".")
        return by_process(name)

    owners = {next(iter(files.values())) for files in drawn(draw, 2)}
    assert len(owners) == 2 and str(here).encode() in owners
    assert left() == before
    for end in (*begun["fork"], *begun["parent"]):
        os.close(end)


@forks
def test_this_process_draws_what_another_failed_to_draw() -> None:
    here = os.getpid()

    def draw(name: str) -> Files:
        if os.getpid() != here:
            raise ValueError("no font")
        return by_process(name)

    assert {next(iter(files.values())) for files in drawn(draw, 3)} == {str(here).encode()}


@forks
def test_an_error_is_raised_here() -> None:
    def draw(name: str) -> Files:
        raise ValueError(f"no font for {name}")

    before = left()
    with pytest.raises(ValueError, match="no font for figure"):
        drawn(draw, 2)
    assert left() == before


@forks
def test_a_process_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    here, before = os.getpid(), left()
    hanging = os.pipe()

    def draw(name: str) -> Files:
        if os.getpid() != here:
            os.read(hanging[0], 1)  # forever
        return by_process(name)

    assert [next(iter(files)) for files in drawn(draw, 2)] == NAMES
    assert left() == before
    for end in hanging:
        os.close(end)


@forks
def test_with_one_process_all_figures_are_drawn_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_fork() -> int:
        raise BlockingIOError("no process is left")

    monkeypatch.setattr(os, "fork", no_fork)
    assert [next(iter(files)) for files in drawn(by_process, 2)] == NAMES


def test_a_system_that_cannot_fork_draws_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "can_fork", lambda: False)
    order: list[str] = []

    def draw(name: str) -> Files:
        order.append(name)
        return by_process(name)

    with figure_processes(draw, NAMES, 4) as all_drawn:
        each: Iterator[Files] = iter(all_drawn())
        next(each)
        assert order == NAMES[:1]


@forks
def test_a_fork_beside_threads_gives_no_warning() -> None:
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert [next(iter(files)) for files in drawn(by_process, 2)] == NAMES
    finally:
        stop.set()
        thread.join(60.0)
        assert not thread.is_alive()


@pytest.mark.slow
def test_the_files_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    write = partial(report, serpenoid_recording())
    alone, shared = write(tmp_path / "alone"), write(tmp_path / "shared", processes=3)
    for one, other in zip(alone[1:], shared[1:], strict=True):
        assert one.name == other.name
        assert one.read_bytes() == other.read_bytes(), one.name
