"""Range and step of the slider of a number: the declared ones, widened to contain its value."""

import math

from snakelab.declared.declarations import Kind, Member
from snakelab.declared.marks import Slider

STEPS = 100  # of a range that is not declared


def slider_at(member: Member, value: float | None) -> Slider | None:
    """Slider of a number, within its bounds; None if there is neither a slider nor a value.

    Args:
        member: Declaration of the number.
        value: Its value; None or an infinite one does not widen the range.
    """
    if value is None or not math.isfinite(value):
        return member.slider
    least, most = (member.slider.least, member.slider.most) if member.slider else (0.0, 0.0)
    if member.slider and least <= value <= most:
        return member.slider
    size = 2 * abs(value) or 1.0
    return _within_bounds(member, -size if value < 0 else least, size if value > most or not value else most)


def _within_bounds(member: Member, least: float, most: float) -> Slider:
    """Slider from `least` to `most`, or to the nearest bounds, with a step that is a power of ten."""
    lower = [bound for bound in (member.above, member.least) if bound is not None]
    upper = [bound for bound in (member.below, member.most) if bound is not None]
    least, most = max([least, *lower]), min([most, *upper])
    step = 10.0 ** math.floor(math.log10((most - least) / STEPS)) if most > least else 1.0
    return Slider(least, most, max(1.0, step) if member.kind is Kind.WHOLE else step)
