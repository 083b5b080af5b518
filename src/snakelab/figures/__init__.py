"""Figures of recordings with Matplotlib, HTML of objects in notebooks, and the output folder of a run."""

from snakelab.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
