"""Summary of a run, as text and as one JSON document."""

import functools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from snakelab.results.recording import Recording
from snakelab.results.reference_values import Judgement, Verdict, judged
from snakelab.scenarios import Scenario
from snakelab.view.report import metrics_json

FORMAT = "snakelab-run-1"


@dataclass(frozen=True)
class RunResult:
    """Result of a scenario's run.

    Attributes:
        scenario: Scenario of the run, with its overrides.
        recording: Recording, of any status.
        folder: Results folder.
        paths: Files in the order of writing.
        before: Files that were in the folder before.
        own_engine: True for the built-in engine, to which the reference values apply.
        window: Part of the run from which the metrics are computed, from and to [s]; None for the whole run.
    """

    scenario: Scenario
    recording: Recording
    folder: Path
    paths: tuple[Path, ...]
    before: frozenset[Path]
    own_engine: bool = True
    window: tuple[float, float] | None = None

    @functools.cached_property
    def judgements(self) -> tuple[Judgement, ...]:
        """Verdicts on the reference values; none if values were changed."""
        return judged(self.recording)

    @property
    def to_explain(self) -> tuple[Judgement, ...]:
        """Verdicts with a reason, and those whose explanation is stale."""
        if not self.recording.status.completed:
            return ()  # the status explains all of them
        candidates = (judgement for judgement in self.judgements if judgement.reason or judgement.stale)
        return tuple(judgement for judgement in candidates if judgement.verdict is not Verdict.UNCHECKED)

    @property
    def not_compared(self) -> str:
        """Reason why no reference value is compared; empty if they are."""
        if self.scenario.changes:
            return "values were changed with --set"
        return "" if self.own_engine else "another engine was selected with --engine"


def run_document(result: RunResult, exit_code: int) -> dict[str, Any]:
    """Return the result as plain data, with None for non-finite numbers.

    `statements` contains the reference values with the verdicts, as in `snakelab validate --json`; it is empty if
    `not_compared` gives a reason.

    Args:
        result: The run.
        exit_code: Exit code of the command.
    """
    report = json.loads(metrics_json(result.recording, result.window))
    return {
        "format": FORMAT,
        "scenario": result.scenario.name,
        "status": result.recording.status,
        "exit_code": exit_code,
        "folder": str(result.folder),
        "files": [{"path": str(path), "replaced": path in result.before} for path in result.paths],
        **{
            key: report[key]
            for key in ("robot", "seed", "versions", "metrics", "groups", "window", "remarks", "statements")
        },
        "not_compared": result.not_compared or None,
    }
