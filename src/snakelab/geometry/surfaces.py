"""Contact surfaces: planes, height fields, terrains, blocks, poles, pipes and upright walls.

Contents: the surfaces; paths of a point through thin solids; signed distances of many points in NumPy.
"""

import math
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, get_args

import numpy as np
from annotated_types import Gt, Len

from snakelab.errors import SnakelabWarning, WorldError
from snakelab.geometry.distances import BLOCK, EXTRUDED, HEIGHT_FIELD, PLANE, REVOLVED, surface_gap
from snakelab.geometry.planar_solids import HullWall, Outline, Post, sample_distance
from snakelab.geometry.rotations import bilinear, quat_exp, quat_to_matrix
from snakelab.geometry.terrain import Terrain
from snakelab.parameters.arguments import FloatArray, floats, instance, instances, named_arguments, vector
from snakelab.parameters.declarations import (
    CHECKED_ELSEWHERE,
    FIXED,
    INFINITE,
    PositiveLength,
    Radius,
    Slider,
    Unit,
    check_declared,
)

# ----------------------------------------------------------------------------------------------------------------------
# Contact surfaces: planes, height fields, terrains, blocks, poles, pipes, upright walls
#
# Each is solid on one side.
# ----------------------------------------------------------------------------------------------------------------------

INFINITE_EXTENT = 1e4  # length that represents an infinite one [m]

# Obstacles may be moved and rotated during a run; their sizes are fixed.
Place = Annotated[Sequence[float], Len(3, 3), Unit("m"), Slider(-5, 5, 0.01)]
Rotation = Annotated[Sequence[float], Len(3, 3), Unit("rad"), Slider(-math.pi, math.pi, 0.01)]
Corner = Annotated[Sequence[float], Len(2, 2), Unit("m"), Slider(-20, 20, 0.1), FIXED]
Direction = Annotated[Sequence[float], Len(3, 3), Slider(-1, 1, 0.01)]


@dataclass(frozen=True)
class Plane:
    """Plane, solid below it.

    Args:
        normal: Outward normal of any length, shape (3,). A slope of angle a that rises along x has (-sin a, 0, cos a).
        point: A point on the plane, shape (3,), [m].
    """

    normal: Direction = (0.0, 0.0, 1.0)
    point: Place = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        self.numbers()

    kind = PLANE
    edged = False

    def numbers(self) -> FloatArray:
        """Return the unit normal and the distance of the plane from the origin, shape (4,)."""
        normal = _direction(self.normal, "Plane normal")
        return np.append(normal, normal @ np.array(self.point, dtype=np.float64))


@dataclass(frozen=True)
class HeightField:
    """Height field on a regular grid, with bilinear interpolation and constant heights outside it; solid below.

    Args:
        heights: Heights, rows along y and columns along x, shape (n_y, n_x), each at least 2, [m].
        spacing: Spacing of the grid, one number or (along x, along y) [m].
        origin: x and y of the first point, shape (2,), [m].
    """

    heights: Sequence[Sequence[float]] | FloatArray
    spacing: (
        Annotated[float, Gt(0), Unit("m"), Slider(0.01, 5, 0.01), FIXED]
        | Annotated[Sequence[float], Gt(0), Len(2, 2), Unit("m"), Slider(0.01, 5, 0.01), FIXED]
    ) = 1.0
    origin: Corner = (0.0, 0.0)

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        self.numbers()

    kind = HEIGHT_FIELD
    edged = False

    def numbers(self) -> FloatArray:
        """Return counts, origin, spacings and heights in one array."""
        try:
            heights = floats(self.heights)
        except ValueError:
            heights = np.zeros(0)
        if heights.ndim != 2 or min(heights.shape) < 2:
            raise WorldError(
                f"HeightField heights must be rows of equal length, at least 2 by 2, [m]; got shape {heights.shape}"
            )
        if not np.isfinite(heights).all():
            raise WorldError(
                f"HeightField heights must be finite, got {np.count_nonzero(~np.isfinite(heights))} that are not"
            )
        spacing = np.broadcast_to(np.array(self.spacing, dtype=np.float64), 2)
        return np.concatenate((heights.shape[::-1], self.origin, spacing, heights.ravel()))


@dataclass(frozen=True)
class Block:
    """Solid box: a step, a stone, a wall.

    Args:
        size: Size along its own x, y and z, shape (3,), [m].
        centre: Centre in world axes, shape (3,), [m].
        rotation: Rotation vector of its axes relative to those of the world, shape (3,), [rad].
    """

    size: Annotated[Sequence[float], Gt(0), Len(3, 3), Unit("m"), Slider(0.01, 5, 0.01), FIXED]
    centre: Place = (0.0, 0.0, 0.0)
    rotation: Rotation = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        self.numbers()

    kind = BLOCK
    edged = True

    def numbers(self) -> FloatArray:
        """Rotation, centre and half sizes, shape (15,)."""
        x, y, z = (float(value) for value in self.rotation)
        half = np.array(self.size, dtype=np.float64) / 2
        return np.concatenate((quat_to_matrix(quat_exp((x, y, z))), self.centre, half))


@dataclass(frozen=True)
class Pole:
    """Solid round pole.

    Args:
        radius: Radius [m].
        point: Centre of its axis, shape (3,), [m].
        axis: Direction of the axis, of any length, shape (3,).
        length: Length [m]; infinite by default.
    """

    radius: Annotated[Radius, FIXED]
    point: Place = (0.0, 0.0, 0.0)
    axis: Direction = (0.0, 0.0, 1.0)
    length: Annotated[PositiveLength, INFINITE, FIXED] = math.inf

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        self.numbers()

    kind = REVOLVED

    @property
    def edged(self) -> bool:
        """True if the length is finite."""
        return math.isfinite(self.length)

    def numbers(self) -> FloatArray:
        """Centre line and profile, see `geometry.distances.revolved_gap`."""
        radius = float(self.radius)
        length = self.length if math.isfinite(self.length) else INFINITE_EXTENT
        axis = _direction(self.axis, "Pole axis")
        middle = np.array(self.point, dtype=np.float64)
        line = np.stack((middle - length / 2 * axis, middle + length / 2 * axis))
        # extended below the line, so that the axis is not an edge of the profile
        profile = [(0.0, -radius), (0.0, radius), (length, radius), (length, -radius)]
        return _revolved(line, [0.0, length], profile)


@dataclass(frozen=True)
class Pipe:
    """Pipe to crawl or swim through: a solid around a bore along a polyline.

    The bore tapers between points of different radius. Two points at the same position with different radii form a
    step. Both ends are open, and the solid ends there.

    Args:
        line: Centre line, shape (n, 3), n at least 2, [m].
        radii: Radius of the bore at each point, or one value for all [m].
        wall: Thickness of the wall [m]; infinite for a bore in a solid half space.
    """

    line: Sequence[Sequence[float]]
    radii: Annotated[float, Gt(0), Unit("m"), Slider(0.01, 1, 0.01), CHECKED_ELSEWHERE, FIXED] | Sequence[float]
    wall: Annotated[PositiveLength, INFINITE, FIXED] = math.inf
    _numbers: FloatArray = field(init=False, repr=False, compare=False, default_factory=lambda: np.zeros(0))

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        object.__setattr__(self, "_numbers", self._profile_row())

    kind = REVOLVED
    edged = True

    def numbers(self) -> FloatArray:
        """Centre line and profile, see `geometry.distances.revolved_gap`."""
        return self._numbers

    def _profile_row(self) -> FloatArray:
        try:
            line = floats(self.line)
            radii = np.broadcast_to(floats(self.radii), len(line))
        except (TypeError, ValueError):
            raise WorldError(
                f"Pipe line must be points (x, y, z) and radii one number or one for each point [m], "
                f"got line {self.line!r}, radii {self.radii!r}"
            ) from None
        if line.ndim != 2 or line.shape[1] != 3 or len(line) < 2 or not np.isfinite(line).all():
            raise WorldError(f"Pipe line must be at least two finite points (x, y, z) [m], got {self.line!r}")
        if not (np.isfinite(radii) & (radii > 0)).all():
            raise WorldError(f"Pipe radii must be positive [m], got {self.radii!r}")
        arc = np.concatenate(([0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))))
        if arc[-1] <= 0:
            raise WorldError(f"Pipe line must have a length, got {self.line!r}")
        wall = INFINITE_EXTENT if math.isinf(self.wall) else float(self.wall)
        outer = float(radii.max()) + wall if wall == INFINITE_EXTENT else None
        far = [(float(s), outer or float(r) + wall) for s, r in zip(arc[::-1], radii[::-1], strict=True)]
        return _revolved(line, arc, [*zip(arc, radii, strict=True), *far])


@dataclass(frozen=True)
class Extruded:
    """Vertical walls, posts and pipes of infinite height, given in plan view, for robots that move in a plane.

    The signed distance is sampled once on a grid, with bilinear interpolation and constant values outside it; sharp
    edges are rounded over one grid spacing.

    Args:
        solids: HullWall, Outline and Post objects in plan view.
        lower: Lower corner of the grid, shape (2,), [m].
        upper: Upper corner of the grid, shape (2,), [m].
        spacing: Spacing of the grid [m].
    """

    solids: Sequence[HullWall | Outline | Post]
    lower: Corner
    upper: Corner
    spacing: Annotated[PositiveLength, FIXED] = 0.02

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        solids = instances(self.solids, "Extruded solids", (HullWall, Outline, Post), WorldError)
        object.__setattr__(self, "solids", solids)
        grid = sample_distance(solids, self.lower, self.upper, self.spacing)
        narrow = min((float(np.min(one.pipe.radii)) for one in solids if isinstance(one, HullWall)), default=math.inf)
        coarsest = narrow / 4  # four grid points from the middle of a pipe to its wall
        if grid.spacing > coarsest * (1 + 1e-9):
            warnings.warn(
                f"a grid spacing of {grid.spacing:g} m is too coarse for a pipe of radius {narrow:g} m; the positions of its "
                f"walls would be inaccurate; write at most spacing={coarsest:.3g}",
                SnakelabWarning,
                stacklevel=3,
            )
        n_y, n_x = grid.values.shape
        row = np.concatenate(([n_x, n_y, *grid.origin, grid.spacing], grid.values.ravel()))
        object.__setattr__(self, "_numbers", row)

    kind = EXTRUDED
    edged = True

    def numbers(self) -> FloatArray:
        """Return size, origin and spacing of the grid, then the distances row by row."""
        return self.__dict__["_numbers"]


Surface = Plane | HeightField | Terrain | Block | Pole | Pipe | Extruded
SURFACES: tuple[type[Surface], ...] = get_args(Surface)


@named_arguments
def signed_distance(surface: Surface, point: object) -> tuple[float, FloatArray]:
    """Return the signed distance of a point from a surface, and the normal of the surface at the nearest point.

    Args:
        surface: The surface.
        point: Point in world axes, shape (3,), [m].

    Returns:
        Distance [m], positive in free space, and the unit normal out of the solid, shape (3,).
    """
    instance(surface, "signed_distance surface", SURFACES, WorldError)
    p = vector(point, "point", WorldError, size=3, unit="m")
    gap, normal = surface_gap(surface.kind, surface.numbers(), 0, (p[0], p[1], p[2]))
    return float(gap), np.array(normal)


def _direction(value: Sequence[float], what: str) -> FloatArray:
    direction = np.array(value, dtype=np.float64)
    size = math.hypot(*direction)
    if size < 1e-9:
        raise WorldError(f"{what} must not be zero, got {value!r}; write (0, 0, 1) for up")
    return direction / size


def _revolved(
    line: FloatArray, arc: Sequence[float] | FloatArray, profile: Sequence[tuple[float, float]]
) -> FloatArray:
    points = np.column_stack((line, arc))
    return np.concatenate(([len(line), len(profile)], points.ravel(), np.asarray(profile, dtype=np.float64).ravel()))


# ----------------------------------------------------------------------------------------------------------------------
# Crossing of thin solids: straight paths of a point through a block or a pole
# ----------------------------------------------------------------------------------------------------------------------

Thin = Block | Pole
CORE_FRACTION = 0.7  # fraction of the radius of a pole; paths farther from the axis may only touch it


def thickness(solid: Thin) -> float:
    """Smallest extent of a block, diameter of a pole [m]."""
    return float(min(solid.size)) if isinstance(solid, Block) else 2 * solid.radius


def is_inside(solid: Thin, points: FloatArray) -> np.ndarray:
    """Mask of the points inside the solid, shape (...,), for points in world axes, shape (..., 3), [m]."""
    if isinstance(solid, Block):
        local, half = _in_block(solid, points)
        return np.asarray((np.abs(local) < half).all(axis=-1))
    along, across = _at_pole(solid, points)
    return np.asarray((np.abs(along) < solid.length / 2) & (np.linalg.norm(across, axis=-1) < solid.radius))


def goes_through(solid: Thin, start: FloatArray, end: FloatArray) -> np.ndarray:
    """Mask of the straight paths through the solid: through opposite faces of a block, through the core of a pole.

    Args:
        solid: The block or pole.
        start, end: Of each path, world axes, shapes (..., 3), [m].

    Returns:
        Shape (...,), bool. Paths around an edge of a block (through neighbouring faces) do not count.

    Source: the slab test, Ericson, Real-Time Collision Detection, 2005, section 5.3.3.
    """
    if isinstance(solid, Pole):
        return _through_pole(solid, start, end)
    (p, half), (q, _) = _in_block(solid, start), _in_block(solid, end)
    segment = np.where(p == q, 1e-300, q - p)
    one, other = (-half - p) / segment, (half - p) / segment
    enters, leaves = np.minimum(one, other), np.maximum(one, other)
    first, last = enters.max(axis=-1), leaves.min(axis=-1)
    same = enters.argmax(axis=-1) == leaves.argmin(axis=-1)
    return np.asarray(same & (first < last) & (first >= 0) & (last <= 1))


def _through_pole(pole: Pole, start: FloatArray, end: FloatArray) -> np.ndarray:
    (z, p), (z_end, q) = _at_pole(pole, start), _at_pole(pole, end)
    segment = q - p
    size = (segment * segment).sum(axis=-1)
    # fraction of the path at which it is nearest to the axis
    fraction = -(p * segment).sum(axis=-1) / np.where(size > 0, size, 1.0)
    nearest = np.linalg.norm(p + fraction[..., None] * segment, axis=-1)
    within = np.abs(z + fraction * (z_end - z)) < pole.length / 2
    return np.asarray((size > 0) & (fraction > 0) & (fraction < 1) & (nearest < CORE_FRACTION * pole.radius) & within)


def _in_block(block: Block, points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Points in the block's axes from its centre, and its half sizes, shape (3,), [m]."""
    numbers = block.numbers()
    return (points - numbers[9:12]) @ numbers[:9].reshape(3, 3), numbers[12:]


def _at_pole(pole: Pole, points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Coordinates of points along the axis from its middle, shape (...,), and across it, shape (..., 3), [m]."""
    axis = np.asarray(pole.axis, dtype=np.float64)
    axis = axis / np.linalg.norm(axis)
    from_middle = points - np.asarray(pole.point, dtype=np.float64)
    along = from_middle @ axis
    return along, from_middle - along[..., None] * axis


# ----------------------------------------------------------------------------------------------------------------------
# Signed distances and normals of many points at once, in NumPy, without compilation
#
# The laws are those of `geometry.distances`, which are compiled.
# ----------------------------------------------------------------------------------------------------------------------

Distances = tuple[FloatArray, FloatArray]


def signed_distances(surface: Surface, points: FloatArray, max_size: int = 2_000_000) -> Distances:
    """Return the signed distances of points from a surface, and the normals of the surface at the nearest points.

    Args:
        surface: The surface.
        points: Points in world axes, shape (n, 3), [m].
        max_size: Largest size of an intermediate array; more points are processed in parts.

    Returns:
        Distances [m], shape (n,), positive in free space, and unit normals out of the solid, shape (n, 3).
    """
    numbers = surface.numbers()
    width = int(numbers[0] + numbers[1]) if surface.kind == REVOLVED else 1
    n_parts = max(1, -(-len(points) * width // max_size))
    pieces = [DISTANCE_FUNCTIONS[surface.kind](numbers, piece) for piece in np.array_split(points, n_parts)]
    return np.concatenate([gap for gap, _ in pieces]), np.concatenate([normal for _, normal in pieces])


def _plane(numbers: FloatArray, points: FloatArray) -> Distances:
    return points @ numbers[:3] - numbers[3], np.tile(numbers[:3], (len(points), 1))


def _height_field(numbers: FloatArray, points: FloatArray) -> Distances:
    counts, spacing = numbers[:2].astype(int), numbers[4:6]
    place = (points[:, :2] - numbers[2:4]) / spacing
    values, rises, inside = bilinear(numbers[6:].reshape(counts[1], counts[0]), place)
    slopes = np.where(inside, rises / spacing, 0.0)
    cosine = 1.0 / np.sqrt(1.0 + np.sum(slopes**2, axis=1))
    return (points[:, 2] - values) * cosine, np.column_stack((-slopes, np.ones(len(points)))) * cosine[:, None]


def _extruded(numbers: FloatArray, points: FloatArray) -> Distances:
    place = (points[:, :2] - numbers[2:4]) / numbers[4]
    n_x, n_y = numbers[:2].astype(int)
    values, rises, _ = bilinear(numbers[5:].reshape(n_y, n_x), place)
    normal = np.column_stack((_unit(rises, (0.0, 1.0)), np.zeros(len(points))))
    return values, normal


def _block(numbers: FloatArray, points: FloatArray) -> Distances:
    rotation = numbers[:9].reshape(3, 3)
    local = (points - numbers[9:12]) @ rotation
    over, side = np.abs(local) - numbers[12:15], np.copysign(1.0, local)
    out = np.maximum(over, 0.0)
    distance = np.linalg.norm(out, axis=1)
    nearest_face = np.eye(3)[np.argmax(over, axis=1)]
    outside = distance > 0.0
    outward = side * np.where(outside[:, None], out / np.where(outside, distance, 1.0)[:, None], nearest_face)
    return np.where(outside, distance, over.max(axis=1)), outward @ rotation.T


def _revolved_distances(numbers: FloatArray, points: FloatArray) -> Distances:
    n_line, n_profile = int(numbers[0]), int(numbers[1])
    line = numbers[2 : 2 + 4 * n_line].reshape(n_line, 4)
    profile = numbers[2 + 4 * n_line : 2 + 4 * n_line + 2 * n_profile].reshape(n_profile, 2)
    s, rho, along, across = _line_coordinates(line, points)
    gap, normal = _polygon(profile, np.column_stack((s, rho)))
    return gap, normal[:, :1] * along + normal[:, 1:] * across


def _line_coordinates(line: FloatArray, points: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Arc lengths, distances, directions along and directions across of points relative to a polyline."""
    length = np.diff(line[:, 3])
    low, high = np.zeros(len(length)), length.copy()
    low[0], high[-1] = -np.inf, np.inf
    real = length > 0.0
    starts, length, low, high = line[:-1][real], length[real], low[real], high[real]
    tangents = (line[1:, :3] - line[:-1, :3])[real] / length[:, None]
    offset = points[:, None] - starts[None, :, :3]  # (n, n_pieces, 3)
    s = np.clip(np.sum(offset * tangents, axis=2), low, high)
    rho = np.linalg.norm(offset - s[:, :, None] * tangents, axis=2)
    reach = np.maximum(np.maximum(-s, s - length), 0.0)
    rows, best = np.arange(len(points)), np.argmin(np.hypot(rho, reach), axis=1)
    arc = s[rows, best]
    away = offset[rows, best] - arc[:, None] * tangents[best]
    return starts[best, 3] + arc, rho[rows, best], tangents[best], _unit(away, (0.0, 1.0, 0.0))


def _polygon(profile: FloatArray, points: FloatArray) -> Distances:
    """Signed distances to a closed polygon in the plane, positive outside, and normals."""
    start = np.roll(profile, 1, axis=0)
    edge = profile - start
    size = np.sum(edge**2, axis=1)
    real = size > 0.0
    start, end, edge, size = start[real], profile[real], edge[real], size[real]
    offset = points[:, None] - start
    fraction = np.clip(np.sum(offset * edge, axis=2) / size, 0.0, 1.0)
    away = offset - fraction[:, :, None] * edge
    distance = np.linalg.norm(away, axis=2)
    rows, best = np.arange(len(points)), np.argmin(distance, axis=1)
    x, y = points[:, :1], points[:, 1:]
    crosses = (end[:, 1] > y) != (start[:, 1] > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        crosses &= x < start[:, 0] + (y - start[:, 1]) * edge[:, 0] / edge[:, 1]
    sign = np.where(np.count_nonzero(crosses, axis=1) % 2, -1.0, 1.0)
    tangent = edge[best] / np.sqrt(size[best])[:, None]
    normal = _unit(away[rows, best], np.column_stack((tangent[:, 1], -tangent[:, 0])))
    return sign * distance[rows, best], sign[:, None] * normal


def _unit(vectors: FloatArray, instead: Sequence[float] | FloatArray) -> FloatArray:
    """Unit vectors of the rows; `instead` of those that are zero."""
    size = np.linalg.norm(vectors, axis=1, keepdims=True)
    nonzero = size > 1e-12  # [m]
    return np.where(nonzero, vectors / np.where(nonzero, size, 1.0), instead)


DISTANCE_FUNCTIONS: dict[int, Callable[[FloatArray, FloatArray], Distances]] = {
    PLANE: _plane,
    HEIGHT_FIELD: _height_field,
    BLOCK: _block,
    REVOLVED: _revolved_distances,
    EXTRUDED: _extruded,
}
