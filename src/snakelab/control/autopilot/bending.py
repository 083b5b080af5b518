"""Bending of joints and soft sections for steering: angles, elongations, forces or pressures."""

import math
from dataclasses import dataclass

import numpy as np

from snakelab.physics.model import Model
from snakelab.physics.model_tables.tables import MOTOR, MOUNT, PASSIVE, SOFT
from snakelab.robots.parts.joints import REVOLUTE
from snakelab.types import FloatArray


@dataclass(frozen=True)
class Bend:
    """Bending of one revolute joint or soft section.

    Attributes:
        first: Index of its first coordinate.
        n: Number of its coordinates.
        rotation: Rotation matrix from its axes to those of the base when the robot is straight, shape (3, 3).
        map: Targets per rotation vector in its own axes, shape (n, 3): [-], [m/rad], or force or pressure per radian.
        nonnegative: True for pressures, which must not be negative.
        upper_limit: Upper limit of the targets, shape (n,).
    """

    first: int
    n: int
    rotation: FloatArray
    map: FloatArray
    nonnegative: bool
    upper_limit: FloatArray

    def targets(self, angle: float, up: FloatArray) -> FloatArray:
        """Targets of a bending angle about the vertical, shape (n,). Pressures also elongate a soft section.

        Args:
            angle: Bending angle [rad], positive to the left.
            up: Unit vector of the vertical in the axes of the straight robot, shape (3,).
        """
        targets = self.map @ (self.rotation.T @ up) * angle
        return np.clip(targets - targets.min(), 0.0, self.upper_limit) if self.nonnegative else targets


def bends_of(model: Model) -> tuple[Bend, ...]:
    """Return the revolute joints and soft sections that an actuator can hold at a bending angle.

    A motor needs a spring to hold an angle; without one the joint is omitted.
    """
    table, bends, rotation = model.arrays.coordinates, [], np.eye(3)
    sign = -1.0 if model.robot.from_head else 1.0  # with the base at the head, coordinates change sign
    for part in model.arrays.parts:
        if part["kind"] == MOUNT:
            rotation = rotation @ part["rotation"].reshape(3, 3)
        coordinates = slice(part["coordinate"], part["coordinate"] + part["n_coordinates"])
        rows = table[coordinates]
        if part["kind"] not in (REVOLUTE, SOFT) or (rows["actuator"] == PASSIVE).any():
            continue
        shape = sign * _shape(part)
        motors = rows["actuator"] == MOTOR
        if (motors & (rows["stiffness"] == 0)).any() or (motors.any() and not motors.all()):
            continue
        force = np.where(motors, rows["stiffness"] / np.where(rows["gain"] == 0, 1.0, rows["gain"]), 1.0)
        nonnegative = bool((motors & (rows["force_floor"] == 0.0)).all())
        upper_limit = rows["force_limit"] / rows["gain"] if motors.all() else np.full(len(rows), math.inf)
        bends.append(Bend(coordinates.start, len(rows), rotation, force[:, None] * shape, nonnegative, upper_limit))
    return tuple(bends)


def _shape(part: np.void) -> FloatArray:
    """Coordinates per rotation vector of a part about its own axes, shape (n, 3)."""
    if part["kind"] == REVOLUTE:
        return part["axis"][None, :].copy()
    columns = part["columns"][: part["n_coordinates"]]
    return np.linalg.pinv(columns.T)[:, 3:]
