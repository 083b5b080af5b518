"""Interfaces to other tools. Each needs an extra, imported at its first use."""

from typing import TYPE_CHECKING

from snakelab.submodules import submodules

if not TYPE_CHECKING:  # otherwise a type checker accepts any name
    __getattr__ = submodules(__name__)
