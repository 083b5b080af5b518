"""Reference values: published numbers, the run's own values, and the verdicts on them.

    from snakelab.results.reference_values import ReferenceValue, judge_reference_value

    value = ReferenceValue("the paper, table 2", metric="mean_speed", value=0.1511, tolerance=0.0008)
    judge_reference_value(recording, value).verdict

A `ReferenceValue` is a number with its range and its source; a recording of a scenario stores its reference values
(`reference_values_of`). `recorded_value` reads the run's own value, and `judge` gives the verdict. `snakelab run`, the report
page, `metrics.json` and `snakelab validate` take their verdicts from here.
"""

from snakelab.results.reference_values.reference_value import ReferenceValue, Unchecked
from snakelab.results.reference_values.storage import judged, reference_values_attribute, reference_values_of
from snakelab.results.reference_values.verdicts import (
    FAILING,
    Judgement,
    Verdict,
    came_through,
    cannot_be_checked,
    judge,
    judge_all,
    judge_reference_value,
    no_result,
    recorded_value,
    statement,
)

__all__ = [
    "FAILING",
    "ReferenceValue",
    "Judgement",
    "Unchecked",
    "Verdict",
    "came_through",
    "cannot_be_checked",
    "reference_values_attribute",
    "reference_values_of",
    "recorded_value",
    "judge",
    "judge_all",
    "judge_reference_value",
    "judged",
    "no_result",
    "statement",
]
