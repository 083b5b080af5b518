"""Spaces of actions and observations."""

from typing import Any

import numpy as np
from gymnasium import spaces

from snakelab.bridges.gymnasium.core import Course


def action_space(course: Course) -> Any:
    """Box from -1 to 1."""
    return spaces.Box(-1.0, 1.0, (course.actions.width,), np.float32)


def observation_space(width: int) -> Any:
    """Box of all 32-bit numbers."""
    return spaces.Box(-np.inf, np.inf, (width,), np.float32)
