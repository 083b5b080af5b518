"""Sidewinding and arc rolling over grass and rocks: speeds and torques over several grounds by chance, and what they hang on."""

from snakelab.studies.field_gaits.table import relation_lines, table_text
from snakelab.studies.field_gaits.trial import CASES, Figures, run_trial, run_trials
from snakelab.studies.field_gaits.variations import VARIATIONS, Variation

__all__ = [
    "CASES",
    "VARIATIONS",
    "Figures",
    "Variation",
    "relation_lines",
    "run_trial",
    "run_trials",
    "table_text",
]
