"""Pose and axes of the base of an imported chain."""

from typing import Any

import numpy as np

from snakelab.bridges.chain.tree import ROUND, tidy
from snakelab.geometry.rotations import matrix_to_quat
from snakelab.types import FloatArray


def base_axes(base: str, R_world_first: FloatArray) -> FloatArray:
    """Axes of the base frame in the world, shape (3, 3): those of the first body, but upright on a planar base."""
    tilted = abs(R_world_first[2, 2] - 1) > ROUND
    return np.eye(3) if base == "planar" and tilted else tidy(R_world_first)


def initial_pose(p: FloatArray, R_world_base: FloatArray) -> dict[str, Any]:
    """Return the keyword arguments of `initial_state` for the pose of the base; empty at the origin."""
    initial: dict[str, Any] = {}
    if np.abs(p).max() > 0:
        initial["position"] = tuple(p.tolist())
    if np.abs(R_world_base - np.eye(3)).max() > ROUND:
        initial["quaternion"] = tuple(matrix_to_quat(tuple(R_world_base.ravel().tolist())))
    return initial
