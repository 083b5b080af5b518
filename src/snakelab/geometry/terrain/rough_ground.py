"""Rough ground: a random relief of given height, correlation length and roughness, independent of the grid."""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge

from snakelab.errors import WorldError
from snakelab.geometry.terrain.grid import Extent, Grid
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED, Slider, Unit
from snakelab.parameter_declarations.quantities import PositiveFraction, Seed
from snakelab.types import FloatArray

MODES = 1024  # number of superposed waves
GOLDEN = math.pi * (3 - math.sqrt(5))  # golden angle: successive directions are evenly distributed for any number [rad]


@dataclass(frozen=True)
class RoughGround:
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
        return np.asarray(self.deviation * math.sqrt(2 / MODES) * (across @ along).real)

    def _waves(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Wave vectors [rad/m] and phases [rad]. Magnitudes are stratified, so that few
        waves represent the spectrum, and directions differ by the golden angle, so that they are evenly distributed."""
        random = np.random.default_rng(self.seed)
        fraction = (np.arange(MODES) + random.random(MODES)) / MODES
        if self.hurst is None:
            size = 2 / self.correlation * np.sqrt(-np.log1p(-fraction))
        else:
            size = np.sqrt((1 - fraction) ** (-1 / self.hurst) - 1) / self.correlation
        direction = 2 * math.pi * random.random() + GOLDEN * np.arange(MODES)
        phase = 2 * math.pi * random.random(MODES)
        return size * np.cos(direction), size * np.sin(direction), phase
