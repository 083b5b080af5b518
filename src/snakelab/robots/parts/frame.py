"""Named frame on a part of a robot, such as that of a camera or another instrument."""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from snakelab.errors import RobotError
from snakelab.geometry.poses import rotation_matrices, transforms_of
from snakelab.geometry.rotations import matrix_to_quat, quat_exp
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED
from snakelab.parameter_declarations.quantities import Label, Point, RotationVector
from snakelab.types import FloatArray

NOWHERE = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Frame:
    """Frame fixed to a part, for `frame_tree` and sensors. It has no mass and no effect on the motion.

    Args:
        name: Name of the frame.
        on: "base", "head", or the name of a link or soft section, whose frame is at its tail end.
        point: Origin of the frame in the axes of that part, shape (3,), [m].
        rotation: Rotation vector of its axes relative to those of the part, shape (3,), [rad].

    Raises:
        RobotError: if it has no name, or a number is out of range.
    """

    name: Label
    on: Label = "head"
    point: Annotated[Point, FIXED] = NOWHERE
    rotation: Annotated[RotationVector, FIXED] = NOWHERE

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        if not self.name:
            raise RobotError("Frame name must not be empty; write for example Frame('camera')")

    @property
    def transform(self) -> FloatArray:
        """T_part_frame, shape (4, 4)."""
        return placed(self.point, self.rotation)


def placed(point: tuple[float, float, float], rotation_vector: tuple[float, float, float]) -> FloatArray:
    """Homogeneous transform from an origin and a rotation vector, shape (4, 4)."""
    x, y, z = (float(value) for value in rotation_vector)
    return transforms_of(rotation_matrices(quat_exp((x, y, z))), np.array(point))


def rotation_vector(R: FloatArray) -> tuple[float, float, float]:
    """Rotation vector of a rotation matrix, of at most pi, shape (3,), [rad]."""
    w, x, y, z = matrix_to_quat(tuple(R.ravel().tolist()))
    sine = math.copysign(math.hypot(x, y, z), w)
    scale = 2 * math.atan2(abs(sine), abs(w)) / sine if sine else 2.0
    return scale * x, scale * y, scale * z
