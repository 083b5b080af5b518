"""Published robots and joints with the numbers of their papers, all of which can be changed."""

from snakelab.robots.library.eel import eel, light_eel, mamba
from snakelab.robots.library.hybrid_underwater import MATERIALS, hybrid_underwater, hydraulic_joint, silicone_chamber
from snakelab.robots.library.orthogonal import snake_i, snake_ii, snake_iii
from snakelab.robots.library.pipe_snake import pipe_snake
from snakelab.robots.library.soft_pneumatic import soft_pneumatic

__all__ = [
    "MATERIALS",
    "eel",
    "hybrid_underwater",
    "hydraulic_joint",
    "light_eel",
    "mamba",
    "pipe_snake",
    "silicone_chamber",
    "snake_i",
    "snake_ii",
    "snake_iii",
    "soft_pneumatic",
]
