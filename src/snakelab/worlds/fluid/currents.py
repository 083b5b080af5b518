"""Currents: velocity of a fluid: uniform, sheared, pulsating, in a region; or given by a map."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge

from snakelab.errors import WorldError
from snakelab.geometry.surfaces import Pipe
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import Slider, Unit
from snakelab.parameter_declarations.quantities import Angle, Point, PositiveLength, Velocity
from snakelab.types import FloatArray, floats, instance
from snakelab.worlds.fluid.current_numbers import (
    ADDRESS,
    CURRENT_WIDTH,
    EDGE,
    FREQUENCY,
    GRADIENT,
    MAP,
    ORIGIN,
    PHASE,
    PULSATION,
    VELOCITY,
    laid_out,
)
from snakelab.worlds.fluid.region import Region, region_numbers


@dataclass(frozen=True)
class Current:
    """Current v_c(p, t) = velocity + gradient (p - origin) + pulsation sin(angular_frequency t + phase), in world axes.

    Args:
        velocity: Uniform velocity, shape (3,), [m/s].
        gradient: Velocity gradient, shape (3, 3), row i for component i and column j for axis j, [1/s]; its trace is
            zero for incompressible flow.
        origin: Point at which the contribution of the gradient is zero, shape (3,), [m].
        pulsation: Amplitude of a uniform oscillation, shape (3,), [m/s].
        angular_frequency: Angular frequency of the oscillation [rad/s].
        phase: Phase of the oscillation [rad].
        region: Extent of the current: a Region or the inside of a Pipe; None for everywhere.
        edge: Width of the zone inside the boundary of the region in which the current increases from zero [m].
    """

    velocity: Velocity = (0.0, 0.0, 0.0)
    gradient: Sequence[Sequence[float]] | None = None
    origin: Point = (0.0, 0.0, 0.0)
    pulsation: Velocity = (0.0, 0.0, 0.0)
    angular_frequency: Annotated[float, Ge(0), Unit("rad/s"), Slider(0, 10, 0.01)] = 0.0
    phase: Angle = 0.0
    region: Region | Pipe | None = None
    edge: Annotated[PositiveLength, Slider(0.01, 0.5, 0.01)] = 0.05

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        _matrix(self.gradient)
        if self.region is not None:
            instance(self.region, "Current region", (Region, Pipe), WorldError)

    def numbers(self) -> FloatArray:
        """Numbers for the compiled law."""
        head = np.zeros(CURRENT_WIDTH)
        head[VELOCITY : VELOCITY + 3] = self.velocity
        head[GRADIENT : GRADIENT + 9] = _matrix(self.gradient).ravel()
        head[ORIGIN : ORIGIN + 3] = self.origin
        head[PULSATION : PULSATION + 3] = self.pulsation
        head[FREQUENCY], head[PHASE], head[EDGE] = self.angular_frequency, self.phase, self.edge
        return laid_out(head, region_numbers(self.region), np.zeros(0))


@dataclass(frozen=True)
class CurrentMap:
    """Current given on a horizontal grid, with bilinear interpolation and independent of height.

    Args:
        u: Velocity along x, rows along y and columns along x, shape (n_y, n_x), [m/s].
        v: Velocity along y, likewise [m/s].
        origin: x and y of the first point, shape (2,), [m].
        spacing: Spacing [m].

    Outside the grid, the current is that of the nearest edge.
    """

    u: Sequence[Sequence[float]]
    v: Sequence[Sequence[float]]
    origin: Annotated[tuple[float, float], Unit("m"), Slider(-10, 10, 0.1)] = (0.0, 0.0)
    spacing: PositiveLength = 1.0

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        shapes = {key: _rows(getattr(self, key), key).shape for key in ("u", "v")}
        if shapes["u"] != shapes["v"]:
            raise WorldError(f"CurrentMap u and v must be of one shape, got {shapes['u']} and {shapes['v']}")

    def numbers(self) -> FloatArray:
        """Numbers for the compiled law."""
        u, v = _rows(self.u, "u"), _rows(self.v, "v")
        head = np.zeros(CURRENT_WIDTH)
        head[ADDRESS] = MAP
        size = [u.shape[1], u.shape[0], *self.origin, self.spacing]
        return laid_out(head, region_numbers(None), np.concatenate([size, u.ravel(), v.ravel()]))


def _rows(values: object, key: str) -> FloatArray:
    try:
        rows = floats(values)
    except ValueError:
        raise WorldError(f"CurrentMap {key} must be rows of numbers of equal length in m/s, got {values!r}") from None
    if rows.ndim != 2 or min(rows.shape) < 2:
        raise WorldError(f"CurrentMap {key} must be at least 2 rows of 2 numbers in m/s, got shape {rows.shape}")
    if not np.isfinite(rows).all():
        j, i = np.argwhere(~np.isfinite(rows))[0].tolist()
        raise WorldError(f"CurrentMap {key} must be finite numbers in m/s, got {rows[j, i]} in row {j}, column {i}")
    return rows


def _matrix(gradient: object) -> FloatArray:
    if gradient is None:
        return np.zeros((3, 3))
    try:
        matrix = floats(gradient)
    except ValueError:
        matrix = np.zeros(0)
    if matrix.shape != (3, 3) or not np.isfinite(matrix).all():
        raise WorldError(
            f"Current gradient must be three rows of three finite numbers in 1/s, got {gradient!r}; for a stream along "
            f"x that grows "
            "with z write [[0, 0, 0.1], [0, 0, 0], [0, 0, 0]]"
        )
    return matrix
