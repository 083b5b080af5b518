"""Heading of a body: its rotation about the vertical."""

from typing import Any

import numpy as np


def heading_of(quaternion: Any) -> Any:
    """Rotation about z of quaternions wxyz of shape (..., 4) [rad]."""
    w, x, y, z = np.moveaxis(np.asarray(quaternion), -1, 0)
    return np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))


def wrapped(angle: Any) -> Any:
    """Equivalent angle in [-pi, pi) [rad]."""
    return np.remainder(angle + np.pi, 2 * np.pi) - np.pi
