"""Reliefs by formula: an incline, stairs and ripples."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from snakelab.errors import WorldError
from snakelab.geometry.terrain.grid import Grid, place
from snakelab.types import FloatArray, count, number

MOST_STEPS = 1_000_000


@dataclass(frozen=True)
class Incline:
    """A ramp: level up to its foot, then steadily up.

    z = tan(angle) max(0, s), with s the way from the foot along the direction, at most `length`.

    Args:
        angle: Of the slope; negative goes down [rad].
        direction: In which it rises, from x toward y [rad].
        foot: A point of the line where it begins, shape (2,), [m]; None for a slope without a foot, 0 at the origin.
        length: Over which it rises, measured on the level [m].
    """

    angle: float
    direction: float = 0.0
    foot: Sequence[float] | None = None
    length: float = math.inf

    def __post_init__(self) -> None:
        number(self.angle, "Incline angle", WorldError, above=-math.pi / 2, unit="rad")
        if self.angle >= math.pi / 2:
            raise WorldError(
                f"Incline angle must be less than pi/2 rad, got {self.angle:g}; a wall is a Block or Stairs"
            )
        number(self.direction, "Incline direction", WorldError, unit="rad")
        if self.foot is not None:
            place(self.foot, "Incline foot")
        number(self.length, "Incline length", WorldError, above=0, unit="m", infinite=True)

    def heights(self, grid: Grid) -> FloatArray:
        """At the points of a grid, shape (n_y, n_x), [m]."""
        s = _from(grid, self.direction, (0.0, 0.0) if self.foot is None else self.foot)
        s = np.minimum(s, self.length)
        return np.asarray(math.tan(self.angle) * (s if self.foot is None else np.maximum(s, 0.0)))


@dataclass(frozen=True)
class Stairs:
    """Steps of one size, then level. Each riser is as steep as the spacing of the terrain allows: one column.

    Args:
        rise: Of one step; negative goes down [m].
        tread: Of one step [m].
        steps: How many, at least 1; one is a kerb.
        direction: In which they rise, from x toward y [rad].
        foot: A point of the first riser, shape (2,), [m].
    """

    rise: float
    tread: float = 0.3
    steps: int = 1
    direction: float = 0.0
    foot: Sequence[float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        number(self.rise, "Stairs rise", WorldError, unit="m")
        number(self.tread, "Stairs tread", WorldError, above=0, unit="m")
        count(self.steps, "Stairs steps", WorldError, least=1, most=MOST_STEPS)
        number(self.direction, "Stairs direction", WorldError, unit="rad")
        place(self.foot, "Stairs foot")

    def heights(self, grid: Grid) -> FloatArray:
        """At the points of a grid, shape (n_y, n_x), [m]."""
        climbed = np.floor(_from(grid, self.direction, self.foot) / self.tread + 1 + 1e-9)
        return np.asarray(self.rise * np.clip(climbed, 0, self.steps))


@dataclass(frozen=True)
class Ripples:
    """A sine: z = amplitude sin(2 pi s / wavelength + phase), with s the way along the direction.

    Args:
        amplitude: [m].
        wavelength: [m].
        direction: Across the crests, from x toward y [rad].
        phase: At the origin [rad].
    """

    amplitude: float
    wavelength: float
    direction: float = 0.0
    phase: float = 0.0

    def __post_init__(self) -> None:
        number(self.amplitude, "Ripples amplitude", WorldError, least=0, unit="m")
        number(self.wavelength, "Ripples wavelength", WorldError, above=0, unit="m")
        number(self.direction, "Ripples direction", WorldError, unit="rad")
        number(self.phase, "Ripples phase", WorldError, unit="rad")

    def heights(self, grid: Grid) -> FloatArray:
        """At the points of a grid, shape (n_y, n_x), [m]."""
        s = grid.along(self.direction)
        return np.asarray(self.amplitude * np.sin(2 * math.pi * s / self.wavelength + self.phase))


def _from(grid: Grid, direction: float, foot: Sequence[float]) -> FloatArray:
    """Way along a direction from a line through a point."""
    return grid.along(direction) - (math.cos(direction) * foot[0] + math.sin(direction) * foot[1])
