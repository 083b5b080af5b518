"""Denavit-Hartenberg parameters of an orthogonal snake in Craig's convention, from the head.

The base frame B is in the head, at joint 1: y_B points to the tail, z_B up, x_B to the left. Joint i rotates about its
z axis; odd joints are yaw joints, even ones pitch joints. A frame is in front of its link: x_i runs along link i, to the
tail.
"""

import math

import numpy as np
import numpy.typing as npt

from snakelab.errors import RobotError
from snakelab.robots.robot import BASE_ENDS
from snakelab.types import FloatArray, choice, count, number, vector

# The head's own frame (x forward, y left, z up, at the head link's tail end) to B.
T_HEAD_BASE = np.array([[0.0, -1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]])


def craig_transform(alpha: float, a: float, d: float, theta: float) -> FloatArray:
    """T_{i-1,i} = Rot_x(alpha) Trans_x(a) Rot_z(theta) Trans_z(d), shape (4, 4).

    Args:
        alpha: Twist from z_{i-1} to z_i about x_{i-1} [rad].
        a: Distance from z_{i-1} to z_i along x_{i-1} [m].
        d: Offset along z_i [m].
        theta: Angle from x_{i-1} to x_i about z_i [rad].
    """
    c, s, ca, sa = math.cos(theta), math.sin(theta), math.cos(alpha), math.sin(alpha)
    return np.array(
        [
            [c, -s, 0.0, a],
            [s * ca, c * ca, -sa, -d * sa],
            [s * sa, c * sa, ca, d * ca],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


def craig_table(angles: npt.ArrayLike, link_length: float) -> FloatArray:
    """The rows (alpha, a, d, theta) of all joints, shape (n, 4).

    The first joint has alpha = a = 0 and theta = phi_1 + pi/2; even ones alpha = -pi/2, odd ones after it +pi/2, all with
    a = link_length and theta = phi_i. The source prints alpha without its sign.

    Args:
        angles: phi from the head, shape (n,), n even and at least 2, [rad].
        link_length: Length of a link [m].

    Raises:
        RobotError: if the joints are not in pairs.

    Source: Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental
    Adaptability Based on ROS, 2024.
    """
    phi = vector(angles, "craig_table angles", RobotError, unit="rad")
    paired_joints(len(phi), "craig_table angles")
    length = number(link_length, "craig_table link_length", RobotError, above=0, unit="m")
    rows = np.zeros((len(phi), 4))
    rows[1::2, 0], rows[2::2, 0] = -math.pi / 2, math.pi / 2
    rows[1:, 1] = length
    rows[:, 3] = phi
    rows[0, 3] += math.pi / 2
    return rows


def joint_frames(angles: npt.ArrayLike, link_length: float) -> FloatArray:
    """T_B_Ji of every joint i = 1..n from the head, shape (n, 4, 4), [m]. Arguments and errors as `craig_table`."""
    T = np.eye(4)
    frames = []
    for row in craig_table(angles, link_length):
        T = T @ craig_transform(*row)
        frames.append(T)
    return np.array(frames)


def angles_from_coordinates(q: npt.ArrayLike, base_end: str = "head") -> FloatArray:
    """phi from the head, for coordinates of hinges about z and y: phi_yaw = -q, phi_pitch = q, [rad].

    phi is the angle of the link on the tail side of a hinge relative to the link on its head side; pitch is about y to the right.

    Args:
        q: From the robot's base on, shape (n,), n even and at least 2, [rad].
        base_end: Of the robot: "head" or "tail".
    """
    phi = vector(q, "angles_from_coordinates q", RobotError, unit="rad").copy()
    if choice(base_end, "angles_from_coordinates base_end", BASE_ENDS, RobotError) == "tail":
        phi = phi[::-1].copy()
    paired_joints(len(phi), "angles_from_coordinates q")
    phi[::2] *= -1.0
    return phi


def paired_joints(joints: object, name: str) -> int:
    """Return the number of joints, which must be even and positive: a yaw and a pitch joint in every pair."""
    n = count(joints, name, RobotError, minimum=0, maximum=1000)
    if n == 0 or n % 2:
        raise RobotError(
            f"{name} must be an even number of joints, a yaw and a pitch in each pair, got {n}; write {n + n % 2 or 2}"
        )
    return n
