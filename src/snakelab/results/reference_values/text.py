"""A judgement as text, in the same form on the terminal and on every page."""

import math

from snakelab.results.reference_values.verdicts import Judgement, Verdict

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


def ours(judgement: Judgement) -> str:
    """Value of the run, with as many digits as the error needs; "" if there is none."""
    return _text(judgement.ours, _digits(judgement))


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
    if not judgement.tolerance or not math.isfinite(judgement.ours) or judgement.ours == 0:
        return 6
    leading = math.floor(math.log10(abs(judgement.ours)))
    return min(10, max(6, leading - math.floor(math.log10(judgement.tolerance)) + 2))


def _text(value: float, digits: int) -> str:
    return f"{value:.{digits}g}" if math.isfinite(value) else ""
