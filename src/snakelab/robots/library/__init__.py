"""Ready robots, each with its paper's numbers, all of which can be changed."""

from snakelab.robots.library.soft_pneumatic import soft_pneumatic

__all__ = ["soft_pneumatic"]
