"""Interfaces to other tools. Each needs an extra, imported at its first use."""

from typing import TYPE_CHECKING

from snakelab.submodules import submodules

if not TYPE_CHECKING:  # a checker would take any name for one of these
    __getattr__ = submodules(__name__)
