"""Optimal gaits: loops of largest displacement per cycle, per path length or per dissipation."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.errors import SimulationError
from snakelab.geometric_mechanics.displacement import CycleDisplacement, cycle_displacement, kinematic_cycle
from snakelab.geometric_mechanics.loops import ShapeLoop, circle_loop
from snakelab.geometric_mechanics.shape_space import ShapeSpace
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.marks import Choices
from snakelab.types import FloatArray, choice, count, number

MEASURES = ("cycle", "path_length", "dissipation")
FAMILIES = ("circle", "fourier")
SEARCH_INTERVALS, FINAL_INTERVALS = 12, 64
SCAN = 16  # radii of a circle that are tried before the fine search
CHECKED = 48  # phases at which the limit of a loop is tested


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
    choice(measure, "optimal_loop measure", MEASURES, SimulationError)
    choice(family, "optimal_loop family", FAMILIES, SimulationError)
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
    reached = np.abs(loop.point(np.arange(CHECKED) / CHECKED)).max() > 0.999 * largest
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

    radii = limit * np.arange(1, SCAN + 1) / SCAN
    values = [search(circle_loop(float(radius))) for radius in radii]
    best = int(np.argmax(values))
    bounds = (float(radii[max(best - 1, 0)]) if best else 1e-3 * limit, float(radii[min(best + 1, SCAN - 1)]))
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

    phase = np.arange(CHECKED) / CHECKED

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
