"""How often the snake finds into a narrow pipe: seeds, counts of samples, with and without walls in the prediction."""

from snakelab.studies.pipe_entry.case import Case, Outcome, Setting, cases, settings_of
from snakelab.studies.pipe_entry.figure import rates_figure
from snakelab.studies.pipe_entry.rates import Rate, rates, wilson
from snakelab.studies.pipe_entry.run import enter, known, run

__all__ = [
    "Case",
    "Outcome",
    "Rate",
    "Setting",
    "cases",
    "enter",
    "known",
    "rates",
    "rates_figure",
    "run",
    "settings_of",
    "wilson",
]
