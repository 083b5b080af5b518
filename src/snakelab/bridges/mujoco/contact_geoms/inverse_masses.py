"""Inverse masses of each link and joint, to which MuJoCo scales its soft constraints."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from snakelab.bridges.mujoco.contact_geoms.contact_parameters import stable_step
from snakelab.bridges.mujoco.contact_geoms.skin import resting_points, skin_geoms
from snakelab.geometry.surfaces import HeightField, Terrain
from snakelab.physics.dynamics.inertia import mass_matrix
from snakelab.physics.kinematics import jacobians
from snakelab.physics.model import Model
from snakelab.physics.state import initial_state
from snakelab.types import FloatArray
from snakelab.worlds import Contact

# Fraction of the step on a plane over height fields, where one ring can carry many times the load of a resting link, and the step
# bounds the slope of its friction: with 0.5 arcs of 28 joints roll over grass up to a seventh too slowly.
UNEVEN = 0.25


class Weights(NamedTuple):
    """Inverse masses of the straight robot.

    Attributes:
        links: Inverse mass at each link's centre of mass, the mean of three directions, shape (n_stations,), [1/kg].
        joints: Inverse inertia of each coordinate, shape (nv,), [1/(kg m^2) or 1/kg].
        R_world_link: Rotation matrices from each link's axes to the world's, shape (n_stations, 3, 3).
        moves: J M^-1 J^T of each link's twist, shape (n_stations, 6, 6).
    """

    links: FloatArray
    joints: FloatArray
    R_world_link: FloatArray
    moves: FloatArray

    def at(self, link: int, offset: FloatArray) -> float:
        """Inverse mass at a point of a link, offset from the link's centre in link axes, shape (3,), [1/kg]."""
        x, y, z = self.R_world_link[link] @ offset
        linear = np.hstack([np.eye(3), np.array([[0, z, -y], [-z, 0, x], [y, -x, 0]])])
        return float(np.trace(linear @ self.moves[link] @ linear.T)) / 3


def longest_step(model: Model) -> float:
    """Longest step with which MuJoCo is stable on the world's surfaces [s]."""
    contacts = [medium for medium in model.world.media if isinstance(medium, Contact)]
    if not contacts:
        return math.inf
    links, skin = inverse_weights(model).links, skin_geoms(model, directed=False)
    maximum = max((links[k] * resting_points(skin, k) for k in {skin_geom.link for skin_geom in skin}), default=0.0)
    return stable_step(contacts, float(maximum)) * (UNEVEN if on_uneven_ground(contacts) else 1.0)


def on_uneven_ground(contacts: Sequence[Contact]) -> bool:
    """Return True if one of the surfaces is a height field."""
    return any(isinstance(contact.surface, (HeightField, Terrain)) for contact in contacts)


def inverse_weights(model: Model) -> Weights:
    """Diagonals of J M^-1 J^T: MuJoCo's `body_invweight0` and `dof_invweight0`, to which its constraints are scaled."""
    straight = initial_state(model)
    n_base = len(model.arrays.base)
    inverse = np.linalg.pinv(mass_matrix(model, straight), hermitian=True)
    poses, twists = jacobians(model, straight)
    n = model.n_stations
    moves = np.einsum("iks,ij,jkr->ksr", twists[:, :n], inverse, twists[:, :n])
    links = np.einsum("kss->k", moves[:, :3, :3]) / 3
    return Weights(links, np.diag(inverse)[n_base:].copy(), poses[:n, :9].reshape(n, 3, 3), moves)
