"""Displacement over one cycle of a loop, and frames that follow the motion of the whole body.

Contents: rigid motions from body twists; virtual chassis; motion over a cycle with inertia; displacement over a cycle;
minimum-perturbation coordinates.
"""

import warnings
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from snakelab.errors import SimulationError, SnakelabWarning
from snakelab.gaits.geometric.shape_space import Loop, ShapeSpace
from snakelab.geometry.cross_sections import principal_axes
from snakelab.geometry.rotations import exponential
from snakelab.parameters.arguments import FloatArray, count, number, vector
from snakelab.parameters.declarations import checked_arguments
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.kinematics import jacobians
from snakelab.physics.model import Model
from snakelab.physics.state import initial_state

# ----------------------------------------------------------------------------------------------------------------------
# Rigid motions of plane and space from body twists
# ----------------------------------------------------------------------------------------------------------------------


def exponential_of(displacement: FloatArray) -> FloatArray:
    """Exponential of a body twist times time, shape (3,) (x, y, heading) or (6,) (linear, angular): T, shape (4, 4)."""
    twist = [float(value) for value in displacement]
    if len(twist) == 3:
        twist = [twist[0], twist[1], 0.0, 0.0, 0.0, twist[2]]
    rotation, position = exponential(((twist[0], twist[1], twist[2]), (twist[3], twist[4], twist[5])))
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = np.reshape(rotation, (3, 3)), position
    return T


def planar_pose(T: FloatArray) -> FloatArray:
    """Position x, y and heading of a transform, shape (3,), [m, m, rad]."""
    return np.array([T[0, 3], T[1, 3], np.arctan2(T[1, 0], T[0, 0])])


def bracket(a: FloatArray, b: FloatArray) -> FloatArray:
    """Lie bracket of two body twists, shape (3, ...) of the plane or (6, ...) of space."""
    if len(a) == 3:
        return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], 0.0 * a[0]])
    linear = np.cross(a[3:], b[:3], axis=0) + np.cross(a[:3], b[3:], axis=0)
    return np.concatenate([linear, np.cross(a[3:], b[3:], axis=0)])


# ----------------------------------------------------------------------------------------------------------------------
# Virtual chassis: the principal axes of a body's shape as its frame
# ----------------------------------------------------------------------------------------------------------------------


@checked_arguments(SimulationError)
def virtual_chassis(model: Model, shape: object) -> FloatArray:
    """Return the frame of the virtual chassis at one shape: T_base_chassis, shape (4, 4).

    Its origin is the mean of the centres of all stations, and its axes are the principal axes of their positions, the longest
    first. The first axis points towards the head, the second is nearest to y of the base; a planar robot keeps its z.

    Args:
        model: From `build_model`.
        shape: Coordinates, shape (n,).

    Raises:
        SimulationError: if the shape has another size.

    Source: Rollinson, Buchan and Choset, Virtual chassis for snake robots: definition and applications, Advanced Robotics 26
    (2012). Not defined where two principal lengths are equal, as of a closed ring.
    """
    q = vector(shape, "shape", SimulationError, size=model.n_coordinates)
    poses, _ = jacobians(model, initial_state(model, q=q))
    mean, axes = principal_axes(poses[:-1, 9:])
    ahead = poses[-1, 9:] - mean
    first = axes[0] if axes[0] @ ahead >= 0 else -axes[0]
    planar = model.robot.base == "planar"
    second = np.cross([0.0, 0.0, 1.0], first) if planar else axes[1] * (1.0 if axes[1][1] >= 0 else -1.0)
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = np.column_stack([first, second, np.cross(first, second)]), mean
    return T


# ----------------------------------------------------------------------------------------------------------------------
# Motion over a cycle with inertia and all forces: the base obeys Newton's law while the shape follows a loop
# ----------------------------------------------------------------------------------------------------------------------

MAX_CYCLES = 200
PHASE_STEP = 1e-4  # step of the numerical acceleration of a loop [-]
CORNER_DISTANCE = 1e-9  # phase off the corners of a loop, at which its rates are compared [-]


def moved_with_inertia(space: ShapeSpace, loop: Loop, period: float) -> FloatArray:
    """Pose x, y, heading after one cycle of the periodic motion from its pose before, shape (3,).

    The robot starts from rest.

    Args:
        space: Shape space of a planar robot.
        loop: The loop; at a corner the rates of the shape change suddenly, and the momentum of the robot does not.
        period: Of a cycle [s].

    Raises:
        SimulationError: if the base is not planar, or the motion does not become periodic.
    """
    from scipy.integrate import solve_ivp

    if space.n_base != 3:
        raise SimulationError("the motion with inertia is for a planar base; use simulate for a floating one")
    forces, modes, corners = space.body_forces, space.columns, loop.corners()
    ends = loop.rate((corners - CORNER_DISTANCE) % 1.0), loop.rate((corners + CORNER_DISTANCE) % 1.0)
    sharp = dict(zip(corners.tolist(), np.abs(ends[1] - ends[0]).max(axis=1) > 1e-6 * np.abs(ends).max(), strict=True))

    def shape(phase: float, first: float, last: float) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Coordinates, rates and accelerations at a phase of the smooth piece from first to last."""
        low, high = first + CORNER_DISTANCE if sharp[first] else -1.0, last - CORNER_DISTANCE if sharp[last] else 2.0
        around = np.clip([phase - PHASE_STEP, phase, phase + PHASE_STEP], low, high)
        rates = loop.rate(around % 1.0)
        bend = (rates[2] - rates[0]) / (around[2] - around[0])
        return space.q(loop.point(around % 1.0)[1]), modes @ rates[1] / period, modes @ bend / period**2

    def inertia(q: FloatArray, zeta: FloatArray, acceleration: FloatArray, heading: float) -> tuple[Any, FloatArray]:
        """Mass matrix of the base, and the forces on it without acceleration of the base."""
        still = forces.total(q, zeta, np.concatenate([np.zeros(3), acceleration]), heading)[:3]
        each = [forces.total(q, zeta, np.concatenate([e, acceleration]), heading)[:3] - still for e in np.eye(3)]
        return np.array(each).T, still

    def jump(y: FloatArray, phase: float, change: FloatArray) -> FloatArray:
        """Velocity of the base after a sudden change of the rates of the shape, which conserves momentum."""
        q, zero = space.q(loop.point(np.array([phase]))[0]), np.zeros(3 + len(change))
        rest = forces.total(q, zero, None, y[2])[:3]
        M, still = inertia(q, zero, change, y[2])
        return np.concatenate([y[:3], y[3:] - np.linalg.solve(M, still - rest)])

    def moved_along(y: FloatArray, first: float, last: float) -> FloatArray:
        """State after a smooth piece."""

        def motion(time: float, y: FloatArray) -> FloatArray:
            q, v, acceleration = shape(time / period, first, last)
            M, still = inertia(q, np.concatenate([y[3:], v]), acceleration, y[2])
            return np.concatenate([y[3:], np.linalg.solve(M, -still)])

        run = solve_ivp(motion, (first * period, last * period), y, rtol=1e-7, atol=1e-9, max_step=period / 8)
        if not run.success:
            raise SimulationError(f"the motion with inertia could not be integrated: {run.message}")
        return np.asarray(run.y[:, -1], np.float64)

    y, rate, before = np.zeros(6), np.zeros(len(modes)), None
    for _ in range(MAX_CYCLES):
        for first, last in pairwise(corners.tolist()):
            begun = shape(first, first, last)[1]
            if sharp[first] or not rate.any():
                y = jump(y, first, begun - rate)
            y = moved_along(y, first, last)
            rate = shape(last, first, last)[1]
        pose, c, s = y[:3], np.cos(y[2]), np.sin(y[2])
        y = np.concatenate([np.zeros(3), _rotated(y[3:], c, -s)])
        if before is not None and np.abs(pose - before).max() <= 1e-5 * max(np.abs(pose).max(), 1e-9):
            return pose
        before = pose
    raise SimulationError(
        f"the motion does not become periodic within {MAX_CYCLES} cycles: the robot is heavy for its media; use a longer "
        "period, or simulate"
    )


def _rotated(velocity: FloatArray, c: float, s: float) -> FloatArray:
    """A planar velocity in axes rotated by the angle with cosine c and sine s."""
    return np.array([c * velocity[0] - s * velocity[1], s * velocity[0] + c * velocity[1], velocity[2]])


# ----------------------------------------------------------------------------------------------------------------------
# Displacement over one cycle of a loop, by integration of the group motion
# ----------------------------------------------------------------------------------------------------------------------

GAUSS_NODES = np.array([0.5 - np.sqrt(3.0) / 6.0, 0.5 + np.sqrt(3.0) / 6.0])


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
    if error > max(0.01 * cycle.distance, 1e-3 * travel):
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
    breaks = _interval_bounds(loop.corners(), n_intervals)
    steps = np.diff(breaks)
    nodes = (breaks[:-1, None] + steps[:, None] * GAUSS_NODES).ravel()
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


def _interval_bounds(corners: FloatArray, n_intervals: int) -> FloatArray:
    """Phases of the intervals, corners among them."""
    each = max(1, -(-n_intervals // (len(corners) - 1)))
    pieces = [np.linspace(a, b, each + 1)[:-1] for a, b in pairwise(corners)]
    return np.append(np.concatenate(pieces), 1.0)


def _matrix(pose: FloatArray) -> FloatArray:
    T = np.eye(4)
    c, s = np.cos(pose[2]), np.sin(pose[2])
    T[:2, :2], T[:2, 3] = [[c, -s], [s, c]], pose[:2]
    return T


# ----------------------------------------------------------------------------------------------------------------------
# Minimum-perturbation coordinates: the frame of a planar body with minimum motion due to its shape
# ----------------------------------------------------------------------------------------------------------------------


def minimum_perturbation(A: FloatArray, steps: tuple[float, float]) -> tuple[FloatArray, FloatArray]:
    """Return the frame and the connection in it, on a grid of two shape variables.

    First the rotation beta with the smallest integral of |A_heading - grad beta|^2, then in these axes the offset p
    with the smallest integral of |A_xy'|^2, where A_x' = A_x - A_heading p_y - grad p_x and A_y' = A_y + A_heading p_x
    - grad p_y.

    Args:
        A: Connection in base axes, shape (3, 2, n1, n2).
        steps: Spacing of the grid along both variables.

    Returns:
        Frames (x, y, heading) in the base, shape (3, n1, n2), and the connection in them, shape (3, 2, n1, n2).

    Source: Hatton and Choset, IJRR 30 (2011); Optimizing coordinate choice for locomoting systems, ICRA 2010.
    """
    shape = A.shape[2:]
    gradients, means = _edges(shape, steps)
    angle = _solved(gradients, [means[i] @ A[2, i].ravel() for i in (0, 1)]).reshape(shape)
    angle -= angle.mean()
    c, s = np.cos(angle), np.sin(angle)
    heading = A[2] - np.array(np.gradient(angle, *steps, edge_order=2))
    x, y = c * A[0] + s * A[1], c * A[1] - s * A[0]
    offset = _offset(gradients, means, x, y, heading).reshape(2, *shape)
    grads = [np.array(np.gradient(offset[i], *steps, edge_order=2)) for i in (0, 1)]
    moved = np.array([x - heading * offset[1] - grads[0], y + heading * offset[0] - grads[1], heading])
    in_base = np.array([c * offset[0] - s * offset[1], s * offset[0] + c * offset[1], angle])
    return in_base, moved


def _edges(shape: tuple[int, ...], steps: tuple[float, float]) -> tuple[list[Any], list[Any]]:
    """Differences and means along the edges of a grid in both directions, sparse matrices on its nodes."""
    from scipy.sparse import csr_matrix

    number = np.arange(shape[0] * shape[1]).reshape(shape)
    ends = [(number[:-1].ravel(), number[1:].ravel()), (number[:, :-1].ravel(), number[:, 1:].ravel())]
    gradients, means = [], []
    for (first, last), step in zip(ends, steps, strict=True):
        rows, one = np.arange(len(first)), np.ones(len(first))
        places = (np.concatenate([rows, rows]), np.concatenate([first, last]))
        size = (len(first), number.size)
        gradients.append(csr_matrix((np.concatenate([-one, one]) / step, places), shape=size))
        means.append(csr_matrix((np.concatenate([one, one]) / 2, places), shape=size))
    return gradients, means


def _offset(gradients: list[Any], means: list[Any], x: FloatArray, y: FloatArray, heading: FloatArray) -> FloatArray:
    """Offset of the frame at all nodes, x then y."""
    from scipy.sparse import bmat, diags

    blocks, wanted = [], []
    for i in (0, 1):
        turning = diags(means[i] @ heading[i].ravel()) @ means[i]
        blocks += [[gradients[i], turning], [-turning, gradients[i]]]
        wanted += [means[i] @ x[i].ravel(), means[i] @ y[i].ravel()]
    return _solved([bmat(blocks)], [np.concatenate(wanted)])


def _solved(blocks: list[Any], wanted: list[FloatArray]) -> FloatArray:
    """Least-squares solution of sparse equations, the smallest where several are equal."""
    from scipy.sparse import identity, vstack
    from scipy.sparse.linalg import spsolve

    matrix = vstack(blocks).tocsc()
    normal = (matrix.T @ matrix).tocsc()
    # a weak term determines what the least squares do not, such as a constant rotation
    weak = 1e-8 * normal.diagonal().mean() * identity(normal.shape[0], format="csc")
    solution: FloatArray = spsolve(normal + weak, matrix.T @ np.concatenate(wanted))
    return solution
