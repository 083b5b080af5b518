"""Apparent width of the body in a view."""

import numpy as np

from snakelab.results.metrics.motion import forward_axes
from snakelab.results.recording import Recording
from snakelab.types import FloatArray
from snakelab.view.body.line import body_length, body_pieces, finite_rows, part_slices

UNKNOWN = 0.045  # width of what has no cross-section, of the body's length


def body_widths(recording: Recording, plane: tuple[int, int]) -> list[FloatArray]:
    """Width of every part as seen in a plane of the world's axes, [m].

    A box of width w along its y and height h along its z shows w |y . n| + h |z . n|, with n the direction in the plane
    across the line of the link; a cylinder or a skin shows its diameter. A link without a cross-section, as in older
    recordings, is as wide as suits the length of the body.

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
    across[..., i] += size[..., 0] == 0  # seen end on: any direction will do
    return across / np.where(size > 0, size, 1.0)


def _side_axes(recording: Recording) -> tuple[FloatArray, FloatArray]:
    """The links' own y and z in world axes, each of shape (n_rows, n_links, 3)."""
    w, x, y, z = np.moveaxis(recording["link_quaternion"].values, -1, 0)
    left = np.stack((2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)), axis=-1)
    up = np.stack((2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)), axis=-1)
    return left, up
