"""When a validation passes, and how its trials are grouped; without any simulation."""

import math

import pytest

from snakelab.plugins.studies.validation import Trial, Validation, counts_by_kind, extent, meaning
from snakelab.results.reference_values import (
    ReferenceKind,
    ReferenceValue,
    Unchecked,
    Verdict,
    cannot_be_checked,
    judge,
)

SPEED = ReferenceValue("the paper", metric="mean_speed", value=2.0, tolerance=0.1)
KNOWN = ReferenceValue(
    "the paper",
    metric="mean_speed",
    value=2.0,
    tolerance=0.1,
    explained="their scale; a finer step was tried",
    explained_up_to=1.5,
)


def trial(*judgements, status="finished", name="case", robot="snake"):
    return Trial(name, "Title", "Source", robot, status, 0.1, judgements)


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
    trials = (
        trial(judge(SPEED, 2.0)),
        trial(robot="worm"),
        trial(judge(ReferenceValue("us", below=1.0), 0.0), name="second"),
    )
    validation = Validation(trials)
    assert {robot: len(group) for robot, group in validation.by_robot.items()} == {"snake": 2, "worm": 1}
    assert validation.sources == {"the paper": 1, "us": 2}


def test_statements_are_counted_by_kind_and_by_source():
    judgements = (
        judge(ReferenceValue("a", metric="mean_speed", value=1.0, tolerance=0.1, kind=ReferenceKind.PUBLISHED), 1.0),
        judge(ReferenceValue("a", metric="mean_speed", below=2.0, kind=ReferenceKind.PUBLISHED), 3.0),
        judge(ReferenceValue("b", metric="mean_speed", above=0.0, below=2.0), 1.0),
        cannot_be_checked(Unchecked("alike", "no numbers", "b")),
    )
    validation = Validation((Trial("n", "", "", "r", "finished", 0.0, judgements),))
    numbers = {kind: {verdict: n for verdict, n in counts.items() if n} for kind, counts in validation.kinds.items()}
    assert numbers == {
        ReferenceKind.PUBLISHED: {Verdict.AGREES: 1, Verdict.UNEXPLAINED: 1},
        ReferenceKind.REGRESSION: {Verdict.AGREES: 1},
    }
    assert counts_by_kind(validation) == [
        ("kind", "agrees", "differs, unexplained"), ("published", "1", "1"), ("regression", "1", "0"),
    ]  # fmt: skip
    assert validation.source_counts == {"a": 2, "b": 2}
    assert extent(validation) == (
        "4 statements in 1 scenario, from 2 sources: 2 published, 1 regression, 1 that cannot be checked"
    )
    assert extent(Validation(())) == "0 statements in 0 scenarios"
    assert meaning(validation) == ""
