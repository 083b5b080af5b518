"""The engine on an NVIDIA GPU: batches of any robot, one per thread, from the source of the kernels of the CPU."""

from snakelab.public_names import public_names

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
