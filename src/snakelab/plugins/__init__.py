"""Plug-ins: parts with heavy dependencies, or independent of the core. The core never imports them."""

from snakelab.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
