"""Declaration and check of arguments: unit, bounds, choices and sliders, stated once in annotations."""

from snakelab.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
