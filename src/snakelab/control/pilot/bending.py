"""Bending toward a turn: angles for hinges, length changes, forces or pressures for soft sections."""

import math
from dataclasses import dataclass

import numpy as np

from snakelab.physics.layout.tables import MOTOR, MOUNT, PASSIVE, REVOLUTE, SOFT
from snakelab.physics.model import Model
from snakelab.types import FloatArray


@dataclass(frozen=True)
class Bend:
    """How one hinge or soft section bends.

    Attributes:
        first: The first of its coordinates.
        n: How many.
        turn: Its axes in those of the base when the robot is straight, shape (3, 3).
        map: Targets per bend (rotation vector in its own axes), shape (n, 3): [-], [m], or forces and pressures.
        pushes: Whether targets must not be negative: pressures.
        most: Ceiling of the targets, shape (n,).
    """

    first: int
    n: int
    turn: FloatArray
    map: FloatArray
    pushes: bool
    most: FloatArray

    def targets(self, angle: float, up: FloatArray) -> FloatArray:
        """Targets that bend it by an angle about the vertical, shape (n,); pressures bend it and lengthen it.

        Args:
            angle: [rad], positive to the left.
            up: The vertical in the axes of the straight robot.
        """
        targets = self.map @ (self.turn.T @ up) * angle
        return np.clip(targets - targets.min(), 0.0, self.most) if self.pushes else targets


def bends_of(model: Model) -> tuple[Bend, ...]:
    """The hinges and soft sections of a robot that an actuator can bend.

    A motor bends a part against its spring; without one it has no angle to hold, and is left out.
    """
    table, bends, turn = model.arrays.coordinates, [], np.eye(3)
    way = -1.0 if model.robot.from_head else 1.0  # the table has the tailward side against the headward
    for part in model.arrays.parts:
        if part["kind"] == MOUNT:
            turn = turn @ part["rotation"].reshape(3, 3)
        own = slice(part["coordinate"], part["coordinate"] + part["n_coordinates"])
        rows = table[own]
        if part["kind"] not in (REVOLUTE, SOFT) or (rows["actuator"] == PASSIVE).any():
            continue
        shape = way * _shape(part)
        motors = rows["actuator"] == MOTOR
        if (motors & (rows["stiffness"] == 0)).any() or (motors.any() and not motors.all()):
            continue
        force = np.where(motors, rows["stiffness"] / np.where(rows["gain"] == 0, 1.0, rows["gain"]), 1.0)
        pushes = bool((motors & (rows["force_floor"] == 0.0)).all())
        most = rows["force_limit"] / rows["gain"] if motors.all() else np.full(len(rows), math.inf)
        bends.append(Bend(own.start, len(rows), turn, force[:, None] * shape, pushes, most))
    return tuple(bends)


def _shape(part: np.void) -> FloatArray:
    """Coordinates per bend of a part about its own axes, shape (n, 3)."""
    if part["kind"] == REVOLUTE:
        return part["axis"][None, :].copy()
    columns = part["columns"][: part["n_coordinates"]]
    return np.linalg.pinv(columns.T)[:, 3:]
