"""Inside of a pipe as boxes: MuJoCo has no hollow geoms, so flat facets surround the bore.

The bore becomes a prism of `FACETS` sides that touches the circle at the middle of each side and leaves room at the
corners: a body at a distance e from the axis moves farther by e (1 - cos(pi / FACETS)) at most, half a percent of its
play. Where the line bends, the facets of two pieces meet at the plane that halves the bend.
"""

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from snakelab.geometry.surfaces import Pipe
from snakelab.types import FloatArray

FACETS = 32
# Thickness of an infinite wall around a straight bore, whose end face can also be touched [m]; in bends the radius of the bore,
# since a thicker wall could protrude into another piece's bore.
THICK = 10.0
SHARPEST = math.radians(30.0)  # bend at one point of the line
MAX_PIECES = 30  # each has a contact pair for each facet and each capsule of the skin
ALONG = 1e-9  # two directions or slopes that differ by less are one


class Facet(NamedTuple):
    """One box of the wall.

    Attributes:
        centre: Centre in world axes, shape (3,), [m].
        rotation: Its axes as columns: along the pipe, across, out of the bore, shape (3, 3).
        half: Half sizes along them, shape (3,), [m].
    """

    centre: FloatArray
    rotation: FloatArray
    half: FloatArray


class _Piece(NamedTuple):
    """Straight piece between two points of the line, whose bore may taper."""

    start: FloatArray
    end: FloatArray
    radii: tuple[float, float]

    @property
    def length(self) -> float:
        return float(np.linalg.norm(self.end - self.start))

    @property
    def direction(self) -> FloatArray:
        return (self.end - self.start) / self.length

    @property
    def slope(self) -> float:
        return (self.radii[1] - self.radii[0]) / self.length


def pipe_fault(pipe: Pipe) -> str:
    """Reason for which facets cannot represent this pipe, and the alternative; empty if they can."""
    pieces = _pieces(pipe)
    if len(pieces) > MAX_PIECES:
        return f"a Pipe of {len(pieces)} pieces (at most {MAX_PIECES}: write its line with fewer points)"
    bends = [_bend(*pair) for pair in pairwise(pieces)]
    if any(bend > SHARPEST for bend in bends):
        return (
            f"a Pipe that bends by {math.degrees(max(bends)):.3g} degrees at a point (at most {math.degrees(SHARPEST):.3g}: "
            "write the bend as an arc of more points)"
        )
    return ""


def pipe_facets(pipe: Pipe) -> list[Facet]:
    """Return the boxes around a pipe's bore, those of each straight piece in a row, the lowest side first.

    Args:
        pipe: One without a `pipe_fault`.
    """
    pieces = _pieces(pipe)
    straight = all(_bend(a, b) < ALONG for a, b in pairwise(pieces))
    facets = []
    for i, piece in enumerate(pieces):
        before = pieces[i - 1].direction if i else piece.direction
        after = pieces[i + 1].direction if i + 1 < len(pieces) else piece.direction
        thick = min(pipe.wall, THICK if straight else max(piece.radii))
        facets += [_facet(piece, out, before, after, thick) for out in _around(piece.direction)]
    return [facet for facet in facets if facet is not None]


def _pieces(pipe: Pipe) -> list[_Piece]:
    """Return straight pieces of positive length; collinear pieces with the same taper are joined."""
    line = np.asarray(pipe.line, dtype=np.float64)
    radii = np.broadcast_to(np.asarray(pipe.radii, dtype=np.float64), len(line)).tolist()
    pieces: list[_Piece] = []
    for start, end, first, last in zip(line, line[1:], radii, radii[1:], strict=False):
        if np.array_equal(start, end):
            continue
        piece = _Piece(start, end, (first, last))
        if pieces and _goes_on(pieces[-1], piece):
            piece = _Piece(pieces[-1].start, end, (pieces[-1].radii[0], last))
            pieces.pop()
        pieces.append(piece)
    return pieces


def _goes_on(before: _Piece, after: _Piece) -> bool:
    same_wall = before.radii[1] == after.radii[0] and abs(before.slope - after.slope) < ALONG
    return same_wall and _bend(before, after) < ALONG


def _bend(before: _Piece, after: _Piece) -> float:
    """Angle between two pieces [rad]."""
    a, b = before.direction, after.direction
    return math.atan2(float(np.linalg.norm(np.cross(a, b))), float(a @ b))


def _around(direction: FloatArray) -> FloatArray:
    """Unit vectors across a direction, the first as near to down as possible, shape (FACETS, 3)."""
    down = np.array([0.0, 0.0, -1.0]) if abs(direction[2]) < 0.999 else np.array([0.0, -1.0, 0.0])
    first = down - (down @ direction) * direction
    first /= np.linalg.norm(first)
    second = np.cross(direction, first)
    angles = 2 * np.pi * np.arange(FACETS)[:, None] / FACETS
    return np.asarray(np.cos(angles) * first + np.sin(angles) * second)


def _facet(piece: _Piece, out: FloatArray, before: FloatArray, after: FloatArray, thick: float) -> Facet | None:
    """Return the box on one side of a piece; None if it vanishes on the inside of a bend."""
    t = piece.direction
    low = _mitre(t, before, out, piece.radii[0])
    high = piece.length + _mitre(t, after, out, piece.radii[1])
    if low >= high:
        return None
    radii = [piece.radii[0] + piece.slope * s for s in (low, high)]
    ends = [piece.start + s * t + r * out for s, r in zip((low, high), radii, strict=True)]
    along = ends[1] - ends[0]
    length = float(np.linalg.norm(along))
    along /= length
    outward = out - (out @ along) * along
    outward /= np.linalg.norm(outward)
    wide = (max(radii) + thick) * math.tan(math.pi / FACETS)
    rotation = np.column_stack((along, np.cross(outward, along), outward))
    return Facet((ends[0] + ends[1]) / 2 + thick / 2 * outward, rotation, np.array([length / 2, wide, thick / 2]))


def _mitre(t: FloatArray, other: FloatArray, out: FloatArray, radius: float) -> float:
    """Distance along t from a bend's point at which a side reaches the plane that halves the bend [m]."""
    halving = t + other
    return float(-radius * (out @ halving) / (t @ halving))
