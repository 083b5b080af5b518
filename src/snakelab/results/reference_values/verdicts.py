"""Verdicts: a run's values (a metric or a recorded variable) compared with published ones."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from snakelab.errors import SnakelabError
from snakelab.results.metrics import metrics, unit_of
from snakelab.results.metrics.window import part_of
from snakelab.results.recording import Recording
from snakelab.results.reference_values.reference_value import ReferenceValue, Unchecked
from snakelab.results.status import RunStatus
from snakelab.results.variables import curves


class Verdict(StrEnum):
    """Verdict on one published statement, from good to bad."""

    AGREES = "agrees"
    EXPLAINED = "differs, explained"
    UNCHECKED = "cannot be checked"
    UNEXPLAINED = "differs, unexplained"
    NO_RESULT = "no result"


FAILING = (Verdict.UNEXPLAINED, Verdict.NO_RESULT)


@dataclass(frozen=True)
class Judgement:
    """One published statement with its verdict.

    Attributes:
        verdict: Result of the comparison.
        source: Publication or person.
        case: Description of the statement; empty if the quantity suffices.
        quantity: Quantity of the run, such as "mean_speed" or "tau.joint1 at 10 s"; empty if it cannot be checked.
        unit: Unit of the quantity, "-" for a number without one.
        ours: Value of the run; NaN if there is none.
        value, tolerance, above, below: The published range, as in `ReferenceValue`.
        reason: Reason for a difference, an unchecked statement or a missing result; empty if the value agrees.
        stale: An explanation that is no longer needed, because the value agrees; else empty.
    """

    verdict: Verdict
    source: str
    case: str = ""
    quantity: str = ""
    unit: str = "-"
    ours: float = math.nan
    value: float | None = None
    tolerance: float | None = None
    above: float | None = None
    below: float | None = None
    reason: str = ""
    stale: str = ""

    @property
    def error(self) -> float:
        """Value of the run minus the published value, in the quantity's unit; NaN if either is missing."""
        return math.nan if self.value is None else self.ours - self.value

    @property
    def relative_error(self) -> float:
        """Error divided by the absolute published value [-]; NaN if that is zero."""
        return self.error / abs(self.value) if self.value else math.nan


def judge_all(
    recording: Recording, reference_values: Iterable[ReferenceValue], unchecked: Iterable[Unchecked]
) -> tuple[Judgement, ...]:
    """Verdicts on all reference values of a run, in their order; statements that cannot be checked come last."""
    return (
        *(judge_reference_value(recording, reference) for reference in reference_values),
        *map(cannot_be_checked, unchecked),
    )


def judge_reference_value(recording: Recording, reference: ReferenceValue) -> Judgement:
    """Verdict on one reference value, read from the run; "no result" if the run did not complete."""
    if not came_through(recording.status):
        return no_result(reference, recording.status)
    return judge(reference, *recorded_value(recording, reference))


def judge(reference: ReferenceValue, ours: float, unit: str = "-") -> Judgement:
    """Verdict on one value.

    Args:
        reference value: The published value, with its range and, for a known difference, the reason.
        ours: Number of the run, in the same unit; NaN if the run has none.
        unit: Unit, for display.
    """
    verdict, reason, stale = Verdict.AGREES, "", ""
    if not math.isfinite(ours):
        verdict, reason = Verdict.NO_RESULT, f"the run has no such value (it is {ours})"
    elif reference.met_by(ours):
        stale = reference.explained
    elif reference.explained:
        verdict, reason = Verdict.EXPLAINED, reference.explained
    else:
        verdict, reason = (
            Verdict.UNEXPLAINED,
            "no reason is stated; find it, then fix the difference or write `explained:`",
        )
    return _judgement(reference, verdict, ours, unit, reason, stale)


def no_result(reference: ReferenceValue, status: str, unit: str = "-") -> Judgement:
    """Verdict on a value of a run that did not complete."""
    return _judgement(reference, Verdict.NO_RESULT, math.nan, unit, f"the run {status}")


def cannot_be_checked(statement: Unchecked) -> Judgement:
    """Verdict on a statement that cannot be checked."""
    return Judgement(Verdict.UNCHECKED, statement.source, statement.claim, reason=statement.reason)


def came_through(status: str) -> bool:
    """Return True if a run of this status reached its end, or a stop condition."""
    return RunStatus(status).completed


def _judgement(
    reference: ReferenceValue, verdict: Verdict, ours: float, unit: str, reason: str = "", stale: str = ""
) -> Judgement:
    return Judgement(
        verdict,
        reference.source,
        reference.case,
        reference.quantity,
        unit,
        ours,
        reference.value,
        reference.tolerance,
        reference.above,
        reference.below,
        reason,
        stale,
    )


def statement(judgement: Judgement) -> dict[str, Any]:
    """Return the judgement as plain data; numbers that are not finite become None. docs/validation.md names every key."""
    return {
        "verdict": str(judgement.verdict),
        "case": judgement.case or None,
        "figure": judgement.quantity or None,
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


def recorded_value(recording: Recording, reference: ReferenceValue) -> tuple[float, str]:
    """Value of the reference value's quantity in this run, NaN if there is none, and its unit, "-" for a number without one.

    A window includes its edges. A variable is linear between the rows, and NaN outside of them.
    """
    try:
        if reference.variable:
            (curve,) = curves(recording, reference.variable)
            times = recording["time"].values
            at = times[-1:] if reference.time is None else reference.time
            return float(np.interp(at, times, curve.values, left=math.nan, right=math.nan).item()), curve.unit
        part = recording if reference.window is None else part_of(recording, reference.window)
        value = metrics(part, (reference.metric,)).get(reference.metric, math.nan)
    except (SnakelabError, ValueError, IndexError):  # an empty window, a robot without such a number
        return math.nan, unit_of(reference.metric) if reference.metric else "-"
    return math.nan if isinstance(value, str) else float(value), unit_of(reference.metric)
