"""Cross-sections of a body, records of its stations, and principal axes of its shape."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import permutations
from typing import Annotated

import numpy as np

from snakelab.errors import RobotError
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import FIXED, PositiveLength, Radius, check_declared

# ----------------------------------------------------------------------------------------------------------------------
# Cross-sections of a body: inertia, volume, and an outline to draw
# ----------------------------------------------------------------------------------------------------------------------

Extent = Annotated[PositiveLength, FIXED]  # recordings contain the sizes of the body at the start only


@dataclass(frozen=True)
class Box:
    """Rectangular cross-section.

    Args:
        width: Extent along y [m].
        height: Extent along z [m].
    """

    width: Extent
    height: Extent

    def __post_init__(self) -> None:
        check_declared(self, RobotError)

    def inertia(self, mass: float, length: float) -> FloatArray:
        """Return the principal moments of inertia of a solid bar along x about its centre, shape (3,), [kg m^2]."""
        x2, y2, z2 = length**2, self.width**2, self.height**2
        return mass / 12 * np.array([y2 + z2, x2 + z2, x2 + y2])

    def volume(self, length: float) -> float:
        """Return the volume of a bar of this cross-section [m^3]."""
        return self.width * self.height * length

    @cached_property
    def half_width(self) -> float:
        """Half the extent along y [m]."""
        return self.width / 2

    @cached_property
    def half_height(self) -> float:
        """Half the extent along z [m]."""
        return self.height / 2


@dataclass(frozen=True)
class Cylinder:
    """Round cross-section.

    Args:
        radius: Radius [m].
    """

    radius: Annotated[Radius, FIXED]

    def __post_init__(self) -> None:
        check_declared(self, RobotError)

    def inertia(self, mass: float, length: float) -> FloatArray:
        """Return the principal moments of inertia of a solid cylinder along x about its centre, shape (3,),
        [kg m^2]."""
        across = self.radius**2 / 4 + length**2 / 12
        return mass * np.array([self.radius**2 / 2, across, across])

    def volume(self, length: float) -> float:
        """Return the volume of a cylinder of this cross-section [m^3]."""
        return math.pi * self.radius**2 * length

    @cached_property
    def half_width(self) -> float:
        """Half the extent along y [m]."""
        return self.radius

    @cached_property
    def half_height(self) -> float:
        """Half the extent along z [m]."""
        return self.radius


@dataclass(frozen=True)
class Ellipse:
    """Elliptic cross-section.

    Args:
        width: Extent along y [m].
        height: Extent along z [m].
    """

    width: Extent
    height: Extent

    def __post_init__(self) -> None:
        check_declared(self, RobotError)

    def inertia(self, mass: float, length: float) -> FloatArray:
        """Return the principal moments of inertia of a solid elliptic cylinder along x about its centre, shape (3,),
        [kg m^2]."""
        y2, z2, x2 = self.width**2 / 16, self.height**2 / 16, length**2 / 12
        return mass * np.array([y2 + z2, x2 + z2, x2 + y2])

    def volume(self, length: float) -> float:
        """Return the volume of a bar of this cross-section [m^3]."""
        return math.pi / 4 * self.width * self.height * length

    @cached_property
    def half_width(self) -> float:
        """Half the extent along y [m]."""
        return self.width / 2

    @cached_property
    def half_height(self) -> float:
        """Half the extent along z [m]."""
        return self.height / 2


Section = Box | Cylinder | Ellipse


# Mass [kg], centre of mass, shape (3,), [m], and inertia about it, shape (3, 3), [kg m^2].
Lump = tuple[float, FloatArray, FloatArray]


def as_one(pieces: Iterable[Lump]) -> Lump:
    """Combine rigidly connected pieces into one rigid body, in common axes; a piece of negative mass is subtracted.

    m = sum m_i, c = sum m_i c_i / m, I = sum I_i + m_i (d_i . d_i 1 - d_i d_i^T) with d_i = c_i - c.
    The masses may not sum to zero.
    """
    pieces = tuple(pieces)
    mass = sum(m for m, _, _ in pieces)
    com = sum((m * c for m, c, _ in pieces), np.zeros(3)) / mass
    inertia = np.zeros((3, 3))
    for m, c, piece_inertia in pieces:
        arm = c - com
        inertia += piece_inertia + m * (arm @ arm * np.eye(3) - np.outer(arm, arm))
    return mass, com, inertia


def disc(mass: float, radius: float, width: float, axle: FloatArray) -> FloatArray:
    """Inertia of a uniform disc about its centre, shape (3, 3), [kg m^2]: m r^2 / 2 about the axle, a unit vector."""
    spin, across = mass * radius**2 / 2, mass * (radius**2 / 4 + width**2 / 12)
    along = np.outer(axle, axle)
    return spin * along + across * (np.eye(3) - along)


# ----------------------------------------------------------------------------------------------------------------------
# Records of the stations of a part: lumped masses at which media act, and their hulls for fluids
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Station:
    """Rigid slice of a part, with its frame at its centre of mass and in the local axes of the part.

    Attributes:
        step: Number of equal steps of the part before it [-]; 0 is the base of the part.
        offset: Centre of mass from the frame at that step, shape (3,), [m].
        mass: Mass [kg].
        inertia: About the centre of mass, shape (3, 3), [kg m^2].
    """

    step: int
    offset: FloatArray
    mass: float
    inertia: FloatArray


def simpson_weights(n_steps: int) -> FloatArray:
    """Weights of Simpson's rule over n_steps equal intervals (even), shape (n_steps + 1,); they sum to 1."""
    weights = np.ones(n_steps + 1)
    weights[1:-1:2] = 4
    weights[2:-1:2] = 2
    return weights / (3 * n_steps)


@dataclass(frozen=True)
class Hull:
    """Outer shape of one station: a straight piece along x, in the axes of the station, relative to its centre of mass.

    Attributes:
        middle: Middle of the piece's axis, shape (3,), [m].
        length: Of the piece along x [m].
        half_width: Half the extent along y [m].
        half_height: Half the extent along z [m].
        fraction: Fraction of its part [-]; 1 for a rigid link.
        thin: True if it represents a thin disc of a part that bends, independent of its length.
        volume: Displaced volume [m^3]; None for neutral buoyancy in any fluid.
        buoyancy: Centre of buoyancy, shape (3,), [m].
    """

    middle: FloatArray
    length: float
    half_width: float
    half_height: float
    fraction: float
    thin: bool
    volume: float | None
    buoyancy: FloatArray

    def stations(self, n: int) -> tuple[FloatArray, FloatArray]:
        """Places along the axis from its middle [m], and their weights, which sum to 1: Gauss-Legendre, exact for x^2 from n = 2.

        A thin piece has one station, in its middle.
        """
        nodes, weights = _gauss_legendre(1 if self.thin else n)
        return self.length / 2 * nodes, weights / 2


@cache
def _gauss_legendre(n: int) -> tuple[FloatArray, FloatArray]:
    """Places from -1 to 1 and weights of the quadrature with n places."""
    return np.polynomial.legendre.leggauss(n)


# ----------------------------------------------------------------------------------------------------------------------
# Principal axes of moving points: a frame that follows the shape of a body (virtual chassis)
# ----------------------------------------------------------------------------------------------------------------------


def principal_axes(points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Mean of points and their principal directions in rows, by decreasing extent.

    Args:
        points: Shape (m, 3), [m].

    Returns:
        Mean, shape (3,), and directions, shape (3, 3).
    """
    mean = points.mean(axis=0)
    _, _, axes = np.linalg.svd(points - mean, full_matrices=True)
    return mean, axes


def principal_frames(points: FloatArray, ahead: FloatArray) -> FloatArray:
    """Frames at the mean of points along their principal axes, continuous in time, shape (n, 4, 4).

    The first instant has the longest axis first, on the side of `ahead`, and the third on the side of z. Later, each axis is
    matched to the most similar axis of the previous frame, with its sign: where two principal values cross, the axes
    keep their meaning instead of being exchanged. While the values differ by less than 5 %, the two axes are not defined by the
    points, and follow the previous frame.

    Args:
        points: Shape (n, m, 3), [m].
        ahead: Direction from tail to head at the first instant, shape (3,).

    Source: Rollinson, Buchan and Choset, Virtual chassis for snake robots: definition and applications, Advanced Robotics 26
    (2012), with the sign of the previous frame; crossings are treated there by the order of the values only.
    """
    mean = points.mean(axis=1)
    away = points - mean[:, None]
    values, vectors = np.linalg.eigh(np.einsum("nmi,nmj->nij", away, away))
    values, vectors = values[:, ::-1], vectors[:, :, ::-1]
    T = np.zeros((len(points), 4, 4))
    T[:, 3, 3], T[:, :3, 3] = 1, mean
    before = _first(vectors[0], ahead) if len(points) else np.eye(3)
    for k in range(len(points)):
        order = _matching(vectors[k], before) if k else [0, 1, 2]
        axes, size = vectors[k][:, order], values[k][order]
        axes = axes * np.where(np.einsum("ij,ij->j", axes, before) < 0, -1.0, 1.0)
        axes[:, 2] = np.cross(axes[:, 0], axes[:, 1])
        before = T[k, :3, :3] = _held(axes, size, before)
    return T


def _matching(axes: FloatArray, before: FloatArray) -> list[int]:
    """Permutation that matches the axes to the previous ones."""
    likeness = np.abs(axes.T @ before)
    orders = map(list, permutations(range(3)))
    return max(orders, key=lambda order: float(likeness[order, [0, 1, 2]].sum()))


def _first(axes: FloatArray, ahead: FloatArray) -> FloatArray:
    """Axes with the first in the direction of `ahead`, and the third with a positive z component."""
    x = axes[:, 0] * (1.0 if axes[:, 0] @ ahead >= 0 else -1.0)
    up = np.array([0.0, 0.0, 1.0]) if abs(x[2]) < 0.99 else np.array([1.0, 0.0, 0.0])
    y = np.cross(up, x)
    y /= np.linalg.norm(y)
    return np.column_stack([x, y, np.cross(x, y)])


def _held(axes: FloatArray, values: FloatArray, before: FloatArray) -> FloatArray:
    """Axes rotated toward the previous frame in each plane with two nearly equal principal values."""
    for i, j in ((0, 1), (1, 2), (0, 2)):
        total = values[i] + values[j]
        gap = abs(values[i] - values[j]) / total if total > 1e-12 * values.max() else 0.0
        x = min(gap / 0.05, 1.0)  # see `principal_frames`
        weight = 1 - x * x * (3 - 2 * x)
        if weight > 0:
            M = axes[:, [i, j]].T @ before[:, [i, j]]
            angle = weight * np.arctan2(M[1, 0] - M[0, 1], M[0, 0] + M[1, 1])
            c, s = np.cos(angle), np.sin(angle)
            axes[:, [i, j]] = axes[:, [i, j]] @ np.array([[c, -s], [s, c]])
    return axes
