"""Local connection: velocity of the base due to the rate of the shape.

    body velocity of the base = -A(shape) shape rate

Contents: generalised forces of a body at a shape; numerical equivalent of a connection where resistance is not linear
in the rates; the connection itself.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from scipy.optimize import root

from snakelab.errors import SimulationError
from snakelab.parameters.arguments import FloatArray, vector
from snakelab.parameters.declarations import Choices, checked_arguments
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.columns import PRESCRIBED, QUAT, VELOCITY, ModelArrays, Q
from snakelab.physics.command import constant_reference
from snakelab.physics.dynamics import _inverse
from snakelab.physics.model import Model, check_alone, check_chain, check_independent
from snakelab.physics.state import initial_state
from snakelab.robots.materials import NO_MATERIAL

# ----------------------------------------------------------------------------------------------------------------------
# Generalised forces of a body at a shape, with the base at the origin, so that base axes and world axes agree
# ----------------------------------------------------------------------------------------------------------------------


class BodyForces:
    """Inverse dynamics of one model, with every coordinate prescribed and without springs' dampers and materials.

    Args:
        model: From `build_model`.

    Raises:
        SimulationError: if the base is fixed, or the robot has no coordinates.
    """

    def __init__(self, model: Model) -> None:
        check_independent(model, "connection")
        check_chain(model, "connection")
        check_alone(model, "connection")
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


# ----------------------------------------------------------------------------------------------------------------------
# Numerical equivalent of a connection, where resistance is not linear in the rates: quasi-static balance of forces
# ----------------------------------------------------------------------------------------------------------------------

SHAPE_RATE = 1.0  # joint rate of the balances, at which smoothed friction is near its limit [rad/s]
RATE_RATIO = 1.5  # ratio of successive rates of the continuation [-]


def balanced_velocity(forces: BodyForces, q: FloatArray, rate: FloatArray, guess: FloatArray) -> FloatArray:
    """Body velocity at which the forces of the media on the base balance, shape (n_base,).

    Args:
        forces: Of the model.
        q: Coordinates, shape (n,).
        rate: Shape rate, shape (n,).
        guess: Velocity to start from, shape (n_base,).

    Raises:
        SimulationError: if no balance is found.
    """

    def unbalanced(xi: FloatArray) -> FloatArray:
        force: FloatArray = forces.media(q, np.concatenate([xi, rate]))[: forces.n_base]
        return force

    size = np.abs(unbalanced(np.ones(forces.n_base))).max()

    def solved(start: FloatArray) -> FloatArray | None:
        for method in ("hybr", "lm"):
            solution: FloatArray = root(unbalanced, start, method=method).x
            if np.isfinite(solution).all() and np.abs(unbalanced(solution)).max() <= 1e-6 * size:
                return solution
        return None

    wanted = rate
    if (velocity := solved(guess)) is not None:
        return velocity
    start = np.zeros(forces.n_base)
    for fraction in RATE_RATIO ** np.arange(-24.0, 0.0):  # smoothed friction is linear in small rates
        rate = fraction * wanted
        solution = root(unbalanced, start, method="hybr").x
        start = solution if np.isfinite(solution).all() else start
        start = start * min(RATE_RATIO, 1.0 / fraction)
    rate = wanted
    if (velocity := solved(start)) is not None:
        return velocity
    raise SimulationError(
        f"no balance of forces found at shape {np.round(q, 6).tolist()}; the media must resist motion in every direction"
    )


def fitted_connection(forces: BodyForces, q: FloatArray, modes: FloatArray) -> tuple[FloatArray, FloatArray, float]:
    """Least-squares connection over directions of the shape rate, its metric, and its relative residual.

    Args:
        forces: Of the model.
        q: Coordinates, shape (n,).
        modes: Coordinates for each unit of a shape variable, shape (n, m).

    The metric is the square of a quadratic fit to the dissipated power at unit shape rate: power is of first order in the
    rate for dry friction, so that its square is of second order, and the length of a loop is the energy that it costs.
    """
    directions = rate_directions(modes.shape[1])
    velocities, powers, guess = [], [], np.zeros(forces.n_base)
    for direction in directions:
        rate = SHAPE_RATE * (modes @ direction)
        guess = balanced_velocity(forces, q, rate, guess)
        zeta = np.concatenate([guess, rate])
        velocities.append(guess / SHAPE_RATE)
        powers.append(float(zeta @ forces.media(q, zeta)) / SHAPE_RATE)
    xi = np.array(velocities)
    fit = np.asarray(np.linalg.lstsq(directions, xi, rcond=None)[0], np.float64)
    error = np.sqrt(np.mean((xi - directions @ fit) ** 2) / max(float(np.mean(xi**2)), 1e-300))
    return -fit.T, _metric(directions, np.array(powers) ** 2), float(error)


def rate_directions(n: int) -> FloatArray:
    """Unit vectors that are spread over shape rates of dimension n, each with its opposite, shape (m, n)."""
    if n == 1:
        return np.array([[1.0], [-1.0]])
    if n == 2:
        angles = 2 * np.pi * np.arange(12) / 12
        return np.column_stack([np.cos(angles), np.sin(angles)])
    half = np.random.default_rng(0).standard_normal((3 * n + n * (n + 1) // 2, n))
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    return np.vstack([half, -half])


def _metric(directions: FloatArray, squares: FloatArray) -> FloatArray:
    """Symmetric matrix G with d^T G d nearest to given values."""
    n = directions.shape[1]
    rows, columns = np.triu_indices(n)
    terms = directions[:, rows] * directions[:, columns] * np.where(rows == columns, 1.0, 2.0)
    fit, *_ = np.linalg.lstsq(terms, squares, rcond=None)
    G = np.zeros((n, n))
    G[rows, columns] = fit
    G[columns, rows] = fit
    return G


# ----------------------------------------------------------------------------------------------------------------------
# Local connection at one shape: viscous, inertial or fitted
# ----------------------------------------------------------------------------------------------------------------------

KINDS = ("auto", "viscous", "inertial", "fitted")
SINGULAR_SHAPE = (
    "the connection is singular at shape {shape}: the base can move without any force; give the media resistance in every "
    "direction"
)
NO_MEDIUM = "no medium resists this robot; add ViscousFriction to the world, or use kind='inertial'"


class NonlinearResistanceError(SimulationError):
    """The resistance is not linear in the rates, so that there is no exact connection."""


@dataclass(frozen=True)
class Connection(Displayed):
    """Local connection at one shape: body velocity of the base = -A shape rate.

    Attributes:
        A: Shape (n_base, n): rows x, y and heading of a planar base, six of a floating one; base axes.
        metric: Riemannian metric of shape space, shape (n, n): the power lost to the media is v^T metric v [W]; for the
            inertial kind v^T metric v is twice the kinetic energy.
        kind: "viscous": forces of linear resistance balance; "inertial": momentum is zero; "fitted": least-squares fit to
            the balance of forces that are not linear in the rates (Coulomb friction), a numerical equivalent.
        residual: Of a fit, root mean square of its error over that of the velocity; zero for the others.
    """

    A: FloatArray
    metric: FloatArray
    kind: str
    residual: float = 0.0


@checked_arguments(SimulationError)
def connection(model: Model, shape: object, kind: Annotated[str, Choices(KINDS)] = "auto") -> Connection:
    """Return the local connection of a model at one shape.

    With resistance D zeta, zeta = (body velocity, shape rate), and no inertia, the forces on the base vanish:
    D_gg xi + D_gr r' = 0, so that A = D_gg^-1 D_gr, and the metric is D_rr - D_rg A. With inertia alone the same holds for
    the mass matrix, which includes the added mass of fluids, for motion from rest.

    Args:
        model: From `build_model`, with a planar or floating base.
        shape: Coordinates, shape (n,), [rad] or [m].
        kind: "auto" chooses "viscous" for resistance that is linear in the rates, and "inertial" without resistance;
            "viscous" and "inertial" neglect the other forces; "fitted" is for media with other laws.

    Raises:
        SimulationError: if the base is fixed, the shape is beyond joint limits, the resistance is not linear in the rates
            (for "auto" and "viscous"), or the connection is singular at this shape.

    Source: Hatton and Choset, Geometric motion planning: the local connection, Stokes' theorem, and the importance of
    coordinate choice, IJRR 30 (2011); Kelly and Murray 1995. The fit: Hatton, Ding, Choset and Goldman, Geometric visualization
    of self-propulsion in a complex medium, PRL 110 (2013).
    """
    forces = BodyForces(model)
    q = vector(shape, "shape", SimulationError, size=forces.n)
    check_shape(model, q)
    return connection_at(forces, q, chosen_kind(forces, q, kind))


def chosen_kind(forces: BodyForces, q: FloatArray, kind: str) -> str:
    """Kind of the connection, "auto" resolved by the media at one shape; see `connection`."""
    if kind in ("inertial", "fitted"):
        return kind
    trial = np.random.default_rng(0).uniform(-1.0, 1.0, forces.n_base + forces.n)
    D = forces.resistance(q)
    minimum = np.abs(forces.inertia(q)).max() * 1e-9
    if np.abs(D).max() <= minimum:
        if kind == "auto":
            return "inertial"
        raise SimulationError(NO_MEDIUM)
    for scale in (0.1, 1.0):
        force = (forces.total(q, scale * trial) - forces.total(q, -scale * trial)) / 2
        if np.abs(force - D @ (scale * trial)).max() > 1e-7 * np.abs(D).max() * scale:
            raise NonlinearResistanceError(
                "the resistance of this world is not linear in the rates (Coulomb friction or quadratic drag), so there is no "
                "exact local connection; use kind='fitted' for the numerical equivalent, or kind='inertial' to neglect it"
            )
    return "viscous"


def connection_at(forces: BodyForces, q: FloatArray, kind: str) -> Connection:
    """Connection of a given kind at one shape; see `connection`."""
    if kind == "fitted":
        check_resisted(forces, q)
        A, metric, residual = fitted_connection(forces, q, np.eye(forces.n))
        return Connection(A, metric, kind, residual)
    matrix = forces.inertia(q) if kind == "inertial" else forces.resistance(q)
    A, metric = reduced(matrix, forces.n_base, q)
    return Connection(A, metric, kind)


def velocity_at(forces: BodyForces, q: FloatArray, rate: FloatArray, kind: str) -> tuple[FloatArray, float]:
    """Body velocity at a shape rate of shape (n,), and the length of the rate in the metric; viscous or inertial."""
    n_base = forces.n_base
    motions = np.eye(n_base + 1, n_base + forces.n)
    motions[n_base] = np.concatenate([np.zeros(n_base), rate])
    columns = forces.inertia(q, motions) if kind == "inertial" else forces.resistance(q, motions)
    locked, mixed = columns[:n_base, :n_base], columns[:n_base, n_base]
    check_regular(locked, q)
    xi = -np.asarray(np.linalg.solve(locked, mixed), np.float64)
    power = float(rate @ (columns[n_base:, n_base] + columns[n_base:, :n_base] @ xi))
    return xi, float(np.sqrt(max(power, 0.0)))


def reduced(matrix: FloatArray, n_base: int, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Connection and metric of a resistance or inertia matrix."""
    locked, mixed = matrix[:n_base, :n_base], matrix[:n_base, n_base:]
    check_regular(locked, q)
    A = np.asarray(np.linalg.solve(locked, mixed), np.float64)
    metric = matrix[n_base:, n_base:] - matrix[n_base:, :n_base] @ A
    return A, (metric + metric.T) / 2


def check_shape(model: Model, q: FloatArray) -> None:
    """Raise SimulationError where coordinates of shape (n,) are beyond the limits of a joint."""
    table = model.arrays.coordinates
    for name, lower, upper, value in zip(model.coordinate_names, table["lower"], table["upper"], q, strict=True):
        if not lower - 1e-9 <= value <= upper + 1e-9:
            raise SimulationError(
                f"the shape has {name} at {value:.4g}, beyond its limits {lower:.4g} to {upper:.4g}; "
                "choose a shape within them, or make the limits wider"
            )


def check_resisted(forces: BodyForces, q: FloatArray) -> None:
    """Raise SimulationError where the media do not resist every motion of the base with a given shape."""
    base = np.eye(forces.n_base, forces.n_base + forces.n)
    resistance = forces.resistance(q, base)[: forces.n_base]
    if not resistance.any():
        raise SimulationError(NO_MEDIUM)
    _, sizes, directions = np.linalg.svd(resistance)
    if sizes[-1] > 1e-9 * sizes[0]:
        return
    # a null vector alone is not sufficient for dry friction: the motion must be without force
    motion = np.concatenate([directions[-1], np.zeros(forces.n)])
    if np.abs(forces.resistance(q, motion[None])[: forces.n_base]).max() <= 1e-9 * np.abs(resistance).max():
        raise SimulationError(SINGULAR_SHAPE.format(shape=np.round(q, 6).tolist()))


def check_regular(locked: FloatArray, q: FloatArray) -> None:
    """Raise SimulationError where the block of the base is singular."""
    scale = np.sqrt(np.clip(np.abs(np.diag(locked)), 1e-300, None))
    scaled = locked / np.outer(scale, scale)
    values = np.abs(np.linalg.eigvals(scaled)) if np.isfinite(scaled).all() else np.zeros(1)
    if values.min() <= 1e-12 * max(values.max(), 1.0):
        raise SimulationError(SINGULAR_SHAPE.format(shape=np.round(q, 6).tolist()))
