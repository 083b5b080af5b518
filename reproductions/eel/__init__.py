"""Planar underwater snake: speed and power of its gaits, in the fluid model of the papers and in others."""

from reproductions.eel.figure import trends_figure
from reproductions.eel.published import MAMBA_SPEEDS, PublishedSpeed, open_choices
from reproductions.eel.sweep import VARIED, Case, Swum, line, swim
from reproductions.eel.waters import strips_alike, waters

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
