"""Two modes of bending whose combinations are waves along the body: a shape space of two variables for any chain."""

import math
from typing import Annotated

import numpy as np
from annotated_types import Gt, Le

from snakelab.arguments import checked_arguments
from snakelab.errors import SimulationError
from snakelab.physics.model import Model, check_model
from snakelab.robots.parts import Revolute, SoftSection
from snakelab.robots.parts.joints import unit_axis
from snakelab.types import FloatArray, number

VERTICAL = 0.99  # minimum cosine between the axis of a joint and the normal of the plane


@checked_arguments(SimulationError)
def wave_modes(model: Model, waves: Annotated[float, Gt(0), Le(100)] = 1.0) -> FloatArray:
    """Return two modes of bending in the plane, for `ShapeSpace`.

    With s = (s_1, s_2) the bend k of n, counted from the tail, is s_1 cos(k lag) + s_2 sin(k lag), lag = 2 pi waves / n: a
    circle in this space is a serpenoid wave. A bend is the angle of a joint about z, or of a soft section about z.

    A robot with two bends has the bends themselves as modes.

    Args:
        model: From `build_model`.
        waves: Number of waves along the body [-].

    Returns:
        Modes, shape (n, 2), [rad/rad], or [m/rad] for the actuators of soft sections.

    Raises:
        SimulationError: if fewer than two joints or soft sections bend in the plane.
    """
    check_model(model, "wave_modes")
    number(waves, "waves", SimulationError, above=0, maximum=100)
    bends = plane_bends(model)
    n = bends.shape[1]
    if n < 2:
        raise SimulationError(
            f"robot {model.robot.name!r} has {n} bends in the plane; two modes need at least two joints about z or soft sections"
        )
    if n == 2:
        return bends
    phase = 2 * math.pi * waves / n * np.arange(n)
    modes: FloatArray = bends @ np.column_stack([np.cos(phase), np.sin(phase)])
    if np.linalg.svd(modes, compute_uv=False)[-1] < 1e-9:
        raise SimulationError(f"{waves:g} waves along {n} bends are one mode, not two; give another number of waves")
    return modes


def plane_bends(model: Model) -> FloatArray:
    """Coordinates for a unit angle of each bend about z, tail first, shape (n, n_bends)."""
    columns: list[FloatArray] = []
    first = 0
    for part in model.robot.parts:
        count = len(part.coordinates)
        column = np.zeros(model.n_coordinates)
        if isinstance(part, SoftSection):
            column[first : first + count] = np.linalg.pinv(part.strain_columns())[5]
            columns.append(column)
        elif isinstance(part, Revolute) and abs(upward := unit_axis(part.axis, "Revolute axis")[2]) > VERTICAL:
            column[first] = np.sign(upward)
            columns.append(column)
        first += count
    ordered = columns[::-1] if model.robot.from_head else columns
    return np.array(ordered).reshape(len(columns), model.n_coordinates).T
