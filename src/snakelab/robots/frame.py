"""A named frame on a part of a robot: where a camera or another instrument stands."""

import math
from dataclasses import dataclass

import numpy as np

from snakelab.errors import RobotError
from snakelab.geometry.rotations import matrix_to_quat, quat_exp, quat_to_matrix
from snakelab.types import FloatArray, label, vector

NOWHERE = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Frame:
    """A frame fixed to a part, for `frame_tree` to tell where it is. It has no mass and does nothing.

    Args:
        name: Of its own.
        on: "base", "head", or the name of a link or soft section, whose frame stands at its tail end.
        point: Its origin there, shape (3,), [m].
        turn: Rotation vector of its axes against the part's, shape (3,), [rad].

    Raises:
        RobotError: if it has no name, or a number is out of range.
    """

    name: str
    on: str = "head"
    point: tuple[float, float, float] = NOWHERE
    turn: tuple[float, float, float] = NOWHERE

    def __post_init__(self) -> None:
        if not label(self.name, "Frame name", RobotError):
            raise RobotError("Frame name must not be empty; write for example Frame('camera')")
        label(self.on, "Frame on", RobotError)
        vector(self.point, "Frame point", RobotError, size=3, unit="m")
        vector(self.turn, "Frame turn", RobotError, size=3, unit="rad")

    @property
    def transform(self) -> FloatArray:
        """T_part_frame, shape (4, 4)."""
        return placed(self.point, self.turn)


def placed(point: tuple[float, float, float], turn: tuple[float, float, float]) -> FloatArray:
    """The transform of an origin and a rotation vector, shape (4, 4)."""
    T = np.eye(4)
    x, y, z = (float(value) for value in turn)
    T[:3, :3] = np.reshape(quat_to_matrix(quat_exp((x, y, z))), (3, 3))
    T[:3, 3] = point
    return T


def rotation_vector(R: FloatArray) -> tuple[float, float, float]:
    """The rotation vector of a rotation matrix, of at most half a turn, shape (3,), [rad]."""
    w, x, y, z = matrix_to_quat(tuple(R.ravel().tolist()))
    sine = math.copysign(math.hypot(x, y, z), w)
    scale = 2 * math.atan2(abs(sine), abs(w)) / sine if sine else 2.0
    return scale * x, scale * y, scale * z
