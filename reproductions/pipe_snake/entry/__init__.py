"""Success rate of entering a narrow pipe, for several seeds and numbers of samples, with and without predicted walls."""

from reproductions.pipe_snake.entry.case import Case, Outcome, Setting, cases, settings_of
from reproductions.pipe_snake.entry.figure import rates_figure
from reproductions.pipe_snake.entry.rates import Rate, rates, wilson
from reproductions.pipe_snake.entry.run import enter, known, run, run_trials

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
    "run_trials",
    "settings_of",
    "wilson",
]
