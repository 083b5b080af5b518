"""Shapes, rigid motions and spatial inertias: what robots and worlds both need, and neither owns."""

from typing import TYPE_CHECKING

from snakelab.submodules import submodules

if not TYPE_CHECKING:  # a checker would take any name for one of these
    __getattr__ = submodules(__name__)
