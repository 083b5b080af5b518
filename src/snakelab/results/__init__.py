"""Results of a run: recordings, their files, metrics, comparisons and reference values."""

from snakelab.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
