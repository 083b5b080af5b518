"""Gaits: joint angles as functions of time, oscillators, curves, and geometric mechanics of gaits."""

from snakelab.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
