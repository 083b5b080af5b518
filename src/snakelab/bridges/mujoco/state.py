"""A state in MuJoCo's coordinates."""

import numpy as np

from snakelab.geometry.poses import rotation_matrices
from snakelab.physics.model import Model
from snakelab.physics.state import State
from snakelab.types import FloatArray


def mujoco_state(model: Model, state: State) -> tuple[FloatArray, FloatArray]:
    """The state as `qpos` and `qvel` of the exported model.

    A floating base is position and quaternion wxyz; its velocity is linear in world axes and angular in *body* axes, by
    MuJoCo's convention. A planar base is x, y, heading. A fixed base has none: `to_mjcf(..., state=...)` places it.

    Args:
        model: The model.
        state: The state.

    Returns:
        qpos, shape (7, 3 or 0 + nv,), and qvel, shape (6, 3 or 0 + nv,).
    """
    quat = state.base_quaternion
    match model.robot.base:
        case "floating":
            R_world_base = rotation_matrices(quat)
            place = np.concatenate([state.base_position, quat])
            motion = np.concatenate([state.base_velocity[:3], R_world_base.T @ state.base_velocity[3:]])
        case "planar":
            heading = 2 * np.arctan2(quat[3], quat[0])
            place = np.array([*state.base_position[:2], heading])
            motion = state.base_velocity[[0, 1, 5]]
        case _:
            place = motion = np.zeros(0)
    return np.concatenate([place, state.q]), np.concatenate([motion, state.v])
