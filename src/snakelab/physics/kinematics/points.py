"""Positions of points and their Jacobians."""

import numpy as np

from snakelab.argument_names import named_arguments
from snakelab.compiling import kernel
from snakelab.errors import SimulationError, nearest
from snakelab.geometry.spatial import get_twist, set_twist, twist_out
from snakelab.geometry.vectors import get9
from snakelab.physics.dynamics.outward import outward
from snakelab.physics.model import Model, check_model
from snakelab.physics.model_tables.tables import HEAD
from snakelab.physics.model_tables.workspace import workspace
from snakelab.physics.state import VELOCITY, Q, State, fitting_state
from snakelab.types import FloatArray
from snakelab.worlds.law import POSITION, ROTATION, TWIST


@named_arguments
def forward_kinematics(model: Model, state: State) -> dict[str, FloatArray]:
    """Return the world pose of every station, at its centre of mass, and of the tip of the head.

    Args:
        model: The model.
        state: The state.

    Returns:
        Homogeneous transform T_world_station by name, shape (4, 4), [m]; the last is "head".
    """
    poses, _ = jacobians(model, state)
    transforms = {}
    for name, pose in zip((*model.station_names, HEAD), poses, strict=True):
        T = np.eye(4)
        T[:3, :3], T[:3, 3] = pose[:9].reshape(3, 3), pose[9:]
        transforms[name] = T
    return transforms


@named_arguments
def jacobian(model: Model, state: State, point: str = HEAD) -> FloatArray:
    """Return the Jacobian of a station's centre or of the tip of the head.

    Args:
        model: The model.
        state: The state.
        point: "head", or the name of a link or station.

    Returns:
        J, such that the (linear, angular) velocity in world axes is J zeta, shape (6, n_base + nv).

    Raises:
        SimulationError: if there is no such point.
    """
    check_model(model, "jacobian")
    names = (*model.station_names, HEAD)
    if str(point) not in names:  # the truth value of an array is ambiguous
        raise SimulationError(f"the robot has no point {point!r}{nearest(str(point), names)}")
    return jacobians(model, state)[1][:, names.index(point)].T.copy()


def jacobians(model: Model, state: State) -> tuple[FloatArray, FloatArray]:
    """Poses of every station's centre of mass and of the head, and their Jacobians.

    Returns:
        Poses (rotation matrix by rows, position), shape (n_stations + 1, 12), and twists (linear, angular) in world axes for each
        unit velocity, shape (n_base + nv, n_stations + 1, 6).
    """
    row = fitting_state(model, state).row()
    n = model.n_stations + 1
    poses = np.zeros((n, 12))
    columns = np.zeros((len(model.arrays.base) + model.n_coordinates, n, 6))
    _point_jacobians(model.arrays, row, poses, columns)
    return poses, columns


@kernel(allocates=True)
def _point_jacobians(model, y, poses, columns):
    """Twists are linear in the velocities: walk outward once with each unit velocity."""
    ws = workspace(model)
    nv, n, n_base = len(model.coordinates), len(model.stations), len(model.base)
    unit = y.copy()
    for column in range(n_base + nv):
        for i in range(6):
            unit[VELOCITY + i] = 0.0
        for j in range(nv):
            unit[Q + nv + j] = 0.0
        if column < n_base:
            unit[VELOCITY + model.base[column]] = 1.0
        else:
            unit[Q + nv + column - n_base] = 1.0
        outward(model, unit, ws)
        for k in range(n):
            set_twist(
                columns[column], k, 0, twist_out(get_twist(ws.stations, k, TWIST), get9(ws.stations, k, ROTATION))
            )
        set_twist(columns[column], n, 0, twist_out(get_twist(ws.body, 0, TWIST), get9(ws.body, 0, ROTATION)))
    outward(model, y, ws)
    for k in range(n + 1):
        for i in range(9):
            poses[k, i] = ws.stations[k, ROTATION + i] if k < n else ws.body[0, ROTATION + i]
        for i in range(3):
            poses[k, 9 + i] = ws.stations[k, POSITION + i] if k < n else ws.body[0, POSITION + i]
