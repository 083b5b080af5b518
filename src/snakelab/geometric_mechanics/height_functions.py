"""Height functions: the curvature of the connection over two shape variables."""

from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.errors import SimulationError
from snakelab.geometric_mechanics.loops import Loop
from snakelab.geometric_mechanics.minimum_perturbation import minimum_perturbation
from snakelab.geometric_mechanics.rigid_motion import bracket
from snakelab.geometric_mechanics.shape_space import ShapeSpace
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.marks import Choices
from snakelab.types import FloatArray, choice, count, instance, vector

COORDINATES = ("minimum_perturbation", "base")
MIN_POINTS = 5


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
    choice(coordinates, "height_functions coordinates", COORDINATES, SimulationError)
    if space.n != 2 or space.n_base != 3:
        raise SimulationError(
            f"height functions need a planar base and two shape variables, and there are {space.n_base} velocities and {space.n} "
            "variables; choose two with ShapeSpace(modes=...)"
        )
    size = count(n, "height_functions n", SimulationError, minimum=MIN_POINTS, maximum=1000)
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
