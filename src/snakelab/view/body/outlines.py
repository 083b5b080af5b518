"""Flat outlines of the body in a plane: links and the discs between them."""

from dataclasses import dataclass

import numpy as np

from snakelab.results.metrics import fixed
from snakelab.results.recording import Recording
from snakelab.types import FloatArray
from snakelab.view.body.line import body_pieces
from snakelab.view.body.widths import body_widths

ROUNDNESS = 0.3  # radius of a link's corners, of its width
THIN = 0.3  # width of what has no mass (a slide, a mount), of its neighbour's
CORNER, ROUND = 4, 20  # points of a corner and of a disc


@dataclass(frozen=True)
class Silhouette:
    """Body in a plane over time: a line through each part, with a width, and discs at the joints.

    Attributes:
        plane: The two axes of the world, (0, 1) for x and y.
        lines: Line of each part from the base on, shape (n_rows, n_points, 2), [m]; two points for a link, more for a soft
            section.
        widths: Widths of the segments, shape (n_rows, n_points - 1) each, [m].
        massive: False for parts without mass, which are drawn thin.
        discs: Parts that begin with a disc of their width.
    """

    plane: tuple[int, int]
    lines: tuple[FloatArray, ...]
    widths: tuple[FloatArray, ...]
    massive: tuple[bool, ...]
    discs: tuple[int, ...]

    def at(self, row: int, least: float = 0.0) -> list[FloatArray]:
        """Outlines of all parts at a row, each of shape (n, 2), [m].

        Args:
            row: Index of the row.
            least: Least width of a part with mass, so that it can be seen [m].
        """
        outlines = []
        for line, width, massive in zip(self.lines, self.widths, self.massive, strict=True):
            wide = np.maximum(width[row], least if massive else THIN * least)
            outlines.append(rounded(line[row], wide[0]) if len(wide) == 1 else strip(line[row], wide))
        return outlines

    def joints_at(self, row: int, least: float = 0.0) -> list[FloatArray]:
        """Outlines of the discs at a row, each of shape (20, 2), [m]."""
        return [disc(self.lines[i][row, 0], max(self.widths[i][row, 0], least)) for i in self.discs]


def silhouette(recording: Recording, plane: tuple[int, int]) -> Silhouette:
    """Return the outlines of the body in a plane, at every row."""
    pieces = [piece[..., list(plane)] for piece in body_pieces(recording)]
    lines, widths, massive, discs = [], [], [], []
    end = recording["base_position"].values[:, list(plane)] if fixed(recording) else None
    for i, (piece, wide) in enumerate(zip(pieces, body_widths(recording, plane), strict=True)):
        if end is not None and _apart(end, piece[:, 0]):
            lines.append(np.stack((end, piece[:, 0]), axis=1))
            widths.append(THIN * wide[:, :1])
            massive.append(False)
        elif i:
            discs.append(len(lines))
        lines.append(piece)
        widths.append(wide)
        massive.append(True)
        end = piece[:, -1]
    return Silhouette(plane, tuple(lines), tuple(widths), tuple(massive), tuple(discs))


def rounded(line: FloatArray, width: FloatArray) -> FloatArray:
    """Rectangles along lines of two points, with corners rounded by 0.3 of the width.

    Args:
        line: End points, shape (..., 2, 2), [m].
        width: Widths, shape (...,), [m].

    Returns:
        Corners, shape (..., 16, 2), [m].
    """
    span = line[..., 1, :] - line[..., 0, :]
    length = np.hypot(span[..., 0], span[..., 1])[..., None]
    straight = np.broadcast_to((1.0, 0.0), span.shape).copy()  # a link seen end on has no direction
    along = np.divide(span, length, out=straight, where=length > 0)
    half = np.stack((length[..., 0], np.asarray(width)), axis=-1)[..., None, :] / 2
    radius = np.minimum(2 * ROUNDNESS * half[..., 1:], half[..., :1])
    points = _TURNS * radius + _CORNERS * (half - radius)
    points[..., 0] += length / 2
    across = np.stack((-along[..., 1], along[..., 0]), axis=-1)
    return np.asarray(line[..., :1, :] + points[..., :1] * along[..., None, :] + points[..., 1:] * across[..., None, :])


def strip(line: FloatArray, width: FloatArray) -> FloatArray:
    """Band along a line of n points, [m], mitred at every bend, shape (2 n, 2)."""
    span = np.diff(line, axis=0)
    size = np.hypot(*span.T)[:, None]
    along = np.divide(span, size, out=np.zeros_like(span), where=size > 0)
    middle = np.concatenate((along[:1], along[1:] + along[:-1], along[-1:]))
    size = np.hypot(*middle.T)[:, None]
    middle = np.divide(middle, size, out=np.zeros_like(middle), where=size > 0)
    wide = np.concatenate((width[:1], (width[1:] + width[:-1]) / 2, width[-1:]))
    across = np.stack((-middle[:, 1], middle[:, 0]), axis=1) * wide[:, None] / 2
    return np.concatenate((line + across, (line - across)[::-1]))


def disc(centre: FloatArray, diameter: float) -> FloatArray:
    """Outline of a disc, shape (20, 2)."""
    return np.asarray(centre + diameter / 2 * _CIRCLE)


def _apart(end: FloatArray, begin: FloatArray) -> bool:
    """Return True if there is a gap between two parts at any row."""
    with np.errstate(invalid="ignore"):
        return bool(np.nanmax(np.abs(begin - end), initial=0.0) > 1e-9)


def _quarters() -> tuple[FloatArray, FloatArray]:
    """Corner, as signs, and position on its quarter circle of each point of a rounded rectangle."""
    arc = np.linspace(0, np.pi / 2, CORNER) + np.pi / 2 * np.arange(4)[:, None]
    signs = np.repeat([(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)], CORNER, axis=0)
    return signs, np.stack((np.cos(arc), np.sin(arc)), axis=-1).reshape(-1, 2)


_CORNERS, _TURNS = _quarters()
_ARC = np.linspace(0, 2 * np.pi, ROUND, endpoint=False)
_CIRCLE = np.stack((np.cos(_ARC), np.sin(_ARC)), axis=1)
