"""Figures and pages of recordings, and the output folder of a run."""

from typing import TYPE_CHECKING

from snakelab.submodules import submodules

if not TYPE_CHECKING:  # otherwise a type checker accepts any name
    __getattr__ = submodules(__name__)
