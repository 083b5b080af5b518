"""What a run of a scenario came to, and the same as one JSON document."""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from snakelab.results.metrics import metrics, unit_of
from snakelab.results.recording import Recording
from snakelab.scenarios import Expected, Scenario
from snakelab.studies.validation.verdicts import judge
from snakelab.view.report import metrics_json

FORMAT = "snakelab-run-1"


@dataclass(frozen=True)
class RunResult:
    """A scenario that was run, and what it left.

    Attributes:
        scenario: As it was run.
        recording: Of any status.
        folder: Where the results are.
        paths: The files, in the order of writing.
        before: What the folder held before.
        changed: Whether values were changed on the command line.
    """

    scenario: Scenario
    recording: Recording
    folder: Path
    paths: tuple[Path, ...]
    before: frozenset[Path]
    changed: bool

    @property
    def not_compared(self) -> str:
        """Why the expected figures are not compared; empty where they are."""
        if self.changed:
            return "values were changed with --set"
        return "" if self.recording.finished else "the run did not finish"


def run_document(result: RunResult, exit_code: int) -> dict[str, Any]:
    """The result as plain data: what is not a finite number is None.

    `expected` holds one entry for each figure that the scenario expects, with `ours`, the `verdict` in the words of
    `snakelab validate`, and its `reason`; all three are None where `not_compared` says why.

    Args:
        result: The run.
        exit_code: With which the command ends.
    """
    report = json.loads(metrics_json(result.recording))
    return {
        "format": FORMAT,
        "scenario": result.scenario.name,
        "status": result.recording.status,
        "exit_code": exit_code,
        "folder": str(result.folder),
        "files": [{"path": str(path), "replaced": path in result.before} for path in result.paths],
        **{key: report[key] for key in ("robot", "seed", "versions", "metrics")},
        "not_compared": result.not_compared or None,
        "expected": _expected(result),
    }


def _expected(result: RunResult) -> list[dict[str, Any]]:
    found = metrics(result.recording)
    return [_judged(figure, found.get(figure.metric, math.nan), result) for figure in result.scenario.expected]


def _judged(figure: Expected, value: float | str, result: RunResult) -> dict[str, Any]:
    """One expected figure beside ours."""
    entry: dict[str, Any] = {
        "metric": figure.metric,
        "unit": unit_of(figure.metric),
        "value": figure.value,
        "tolerance": figure.tolerance,
        "source": figure.source,
        "ours": None,
        "verdict": None,
        "reason": None,
    }
    if result.not_compared:
        return entry
    ours = math.nan if isinstance(value, str) else float(value)
    judgement = judge(figure.claim(), ours)
    return entry | {
        "ours": ours if math.isfinite(ours) else None,
        "verdict": str(judgement.verdict),
        "reason": judgement.reason or None,
    }
