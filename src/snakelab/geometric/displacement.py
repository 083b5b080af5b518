"""Displacement over one cycle of a loop, by integration of the group motion."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.errors import SimulationError
from snakelab.geometric.full_motion import moved_with_inertia
from snakelab.geometric.loops import Loop
from snakelab.geometric.rigid_motion import bracket, exponential_of, planar_pose
from snakelab.geometric.shape_space import ShapeSpace
from snakelab.types import FloatArray, count, number

GAUSS = np.array([0.5 - np.sqrt(3.0) / 6.0, 0.5 + np.sqrt(3.0) / 6.0])


@dataclass(frozen=True)
class CycleDisplacement:
    """Displacement over one cycle.

    Attributes:
        T: Pose of the base at the end, in its frame at the start, shape (4, 4).
        pose: x, y and heading of a planar base [m, m, rad]; of a floating base those of its projection.
        distance: Distance between start and end [m].
        path_length: Euclidean length of the loop in shape space.
        metric_length: Its length in the metric of the connection; for "fitted" the dissipated energy [J].
        kind: As of the connection, or "full" with inertia.
    """

    T: FloatArray
    pose: FloatArray
    distance: float
    path_length: float
    metric_length: float
    kind: str

    @property
    def per_path_length(self) -> float:
        """Distance per Euclidean length of the loop."""
        return self.distance / self.path_length if self.path_length > 0 else 0.0

    @property
    def per_dissipation(self) -> float:
        """Distance per length in the metric. At a given displacement per time and a constant power, the cost of a
        viscous gait falls with the square of it."""
        return self.distance / self.metric_length if self.metric_length > 0 else 0.0

    def _repr_html_(self) -> str:
        """Return what a notebook displays."""
        from snakelab.notebook.objects import object_html

        return object_html(self)


@checked_arguments(SimulationError)
def cycle_displacement(
    space: ShapeSpace, loop: Loop, intervals: int = 32, period: float | None = None
) -> CycleDisplacement:
    """Return the displacement over one cycle.

    The kinematic motion g' = g xi, xi = -A s', is integrated by a Magnus method of fourth order; it does not depend on how
    fast the loop is run. With a period, the motion with inertia and all forces is integrated instead until it repeats.

    Args:
        space: Shape space.
        loop: The loop, such as `ShapeLoop` or `PolygonLoop`.
        intervals: Number of intervals over the loop, distributed over its sides [-].
        period: Duration of a cycle, for the motion with inertia [s]; None for the kinematic motion.

    Raises:
        SimulationError: if the loop has another number of shape variables, goes beyond joint limits, or passes a singular
            connection.
    """
    n_intervals = count(intervals, "intervals", SimulationError, least=1, most=100_000)
    breaks = _breaks(loop.corners(), n_intervals)
    middle, steps = breaks[:-1], np.diff(breaks)
    nodes = (middle[:, None] + steps[:, None] * GAUSS).ravel()
    points, rates = loop.point(nodes), loop.rate(nodes)
    if points.shape[1] != space.n:
        raise SimulationError(
            f"the loop has {points.shape[1]} shape variables, and the shape space {space.n}; see ShapeSpace(modes=...)"
        )
    space.check_limits(np.vstack([points, loop.point(loop.corners())]))
    weights = np.repeat(steps / 2, 2)
    path = float(weights @ np.linalg.norm(rates, axis=1))
    velocities, lengths = _velocities(space, points, rates)
    metric = float(weights @ lengths)
    if period is not None:
        duration = number(period, "period", SimulationError, above=0, unit="s")
        pose = moved_with_inertia(space, loop, duration)
        return CycleDisplacement(_matrix(pose), pose, float(np.hypot(*pose[:2])), path, metric, "full")
    T = np.eye(4)
    for h, first, second in zip(steps, velocities[::2], velocities[1::2], strict=True):
        T = T @ exponential_of(h / 2 * (first + second) + np.sqrt(3.0) / 12 * h * h * bracket(first, second))
    return CycleDisplacement(T, planar_pose(T), float(np.linalg.norm(T[:3, 3])), path, metric, space.kind)


def _velocities(space: ShapeSpace, points: FloatArray, rates: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Body velocities and metric lengths of the rates at some points."""
    velocities, lengths, guess = np.zeros((len(points), space.n_base)), np.zeros(len(points)), None
    for i, (s, rate) in enumerate(zip(points, rates, strict=True)):
        velocities[i], lengths[i] = space.velocity(s, rate, guess)
        size = float(np.linalg.norm(rate))
        guess = velocities[i] / size if size > 0 else guess
    return velocities, lengths


def _breaks(corners: FloatArray, n_intervals: int) -> FloatArray:
    """Phases of the intervals, corners among them."""
    each = max(1, -(-n_intervals // (len(corners) - 1)))
    pieces = [np.linspace(a, b, each + 1)[:-1] for a, b in pairwise(corners)]
    return np.append(np.concatenate(pieces), 1.0)


def _matrix(pose: FloatArray) -> FloatArray:
    T = np.eye(4)
    c, s = np.cos(pose[2]), np.sin(pose[2])
    T[:2, :2], T[:2, 3] = [[c, -s], [s, c]], pose[:2]
    return T
