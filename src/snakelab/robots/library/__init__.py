"""Ready robots, each with its paper's numbers, all of which can be changed."""

from snakelab.robots.library.eel import eel, light_eel, mamba
from snakelab.robots.library.soft_pneumatic import soft_pneumatic

__all__ = ["eel", "light_eel", "mamba", "soft_pneumatic"]
