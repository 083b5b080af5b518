"""Position of a link in a rigid body, from its joint to the next or to the end of its shape, and pose of the base."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.bridges.robot_files.chain_from_tree.tree import ROUND, Body, Shape, tidy
from snakelab.geometry.rotations import matrix_to_quat
from snakelab.types import FloatArray

# Points nearer than this are one [m].
SAME = 1e-6
# Length of a link without any extent in its file [m].
MIN_LENGTH = 1e-3


@dataclass(frozen=True)
class Line:
    """Centre line of a link in its body's frame.

    Attributes:
        start: Tail end, shape (3,), [m].
        direction: Unit vector, shape (3,).
        length: Length [m].
        guess: Source of the length, if it is neither joints nor shapes; else empty.
    """

    start: FloatArray
    direction: FloatArray
    length: float
    guess: str = ""


def line_of(body: Body, before: FloatArray | None, after: FloatArray | None) -> Line:
    """Return the centre line of a body's link.

    From joint to joint if there are two. At an end of the chain it extends to the far side of the shapes, along the
    axis of the largest one that points there; without shapes to the body's origin, or as far beyond the centre of mass
    as the joint is before it. Where all this is one point: along the longest axis of the shape, or of the bar of equal
    inertia.

    Args:
        body: Body with mass.
        before: Point at which the chain enters the body, shape (3,), [m]; None at the base.
        after: Point at which it leaves, likewise; None at the tip.
    """
    if before is not None and after is not None:
        line = _between(before, after)
    elif before is not None:
        line = _to_far_side(body, before, 1.0)
    elif after is not None:
        line = _to_far_side(body, after, -1.0)
    else:
        line = None
    return line or _along_shape(body) or _along_equal_bar(body)


def _between(start: FloatArray, end: FloatArray) -> Line | None:
    length = float(np.linalg.norm(end - start))
    return Line(start, tidy((end - start) / length), length) if length > SAME else None


def _to_far_side(body: Body, joint: FloatArray, sign: float) -> Line | None:
    """Centre line from the joint to the far side (sign 1), or from the far side to the joint (sign -1)."""
    if body.shapes:
        shape = main_shape(body)
        toward = shape.p - joint
        if np.linalg.norm(toward) < SAME:
            return None
        axis = _axis_toward(shape, toward)
        far = joint + axis * (max(s.extent(axis) for s in body.shapes) - axis @ joint)
    elif sign < 0 and np.linalg.norm(joint) > SAME:
        far = np.zeros(3)
    else:
        far = 2 * body.com - joint
    return _between(joint, far) if sign > 0 else _between(far, joint)


def main_shape(body: Body) -> Shape:
    """Return the largest shape, by the volume of its bounding box."""
    return max(body.shapes, key=lambda shape: float(np.prod(shape.half)))


def _axis_toward(shape: Shape, toward: FloatArray) -> FloatArray:
    """Return the axis of the shape, with its sign, that is nearest to the direction."""
    along = shape.R.T @ toward
    i = int(np.abs(along).argmax())
    return tidy(shape.R[:, i] * np.sign(along[i]))


def _along_shape(body: Body) -> Line | None:
    if not body.shapes:
        return None
    shape = main_shape(body)
    axis = _forward(shape.R[:, int(shape.half.argmax())])
    length = 2 * float(shape.half.max())
    return Line(shape.p - axis * length / 2, axis, length) if length > SAME else None


def _along_equal_bar(body: Body) -> Line:
    """Replace a missing shape by the solid bar of the same mass and inertia."""
    principal, axes = np.linalg.eigh(body.inertia)
    length = float(np.sqrt(max(6 * (principal[2] + principal[1] - principal[0]) / body.mass, 0.0)))
    axis = _forward(axes[:, 0])
    guess = "that of a bar of equal inertia"
    if length < SAME:
        axis, length, guess = np.array([1.0, 0.0, 0.0]), MIN_LENGTH, "1 mm, because the file has no extent"
    return Line(body.com - axis * length / 2, axis, length, guess)


def _forward(axis: FloatArray) -> FloatArray:
    """Return the axis with the sign that makes its largest component positive."""
    return tidy(axis * np.sign(axis[int(np.abs(axis).argmax())]))


def frame_along(direction: FloatArray, present: FloatArray, up: FloatArray) -> FloatArray:
    """Axes of a link: x along the direction; the present axes if they fit, else z as near to up as possible.

    Args:
        direction: Unit vector in the body's frame, shape (3,).
        present: Axes at the end of the chain so far, in the body's frame, shape (3, 3).
        up: The world's up in the body's frame, shape (3,).
    """
    for R in (present, np.eye(3)):
        if np.linalg.norm(R[:, 0] - direction) < 1e-9:
            return R
    z = up - (up @ direction) * direction
    if np.linalg.norm(z) < 1e-6:
        z = present[:, int(np.abs(present.T @ direction).argmin())]
        z = z - (z @ direction) * direction
    z = z / np.linalg.norm(z)
    return tidy(np.column_stack([direction, np.cross(z, direction), z]))


def base_axes(base: str, R_world_first: FloatArray) -> FloatArray:
    """Axes of the base frame in the world, shape (3, 3): those of the first body, but upright on a planar base."""
    tilted = abs(R_world_first[2, 2] - 1) > ROUND
    return np.eye(3) if base == "planar" and tilted else tidy(R_world_first)


def initial_pose(p: FloatArray, R_world_base: FloatArray) -> dict[str, Any]:
    """Return the keyword arguments of `initial_state` for the pose of the base; empty at the origin."""
    initial: dict[str, Any] = {}
    if np.abs(p).max() > 0:
        initial["position"] = tuple(p.tolist())
    if np.abs(R_world_base - np.eye(3)).max() > ROUND:
        initial["quaternion"] = tuple(matrix_to_quat(tuple(R_world_base.ravel().tolist())))
    return initial
