"""Currents in a planar world: the same everywhere, or in a pipe."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from snakelab.errors import WorldError
from snakelab.geometry.planar.pipe import HullWall
from snakelab.types import FloatArray, choice, floats, vector

DIRECTIONS = ("pipe", "x")


@dataclass(frozen=True)
class UniformCurrent:
    """The same velocity everywhere.

    Args:
        velocity: Shape (2,), [m/s].
    """

    velocity: Sequence[float]

    def __post_init__(self) -> None:
        vector(self.velocity, "UniformCurrent velocity", WorldError, size=2, unit="m/s")

    def at(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """Velocity of the water, shape (..., 2), [m/s]."""
        return np.broadcast_to(np.asarray(self.velocity, dtype=np.float64), (*np.shape(x), 2))


@dataclass(frozen=True, eq=False)
class PipeCurrent:
    """A current in a pipe only, nil outside it.

    Args:
        hull: The wall with the pipe.
        speeds: At each point of the pipe's line, or one for all, [m/s]: linear in between, constant beyond the end.
            Positive flows inward, from the mouth.
        direction: "pipe": along the line; "x": along the world's x, to the side that the line runs to.

    Raises:
        WorldError: if there is not one speed for each point.
    """

    hull: HullWall
    speeds: Sequence[float] | float
    direction: str = "pipe"

    def __post_init__(self) -> None:
        hull: object = self.hull
        if not isinstance(hull, HullWall):
            raise WorldError(f"PipeCurrent hull must be a HullWall, got {hull!r}")
        choice(self.direction, "PipeCurrent direction", DIRECTIONS, WorldError)
        n = len(self.hull.pipe.line)
        try:
            speeds = np.broadcast_to(floats(self.speeds), n)
        except (TypeError, ValueError):
            speeds = np.full(n, np.nan)
        if not np.isfinite(speeds).all():
            raise WorldError(
                f"PipeCurrent speeds must be one number or one for each of the {n} points of the pipe [m/s], "
                f"got {self.speeds!r}"
            )
        object.__setattr__(self, "speeds", speeds)

    def at(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """Velocity of the water, shape (..., 2), [m/s]."""
        piece, fraction = self.hull.pipe.project(x, y)
        speeds = np.asarray(self.speeds)
        speed = speeds[piece] + np.minimum(fraction, 1.0) * (speeds[piece + 1] - speeds[piece])
        along = self.hull.pipe.directions[piece]
        if self.direction == "x":
            along = np.stack((np.sign(along[..., 0]), np.zeros(np.shape(x))), axis=-1)
        flows = self.hull.contains(x, y)
        return np.where(flows[..., None], speed[..., None] * along, 0.0)


Current = UniformCurrent | PipeCurrent
