"""Motion over a cycle with inertia and all forces: the base obeys Newton's law while the shape follows a loop."""

from itertools import pairwise
from typing import Any

import numpy as np

from snakelab.errors import SimulationError
from snakelab.geometric_mechanics.loops import Loop
from snakelab.geometric_mechanics.shape_space import ShapeSpace
from snakelab.types import FloatArray

MAX_CYCLES = 200
REPEATS = 1e-5  # relative change of the displacement between cycles of a periodic motion
SMALL, WITHIN = 1e-4, 1e-9  # phases of the numerical acceleration of a loop, and off its corners
SUDDEN = 1e-6  # relative change of the rates of a loop at a corner


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
    ends = loop.rate((corners - WITHIN) % 1.0), loop.rate((corners + WITHIN) % 1.0)
    sharp = dict(
        zip(corners.tolist(), np.abs(ends[1] - ends[0]).max(axis=1) > SUDDEN * np.abs(ends).max(), strict=True)
    )

    def shape(phase: float, first: float, last: float) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Coordinates, rates and accelerations at a phase of the smooth piece from first to last."""
        low, high = first + WITHIN if sharp[first] else -1.0, last - WITHIN if sharp[last] else 2.0
        around = np.clip([phase - SMALL, phase, phase + SMALL], low, high)
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
        if before is not None and np.abs(pose - before).max() <= REPEATS * max(np.abs(pose).max(), 1e-9):
            return pose
        before = pose
    raise SimulationError(
        f"the motion does not become periodic within {MAX_CYCLES} cycles: the robot is heavy for its media; use a longer "
        "period, or simulate"
    )


def _rotated(velocity: FloatArray, c: float, s: float) -> FloatArray:
    """A planar velocity in axes rotated by the angle with cosine c and sine s."""
    return np.array([c * velocity[0] - s * velocity[1], s * velocity[0] + c * velocity[1], velocity[2]])
