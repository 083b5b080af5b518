"""Heights from a mesh: the highest point of its triangles above each grid point."""

import warnings
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Gt

from snakelab.errors import SnakelabWarning, WorldError
from snakelab.geometry.terrain.grid import Grid, Height, Place
from snakelab.geometry.terrain.mesh_files import read_triangles
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED, Slider
from snakelab.parameter_declarations.quantities import Label
from snakelab.types import FloatArray

UPRIGHT = 1e-9  # ratio of the projected to the full area of a triangle, below which it is a wall
MAX_PAIRS = 50_000_000  # pairs of a triangle and a point possibly below it
BATCH = 1_000_000  # pairs per batch
SAME = 1e-6  # relative tolerance of equal heights, of the size of the mesh


@dataclass(frozen=True)
class HeightMesh:
    """Upper side of a mesh (STL, OBJ, COLLADA or binary glTF file) as a height field; needs the extra `meshes`.

    The z axis of an STL or OBJ file is up; DAE and GLB files state their upward axis. Surfaces below other surfaces
    (overhangs, caves) are lost; a warning states the fraction of the ground that is affected.

    Args:
        path: Path of the file, relative to the working directory.
        scale: Factor from the unit of the file to metres, for example 0.001 for millimetres [-].
        centre: Position of the centre of the mesh in x and y, shape (2,), [m].
        floor: Height around the mesh [m]; None for that of its lowest vertex.
    """

    path: Label
    scale: Annotated[float, Gt(0), Slider(0.001, 10, 0.001), FIXED] = 1.0
    centre: Place = (0.0, 0.0)
    floor: Height | None = None

    def __post_init__(self) -> None:
        check_declared(self, WorldError)

    def heights(self, grid: Grid) -> FloatArray:
        """Return the heights at the points of a grid, shape (n_y, n_x), [m].

        Raises:
            WorldError: if the file cannot be read, or the mesh is above no point of the grid.
        """
        triangles = self.scale * read_triangles(self.path, "HeightMesh path")
        low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
        triangles[..., :2] += np.asarray(self.centre) - (low + high)[:2] / 2
        point, height, up = _hits(triangles, grid)
        if not len(point):
            raise WorldError(
                f"HeightMesh path: no point of the terrain lies below {self.path}, which is {high[0] - low[0]:.3g} by "
                f"{high[1] - low[1]:.3g} m; check its scale and centre, and the spacing of the terrain"
            )
        top = np.full(len(grid.x) * len(grid.y), -np.inf)
        np.maximum.at(top, point, height)
        self._tell_of_overhangs(point, top[point] - height, up, SAME * float(np.ptp(np.stack((low, high)))))
        floor = float(low[2]) if self.floor is None else self.floor
        return np.where(np.isfinite(top), top, floor).reshape(len(grid.y), len(grid.x))

    def _tell_of_overhangs(self, point: np.ndarray, depth: FloatArray, up: np.ndarray, same: float) -> None:
        """Warn if an upper side is below another one; a mesh with inward normals is inverted."""
        if np.count_nonzero(up[depth <= same]) < np.count_nonzero(depth <= same) / 2:
            up = ~up
        hidden = up & (depth > same)
        if hidden.any():
            fraction = len(np.unique(point[hidden])) / len(np.unique(point))
            warnings.warn(
                f"{self.path} has overhangs: over {100 * fraction:.2g} % of its ground there are surfaces up to "
                f"{depth[hidden].max():.3g} m below its upper side, which are lost; a height field has one height at each point",
                SnakelabWarning,
                stacklevel=3,
            )


def _hits(triangles: FloatArray, grid: Grid) -> tuple[np.ndarray, FloatArray, np.ndarray]:
    """Intersections of vertical lines through the points of a grid with triangles: point, height, and True if from above.

    Raises:
        WorldError: if the triangles cover the grid too many times.
    """
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    seen = np.abs(normal[:, 2]) > UPRIGHT * np.linalg.norm(normal, axis=1)
    triangles, normal = triangles[seen], normal[seen]
    low, high = triangles.min(axis=1) - 1e-12, triangles.max(axis=1) + 1e-12
    first = np.stack((np.searchsorted(grid.x, low[:, 0]), np.searchsorted(grid.y, low[:, 1])), axis=1)
    counts = np.stack((np.searchsorted(grid.x, high[:, 0]), np.searchsorted(grid.y, high[:, 1])), axis=1) - first
    pairs = counts.prod(axis=1)  # of a triangle and a point in the rectangle around it
    if pairs.sum() > MAX_PAIRS:
        raise WorldError(
            f"HeightMesh path: the rectangles around the triangles hold {pairs.sum()} points of the terrain; at most "
            f"{MAX_PAIRS} are tested; simplify the mesh, or give the terrain a larger spacing"
        )
    hits = [_hits_of(triangles[part], normal[part], first[part], counts[part], grid) for part in _batches(pairs, BATCH)]
    if not hits:
        return np.zeros(0, int), np.zeros(0), np.zeros(0, bool)
    point, height, up = (np.concatenate(one) for one in zip(*hits, strict=True))
    return point, height, up


def _batches(sizes: np.ndarray, maximum: int) -> list[np.ndarray]:
    """Indices of the positive sizes, in groups with a sum of about `maximum` at most."""
    some = np.flatnonzero(sizes)
    ends = np.flatnonzero(np.diff(np.cumsum(sizes[some]) // maximum)) + 1
    return [part for part in np.split(some, ends) if len(part)]


def _hits_of(
    triangles: FloatArray, normal: FloatArray, first: np.ndarray, counts: np.ndarray, grid: Grid
) -> tuple[np.ndarray, FloatArray, np.ndarray]:
    """Intersections of some triangles, as in `_hits`.

    Args:
        triangles: Corners, shape (n, 3, 3), [m].
        normal: Of any length, shape (n, 3).
        first: Column and row of the first point in the rectangle around each, shape (n, 2).
        counts: Columns and rows of points in it, shape (n, 2).
        grid: The points.
    """
    pairs = counts.prod(axis=1)
    owner = np.repeat(np.arange(len(pairs)), pairs)
    k = np.arange(len(owner)) - np.repeat(np.cumsum(pairs) - pairs, pairs)
    i = first[owner, 0] + k % counts[owner, 0]
    j = first[owner, 1] + k // counts[owner, 0]
    x, y = grid.x[i], grid.y[j]
    a, b, c = (triangles[owner, corner] for corner in range(3))
    # signed areas opposite to each corner, as fractions of the whole
    u = ((b[:, 0] - x) * (c[:, 1] - y) - (b[:, 1] - y) * (c[:, 0] - x)) / normal[owner, 2]
    v = ((c[:, 0] - x) * (a[:, 1] - y) - (c[:, 1] - y) * (a[:, 0] - x)) / normal[owner, 2]
    w = 1 - u - v
    hit = (u >= -1e-9) & (v >= -1e-9) & (w >= -1e-9)
    height = u * a[:, 2] + v * b[:, 2] + w * c[:, 2]
    return (j * len(grid.x) + i)[hit], height[hit], normal[owner[hit], 2] > 0
