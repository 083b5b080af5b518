"""Contact surfaces: planes, height fields, terrains, blocks, poles, pipes, upright walls. Each is solid on one side."""

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from annotated_types import Gt, Len

from snakelab.argument_names import named_arguments
from snakelab.errors import SnakelabWarning, WorldError
from snakelab.geometry.planar.grid import sample_distance
from snakelab.geometry.planar.pipe import HullWall
from snakelab.geometry.planar.solids import Outline, Post
from snakelab.geometry.rotations import quat_exp, quat_to_matrix
from snakelab.geometry.signed_distance import BLOCK, EXTRUDED, HEIGHT_FIELD, PLANE, REVOLVED, surface_gap
from snakelab.geometry.terrain.terrain import Terrain
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import CHECKED_ELSEWHERE, FIXED, INFINITE, Slider, Unit
from snakelab.parameter_declarations.quantities import PositiveLength, Radius
from snakelab.types import FloatArray, floats, instance, instances, is_row, vector

FAR = 1e4  # represents an infinite extent [m]
RESOLVED = 4  # grid points from the middle of a pipe to its wall below which a warning is issued

# Obstacles may be moved and rotated during a run; their sizes are fixed.
Place = Annotated[Sequence[float], Len(3, 3), Unit("m"), Slider(-5, 5, 0.01), CHECKED_ELSEWHERE]
Rotation = Annotated[Sequence[float], Len(3, 3), Unit("rad"), Slider(-math.pi, math.pi, 0.01), CHECKED_ELSEWHERE]
Corner = Annotated[Sequence[float], Len(2, 2), Unit("m"), Slider(-20, 20, 0.1), CHECKED_ELSEWHERE, FIXED]
Direction = Annotated[Sequence[float], Len(3, 3), Slider(-1, 1, 0.01), CHECKED_ELSEWHERE]


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
        self.numbers()

    kind = PLANE
    edged = False

    def numbers(self) -> FloatArray:
        """Return the unit normal and the distance of the plane from the origin, shape (4,)."""
        normal = _direction(self.normal, "Plane normal")
        return np.append(normal, normal @ vector(self.point, "Plane point", WorldError, size=3, unit="m"))


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
        Annotated[float, Gt(0), Unit("m"), Slider(0.01, 5, 0.01), CHECKED_ELSEWHERE, FIXED]
        | Annotated[Sequence[float], Gt(0), Len(2, 2), Unit("m"), Slider(0.01, 5, 0.01), CHECKED_ELSEWHERE, FIXED]
    ) = 1.0
    origin: Corner = (0.0, 0.0)

    def __post_init__(self) -> None:
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
        spacing = vector(
            self.spacing if is_row(self.spacing) else (self.spacing,) * 2,
            "HeightField spacing",
            WorldError,
            size=2,
            unit="m",
        )
        if not (spacing > 0).all():
            raise WorldError(f"HeightField spacing must be positive [m], got {self.spacing!r}")
        origin = vector(self.origin, "HeightField origin", WorldError, size=2, unit="m")
        return np.concatenate((heights.shape[::-1], origin, spacing, heights.ravel()))


@dataclass(frozen=True)
class Block:
    """Solid box: a step, a stone, a wall.

    Args:
        size: Size along its own x, y and z, shape (3,), [m].
        centre: Centre in world axes, shape (3,), [m].
        rotation: Rotation vector of its axes relative to those of the world, shape (3,), [rad].
    """

    size: Annotated[Sequence[float], Gt(0), Len(3, 3), Unit("m"), Slider(0.01, 5, 0.01), CHECKED_ELSEWHERE, FIXED]
    centre: Place = (0.0, 0.0, 0.0)
    rotation: Rotation = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        self.numbers()

    kind = BLOCK
    edged = True

    def numbers(self) -> FloatArray:
        """Rotation, centre and half sizes, shape (15,)."""
        size = vector(self.size, "Block size", WorldError, size=3, unit="m")
        if not (size > 0).all():
            raise WorldError(f"Block size must be positive in all three directions [m], got {self.size!r}")
        rotation_vector = vector(self.rotation, "Block rotation", WorldError, size=3, unit="rad")
        rotation = quat_to_matrix(quat_exp((rotation_vector[0], rotation_vector[1], rotation_vector[2])))
        return np.concatenate((rotation, vector(self.centre, "Block centre", WorldError, size=3, unit="m"), size / 2))


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
        """Centre line and profile, see `signed_distance.revolved_gap`."""
        radius = float(self.radius)
        length = self.length if math.isfinite(self.length) else FAR
        axis = _direction(self.axis, "Pole axis")
        middle = vector(self.point, "Pole point", WorldError, size=3, unit="m")
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
        object.__setattr__(self, "_numbers", self._laid_out())

    kind = REVOLVED
    edged = True

    def numbers(self) -> FloatArray:
        """Centre line and profile, see `signed_distance.revolved_gap`."""
        return self._numbers

    def _laid_out(self) -> FloatArray:
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
        wall = FAR if math.isinf(self.wall) else float(self.wall)
        outer = float(radii.max()) + wall if wall == FAR else None
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
    spacing: Annotated[PositiveLength, CHECKED_ELSEWHERE, FIXED] = 0.02

    def __post_init__(self) -> None:
        solids = instances(self.solids, "Extruded solids", (HullWall, Outline, Post), WorldError)
        object.__setattr__(self, "solids", solids)
        grid = sample_distance(solids, self.lower, self.upper, self.spacing)
        narrow = min((float(np.min(one.pipe.radii)) for one in solids if isinstance(one, HullWall)), default=math.inf)
        if grid.spacing > narrow / RESOLVED * (1 + 1e-9):
            warnings.warn(
                f"a grid spacing of {grid.spacing:g} m is too coarse for a pipe of radius {narrow:g} m; the positions of its "
                f"walls would be inaccurate; write at most spacing={narrow / RESOLVED:.3g}",
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
SURFACES = (Plane, HeightField, Terrain, Block, Pole, Pipe, Extruded)


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
    direction = vector(value, what, WorldError, size=3)
    size = math.hypot(*direction)
    if size < 1e-9:
        raise WorldError(f"{what} must not be zero, got {value!r}; write (0, 0, 1) for up")
    return direction / size


def _revolved(
    line: FloatArray, arc: Sequence[float] | FloatArray, profile: Sequence[tuple[float, float]]
) -> FloatArray:
    points = np.column_stack((line, arc))
    return np.concatenate(([len(line), len(profile)], points.ravel(), np.asarray(profile, dtype=np.float64).ravel()))
