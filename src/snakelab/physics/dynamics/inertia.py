"""Mass matrix of a robot, and a check that it is positive definite."""

from itertools import pairwise

import numpy as np

from snakelab.argument_names import named_arguments
from snakelab.errors import SimulationError
from snakelab.physics.kinematics.points import jacobians
from snakelab.physics.model import Model
from snakelab.physics.state import State, initial_state
from snakelab.types import FloatArray

# Largest eigenvalue of a scaled mass matrix that counts as zero (rounding errors).
SINGULAR = 1e-12


@named_arguments
def mass_matrix(model: Model, state: State) -> FloatArray:
    """Return M(q) = sum over stations of J^T diag(m, m, m, I) J, plus the armature of the joints, shape (n_base + nv,
    n_base + nv).

    It is computed independently of the recursion and serves as a reference for it.
    """
    poses, columns = jacobians(model, state)
    stations = model.arrays.stations
    total = np.zeros((len(columns), len(columns)))
    for k in range(model.n_stations):
        R, J = poses[k, :9].reshape(3, 3), columns[:, k]
        xx, xy, xz, yy, yz, zz = stations["inertia"][k]
        inertia = R @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ R.T
        total += stations["mass"][k] * J[:, :3] @ J[:, :3].T + J[:, 3:] @ inertia @ J[:, 3:].T
    joints = np.arange(len(total) - model.n_coordinates, len(total))
    total[joints, joints] += model.arrays.coordinates["armature"]
    return total


def check_determined(model: Model) -> None:
    """Raise SimulationError if the mass matrix of the robot is singular: some motion moves no mass.

    Checked only where it can occur: consecutive joints without mass between them, or a link without inertia about an axis.
    """
    massless = [not part.stations() for part in model.robot.parts]
    rows = any(a and b for a, b in pairwise(massless))
    thin = any(np.linalg.eigvalsh(piece.inertia)[0] <= 0 for part in model.robot.parts for piece in part.stations())
    if not (rows or thin):
        return
    M = mass_matrix(model, initial_state(model))
    scale = np.sqrt(np.clip(np.diag(M), 1e-300, None))
    if np.linalg.eigvalsh(M / np.outer(scale, scale))[0] < SINGULAR:
        raise SimulationError(
            f"robot {model.robot.name!r} has a motion that moves no mass, so its acceleration is not determined: give every link "
            "inertia about all axes, and put a Link between two joints that turn about one axis"
        )
