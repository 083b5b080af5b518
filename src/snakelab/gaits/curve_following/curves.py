"""Curves for a body: a line in space for every phase of a cycle, from the tail to the head.

A curve rotates about the body's axis, x, once per cycle, or it travels along that axis. Its phase runs from 0 to 1. A
rotation is from z toward y, which is the sense of `RollingGait` with a positive frequency.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from snakelab.errors import GaitError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.quantities import Length, PositiveLength
from snakelab.types import FloatArray, floats

# Points of a curve given by a formula: the error of the spline through them is less than 1e-9 of the radius.
N_POINTS = 201


@dataclass(frozen=True)
class CircularArc:
    """Circular arc that starts at the origin along x and bends toward -z at phase 0. Rotated once per cycle, it gives
    planar rolling.

    Args:
        radius: Radius of the circle [m].
        length: Length along the arc, which is that of the body [m].

    Source: planar rolling of Arachchige et al., Dynamic Modeling and Validation of Soft Robotic Snake Locomotion, 2023.
    """

    radius: PositiveLength
    length: PositiveLength

    def __post_init__(self) -> None:
        check_declared(self, GaitError)

    def points(self, phase: float) -> FloatArray:
        """Return the arc at a phase, shape (n, 3), [m]."""
        angle = np.linspace(0, self.length / self.radius, N_POINTS)
        line = self.radius * np.stack([np.sin(angle), np.zeros(N_POINTS), np.cos(angle) - 1], axis=1)
        return turned(line, phase)


@dataclass(frozen=True)
class Helix:
    """Helix about x, which starts at (0, radius, 0) at phase 0. Rotated once per cycle, it gives spatial rolling and
    pole climbing.

    Args:
        radius: Distance of the body axis from x [m]; around a pole, the radius of the pole plus that of the body.
        pitch: Advance along x per turn [m]; positive for a right-handed helix.
        length: Length along the helix, which is that of the body [m].

    Curvature is radius / (radius^2 + h^2) and torsion h / (radius^2 + h^2), h = pitch / 2 pi. In body axes, the bending
    plane rotates with the torsion: the equivalent `section_lag` of RollingGait is about -torsion times the length of a
    section.
    """

    radius: PositiveLength
    pitch: Length
    length: PositiveLength

    def __post_init__(self) -> None:
        check_declared(self, GaitError)

    def points(self, phase: float) -> FloatArray:
        """Return the helix at a phase, shape (n, 3), [m]."""
        rise = self.pitch / (2 * math.pi)
        hand = math.copysign(1.0, self.pitch)
        angle = np.linspace(0, self.length / math.hypot(self.radius, rise), N_POINTS)
        line = np.stack([abs(rise) * angle, self.radius * np.cos(angle), hand * self.radius * np.sin(angle)], axis=1)
        return turned(line, phase)


@dataclass(frozen=True)
class EllipticWave:
    """Lateral and vertical waves with a phase difference of a quarter: y = width sin a, z = height cos a, a = 2 pi
    (x / wavelength + phase).

    The waves travel to the tail. The ground supports the low points, where the body moves toward -y, so the robot
    sidewinds toward y. With a negative height it moves toward -y; with zero height it does not move.

    Args:
        width: Amplitude along y [m].
        height: Amplitude along z [m]; 0 for a planar wave.
        wavelength: Wavelength along x [m].
        length: Length along the curve, which is that of the body [m].
    """

    width: Length
    height: Length
    wavelength: PositiveLength
    length: PositiveLength

    def __post_init__(self) -> None:
        check_declared(self, GaitError)

    def points(self, phase: float) -> FloatArray:
        """Return the wave at a phase, shape (n, 3), [m]."""
        dense = self._at(np.linspace(0, self.length, 20 * N_POINTS), phase)
        arc = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(dense, axis=0), axis=1))])
        return self._at(np.interp(np.linspace(0, self.length, N_POINTS), arc, dense[:, 0]), phase)

    def _at(self, x: FloatArray, phase: float) -> FloatArray:
        a = 2 * math.pi * (x / self.wavelength + phase)
        return np.stack([x, self.width * np.sin(a), self.height * np.cos(a)], axis=1)


@dataclass(frozen=True)
class DrawnCurve:
    """Curve through user-defined points, rotated about x once per cycle.

    Args:
        line: Points from the tail to the head, interpolated by a cubic spline, shape (n, 3), n at least 4, [m].
    """

    line: Sequence[Sequence[float]] | FloatArray

    def __post_init__(self) -> None:
        checked_points(self.line, "DrawnCurve line")

    def points(self, phase: float) -> FloatArray:
        """Return the points at a phase, shape (n, 3), [m]."""
        return turned(checked_points(self.line, "DrawnCurve line"), phase)


@dataclass(frozen=True)
class FunctionCurve:
    """Curve by a user-defined function.

    Args:
        function: Function of the phase, 0 to 1, that returns points from the tail to the head, shape (n, 3), n at least
            4, [m]; equal at 0 and 1.
    """

    function: Callable[[float], npt.ArrayLike]

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise GaitError(f"FunctionCurve function must take a phase and return points, got {self.function!r}")

    def points(self, phase: float) -> FloatArray:
        """Return the values of the function at a phase, shape (n, 3), [m]."""
        return checked_points(self.function(phase), f"FunctionCurve function at phase {phase:g}")


Curve = CircularArc | Helix | EllipticWave | DrawnCurve | FunctionCurve


def turned(line: FloatArray, phase: float) -> FloatArray:
    """Rotate points about x by the phase, from z toward y."""
    c, s = math.cos(2 * math.pi * phase), math.sin(2 * math.pi * phase)
    return line @ np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def checked_points(value: npt.ArrayLike, name: str) -> FloatArray:
    """Return points in a row, shape (n, 3), or raise a GaitError with the required form."""
    try:
        points = floats(value)
    except ValueError:
        raise GaitError(f"{name} must be points (x, y, z) [m], got {value!r}") from None
    if points.ndim != 2 or points.shape[1] != 3 or len(points) < 4:
        raise GaitError(f"{name} must be at least 4 points (x, y, z) [m], got shape {points.shape}")
    if not np.isfinite(points).all():
        raise GaitError(f"{name} must be finite points, got {points[~np.isfinite(points).all(axis=1)][0]}")
    if not (np.linalg.norm(np.diff(points, axis=0), axis=1) > 0).all():
        raise GaitError(f"{name} must not contain the same point twice in a row")
    return points
