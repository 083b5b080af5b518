"""Sidewinding and arc rolling over grass and rocks: speeds and torques on random grounds, and their parameter dependence."""

from reproductions.snakesys.field_gaits.table import relation_lines, table_text
from reproductions.snakesys.field_gaits.trial import CASES, Figures, run_trial, run_trials
from reproductions.snakesys.field_gaits.variations import VARIATIONS, Variation

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
