"""Execution of one trial: change of the scenario, run, and metrics with the status."""

import math
import time as clock
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from snakelab.errors import SnakelabError
from snakelab.results.diagnostics.energy_balance import imbalance_reported_elsewhere
from snakelab.results.metrics import metrics
from snakelab.results.metrics.window import part_of
from snakelab.results.recording import Recording
from snakelab.results.status import RunStatus, StatusKind
from snakelab.scenarios.file_reading.document import Document
from snakelab.scenarios.file_reading.overrides import Change, with_changes
from snakelab.scenarios.running import run_scenario
from snakelab.scenarios.scenario import scenario_of
from snakelab.studies.execution.task import Result, Task
from snakelab.studies.sweeps.sweep import keys_of
from snakelab.studies.sweeps.trial_warnings import recorded_warnings

NEEDS = {"status": str, "wall_time": float, "metrics": dict}  # of every result


def run_trial(given: Mapping[str, Any]) -> Result:
    """Run one trial.

    The result of a run that diverges or fails has its status, and the metrics of the recorded part.

    Args:
        given: From `Sweep.task`.

    Returns:
        `status`, `wall_time` [s], `metrics`, finite numbers by name, and `warnings`, the texts of those that it issued.

    Raises:
        KeyboardInterrupt: at Ctrl-C; an interrupted run is no trial.
    """
    began = clock.perf_counter()
    figures, issued = dict[str, float](), list[str]()
    try:
        with recorded_warnings(issued):
            recording, status = _run(given)
            part = recording if given["window"] is None else part_of(recording, given["window"])
            figures = numbers(part)
    except Exception as problem:  # one bad trial must not cost the others
        known = isinstance(problem, SnakelabError)
        status = RunStatus.failed(str(problem) if known else repr(problem))
    if status.kind is StatusKind.INTERRUPTED:
        raise KeyboardInterrupt
    return {
        "status": status,
        "wall_time": clock.perf_counter() - began,
        "metrics": figures,
        "warnings": issued,
    }


def failed(task: Task, reason: str) -> Result:
    """Return the result of a trial that no worker could finish."""
    return {"status": RunStatus.failed(reason), "wall_time": 0.0, "metrics": {}}


def numbers(recording: Recording) -> dict[str, float]:
    """Return the metrics that are finite numbers."""
    try:
        values = metrics(recording)
    except (SnakelabError, ValueError, IndexError):  # no row in the window
        return {}
    return {name: float(value) for name, value in values.items() if not isinstance(value, str) and math.isfinite(value)}


def _run(given: Mapping[str, Any]) -> tuple[Recording, RunStatus]:
    """Return the recording so far, and the status."""
    document = Document(given["name"], given["data"], {})
    changes = [Change(keys_of(place), value, place) for place, value in given["changes"].items()]
    scenario = scenario_of(with_changes(document, changes), tuple(given["changes"]))
    scenario = replace(scenario, controller=on_threads(scenario.controller, given["threads"]))
    try:
        with imbalance_reported_elsewhere():  # the table has `energy_residual_ratio`
            recording = run_scenario(scenario)
    except SnakelabError as problem:
        if problem.recording is None:
            raise
        return problem.recording, RunStatus.failed(str(problem), problem.recording.status.time)
    return recording, recording.status


def on_threads(controller: Any, threads: int | None) -> Any:
    """Return the controller with a limited number of threads, which does not change its results."""
    if not is_dataclass(controller) or isinstance(controller, type):
        return controller
    if "threads" not in {field.name for field in fields(controller)} or getattr(controller, "threads", 1) is not None:
        return controller
    return replace(controller, threads=threads)
