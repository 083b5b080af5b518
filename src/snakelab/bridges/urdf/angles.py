"""URDF's angles: roll, pitch and yaw about the fixed axes x, y and z, in this order."""

import math

import numpy as np

from snakelab.types import FloatArray


def rpy_of(R: FloatArray) -> tuple[float, float, float]:
    """Angles with R = Rz(yaw) Ry(pitch) Rx(roll) [rad], to rounding also where the pitch is a right angle."""
    yaw = math.atan2(R[1, 0], R[0, 0])
    c, s = math.cos(yaw), math.sin(yaw)
    # What is left after the yaw is taken back is a pitch after a roll.
    pitch = math.atan2(-R[2, 0], c * R[0, 0] + s * R[1, 0])
    roll = math.atan2(s * R[0, 2] - c * R[1, 2], c * R[1, 1] - s * R[0, 1])
    return roll, pitch, yaw


def matrix_of(roll: float, pitch: float, yaw: float) -> FloatArray:
    """R = Rz(yaw) Ry(pitch) Rx(roll), shape (3, 3)."""
    (cr, cp, cy), (sr, sp, sy) = np.cos([roll, pitch, yaw]), np.sin([roll, pitch, yaw])
    return np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )
