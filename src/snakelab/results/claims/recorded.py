"""The claims that a recording carries, as numbers in JSON, so that whoever opens it can judge them again."""

import json
import math
from collections.abc import Iterable
from dataclasses import asdict, fields
from typing import Any

from snakelab.arguments import checked_arguments
from snakelab.errors import RecordingError
from snakelab.results.claims.claim import Claim, Unchecked
from snakelab.results.claims.verdicts import Judgement, Verdict, judge_all
from snakelab.results.recording import Recording

ATTRIBUTE = "claims"
_NUMBERS = ("time", "value", "tolerance", "above", "below")


def claims_attribute(claims: Iterable[Claim], unchecked: Iterable[Unchecked]) -> dict[str, str]:
    """The attribute that a recording carries its claims in; empty where there are none.

    Its JSON has the keys `expected` and `unchecked`, each a list, with the words of a scenario file and evaluated numbers.
    """
    expected = [{key: value for key, value in asdict(claim).items() if value not in ("", None)} for claim in claims]
    statements = [asdict(statement) for statement in unchecked]
    if not expected and not statements:
        return {}
    text = json.dumps({"expected": expected, "unchecked": statements}, allow_nan=False)
    return {ATTRIBUTE: text}


def claims_of(recording: Recording) -> tuple[tuple[Claim, ...], tuple[Unchecked, ...]]:
    """The claims of a recording and the statements that cannot be checked; none where it carries none.

    Raises:
        RecordingError: if what it carries is damaged.
    """
    text = recording.dataset.attrs.get(ATTRIBUTE)
    if text is None:
        return (), ()
    try:
        held = json.loads(text)
        return tuple(map(_claim, held["expected"])), tuple(map(_unchecked, held["unchecked"]))
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as problem:
        raise RecordingError(f"the recording's claims are damaged: {problem!r}") from problem


@checked_arguments(RecordingError)
def judged(recording: Recording) -> tuple[Judgement, ...]:
    """The verdicts on all that a recording claims; where its claims are damaged, one "no result" that says so."""
    try:
        return judge_all(recording, *claims_of(recording))
    except RecordingError as problem:
        return (Judgement(Verdict.NO_RESULT, "this recording", "what is claimed of this run", reason=str(problem)),)


def _claim(held: dict[str, Any]) -> Claim:
    given = dict(held)
    if "window" in given:
        given["window"] = tuple(map(_number, given["window"]))
    for key in {*given} & {*_NUMBERS}:
        given[key] = _number(given[key])
    claim = Claim(**given)
    for field in fields(Claim):
        if field.type is str:
            _check_text(getattr(claim, field.name))
    if claim.window is not None and len(claim.window) != 2:
        raise ValueError(f"window is {claim.window}")
    if bool(claim.metric) is bool(claim.variable):
        raise ValueError("a claim has a metric or a variable")
    if (claim.value is None or claim.tolerance is None) and claim.above is None and claim.below is None:
        raise ValueError(f"the claim on {claim.figure} has no range")
    return claim


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
