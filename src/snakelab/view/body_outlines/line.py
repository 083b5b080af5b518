"""Centre line of the body in a recording, the plane in which it extends most, and attitude angles."""

import itertools

import numpy as np

from snakelab.results.metrics.motion import forward_axes
from snakelab.results.recording import Recording
from snakelab.types import FloatArray

AXES = "xyz"


def body_pieces(recording: Recording) -> list[FloatArray]:
    """Return the centre line of every part with mass, in the order of the chain; each (n_rows, n_points, 3), [m].

    A link is the segment between its ends, tail end = centre - e_x link_com and head end = tail end + e_x link_length,
    with e_x its forward axis. A soft section is the line through its stations, which lie on its axis from end to end.
    """
    position, forward = recording["link_position"].values, forward_axes(recording)
    length, com = (np.nan_to_num(recording[name].values)[:, None] for name in ("link_length", "link_com"))
    tail = position - forward * com
    ends = np.stack((tail, tail + forward * length), axis=2)  # (n_rows, n_links, 2, 3)
    pieces = [
        ends[:, part.start] if part.stop - part.start == 1 else position[:, part] for part in part_slices(recording)
    ]
    known = np.flatnonzero(finite_rows(recording))
    if known.size:
        # for a robot numbered from its head the next link begins at the tail of this one
        backwards = [piece[:, ::-1] if piece.shape[1] == 2 else piece for piece in pieces]
        if _gaps(backwards, known[0]) < 0.999 * _gaps(pieces, known[0]):
            pieces = backwards
    return [np.asarray(piece, dtype=np.float64) for piece in pieces]


def view_plane(recording: Recording) -> tuple[int, int]:
    """Return the two axes along which the moving body extends most: (0, 1) is x-y, (0, 2) x-z and (1, 2) y-z.

    Robots in the plane, and those that extend along one axis only, are seen in x-y.
    """
    rows = finite_rows(recording)
    if recording.dataset.attrs.get("base") == "planar" or not rows.any():
        return 0, 1
    points = np.concatenate(body_pieces(recording), axis=1)[rows].reshape(-1, 3)
    extent = np.ptp(points, axis=0)
    extent[extent < 1e-6 * extent.max()] = 0.0  # rounding is no extent
    first, second = np.sort(np.argsort(-extent, kind="stable")[:2])
    return int(first), int(second)


def travelled_box(recording: Recording) -> tuple[FloatArray, FloatArray, float] | None:
    """Lower and upper corner of the positions of the robot, each of shape (3,), and their extent including its length, [m].

    None if no position is known.
    """
    known = finite_rows(recording)
    if not known.any():
        return None
    places = recording["link_position"].values[known].reshape(-1, 3)
    size = float(np.ptp(places, axis=0).max()) + float(np.nansum(recording["link_length"].values))
    return places.min(axis=0), places.max(axis=0), size


def body_length(pieces: list[FloatArray], row: int) -> float:
    """Length of the centre line of the body at one row [m]."""
    return float(sum(np.linalg.norm(np.diff(piece[row], axis=0), axis=1).sum() for piece in pieces))


def mid_link(recording: Recording) -> FloatArray:
    """Centre of mass of the mid link or station, shape (n_rows, 3), [m]."""
    position = recording["link_position"].values
    return np.asarray(position[:, position.shape[1] // 2], dtype=np.float64)


def mid_word(recording: Recording) -> str:
    """Word for the middle link: "link", or "station" for a soft section."""
    middle = recording["link_position"].sizes["link"] // 2
    return next(
        "link" if part.stop - part.start == 1 else "station"
        for part in part_slices(recording)
        if middle in range(part.stop)
    )


def finite_rows(recording: Recording) -> np.ndarray:
    """Mask of rows in which all positions of the body are finite, shape (n_rows,), bool."""
    return np.isfinite(recording["link_position"].values).all(axis=(1, 2))


def part_slices(recording: Recording) -> list[slice]:
    """Indices of each part: one for a link, a run `name.0`, `name.1`, ... for a soft section."""
    names, mass = [str(name) for name in recording["link"].values], recording["link_mass"].values
    parts: list[slice] = []
    for _, group in itertools.groupby(range(len(names)), key=lambda i: _part_name(names[i])):
        run = list(group)
        # A section's masses are Simpson's weights, 1 to 4 at its ends; links that have names with numbers keep their own.
        soft = len(run) > 2 and np.allclose(mass[[run[1], run[-2]]], 4 * mass[[run[0], run[-1]]])
        parts += [slice(run[0], run[-1] + 1)] if soft else [slice(i, i + 1) for i in run]
    return parts


def _part_name(name: str) -> str:
    label, _, number = name.rpartition(".")
    return label if label and number.isdigit() else name


def _gaps(pieces: list[FloatArray], row: int) -> float:
    """Sum of the distances from the start of each piece to the end of the one before [m]."""
    return float(sum(np.linalg.norm(b[row, 0] - a[row, -1]) for a, b in itertools.pairwise(pieces)))
