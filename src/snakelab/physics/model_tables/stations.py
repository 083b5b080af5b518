"""The station that carries a point of a part."""

from collections.abc import Sequence

import numpy as np

from snakelab.robots.parts import Link, SoftSection
from snakelab.robots.robot import Robot
from snakelab.types import FloatArray


def station_at(robot: Robot, name: str, point: Sequence[float] | None) -> tuple[int, FloatArray]:
    """The station nearest to a point of a part, and the point from that station's centre of mass.

    Args:
        robot: The robot.
        name: Of the part.
        point: From the part's tail end, in its axes, shape (3,), [m]; None: a link's centre of mass, a soft section's middle.

    Returns:
        Number of the station, and the offset, shape (3,), [m].
    """
    parts_with_mass = [part for part in robot.parts if isinstance(part, (Link, SoftSection))]
    at = robot.part_names.index(name)
    part, pieces = parts_with_mass[at], parts_with_mass[at].stations()
    middle = part.com_point() if isinstance(part, Link) else np.array([part.length / 2, 0.0, 0.0])
    place = middle if point is None else np.array(point, dtype=np.float64)
    step = part.length / (len(pieces) - 1) if len(pieces) > 1 else 0.0
    k = min(max(round(place[0] / step), 0), len(pieces) - 1) if step > 0 else 0
    first = sum(len(earlier.stations()) for earlier in parts_with_mass[:at])
    number = len(pieces) - 1 - k if robot.from_head else k
    return first + number, place - [k * step, 0.0, 0.0] - pieces[k].offset
