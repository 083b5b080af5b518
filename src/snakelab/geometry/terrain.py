"""Terrain: analytical reliefs, rough ground, boulders, and their sum as a height field."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, get_args

import numpy as np
from annotated_types import Ge, Gt, Le, Len, Lt

from snakelab.errors import WorldError
from snakelab.geometry.distances import HEIGHT_FIELD
from snakelab.geometry.height_maps import (
    Direction,
    Extent,
    Grid,
    Height,
    HeightImage,
    HeightMesh,
    HeightTable,
    Place,
    Summed,
)
from snakelab.parameters.arguments import FloatArray, instances
from snakelab.parameters.declarations import (
    FIXED,
    INFINITE,
    Angle,
    PositiveFraction,
    Seed,
    Slider,
    Unit,
    check_declared,
)

# ----------------------------------------------------------------------------------------------------------------------
# Analytical reliefs: incline, stairs and ripples
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Incline(Summed):
    """Ramp: level up to its foot, then a constant slope.

    z = tan(angle) max(0, s), with s the distance from the foot along the direction, at most `length`.

    Args:
        angle: Angle of the slope; negative for a descent [rad].
        direction: Direction of the slope, from x toward y [rad].
        foot: A point on the line where the slope begins, shape (2,), [m]; None for a slope without a foot, with height
            0 at the origin.
        length: Horizontal length of the slope [m].
    """

    angle: Annotated[float, Gt(-math.pi / 2), Unit("rad"), Slider(-1.5, 1.5, 0.01), FIXED]
    direction: Direction = 0.0
    foot: Place | None = None
    length: Annotated[Extent, INFINITE] = math.inf

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        if self.angle >= math.pi / 2:
            raise WorldError(
                f"Incline angle must be less than pi/2 rad, got {self.angle:g}; a wall is a Block or Stairs"
            )

    def heights(self, grid: Grid) -> FloatArray:
        """Return the heights at the points of a grid, shape (n_y, n_x), [m]."""
        s = _from(grid, self.direction, (0.0, 0.0) if self.foot is None else self.foot)
        s = np.minimum(s, self.length)
        return np.asarray(math.tan(self.angle) * (s if self.foot is None else np.maximum(s, 0.0)))


@dataclass(frozen=True)
class Stairs(Summed):
    """Stairs: equal steps, then level ground. The slope of a riser is limited by the spacing of the terrain: it extends
    over one grid cell.

    Args:
        rise: Height of one step; negative for a descent [m].
        tread: Depth of one step [m].
        steps: Number of steps, at least 1; one is a kerb.
        direction: Direction of the ascent, from x toward y [rad].
        foot: A point on the first riser, shape (2,), [m].
    """

    rise: Height
    tread: Extent = 0.3
    steps: Annotated[int, Ge(1), Le(1_000_000), Slider(1, 20, 1)] = 1
    direction: Direction = 0.0
    foot: Place = (0.0, 0.0)

    def __post_init__(self) -> None:
        check_declared(self, WorldError)

    def heights(self, grid: Grid) -> FloatArray:
        """Return the heights at the points of a grid, shape (n_y, n_x), [m]."""
        climbed = np.floor(_from(grid, self.direction, self.foot) / self.tread + 1 + 1e-9)
        return np.asarray(self.rise * np.clip(climbed, 0, self.steps))


@dataclass(frozen=True)
class Ripples(Summed):
    """Sinusoidal ripples: z = amplitude sin(2 pi s / wavelength + phase), with s the distance along the direction.

    Args:
        amplitude: Amplitude [m].
        wavelength: Wavelength [m].
        direction: Direction perpendicular to the crests, from x toward y [rad].
        phase: Phase at the origin [rad].
    """

    amplitude: Annotated[float, Ge(0), Unit("m"), Slider(0, 0.5, 0.001), FIXED]
    wavelength: Extent
    direction: Direction = 0.0
    phase: Annotated[Angle, FIXED] = 0.0

    def __post_init__(self) -> None:
        check_declared(self, WorldError)

    def heights(self, grid: Grid) -> FloatArray:
        """Return the heights at the points of a grid, shape (n_y, n_x), [m]."""
        s = grid.along(self.direction)
        return np.asarray(self.amplitude * np.sin(2 * math.pi * s / self.wavelength + self.phase))


def _from(grid: Grid, direction: float, foot: Sequence[float]) -> FloatArray:
    """Distance along a direction from a line through a point."""
    return grid.along(direction) - (math.cos(direction) * foot[0] + math.sin(direction) * foot[1])


# ----------------------------------------------------------------------------------------------------------------------
# Rough ground: a random relief of given height, correlation length and roughness, independent of the grid
# ----------------------------------------------------------------------------------------------------------------------

N_WAVES = 1024  # superposed waves of rough ground


@dataclass(frozen=True)
class RoughGround(Summed):
    """Isotropic Gaussian random relief with zero mean, given by its standard deviation and its correlation.

    With a Hurst exponent H, the relief is self-affine below the correlation length l: its spectrum is
    (1 + k^2 l^2)^-(1 + H), and for H = 0.5 the correlation at a distance r is exp(-r / l). Without H it is smooth, with
    the correlation exp(-r^2 / l^2).

    It is the sum of 1024 plane waves with wave vectors drawn from that spectrum, so a seed gives the same ground for
    any size and spacing of the terrain. Details finer than the spacing are lost.

    Args:
        deviation: Standard deviation of the heights, the root mean square roughness [m].
        correlation: Correlation length l [m].
        hurst: H, greater than 0 (rough) and at most 1 (smooth); None for the Gaussian correlation.
        seed: Seed of the random numbers.

    Source: sums of waves, Shinozuka and Jan, Digital Simulation of Random Processes and Its Applications; the spectrum,
    Palasantzas, Roughness Spectrum and Surface Width of Self-Affine Fractal Surfaces via the K-Correlation Model.
    """

    deviation: Annotated[float, Ge(0), Unit("m"), Slider(0, 0.2, 0.001), FIXED]
    correlation: Extent
    hurst: Annotated[PositiveFraction, FIXED] | None = 0.5
    seed: Seed = 0

    def __post_init__(self) -> None:
        check_declared(self, WorldError)

    def heights(self, grid: Grid) -> FloatArray:
        """Return the heights at the points of a grid, shape (n_y, n_x), [m]."""
        kx, ky, phase = self._waves()
        # cos(kx x + ky y + phase) for all points at once, as the real part of a product of two matrices
        along = np.exp(1j * np.outer(kx, grid.x))
        across = np.exp(1j * (np.outer(grid.y, ky) + phase))
        return np.asarray(self.deviation * math.sqrt(2 / N_WAVES) * (across @ along).real)

    def _waves(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Wave vectors [rad/m] and phases [rad]. Magnitudes are stratified, so that few
        waves represent the spectrum, and directions differ by the golden angle, so that they are evenly distributed."""
        random = np.random.default_rng(self.seed)
        fraction = (np.arange(N_WAVES) + random.random(N_WAVES)) / N_WAVES
        if self.hurst is None:
            size = 2 / self.correlation * np.sqrt(-np.log1p(-fraction))
        else:
            size = np.sqrt((1 - fraction) ** (-1 / self.hurst) - 1) / self.correlation
        golden_angle = math.pi * (3 - math.sqrt(5))
        direction = 2 * math.pi * random.random() + golden_angle * np.arange(N_WAVES)
        phase = 2 * math.pi * random.random(N_WAVES)
        return size * np.cos(direction), size * np.sin(direction), phase


# ----------------------------------------------------------------------------------------------------------------------
# Boulders: at least half-buried stones at random positions, which depend on the seed but not on the grid
# ----------------------------------------------------------------------------------------------------------------------

MAX_STONE_SIZE = 1e9  # the square of the size must be finite [m]
MAX_STONES = 100_000


@dataclass(frozen=True)
class Boulders(Summed):
    """Boulders: randomly distributed ellipsoids (a Boolean model). Where stones overlap, the higher one determines the
    height.

    Positions follow a Poisson process, so that n stones per area with a mean visible area A cover the fraction 1 -
    exp(-n A) of the ground. The longest axes d are horizontal with random directions, and ln d is uniformly distributed
    between the two sizes.

    Args:
        smallest: Longest axis of the smallest stones [m].
        largest: Longest axis of the largest stones [m].
        cover: Fraction of the ground that is covered by stones, less than 1 [-].
        elongation: Ratio of the middle axis to the longest axis [-].
        flatness: Ratio of the vertical axis to the longest axis [-].
        buried: Fraction of the height of each stone that is in the ground, from 0.5 (a height field has no overhangs)
            to 1 [-].
        seed: Seed of the random numbers.

    Source: Chiu, Stoyan, Kendall and Mecke, Stochastic Geometry and Its Applications (Boolean model).
    """

    smallest: Extent
    largest: Annotated[Extent, Le(MAX_STONE_SIZE)]
    cover: Annotated[float, Ge(0), Lt(1), Slider(0, 0.9, 0.01), FIXED] = 0.3
    elongation: Annotated[PositiveFraction, FIXED] = 0.75
    flatness: Annotated[PositiveFraction, FIXED] = 0.5
    buried: Annotated[float, Ge(0.5), Le(1), Slider(0.5, 1, 0.01), FIXED] = 0.5
    seed: Seed = 0

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        if self.largest < self.smallest:
            raise WorldError(
                f"Boulders largest must not be less than smallest={self.smallest:g} m, got {self.largest:g}"
            )

    @property
    def density(self) -> float:
        """Expected number of stones per area [1/m^2]."""
        ratio = math.log(self.largest / self.smallest)
        mean_square = (self.largest**2 - self.smallest**2) / (2 * ratio) if ratio > 1e-9 else self.largest**2
        visible = 1 - (2 * self.buried - 1) ** 2
        area = math.pi / 4 * mean_square * self.elongation * visible
        return -math.log1p(-self.cover) / area if area > 0 else 0.0

    def heights(self, grid: Grid) -> FloatArray:
        """Return the heights at the points of a grid, shape (n_y, n_x), [m].

        Raises:
            WorldError: if there would be too many stones.
        """
        low = np.array([grid.x[0], grid.y[0]]) - self.largest
        high = np.array([grid.x[-1], grid.y[-1]]) + self.largest
        expected = self.density * float(np.prod(high - low))
        if expected > MAX_STONES:
            raise WorldError(
                f"Boulders would be about {expected:.0f} stones, at most {MAX_STONES} are supported; make them larger or the "
                f"terrain smaller, or write rough_ground for gravel"
            )
        squares = float(np.prod(high - low + 1))
        if squares > MAX_STONES:
            raise WorldError(
                f"Boulders largest={self.largest:g} m reaches over {squares:.3g} squares of 1 m, at most {MAX_STONES} are "
                f"supported; make the largest stone or the terrain smaller"
            )
        relief = np.zeros((len(grid.y), len(grid.x)))
        first, last = np.floor(low).astype(int), np.floor(high).astype(int)
        for i in range(first[0], last[0] + 1):
            for j in range(first[1], last[1] + 1):
                for stone in self._stones(i, j):
                    self._add_stone(stone, grid, relief)
        return relief

    def _stones(self, i: int, j: int) -> FloatArray:
        """Positions x, y [m], longest axes [m] and angles [rad] of the stones of one square of 1 m, shape (n, 4)."""
        random = np.random.default_rng([self.seed, i + 2**20, j + 2**20])  # a seed must be positive
        n = random.poisson(self.density)
        position, orientation = random.random((n, 2)), math.pi * random.random(n)
        size = self.smallest * (self.largest / self.smallest) ** random.random(n)
        return np.column_stack((np.array([i, j]) + position, size, orientation))

    def _add_stone(self, stone: FloatArray, grid: Grid, heights: FloatArray) -> None:
        """Raise the heights to the top of one stone, in place."""
        x, y, size, orientation = stone
        columns = slice(*np.searchsorted(grid.x, (x - size / 2, x + size / 2)))
        rows = slice(*np.searchsorted(grid.y, (y - size / 2, y + size / 2)))
        dx, dy = grid.x[columns] - x, grid.y[rows, None] - y
        u = (math.cos(orientation) * dx + math.sin(orientation) * dy) / (size / 2)
        v = (math.cos(orientation) * dy - math.sin(orientation) * dx) / (size / 2 * self.elongation)
        half = self.flatness * size / 2
        top = half * (np.sqrt(np.maximum(1 - u * u - v * v, 0.0)) - (2 * self.buried - 1))
        heights[rows, columns] = np.maximum(heights[rows, columns], top)


# ----------------------------------------------------------------------------------------------------------------------
# Terrain: the sum of reliefs on a rectangle, as a height field
# ----------------------------------------------------------------------------------------------------------------------

Relief = Incline | Stairs | Ripples | RoughGround | Boulders | HeightImage | HeightTable | HeightMesh
RELIEFS: tuple[type[Relief], ...] = get_args(Relief)
MAX_POINTS = 4_000_000  # largest number of grid points
MAX_HEIGHT = 1e6  # above, squares and products of heights lose relevant precision [m]


@dataclass(frozen=True)
class Terrain:
    """Terrain: ground whose height is the sum of reliefs on a grid, with bilinear interpolation and constant heights
    outside it; solid below.

    Args:
        relief: One or more of Incline, Stairs, Ripples, RoughGround, Boulders, HeightImage, HeightTable, HeightMesh; also
            their sum, as in Incline(0.2) + Boulders(0.1, 0.2).
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
        spacing = float(self.spacing)
        with np.errstate(over="ignore"):
            counts = np.maximum(np.ceil(size / spacing - 1e-9) + 1, 2)
        if counts.prod() > MAX_POINTS:
            raise WorldError(
                f"Terrain spacing makes {counts.prod():.3g} points, at most {MAX_POINTS} are allowed; "
                f"write spacing={float(np.sqrt(size.prod() / MAX_POINTS)) * 1.1:.2g}"
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
        good = np.abs(heights) <= MAX_HEIGHT
    if not good.all():
        worst = heights[~good][0]
        raise WorldError(
            f"Terrain relief must have heights of at most {MAX_HEIGHT:g} m, got {worst:g}; check the sizes, in m and rad, of "
            f"{relief!r:.200}"
        )
    return heights
