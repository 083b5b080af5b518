"""Metrics of a recording: one function for each, and the table of all."""

from snakelab.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
