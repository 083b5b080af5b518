"""Signed distances and normals of many points at once, in NumPy, without compilation.

The laws are those of `signed_distance`.
"""

from collections.abc import Callable, Sequence

import numpy as np

from snakelab.geometry.interpolation import bilinear
from snakelab.geometry.signed_distance import BLOCK, EXTRUDED, HEIGHT_FIELD, PLANE, REVOLVED
from snakelab.geometry.surfaces import Surface
from snakelab.types import FloatArray

LEAST = 1e-12  # lengths below count as zero [m]
MOST_NUMBERS = 2_000_000  # of the intermediate arrays; more points are done in parts

Distances = tuple[FloatArray, FloatArray]


def signed_distances(surface: Surface, points: FloatArray) -> Distances:
    """Return the signed distances of points from a surface, and the normals of the surface at the nearest points.

    Args:
        surface: The surface.
        points: Points in world axes, shape (n, 3), [m].

    Returns:
        Distances [m], shape (n,), positive in free space, and unit normals out of the solid, shape (n, 3).
    """
    numbers = surface.numbers()
    width = int(numbers[0] + numbers[1]) if surface.kind == REVOLVED else 1
    n_parts = max(1, -(-len(points) * width // MOST_NUMBERS))
    pieces = [KINDS[surface.kind](numbers, piece) for piece in np.array_split(points, n_parts)]
    return np.concatenate([gap for gap, _ in pieces]), np.concatenate([normal for _, normal in pieces])


def _plane(numbers: FloatArray, points: FloatArray) -> Distances:
    return points @ numbers[:3] - numbers[3], np.tile(numbers[:3], (len(points), 1))


def _height_field(numbers: FloatArray, points: FloatArray) -> Distances:
    counts, spacing = numbers[:2].astype(int), numbers[4:6]
    place = (points[:, :2] - numbers[2:4]) / spacing
    values, rises, inside = bilinear(numbers[6:].reshape(counts[1], counts[0]), place)
    slopes = np.where(inside, rises / spacing, 0.0)
    cosine = 1.0 / np.sqrt(1.0 + np.sum(slopes**2, axis=1))
    return (points[:, 2] - values) * cosine, np.column_stack((-slopes, np.ones(len(points)))) * cosine[:, None]


def _extruded(numbers: FloatArray, points: FloatArray) -> Distances:
    place = (points[:, :2] - numbers[2:4]) / numbers[4]
    n_x, n_y = numbers[:2].astype(int)
    values, rises, _ = bilinear(numbers[5:].reshape(n_y, n_x), place)
    normal = np.column_stack((_unit(rises, (0.0, 1.0)), np.zeros(len(points))))
    return values, normal


def _block(numbers: FloatArray, points: FloatArray) -> Distances:
    rotation = numbers[:9].reshape(3, 3)
    local = (points - numbers[9:12]) @ rotation
    over, side = np.abs(local) - numbers[12:15], np.copysign(1.0, local)
    out = np.maximum(over, 0.0)
    distance = np.linalg.norm(out, axis=1)
    nearest_face = np.eye(3)[np.argmax(over, axis=1)]
    outside = distance > 0.0
    outward = side * np.where(outside[:, None], out / np.where(outside, distance, 1.0)[:, None], nearest_face)
    return np.where(outside, distance, over.max(axis=1)), outward @ rotation.T


def _revolved(numbers: FloatArray, points: FloatArray) -> Distances:
    n_line, n_profile = int(numbers[0]), int(numbers[1])
    line = numbers[2 : 2 + 4 * n_line].reshape(n_line, 4)
    profile = numbers[2 + 4 * n_line : 2 + 4 * n_line + 2 * n_profile].reshape(n_profile, 2)
    s, rho, along, across = _line_coordinates(line, points)
    gap, normal = _polygon(profile, np.column_stack((s, rho)))
    return gap, normal[:, :1] * along + normal[:, 1:] * across


def _line_coordinates(line: FloatArray, points: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Arc lengths, distances, directions along and directions across of points relative to a polyline."""
    length = np.diff(line[:, 3])
    low, high = np.zeros(len(length)), length.copy()
    low[0], high[-1] = -np.inf, np.inf
    real = length > 0.0
    starts, length, low, high = line[:-1][real], length[real], low[real], high[real]
    tangents = (line[1:, :3] - line[:-1, :3])[real] / length[:, None]
    offset = points[:, None] - starts[None, :, :3]  # (n, n_pieces, 3)
    s = np.clip(np.sum(offset * tangents, axis=2), low, high)
    rho = np.linalg.norm(offset - s[:, :, None] * tangents, axis=2)
    reach = np.maximum(np.maximum(-s, s - length), 0.0)
    rows, best = np.arange(len(points)), np.argmin(np.hypot(rho, reach), axis=1)
    arc = s[rows, best]
    away = offset[rows, best] - arc[:, None] * tangents[best]
    return starts[best, 3] + arc, rho[rows, best], tangents[best], _unit(away, (0.0, 1.0, 0.0))


def _polygon(profile: FloatArray, points: FloatArray) -> Distances:
    """Signed distances to a closed polygon in the plane, positive outside, and normals."""
    start = np.roll(profile, 1, axis=0)
    edge = profile - start
    size = np.sum(edge**2, axis=1)
    real = size > 0.0
    start, end, edge, size = start[real], profile[real], edge[real], size[real]
    offset = points[:, None] - start
    fraction = np.clip(np.sum(offset * edge, axis=2) / size, 0.0, 1.0)
    away = offset - fraction[:, :, None] * edge
    distance = np.linalg.norm(away, axis=2)
    rows, best = np.arange(len(points)), np.argmin(distance, axis=1)
    x, y = points[:, :1], points[:, 1:]
    crosses = (end[:, 1] > y) != (start[:, 1] > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        crosses &= x < start[:, 0] + (y - start[:, 1]) * edge[:, 0] / edge[:, 1]
    sign = np.where(np.count_nonzero(crosses, axis=1) % 2, -1.0, 1.0)
    tangent = edge[best] / np.sqrt(size[best])[:, None]
    normal = _unit(away[rows, best], np.column_stack((tangent[:, 1], -tangent[:, 0])))
    return sign * distance[rows, best], sign[:, None] * normal


def _unit(vectors: FloatArray, instead: Sequence[float] | FloatArray) -> FloatArray:
    """Unit vectors of the rows; `instead` of those that are zero."""
    size = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.where(size > LEAST, vectors / np.where(size > LEAST, size, 1.0), instead)


KINDS: dict[int, Callable[[FloatArray, FloatArray], Distances]] = {
    PLANE: _plane,
    HEIGHT_FIELD: _height_field,
    BLOCK: _block,
    REVOLVED: _revolved,
    EXTRUDED: _extruded,
}
