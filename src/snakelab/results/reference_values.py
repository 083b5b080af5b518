"""Reference values of a run: published numbers and statements, verdicts on them, their storage and their text."""

import json
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any

import numpy as np

from snakelab.errors import RecordingError, SnakelabError
from snakelab.parameters.declarations import checked_arguments
from snakelab.results.metrics.metric_table import metrics, part_of, unit_of
from snakelab.results.recording import Recording, curves
from snakelab.results.run_status import RunStatus

# ----------------------------------------------------------------------------------------------------------------------
# Reference value: a number with its range and its source; or a statement that cannot be checked
# ----------------------------------------------------------------------------------------------------------------------


class ReferenceKind(StrEnum):
    """Origin of a reference value."""

    PUBLISHED = "published"  # a number printed in a publication
    STATEMENT = "statement"  # stated in words in a publication, or a requirement or an inequality
    INDEPENDENT = "independent"  # computed by another program of the project or of a third party
    CLOSED_FORM = "closed form"  # a formula
    REGRESSION = "regression"  # an earlier result of snakelab itself


@dataclass(frozen=True)
class ReferenceValue:
    """Expected value of a quantity of the run, with its range.

    Attributes:
        source: Source of the statement.
        case: Description of the statement.
        metric: A name in `metrics`; empty for a variable.
        window: Part of the run over which the metric is computed, from and to [s]; None for all of it.
        variable: A recorded variable with its component, such as "base_position.x" or "tau.joint1"; empty for a metric.
        time: Time at which the variable is read [s]; None for the end of the run.
        value, tolerance: The range is value - tolerance to value + tolerance, in the quantity's unit; or
        above, below: Open bounds of the range, None if it has none.
        explained: Reason for a known difference, and the attempts; empty if the value should agree.
        explained_up_to: Largest distance from the value or the bound that the reason covers, measured when it was
            written, in the quantity's unit; None without a reason.
        kind: Origin of the value.
    """

    source: str
    case: str = ""
    metric: str = ""
    window: tuple[float, float] | None = None
    variable: str = ""
    time: float | None = None
    value: float | None = None
    tolerance: float | None = None
    above: float | None = None
    below: float | None = None
    explained: str = ""
    explained_up_to: float | None = None
    kind: ReferenceKind = ReferenceKind.REGRESSION

    def met_by(self, value: float) -> bool:
        """Return True if the run's value lies in the range; False for NaN."""
        if self.value is not None and self.tolerance is not None:
            return abs(value - self.value) <= self.tolerance
        low, high = (-math.inf if self.above is None else self.above), (math.inf if self.below is None else self.below)
        return low < value < high

    def distance(self, value: float) -> float:
        """Distance of a value from the reference value, or from the bound that it violates."""
        if self.value is not None:
            return abs(value - self.value)
        beyond = (value - bound for bound in (self.above, self.below) if bound is not None)
        return 0.0 if self.met_by(value) else min(map(abs, beyond))

    @property
    def quantity(self) -> str:
        """Quantity as text: "mean_speed", "mean_speed from 16 to 20 s", "tau.joint1 at 10 s"."""
        if self.variable:
            return f"{self.variable} at {'the end' if self.time is None else f'{self.time:g} s'}"
        return self.metric if self.window is None else f"{self.metric} from {self.window[0]:g} to {self.window[1]:g} s"


@dataclass(frozen=True)
class Unchecked:
    """A published statement that cannot be checked.

    Attributes:
        claim: The statement.
        reason: Missing information, without which it cannot be checked.
        source: Source of the statement.
    """

    claim: str
    reason: str
    source: str


# ----------------------------------------------------------------------------------------------------------------------
# Verdicts: a run's values (a metric or a recorded variable) compared with published ones
# ----------------------------------------------------------------------------------------------------------------------


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
        computed: Value of the run; NaN if there is none.
        value, tolerance, above, below: The published range, as in `ReferenceValue`.
        reason: Reason for a difference, an unchecked statement or a missing result; empty if the value agrees.
        stale: An explanation that is no longer needed, because the value agrees; else empty.
        kind: Origin of the published range; None for a statement that cannot be checked.
    """

    verdict: Verdict
    source: str
    case: str = ""
    quantity: str = ""
    unit: str = "-"
    computed: float = math.nan
    value: float | None = None
    tolerance: float | None = None
    above: float | None = None
    below: float | None = None
    reason: str = ""
    stale: str = ""
    kind: ReferenceKind | None = None

    @property
    def error(self) -> float:
        """Value of the run minus the published value, in the quantity's unit; NaN if either is missing."""
        return math.nan if self.value is None else self.computed - self.value

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
    if not RunStatus(recording.status).completed:
        return no_result(reference, recording.status)
    return judge(reference, *recorded_value(recording, reference))


def judge(reference: ReferenceValue, computed: float, unit: str = "-") -> Judgement:
    """Verdict on one value.

    Args:
        reference: The published value, with its range and, for a known difference, the reason.
        computed: Number of the run, in the same unit; NaN if the run has none.
        unit: Unit, for display.
    """
    verdict, reason, stale = Verdict.AGREES, "", ""
    if not math.isfinite(computed):
        verdict, reason = Verdict.NO_RESULT, f"the run has no such value (it is {computed})"
    elif reference.met_by(computed):
        stale = reference.explained
    elif not reference.explained or reference.explained_up_to is None:
        verdict = Verdict.UNEXPLAINED
        reason = "no reason is stated; find it, then fix the difference or write `explained:` and `explained_up_to:`"
    elif (distance := reference.distance(computed)) <= reference.explained_up_to:
        verdict, reason = Verdict.EXPLAINED, reference.explained
    else:
        verdict = Verdict.UNEXPLAINED
        reason = (
            f"the difference is {distance:.4g}, and the reason covers at most {reference.explained_up_to:g}; find why it has "
            f"grown. The reason: {reference.explained}"
        )
    return _judgement(reference, verdict, computed, unit, reason, stale)


def no_result(reference: ReferenceValue, status: str, unit: str = "-") -> Judgement:
    """Verdict on a value of a run that did not complete."""
    return _judgement(reference, Verdict.NO_RESULT, math.nan, unit, f"the run {status}")


def cannot_be_checked(statement: Unchecked) -> Judgement:
    """Verdict on a statement that cannot be checked."""
    return Judgement(Verdict.UNCHECKED, statement.source, statement.claim, reason=statement.reason)


def _judgement(
    reference: ReferenceValue, verdict: Verdict, computed: float, unit: str, reason: str = "", stale: str = ""
) -> Judgement:
    return Judgement(
        verdict,
        reference.source,
        reference.case,
        reference.quantity,
        unit,
        computed,
        reference.value,
        reference.tolerance,
        reference.above,
        reference.below,
        reason,
        stale,
        reference.kind,
    )


def statement(judgement: Judgement) -> dict[str, Any]:
    """Return the judgement as plain data; numbers that are not finite become None. docs/validation.md names every key."""
    return {
        "verdict": str(judgement.verdict),
        "kind": None if judgement.kind is None else str(judgement.kind),
        "case": judgement.case or None,
        "figure": judgement.quantity or None,
        "unit": judgement.unit,
        "computed": _finite_number(judgement.computed),
        "value": judgement.value,
        "tolerance": judgement.tolerance,
        "above": judgement.above,
        "below": judgement.below,
        "error": _finite_number(judgement.error),
        "relative_error": _finite_number(judgement.relative_error),
        "source": judgement.source,
        "reason": judgement.reason or None,
        "stale_explanation": judgement.stale or None,
    }


def _finite_number(value: float) -> float | None:
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


# ----------------------------------------------------------------------------------------------------------------------
# Reference values stored with a recording, as JSON, so that they can be judged again after loading
# ----------------------------------------------------------------------------------------------------------------------

ATTRIBUTE = "reference_values"
_NUMBERS = ("time", "value", "tolerance", "above", "below", "explained_up_to")


def reference_values_attribute(
    reference_values: Iterable[ReferenceValue], unchecked: Iterable[Unchecked]
) -> dict[str, str]:
    """Return the attribute of a recording that contains its reference values; empty if there are none.

    Its JSON has the keys `reference_values` and `unchecked`, each a list, with the keys of a scenario file and evaluated
    numbers.
    """
    values = [
        {key: value for key, value in asdict(reference).items() if value not in ("", None)}
        for reference in reference_values
    ]
    statements = [asdict(statement) for statement in unchecked]
    if not values and not statements:
        return {}
    text = json.dumps({"reference_values": values, "unchecked": statements}, allow_nan=False)
    return {ATTRIBUTE: text}


def reference_values_of(recording: Recording) -> tuple[tuple[ReferenceValue, ...], tuple[Unchecked, ...]]:
    """Return the reference values of a recording and the statements that cannot be checked; empty if there are none.

    Raises:
        RecordingError: if the attribute is damaged.
    """
    text = recording.dataset.attrs.get(ATTRIBUTE)
    if text is None:
        return (), ()
    try:
        held = json.loads(text)
        return tuple(map(_reference_value, held["reference_values"])), tuple(map(_unchecked, held["unchecked"]))
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as problem:
        raise RecordingError(f"the recording's reference values are damaged: {problem!r}") from problem


@checked_arguments(RecordingError)
def judged(recording: Recording) -> tuple[Judgement, ...]:
    """Verdicts on all reference values of a recording; if they are damaged, one "no result" with the fault."""
    try:
        return judge_all(recording, *reference_values_of(recording))
    except RecordingError as problem:
        return (Judgement(Verdict.NO_RESULT, "this recording", "reference values of this run", reason=str(problem)),)


def _reference_value(held: dict[str, Any]) -> ReferenceValue:
    given = dict(held)
    if "window" in given:
        given["window"] = tuple(map(_stored_number, given["window"]))
    for key in {*given} & {*_NUMBERS}:
        given[key] = _stored_number(given[key])
    if "kind" in given:
        given["kind"] = ReferenceKind(given["kind"])
    reference = ReferenceValue(**given)
    for field in fields(ReferenceValue):
        if field.type is str:
            _check_text(getattr(reference, field.name))
    if reference.window is not None and len(reference.window) != 2:
        raise ValueError(f"window is {reference.window}")
    if bool(reference.metric) is bool(reference.variable):
        raise ValueError("a reference value has a metric or a variable")
    if (reference.value is None or reference.tolerance is None) and reference.above is None and reference.below is None:
        raise ValueError(f"the reference value of {reference.quantity} has no range")
    return reference


def _unchecked(held: dict[str, Any]) -> Unchecked:
    statement = Unchecked(**held)
    for text in asdict(statement).values():
        _check_text(text)
    return statement


def _check_text(text: Any) -> None:
    if not isinstance(text, str):
        raise TypeError(f"{text!r} is no text")
    text.encode()  # half of a character is a ValueError


def _stored_number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise TypeError(f"{value!r} is no number")
    return float(value)


# ----------------------------------------------------------------------------------------------------------------------
# Text of a judgement, in the same form on the terminal and on every page
# ----------------------------------------------------------------------------------------------------------------------

# The kind of each verdict, which determines its colour, and a sign in addition to the text, so that information does
# not depend on colour.
SIGNS = {
    Verdict.AGREES: ("good", "✓"),
    Verdict.EXPLAINED: ("fair", "≈"),
    Verdict.UNCHECKED: ("open", "?"),
    Verdict.UNEXPLAINED: ("bad", "✗"),
    Verdict.NO_RESULT: ("bad", "✗"),
}


def label(judgement: Judgement) -> str:
    """Label of a judgement, in one line: "speed after the initial transient: mean_speed from 16 to 20 s"."""
    return ": ".join(filter(None, (judgement.case, judgement.quantity)))


def computed(judgement: Judgement) -> str:
    """Value of the run, with as many digits as the error needs; "" if there is none."""
    return _text(judgement.computed, _digits(judgement))


def reference(judgement: Judgement) -> str:
    """Published value, or its bounds: "< 0", "> 1", "1 .. 2"."""
    low, high = judgement.above, judgement.below
    if judgement.value is not None:
        return f"{judgement.value:.10g}"
    if low is not None and high is not None:
        return f"{low:g} .. {high:g}"
    if high is not None:
        return f"< {high:g}"
    return "" if low is None else f"> {low:g}"


def tolerance(judgement: Judgement) -> str:
    """Tolerance as text."""
    return "" if judgement.tolerance is None else f"{judgement.tolerance:g}"


def value_range(judgement: Judgement, sign: str = "+-") -> str:
    """Published range: "0.1511 +- 0.0008", "< 0.353", "1 .. 2"; `sign` precedes the tolerance."""
    return f" {sign} ".join(filter(None, (reference(judgement), tolerance(judgement))))


def error(judgement: Judgement) -> str:
    """Value of the run minus the published value."""
    return "" if math.isnan(judgement.error) else f"{judgement.error:+.2g}"


def error_percent(judgement: Judgement) -> str:
    """Error in per cent of the published value."""
    fraction = 100 * judgement.relative_error
    return "" if math.isnan(fraction) else f"{fraction:+.0f} %" if abs(fraction) >= 100 else f"{fraction:+.2g} %"


def stale(judgement: Judgement) -> str:
    """Message on an explanation that is no longer needed; "" if there is none."""
    if not judgement.stale:
        return ""
    return f"stale explanation: the value agrees, so remove `explained` from the scenario. Its text: {judgement.stale}"


def _digits(judgement: Judgement) -> int:
    """Number of digits that shows the position of the run's value in its range: one beyond the tolerance, 6 to 10."""
    if not judgement.tolerance or not math.isfinite(judgement.computed) or judgement.computed == 0:
        return 6
    leading = math.floor(math.log10(abs(judgement.computed)))
    return min(10, max(6, leading - math.floor(math.log10(judgement.tolerance)) + 2))


def _text(value: float, digits: int) -> str:
    return f"{value:.{digits}g}" if math.isfinite(value) else ""
