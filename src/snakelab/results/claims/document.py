"""A judgement as plain data, for JSON: the same keys wherever verdicts are written."""

import math
from typing import Any

from snakelab.results.claims.verdicts import Judgement


def statement(judgement: Judgement) -> dict[str, Any]:
    """The judgement as plain data; what is not a finite number is None. docs/validation.md names every key."""
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
