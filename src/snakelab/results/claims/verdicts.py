"""Verdicts: what a run's number is worth beside a published one. This list of words is the only one."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from snakelab.results.claims.claim import Claim, Unchecked
from snakelab.results.claims.figure import figure_of
from snakelab.results.recording import Recording
from snakelab.results.status import RunStatus


class Verdict(StrEnum):
    """A word on one published statement, from good to bad."""

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
        verdict: The word.
        source: Who says so.
        case: The statement in words; empty where the figure says it all.
        figure: Where our number is read, such as "mean_speed" or "tau.joint1 at 10 s"; empty if it cannot be checked.
        unit: Of the figure, "-" for a number without one.
        ours: Our number; NaN where there is none.
        value, tolerance, above, below: The published range, as in `Claim`.
        reason: Why ours differs, why it cannot be checked, or why there is no result; empty where it agrees.
        stale: An explanation that is no longer needed, because the figure agrees; else empty.
    """

    verdict: Verdict
    source: str
    case: str = ""
    figure: str = ""
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
        """Ours minus the published value, in the figure's unit; NaN where there is no such value or number."""
        return math.nan if self.value is None else self.ours - self.value

    @property
    def relative_error(self) -> float:
        """The error over the size of the published value [-]; NaN where that is zero."""
        return self.error / abs(self.value) if self.value else math.nan


def judge_all(recording: Recording, claims: Iterable[Claim], unchecked: Iterable[Unchecked]) -> tuple[Judgement, ...]:
    """The verdicts on all that is claimed of a run, in the order of the claims; what cannot be checked comes last."""
    return (*(judge_claim(recording, claim) for claim in claims), *map(cannot_be_checked, unchecked))


def judge_claim(recording: Recording, claim: Claim) -> Judgement:
    """The verdict on one claim, read from the run; "no result" where the run did not come through."""
    if not came_through(recording.status):
        return no_result(claim, recording.status)
    return judge(claim, *figure_of(recording, claim))


def judge(claim: Claim, ours: float, unit: str = "-") -> Judgement:
    """The verdict on one figure.

    Args:
        claim: What is published, with its range and, where ours is known to differ, the reason.
        ours: The run's number, in the same unit; NaN where the run has none.
        unit: For people.
    """
    verdict, reason, stale = Verdict.AGREES, "", ""
    if not math.isfinite(ours):
        verdict, reason = Verdict.NO_RESULT, f"the run has no such figure (it is {ours})"
    elif claim.met_by(ours):
        stale = claim.explained
    elif claim.explained:
        verdict, reason = Verdict.EXPLAINED, claim.explained
    else:
        verdict, reason = Verdict.UNEXPLAINED, "nobody has said why; find out, then fix it or write `explained:`"
    return _judgement(claim, verdict, ours, unit, reason, stale)


def no_result(claim: Claim, status: str, unit: str = "-") -> Judgement:
    """The verdict on a figure whose run did not come through."""
    return _judgement(claim, Verdict.NO_RESULT, math.nan, unit, f"the run {status}")


def cannot_be_checked(statement: Unchecked) -> Judgement:
    """The verdict on a statement that lacks what it takes."""
    return Judgement(Verdict.UNCHECKED, statement.source, statement.claim, reason=statement.reason)


def came_through(status: str) -> bool:
    """Whether a run of this status reached its end, or a condition of its own that stopped it."""
    return RunStatus(status).completed


def _judgement(claim: Claim, verdict: Verdict, ours: float, unit: str, reason: str = "", stale: str = "") -> Judgement:
    return Judgement(
        verdict,
        claim.source,
        claim.case,
        claim.figure,
        unit,
        ours,
        claim.value,
        claim.tolerance,
        claim.above,
        claim.below,
        reason,
        stale,
    )


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
