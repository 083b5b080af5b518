"""Local connection: velocity of the base due to the rate of the shape."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.errors import SimulationError
from snakelab.geometric_mechanics.body_forces import BodyForces
from snakelab.geometric_mechanics.fitted import fitted_connection
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.marks import Choices
from snakelab.physics.model import Model
from snakelab.types import FloatArray, choice, vector

KINDS = ("auto", "viscous", "inertial", "fitted")
LINEAR = 1e-7  # relative tolerance of the linearity of a resistance
SINGULAR = 1e-12  # smallest ratio of eigenvalues of a matrix that is inverted
FREE = 1e-9  # relative force below which a motion counts as without resistance
SINGULAR_AT = (
    "the connection is singular at shape {shape}: the base can move without any force; give the media resistance in every "
    "direction"
)
NO_MEDIUM = "no medium resists this robot; add ViscousFriction to the world, or use kind='inertial'"
TRIAL_SCALES = (0.1, 1.0)


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
    choice(kind, "connection kind", KINDS, SimulationError)
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
    for scale in TRIAL_SCALES:
        force = (forces.total(q, scale * trial) - forces.total(q, -scale * trial)) / 2
        if np.abs(force - D @ (scale * trial)).max() > LINEAR * np.abs(D).max() * scale:
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
    if sizes[-1] > FREE * sizes[0]:
        return
    # a null vector alone is not sufficient for dry friction: the motion must be without force
    motion = np.concatenate([directions[-1], np.zeros(forces.n)])
    if np.abs(forces.resistance(q, motion[None])[: forces.n_base]).max() <= FREE * np.abs(resistance).max():
        raise SimulationError(SINGULAR_AT.format(shape=np.round(q, 6).tolist()))


def check_regular(locked: FloatArray, q: FloatArray) -> None:
    """Raise SimulationError where the block of the base is singular."""
    scale = np.sqrt(np.clip(np.abs(np.diag(locked)), 1e-300, None))
    scaled = locked / np.outer(scale, scale)
    values = np.abs(np.linalg.eigvals(scaled)) if np.isfinite(scaled).all() else np.zeros(1)
    if values.min() <= SINGULAR * max(values.max(), 1.0):
        raise SimulationError(SINGULAR_AT.format(shape=np.round(q, 6).tolist()))
