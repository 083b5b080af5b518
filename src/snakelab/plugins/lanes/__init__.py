"""Lanes: thousands of roll-outs of one planar snake at once, on the CPU or by CUDA, and Monte Carlo MPC."""

from snakelab.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
