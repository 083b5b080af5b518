"""Check of targets for self-intersection before they are sent to a robot."""

import math

import numpy as np

from snakelab.errors import HardwareError
from snakelab.physics.command import FREQUENCY, PERIODIC, WAVE, Reference
from snakelab.physics.model import Model
from snakelab.physics.targets import targets_at
from snakelab.types import FloatArray

# Shapes per cycle of a gait.
SHAPES = 48
# Longest interval that is searched for the shapes of a gait with several frequencies [s].
LONGEST = 120.0


class SelfIntersectionCheck:
    """Check of references: a cycle of each gait, the end of each command.

    Raises an error before the first command of a motion in which the robot would touch itself.
    """

    def __init__(self) -> None:
        self._checked: Reference | None = None

    def check(self, model: Model, reference: Reference, time: float) -> None:
        """Check a reference from a time on [s], unless it was checked before.

        Raises:
            HardwareError: with the links and the time of the first intersection.
        """
        if self._checked is reference:
            return
        self._checked = reference
        times = shape_times(reference, time)
        shapes = np.array([targets_at(reference, at)[0, : model.n_coordinates] for at in times])
        problem = first_intersection(model, shapes)
        if problem is not None:
            at, reason = problem
            raise HardwareError(
                f"the motion is refused: at t = {times[at]:.3g} s {reason}; lower the amplitude of the gait"
            )


def shape_times(reference: Reference, time: float) -> FloatArray:
    """Return the times of the shapes to check [s]."""
    if reference.kind == WAVE:
        frequencies = np.abs(reference.wave[:, FREQUENCY])
        slowest = frequencies[frequencies > 0].min(initial=math.inf)
        cycle = min(LONGEST, math.tau / slowest) if math.isfinite(slowest) else 0.0
        begin = max(time, float(reference.ramp[0] + reference.ramp[1]))
        return begin + cycle * np.arange(SHAPES) / SHAPES if cycle else np.array([begin])
    if reference.kind == PERIODIC:
        cycle = float(reference.knots[-1] - reference.knots[0])
        return time + float(reference.ramp[1]) + cycle * np.arange(SHAPES) / SHAPES
    last = float(reference.knots[-1])
    if len(reference.knots) <= 2:
        return np.array([last])
    return np.linspace(max(time, float(reference.knots[0])), last, SHAPES)


def first_intersection(model: Model, shapes: FloatArray) -> tuple[int, str] | None:
    """Return number and description of the first shape in which the robot intersects itself; None if there is none."""
    from snakelab.physics.kinematics.self_collision import self_distances  # imports SciPy's trees

    distances = self_distances(model, shapes)
    inside = np.flatnonzero(distances.distance < 0.0)
    if not len(inside):
        return None
    k = int(inside[0])
    return k, f"the robot intersects itself by {-1e3 * distances.distance[k]:.3g} mm"
