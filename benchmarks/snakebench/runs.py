"""Runs of SnakeBench: entries of others, one trial, and every chosen task with every chosen method and seed."""

import hashlib
import json
import math
import time as clock
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.snakebench.scores import write_files
from benchmarks.snakebench.task import METHODS, BenchTask, measure_of, task_names
from snakelab.errors import ScenarioError, SnakelabError, nearest
from snakelab.figures.report_folder import report
from snakelab.plugins.studies.sweeps.trials import numbers, on_threads
from snakelab.plugins.studies.task_execution import (
    Executor,
    Result,
    ResultsLog,
    Task,
    executor_for,
    key_of,
    results_log_in,
    run_tasks,
)
from snakelab.results.recording import Recording
from snakelab.results.run_status import RunStatus, StatusKind
from snakelab.results.step_accuracy import imbalance_reported_elsewhere
from snakelab.scenarios.scenario import run_scenario, scenario_of
from snakelab.scenarios.yaml_document import Document, read_document

KEYS = ("name", "source", "policies", "controllers", "results")


@dataclass(frozen=True)
class Reported:
    """Result that somebody reports; it was not run here."""

    task: str
    seed: int
    value: float
    success: bool


@dataclass(frozen=True)
class Entry:
    """One entry.

    Attributes:
        name: Of its column.
        source: Text.
        controllers: Controller by task, as in a scenario.
        reported: Results that were not run here.
    """

    name: str
    source: str
    controllers: dict[str, Any] = field(repr=False)
    reported: tuple[Reported, ...]


def load_entry(path: str | Path) -> Entry:
    """Read an entry, a YAML or JSON file.

    Args:
        path: Mapping with `name`, and `policies` (file of each task, relative to this one), `controllers` (of each task, as in a
            scenario), or `results`: a list of {task, seed, value, success}.

    Raises:
        ScenarioError: with one line for the first fault.
    """
    file = Path(path)
    given = _read(file)
    for key in given:
        if key not in KEYS:
            raise ScenarioError(f"{file}: unknown key {key!r}{nearest(str(key), KEYS)}")
    name = given.get("name")
    if not isinstance(name, str) or not name.isidentifier() or name in METHODS:
        raise ScenarioError(
            f"{file}: name must be a word of letters, digits and _ other than {', '.join(METHODS)}; got {name!r}"
        )
    controllers = dict(given.get("controllers") or {})
    for task, policy in (given.get("policies") or {}).items():
        place = (file.parent / str(policy)).resolve()
        if not place.is_file():
            raise ScenarioError(f"{file}: policies.{task}: there is no file {place}")
        controllers[task] = {"policy": {"path": str(place)}}
    reported = tuple(_reported(file, i, row) for i, row in enumerate(given.get("results") or ()))
    for task in (*controllers, *(row.task for row in reported)):
        if task not in task_names():
            raise ScenarioError(f"{file}: there is no task {task!r}{nearest(str(task), task_names())}")
    if not controllers and not reported:
        raise ScenarioError(f"{file}: an entry needs policies, controllers or results")
    return Entry(name, str(given.get("source", "")), controllers, reported)


def _read(file: Path) -> dict[str, Any]:
    if file.suffix != ".json":
        return dict(read_document(file).data)
    try:
        given = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise ScenarioError(f"cannot read {file}: {problem}") from None
    if not isinstance(given, dict):
        raise ScenarioError(f"{file}: an entry is a mapping with name and policies, controllers or results")
    return given


def _reported(file: Path, i: int, row: Any) -> Reported:
    kinds: dict[str, Any] = {"task": str, "seed": int, "value": (int, float), "success": bool}
    if not isinstance(row, dict) or set(row) != set(kinds) or not all(isinstance(row[k], t) for k, t in kinds.items()):
        raise ScenarioError(f"{file}: results.{i} must have task, seed, value and success; got {row!r}")
    if not math.isfinite(row["value"]):
        raise ScenarioError(f"{file}: results.{i}: value must be a finite number, got {row['value']!r}")
    return Reported(row["task"], row["seed"], float(row["value"]), row["success"])


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


NEEDS = {"status": str, "cpu_time": float, "metrics": dict}  # of every result
KEPT = ("mean_speed", "cost_of_transport", "actuation_energy", "peak_torque", "duration")


def run_bench_trial(given: Mapping[str, Any]) -> Result:
    """Run one trial.

    Args:
        given: name, data of the scenario, metric, threads, and the folder of the replay or None.

    Returns:
        `status`, `value` of the metric (None without one), `cpu_time` [s] of all threads, and some `metrics`.

    Raises:
        KeyboardInterrupt: at Ctrl-C.
    """
    began = clock.process_time()
    value, figures = math.nan, dict[str, float]()
    try:
        recording = _recorded(given)
        status: RunStatus = recording.status
        if status.kind is StatusKind.INTERRUPTED:
            raise KeyboardInterrupt
        spent = clock.process_time() - began
        if status.completed:
            value = measure_of(given["metric"]).value(recording)
        figures = {name: number for name, number in numbers(recording).items() if name in KEPT}
        if given["replay"]:
            report(recording, Path(given["replay"]), figures=False, results=False)
    except Exception as problem:  # one bad trial must not cost the others
        status = RunStatus.failed(str(problem) if isinstance(problem, SnakelabError) else repr(problem))
        spent = clock.process_time() - began
    return {
        "status": status,
        "value": value if math.isfinite(value) else None,
        "cpu_time": spent,
        "metrics": figures,
    }


def failed_trial(task: Task, reason: str) -> Result:
    """Return the result of a trial that no worker could finish."""
    return {"status": RunStatus.failed(reason), "value": None, "cpu_time": 0.0, "metrics": {}}


def _recorded(given: Mapping[str, Any]) -> Recording:
    scenario = scenario_of(Document(given["name"], given["data"], {}), ("snakebench",))
    scenario = replace(scenario, controller=on_threads(scenario.controller, given["threads"]))
    try:
        with imbalance_reported_elsewhere():
            return run_scenario(scenario)
    except SnakelabError as problem:
        if problem.recording is None:
            raise
        return problem.recording


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
