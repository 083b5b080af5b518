"""Shape space: a subspace of the coordinates of a robot, in which loops are gaits."""

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np

from snakelab.errors import SimulationError
from snakelab.geometric_mechanics.body_forces import BodyForces
from snakelab.geometric_mechanics.connection import (
    KINDS,
    Connection,
    check_resisted,
    check_shape,
    chosen_kind,
    connection_at,
    velocity_at,
)
from snakelab.geometric_mechanics.fitted import balanced_velocity, fitted_connection
from snakelab.parameter_declarations.marks import Choices
from snakelab.physics.model import Model, check_model
from snakelab.types import FloatArray, choice, floats, vector

DEPENDENT = 1e-9  # smallest ratio of singular values of the modes


@dataclass(frozen=True, eq=False)
class ShapeSpace:
    """Coordinates q = centre + modes s of a robot, with the local connection in s.

    Args:
        model: From `build_model`, with a planar or floating base.
        modes: Shape (n, m): a column for each shape variable; None for the coordinates themselves.
        centre: Coordinates at s = 0, shape (n,); None for zero.
        kind: See `connection`.

    Raises:
        SimulationError: if an argument has another shape, modes depend on each other, or the model has no connection.
    """

    model: Model
    modes: FloatArray | None = None
    centre: FloatArray | None = None
    kind: Annotated[str, Choices(KINDS)] = "auto"
    body_forces: BodyForces = field(init=False, repr=False)

    def __post_init__(self) -> None:
        check_model(self.model, "ShapeSpace")
        choice(self.kind, "ShapeSpace kind", KINDS, SimulationError)
        forces = BodyForces(self.model)
        object.__setattr__(self, "body_forces", forces)
        centre = np.zeros(forces.n) if self.centre is None else self.centre
        object.__setattr__(self, "centre", vector(centre, "ShapeSpace centre", SimulationError, size=forces.n))
        object.__setattr__(self, "modes", _modes(self.modes, forces.n))
        object.__setattr__(self, "kind", chosen_kind(forces, self.q(np.zeros(self.n)), self.kind))

    @property
    def n(self) -> int:
        """Number of shape variables [-]."""
        return int(self.columns.shape[1])

    @property
    def n_base(self) -> int:
        """Number of velocity components of the base: 3 or 6."""
        return self.body_forces.n_base

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the shape variables: of the coordinates, or "mode 1", ... ."""
        if np.array_equal(self.columns, np.eye(self.body_forces.n)):
            return self.model.coordinate_names
        return tuple(f"mode {i + 1}" for i in range(self.n))

    @property
    def units(self) -> tuple[str, ...]:
        """Units of the shape variables, "rad" or "m"; "-" where a mode mixes both."""
        coordinate_units = np.array([one.unit for part in self.model.robot.parts for one in part.coordinates])
        kinds = [set(coordinate_units[column != 0]) for column in self.columns.T]
        return tuple(str(*kind) if len(kind) == 1 else "-" for kind in kinds)

    @property
    def columns(self) -> FloatArray:
        """Modes, shape (n, m)."""
        assert self.modes is not None
        return self.modes

    def q(self, s: FloatArray) -> FloatArray:
        """Coordinates at shape variables of shape (..., m), shape (..., n)."""
        assert self.centre is not None
        return self.centre + np.asarray(s) @ self.columns.T

    def connection(self, s: object) -> Connection:
        """Return the connection with respect to the shape variables; see `snakelab.connection`.

        Args:
            s: Shape variables, shape (m,).
        """
        q = self.q(vector(s, "s", SimulationError, size=self.n))
        check_shape(self.model, q)
        if self.kind == "fitted":
            check_resisted(self.body_forces, q)
            A, metric, residual = fitted_connection(self.body_forces, q, self.columns)
            return Connection(A, metric, self.kind, residual)
        full = connection_at(self.body_forces, q, self.kind)
        return Connection(full.A @ self.columns, self.columns.T @ full.metric @ self.columns, self.kind)

    def velocity(self, s: FloatArray, rate: FloatArray, guess: FloatArray | None = None) -> tuple[FloatArray, float]:
        """Body velocity at a shape rate, and the length of the rate in the metric.

        For "fitted" the balance of forces is solved for this very rate, and the length is the dissipated power.

        Args:
            s: Shape variables, shape (m,).
            rate: Their rates, shape (m,).
            guess: Velocity at a unit rate, to start from.
        """
        if self.kind != "fitted":
            return velocity_at(self.body_forces, self.q(s), self.columns @ rate, self.kind)
        q, moving, size = self.q(s), self.columns @ rate, float(np.linalg.norm(self.columns @ rate))
        if size == 0.0:
            return np.zeros(self.n_base), 0.0
        if guess is None:
            check_resisted(self.body_forces, q)
        start = np.zeros(self.n_base) if guess is None else guess
        unit = balanced_velocity(self.body_forces, q, moving / size, start)
        zeta = np.concatenate([unit, moving / size])
        return size * unit, size * float(zeta @ self.body_forces.media(q, zeta))

    def check_limits(self, s: FloatArray, what: str = "the loop", remedy: str = "make the loop smaller") -> None:
        """Raise SimulationError where shape variables of shape (k, m) do not fit, or put a joint beyond its limits."""
        if s.shape[1] != self.n:
            raise SimulationError(
                f"the loop has {s.shape[1]} shape variables, and the shape space {self.n}; see ShapeSpace(modes=...)"
            )
        table, q = self.model.arrays.coordinates, self.q(s)
        for j, name in enumerate(self.model.coordinate_names):
            lower, upper = float(table["lower"][j]), float(table["upper"][j])
            minimum, maximum = float(q[:, j].min()), float(q[:, j].max())
            if not (lower - 1e-9 <= minimum and maximum <= upper + 1e-9):
                raise SimulationError(
                    f"{what} moves {name} from {minimum:.4g} to {maximum:.4g}, beyond its limits {lower:.4g} to {upper:.4g}; "
                    f"{remedy}, or the limits of the joint wider"
                )


def _modes(given: FloatArray | None, n: int) -> FloatArray:
    """Modes as an array of shape (n, m)."""
    if given is None:
        return np.eye(n)
    try:
        modes: FloatArray = floats(given)
    except (TypeError, ValueError):
        modes = np.zeros(0)
    if modes.ndim != 2 or len(modes) != n or not 1 <= modes.shape[1] <= n or not np.isfinite(modes).all():
        raise SimulationError(
            f"ShapeSpace modes must be finite numbers of shape ({n}, m): a row for each coordinate, a column for each shape "
            f"variable; got shape {np.shape(modes)}"
        )
    values = np.linalg.svd(modes, compute_uv=False)
    if values[-1] <= DEPENDENT * values[0]:
        raise SimulationError("ShapeSpace modes depend on each other linearly; leave out the superfluous columns")
    return modes
