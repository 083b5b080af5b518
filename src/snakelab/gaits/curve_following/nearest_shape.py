"""Inverse kinematics by optimisation: the shape of a body whose neutral axis is nearest to a line.

The tail's pose and the coordinates x minimise

    sum over points k of  |p_k(x) - nearest point|^2 + PULL^2 (position of that point - fraction_k length)^2,

subject to the reach of each coordinate; the first and last point go to the ends of the line. The second term only
breaks a
ambiguity: along an arc, sections could exchange elongation.
"""

from dataclasses import dataclass

import numpy as np

from snakelab.gaits.curve_following.line import Line
from snakelab.gaits.curve_following.neutral_axis import N_POSE, NeutralAxis
from snakelab.gaits.static_equilibrium import coordinates_of, reach
from snakelab.physics.model import Model
from snakelab.types import FloatArray

PULL = 0.05
N_STARTS = 4
N_STAGES = 6
ACCURACY, ROUGH = 1e-9, 1e-4
# Tolerances of steps and gradients of a search.
CONVERGED = 1e-11
# An error that needs no other start, fraction of the line's length.
EXACT = 1e-3
# Initial range of coordinates without bounds: fraction of the length of the body in a part, angle [rad].
WIDE_SHARE, WIDE_ANGLE = 0.1, 1.0


@dataclass(frozen=True)
class ShapeSearch:
    """Search for the shapes of one body on successive lines.

    Attributes:
        axis: The body's neutral axis.
        lower, upper: Bounds of the coordinates, shape (nv,), [m or rad].
        wide: Half width of the range in which searches begin, for coordinates without bounds, shape (nv,).
    """

    axis: NeutralAxis
    lower: FloatArray
    upper: FloatArray
    wide: FloatArray

    @staticmethod
    def of(model: Model) -> "ShapeSearch":
        """Return the search for a model's body, within the reach of its coordinates."""
        coordinates, axis = coordinates_of(model), NeutralAxis.of(model)
        bounds = np.array([reach(coordinate) for coordinate in coordinates])
        travel = WIDE_SHARE * axis.length / len(model.robot.parts)
        wide = np.array([WIDE_ANGLE if coordinate.unit == "rad" else travel for coordinate in coordinates])
        return ShapeSearch(axis, bounds[:, 0], bounds[:, 1], wide)

    def key(self) -> tuple[bytes, ...]:
        """Return all values on which the search depends."""
        parts, fractions = self.axis.parts, self.axis.fractions
        return tuple(array.tobytes() for array in (parts, fractions, self.lower, self.upper, self.wide))

    def initial_guess(self, line: Line) -> FloatArray:
        """Return the best of several starts: the middle of the bounds and random shapes, equal in every call.

        Each is fitted to the line from the tail on, one fraction of the body after another: in one step, a long body
        converges onto a winding line from almost no start.
        """
        rng = np.random.default_rng(0)
        low = np.where(np.isfinite(self.lower), self.lower, -self.wide)
        high = np.where(np.isfinite(self.upper), self.upper, self.wide)
        shapes = [(low + high) / 2, *rng.uniform(low, high, (N_STARTS - 1, len(low)))]
        best, minimum = shapes[0], np.inf
        for shape in shapes:
            x = np.concatenate([_first_pose(line), shape])
            for fraction in np.linspace(0, 1, N_STAGES + 1)[1:]:
                x = self.from_start(line, x, fraction)
            if (error := self.error(line, x)) < minimum:
                best, minimum = x, error
            if minimum < EXACT * line.length:
                break
        return best

    def from_start(self, line: Line, start: FloatArray, fraction: float = 1.0) -> FloatArray:
        """Return the local optimum from a start, tail's pose then coordinates, shape (5 + nv,), of a part of the body."""
        from scipy.optimize import least_squares

        free = np.full(N_POSE, np.inf)
        lower, upper = np.concatenate([-free, self.lower]), np.concatenate([free, self.upper])
        last: dict[
            bytes, tuple[FloatArray, FloatArray]
        ] = {}  # the gradients are evaluated at the point of the residuals

        def residuals(x: FloatArray) -> tuple[FloatArray, FloatArray]:
            if x.tobytes() not in last:
                last.clear()
                last[x.tobytes()] = self._residuals(line, x, fraction)
            return last[x.tobytes()]

        answer = least_squares(
            lambda x: residuals(x)[0] / line.length,
            np.clip(start, lower, upper),
            jac=lambda x: residuals(x)[1] / line.length,
            bounds=(lower, upper),
            x_scale="jac",
            ftol=ACCURACY if fraction == 1.0 else ROUGH,
            xtol=CONVERGED,
            gtol=CONVERGED,
            max_nfev=200,
        )
        return np.asarray(answer.x)

    def error(self, line: Line, x: FloatArray) -> float:
        """Largest distance of the axis from the line, and of its ends from the line's ends [m]."""
        residuals = self._residuals(line, x)[0][: 3 * len(self.axis.fractions)]
        return float(np.linalg.norm(residuals.reshape(-1, 3), axis=1).max())

    def apart(self, x: FloatArray, other: FloatArray) -> float:
        """Largest distance between two placed shapes [m]."""
        return float(np.linalg.norm(self.axis.placed(x)[0] - self.axis.placed(other)[0], axis=1).max())

    def at_bound(self, q: FloatArray) -> np.ndarray:
        """True for coordinates at the end of their reach, shape (nv,), bool."""
        near = 1e-4 * np.where(np.isfinite(self.upper - self.lower), self.upper - self.lower, 0.0)
        return (q <= self.lower + near) | (q >= self.upper - near)

    def _residuals(self, line: Line, x: FloatArray, fraction: float = 1.0) -> tuple[FloatArray, FloatArray]:
        """Distances (3 for each point), then the pulls along the line, and their derivative with respect to x.

        Residuals are zero for points beyond the given fraction of the body, from the tail.
        """
        points, moves = self.axis.placed(x)
        wanted = self.axis.fractions * line.length
        arc = line.nearest(points, wanted, PULL**2)
        arc[0], arc[-1] = 0.0, line.length
        off, slope, bend = points - line.spline(arc), line.spline(arc, 1), line.spline(arc, 2)
        # the nearest point moves by slope . dp / (slope . slope - off . bend), unless it is an end of the line
        steep = (slope**2).sum(axis=1) - (off * bend).sum(axis=1)
        inside = (arc > 0) & (arc < line.length) & (np.abs(steep) > 0.1)
        onward = np.einsum("ni,nij->nj", slope, moves) * (inside / np.where(inside, steep, 1.0))[:, None]
        n = moves.shape[2]
        residuals = np.concatenate([off.ravel(), PULL * (arc - wanted)])
        slopes = np.concatenate([(moves - slope[:, :, None] * onward[:, None]).reshape(-1, n), PULL * onward])
        later = self.axis.fractions > fraction
        residuals[np.concatenate([np.repeat(later, 3), later])] = 0.0
        slopes[np.concatenate([np.repeat(later, 3), later])] = 0.0
        return residuals, slopes


def _first_pose(line: Line) -> FloatArray:
    """Tail at the beginning of the line, with the shortest rotation from x to its direction."""
    forward = line.spline(0.0, 1)
    forward = forward / np.linalg.norm(forward)
    across = np.array([-forward[2], forward[1]])  # y and z of e_x x forward
    sine = np.linalg.norm(across)
    axis = across / sine if sine > 1e-12 else np.array([0.0, 1.0])
    return np.concatenate([line.spline(0.0), np.arctan2(sine, forward[0]) * axis])
