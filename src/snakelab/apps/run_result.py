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
    """A scenario that was run, and what it left.

    Attributes:
        scenario: As it was run.
        recording: Of any status.
        folder: Where the results are.
        paths: The files, in the order of writing.
        before: What the folder held before.
        own_engine: Whether our own engine ran it, whose figures a scenario expects.
    """

    scenario: Scenario
    recording: Recording
    folder: Path
    paths: tuple[Path, ...]
    before: frozenset[Path]
    own_engine: bool = True

    @functools.cached_property
    def judgements(self) -> tuple[Judgement, ...]:
        """The verdicts on all that the scenario expects; none where values were changed."""
        return judged(self.recording)

    @property
    def to_explain(self) -> tuple[Judgement, ...]:
        """The verdicts that need a word: what differs, has no result, or is explained though it agrees."""
        if not self.recording.status.completed:
            return ()  # the status says it for all
        candidates = (judgement for judgement in self.judgements if judgement.reason or judgement.stale)
        return tuple(judgement for judgement in candidates if judgement.verdict is not Verdict.UNCHECKED)

    @property
    def not_compared(self) -> str:
        """Why nothing is compared with what is expected; empty where it is."""
        if self.scenario.changes:
            return "values were changed with --set"
        return "" if self.own_engine else "another engine was taken with --engine"


def run_document(result: RunResult, exit_code: int) -> dict[str, Any]:
    """The result as plain data: what is not a finite number is None.

    `statements` holds what the scenario expects with the verdicts, as in `snakelab validate --json`; it is empty where
    `not_compared` says why.

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
        **{key: report[key] for key in ("robot", "seed", "versions", "metrics", "groups", "remarks", "statements")},
        "not_compared": result.not_compared or None,
    }
