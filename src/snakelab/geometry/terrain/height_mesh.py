"""Heights from a mesh: the highest point of its triangles above each place."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from snakelab.errors import SnakelabWarning, WorldError
from snakelab.geometry.terrain.grid import Grid, place
from snakelab.geometry.terrain.mesh_files import read_triangles
from snakelab.types import FloatArray, label, number

UPRIGHT = 1e-9  # share of a triangle's area, seen from above, below which it is a wall
SAME = 1e-6  # of the mesh's size: heights that count as one


@dataclass(frozen=True)
class HeightMesh:
    """The upper side of a mesh, an STL or OBJ file, as a height field. z of the file is up.

    What lies below something else (overhangs, caves, tables) is lost: a warning tells how much of the ground that is.

    Args:
        path: The file, from the working folder.
        scale: From the file's unit to metres, 0.001 for millimetres [-].
        centre: Where the middle of the mesh's extent in x and y lies, shape (2,), [m].
        floor: Height beside the mesh [m]; None for its lowest corner.
    """

    path: str
    scale: float = 1.0
    centre: Sequence[float] = (0.0, 0.0)
    floor: float | None = None

    def __post_init__(self) -> None:
        label(self.path, "HeightMesh path", WorldError)
        number(self.scale, "HeightMesh scale", WorldError, above=0)
        place(self.centre, "HeightMesh centre")
        if self.floor is not None:
            number(self.floor, "HeightMesh floor", WorldError, unit="m")

    def heights(self, grid: Grid) -> FloatArray:
        """At the points of a grid, shape (n_y, n_x), [m].

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
                f"{high[1] - low[1]:.3g} m; look at its scale and centre, and at the terrain's spacing"
            )
        top = np.full(len(grid.x) * len(grid.y), -np.inf)
        np.maximum.at(top, point, height)
        self._tell_of_overhangs(point, top[point] - height, up, SAME * float(np.ptp(np.stack((low, high)))))
        floor = float(low[2]) if self.floor is None else self.floor
        return np.where(np.isfinite(top), top, floor).reshape(len(grid.y), len(grid.x))

    def _tell_of_overhangs(self, point: np.ndarray, depth: FloatArray, up: np.ndarray, same: float) -> None:
        """Warn where an upper side lies below another one; a mesh that is inside out is turned."""
        if np.count_nonzero(up[depth <= same]) < np.count_nonzero(depth <= same) / 2:
            up = ~up
        hidden = up & (depth > same)
        if hidden.any():
            share = len(np.unique(point[hidden])) / len(np.unique(point))
            warnings.warn(
                f"{self.path} has overhangs: over {100 * share:.2g} % of its ground something lies up to "
                f"{depth[hidden].max():.3g} m below its upper side and is lost; a height field has one height at each place",
                SnakelabWarning,
                stacklevel=3,
            )


def _hits(triangles: FloatArray, grid: Grid) -> tuple[np.ndarray, FloatArray, np.ndarray]:
    """Where vertical lines through the points of a grid meet triangles: which point, how high, and whether from above."""
    points, heights, ups = [], [], []
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    seen = np.abs(normal[:, 2]) > UPRIGHT * np.linalg.norm(normal, axis=1)
    for (a, b, c), n in zip(triangles[seen], normal[seen], strict=True):
        low, high = np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)
        i0, i1 = np.searchsorted(grid.x, (low[0] - 1e-12, high[0] + 1e-12))
        j0, j1 = np.searchsorted(grid.y, (low[1] - 1e-12, high[1] + 1e-12))
        if i0 == i1 or j0 == j1:
            continue
        x, y = grid.x[i0:i1], grid.y[j0:j1, None]
        # signed areas opposite to each corner, as shares of the whole
        u = ((b[0] - x) * (c[1] - y) - (b[1] - y) * (c[0] - x)) / n[2]
        v = ((c[0] - x) * (a[1] - y) - (c[1] - y) * (a[0] - x)) / n[2]
        w = 1 - u - v
        j, i = np.nonzero((u >= -1e-9) & (v >= -1e-9) & (w >= -1e-9))
        points.append((j + j0) * len(grid.x) + i + i0)
        heights.append(u[j, i] * a[2] + v[j, i] * b[2] + w[j, i] * c[2])
        ups.append(np.full(len(j), n[2] > 0))
    if not points:
        return np.zeros(0, int), np.zeros(0), np.zeros(0, bool)
    return np.concatenate(points), np.concatenate(heights), np.concatenate(ups)
