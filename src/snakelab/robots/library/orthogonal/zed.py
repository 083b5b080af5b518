"""Frames of the stereo camera and the inertial unit on the head of the largest orthogonal snake."""

import numpy as np

from snakelab.robots.frame import Frame, rotation_vector
from snakelab.robots.kinematics.craig import T_HEAD_BASE
from snakelab.types import FloatArray

# Axes of the left camera (x right, y down, z ahead) in those of B (left, tailward, up): 5 degrees up; its place [m].
R_BASE_CAMERA = np.array([[-1.0, 0.0, 0.0], [0.0, -0.0871557, -0.9961947], [0.0, -0.9961947, 0.0871557]])
P_BASE_CAMERA = (0.06, -0.284, 0.0)


def zed_frames(on: str) -> tuple[Frame, ...]:
    """Frames `camera_left`, `camera_right` and `imu`, on a link whose tail end is joint 1.

    The left camera is the source's calibration: T_world_base = T_world_camera T_base_camera^-1. That the right one is its
    mirror image, 0.12 m to the right, and the inertial unit between them in the head's axes, is assumed.

    Source: the published code of Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with
    Environmental Adaptability Based on ROS, 2024.
    """
    x, y, z = P_BASE_CAMERA
    turn = rotation_vector(T_HEAD_BASE[:3, :3] @ R_BASE_CAMERA)
    return (
        Frame("camera_left", on, _ahead(x, y, z), turn),
        Frame("camera_right", on, _ahead(-x, y, z), turn),
        Frame("imu", on, _ahead(0.0, y, z)),
    )


def _ahead(x: float, y: float, z: float) -> tuple[float, float, float]:
    """A point in B as one in the link."""
    point: FloatArray = T_HEAD_BASE @ [x, y, z, 1.0]
    return float(point[0]), float(point[1]), float(point[2])
