"""Hardware: servo buses, emulated servos, drivers with safety limits, and the engine of a physical robot."""

from snakelab.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
