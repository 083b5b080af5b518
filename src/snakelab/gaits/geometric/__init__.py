"""Geometric mechanics: shape spaces, local connections, displacement per cycle and optimal loops."""

from snakelab.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
