"""Studio: live simulation in the browser, and the report page."""

from snakelab.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
