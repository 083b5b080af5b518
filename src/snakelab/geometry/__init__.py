"""Geometry: vectors, rotations, spatial inertias, cross-sections, surfaces, terrain and signed distances."""

from snakelab.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
