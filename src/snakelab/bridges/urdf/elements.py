"""Checked elements and attributes of a URDF file; messages name the element and the valid values."""

import math
import xml.etree.ElementTree as ET

import numpy as np

from snakelab.bridges.robot_files.chain_from_tree.tree import tidy
from snakelab.errors import RobotError
from snakelab.types import FloatArray

RIGHT_ANGLE = math.pi / 2
WRITTEN = 1e-5  # rounding error of an angle written with 4 or 5 digits [rad]
ROUNDED = 1e-15  # sine of rounded multiples of pi, taken as zero


def name_of(element: ET.Element) -> str:
    """Return the name, which is required."""
    name = element.get("name", "").strip()
    if not name:
        raise RobotError(f'a <{element.tag}> has no name; write <{element.tag} name="...">')
    return name


def label_of(element: ET.Element) -> str:
    """Name of an element in messages: joint 'neck'."""
    name = element.get("name")
    return f"{element.tag} {name!r}" if name else f"<{element.tag}>"


def numbers(
    element: ET.Element | None, key: str, where: str, *, size: int = 1, default: tuple[float, ...] | None = None
) -> FloatArray:
    """Return the numbers of an attribute, shape (size,).

    Raises:
        RobotError: if it is missing and has no default, or does not consist of that many finite numbers.
    """
    given = None if element is None else element.get(key)
    if given is None:
        if default is None:
            tag = "element" if element is None else f"<{element.tag}>"
            raise RobotError(f"{where}: {tag} needs the attribute {key!r}")
        return np.array(default, dtype=np.float64)
    try:
        values = [float(word) for word in given.split()]
    except ValueError:
        values = []
    if len(values) != size or not all(math.isfinite(value) for value in values):
        wanted = "a finite number" if size == 1 else f"{size} finite numbers"
        raise RobotError(f"{where}: {key} must be {wanted}, got {given!r}")
    return np.array(values)


def scalar(element: ET.Element | None, key: str, where: str, default: float | None = None) -> float:
    """Return the one number of an attribute."""
    return float(numbers(element, key, where, default=None if default is None else (default,))[0])


def origin_of(element: ET.Element, where: str) -> tuple[FloatArray, FloatArray]:
    """Return position and axes of the element's `<origin>`; the identity if there is none."""
    origin = element.find("origin")
    p = numbers(origin, "xyz", where, size=3, default=(0.0, 0.0, 0.0))
    angles = numbers(origin, "rpy", where, size=3, default=(0.0, 0.0, 0.0)).tolist()
    return p, tidy(matrix_of(*map(quarter_turn, angles)))


def rpy_of(R: FloatArray) -> tuple[float, float, float]:
    """Angles with R = Rz(yaw) Ry(pitch) Rx(roll) [rad], to rounding also where the pitch is a right angle."""
    yaw = math.atan2(R[1, 0], R[0, 0])
    c, s = math.cos(yaw), math.sin(yaw)
    # Without the yaw, the rotation is a pitch after a roll.
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
