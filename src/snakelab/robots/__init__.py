"""Robots: chains of parts with actuators, sensors and cameras, and a library of published robots."""

from snakelab.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
