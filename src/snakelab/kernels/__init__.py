"""Compilation: one decorator of kernels, and a cache of compiled code on disk."""

from snakelab.kernels.lazy_kernel import require_sources
from snakelab.public_names import public_names

require_sources()

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
