"""Judgements as text: as many digits as matter, ranges, labels."""

import math

import pytest

from snakelab.results import reference_values as verdict_text
from snakelab.results.reference_values import ReferenceValue, Unchecked, Verdict, cannot_be_checked, judge


@pytest.mark.parametrize(
    ("reference", "computed", "texts"),
    [
        (ReferenceValue("us", value=0.7711175, tolerance=1e-5), 0.77112017402,
         ("0.77112", "0.7711175", "1e-05", "+2.7e-06", "+0.00035 %")),
        (ReferenceValue("us", value=16.640226, tolerance=5e-7), 16.64022558111,
         ("16.64022558", "16.640226", "5e-07", "-4.2e-07", "-2.5e-06 %")),
        (ReferenceValue("us", value=0.009, tolerance=5e-4), 0.0980304, ("0.0980304", "0.009", "0.0005", "+0.089", "+989 %")),
        (ReferenceValue("us", value=0.0, tolerance=1.0), 0.5, ("0.5", "0", "1", "+0.5", "")),
        (ReferenceValue("us", below=0.353), 0.076, ("0.076", "< 0.353", "", "", "")),
        (ReferenceValue("us", above=-1.0), 0.076, ("0.076", "> -1", "", "", "")),
        (ReferenceValue("us", above=1.0, below=2.0), 1.5, ("1.5", "1 .. 2", "", "", "")),
        (ReferenceValue("us", below=0.353), math.nan, ("", "< 0.353", "", "", "")),
    ],
)  # fmt: skip
def test_numbers_show_the_digits_that_matter(reference, computed, texts):
    judgement = judge(reference, computed)
    words = (
        verdict_text.computed,
        verdict_text.reference,
        verdict_text.tolerance,
        verdict_text.error,
        verdict_text.error_percent,
    )
    assert tuple(word(judgement) for word in words) == texts


@pytest.mark.parametrize(
    ("reference", "text"),
    [
        (ReferenceValue("us", value=0.1511, tolerance=0.0008), "0.1511 +- 0.0008"),
        (ReferenceValue("us", value=1.0, tolerance=0.0), "1 +- 0"),
        (ReferenceValue("us", above=-1.0), "> -1"),
        (ReferenceValue("us", above=1.0, below=2.0), "1 .. 2"),
    ],
)
def test_a_range_is_printed_as_one_text(reference, text):
    assert verdict_text.value_range(judge(reference, 1.0)) == text
    assert verdict_text.value_range(judge(reference, 1.0), "±") == text.replace("+-", "±")


def test_a_label_is_the_statement_and_where_its_number_is_read():
    reference = ReferenceValue("us", case="how fast", metric="mean_speed", window=(1.0, 2.5), above=0.0)
    assert verdict_text.label(judge(reference, 1.0)) == "how fast: mean_speed from 1 to 2.5 s"
    assert verdict_text.label(cannot_be_checked(Unchecked("alike", "no numbers", "the paper"))) == "alike"


def test_every_verdict_has_a_sign():
    assert set(verdict_text.SIGNS) == set(Verdict)
