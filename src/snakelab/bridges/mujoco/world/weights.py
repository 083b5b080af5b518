"""How easily each link and joint moves: MuJoCo scales its soft constraints by it."""

import math
from typing import NamedTuple

import numpy as np

from snakelab.bridges.mujoco.world.numbers import stable_step
from snakelab.bridges.mujoco.world.skin import feelers, resting_points
from snakelab.physics.model import Model
from snakelab.physics.queries import jacobians, mass_matrix
from snakelab.physics.state import initial_state
from snakelab.types import FloatArray
from snakelab.worlds import Contact


class Weights(NamedTuple):
    """Inverse masses of the straight robot.

    Attributes:
        links: Of each link's centre of mass, the mean of three directions, shape (n_slices,), [1/kg].
        joints: Of each coordinate, shape (nv,), [1/(kg m^2) or 1/kg].
    """

    links: FloatArray
    joints: FloatArray


def longest_step(model: Model) -> float:
    """The longest step with which MuJoCo holds the robot on its world's surfaces [s]."""
    contacts = [medium for medium in model.world.media if isinstance(medium, Contact)]
    if not contacts:
        return math.inf
    links, skin = inverse_weights(model).links, feelers(model, directed=False)
    most = max((links[k] * resting_points(skin, k) for k in {feeler.link for feeler in skin}), default=0.0)
    return stable_step(contacts, float(most))


def inverse_weights(model: Model) -> Weights:
    """Diagonals of J M^-1 J^T: MuJoCo's `body_invweight0` and `dof_invweight0`, to which its constraints are scaled."""
    straight = initial_state(model)
    n_base = len(model.arrays.base)
    inverse = np.linalg.pinv(mass_matrix(model, straight), hermitian=True)
    _, twists = jacobians(model, straight)
    linear = twists[:, : model.n_slices, :3]
    links = np.einsum("iks,ij,jks->k", linear, inverse, linear) / 3
    return Weights(links, np.diag(inverse)[n_base:].copy())
