"""The skin of a robot as tables: rings of points that may touch surfaces."""

import math
from collections.abc import Callable

import numpy as np

from snakelab.errors import RobotError
from snakelab.geometry.shapes import Box, Ellipse
from snakelab.robots.parts import Link, Revolute, SoftSection, Wheel
from snakelab.robots.robot import Robot
from snakelab.types import FloatArray, at_most

ROUND, FIXED_POINTS, EDGE, WHEEL = range(4)
# Default number of points around an elliptic ring.
ELLIPSE_POINTS = 12
MAX_POINTS = 100_000  # of all rings; each is tested in every step
# A ring: its station, its centre from the station's, kind of contact, its points; of an edge, the reach along x; of a wheel,
# the axle and the friction along its roll.
RING = np.dtype(
    [
        ("station", "i8"),
        ("kind", "i8"),
        ("first", "i8"),
        ("n_points", "i8"),
        ("radius", "f8"),
        ("reach", "f8"),
        ("offset", "f8", 3),
        ("axle", "f8", 3),
        ("roll", "f8"),
    ],
    align=True,
)


def skin_tables(
    robot: Robot, station_names: tuple[str, ...], edged: bool, touched: bool
) -> tuple[np.ndarray, FloatArray, tuple[str, ...]]:
    """Rings, their fixed points and the points' names, tail to head.

    Args:
        robot: The robot.
        station_names: One name for each station.
        edged: True if a surface has sharp edges: then each link also has a point on its axis, the nearest to them.
        touched: True if there are surfaces; without surfaces there is no skin.

    Returns:
        Records of `RING`; y and z of every point from its ring's centre, shape (n, 2), [m], zero where it moves; names.
    """
    rings: list[tuple] = []
    points: list[tuple[float, float]] = []
    names: list[str] = []

    def add(
        k: int,
        centre: FloatArray,
        kind: int,
        radius: float,
        outline: list[tuple[float, float]],
        name: str,
        reach: float = 0.0,
    ) -> None:
        at_most(
            len(points) + len(outline),
            MAX_POINTS,
            "points of the skin",
            RobotError,
            "lower Skin points_around or rings_per_link",
        )
        rings.append((k, kind, len(points), len(outline), radius, reach, tuple(centre), (0.0, 0.0, 0.0), 0.0))
        points.extend(outline)
        names.extend([name] if len(outline) == 1 else [f"{name}/{i}" for i in range(len(outline))])

    onward = -1 if robot.from_head else 1
    k, after_soft, after_link = (len(station_names) - 1 if robot.from_head else 0), math.nan, False
    for part in robot.from_tail if touched else ():
        n = len(part.stations())
        if isinstance(part, SoftSection):
            kind, outline = _outline(robot, part.skin_radius)
            for s in range(n):
                if s > 0 or after_soft != part.skin_radius:
                    own = k + onward * s
                    add(own, np.zeros(3), kind, part.skin_radius, outline, station_names[own])
        elif isinstance(part, Link):
            _link_rings(robot, part, k, station_names[k], edged, add, robot.skin.joined and after_link)
            for i, wheel in enumerate(part.wheels):
                rings.append(_wheel_ring(wheel, k, len(points), wheel.centre() - part.com_point()))
                points.append((0.0, 0.0))
                names.append(f"{station_names[k]}.wheel{i + 1}")
        after_link = isinstance(part, Link) or (after_link and isinstance(part, Revolute))
        if n:
            after_soft = part.skin_radius if isinstance(part, SoftSection) else math.nan
        k += onward * n
    return np.array(rings, RING), np.array(points, dtype=np.float64).reshape(-1, 2), tuple(names)


def _wheel_ring(wheel: Wheel, k: int, point: int, centre: FloatArray) -> tuple:
    """A record of `RING`: a disc about the axle, with one point, its lowest."""
    return (k, WHEEL, point, 1, wheel.radius, 0.0, tuple(centre), tuple(wheel.direction()), wheel.friction)


def _link_rings(
    robot: Robot, link: Link, k: int, name: str, edged: bool, add: Callable[..., None], joined: bool
) -> None:
    """Rings of a link, evenly spaced from end to end; without the first if it belongs to the previous link."""
    tail, along = -link.com_point(), np.array([link.length, 0.0, 0.0])
    shape = link.shape
    own = robot.skin.radius
    if own is not None:
        kind, outline = _outline(robot, own)
        radius = own
    elif isinstance(shape, Box):
        w, h = shape.width / 2, shape.height / 2
        kind, outline = FIXED_POINTS, [(w, h), (-w, h), (-w, -h), (w, -h)]
        radius = math.hypot(w, h)
    elif isinstance(shape, Ellipse):
        kind, outline = (
            FIXED_POINTS,
            _around(robot.skin.points_around or ELLIPSE_POINTS, shape.width / 2, shape.height / 2),
        )
        radius = max(shape.width, shape.height) / 2
    else:
        radius = shape.radius
        kind, outline = _outline(robot, radius)
    n = robot.skin.rings_per_link
    for i in range(1 if joined and n > 1 else 0, n):
        fraction = i / (n - 1) if n > 1 else 0.5
        add(k, tail + fraction * along, kind, radius, outline, f"{name}.{i}" if n > 1 else name)
    if edged:
        add(k, tail, EDGE, shape.half_width if own is None else own, [(0.0, 0.0)], f"{name}.edge", link.length)


def _outline(robot: Robot, radius: float) -> tuple[int, list[tuple[float, float]]]:
    """Kind of contact of a round ring, and its points."""
    n = robot.skin.points_around
    if n is None:
        return ROUND, [(0.0, 0.0)]
    return FIXED_POINTS, _around(n, radius, radius)


def _around(n: int, width: float, height: float) -> list[tuple[float, float]]:
    """n points around an ellipse of the given half axes, the first along y."""
    angles = [2 * math.pi * i / n for i in range(n)]
    return [(width * math.cos(angle), height * math.sin(angle)) for angle in angles]
