"""The judge, without any simulation: words, errors, and runs that did not come through."""

import dataclasses
import math

import pytest

from recordings import straight_recording
from snakelab.results.reference_values import (
    ReferenceValue,
    Unchecked,
    Verdict,
    cannot_be_checked,
    judge,
    judge_all,
    judge_reference_value,
    no_result,
)

SPEED = ReferenceValue("the paper", metric="mean_speed", value=2.0, tolerance=0.1)
KNOWN = ReferenceValue(
    "the paper",
    metric="mean_speed",
    value=2.0,
    tolerance=0.1,
    explained="their scale; a finer step was tried",
    explained_up_to=0.5,
)


@pytest.mark.parametrize(
    ("reference", "computed", "verdict"),
    [
        (SPEED, 2.05, Verdict.AGREES),
        (SPEED, 2.2, Verdict.UNEXPLAINED),
        (SPEED, math.nan, Verdict.NO_RESULT),
        (SPEED, math.inf, Verdict.NO_RESULT),
        (KNOWN, 2.2, Verdict.EXPLAINED),
        (KNOWN, 2.05, Verdict.AGREES),
        (KNOWN, math.nan, Verdict.NO_RESULT),
        (ReferenceValue("order", metric="mean_velocity_x", below=0.0), -0.1, Verdict.AGREES),
        (ReferenceValue("order", metric="mean_velocity_x", below=0.0), 0.1, Verdict.UNEXPLAINED),
        (
            ReferenceValue("order", metric="mean_velocity_x", below=0.0, explained="so", explained_up_to=0.1),
            0.1,
            Verdict.EXPLAINED,
        ),
        (
            ReferenceValue("order", metric="mean_velocity_x", below=0.0, explained="so", explained_up_to=0.1),
            0.2,
            Verdict.UNEXPLAINED,
        ),
        (ReferenceValue("order", metric="mean_velocity_x", below=0.0, explained="so"), 0.1, Verdict.UNEXPLAINED),
        (KNOWN, 1.4, Verdict.UNEXPLAINED),
    ],
)
def test_a_reference_value_gets_its_verdict(reference, computed, verdict):
    assert judge(reference, computed).verdict is verdict


def test_an_explanation_of_a_value_that_agrees_is_stale():
    judgement = judge(KNOWN, 2.05)
    assert (judgement.stale, judgement.reason) == (KNOWN.explained, "")
    assert judge(KNOWN, 2.2).stale == judge(SPEED, 2.05).stale == ""


def test_a_reason_comes_with_everything_that_does_not_agree():
    assert judge(KNOWN, 2.2).reason == KNOWN.explained
    assert "no reason is stated" in judge(SPEED, 2.2).reason
    assert "no such value" in judge(SPEED, math.nan).reason
    assert no_result(SPEED, "diverged at t = 1 s").reason == "the run diverged at t = 1 s"
    assert cannot_be_checked(Unchecked("alike", "no numbers", "the paper")).reason == "no numbers"


def test_errors_are_ours_minus_the_reference():
    judgement = judge(SPEED, 1.5, "m/s")
    assert (judgement.error, judgement.relative_error, judgement.unit) == (-0.5, -0.25, "m/s")
    negative = judge(ReferenceValue("us", metric="mean_velocity_x", value=-2.0, tolerance=0.1), -1.5)
    assert (negative.error, negative.relative_error) == (0.5, 0.25)
    assert math.isnan(judge(ReferenceValue("us", metric="mean_speed", value=0.0, tolerance=1.0), 0.5).relative_error)
    assert math.isnan(judge(ReferenceValue("us", metric="mean_speed", below=1.0), 0.5).error)


@pytest.mark.parametrize(
    ("reference", "inside", "outside"),
    [
        (ReferenceValue("us", value=1.0, tolerance=0.25), (0.75, 1.25, 1.0), (0.7, 1.3, math.nan, math.inf)),
        (ReferenceValue("us", above=1.0), (1.1, 1e300), (1.0, 0.0, math.nan, math.inf)),
        (ReferenceValue("us", below=0.0), (-1.0, -1e-300), (0.0, 1.0, math.nan)),
        (ReferenceValue("us", above=1.0, below=2.0), (1.5,), (1.0, 2.0, 3.0, math.nan)),
    ],
)
def test_a_reference_value_agrees_inside_its_range_and_never_for_nan(reference, inside, outside):
    assert all(reference.met_by(value) for value in inside)
    assert not any(reference.met_by(value) for value in outside)


def test_a_reference_value_is_compared_with_the_printed_number():
    reference = ReferenceValue("us", metric="mean_speed", window=(0.5, 1.0), value=0.2, tolerance=1e-9)
    judgement = judge_reference_value(straight_recording(speed=0.2), reference)
    assert (judgement.verdict, judgement.unit) == (Verdict.AGREES, "m/s")
    assert judgement.computed == pytest.approx(0.2, abs=1e-12)
    assert judgement.quantity == "mean_speed from 0.5 to 1 s"


@pytest.mark.parametrize(
    ("status", "verdict"),
    [
        ("finished", Verdict.AGREES),
        ("stopped: goal reached at t = 1 s", Verdict.AGREES),
        ("diverged at t = 1 s", Verdict.NO_RESULT),
        ("interrupted at t = 1 s", Verdict.NO_RESULT),
    ],
)
def test_only_a_finished_run_has_values(status, verdict):
    recording = dataclasses.replace(straight_recording(speed=0.2), status=status)
    judgement = judge_reference_value(recording, ReferenceValue("us", metric="mean_speed", value=0.2, tolerance=0.1))
    assert judgement.verdict is verdict
    assert (judgement.reason == f"the run {status}") is (verdict is Verdict.NO_RESULT)


def test_what_cannot_be_checked_comes_last():
    reference_values = (
        ReferenceValue("us", metric="mean_speed", above=0.0),
        ReferenceValue("us", metric="mean_speed", below=0.0),
    )
    judgements = judge_all(straight_recording(), reference_values, (Unchecked("alike", "no numbers", "the paper"),))
    assert [judgement.verdict for judgement in judgements] == [Verdict.AGREES, Verdict.UNEXPLAINED, Verdict.UNCHECKED]
