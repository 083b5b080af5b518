"""Displacement over one cycle of a loop, by integration of the group motion."""

import warnings
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.errors import SimulationError, SnakelabWarning
from snakelab.geometric_mechanics.full_motion import moved_with_inertia
from snakelab.geometric_mechanics.loops import Loop
from snakelab.geometric_mechanics.rigid_motion import bracket, exponential_of, planar_pose
from snakelab.geometric_mechanics.shape_space import ShapeSpace
from snakelab.notebook.registry import Displayed
from snakelab.types import FloatArray, count, number

# A warning is given if half the intervals change the displacement by more than these fractions of it, and of the base's path.
INACCURATE, NEGLIGIBLE = 0.01, 1e-3
GAUSS = np.array([0.5 - np.sqrt(3.0) / 6.0, 0.5 + np.sqrt(3.0) / 6.0])


@dataclass(frozen=True)
class CycleDisplacement(Displayed):
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


@checked_arguments(SimulationError)
def cycle_displacement(
    space: ShapeSpace, loop: Loop, intervals: int = 32, period: float | None = None
) -> CycleDisplacement:
    """Return the displacement over one cycle.

    The kinematic motion g' = g xi, xi = -A s', is integrated by a Magnus method of fourth order; it does not depend on how
    fast the loop is run. With a period, the motion with inertia and all forces is integrated instead until it is periodic.

    A warning is given if half of the intervals change the kinematic displacement by over 1 % of it and 0.1 % of the length
    of the base's path: the loop then passes near a shape at which the connection is singular.

    Args:
        space: Shape space.
        loop: The loop, such as `ShapeLoop` or `PolygonLoop`.
        intervals: Number of intervals over the loop, distributed over its sides [-].
        period: Duration of a cycle, for the motion with inertia [s]; None for the kinematic motion.

    Raises:
        SimulationError: if the loop has another number of shape variables, goes beyond joint limits, or passes a singular
            connection.
    """
    n_intervals = count(intervals, "intervals", SimulationError, minimum=1, maximum=100_000)
    cycle, travel = kinematic_cycle(space, loop, n_intervals)
    if period is not None:
        duration = number(period, "period", SimulationError, above=0, unit="s")
        pose = moved_with_inertia(space, loop, duration)
        distance = float(np.hypot(*pose[:2]))
        return CycleDisplacement(_matrix(pose), pose, distance, cycle.path_length, cycle.metric_length, "full")
    coarse, _ = kinematic_cycle(space, loop, -(-n_intervals // 2))
    error = float(np.linalg.norm(cycle.T[:3, 3] - coarse.T[:3, 3]))
    if error > max(INACCURATE * cycle.distance, NEGLIGIBLE * travel):
        warnings.warn(
            f"the displacement over the cycle, {cycle.distance:.3g} m, is not accurate: with half of the {n_intervals} "
            f"intervals it differs by {error:.2g} m; give more intervals, or keep the loop away from shapes at which the base "
            "can move almost without a force",
            SnakelabWarning,
            stacklevel=3,
        )
    return cycle


def kinematic_cycle(space: ShapeSpace, loop: Loop, n_intervals: int) -> tuple[CycleDisplacement, float]:
    """Displacement of the kinematic motion, and the length of the base's path [m]; see `cycle_displacement`."""
    breaks = _breaks(loop.corners(), n_intervals)
    steps = np.diff(breaks)
    nodes = (breaks[:-1, None] + steps[:, None] * GAUSS).ravel()
    points, rates = loop.point(nodes), loop.rate(nodes)
    space.check_limits(np.vstack([points, loop.point(loop.corners())]))
    weights = np.repeat(steps / 2, 2)
    path = float(weights @ np.linalg.norm(rates, axis=1))
    velocities, lengths = _velocities(space, points, rates)
    T = np.eye(4)
    for h, first, second in zip(steps, velocities[::2], velocities[1::2], strict=True):
        T = T @ exponential_of(h / 2 * (first + second) + np.sqrt(3.0) / 12 * h * h * bracket(first, second))
    travel = float(weights @ np.linalg.norm(velocities[:, : 2 if space.n_base == 3 else 3], axis=1))
    distance = float(np.linalg.norm(T[:3, 3]))
    return CycleDisplacement(T, planar_pose(T), distance, path, float(weights @ lengths), space.kind), travel


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
