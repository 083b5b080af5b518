"""Reference values stored with a recording, as JSON, so that they can be judged again after loading."""

import json
import math
from collections.abc import Iterable
from dataclasses import asdict, fields
from typing import Any

from snakelab.arguments import checked_arguments
from snakelab.errors import RecordingError
from snakelab.results.recording import Recording
from snakelab.results.reference_values.reference_value import ReferenceValue, Unchecked
from snakelab.results.reference_values.verdicts import Judgement, Verdict, judge_all

ATTRIBUTE = "reference_values"
_NUMBERS = ("time", "value", "tolerance", "above", "below")


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
        given["window"] = tuple(map(_number, given["window"]))
    for key in {*given} & {*_NUMBERS}:
        given[key] = _number(given[key])
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


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise TypeError(f"{value!r} is no number")
    return float(value)
