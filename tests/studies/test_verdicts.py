"""The judge, without any simulation: words, errors, and when a validation passes."""

import math

import pytest

from snakelab.scenarios.expected import Claim, Unchecked
from snakelab.studies.validation import Trial, Validation, Verdict, judge
from snakelab.studies.validation.verdicts import cannot_be_checked, no_result

SPEED = Claim("the paper", metric="mean_speed", value=2.0, tolerance=0.1)
KNOWN = Claim(
    "the paper", metric="mean_speed", value=2.0, tolerance=0.1, explained="their scale; a finer step was tried"
)


def trial(*judgements, status="finished", name="case", robot="snake"):
    return Trial(name, "Title", "Source", robot, status, 0.1, judgements)


@pytest.mark.parametrize(
    ("claim", "ours", "verdict"),
    [
        (SPEED, 2.05, Verdict.AGREES),
        (SPEED, 2.2, Verdict.UNEXPLAINED),
        (SPEED, math.nan, Verdict.NO_RESULT),
        (SPEED, math.inf, Verdict.NO_RESULT),
        (KNOWN, 2.2, Verdict.EXPLAINED),
        (KNOWN, 2.05, Verdict.AGREES),
        (KNOWN, math.nan, Verdict.NO_RESULT),
        (Claim("order", metric="mean_velocity_x", below=0.0), -0.1, Verdict.AGREES),
        (Claim("order", metric="mean_velocity_x", below=0.0), 0.1, Verdict.UNEXPLAINED),
        (Claim("order", metric="mean_velocity_x", below=0.0, explained="so"), 0.1, Verdict.EXPLAINED),
    ],
)
def test_a_figure_gets_its_verdict(claim, ours, verdict):
    assert judge(claim, ours).verdict is verdict


def test_an_explanation_beside_a_figure_that_agrees_is_stale_and_is_no_reason():
    judgement = judge(KNOWN, 2.05)
    assert (judgement.stale, judgement.reason) == (KNOWN.explained, "")
    assert judge(KNOWN, 2.2).stale == judge(SPEED, 2.05).stale == ""


def test_a_reason_comes_with_everything_that_does_not_agree():
    assert judge(KNOWN, 2.2).reason == KNOWN.explained
    assert "nobody has said why" in judge(SPEED, 2.2).reason
    assert "no such figure" in judge(SPEED, math.nan).reason
    assert no_result(SPEED, "diverged at t = 1 s").reason == "the run diverged at t = 1 s"
    assert cannot_be_checked(Unchecked("alike", "no numbers", "the paper")).reason == "no numbers"


def test_errors_are_ours_minus_the_reference():
    judgement = judge(SPEED, 1.5, "m/s")
    assert (judgement.error, judgement.relative_error, judgement.unit) == (-0.5, -0.25, "m/s")
    negative = judge(Claim("us", metric="mean_velocity_x", value=-2.0, tolerance=0.1), -1.5)
    assert (negative.error, negative.relative_error) == (0.5, 0.25)
    assert math.isnan(judge(Claim("us", metric="mean_speed", value=0.0, tolerance=1.0), 0.5).relative_error)
    assert math.isnan(judge(Claim("us", metric="mean_speed", below=1.0), 0.5).error)


def test_what_agrees_is_explained_or_cannot_be_checked_passes():
    statement = cannot_be_checked(Unchecked("alike", "no numbers", "the paper"))
    validation = Validation((trial(judge(SPEED, 2.0), judge(KNOWN, 3.0)), trial(statement, name="other")))
    assert validation.passed and not validation.interrupted
    assert list(validation.counts.values()) == [1, 1, 1, 0, 0]
    assert list(validation.counts) == list(Verdict)


@pytest.mark.parametrize(
    "validation",
    [
        Validation((trial(judge(SPEED, 3.0)),)),
        Validation((trial(judge(SPEED, math.nan)),)),
        Validation((trial(status="diverged at t = 1 s"),)),
        Validation((trial(status="interrupted at t = 1 s"),)),
        Validation((trial(status="failed: no"),)),
        Validation((trial(judge(SPEED, 2.0)),), left_out=("other",)),
    ],
)
def test_what_differs_unexplained_diverges_fails_or_is_missing_does_not_pass(validation):
    assert not validation.passed


def test_a_run_that_a_condition_of_its_own_stopped_came_through():
    assert Validation((trial(judge(SPEED, 2.0), status="stopped: goal reached at t = 1 s"),)).passed


def test_trials_are_grouped_by_robot_and_sources_are_numbered():
    trials = (trial(judge(SPEED, 2.0)), trial(robot="worm"), trial(judge(Claim("us", below=1.0), 0.0), name="second"))
    validation = Validation(trials)
    assert {robot: len(group) for robot, group in validation.by_robot.items()} == {"snake": 2, "worm": 1}
    assert validation.sources == {"the paper": 1, "us": 2}
