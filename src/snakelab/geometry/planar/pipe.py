"""Pipes in a plane, and a hull wall with a pipe."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated

import numpy as np
from annotated_types import Gt
from numpy.typing import NDArray

from snakelab.errors import WorldError
from snakelab.geometry.planar.solids import Outline, polyline
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import CHECKED_ELSEWHERE, FIXED, Choices, Slider, Unit
from snakelab.types import FloatArray, floats

FAR = 1e3  # represents an infinite extent [m]
MEASURES = ("across", "vertical")


@dataclass(frozen=True, eq=False)
class PlanarPipe:
    """Pipe along a polyline. It tapers between points of different radius; two points at the same position form a step.

    Args:
        line: Centre line from the mouth inward, shape (n, 2), n at least 2, [m]. Beyond its end the pipe continues
            straight.
        radii: Half the width at each point, or one value for all [m].
        measured: Direction of the width: "across" the line, or "vertical", along y, so that the vertical opening is
            constant in bends.

    Raises:
        WorldError: if a radius is not positive, points are repeated without a step, or a bend is too sharp for the
            width.
    """

    line: Sequence[Sequence[float]] | FloatArray
    radii: (
        Sequence[float]
        | FloatArray
        | Annotated[float, Gt(0), Unit("m"), Slider(0.01, 1, 0.01), CHECKED_ELSEWHERE, FIXED]
    )
    measured: Annotated[str, Choices(MEASURES)] = "across"

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        line = polyline(self.line, "PlanarPipe line", 2)
        try:
            radii = np.broadcast_to(floats(self.radii), len(line)).copy()
        except (TypeError, ValueError):
            raise WorldError(
                f"PlanarPipe radii must be one number or one for each of the {len(line)} points, got {self.radii!r}"
            ) from None
        if not (np.isfinite(radii) & (radii > 0.0)).all():
            raise WorldError(f"PlanarPipe radii must be positive [m], got {self.radii!r}")
        pieces = np.diff(line, axis=0)
        lengths = np.linalg.norm(pieces, axis=1)
        for i in np.flatnonzero(lengths <= 0.0):
            if radii[i] == radii[i + 1] or i in (0, len(lengths) - 1):
                raise WorldError(
                    f"PlanarPipe line repeats {line[i].tolist()}; only a step has repeated points, with two radii and a segment "
                    "on both sides: line=[..., (x, y), (x, y), ...], radii=[..., r1, r2, ...]"
                )
        object.__setattr__(self, "line", line)
        object.__setattr__(self, "radii", radii)
        self._check_sides(pieces, lengths)

    def _check_sides(self, pieces: FloatArray, lengths: FloatArray) -> None:
        for side in self.sides():
            back = np.sum(np.diff(side, axis=0) * pieces, axis=1) <= 0.0
            for i in np.flatnonzero(back & (lengths > 0.0)):
                raise WorldError(
                    f"PlanarPipe bends too sharply for its width at {np.asarray(self.line)[i].tolist()} or the next point: "
                    "one wall would run backward; move the points apart or make the radius smaller"
                )

    @property
    def directions(self) -> FloatArray:
        """Return the unit vector along each segment, at a step that of the previous segment, shape (n - 1, 2)."""
        pieces = np.diff(np.asarray(self.line), axis=0)
        lengths = np.linalg.norm(pieces, axis=1)
        for i in np.flatnonzero(lengths <= 0.0):
            pieces[i], lengths[i] = pieces[i - 1], lengths[i - 1]
        return pieces / lengths[:, None]

    def sides(self) -> tuple[FloatArray, FloatArray]:
        """Return the left and the right wall, viewed from the mouth inward, each of shape (n, 2), [m]."""
        offset = np.asarray(self.radii)[:, None] * self._across()
        return np.asarray(self.line) + offset, np.asarray(self.line) - offset

    def _across(self) -> FloatArray:
        """Vector from the line to the left wall for unit radius; the bisector at bends."""
        along = self.directions
        before, after = np.vstack((along[:1], along)), np.vstack((along, along[-1:]))
        left = np.stack((-(before + after)[:, 1], (before + after)[:, 0]), axis=1)
        if self.measured == "vertical":
            level = np.abs(along[:, 0]).min()
            if level < 1e-3 or np.ptp(np.sign(along[:, 0])) > 0.0:
                raise WorldError("PlanarPipe measured 'vertical' must be monotonic along x; write measured='across'")
            return np.stack((np.zeros(len(left)), np.full(len(left), np.sign(along[0, 0]))), axis=1)
        # |before + after|^2 / 2 = 1 + cos(angle of the bend), so this lies on both walls
        scale = np.sum(left * left, axis=1, keepdims=True)
        if scale.min() < 1e-6:
            raise WorldError(
                f"PlanarPipe line must not reverse its direction, as at {np.asarray(self.line)[scale.argmin()].tolist()}; "
                "omit that point, or write a bend of several points"
            )
        return 2.0 * left / scale

    def project(self, x: FloatArray, y: FloatArray) -> tuple[NDArray[np.int64], FloatArray]:
        """Return the segment of the line nearest to each point, and the position along it as a fraction; the last
        segment is extended."""
        line, best = np.asarray(self.line), np.full(np.shape(x), np.inf)
        piece: NDArray[np.int64] = np.zeros(np.shape(x), dtype=np.int64)
        fraction: FloatArray = np.zeros(np.shape(x))
        for i, (a, b) in enumerate(pairwise(line)):
            along = b - a
            size = float(along @ along)
            if size <= 0.0:
                continue
            here = np.clip(((x - a[0]) * along[0] + (y - a[1]) * along[1]) / size, 0.0, None)
            here = here if i == len(line) - 2 else np.minimum(here, 1.0)
            away = np.hypot(x - a[0] - here * along[0], y - a[1] - here * along[1])
            nearer = away < best
            best, piece, fraction = (
                np.where(nearer, away, best),
                np.where(nearer, i, piece),
                np.where(nearer, here, fraction),
            )
        return piece, fraction


@dataclass(frozen=True, eq=False)
class HullWall:
    """Solid half plane beyond a straight wall, with a pipe whose mouth opens in the wall.

    The wall is perpendicular to the first segment of the pipe, at the first point of its line.

    Args:
        pipe: The pipe.
    """

    pipe: PlanarPipe

    def __post_init__(self) -> None:
        pipe: object = self.pipe
        if not isinstance(pipe, PlanarPipe):
            raise WorldError(
                f"HullWall pipe must be a PlanarPipe, got {pipe!r}; write HullWall(PlanarPipe(line, radii))"
            )
        object.__setattr__(self, "_outline", self._laid_out())

    solid_outside = True

    @property
    def outline(self) -> Outline:
        """Return the solid: everything outside the water in front of the wall and in the pipe."""
        return self.__dict__["_outline"]

    def drawn(self) -> FloatArray:
        """Return the points of the outline; the last is connected to the first, shape (n, 2), [m]."""
        return np.asarray(self.outline.points)

    def distance(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """Return the signed distance of points, positive in the water, same shape as x and y, [m]."""
        return self.outline.distance(x, y)

    def corners(self) -> FloatArray:
        """Return the edges of the mouth, of steps and of bends, shape (n, 2), [m]."""
        return self.outline.corners()

    def contains(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """Return a mask of the points in the pipe: beyond the mouth and in the water."""
        along, mouth = self.pipe.directions[0], np.asarray(self.pipe.line)[0]
        return ((x - mouth[0]) * along[0] + (y - mouth[1]) * along[1] > 0.0) & (self.distance(x, y) > 0.0)

    def _laid_out(self) -> Outline:
        first, last = self.pipe.directions[0], self.pipe.directions[-1]
        mouth = np.asarray(self.pipe.line)[0]
        left, right = self.pipe.sides()
        across = FAR * np.array([-first[1], first[0]])
        points = [mouth - FAR * first + across, mouth + across, *left, left[-1] + FAR * last]
        points += [right[-1] + FAR * last, *right[::-1], mouth - across, mouth - FAR * first - across]
        return Outline(np.array(points), solid_outside=True)
