"""Runs of SnakeBench: every chosen task with every chosen method and seed, each logged as soon as it ends."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from snakelab.errors import ScenarioError, nearest
from snakelab.studies.execution import (
    Executor,
    Result,
    ResultsLog,
    Task,
    executor_for,
    key_of,
    results_log_in,
    run_tasks,
)
from snakelab.studies.snakebench.cell import Cell
from snakelab.studies.snakebench.entries import Entry
from snakelab.studies.snakebench.files import write_files
from snakelab.studies.snakebench.task_file import METHODS, BenchTask
from snakelab.studies.snakebench.trial import NEEDS, failed_trial, run_bench_trial

POLICIES = Path(__file__).parent / "policies"
KIND = "snakebench"
Callback = Callable[[Result, int, int], Any]


@dataclass(frozen=True, eq=False)
class Bench:
    """Results of SnakeBench.

    Attributes:
        cells: That were run, now or before.
        results: By their keys.
        entries: Of others.
        not_run: Why a method was not run on a task, one line each.
        folder, paths: The files.
    """

    cells: tuple[Cell, ...]
    results: dict[str, Result]
    entries: tuple[Entry, ...]
    not_run: tuple[str, ...]
    folder: Path
    paths: tuple[Path, ...]


def run_snakebench(
    tasks: Sequence[BenchTask],
    out: str | Path,
    *,
    methods: Sequence[str] = METHODS,
    seeds: Sequence[int] | None = None,
    entries: Sequence[Entry] = (),
    policies: Sequence[Path] = (),
    replays: bool = True,
    workers: int | Executor | None = None,
    done: Callback | None = None,
) -> Bench:
    """Run tasks with methods and seeds, and write the table and the page.

    The same call continues an interrupted benchmark, or one with more tasks, methods, seeds or entries. A changed task or policy
    has new results.

    Args:
        tasks: From `load_task`.
        out: Folder of the results.
        methods: Some of `METHODS`.
        seeds: Some of the seeds of the tasks; None for all.
        entries: From `load_entry`.
        policies: Folders with policies, searched before that of the library.
        replays: True for a page with a replay of the first seed of each task and method.
        workers: As of `run_sweep`.
        done: Callback after each run, with its result, the number done and the number of missing runs.

    Raises:
        ScenarioError: if a method or seed is unknown.
        RecordingError: if the folder cannot be written.
    """
    cells, not_run = cells_of(tasks, methods, seeds, entries, policies)
    folder = Path(out)
    task_done = None if done is None else (lambda task, result, i, n: done(result, i, n))
    with (
        ResultsLog(results_log_in(folder), {"kind": KIND}, NEEDS) as log,
        executor_for(workers, len(cells)) as executor,
    ):
        requested = [_task(cell, folder, replays) for cell in cells]
        try:
            results = run_tasks(run_bench_trial, requested, log, executor, failed=failed_trial, done=task_done)
        except KeyboardInterrupt:
            write_files(cells, log.results(), entries, not_run, folder)
            raise
    paths = write_files(cells, results, entries, not_run, folder)
    return Bench(tuple(cells), results, tuple(entries), tuple(not_run), folder, tuple(paths))


def cells_of(
    tasks: Sequence[BenchTask],
    methods: Sequence[str],
    seeds: Sequence[int] | None,
    entries: Sequence[Entry] = (),
    policies: Sequence[Path] = (),
) -> tuple[list[Cell], list[str]]:
    """Return the runs, and one line for each method that a task cannot be run with."""
    for method in methods:
        if method not in METHODS:
            raise ScenarioError(
                f"there is no method {method!r}{nearest(method, METHODS)}; methods are {', '.join(METHODS)}"
            )
    cells: list[Cell] = []
    not_run: list[str] = []
    for task in tasks:
        chosen = _seeds(task, seeds)
        for method, given in _controllers(task, methods, entries):
            controller, problem = _with_policy(given, (*policies, POLICIES)) if given is not None else (None, "")
            if controller is None:
                not_run.append(f"{task.name} with {method}: {problem or 'the task has no such controller'}")
                continue
            cells += [Cell(task, method, seed, controller, _digest(task, controller, seed)) for seed in chosen]
    return cells, not_run


def _seeds(task: BenchTask, seeds: Sequence[int] | None) -> Iterable[int]:
    if seeds is None:
        return task.seeds
    for seed in seeds:
        if seed not in task.seeds:
            raise ScenarioError(f"the task {task.name} has no seed {seed}; it has {', '.join(map(str, task.seeds))}")
    return seeds


def _controllers(task: BenchTask, methods: Sequence[str], entries: Sequence[Entry]) -> Iterable[tuple[str, Any]]:
    yield from ((method, task.methods.get(method)) for method in methods)
    yield from ((entry.name, entry.controllers[task.name]) for entry in entries if task.name in entry.controllers)


def _with_policy(controller: Any, folders: Sequence[Path]) -> tuple[Any, str]:
    """Return the controller with the full path of its policy; None and the reason if the file is missing."""
    if not (isinstance(controller, dict) and "policy" in controller):
        return controller, ""
    name = str(controller["policy"]["path"])
    if Path(name).is_absolute():
        return controller, ""
    path = next((folder / name for folder in folders if (folder / name).is_file()), None)
    if path is None:
        return None, f"there is no policy {name}; train it with --train"
    return {"policy": {"path": str(path.resolve())}}, ""


def _digest(task: BenchTask, controller: Any, seed: int) -> str:
    """Digest of the scenario, the metric and the policy file."""
    text = key_of([task.scenario_data(None, seed), task.metric, _portable(controller)])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _portable(controller: Any) -> Any:
    """Return the controller with the digest of its policy in place of the path."""
    if isinstance(controller, dict) and "policy" in controller:
        return hashlib.sha256(Path(controller["policy"]["path"]).read_bytes()).hexdigest()
    return controller


def _task(cell: Cell, folder: Path, replays: bool) -> Task:
    data = cell.task.scenario_data(cell.controller, cell.seed)
    shown = replays and cell.seed == cell.task.seeds[0]
    given = {
        "name": cell.task.name,
        "data": data,
        "metric": cell.task.metric,
        "threads": 1,
        "replay": str(folder / cell.replay) if shown else None,
    }
    return Task(cell.key, given)
