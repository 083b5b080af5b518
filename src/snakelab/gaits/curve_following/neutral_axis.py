"""The neutral axis of a body: points along it for any shape, in the frame of its tail."""

from dataclasses import dataclass

import numpy as np

from snakelab.compiling import kernel
from snakelab.geometry.rotations import quat_exp, quat_to_matrix
from snakelab.geometry.se3 import exponential
from snakelab.geometry.spatial import twist_add_scaled
from snakelab.geometry.vectors import ZERO, add, axis_rotation, mat_mat, mat_vec, scale
from snakelab.physics.model import Model
from snakelab.physics.model_tables.chain import invert_part
from snakelab.physics.model_tables.records import axis_of, column_of, offset_of, rotation_of
from snakelab.physics.model_tables.tables import LINK, MOUNT
from snakelab.robots.parts.joints import PRISMATIC, REVOLUTE
from snakelab.types import FloatArray

# Points on a rigid link; a soft section has one at every step.
PER_LINK = 4
# Half width of the differences over coordinates [m or rad].
STEP = 1e-6
# A pose of the tail: position, then the y and z of its rotation vector. It does not roll.
N_POSE = 5


@dataclass(frozen=True)
class NeutralAxis:
    """The axis of a model's body, sampled.

    Attributes:
        parts: The model's table of parts, from the tail.
        fractions: Fraction of the straight body behind each point, from 0 to 1, shape (n,), [-].
        length: Of the straight body [m].
    """

    parts: np.ndarray
    fractions: FloatArray
    length: float

    @staticmethod
    def of(model: Model) -> "NeutralAxis":
        """The axis of a model's body."""
        parts = tail_first(model)
        pieces = [
            np.full(PER_LINK if part["kind"] == LINK else part["n_steps"], part["length"])
            for part in parts
            if part["n_stations"] > 0
        ]
        arc = np.cumsum(np.concatenate([[0.0], *(piece / len(piece) for piece in pieces)]))
        return NeutralAxis(parts, arc / arc[-1], float(arc[-1]))

    def placed(self, x: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Points and their derivatives.

        Args:
            x: Position of the tail (3), y and z of its rotation vector (2), then the coordinates; shape (5 + nv,).

        Returns:
            Points, shape (n, 3), [m], and their derivative with respect to x, shape (n, 3, 5 + nv).
        """
        q = x[N_POSE:]
        nv, n = len(q), len(self.fractions)
        steps = STEP * np.eye(nv)
        shapes = np.concatenate([q[None], q + steps, q - steps])
        points = np.zeros((len(shapes), n, 3))
        axis_points(self.parts, shapes, points)
        points = points @ tail_rotation(x).T
        derivative = np.zeros((n, 3, N_POSE + nv))
        derivative[:, :, :3] = np.eye(3)
        body = points[0] @ tail_rotation(x)
        for k in (3, 4):
            step = STEP * np.eye(len(x))[k]
            derivative[:, :, k] = body @ (tail_rotation(x + step) - tail_rotation(x - step)).T / (2 * STEP)
        derivative[:, :, N_POSE:] = np.moveaxis(points[1 : nv + 1] - points[nv + 1 :], 0, 2) / (2 * STEP)
        return x[:3] + points[0], derivative


def tail_first(model: Model) -> np.ndarray:
    """The model's table of parts from the tail to the head; indices of coordinates are unchanged."""
    if not model.robot.from_head:
        return model.arrays.parts
    parts = model.arrays.parts[::-1].copy()
    for part in parts:
        invert_part(part)
    return parts


def tail_rotation(x: FloatArray) -> FloatArray:
    """Rotation of the tail by its rotation vector (0, x[3], x[4]), shape (3, 3)."""
    return np.array(quat_to_matrix(quat_exp((0.0, float(x[3]), float(x[4]))))).reshape(3, 3)


@kernel
def axis_points(parts, shapes, out):
    """Fill the points of the axis, shape (shapes, n, 3), of each row of coordinates: the tail's, then those of every part."""
    for m in range(len(shapes)):
        q = shapes[m]
        r = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
        p = (0.0, 0.0, 0.0)
        n = 1
        out[m, 0, 0], out[m, 0, 1], out[m, 0, 2] = p
        for i in range(len(parts)):
            part = parts[i]
            if part.kind == REVOLUTE:
                r = mat_mat(r, axis_rotation(axis_of(parts, i), q[part.coordinate]))
            elif part.kind == PRISMATIC:
                p = add(p, mat_vec(r, scale(q[part.coordinate], axis_of(parts, i))))
            elif part.kind == MOUNT:
                p = add(p, mat_vec(r, offset_of(parts, i)))
                r = mat_mat(r, rotation_of(parts, i))
            else:
                steps = PER_LINK if part.kind == LINK else part.n_steps
                x = ((part.length / steps, 0.0, 0.0), ZERO)
                for k in range(part.n_coordinates):
                    x = twist_add_scaled(x, q[part.coordinate + k] / steps, column_of(parts, i, k))
                rotation, step = exponential(x)
                for _ in range(steps):
                    p = add(p, mat_vec(r, step))
                    r = mat_mat(r, rotation)
                    if part.n_stations > 0:
                        out[m, n, 0], out[m, n, 1], out[m, n, 2] = p
                        n += 1
