"""The numbers of a judgement as text, the same on the terminal and on the page."""

import math

from snakelab.studies.validation.verdicts import Judgement


def ours(judgement: Judgement) -> str:
    """Our number, to as many digits as the error needs."""
    return _text(judgement.ours, _digits(judgement))


def reference(judgement: Judgement) -> str:
    """The published value, or its bounds: "< 0", "> 1", "1 .. 2"."""
    low, high = judgement.above, judgement.below
    if judgement.value is not None:
        return f"{judgement.value:.10g}"
    if low is not None and high is not None:
        return f"{low:g} .. {high:g}"
    if high is not None:
        return f"< {high:g}"
    return "" if low is None else f"> {low:g}"


def error(judgement: Judgement) -> str:
    """Ours minus the published value."""
    return "" if math.isnan(judgement.error) else f"{judgement.error:+.2g}"


def error_percent(judgement: Judgement) -> str:
    """The same in per cent of the published value."""
    share = 100 * judgement.relative_error
    return "" if math.isnan(share) else f"{share:+.0f} %" if abs(share) >= 100 else f"{share:+.2g} %"


def tolerance(judgement: Judgement) -> str:
    """The tolerance."""
    return "" if judgement.tolerance is None else f"{judgement.tolerance:g}"


def stale(judgement: Judgement) -> str:
    """What to say of an explanation that is no longer needed; empty where there is none."""
    if not judgement.stale:
        return ""
    return f"stale explanation: the figure agrees, so take `explained` out of the scenario. It says: {judgement.stale}"


def _digits(judgement: Judgement) -> int:
    """Digits of our number that show where it stands in its range: one beyond the tolerance, 6 to 10."""
    if not judgement.tolerance or not math.isfinite(judgement.ours) or judgement.ours == 0:
        return 6
    leading = math.floor(math.log10(abs(judgement.ours)))
    return min(10, max(6, leading - math.floor(math.log10(judgement.tolerance)) + 2))


def _text(value: float, digits: int) -> str:
    return f"{value:.{digits}g}" if math.isfinite(value) else ""
