"""Scenarios: one repeatable run in a YAML file, its forms and JSON Schema, and the library of published cases."""

from snakelab.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
