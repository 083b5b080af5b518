"""URDF's angles: roll, pitch and yaw about the fixed axes x, y and z, in this order."""

import math

import numpy as np

from snakelab.types import FloatArray

RIGHT_ANGLE = math.pi / 2
WRITTEN = 1e-5  # what writing an angle with 4 or 5 digits may add to it [rad]
ROUNDED = 1e-15  # of a sine: what the digits of pi leave of a zero


def rpy_of(R: FloatArray) -> tuple[float, float, float]:
    """Angles with R = Rz(yaw) Ry(pitch) Rx(roll) [rad], to rounding also where the pitch is a right angle."""
    yaw = math.atan2(R[1, 0], R[0, 0])
    c, s = math.cos(yaw), math.sin(yaw)
    # What is left after the yaw is taken back is a pitch after a roll.
    pitch = math.atan2(-R[2, 0], c * R[0, 0] + s * R[1, 0])
    roll = math.atan2(s * R[0, 2] - c * R[1, 2], c * R[1, 1] - s * R[0, 1])
    return roll, pitch, yaw


def quarter_turn(angle: float) -> float:
    """Return the angle, or the multiple of a quarter rotation that it approximates to 5 digits, as 1.5708 [rad]."""
    turn = round(angle / RIGHT_ANGLE) * RIGHT_ANGLE if math.isfinite(angle) else angle
    return turn if abs(angle - turn) < WRITTEN else angle


def matrix_of(roll: float, pitch: float, yaw: float) -> FloatArray:
    """Rotation matrix R = Rz(yaw) Ry(pitch) Rx(roll), shape (3, 3)."""
    angles = [roll, pitch, yaw]
    (cr, cp, cy), (sr, sp, sy) = _without_rounding(np.cos(angles)), _without_rounding(np.sin(angles))
    return np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )


def _without_rounding(values: FloatArray) -> FloatArray:
    return np.where(np.abs(values) < ROUNDED, 0.0, values)
