"""The planar underwater snake: speed and power over its gaits, in the water of its papers and in others."""

from snakelab.studies.eel.figure import trends_figure
from snakelab.studies.eel.published import MAMBA_SPEEDS, PublishedSpeed, open_choices
from snakelab.studies.eel.sweep import VARIED, Case, Swum, line, swim
from snakelab.studies.eel.waters import strips_alike, waters

__all__ = [
    "MAMBA_SPEEDS",
    "VARIED",
    "Case",
    "PublishedSpeed",
    "Swum",
    "line",
    "open_choices",
    "strips_alike",
    "swim",
    "trends_figure",
    "waters",
]
