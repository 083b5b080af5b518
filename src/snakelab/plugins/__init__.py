"""Plug-ins: parts with a heavy dependency or a life of their own. The core never imports them."""

from snakelab.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
