"""Generalised forces of a body at a shape, with the base at the origin, so that base axes and world axes agree."""

import numpy as np

from snakelab.errors import SimulationError
from snakelab.physics.command import constant_reference
from snakelab.physics.dynamics.forward_and_inverse import _inverse
from snakelab.physics.model import Model, check_model
from snakelab.physics.model_tables.tables import PRESCRIBED, ModelArrays
from snakelab.physics.state import QUAT, VELOCITY, Q, initial_state
from snakelab.robots.materials.places import NO_MATERIAL
from snakelab.types import FloatArray


class BodyForces:
    """Inverse dynamics of one model, with every coordinate prescribed and without springs' dampers and materials.

    Args:
        model: From `build_model`.

    Raises:
        SimulationError: if the base is fixed, or the robot has no coordinates.
    """

    def __init__(self, model: Model) -> None:
        check_model(model, "connection")
        self.n_base, self.n = len(model.arrays.base), model.n_coordinates
        if self.n_base == 0:
            raise SimulationError("a connection needs a base that moves, and this one is fixed; use base='planar'")
        if self.n == 0:
            raise SimulationError(f"a connection needs joints, and robot {model.robot.name!r} has none")
        coordinates = model.arrays.coordinates.copy()
        coordinates["driven"], coordinates["actuator"] = 1, PRESCRIBED
        for damper in ("damping", "dry_friction"):
            coordinates[damper] = 0.0
        coordinates["material"] = NO_MATERIAL
        self.arrays = model.arrays._replace(coordinates=coordinates)
        self._bare = self.arrays._replace(laws=self.arrays.laws[:0], law_parameters=self.arrays.law_parameters[:0])
        self._row = initial_state(model).row()
        self._bare_row = self._row[: len(self._row) - len(model.arrays.laws)].copy()
        self._reference = constant_reference(np.zeros(self.n))
        self._base, self._tau = np.zeros(6), np.zeros(self.n)

    def total(
        self, q: FloatArray, zeta: FloatArray, rate: FloatArray | None = None, heading: float = 0.0
    ) -> FloatArray:
        """Forces that the motion requires, of inertia, gravity and all media, shape (n_base + n,).

        Args:
            q: Coordinates, shape (n,).
            zeta: Velocity of the base and rates of the coordinates, shape (n_base + n,).
            rate: Rate of zeta, likewise; None for zero.
            heading: Rotation of the base about z [rad].
        """
        return self._forces(self.arrays, self._row, q, zeta, rate, heading)

    def media(self, q: FloatArray, zeta: FloatArray) -> FloatArray:
        """Forces that overcome the media, without inertia and gravity, shape (n_base + n,); arguments as `total`."""
        full = self._forces(self.arrays, self._row, q, zeta, None, 0.0)
        return full - self._forces(self._bare, self._bare_row, q, zeta, None, 0.0)

    def resistance(self, q: FloatArray, zetas: FloatArray | None = None) -> FloatArray:
        """Forces that are odd in the velocity, for velocities in rows, a column for each; None: the matrix D, F = D zeta."""
        zetas = np.eye(self.n_base + self.n) if zetas is None else zetas
        return np.array([(self.total(q, zeta) - self.total(q, -zeta)) / 2 for zeta in zetas]).T

    def inertia(self, q: FloatArray, rates: FloatArray | None = None) -> FloatArray:
        """Forces of accelerations in rows, a column for each; None: the mass matrix, with the added mass of fluids."""
        rates = np.eye(self.n_base + self.n) if rates is None else rates
        rest = np.zeros(self.n_base + self.n)
        still = self.total(q, rest)
        return np.array([self.total(q, rest, rate) - still for rate in rates]).T

    def _forces(
        self,
        arrays: ModelArrays,
        row: FloatArray,
        q: FloatArray,
        zeta: FloatArray,
        rate: FloatArray | None,
        heading: float,
    ) -> FloatArray:
        n, base = self.n, arrays.base
        row[Q : Q + n], row[Q + n : Q + 2 * n] = q, zeta[self.n_base :]
        row[VELOCITY + base] = zeta[: self.n_base]
        row[QUAT], row[QUAT + 3] = np.cos(heading / 2), np.sin(heading / 2)
        given = np.zeros(n) if rate is None else np.ascontiguousarray(rate[self.n_base :])
        self._base[:] = 0.0
        if rate is not None:
            self._base[base] = rate[: self.n_base]
        wrench = np.zeros(6)
        _inverse(arrays, self._reference, row, 0.0, self._base, given, wrench, self._tau)
        return np.concatenate([wrench[base], self._tau])
