"""Range and step of the slider of a number: the declared ones, widened to contain its value."""

import math

from snakelab.declared.declarations import Kind, Member
from snakelab.declared.marks import Slider

STEPS = 100  # at least, of a range that is not declared


def slider_at(member: Member, value: float | None) -> Slider | None:
    """Slider of a number, within its bounds; None if there is neither a slider nor a value.

    Args:
        member: Declaration of the number.
        value: Its value; None or an infinite one does not widen the range.
    """
    declared = member.slider
    if value is None or not math.isfinite(value):
        return declared
    if declared and declared.least <= value <= declared.most:
        return declared
    if declared and 0 <= value < declared.least:
        return Slider(_in_bounds(member, 0.0), declared.most, declared.step)
    size = 2 * abs(value) or 1.0
    least = -size if value < 0 else declared.least if declared else 0.0
    most = declared.most if declared and value < declared.most else max(size, least) if value >= 0 else 0.0
    return _with_step(member, _in_bounds(member, least), _in_bounds(member, most))


def _in_bounds(member: Member, value: float) -> float:
    """The value, or the nearest bound."""
    lower = [bound for bound in (member.above, member.least) if bound is not None]
    upper = [bound for bound in (member.below, member.most) if bound is not None]
    return min([max([value, *lower]), *upper])


def _with_step(member: Member, least: float, most: float) -> Slider:
    """Slider whose step is a power of ten."""
    step = 10.0 ** math.floor(math.log10((most - least) / STEPS)) if most > least else 1.0
    return Slider(least, most, max(1.0, step) if member.kind is Kind.WHOLE else step)
