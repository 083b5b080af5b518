"""Judgements as text: as many digits as matter, ranges, labels."""

import math

import pytest

from snakelab.results.claims import Claim, Unchecked, Verdict, cannot_be_checked, judge, wording


@pytest.mark.parametrize(
    ("claim", "ours", "texts"),
    [
        (Claim("us", value=0.7711175, tolerance=1e-5), 0.77112017402,
         ("0.77112", "0.7711175", "1e-05", "+2.7e-06", "+0.00035 %")),
        (Claim("us", value=16.640226, tolerance=5e-7), 16.64022558111,
         ("16.64022558", "16.640226", "5e-07", "-4.2e-07", "-2.5e-06 %")),
        (Claim("us", value=0.009, tolerance=5e-4), 0.0980304, ("0.0980304", "0.009", "0.0005", "+0.089", "+989 %")),
        (Claim("us", value=0.0, tolerance=1.0), 0.5, ("0.5", "0", "1", "+0.5", "")),
        (Claim("us", below=0.353), 0.076, ("0.076", "< 0.353", "", "", "")),
        (Claim("us", above=-1.0), 0.076, ("0.076", "> -1", "", "", "")),
        (Claim("us", above=1.0, below=2.0), 1.5, ("1.5", "1 .. 2", "", "", "")),
        (Claim("us", below=0.353), math.nan, ("", "< 0.353", "", "", "")),
    ],
)  # fmt: skip
def test_numbers_show_the_digits_that_matter(claim, ours, texts):
    judgement = judge(claim, ours)
    words = (wording.ours, wording.reference, wording.tolerance, wording.error, wording.error_percent)
    assert tuple(word(judgement) for word in words) == texts


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (Claim("us", value=0.1511, tolerance=0.0008), "0.1511 +- 0.0008"),
        (Claim("us", value=1.0, tolerance=0.0), "1 +- 0"),
        (Claim("us", above=-1.0), "> -1"),
        (Claim("us", above=1.0, below=2.0), "1 .. 2"),
    ],
)
def test_a_range_is_told_in_one_text(claim, text):
    assert wording.value_range(judge(claim, 1.0)) == text
    assert wording.value_range(judge(claim, 1.0), "±") == text.replace("+-", "±")


def test_a_label_is_the_statement_and_where_its_number_is_read():
    claim = Claim("us", case="how fast", metric="mean_speed", window=(1.0, 2.5), above=0.0)
    assert wording.label(judge(claim, 1.0)) == "how fast: mean_speed from 1 to 2.5 s"
    assert wording.label(cannot_be_checked(Unchecked("alike", "no numbers", "the paper"))) == "alike"


def test_every_verdict_has_a_sign():
    assert set(wording.SIGNS) == set(Verdict)
