"""Published robots and joints with the numbers of their papers, all of which can be changed."""

from snakelab.robots.library.orthogonal_robots import snake_i, snake_ii, snake_iii
from snakelab.robots.library.rigid_robots import active_wheel_snake, eel, light_eel, mamba, pipe_snake, salamander
from snakelab.robots.library.soft_robots import (
    MATERIALS,
    hybrid_underwater,
    hydraulic_joint,
    silicone_chamber,
    soft_pneumatic,
    tendon_arm,
    with_gripper,
)

__all__ = [
    "MATERIALS",
    "active_wheel_snake",
    "eel",
    "hybrid_underwater",
    "hydraulic_joint",
    "light_eel",
    "mamba",
    "pipe_snake",
    "salamander",
    "silicone_chamber",
    "snake_i",
    "snake_ii",
    "snake_iii",
    "soft_pneumatic",
    "tendon_arm",
    "with_gripper",
]
