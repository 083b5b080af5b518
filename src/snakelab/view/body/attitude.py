"""Attitude as roll, pitch and yaw."""

import numpy as np

from snakelab.types import FloatArray


def roll_pitch_yaw(quat_wxyz: FloatArray) -> FloatArray:
    """Roll, pitch and yaw over time, R = Rz(yaw) Ry(pitch) Rx(roll), without jumps of a whole turn.

    The pitch is between -pi/2 and pi/2; at these bounds roll and yaw are not unique, and jump by half a rotation.

    Args:
        quat_wxyz: Unit quaternions, shape (n_rows, 4).

    Returns:
        Shape (n_rows, 3), [rad]; NaN where the quaternion is.
    """
    w, x, y, z = quat_wxyz.T
    roll = np.arctan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))
    pitch = np.arcsin(np.clip(2 * (w * y - z * x), -1.0, 1.0))
    yaw = np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
    return np.stack((_unwrapped(roll), pitch, _unwrapped(yaw)), axis=1)


def _unwrapped(angle: FloatArray) -> FloatArray:
    """Unwrap angles across full rotations; the count of rotations is unchanged where an angle is NaN."""
    known = np.isfinite(angle)
    whole = angle.copy()
    whole[known] = np.unwrap(angle[known])
    return whole
