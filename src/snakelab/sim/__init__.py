"""Simulation of a model: engines, events, the loop over steps, sensors and recording."""

from typing import TYPE_CHECKING

from snakelab.submodules import submodules

if not TYPE_CHECKING:  # a checker would take any name for one of these
    __getattr__ = submodules(__name__)
