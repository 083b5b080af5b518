"""The mass, centre and inertia of rigid pieces taken as one body."""

from collections.abc import Iterable

import numpy as np

from snakelab.types import FloatArray

# Mass [kg], centre of mass, shape (3,), [m], and inertia about it, shape (3, 3), [kg m^2].
Lump = tuple[float, FloatArray, FloatArray]


def as_one(pieces: Iterable[Lump]) -> Lump:
    """One rigid body of pieces fixed to each other, in one set of axes; a piece of negative mass is taken away.

    m = sum m_i, c = sum m_i c_i / m, I = sum I_i + m_i (d_i . d_i 1 - d_i d_i^T) with d_i = c_i - c.
    The masses may not sum to zero.
    """
    pieces = tuple(pieces)
    mass = sum(m for m, _, _ in pieces)
    com = sum((m * c for m, c, _ in pieces), np.zeros(3)) / mass
    inertia = np.zeros((3, 3))
    for m, c, own in pieces:
        arm = c - com
        inertia += own + m * (arm @ arm * np.eye(3) - np.outer(arm, arm))
    return mass, com, inertia


def disc(mass: float, radius: float, width: float, axle: FloatArray) -> FloatArray:
    """Inertia of an even disc about its centre, shape (3, 3), [kg m^2]: m r^2 / 2 about the axle, a unit vector."""
    spin, across = mass * radius**2 / 2, mass * (radius**2 / 4 + width**2 / 12)
    along = np.outer(axle, axle)
    return spin * along + across * (np.eye(3) - along)
