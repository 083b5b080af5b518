"""One run of SnakeBench: a task, a method and a seed."""

import math
import time as clock
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from snakelab.errors import SnakelabError
from snakelab.results.diagnostics.energy_balance import imbalance_reported_elsewhere
from snakelab.results.recording import Recording
from snakelab.results.status import RunStatus, StatusKind
from snakelab.scenarios.file_reading.document import Document
from snakelab.scenarios.running import run_scenario
from snakelab.scenarios.scenario import scenario_of
from snakelab.studies.execution.task import Result, Task
from snakelab.studies.snakebench.measures import measure_of
from snakelab.studies.sweeps.trial import numbers, on_threads
from snakelab.view.report import report

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
