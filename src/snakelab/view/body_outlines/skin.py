"""Positions and loads of the skin points on the body, for pictures of contacts."""

import numpy as np

from snakelab.results.recording import Recording
from snakelab.types import FloatArray
from snakelab.view.body_outlines.line import part_slices

NEEDED = ("skin_load", "skin_slip", "skin_position", "link_position", "link_quaternion")
SAME = 1e-6  # tolerance of the positions of one ring [m]
SAME_SIDE = 1e-3  # directions nearer than this are one side [rad]
STEADY = 1e-6  # relative variation of the weight from row to row


def has_skin(recording: Recording) -> bool:
    """Return True if a recording contains the loads of its skin points."""
    return all(name in recording.dataset for name in NEEDED) and recording["skin_load"].shape[1] > 0


def skin_links(recording: Recording) -> np.ndarray:
    """Return the link or station of each skin point, shape (n_points,).

    A point's name begins with it: "section1.3/7" is on station "section1.3", "link1.0/2" and "link1.edge" are on
    "link1". A point without a link in its name belongs to the link whose centre is nearest at the first row.
    """
    links = {str(name): i for i, name in enumerate(recording["link"].values)}
    carriers = np.full(recording["skin_load"].shape[1], -1)
    for i, name in enumerate(map(str, recording["skin"].values)):
        ring = name.rpartition("/")[0] or name
        carriers[i] = links.get(ring, links.get(ring.rpartition(".")[0], -1))
    lost = np.flatnonzero(carriers < 0)
    if lost.size and len(recording["time"]):
        away = recording["skin_position"].values[0, lost, None] - recording["link_position"].values[0]
        carriers[lost] = np.linalg.norm(np.nan_to_num(away), axis=-1).argmin(axis=1)
    return np.asarray(np.maximum(carriers, 0))


def skin_offsets(recording: Recording, rows: np.ndarray | slice = slice(None)) -> FloatArray:
    """Positions of the skin points relative to the centre of their link, in its axes, shape (n_rows, n_points, 3), [m].

    r = R_world_link^T (p_point - p_link). A fixed point's is the same at all rows; the lowest point of a round ring,
    and the point of a link that is nearest to an edge, move over the link.
    """
    link = skin_links(recording)
    away = recording["skin_position"].values[rows] - recording["link_position"].values[rows][:, link]
    w, vector = np.split(recording["link_quaternion"].values[rows][:, link], [1], axis=-1)
    # inverse rotation by a unit quaternion: r + 2 v x (v x r) - 2 w v x r
    across = np.cross(vector, away)
    return np.asarray(away + 2 * np.cross(vector, across) - 2 * w * across, dtype=np.float64)


def ring_places(recording: Recording) -> tuple[FloatArray, np.ndarray]:
    """Return the positions of the rings of skin points along the body, and the ring of each point.

    Returns:
        Positions from the base end along the body at rest, ascending, shape (n_rings,), [m]; and for each point the
        number of its ring, shape (n_points,). The ends of two links at one joint are one ring.
    """
    first = skin_offsets(recording, slice(0, 1))
    along = np.nan_to_num(first[0, :, 0]) if len(first) else np.zeros(recording["skin_load"].shape[1])
    return _grouped(_centres(recording)[skin_links(recording)] + along, SAME)


def skin_sides(recording: Recording) -> tuple[FloatArray, np.ndarray] | None:
    """Return the circumferential directions of fixed skin points; None if they move around the body or have no direction.

    Returns:
        Directions from the links' y toward their z, from 0 to 2 pi, ascending, shape (n_sides,), [rad]; and for each
        point the number of its side, shape (n_points,).
    """
    names = [str(name).rpartition("/") for name in recording["skin"].values]
    first = skin_offsets(recording, slice(0, 1))
    if not len(first) or not all(slash and number.isdigit() for _, slash, number in names):
        return None
    angle = np.mod(np.arctan2(first[0, :, 2], first[0, :, 1]) + SAME_SIDE, 2 * np.pi) - SAME_SIDE
    sides, side = _grouped(np.nan_to_num(angle), SAME_SIDE)
    return (sides, side) if len(sides) > 2 else None


def _grouped(values: FloatArray, apart: float) -> tuple[FloatArray, np.ndarray]:
    """Return the distinct values, ascending, and for each entry the index of its value."""
    order = np.argsort(values, kind="stable")
    new = np.diff(values[order], prepend=values[order[0]]) > apart
    group = np.empty(len(values), dtype=int)
    group[order] = np.cumsum(new)
    return values[order[np.concatenate(([0], np.flatnonzero(new)))]], group


def ring_loads(recording: Recording) -> FloatArray:
    """Normal force on each ring, the sum over its points, shape (n_rows, n_rings), [N]."""
    places, ring = ring_places(recording)
    load = recording["skin_load"].values
    sums = np.zeros((len(load), len(places)))
    np.add.at(sums.T, ring, load.T)
    return sums


def weight(recording: Recording) -> float | None:
    """Weight of the robot [N], from its potential energy E = m g z; None if gravity is not along z, or not recorded."""
    energy, height = recording["gravity_energy"].values, recording["com_position"].values[:, 2]
    known = np.isfinite(energy) & np.isfinite(height)
    if not known.any():
        return None
    energy, height = energy[known], height[known]
    highest = np.abs(height).argmax()
    if not abs(height[highest]) > SAME:
        return None
    force = float(energy[highest] / height[highest])
    return force if force > 0 and np.abs(energy - force * height).max() < STEADY * abs(energy[highest]) else None


def _centres(recording: Recording) -> FloatArray:
    """Position of the centre of each link or station along the body at rest, from its base end, shape (n_links,), [m]."""
    length, com = (np.nan_to_num(recording[name].values) for name in ("link_length", "link_com"))
    centres, start = np.zeros(len(length)), 0.0
    for part in part_slices(recording):
        n = part.stop - part.start
        if n == 1:
            centres[part] = start + com[part]
            start += float(length[part.start])
        else:  # the stations of a section are at both ends of its steps
            centres[part] = start + length[part.start] * np.arange(n)
            start += float(length[part.start]) * (n - 1)
    return centres
