"""Studies: sweeps, optimisation, identification and validation, each with many runs."""

from typing import TYPE_CHECKING

from snakelab.submodules import submodules

if not TYPE_CHECKING:  # otherwise a type checker accepts any name
    __getattr__ = submodules(__name__)
