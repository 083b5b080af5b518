"""Rigid motions of plane and space from body twists."""

import numpy as np

from snakelab.geometry.se3 import exponential
from snakelab.types import FloatArray


def exponential_of(displacement: FloatArray) -> FloatArray:
    """Exponential of a body twist times time, shape (3,) (x, y, heading) or (6,) (linear, angular): T, shape (4, 4)."""
    twist = [float(value) for value in displacement]
    if len(twist) == 3:
        twist = [twist[0], twist[1], 0.0, 0.0, 0.0, twist[2]]
    rotation, position = exponential(((twist[0], twist[1], twist[2]), (twist[3], twist[4], twist[5])))
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = np.reshape(rotation, (3, 3)), position
    return T


def planar_pose(T: FloatArray) -> FloatArray:
    """Position x, y and heading of a transform, shape (3,), [m, m, rad]."""
    return np.array([T[0, 3], T[1, 3], np.arctan2(T[1, 0], T[0, 0])])


def bracket(a: FloatArray, b: FloatArray) -> FloatArray:
    """Lie bracket of two body twists, shape (3, ...) of the plane or (6, ...) of space."""
    if len(a) == 3:
        return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], 0.0 * a[0]])
    linear = np.cross(a[3:], b[:3], axis=0) + np.cross(a[:3], b[3:], axis=0)
    return np.concatenate([linear, np.cross(a[3:], b[3:], axis=0)])
