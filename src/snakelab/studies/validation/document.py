"""A validation as plain data, for JSON."""

import math
from typing import Any

from snakelab.sim.dataset import package_version
from snakelab.studies.validation.verdicts import Judgement, Trial, Validation

FORMAT = "snakelab-validation-1"


def validation_document(validation: Validation) -> dict[str, Any]:
    """The validation as plain data; what is not a finite number is None. docs/validation.md names every key."""
    return {
        "format": FORMAT,
        "snakelab_version": package_version(),
        "passed": validation.passed,
        "left_out": list(validation.left_out),
        "counts": {str(verdict): number for verdict, number in validation.counts.items()},
        "scenarios": [_trial(trial) for trial in validation.trials],
    }


def _trial(trial: Trial) -> dict[str, Any]:
    return {
        "name": trial.name,
        "title": trial.title,
        "source": trial.source,
        "robot": trial.robot,
        "status": trial.status,
        "wall_time": trial.wall_time,
        "statements": [_judgement(judgement) for judgement in trial.judgements],
    }


def _judgement(judgement: Judgement) -> dict[str, Any]:
    return {
        "verdict": str(judgement.verdict),
        "case": judgement.case or None,
        "figure": judgement.figure or None,
        "unit": judgement.unit,
        "ours": _number(judgement.ours),
        "value": judgement.value,
        "tolerance": judgement.tolerance,
        "above": judgement.above,
        "below": judgement.below,
        "error": _number(judgement.error),
        "relative_error": _number(judgement.relative_error),
        "source": judgement.source,
        "reason": judgement.reason or None,
        "stale_explanation": judgement.stale or None,
    }


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None
