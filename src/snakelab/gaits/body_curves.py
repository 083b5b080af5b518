"""Curves for a body to follow, and the neutral axis of the body."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from snakelab.errors import GaitError
from snakelab.geometry.rotations import exponential, quat_exp, quat_to_matrix
from snakelab.geometry.spatial import ZERO, add, axis_rotation, mat_mat, mat_vec, scale, twist_add_scaled
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray, floats
from snakelab.parameters.declarations import Length, PositiveLength, check_declared
from snakelab.physics.columns import LINK, MOUNT, axis_of, column_of, offset_of, rotation_of
from snakelab.physics.model import Model
from snakelab.physics.model_tables import invert_part
from snakelab.robots.joints import PRISMATIC, REVOLUTE

if TYPE_CHECKING:
    from scipy.interpolate import CubicSpline


# ----------------------------------------------------------------------------------------------------------------------
# Smooth line through points, parametrised by arc length, and the nearest position on it to a point
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """Cubic spline through points; its parameter is the length of the chords, which is nearly its arc length.

    Attributes:
        spline: Position along the line [m] -> point, shape (..., 3), [m].
        length: Length from end to end [m].
    """

    spline: "CubicSpline"
    length: float

    @staticmethod
    def through(points: FloatArray) -> "Line":
        """Return the line through points, shape (n, 3), [m]."""
        from scipy.interpolate import CubicSpline

        arc = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
        return Line(CubicSpline(arc, points), float(arc[-1]))

    def key(self) -> bytes:
        """Return the coefficients of the spline, which determine the line."""
        return bytes(self.spline.x.tobytes() + self.spline.c.tobytes())

    @cached_property
    def _places(self) -> tuple[FloatArray, FloatArray]:
        """Positions along the line, shape (n,), and their points, shape (n, 3), [m]."""
        places = np.linspace(0, self.length, 256)
        return places, self.spline(places)

    def nearest(self, points: FloatArray, wanted: FloatArray, pull: float) -> FloatArray:
        """Arc length of the position nearest to each point.

        Args:
            points: Shape (n, 3), [m].
            wanted: Desired position of each point along the line, shape (n,), [m]: of two windings, the nearer one is used.
            pull: Weight of (position - wanted)^2 relative to the squared distance, in that choice [-].
        """
        places, there = self._places
        x, y, z = (points[:, i, None] - there[:, i] for i in range(3))
        away = x * x + y * y + z * z
        arc = places[np.argmin(away + pull * (places - wanted[:, None]) ** 2, axis=1)]
        reach = 2 * places[1]
        low, high = np.maximum(arc - reach, 0), np.minimum(arc + reach, self.length)
        for _ in range(6):
            off, slope, bend = points - self.spline(arc), self.spline(arc, 1), self.spline(arc, 2)
            steep = (slope**2).sum(axis=1) - (off * bend).sum(axis=1)
            step = (off * slope).sum(axis=1) / np.maximum(steep, 0.1)  # beyond the centre of curvature: descent only
            arc = np.clip(arc + step, low, high)
        return arc


# ----------------------------------------------------------------------------------------------------------------------
# Curves for a body: a line in space for every phase of a cycle, from the tail to the head
#
# A curve rotates about the body's axis, x, once per cycle, or it travels along that axis. Its phase runs from 0 to 1. A
# rotation is from z toward y, which is the sense of `RollingGait` with a positive frequency.
# ----------------------------------------------------------------------------------------------------------------------

# Points of a curve given by a formula: the error of the spline through them is less than 1e-9 of the radius.
POINTS_PER_CURVE = 201


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
        angle = np.linspace(0, self.length / self.radius, POINTS_PER_CURVE)
        line = self.radius * np.stack([np.sin(angle), np.zeros(POINTS_PER_CURVE), np.cos(angle) - 1], axis=1)
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
        angle = np.linspace(0, self.length / math.hypot(self.radius, rise), POINTS_PER_CURVE)
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
        dense = self._at(np.linspace(0, self.length, 20 * POINTS_PER_CURVE), phase)
        arc = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(dense, axis=0), axis=1))])
        return self._at(np.interp(np.linspace(0, self.length, POINTS_PER_CURVE), arc, dense[:, 0]), phase)

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


# ----------------------------------------------------------------------------------------------------------------------
# Neutral axis of a body: points along it for any shape, in the frame of its tail
# ----------------------------------------------------------------------------------------------------------------------

POINTS_PER_LINK = 4  # of a rigid link; a soft section has one at every step
DIFFERENCE_STEP = 1e-6  # half width of the differences over coordinates [m or rad]
# Number of coordinates of the pose of the tail: position, and y and z of its rotation vector. It does not roll.
N_POSE = 5


@dataclass(frozen=True)
class NeutralAxis:
    """The axis of a model's body, sampled.

    Attributes:
        parts: The model's table of parts, from the tail.
        fractions: Fraction of the straight body behind each point, from 0 to 1, shape (n,), [-].
        length: Of the straight body [m].
    """

    parts: np.ndarray
    fractions: FloatArray
    length: float

    @staticmethod
    def of(model: Model) -> "NeutralAxis":
        """The axis of a model's body."""
        if model.arrays.rods is not None:
            raise GaitError(
                f"a curve cannot be fitted to robot {model.robot.name!r}: it has rods, whose coordinates are no joints; "
                "write a TableGait of them"
            )
        parts = tail_first(model)
        pieces = [
            np.full(POINTS_PER_LINK if part["kind"] == LINK else part["n_steps"], part["length"])
            for part in parts
            if part["n_stations"] > 0
        ]
        arc = np.cumsum(np.concatenate([[0.0], *(piece / len(piece) for piece in pieces)]))
        return NeutralAxis(parts, arc / arc[-1], float(arc[-1]))

    def placed(self, x: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Points and their derivatives.

        Args:
            x: Position of the tail (3), y and z of its rotation vector (2), then the coordinates; shape (5 + nv,).

        Returns:
            Points, shape (n, 3), [m], and their derivative with respect to x, shape (n, 3, 5 + nv).
        """
        q = x[N_POSE:]
        nv, n = len(q), len(self.fractions)
        steps = DIFFERENCE_STEP * np.eye(nv)
        shapes = np.concatenate([q[None], q + steps, q - steps])
        points = np.zeros((len(shapes), n, 3))
        axis_points(self.parts, shapes, points)
        points = points @ tail_rotation(x).T
        derivative = np.zeros((n, 3, N_POSE + nv))
        derivative[:, :, :3] = np.eye(3)
        body = points[0] @ tail_rotation(x)
        for k in (3, 4):
            step = DIFFERENCE_STEP * np.eye(len(x))[k]
            derivative[:, :, k] = body @ (tail_rotation(x + step) - tail_rotation(x - step)).T / (2 * DIFFERENCE_STEP)
        derivative[:, :, N_POSE:] = np.moveaxis(points[1 : nv + 1] - points[nv + 1 :], 0, 2) / (2 * DIFFERENCE_STEP)
        return x[:3] + points[0], derivative


def tail_first(model: Model) -> np.ndarray:
    """The model's table of parts from the tail to the head; indices of coordinates are unchanged."""
    if not model.robot.from_head:
        return model.parts
    parts = model.parts[::-1].copy()
    for part in parts:
        invert_part(part)
    return parts


def tail_rotation(x: FloatArray) -> FloatArray:
    """Rotation of the tail by its rotation vector (0, x[3], x[4]), shape (3, 3)."""
    return np.array(quat_to_matrix(quat_exp((0.0, float(x[3]), float(x[4]))))).reshape(3, 3)


@kernel
def axis_points(parts, shapes, out):
    """Fill the points of the axis, shape (shapes, n, 3), of each row of coordinates: the tail's, then those of every part."""
    for m in range(len(shapes)):
        q = shapes[m]
        r = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
        p = (0.0, 0.0, 0.0)
        n = 1
        out[m, 0, 0], out[m, 0, 1], out[m, 0, 2] = p
        for i in range(len(parts)):
            part = parts[i]
            if part.kind == REVOLUTE:
                r = mat_mat(r, axis_rotation(axis_of(parts, i), q[part.coordinate]))
            elif part.kind == PRISMATIC:
                p = add(p, mat_vec(r, scale(q[part.coordinate], axis_of(parts, i))))
            elif part.kind == MOUNT:
                p = add(p, mat_vec(r, offset_of(parts, i)))
                r = mat_mat(r, rotation_of(parts, i))
            else:
                steps = POINTS_PER_LINK if part.kind == LINK else part.n_steps
                x = ((part.length / steps, 0.0, 0.0), ZERO)
                for k in range(part.n_coordinates):
                    x = twist_add_scaled(x, q[part.coordinate + k] / steps, column_of(parts, i, k))
                rotation, step = exponential(x)
                for _ in range(steps):
                    p = add(p, mat_vec(r, step))
                    r = mat_mat(r, rotation)
                    if part.n_stations > 0:
                        out[m, n, 0], out[m, n, 1], out[m, n, 2] = p
                        n += 1
