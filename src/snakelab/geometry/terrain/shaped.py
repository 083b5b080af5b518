"""Analytical reliefs: incline, stairs and ripples."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import WorldError
from snakelab.geometry.terrain.grid import Direction, Extent, Grid, Height, Place
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED, INFINITE, Slider, Unit
from snakelab.parameter_declarations.quantities import Angle
from snakelab.types import FloatArray

MAX_STEPS = 1_000_000


@dataclass(frozen=True)
class Incline:
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
class Stairs:
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
    steps: Annotated[int, Ge(1), Le(MAX_STEPS), Slider(1, 20, 1)] = 1
    direction: Direction = 0.0
    foot: Place = (0.0, 0.0)

    def __post_init__(self) -> None:
        check_declared(self, WorldError)

    def heights(self, grid: Grid) -> FloatArray:
        """Return the heights at the points of a grid, shape (n_y, n_x), [m]."""
        climbed = np.floor(_from(grid, self.direction, self.foot) / self.tread + 1 + 1e-9)
        return np.asarray(self.rise * np.clip(climbed, 0, self.steps))


@dataclass(frozen=True)
class Ripples:
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
