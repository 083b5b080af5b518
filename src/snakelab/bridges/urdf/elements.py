"""Checked elements and attributes of a URDF file; messages name the element and the valid values."""

import math
import xml.etree.ElementTree as ET

import numpy as np

from snakelab.bridges.chain.tree import tidy
from snakelab.bridges.urdf.angles import matrix_of, quarter_turn
from snakelab.errors import RobotError
from snakelab.types import FloatArray


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
