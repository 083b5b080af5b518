"""Hinges of an orthogonal snake: yaw or pitch, block counted from the head, and sign."""

from typing import NamedTuple

import numpy as np

from snakelab.errors import GaitError
from snakelab.gaits.gait import joints_of
from snakelab.geometry.rotations import quat_exp, quat_to_matrix
from snakelab.physics.model import Model
from snakelab.robots.parts import Link, Mount, Revolute
from snakelab.robots.parts.joints import unit_axis
from snakelab.types import FloatArray

STRAIGHT = 1e-6


class Hinges(NamedTuple):
    """All joints of an orthogonal snake, in the order of its coordinates.

    Attributes:
        yaw: True for hinges about z, False for hinges about y; shape (n,), bool.
        block: Number of the block from the head: a yaw and the pitch behind it are one; shape (n,).
        sign: Of each joint's axis along +z or +y, shape (n,).
        spacing: Mean distance between neighbouring joints [m].
    """

    yaw: np.ndarray
    block: np.ndarray
    sign: FloatArray
    spacing: float

    @property
    def turn(self) -> FloatArray:
        """Signs that convert angles of the literature to coordinates, shape (n,).

        There a joint's angle is that of the tail's side against the head's, about up (yaw) or about right (pitch). A
        coordinate is that of the head's side, about z, which is up, or y, which is left: a yaw changes its sign.
        """
        return np.where(self.yaw, -1.0, 1.0) * self.sign

    @property
    def n_blocks(self) -> float:
        """Pairs of joints; half a pair if their number is odd [-]."""
        return len(self.yaw) / 2


def hinges_of(model: Model, gait: str) -> Hinges:
    """Return the hinges of a model.

    Args:
        model: The model.
        gait: Name of the gait, for messages.

    Raises:
        GaitError: if a coordinate is not a hinge about y or z, they do not alternate, or there are fewer than two.
    """
    n = joints_of(model, gait)
    frame, axes, places, at = np.eye(3), [], [], 0.0
    order = list(model.robot.coordinates_from_tail)
    for part in model.robot.from_tail:
        if isinstance(part, Mount):
            rotation = quat_to_matrix(quat_exp(tuple(float(x) for x in part.rotation)))
            frame = frame @ np.reshape(rotation, (3, 3))
        elif isinstance(part, Link):
            at += part.length
        elif isinstance(part, Revolute):
            axes.append(frame @ unit_axis(part.axis, "Revolute axis"))
            places.append(at)
        elif part.coordinates:
            raise GaitError(f"{gait} moves hinges about z and y only, and robot {model.robot.name!r} has {part!r}")
    along = np.array(axes)
    name = [model.coordinate_names[i] for i in order]
    skew = np.flatnonzero(np.abs(along[:, 1:]).max(axis=1) < 1 - STRAIGHT)
    if len(skew):
        raise GaitError(
            f"{gait} moves hinges about z and y only, and {name[skew[0]]} turns about {along[skew[0]].round(3).tolist()}"
        )
    yaw = np.abs(along[:, 2]) > 0.5
    same = np.flatnonzero(yaw[1:] == yaw[:-1])
    if n < 2 or len(same):
        pair = "there is one joint" if n < 2 else f"{name[same[0]]} and {name[same[0] + 1]} rotate about the same axis"
        raise GaitError(
            f"{gait} needs alternating hinges about z and y, and {pair}; alternate Revolute('z') and Revolute('y'), or use a "
            "SerpenoidGait"
        )
    from_head = np.arange(n, 0, -1) + (0 if yaw[-1] else -1)
    sign = np.sign(np.where(yaw, along[:, 2], along[:, 1]))
    back = np.argsort(order)  # from the order along the body to that of the coordinates
    return Hinges(yaw[back], ((from_head + 1) // 2)[back], sign[back], (places[-1] - places[0]) / (n - 1))
