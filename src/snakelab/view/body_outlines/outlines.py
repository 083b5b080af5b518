"""Flat outlines of the body in a plane: widths and shapes of links and of the discs between them."""

from dataclasses import dataclass

import numpy as np

from snakelab.geometry.poses import rotation_matrices
from snakelab.results.metrics import fixed
from snakelab.results.metrics.motion import forward_axes
from snakelab.results.recording import Recording
from snakelab.types import FloatArray
from snakelab.view.body_outlines.line import body_length, body_pieces, finite_rows, part_slices

ROUNDNESS = 0.3  # radius of a link's corners, of its width
THIN = 0.3  # width of parts without mass (a slide, a mount), relative to their neighbours
CORNER, ROUND = 4, 20  # points of a corner and of a disc
UNKNOWN = 0.045  # width of parts without cross-section, relative to the body's length


@dataclass(frozen=True)
class Silhouette:
    """Body in a plane over time: a line through each part, with a width, and discs at the joints.

    Attributes:
        plane: The two axes of the world, (0, 1) for x and y.
        lines: Line of each part from the base on, shape (n_rows, n_points, 2), [m]; two points for a link, more for a
            soft section.
        widths: Widths of the segments, shape (n_rows, n_points - 1) each, [m].
        massive: False for parts without mass, which are drawn thin.
        discs: Parts that begin with a disc of their width.
    """

    plane: tuple[int, int]
    lines: tuple[FloatArray, ...]
    widths: tuple[FloatArray, ...]
    massive: tuple[bool, ...]
    discs: tuple[int, ...]

    def at(self, row: int, minimum: float = 0.0) -> list[FloatArray]:
        """Outlines of all parts at a row, each of shape (n, 2), [m].

        Args:
            row: Index of the row.
            minimum: Minimum width of a part with mass, for visibility [m].
        """
        outlines = []
        for line, width, massive in zip(self.lines, self.widths, self.massive, strict=True):
            wide = np.maximum(width[row], minimum if massive else THIN * minimum)
            outlines.append(rounded(line[row], wide[0]) if len(wide) == 1 else strip(line[row], wide))
        return outlines

    def joints_at(self, row: int, minimum: float = 0.0) -> list[FloatArray]:
        """Outlines of the discs at a row, each of shape (20, 2), [m]."""
        return [disc(self.lines[i][row, 0], max(self.widths[i][row, 0], minimum)) for i in self.discs]


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
    straight = np.broadcast_to(
        (1.0, 0.0), span.shape
    ).copy()  # a link along the viewing direction has no direction in the plane
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


def body_widths(recording: Recording, plane: tuple[int, int]) -> list[FloatArray]:
    """Width of every part as seen in a plane of the world's axes, [m].

    A box of width w along its y and height h along its z shows w |y . n| + h |z . n|, with n the direction in the plane
    across the line of the link; a cylinder or a skin shows its diameter. A link without a recorded cross-section is as
    wide as suits the length of the body.

    Args:
        recording: The run.
        plane: The two axes, see `view_plane`.

    Returns:
        For each piece of `body_pieces`, shape (n_rows, n_points - 1).
    """
    shape = recording["link_position"].shape[:2]
    width, height = (_extent(recording, name) for name in ("link_width", "link_height"))
    shown = np.broadcast_to(width, shape).copy()
    boxes = np.flatnonzero(width != height)
    if boxes.size:
        across = _across(recording, plane)[:, boxes]
        y, z = (np.abs((axis[:, boxes] * across).sum(axis=-1)) for axis in _side_axes(recording))
        shown[:, boxes] = width[boxes] * y + height[boxes] * z
    known = np.flatnonzero(finite_rows(recording))
    usual = UNKNOWN * body_length(body_pieces(recording), known[0]) if known.size else 0.0
    shown[~(shown > 0)] = usual
    return [
        shown[:, part] if part.stop - part.start == 1 else shown[:, part.start : part.stop - 1]
        for part in part_slices(recording)
    ]


def _extent(recording: Recording, name: str) -> FloatArray:
    """Recorded extent of every link, zero if it is missing, shape (n_links,), [m]."""
    if name not in recording.dataset.coords:
        return np.zeros(recording["link_position"].shape[1])
    return np.nan_to_num(np.asarray(recording[name].values, dtype=np.float64))


def _across(recording: Recording, plane: tuple[int, int]) -> FloatArray:
    """Unit vectors in the plane, perpendicular to the projection of each link, shape (n_rows, n_links, 3)."""
    i, j = plane
    e = forward_axes(recording)
    across = np.zeros_like(e)
    across[..., i], across[..., j] = -e[..., j], e[..., i]
    size = np.linalg.norm(across, axis=-1, keepdims=True)
    across[..., i] += size[..., 0] == 0  # along the viewing direction: the direction is arbitrary
    return across / np.where(size > 0, size, 1.0)


def _side_axes(recording: Recording) -> tuple[FloatArray, FloatArray]:
    """y and z axes of the links in world axes, each of shape (n_rows, n_links, 3)."""
    R = rotation_matrices(recording["link_quaternion"].values)
    return R[..., 1], R[..., 2]
