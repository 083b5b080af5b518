"""Solids in a plane: outlines, posts, pipes and a hull wall, and their signed distance on a grid."""

import math
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Any, Protocol

import numpy as np
from annotated_types import Gt, Len
from numpy.typing import NDArray

from snakelab.errors import WorldError
from snakelab.geometry.rotations import bilinear
from snakelab.parameters.arguments import FloatArray, floats, number, vector
from snakelab.parameters.declarations import (
    CHECKED_ELSEWHERE,
    FIXED,
    Choices,
    Radius,
    Slider,
    Unit,
    check_declared,
    true_or_false,
)

# ----------------------------------------------------------------------------------------------------------------------
# Plane solids: outlines and posts, with signed distance and sharp corners
# ----------------------------------------------------------------------------------------------------------------------

TILE = 64  # points of a grid along each side of a tile: fewer take more calls, more have more edges near


@dataclass(frozen=True, eq=False)
class Outline:
    """Solid bounded by a closed polygon: a block, a wall, or everything outside a free region.

    Args:
        points: Corners in clockwise or counter-clockwise order; the last is connected to the first, shape (n, 2), [m].
        solid_outside: True if the solid is outside the polygon.

    Raises:
        WorldError: if there are fewer than three different points, or they enclose no area.
    """

    points: Sequence[Sequence[float]] | FloatArray
    solid_outside: bool = False

    def __post_init__(self) -> None:
        true_or_false("Outline solid_outside", WorldError, self.solid_outside)
        points = polyline(self.points, "Outline points", 3)
        keep = np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1) > 0.0
        points = points[keep]
        if len(points) < 3 or abs(_area(points)) <= 0.0:
            raise WorldError(f"Outline points must be three or more that span an area [m], got {self.points!r}")
        if _area(points) < 0.0:
            points = points[::-1]
        object.__setattr__(self, "points", points)

    def drawn(self) -> FloatArray:
        """Return the points of the outline; the last is connected to the first, shape (n, 2), [m]."""
        return np.asarray(self.points)

    def distance(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """Return the signed distance of points from the solid, positive outside it, same shape as x and y, [m].

        Points of a grid are taken in tiles: of most tiles only a few edges can be the nearest or pass beside.
        """
        x, y = np.broadcast_arrays(np.asarray(x, dtype=float), np.asarray(y, dtype=float))
        corners = np.asarray(self.points)
        edges = np.hstack((np.roll(corners, 1, axis=0), corners))
        if x.ndim != 2:
            return self._distance(x, y, edges, edges)
        out = np.empty(x.shape)
        for i in range(0, x.shape[0], TILE):
            for j in range(0, x.shape[1], TILE):
                tile = slice(i, i + TILE), slice(j, j + TILE)
                out[tile] = self._distance(x[tile], y[tile], *_edges_near(x[tile], y[tile], edges))
        return out

    def _distance(self, x: FloatArray, y: FloatArray, near: FloatArray, beside: FloatArray) -> FloatArray:
        """Signed distance of points [m].

        Args:
            x: Shape (...), [m].
            y: The same.
            near: Edges of which one is the nearest, rows x0, y0, x1, y1 [m].
            beside: Edges that rays along x can cross.
        """
        best = np.full(np.shape(x), np.inf)
        inside = np.zeros(np.shape(x), dtype=bool)
        for x0, y0, x1, y1 in near:
            best = np.minimum(best, _distances_from_edges(x, y, x0, y0, x1 - x0, y1 - y0))
        for x0, y0, x1, y1 in beside:
            if y0 != y1:
                inside ^= ((y0 > y) != (y1 > y)) & (x < x0 + (y - y0) * (x1 - x0) / (y1 - y0))
        return np.where(inside != self.solid_outside, -best, best)

    def corners(self) -> FloatArray:
        """Return the convex corners of the solid, shape (n, 2), [m]."""
        points = np.asarray(self.points)
        into, out = points - np.roll(points, 1, axis=0), np.roll(points, -1, axis=0) - points
        angle = np.arctan2(into[:, 0] * out[:, 1] - into[:, 1] * out[:, 0], np.sum(into * out, axis=1))
        return points[(-angle if self.solid_outside else angle) > math.radians(5)]  # a smaller angle is part of a curve


def _distances_from_edges(x: Any, y: Any, x0: Any, y0: Any, ex: Any, ey: Any) -> Any:
    """Distance of points (x, y) from edges that begin at (x0, y0) and extend by (ex, ey) [m]."""
    fraction = np.clip(((x - x0) * ex + (y - y0) * ey) / (ex * ex + ey * ey), 0.0, 1.0)
    return np.hypot(x - x0 - fraction * ex, y - y0 - fraction * ey)


def _edges_near(x: FloatArray, y: FloatArray, edges: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Edges that can be the nearest to one of some points, and those that a ray along x from one can cross, in their order."""
    low, high = (np.array([take(x), take(y)]) for take in (np.min, np.max))
    if not np.isfinite([low, high]).all():
        return edges, edges
    centre, reach = (low + high) / 2, math.hypot(*(high - low)) / 2
    x0, y0, x1, y1 = edges.T
    far = _distances_from_edges(centre[0], centre[1], x0, y0, x1 - x0, y1 - y0)
    # a distance changes by at most the reach on the way from the centre to a point; the rest is for rounding
    near = far <= far.min() + 2 * reach + 1e-9 * (1 + np.abs(edges).max())
    beside = (np.minimum(y0, y1) <= high[1]) & (np.maximum(y0, y1) >= low[1]) & (np.maximum(x0, x1) >= low[0])
    return edges[near], edges[beside]


@dataclass(frozen=True)
class Post:
    """Round post.

    Args:
        centre: Shape (2,), [m].
        radius: Radius [m].
    """

    centre: Annotated[Sequence[float], Len(2, 2), Unit("m"), Slider(-5, 5, 0.01)]
    radius: Annotated[Radius, FIXED]

    def __post_init__(self) -> None:
        check_declared(self, WorldError)

    solid_outside = False

    def drawn(self) -> FloatArray:
        """Return points around the post; the last is connected to the first, shape (n, 2), [m]."""
        angles = 2 * math.pi * np.arange(48) / 48
        return np.asarray(self.centre) + self.radius * np.stack((np.cos(angles), np.sin(angles)), axis=1)

    def distance(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """Return the signed distance of points, positive outside the post, same shape as x and y, [m]."""
        return np.hypot(x - self.centre[0], y - self.centre[1]) - self.radius

    def corners(self) -> FloatArray:
        """None."""
        return np.zeros((0, 2))


def polyline(points: object, name: str, minimum: int) -> FloatArray:
    """Return points as an array of shape (n, 2); raise WorldError if they are invalid."""
    try:
        array = floats(points)
    except ValueError:
        array = np.zeros(0)
    if array.ndim != 2 or array.shape[1] != 2 or len(array) < minimum or not np.isfinite(array).all():
        raise WorldError(f"{name} must be at least {minimum} finite points (x, y) [m], got {points!r}")
    return array


def _area(points: FloatArray) -> float:
    x, y = points.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2.0


# ----------------------------------------------------------------------------------------------------------------------
# Pipes in a plane, and a hull wall with a pipe
# ----------------------------------------------------------------------------------------------------------------------


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
    measured: Annotated[str, Choices(("across", "vertical"))] = "across"

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
        object.__setattr__(self, "_outline", self._water_outline())

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

    def _water_outline(self) -> Outline:
        far = 1e3  # represents an infinite extent [m]
        first, last = self.pipe.directions[0], self.pipe.directions[-1]
        mouth = np.asarray(self.pipe.line)[0]
        left, right = self.pipe.sides()
        across = far * np.array([-first[1], first[0]])
        points = [mouth - far * first + across, mouth + across, *left, left[-1] + far * last]
        points += [right[-1] + far * last, *right[::-1], mouth - across, mouth - far * first - across]
        return Outline(np.array(points), solid_outside=True)


# ----------------------------------------------------------------------------------------------------------------------
# Signed distance, sampled once on a regular grid of the plane
# ----------------------------------------------------------------------------------------------------------------------


class Solid(Protocol):
    """Interface of solids with a signed distance in the plane."""

    def distance(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """Signed distance of points, positive outside the solid, same shape as x and y, [m]."""


@dataclass(frozen=True, eq=False)
class SignedDistanceGrid:
    """Signed distance at the points of a square grid, bilinear between them; level beyond its edges.

    The gradient is that of the bilinear surface, so that a force along it follows the slope of that surface.

    Args:
        values: Rows along y, columns along x, positive in free space, shape (n_y, n_x), [m].
        origin: x and y of the first point, shape (2,), [m].
        spacing: Spacing [m].

    Raises:
        WorldError: if there are fewer than 2 by 2 values, or one is not finite.
    """

    values: FloatArray
    origin: tuple[float, float]
    spacing: float

    def __post_init__(self) -> None:
        values = np.asarray(self.values, dtype=np.float64)
        if values.ndim != 2 or min(values.shape) < 2 or not np.isfinite(values).all():
            raise WorldError(f"SignedDistanceGrid values must be finite, at least 2 by 2 [m], got shape {values.shape}")
        number(self.spacing, "SignedDistanceGrid spacing", WorldError, above=0, unit="m")
        vector(self.origin, "SignedDistanceGrid origin", WorldError, size=2, unit="m")
        object.__setattr__(self, "values", values)

    def at(self, x: float, y: float) -> tuple[float, FloatArray]:
        """Distance [m] and unit normal out of the wall, shape (2,); the normal is shorter where the gradient almost vanishes."""
        (distance,), (rises,), _ = bilinear(self.values, (np.array([[x, y]]) - self.origin) / self.spacing)
        slope = rises / self.spacing
        return float(distance), slope / math.sqrt(slope @ slope + 1e-12)

    def nearest(self, x: float, y: float) -> tuple[int, int]:
        """Row and column of the nearest point."""
        last = np.array(self.values.shape[::-1]) - 1
        column, row = np.floor(np.clip((np.array([x, y]) - self.origin) / self.spacing, 0, last) + 0.5).astype(int)
        return int(row), int(column)

    def points(self) -> tuple[FloatArray, FloatArray]:
        """x and y of all points, each of shape (n_y, n_x), [m]."""
        n_y, n_x = self.values.shape
        x = self.origin[0] + self.spacing * np.arange(n_x)
        y = self.origin[1] + self.spacing * np.arange(n_y)
        return np.broadcast_to(x, (n_y, n_x)), np.broadcast_to(y[:, None], (n_y, n_x))


def sample_distance(
    solids: Sequence[Solid], low: Sequence[float], high: Sequence[float], spacing: float
) -> SignedDistanceGrid:
    """Signed distance from the nearest of some solids, on a grid.

    Args:
        solids: One or more.
        low: Lower corner of the grid, shape (2,), [m].
        high: Upper corner, shape (2,), [m].
        spacing: Spacing [m].

    Raises:
        WorldError: if there is no solid, the corners are not in order, the grid would exceed the memory, or a solid lies
            between its points or beyond them.
    """
    a, b = (vector(corner, "corner of the grid", WorldError, size=2, unit="m") for corner in (low, high))
    step = number(spacing, "grid spacing", WorldError, above=0, unit="m")
    if not solids:
        raise WorldError(
            "a plan needs at least one solid, got none; write solids=[Post((0, 0), 0.1)], or leave the surface out"
        )
    if not (b - a >= step).all():
        raise WorldError(f"the grid must reach from a lower to an upper corner, got {low!r} to {high!r}")
    with np.errstate(over="ignore"):
        counts = np.ceil((b - a) / step - 1e-9) + 1
    if not counts[0] * counts[1] <= 2**24:
        raise WorldError(
            f"a grid of {counts[0]:g} by {counts[1]:g} points is too large, at most {2**24} in all; "
            f"write a larger spacing than {step:g}"
        )
    n_x, n_y = counts.astype(int)
    empty = SignedDistanceGrid(np.zeros((n_y, n_x)), (float(a[0]), float(a[1])), step)
    each = [_distances(solid, empty) for solid in solids]
    unseen = next((i for i, one in enumerate(each) if not (one <= 0.0).any()), None)
    if unseen is not None:
        shown = " ".join(repr(solids[unseen]).split())  # arrays are printed on several lines
        raise WorldError(
            f"solids[{unseen}] would have no effect: no point of the grid from {a.tolist()} to {b.tolist()} m lies in "
            f"{shown}; write a spacing below {step:g} m or a larger grid, or leave it out"
        )
    values = np.min(each, axis=0)
    return SignedDistanceGrid(values, empty.origin, step)


def _distances(solid: Solid, grid: SignedDistanceGrid) -> FloatArray:
    """Signed distances of the points of a grid from a solid [m]; those of recent solids are cached, because studies
    load the same world many times."""
    if type(solid) not in (HullWall, Outline, Post) or grid.values.size > 2**20:  # 8 MiB of the cache
        return solid.distance(*grid.points())
    return _cached_distances(pickle.dumps(solid), grid.values.shape, grid.origin, grid.spacing)


@lru_cache(maxsize=16)
def _cached_distances(solid: bytes, shape: tuple[int, int], origin: tuple[float, float], spacing: float) -> FloatArray:
    return pickle.loads(solid).distance(*SignedDistanceGrid(np.zeros(shape), origin, spacing).points())
