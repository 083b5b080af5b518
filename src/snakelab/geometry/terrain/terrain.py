"""Terrain: the sum of reliefs on a rectangle, as a height field."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from annotated_types import Gt, Len

from snakelab.errors import WorldError
from snakelab.geometry.signed_distance import HEIGHT_FIELD
from snakelab.geometry.terrain.boulders import Boulders
from snakelab.geometry.terrain.grid import Extent, Grid, Place
from snakelab.geometry.terrain.height_image import HeightImage
from snakelab.geometry.terrain.height_mesh import HeightMesh
from snakelab.geometry.terrain.height_table import HeightTable
from snakelab.geometry.terrain.rough_ground import RoughGround
from snakelab.geometry.terrain.shaped import Incline, Ripples, Stairs
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED, Slider, Unit
from snakelab.types import FloatArray, instances

Relief = Incline | Stairs | Ripples | RoughGround | Boulders | HeightImage | HeightTable | HeightMesh
RELIEFS = (Incline, Stairs, Ripples, RoughGround, Boulders, HeightImage, HeightTable, HeightMesh)
MOST = 4_000_000  # points
HIGHEST = 1e6  # [m]; above, squares and products of heights lose relevant precision


@dataclass(frozen=True)
class Terrain:
    """Terrain: ground whose height is the sum of reliefs on a grid, with bilinear interpolation and constant heights
    outside it; solid below.

    Args:
        relief: One or more of Incline, Stairs, Ripples, RoughGround, Boulders, HeightImage, HeightTable, HeightMesh.
        size: Size along x and y, shape (2,), [m].
        spacing: Spacing of the grid [m].
        centre: Centre of the ground, shape (2,), [m].

    Raises:
        WorldError: if there are too many points, or a relief is impossible.
    """

    relief: Relief | Sequence[Relief]
    size: Annotated[Sequence[float], Gt(0), Len(2, 2), Unit("m"), Slider(0.1, 20, 0.1), FIXED]
    spacing: Annotated[Extent, Slider(0.005, 0.5, 0.005)] = 0.05
    centre: Place = (0.0, 0.0)
    _numbers: FloatArray = field(init=False, repr=False, compare=False, default_factory=lambda: np.zeros(0))

    kind = HEIGHT_FIELD
    edged = False

    def __post_init__(self) -> None:
        relief = instances(self.relief, "Terrain relief", RELIEFS, WorldError)  # type: ignore[arg-type]
        object.__setattr__(self, "relief", relief)
        check_declared(self, WorldError)
        size = np.asarray(self.size, dtype=np.float64)
        if not (size > 0).all():
            raise WorldError(f"Terrain size must be positive along x and y [m], got {self.size!r}")
        spacing = float(self.spacing)
        with np.errstate(over="ignore"):
            counts = np.maximum(np.ceil(size / spacing - 1e-9) + 1, 2)
        if counts.prod() > MOST:
            raise WorldError(
                f"Terrain spacing makes {counts.prod():.3g} points, at most {MOST} are allowed; "
                f"write spacing={float(np.sqrt(size.prod() / MOST)) * 1.1:.2g}"
            )
        first = np.asarray(self.centre, dtype=np.float64) - spacing * (counts - 1) / 2
        x, y = (start + spacing * np.arange(int(count)) for start, count in zip(first, counts, strict=True))
        heights = sum((_heights(one, Grid(x, y)) for one in relief), np.zeros((len(y), len(x))))
        object.__setattr__(self, "_numbers", np.concatenate((counts, first, [spacing, spacing], heights.ravel())))

    @property
    def heights(self) -> FloatArray:
        """Heights, rows along y and columns along x, shape (n_y, n_x), [m]."""
        return self._numbers[6:].reshape(int(self._numbers[1]), int(self._numbers[0]))

    @property
    def origin(self) -> tuple[float, float]:
        """x and y of the first point [m]."""
        return float(self._numbers[2]), float(self._numbers[3])

    def numbers(self) -> FloatArray:
        """Return counts, origin, spacings and heights in one array, as for a `HeightField`."""
        return self._numbers


def _heights(relief: Relief, grid: Grid) -> FloatArray:
    """Heights of one relief, shape (n_y, n_x), [m].

    Raises:
        WorldError: if they are invalid or too large.
    """
    with np.errstate(all="ignore"):  # reported below
        heights = relief.heights(grid)
        good = np.abs(heights) <= HIGHEST
    if not good.all():
        worst = heights[~good][0]
        raise WorldError(
            f"Terrain relief must have heights of at most {HIGHEST:g} m, got {worst:g}; check the sizes, in m and rad, of "
            f"{relief!r:.200}"
        )
    return heights
