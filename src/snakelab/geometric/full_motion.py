"""Motion over a cycle with inertia and all forces: the base obeys Newton's law while the shape follows a loop."""

import numpy as np

from snakelab.errors import SimulationError
from snakelab.geometric.loops import Loop
from snakelab.geometric.shape_space import ShapeSpace
from snakelab.types import FloatArray

MOST_CYCLES = 200
REPEATS = 1e-5  # change of the displacement from cycle to cycle at which the motion repeats, relative
SMALL = 1e-4  # phase, of the numerical acceleration of a loop


def moved_with_inertia(space: ShapeSpace, loop: Loop, period: float) -> FloatArray:
    """Pose x, y, heading after one cycle of the periodic motion from its pose before, shape (3,).

    Args:
        space: Shape space of a planar robot.
        loop: The loop; smooth.
        period: Of a cycle [s].

    Raises:
        SimulationError: if the base is not planar, or the motion does not become periodic.
    """
    from scipy.integrate import solve_ivp

    if space.n_base != 3:
        raise SimulationError("the motion with inertia is for a planar base; use simulate for a floating one")
    forces = space.body_forces

    def shape(time: float) -> tuple[FloatArray, FloatArray, FloatArray]:
        phase = np.array([time / period - SMALL, time / period, time / period + SMALL]) % 1.0
        s, rates = loop.point(phase)[1], loop.rate(phase)
        bend = (rates[2] - rates[0]) / (2 * SMALL)
        modes = space.columns
        return space.q(s), modes @ rates[1] / period, modes @ bend / period**2

    def motion(time: float, y: FloatArray) -> FloatArray:
        q, v, acceleration = shape(time)
        zeta = np.concatenate([y[3:], v])
        still = forces.total(q, zeta, np.concatenate([np.zeros(3), acceleration]), y[2])[:3]
        M = np.array([forces.total(q, zeta, np.concatenate([e, acceleration]), y[2])[:3] - still for e in np.eye(3)]).T
        return np.concatenate([y[3:], np.linalg.solve(M, -still)])

    y, before = np.zeros(6), None
    for _ in range(MOST_CYCLES):
        run = solve_ivp(motion, (0.0, period), y, rtol=1e-7, atol=1e-9, max_step=period / 8)
        if not run.success:
            raise SimulationError(f"the motion with inertia could not be integrated: {run.message}")
        moved = run.y[:, -1]
        c, s = np.cos(moved[2]), np.sin(moved[2])
        y = np.concatenate([np.zeros(3), _turned(moved[3:], c, -s)])
        pose = moved[:3]
        if before is not None and np.abs(pose - before).max() <= REPEATS * max(np.abs(pose).max(), 1e-9):
            return pose
        before = pose
    raise SimulationError(
        f"the motion does not become periodic within {MOST_CYCLES} cycles: the robot is heavy for its media; use a longer "
        "period, or simulate"
    )


def _turned(velocity: FloatArray, c: float, s: float) -> FloatArray:
    """A planar velocity in axes turned by the angle with cosine c and sine s."""
    return np.array([c * velocity[0] - s * velocity[1], s * velocity[0] + c * velocity[1], velocity[2]])
