"""Tables of the skin of a robot: rings and lines of points that may touch surfaces."""

import math
import warnings
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from snakelab.errors import RobotError, SnakelabWarning
from snakelab.geometry.cross_sections import Box, Cylinder, Ellipse, Section
from snakelab.geometry.surfaces import Block, HeightField, Pole, Surface
from snakelab.parameters.arguments import FloatArray, at_most
from snakelab.physics.columns import NOT_ROLLING
from snakelab.physics.free_body_motion import ball_centres, is_round, polyhedron
from snakelab.robots.branches import Socket
from snakelab.robots.joints import Revolute
from snakelab.robots.link import ORIGIN, Link, Wheel
from snakelab.robots.robot import Part, Robot
from snakelab.robots.rods import Rod
from snakelab.robots.soft_sections import SoftSection
from snakelab.worlds.free_bodies import FreeBody

# ----------------------------------------------------------------------------------------------------------------------
# Tables of the skin of a robot: rings of points that may touch surfaces
# ----------------------------------------------------------------------------------------------------------------------

ROUND, FIXED_POINTS, EDGE, WHEEL, BALL, LINE, LINES, CORNERS, FACE = range(9)
# Default number of points around an elliptic ring.
ELLIPSE_POINTS = 12
# Points on the rim of an end of a pole, and largest number of those of a height field, that touch faces of a body.
END_CORNERS, MAX_SUMMITS = 8, 32
MAX_POINTS = 100_000  # of all rings; each is tested in every step
# A ring: its station, its centre from the station's, kind of contact, its points; of an edge, the reach along x, and of straight
# lines of the skin in place of an axle how many run along x, y and z; of a wheel, the axle and the friction along its roll,
# NOT_ROLLING for that of the surface; the factor of the friction of surfaces. A LINE, an edge of a free body or the axis of a
# capsule, has its start as centre, its vector to the end as axle, and two points. CORNERS, the corners of a block or of the ends
# of a pole in the faces of a free body, have its reach from the centre, as many points as one of these surfaces has corners, and
# the number of faces as roll; a record FACE of each of these faces follows, without points, with a vertex as centre and the
# outward normal as axle.
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
        ("friction", "f8"),
    ],
    align=True,
)


def between_rings(rings: np.ndarray) -> np.ndarray:
    """Mask of the rings whose points lie anywhere between the ends of a link, shape (n,), bool."""
    return (rings["kind"] == EDGE) | (rings["kind"] == LINES)


def skin_tables(
    robot: Robot, station_names: tuple[str, ...], edged: bool, touched: bool, thinnest: float = math.inf
) -> tuple[np.ndarray, FloatArray, tuple[str, ...]]:
    """Rings, their fixed points and the points' names, tail to head.

    Args:
        robot: The robot.
        station_names: One name for each station.
        edged: True if a surface has sharp edges: then each link also has a point on its axis, the nearest to them, or one on
            each edge of a link that is not round.
        touched: True if there are surfaces; without surfaces there is no skin.
        thinnest: Radius of the thinnest pole [m]. A link also has these points if that pole would penetrate it by more than
            MAX_UNSEEN between two rings.

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
        counts: tuple[float, float, float] = ORIGIN,
    ) -> None:
        at_most(
            len(points) + len(outline),
            MAX_POINTS,
            "points of the skin",
            RobotError,
            "lower Skin points_around or rings_per_link",
        )
        rings.append((k, kind, len(points), len(outline), radius, reach, tuple(centre), counts, 0.0, 1.0))
        points.extend(outline)
        names.extend([name] if len(outline) == 1 else [f"{name}/{i}" for i in range(len(outline))])

    n_trunk = sum(len(part.stations) for part in robot.trunk)
    onward = -1 if robot.from_head else 1
    k, after_soft, after_link = (n_trunk - 1 if robot.from_head else 0), math.nan, False
    branches = (part for branch in robot.branches for part in (Socket(branch), *branch.parts))
    for part in (*robot.from_tail, *branches) if touched else ():
        n = len(part.stations)
        if isinstance(part, Socket):
            k, onward = (n_trunk if part.branch is robot.branches[0] else k), 1
            after_soft, after_link = math.nan, False
        if isinstance(part, SoftSection):
            kind, outline = _outline(robot, part.skin_radius)
            for s in range(n):
                if s > 0 or after_soft != part.skin_radius:
                    own = k + onward * s
                    add(own, np.zeros(3), kind, part.skin_radius, outline, station_names[own])
        elif isinstance(part, Rod):
            for s in range(n):
                own, section = k + onward * s, part.section_at(s / part.n_steps)
                kind, outline, radius = _section_outline(robot, section)
                if s > 0 or after_soft != radius:
                    add(own, np.zeros(3), kind, radius, outline, station_names[own])
        elif isinstance(part, Link):
            between = edged or _passes_between_rings(thinnest, part, robot)
            _link_rings(robot, part, k, station_names[k], between, add, robot.skin.joined and after_link)
            for i, wheel in enumerate(part.fixed_wheels):
                factor = part.friction_factor if wheel.friction is None else 1.0
                rings.append(_wheel_ring(wheel, k, len(points), wheel.centre() - part.com_point(), factor))
                points.append((0.0, 0.0))
                names.append(f"{station_names[k]}.wheel{i + 1}")
        after_link = isinstance(part, Link) or (after_link and isinstance(part, Revolute))
        if n:
            after_soft = _end_radius(robot, part)
        k += onward * n
    return np.array(rings, RING), np.array(points, dtype=np.float64).reshape(-1, 2), tuple(names)


def with_object_skin(
    objects: Sequence[FreeBody],
    skin: tuple[np.ndarray, FloatArray, tuple[str, ...]],
    n_stations: int,
    edged: bool,
    n_corners: int,
) -> tuple[np.ndarray, FloatArray]:
    """Rings and points of a robot with those of free bodies after them: balls at the ends of the round ones, vertices of solids,
    then axes of capsules and edges of solids, then faces of solids.

    Args:
        objects: Free bodies.
        skin: Skin of the robot, from `skin_tables`.
        n_stations: Stations of the robot.
        edged: True if a surface is a pole or has sharp edges, which touch bodies between their ends and vertices.
        n_corners: Largest number of corners of a surface that touch faces: of a block, or of the ends of a pole.
    """
    rings, points, n = list[tuple](), list[FloatArray](), len(skin[1])
    for i, body in enumerate(objects):
        for centre in ball_centres(body) if is_round(body) else ():
            radius = body.shape.extents[1] / 2
            rings.append((n_stations + i, BALL, n, 1, radius, 0.0, tuple(centre), ORIGIN, 0.0, body.friction_factor))
            points.append(np.zeros((1, 2)))
            n += 1
        for place in () if is_round(body) else polyhedron(body).vertices:
            rings.append(
                (n_stations + i, FIXED_POINTS, n, 1, 0.0, 0.0, tuple(place), ORIGIN, 0.0, body.friction_factor)
            )
            points.append(np.zeros((1, 2)))
            n += 1
    for i, body in enumerate(objects if edged else ()):
        radius = body.shape.extents[1] / 2 if is_round(body) else 0.0
        for start, end in _lines_of_body(body):
            line = tuple(start), tuple(end - start)
            rings.append((n_stations + i, LINE, n, 2, radius, 0.0, *line, 0.0, body.friction_factor))
            points.append(np.zeros((2, 2)))
            n += 2
    for i, body in enumerate(objects if n_corners else ()):
        if is_round(body):
            continue
        solid, factor = polyhedron(body), body.friction_factor
        reach = float(np.linalg.norm(solid.vertices, axis=1).max())
        rings.append(
            (n_stations + i, CORNERS, n, n_corners, 0.0, reach, ORIGIN, ORIGIN, float(len(solid.faces)), factor)
        )
        points.append(np.zeros((n_corners, 2)))
        n += n_corners
        for face, normal in zip(solid.faces, solid.normals, strict=True):
            place = tuple(solid.vertices[face[0]])
            rings.append((n_stations + i, FACE, n, 0, 0.0, 0.0, place, tuple(normal), 0.0, factor))
    return np.append(skin[0], np.array(rings, RING)), np.concatenate([skin[1], *points])


def ridged(surface: Surface) -> bool:
    """True for a height field with ridges, where its heights have a kink upwards; hills of terrain have them everywhere."""
    if not isinstance(surface, HeightField):
        return False
    heights, spacing = surface.numbers()[6:].reshape(np.shape(surface.heights)), np.broadcast_to(surface.spacing, 2)
    return any(bool((np.diff(heights, 2, axis=axis) < -1e-6 * spacing[1 - axis]).any()) for axis in (0, 1))


def corner_count(surface: Surface) -> int:
    """Number of corners of a block, of the ends of a pole, or of summits of a height field, that touch faces of free bodies."""
    if isinstance(surface, HeightField):
        return MAX_SUMMITS if ridged(surface) else 0
    if isinstance(surface, Pole):
        return 2 * END_CORNERS if surface.edged else 0
    return 8 if isinstance(surface, Block) else 0


def _lines_of_body(body: FreeBody) -> Iterator[FloatArray]:
    """Ends of the axis of a capsule or of each edge of a solid in the axes of the body, shape (2, 3), [m]."""
    if not is_round(body):
        yield from polyhedron(body).vertices[polyhedron(body).edges[:, :2]]
    elif len(centres := ball_centres(body)) > 1:
        yield centres


# Depth between two rings, as a fraction of the smaller half width of the section, from which a link has points between them;
# and, where it has none, from which a user is warned.
MAX_UNSEEN, WARNED_UNSEEN = 0.05, 0.5


def _passes_between_rings(pole: float, link: Link, robot: Robot) -> bool:
    """Return True if links have two rings, and a pole of this radius penetrates the link between them by more than MAX_UNSEEN.

    Of more rings, one between the ends would touch together with the point between them.
    """
    return robot.skin.rings_per_link == 2 and unseen_depth(pole, link, robot)[1] > MAX_UNSEEN


def unseen_depth(pole: float, link: Link, robot: Robot) -> tuple[float, float]:
    """Depth of a pole of this radius in the middle between two rings of a link that just touch it [m], at most its thickness,
    and its ratio to the smaller half width of the section.

    The distance of the chord between the rings from the circle of radius R about the pole's axis on which their centres lie:
    R - sqrt(R^2 - l^2 / 4), R the radius of the pole and of a round link, l the distance of the rings.
    """
    shape, own = link.shape, robot.skin.radius
    half_width = min(shape.half_width, shape.half_height) if own is None else own
    round_one = own is not None or isinstance(shape, Cylinder)
    half = link.length / 2 / max(robot.skin.rings_per_link - 1, 1)
    reach = pole + half_width if round_one else pole
    if not math.isfinite(pole):
        return 0.0, 0.0
    depth = 2 * half_width if reach <= half else min(reach - math.sqrt(reach**2 - half**2), 2 * half_width)
    return depth, depth / half_width if half_width > 0.0 else math.inf


def warn_of_passing(robot: Robot, pole: float, placed: str | None = None) -> None:
    """Warn of links without points between their rings, between which a pole of this radius passes unseen.

    Args:
        robot: The robot.
        pole: Radius of the pole [m].
        placed: Name of the contact of a pole that is placed during a run; None: links of other than two rings.
    """
    n = robot.skin.rings_per_link
    if (n == 2 and placed is None) or robot.skin.radius == 0.0:
        return
    links = [
        part for part in robot.parts if isinstance(part, Link) and not part.is_wheel and not len(part.contact_points)
    ]
    if not links:
        return
    depth, ratio = max((unseen_depth(pole, link, robot) for link in links), key=lambda found: found[1])
    if ratio > WARNED_UNSEEN:
        warnings.warn(
            f"a pole of radius {pole:g} m{f', {placed!r}' if placed else ''} sinks {depth:.2g} m into links between their rings, "
            f"{100 * ratio:.0f} % of half their thickness, before any of the {n} rings touches it; write "
            + (
                "rings_per_link=2, with which contact is found along the whole link"
                if placed is None
                else "Contact(Pole(...)) in the world of the start, far away, with which contact is found along the whole link"
            ),
            SnakelabWarning,
            stacklevel=4,
        )


def _wheel_ring(wheel: Wheel, k: int, point: int, centre: FloatArray, factor: float) -> tuple:
    """A record of `RING`: a disc about the axle, with one point, its lowest."""
    roll = NOT_ROLLING if wheel.friction is None else wheel.friction
    return (k, WHEEL, point, 1, wheel.radius, 0.0, tuple(centre), tuple(wheel.direction()), roll, factor)


def _link_rings(
    robot: Robot, link: Link, k: int, name: str, edged: bool, add: Callable[..., None], joined: bool
) -> None:
    """Rings of a link, evenly spaced from end to end; without the first if it belongs to the previous link."""
    if link.is_wheel:  # it has its rim
        return
    tail, along = -link.com_point(), np.array([link.length, 0.0, 0.0])
    shape = link.shape
    own = robot.skin.radius
    if own is not None:
        kind, outline = _outline(robot, own)
        radius = own
    else:
        kind, outline, radius = _section_outline(robot, shape)
    for i, point in enumerate(link.contact_points):
        add(k, tail + np.asarray(point), FIXED_POINTS, 0.0, [(0.0, 0.0)], f"{name}.{i}")
    n = 0 if len(link.contact_points) else robot.skin.rings_per_link
    for i in range(1 if joined and n > 1 else 0, n):
        fraction = i / (n - 1) if n > 1 else 0.5
        add(k, tail + fraction * along, kind, radius, outline, f"{name}.{i}" if n > 1 else name)
    if not edged:
        return
    if own is not None or isinstance(shape, Cylinder):
        add(k, tail, EDGE, radius, [(0.0, 0.0)], f"{name}.edge", link.length)
    else:
        lines, counts = _lines(shape, outline)
        add(k, tail, LINES, radius, lines, f"{name}.edge", link.length, counts)


def _lines(
    shape: Section, outline: list[tuple[float, float]]
) -> tuple[list[tuple[float, float]], tuple[float, float, float]]:
    """Start of each straight line of the skin of a link, in y and z, and how many run along x, y and z; see `line_point`.

    Along x, through every point of the section; of a box also the edges of its two ends.
    """
    if not isinstance(shape, Box):
        return outline, (float(len(outline)), 0.0, 0.0)
    w, h = shape.width / 2, shape.height / 2
    across, up = [(-w, h), (-w, -h)], [(w, -h), (-w, -h)]
    return [*outline, *across, *across, *up, *up], (4.0, 4.0, 4.0)


def _section_outline(robot: Robot, shape: Section) -> tuple[int, list[tuple[float, float]], float]:
    """Kind of contact of a ring with a cross-section, its points and its largest radius."""
    if isinstance(shape, Box):
        w, h = shape.width / 2, shape.height / 2
        return FIXED_POINTS, [(w, h), (-w, h), (-w, -h), (w, -h)], math.hypot(w, h)
    if isinstance(shape, Ellipse):
        n = robot.skin.points_around or ELLIPSE_POINTS
        return FIXED_POINTS, _around(n, shape.width / 2, shape.height / 2), max(shape.width, shape.height) / 2
    return *_outline(robot, shape.radius), shape.radius


def _end_radius(robot: Robot, part: Part) -> float:
    """Radius of the ring at the head end of a soft section or rod, which the next one shares; NaN for a link."""
    if isinstance(part, Rod):
        return _section_outline(robot, part.section_at(1.0))[2]
    return part.skin_radius if isinstance(part, SoftSection) else math.nan


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
