"""Region of a fluid or a current: a box with open sides, or the inside of a pipe."""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from snakelab.compiling import kernel
from snakelab.errors import WorldError
from snakelab.geometry.signed_distance import surface_gap
from snakelab.geometry.surfaces import Pipe
from snakelab.parameter_declarations.marks import CHECKED_ELSEWHERE, INFINITE, Slider, Unit
from snakelab.types import FloatArray, is_row, number

EVERYWHERE, BOX, INSIDE = range(3)
# Places of the parameters of a region: its kind; then lower and upper corner of a box, or the kind of a surface and its numbers.
KIND, LOWER, UPPER, SURFACE_KIND, SURFACE = 0, 1, 4, 1, 2

Corner = Annotated[tuple[float, float, float], Unit("m"), Slider(-10, 10, 0.1), INFINITE, CHECKED_ELSEWHERE]


@dataclass(frozen=True)
class Region:
    """Box in world axes, unbounded where a bound is infinite: `Region(upper=(inf, inf, 0))` is the half space below z =
    0.

    Args:
        lower: Smallest x, y, z, shape (3,), [m]; None for unbounded.
        upper: Largest x, y, z, shape (3,), [m]; None for unbounded.
    """

    lower: Corner | None = None
    upper: Corner | None = None

    def __post_init__(self) -> None:
        low, high = self.bounds()
        for axis, minimum, maximum in zip("xyz", low, high, strict=True):
            if not minimum < maximum:
                raise WorldError(f"Region lower must be less than upper, got {axis} from {minimum:g} to {maximum:g} m")

    def bounds(self) -> FloatArray:
        """Return lower and upper corner, shape (2, 3), [m]."""
        return np.array([_corner(self.lower, "lower", -math.inf), _corner(self.upper, "upper", math.inf)])


def _corner(corner: object, key: str, nothing: float) -> list[float]:
    if corner is None:
        return 3 * [nothing]
    if not is_row(corner) or len(corner) != 3:
        raise WorldError(f"Region {key} must be three numbers x, y, z in m, got {corner!r}; write (-5, -inf, -inf)")
    return [
        number(value, f"Region {key} {axis}", WorldError, unit="m", infinite=True)
        for axis, value in zip("xyz", corner, strict=True)
    ]


def region_numbers(region: Region | Pipe | None, surface: float | None = None) -> FloatArray:
    """Numbers for the compiled law; a free surface closes a box at its height."""
    if isinstance(region, Pipe):
        return np.concatenate([[INSIDE, region.kind], region.numbers()])
    if region is None and surface is None:
        return np.array([float(EVERYWHERE)])
    lower, upper = (region or Region()).bounds()
    if surface is not None:
        upper[2] = min(upper[2], surface)
    return np.concatenate([[BOX], lower, upper])


@kernel
def outside(par, a, p):
    """Distance of a point from the region whose numbers begin at a, negative inside [m]; in corners of a box, by its
    nearest face.
    """
    if par[a + KIND] == EVERYWHERE:
        return -1e30
    if par[a + KIND] == INSIDE:
        gap, _ = surface_gap(int(par[a + SURFACE_KIND]), par, a + SURFACE, p)
        return -gap
    far = -1e30
    for i in range(3):
        far = max(far, par[a + LOWER + i] - p[i], p[i] - par[a + UPPER + i])
    return far


@kernel
def boundary(par, a, p):
    """Distance of a point from a bounded region, as `outside`, and the unit normal out of its nearest face, world axes."""
    if par[a + KIND] == INSIDE:
        gap, normal = surface_gap(int(par[a + SURFACE_KIND]), par, a + SURFACE, p)
        return -gap, (-normal[0], -normal[1], -normal[2])
    far, axis, side = -1e30, 2, 1.0
    for i in range(3):
        if par[a + LOWER + i] - p[i] > far:
            far, axis, side = par[a + LOWER + i] - p[i], i, -1.0
        if p[i] - par[a + UPPER + i] > far:
            far, axis, side = p[i] - par[a + UPPER + i], i, 1.0
    return far, (side if axis == 0 else 0.0, side if axis == 1 else 0.0, side if axis == 2 else 0.0)


@kernel
def submerged(distance, radius):
    """Fraction of a disc that is inside a straight boundary, with its centre at `distance` outside [-].

    (acos h - h sqrt(1 - h^2)) / pi with h = distance / radius: a cylinder that lies in a free surface, exactly.
    """
    h = distance / radius
    if h >= 1.0:
        return 0.0
    if h <= -1.0:
        return 1.0
    return (math.acos(h) - h * math.sqrt(1.0 - h * h)) / math.pi
