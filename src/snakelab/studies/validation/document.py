"""Conversion of a validation to plain data, for JSON."""

from typing import Any

from snakelab.results.reference_values import statement
from snakelab.sim.dataset import package_version
from snakelab.studies.validation.trials import Trial, Validation

FORMAT = "snakelab-validation-1"


def validation_document(validation: Validation) -> dict[str, Any]:
    """Return the validation as plain data, with None for non-finite numbers. docs/validation.md names every key."""
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
        "statements": [statement(judgement) for judgement in trial.judgements],
    }
