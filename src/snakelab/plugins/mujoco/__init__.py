"""MuJoCo: a second engine, import and export of robots, cameras and 3-D movies."""

from snakelab.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
