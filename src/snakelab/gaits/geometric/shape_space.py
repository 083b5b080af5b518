"""Shape space: a subspace of the coordinates of a robot, in which loops are gaits.

Contents: the shape space; modes of bending for any chain; loops and their gaits.
"""

import math
from dataclasses import dataclass, field
from typing import Annotated, Protocol, runtime_checkable

import numpy as np
from annotated_types import Gt, Le

from snakelab.errors import GaitError, SimulationError
from snakelab.gaits.gait import TableGait
from snakelab.gaits.geometric.local_connection import (
    KINDS,
    BodyForces,
    Connection,
    balanced_velocity,
    check_resisted,
    check_shape,
    chosen_kind,
    connection_at,
    fitted_connection,
    velocity_at,
)
from snakelab.parameters.arguments import FloatArray, count, floats, number, vector
from snakelab.parameters.declarations import Choices, check_declared, checked_arguments
from snakelab.physics.model import Model, check_alone, check_chain, check_independent
from snakelab.robots.joints import Revolute, unit_axis
from snakelab.robots.soft_sections import SoftSection

# ----------------------------------------------------------------------------------------------------------------------
# Shape space: coordinates q = centre + modes s of a robot
# ----------------------------------------------------------------------------------------------------------------------


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
        check_independent(self.model, "ShapeSpace")
        check_chain(self.model, "ShapeSpace")
        check_alone(self.model, "ShapeSpace")
        check_declared(self, SimulationError)
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
        """Return the connection with respect to the shape variables; see `snakelab.gaits.connection`.

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
    if values[-1] <= 1e-9 * values[0]:
        raise SimulationError("ShapeSpace modes depend on each other linearly; leave out the superfluous columns")
    return modes


# ----------------------------------------------------------------------------------------------------------------------
# Two modes of bending whose combinations are waves along the body: a shape space of two variables for any chain
# ----------------------------------------------------------------------------------------------------------------------


@checked_arguments(SimulationError)
def wave_modes(model: Model, waves: Annotated[float, Gt(0), Le(100)] = 1.0) -> FloatArray:
    """Return two modes of bending in the plane, for `ShapeSpace`.

    With s = (s_1, s_2) the bend k of n, counted from the tail, is s_1 cos(k lag) + s_2 sin(k lag), lag = 2 pi waves / n: a
    circle in this space is a serpenoid wave. A bend is the angle of a joint about z, or of a soft section about z.

    A robot with two bends has the bends themselves as modes.

    Args:
        model: From `build_model`.
        waves: Number of waves along the body [-].

    Returns:
        Modes, shape (n, 2), [rad/rad], or [m/rad] for the actuators of soft sections.

    Raises:
        SimulationError: if fewer than two joints or soft sections bend in the plane.
    """
    check_independent(model, "wave_modes")
    check_chain(model, "wave_modes")
    check_alone(model, "wave_modes")
    bends = plane_bends(model)
    n = bends.shape[1]
    if n < 2:
        raise SimulationError(
            f"robot {model.robot.name!r} has {n} bends in the plane; two modes need at least two joints about z or soft sections"
        )
    if n == 2:
        return bends
    phase = 2 * math.pi * waves / n * np.arange(n)
    modes: FloatArray = bends @ np.column_stack([np.cos(phase), np.sin(phase)])
    if np.linalg.svd(modes, compute_uv=False)[-1] < 1e-9:
        raise SimulationError(f"{waves:g} waves along {n} bends are one mode, not two; give another number of waves")
    return modes


def plane_bends(model: Model) -> FloatArray:
    """Coordinates for a unit angle of each bend about z, tail first, shape (n, n_bends)."""
    columns: list[FloatArray] = []
    first = 0
    for part in model.robot.parts:
        count = len(part.coordinates)
        column = np.zeros(model.n_coordinates)
        if isinstance(part, SoftSection):
            column[first : first + count] = np.linalg.pinv(part.strain_columns())[5]
            columns.append(column)
        elif isinstance(part, Revolute) and abs(upward := unit_axis(part.axis, "Revolute axis")[2]) > 0.99:
            column[first] = np.sign(upward)
            columns.append(column)
        first += count
    ordered = columns[::-1] if model.robot.from_head else columns
    return np.array(ordered).reshape(len(columns), model.n_coordinates).T


# ----------------------------------------------------------------------------------------------------------------------
# Loops in shape space: Fourier series and polygons, over a phase from 0 to 1
# ----------------------------------------------------------------------------------------------------------------------


@runtime_checkable
class Loop(Protocol):
    """Closed curve in shape space."""

    def point(self, phase: FloatArray) -> FloatArray:
        """Shape variables at phases of shape (k,), shape (k, m)."""

    def rate(self, phase: FloatArray) -> FloatArray:
        """Derivatives by the phase, shape (k, m)."""

    def corners(self) -> FloatArray:
        """Phases from 0 to 1 between which the loop is smooth, both ends included."""


@dataclass(frozen=True, eq=False)
class ShapeLoop:
    """Fourier series s(phase) = centre + sum_k cosine_k cos(2 pi k phase) + sine_k sin(2 pi k phase), k = 1, 2, ... .

    Args:
        cosine: A row of shape variables for each harmonic, shape (k, m), or (m,) for one.
        sine: Likewise.
        centre: Mean, shape (m,); None for zero.

    Raises:
        GaitError: if a shape or a value is wrong.
    """

    cosine: FloatArray
    sine: FloatArray
    centre: FloatArray | None = None

    def __post_init__(self) -> None:
        cosine, sine = (np.atleast_2d(_finite(given, "ShapeLoop")) for given in (self.cosine, self.sine))
        centre = np.zeros(cosine.shape[-1]) if self.centre is None else _finite(self.centre, "ShapeLoop")
        if cosine.ndim != 2 or cosine.shape != sine.shape or centre.shape != cosine.shape[1:]:
            raise GaitError(
                f"ShapeLoop cosine and sine must have the same shape (harmonics, m), and centre (m,); got {cosine.shape}, "
                f"{sine.shape} and {centre.shape}"
            )
        for name, value in (("cosine", cosine), ("sine", sine), ("centre", centre)):
            object.__setattr__(self, name, value)

    def point(self, phase: FloatArray) -> FloatArray:
        """Shape variables at phases of shape (k,), shape (k, m)."""
        angle = self._angles(phase)
        assert self.centre is not None
        points: FloatArray = self.centre + np.cos(angle) @ self.cosine + np.sin(angle) @ self.sine
        return points

    def rate(self, phase: FloatArray) -> FloatArray:
        """Derivatives by the phase, shape (k, m)."""
        angle, speed = self._angles(phase), 2 * np.pi * np.arange(1, len(self.cosine) + 1)
        rates: FloatArray = (speed * np.cos(angle)) @ self.sine - (speed * np.sin(angle)) @ self.cosine
        return rates

    def corners(self) -> FloatArray:
        """Phases from 0 to 1 between which the loop is smooth, both ends included."""
        return np.array([0.0, 1.0])

    def _angles(self, phase: FloatArray) -> FloatArray:
        return np.outer(2 * np.pi * np.asarray(phase), np.arange(1, len(self.cosine) + 1))


@dataclass(frozen=True, eq=False)
class PolygonLoop:
    """Closed polygon through points, each side in an equal fraction of the phase.

    Args:
        points: Corners in order, shape (k, m), k >= 2; the last side returns to the first.

    Raises:
        GaitError: if a shape or a value is wrong.
    """

    points: FloatArray

    def __post_init__(self) -> None:
        points = _finite(self.points, "PolygonLoop")
        if points.ndim != 2 or len(points) < 2:
            raise GaitError(f"PolygonLoop points must have shape (k, m) with k >= 2, got shape {points.shape}")
        object.__setattr__(self, "points", points)

    def point(self, phase: FloatArray) -> FloatArray:
        """Shape variables at phases of shape (k,), shape (k, m)."""
        side, along = self._place(phase)
        ends = np.roll(self.points, -1, axis=0)
        points: FloatArray = self.points[side] + along[:, None] * (ends - self.points)[side]
        return points

    def rate(self, phase: FloatArray) -> FloatArray:
        """Derivatives by the phase, shape (k, m)."""
        side, _ = self._place(phase)
        rates: FloatArray = len(self.points) * (np.roll(self.points, -1, axis=0) - self.points)[side]
        return rates

    def corners(self) -> FloatArray:
        """Phases from 0 to 1 between which the loop is smooth, both ends included."""
        return np.linspace(0.0, 1.0, len(self.points) + 1)

    def _place(self, phase: FloatArray) -> tuple[np.ndarray, FloatArray]:
        scaled = (np.asarray(phase, float) % 1.0) * len(self.points)
        side = np.minimum(scaled.astype(int), len(self.points) - 1)
        return side, scaled - side


@checked_arguments(GaitError)
def circle_loop(radius: float, centre: object = (0.0, 0.0)) -> ShapeLoop:
    """Return the circle of two shape variables, counterclockwise from (radius, 0).

    Args:
        radius: Radius [rad] or [m].
        centre: Shape (2,).
    """
    r = number(radius, "circle_loop radius", GaitError, minimum=0)
    return ShapeLoop(np.array([r, 0.0]), np.array([0.0, r]), _finite(centre, "circle_loop centre"))


@checked_arguments(GaitError)
def loop_gait(space: ShapeSpace, loop: Loop, period: float, ramp: float = 0.0, rows: int = 240) -> TableGait:
    """Return a loop as a gait that `simulate` runs, one cycle per period.

    Args:
        space: Shape space of the loop.
        loop: The loop.
        period: Period [s].
        ramp: Duration of the smooth start [s].
        rows: Rows of the table [-].

    Raises:
        SimulationError: if the loop has another number of shape variables, or goes beyond joint limits.
    """
    period = number(period, "loop_gait period", GaitError, above=0, unit="s")
    phase = np.linspace(0.0, 1.0, count(rows, "loop_gait rows", GaitError, minimum=2, maximum=100_000) + 1)
    points = loop.point(phase)
    points[-1] = points[0]
    space.check_limits(points)
    return TableGait(period * phase, space.q(points), repeat=True, ramp=ramp)


def _finite(given: object, name: str) -> FloatArray:
    try:
        values: FloatArray = floats(given)
    except (TypeError, ValueError):
        values = np.full(1, np.nan)
    if not np.isfinite(values).all():
        raise GaitError(f"{name} takes finite numbers, got {given!r}")
    return values
