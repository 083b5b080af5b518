"""The robot: rigid links in a plane."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from snakelab.errors import RobotError

Array = NDArray[np.floating]


@dataclass(frozen=True, eq=False)
class PlanarSnake:
    """Rigid links in a plane, each with its own length, mass, centre and inertia; tail first.

    Attributes:
        length: Link lengths l, shape (n,), [m].
        com: Distances d of the centres of mass from the tail ends of their links, shape (n,), [m].
        mass: Link masses m, shape (n,), [kg].
        inertia: Moments of inertia I about the centres of mass, shape (n,), [kg m^2].

    Raises:
        RobotError: if the shapes differ, or a length, mass or inertia is not positive and finite.
    """

    length: Array
    com: Array
    mass: Array
    inertia: Array

    def __post_init__(self) -> None:
        for name in ("length", "com", "mass", "inertia"):
            values, example = np.array(getattr(self, name), dtype=float), f"as in {name}=np.full(5, 0.1)"
            if values.ndim != 1 or values.size == 0 or values.size != np.size(self.length):
                raise RobotError(f"{name} has shape {values.shape}; all four need one value per link, {example}")
            if not np.all(np.isfinite(values)) or (name != "com" and np.any(values <= 0.0)):
                allowed = "finite" if name == "com" else "positive and finite"
                raise RobotError(f"{name} = {values} must be {allowed} for every link, {example}")
            values.setflags(write=False)
            object.__setattr__(self, name, values)

    @cached_property
    def n_links(self) -> int:
        """Number of links n [-]."""
        return self.length.size

    @cached_property
    def lever(self) -> Array:
        """`lever_matrix` of this snake, A, shape (n, n), [m]."""
        return lever_matrix(self)

    @cached_property
    def coupling(self) -> Array:
        """G = A^T diag(m) A, shape (n, n), [kg m^2]; [D]."""
        return self.lever.T @ (self.mass[:, None] * self.lever)

    @cached_property
    def moment(self) -> Array:
        """First moments a = A^T m, shape (n,), [kg m]; [D]."""
        return self.lever.T @ self.mass

    @cached_property
    def total_mass(self) -> float:
        """Sum of the link masses [kg]."""
        return float(self.mass.sum())


def lever_matrix(snake: PlanarSnake) -> Array:
    """Lever arms A, shape (n, n), [m]: A_ij = l_j for j < i, d_i for j = i, 0 for j > i; eq. 3-4."""
    return np.tril(np.tile(snake.length, (snake.n_links, 1)), -1) + np.diag(snake.com)
