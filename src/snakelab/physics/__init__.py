"""Mechanics: tables of a model, the articulated-body algorithm, forces, contacts and one step of each integrator."""

from snakelab.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
