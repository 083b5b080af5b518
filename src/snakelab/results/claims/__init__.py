"""What is claimed of a run, and whether it came out: the one place where a published figure is read and judged.

    from snakelab.results.claims import Claim, judge_claim

    judge_claim(recording, Claim("the paper, table 2", metric="mean_speed", value=0.1511, tolerance=0.0008)).verdict

A `Claim` is a number with its range and its source; a recording of a scenario carries its claims (`claims_of`).
`figure_of` reads the run's own number, and `judge` gives the verdict. What prints, draws or counts verdicts (`snakelab run`,
the report page, `metrics.json`, `snakelab validate`) takes them from here.
"""

from snakelab.results.claims.claim import Claim, Unchecked
from snakelab.results.claims.figure import figure_of
from snakelab.results.claims.recorded import claims_attribute, claims_of, judged
from snakelab.results.claims.verdicts import (
    FAILING,
    Judgement,
    Verdict,
    came_through,
    cannot_be_checked,
    judge,
    judge_all,
    judge_claim,
    no_result,
    statement,
)

__all__ = [
    "FAILING",
    "Claim",
    "Judgement",
    "Unchecked",
    "Verdict",
    "came_through",
    "cannot_be_checked",
    "claims_attribute",
    "claims_of",
    "figure_of",
    "judge",
    "judge_all",
    "judge_claim",
    "judged",
    "no_result",
    "statement",
]
