"""Simulation of a model: engines, the loop over steps, events, sensors, batches and precompilation."""

from snakelab.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
