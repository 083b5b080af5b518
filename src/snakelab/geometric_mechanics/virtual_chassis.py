"""Virtual chassis: the principal axes of a body's shape as its frame."""

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.errors import SimulationError
from snakelab.geometry.principal_axes import principal_axes
from snakelab.physics.kinematics.points import jacobians
from snakelab.physics.model import Model
from snakelab.physics.state import initial_state
from snakelab.types import FloatArray, vector


@checked_arguments(SimulationError)
def virtual_chassis(model: Model, shape: object) -> FloatArray:
    """Return the frame of the virtual chassis at one shape: T_base_chassis, shape (4, 4).

    Its origin is the mean of the centres of all stations, and its axes are the principal axes of their positions, the longest
    first. The first axis points towards the head, the second is nearest to y of the base; a planar robot keeps its z.

    Args:
        model: From `build_model`.
        shape: Coordinates, shape (n,).

    Raises:
        SimulationError: if the shape has another size.

    Source: Rollinson, Buchan and Choset, Virtual chassis for snake robots: definition and applications, Advanced Robotics 26
    (2012). Not defined where two principal lengths are equal, as of a closed ring.
    """
    q = vector(shape, "shape", SimulationError, size=model.n_coordinates)
    poses, _ = jacobians(model, initial_state(model, q=q))
    mean, axes = principal_axes(poses[:-1, 9:])
    ahead = poses[-1, 9:] - mean
    first = axes[0] if axes[0] @ ahead >= 0 else -axes[0]
    planar = model.robot.base == "planar"
    second = np.cross([0.0, 0.0, 1.0], first) if planar else axes[1] * (1.0 if axes[1][1] >= 0 else -1.0)
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = np.column_stack([first, second, np.cross(first, second)]), mean
    return T
