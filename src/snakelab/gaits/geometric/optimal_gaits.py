"""Height functions of the connection, and optimal gaits."""

from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from snakelab.errors import SimulationError
from snakelab.gaits.geometric.displacement import (
    CycleDisplacement,
    bracket,
    cycle_displacement,
    kinematic_cycle,
    minimum_perturbation,
)
from snakelab.gaits.geometric.shape_space import Loop, ShapeLoop, ShapeSpace, circle_loop
from snakelab.parameters.arguments import FloatArray, count, instance, number, vector
from snakelab.parameters.declarations import Choices, checked_arguments
from snakelab.parameters.display_registry import Displayed

# ----------------------------------------------------------------------------------------------------------------------
# Height functions: the curvature of the connection over two shape variables
# ----------------------------------------------------------------------------------------------------------------------

COORDINATES = ("minimum_perturbation", "base")


@dataclass(frozen=True, eq=False)
class HeightFunctions(Displayed):
    """Connection and its curvature on a grid of two shape variables.

    Attributes:
        first, second: Values of the shape variables, shapes (n1,) and (n2,).
        A: Connection, shape (3, 2, n1, n2): rows x, y and heading.
        values: Height functions of x, y and heading, shape (3, n1, n2): the displacement of a small counterclockwise loop
            is its area times these.
        frame: x, y and heading of the frame in the base, shape (3, n1, n2) [m, m, rad].
        names: Of the shape variables.
        kind: Of the connection; "fitted" is a numerical equivalent.
        coordinates: "minimum_perturbation" or "base".
        units: Units of the shape variables, "rad" or "m"; "-" where a mode mixes both.
    """

    first: FloatArray
    second: FloatArray
    A: FloatArray
    values: FloatArray
    frame: FloatArray
    names: tuple[str, ...]
    kind: str
    coordinates: str
    units: tuple[str, ...] = ("rad", "rad")

    def enclosed(self, loop: Loop, n_around: int = 256, n_out: int = 32) -> FloatArray:
        """Return the integral of the height functions over the area of a loop: x, y and heading, shape (3,).

        In minimum-perturbation coordinates it approximates the displacement of a cycle; parts that a loop encloses clockwise
        count negative.

        Args:
            loop: A loop inside of the grid.
            n_around: Points along the loop [-].
            n_out: Points from its middle to the loop [-].

        Raises:
            SimulationError: if the loop leaves the grid.
        """
        instance(loop, "loop", (Loop,), SimulationError)
        phase = (np.arange(n_around) + 0.5) / n_around
        points, rates = loop.point(phase), loop.rate(phase)
        if points.shape[1] != 2:
            raise SimulationError(f"height functions have two shape variables, and the loop {points.shape[1]}")
        low, high = np.array([self.first[0], self.second[0]]), np.array([self.first[-1], self.second[-1]])
        if (points < low - 1e-9).any() or (points > high + 1e-9).any():
            raise SimulationError("the loop leaves the grid of the height functions; use wider limits")
        middle = points.mean(axis=0)
        out, weight = np.polynomial.legendre.leggauss(n_out)
        out, weight = (out + 1) / 2, weight / 2
        arms = points - middle
        areas = (arms[:, 0] * rates[:, 1] - arms[:, 1] * rates[:, 0]) / n_around
        places = middle + out[:, None, None] * arms
        splines = [_spline(self.first, self.second, height) for height in self.values]
        heights = [spline.ev(places[..., 0], places[..., 1]) for spline in splines]
        return np.array([np.einsum("i,ij,j", weight * out, value, areas) for value in heights])


@checked_arguments(SimulationError)
def height_functions(
    space: ShapeSpace,
    limits: object,
    n: int = 31,
    coordinates: Annotated[str, Choices(COORDINATES)] = "minimum_perturbation",
) -> HeightFunctions:
    """Return the height functions of a shape space with two variables.

    With xi = -A s', the curvature is -(d_1 A_2 - d_2 A_1) + [A_1, A_2], with the bracket of se(2).

    Args:
        space: Shape space of a planar robot with two shape variables.
        limits: Largest absolute value of both variables, or (minimum 1, maximum 1, minimum 2, maximum 2).
        n: Points along each variable [-].
        coordinates: "minimum_perturbation", in which the integral over a loop approximates its displacement best, or "base".

    Raises:
        SimulationError: if the shape space has another number of variables, the base is not planar, or the grid goes beyond
            joint limits.

    Source: Hatton and Choset, IJRR 30 (2011); the same authors, Nonconservativity and noncommutativity in locomotion, European
    Physical Journal Special Topics 224 (2015).
    """
    if not isinstance(space, ShapeSpace):
        raise SimulationError(
            f"height_functions takes a ShapeSpace, got a {type(space).__name__}; write ShapeSpace(model)"
        )
    if space.n != 2 or space.n_base != 3:
        raise SimulationError(
            f"height functions need a planar base and two shape variables, and there are {space.n_base} velocities and {space.n} "
            "variables; choose two with ShapeSpace(modes=...)"
        )
    size = count(n, "height_functions n", SimulationError, minimum=5, maximum=1000)
    first, second = (np.linspace(a, b, size) for a, b in _ranges(limits))
    grid = np.stack(np.meshgrid(first, second, indexing="ij"), axis=-1)
    space.check_limits(grid.reshape(-1, 2), "the grid", "make the limits of height_functions smaller")
    flat = np.array([space.connection(s).A for s in grid.reshape(-1, 2)])
    A = np.moveaxis(flat.reshape(size, size, 3, 2), (0, 1), (2, 3))
    values, frame = curvature(first, second, A), np.zeros((3, size, size))
    heights = HeightFunctions(first, second, A, values, frame, space.names, space.kind, "base", space.units)
    return heights if coordinates == "base" else with_least_perturbation(heights)


def with_least_perturbation(base: HeightFunctions) -> HeightFunctions:
    """Height functions in base coordinates, converted to minimum-perturbation coordinates."""
    steps = (float(base.first[1] - base.first[0]), float(base.second[1] - base.second[0]))
    frame, A = minimum_perturbation(base.A, steps)
    values = curvature(base.first, base.second, A)
    return replace(base, A=A, values=values, frame=frame, coordinates="minimum_perturbation")


def curvature(first: FloatArray, second: FloatArray, A: FloatArray) -> FloatArray:
    """Curvature -(d_1 A_2 - d_2 A_1) + [A_1, A_2] of a connection on a grid, shape (3, n1, n2)."""
    exterior = np.array(
        [
            _spline(first, second, A[row, 1])(first, second, dx=1)
            - _spline(first, second, A[row, 0])(first, second, dy=1)
            for row in range(3)
        ]
    )
    total: FloatArray = bracket(A[:, 0], A[:, 1]) - exterior
    return total


def _ranges(limits: object) -> tuple[tuple[float, float], tuple[float, float]]:
    given = vector(np.atleast_1d(np.asarray(limits, dtype=object)).tolist(), "limits", SimulationError)
    if len(given) == 1:
        given = np.array([-given[0], given[0], -given[0], given[0]])
    if len(given) != 4 or not (given[0] < given[1] and given[2] < given[3]):
        raise SimulationError(
            f"limits must be one positive number or (minimum 1, maximum 1, minimum 2, maximum 2), ascending; got {limits!r}"
        )
    return (float(given[0]), float(given[1])), (float(given[2]), float(given[3]))


def _spline(first: FloatArray, second: FloatArray, values: FloatArray):  # type: ignore[no-untyped-def]
    from scipy.interpolate import RectBivariateSpline

    return RectBivariateSpline(first, second, values)


# ----------------------------------------------------------------------------------------------------------------------
# Optimal gaits: loops of largest displacement per cycle, per path length or per dissipation
# ----------------------------------------------------------------------------------------------------------------------

MEASURES = ("cycle", "path_length", "dissipation")
FAMILIES = ("circle", "fourier")
SEARCH_INTERVALS, FINAL_INTERVALS = 12, 64
N_RADII = 16  # number of radii of circles that are tried before the fine search
N_PHASES = 48  # number of phases at which the limit of a loop is tested


@dataclass(frozen=True, eq=False)
class OptimalLoop(Displayed):
    """Result of `optimal_loop`.

    Attributes:
        loop: Best loop found.
        value: Its measure: distance per cycle [m], per length of the loop, or per length in the metric.
        displacement: Its displacement.
        measure: "cycle", "path_length" or "dissipation".
        n_evaluations: Number of loops that were integrated [-].
        at_limit: True if the loop reaches the limit, so that a larger limit may give a better one.
    """

    loop: ShapeLoop
    value: float
    displacement: CycleDisplacement
    measure: str
    n_evaluations: int
    at_limit: bool = False


@checked_arguments(SimulationError)
def optimal_loop(
    space: ShapeSpace,
    measure: Annotated[str, Choices(MEASURES)] = "cycle",
    family: Annotated[str, Choices(FAMILIES)] = "circle",
    limit: float = 2.0,
    harmonics: int = 1,
    start: ShapeLoop | None = None,
) -> OptimalLoop:
    """Return the loop with the largest displacement per cycle, or per cost.

    Circles of two shape variables are searched over their radius, first on a scan and then by bounded search. Fourier series
    are improved from a start by sequential quadratic programming; the result is a local optimum.

    Args:
        space: Shape space.
        measure: "cycle": distance per cycle; "path_length": per Euclidean length of the loop; "dissipation": per length in
            the dissipation metric, which is largest where a viscous gait has the lowest cost of transport at a given speed.
        family: "circle" about the centre of two shape variables, or "fourier".
        limit: Largest absolute value of a shape variable [rad] or [m].
        harmonics: Of a Fourier series [-].
        start: Loop to start from; None for neighbouring variables at a quarter of a cycle or a travelling wave.

    Raises:
        SimulationError: if the family does not fit the shape space, or every loop goes beyond joint limits.
    """
    largest = number(limit, "optimal_loop limit", SimulationError, above=0)
    if space.n == 1:
        raise SimulationError(
            "a loop of one shape variable runs back along itself and moves the robot by nothing; give the ShapeSpace two or more"
        )
    search = _Search(space, measure)
    if family == "circle":
        if space.n != 2:
            raise SimulationError(f"circles need two shape variables, and there are {space.n}; use family='fourier'")
        loop = _best_circle(search, largest)
    else:
        n = count(harmonics, "optimal_loop harmonics", SimulationError, minimum=1, maximum=100)
        loop = _best_series(search, _start(space, n, largest, start), largest)
    final = cycle_displacement(space, loop, FINAL_INTERVALS)
    reached = np.abs(loop.point(np.arange(N_PHASES) / N_PHASES)).max() > 0.999 * largest
    return OptimalLoop(loop, measured(final, measure), final, measure, search.n, bool(reached))


def measured(displacement: CycleDisplacement, measure: str) -> float:
    """Measure of a displacement, by its name."""
    if measure == "cycle":
        return displacement.distance
    return displacement.per_path_length if measure == "path_length" else displacement.per_dissipation


class _Search:
    """Measure of loops, counted."""

    def __init__(self, space: ShapeSpace, measure: str) -> None:
        self.space, self.measure, self.n = space, measure, 0

    def __call__(self, loop: ShapeLoop) -> float:
        self.n += 1
        return measured(kinematic_cycle(self.space, loop, SEARCH_INTERVALS)[0], self.measure)


def _best_circle(search: _Search, limit: float) -> ShapeLoop:
    from scipy.optimize import minimize_scalar

    radii = limit * np.arange(1, N_RADII + 1) / N_RADII
    values = [search(circle_loop(float(radius))) for radius in radii]
    best = int(np.argmax(values))
    bounds = (float(radii[max(best - 1, 0)]) if best else 1e-3 * limit, float(radii[min(best + 1, N_RADII - 1)]))
    optimum = minimize_scalar(
        lambda radius: -search(circle_loop(float(radius))), bounds=bounds, method="bounded", options={"xatol": 1e-5}
    )
    return circle_loop(float(optimum.x) if -optimum.fun >= values[best] else float(radii[best]))


def _start(space: ShapeSpace, harmonics: int, limit: float, start: ShapeLoop | None) -> FloatArray:
    """Coefficients of the first loop, shape (2, harmonics, m)."""
    first = np.zeros((2, harmonics, space.n))
    if start is not None:
        if not (start.cosine.any() or start.sine.any()):
            raise SimulationError("start must be a loop, and it is a point; give one such as circle_loop(0.5)")
        if start.cosine.shape[1] != space.n or len(start.cosine) > harmonics or np.any(start.centre):
            raise SimulationError(
                f"start must have {space.n} shape variables, at most {harmonics} harmonics, and its centre at zero"
            )
        first[0, : len(start.cosine)], first[1, : len(start.sine)] = start.cosine, start.sine
        return first
    lag = np.arange(space.n) * (np.pi / 2 if space.n == 2 else 2 * np.pi / max(space.n, 2))
    first[0, 0], first[1, 0] = limit / 2 * np.cos(lag), limit / 2 * np.sin(lag)
    return first


def _best_series(search: _Search, start: FloatArray, limit: float) -> ShapeLoop:
    from scipy.optimize import minimize

    phase = np.arange(N_PHASES) / N_PHASES

    def loop(x: FloatArray) -> ShapeLoop:
        cosine, sine = x.reshape(start.shape)
        return ShapeLoop(cosine, sine)

    def room(x: FloatArray) -> FloatArray:
        optimum: FloatArray = limit**2 - (loop(x).point(phase) ** 2).max(axis=0)
        return optimum

    scale = search(loop(start.ravel())) or 1.0
    optimum = minimize(
        lambda x: -search(loop(x)) / scale,
        start.ravel(),
        method="SLSQP",
        constraints={"type": "ineq", "fun": room},
        options={"maxiter": 60, "ftol": 1e-6, "eps": 1e-5},
    )
    excess = np.abs(loop(optimum.x).point(phase)).max() / limit
    best = optimum.x / max(excess, 1.0)
    return loop(best) if search(loop(best)) >= scale else loop(start.ravel())
