"""Metrics of limits: fractions of time at limits of torque, speed and angle, and the distance of the body from itself."""

import hashlib
import math
from typing import TYPE_CHECKING

import numpy as np

from snakelab.geometry.poses import rotation_matrices
from snakelab.results.metrics.series import change, ratio
from snakelab.results.recording import Recording
from snakelab.types import FloatArray

if TYPE_CHECKING:
    from snakelab.geometry.self_distance import Allowed, Pieces  # imports SciPy's trees, needed by one metric only

ROWS = 60  # number of instants of a record at which the body is tested
LINE = 2  # of `actuator_limit`: the torque limit at that speed
MAX_FOUND = 256
# Minimum distances by digest, shared by metrics, remarks and the page of a report.
_FOUND: dict[bytes, float] = {}
FAR = 1e100  # larger coordinates have diverged, and squares of distances would overflow [m]


def torque_limit_fraction(recording: Recording) -> float:
    """Largest fraction of time, over the joints, at the actuator's torque or force limit.

    It includes the time at the limit of a servo that decreases with speed, which `speed_limit_fraction` counts alone.
    """
    return _largest(np.abs(recording["actuator_limit"].values) > 0, recording)


def speed_limit_fraction(recording: Recording) -> float:
    """Largest fraction of time, over the joints, at the torque limit of a servo that decreases with speed (`speed_limit`)."""
    return _largest(np.abs(recording["actuator_limit"].values) == LINE, recording)


def joint_limit_fraction(recording: Recording) -> float:
    """Largest fraction of time, over the joints, in which a joint limit was in contact."""
    return _largest(recording["joint_limit_torque"].values != 0, recording)


def min_self_distance(recording: Recording) -> float:
    """Smallest distance between links that are not neighbours, at 60 instants of the run; negative if they overlap.

    Round links and stations are capsules, boxes are boxes, as in `self_distance`; links that overlap in the straight
    robot are omitted. The engine does not simulate self-contact. NaN if no two links can touch.
    """
    links = _pieces(recording)
    key = _digest(recording, links)
    minimum = _FOUND.get(key)
    if minimum is None:
        minimum = least_distance(links, _allowed(recording, links))
        if len(_FOUND) >= MAX_FOUND:
            _FOUND.clear()
        _FOUND[key] = minimum
    return minimum if math.isfinite(minimum) else math.nan


def _digest(recording: Recording, links: "Pieces") -> bytes:
    """Return a digest of all data that determine the distance."""
    names = [recording[name].values.astype(str).tolist() for name in ("link", "link_section")]
    digest = hashlib.blake2b(repr((names, links.centre.shape)).encode(), digest_size=16)
    for array in (links.centre, links.rotation, links.half, links.box):
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.digest()


def _pieces(recording: Recording) -> "Pieces":
    """Links and stations at the sampled instants, without rows that are not finite or have diverged."""
    from snakelab.geometry.self_distance import Pieces

    places, quaternions = recording["link_position"].values, recording["link_quaternion"].values
    near, unit = np.abs(places) < FAR, np.abs(quaternions) < 2
    good = np.flatnonzero(near.all(axis=(1, 2)) & unit.all(axis=(1, 2)))
    rows = good[np.unique(np.linspace(0, max(len(good) - 1, 0), ROWS).astype(int))] if len(good) else good
    rotation = rotation_matrices(quaternions[rows])
    length, com, width, height = (
        np.nan_to_num(recording[f"link_{name}"].values) for name in ("length", "com", "width", "height")
    )
    kinds = recording["link_section"].values.astype(str)
    # the frame of a station is on the axis, that of a link at the centre of mass, recorded along the axis only
    ahead = np.where(kinds == "skin", 0.0, length / 2 - com)
    centre = places[rows] + ahead[:, None] * rotation[..., 0]
    half = np.stack([length, width, height], axis=1) / 2
    return Pieces(centre, rotation, half, np.isin(kinds, ("box", "ellipse")))


def _allowed(recording: Recording, links: "Pieces") -> "Allowed":
    """Pairs of parts that are not neighbours and do not overlap in line."""
    names = [str(name) for name in recording["link"].values]
    skin = recording["link_section"].values.astype(str) == "skin"
    labels = [name.rpartition(".")[0] if soft else name for name, soft in zip(names, skin, strict=True)]
    owner = np.cumsum([0, *(a != b for a, b in zip(labels[1:], labels[:-1], strict=True))])
    reach = links.half[:, 0]
    middle = np.concatenate([[0.0], np.cumsum(reach[1:] + reach[:-1])])
    thick = np.where(links.box, 0.0, links.half[:, 1])  # the round ends of capsules

    def allowed(first: np.ndarray, second: np.ndarray) -> np.ndarray:
        in_line = np.abs(middle[second] - middle[first]) - reach[first] - reach[second] - thick[first] - thick[second]
        return np.asarray((owner[second] - owner[first] > 1) & (in_line > 0))

    return allowed


def _largest(at: FloatArray | np.ndarray, recording: Recording) -> float:
    """Largest fraction of time over the coordinates."""
    time = recording["time"].values
    fractions = np.trapezoid(at.astype(float), time, axis=0)
    return ratio(float(fractions.max(initial=0.0)), float(change(time)))


MAX_PAIRS = 1000  # number of pieces up to which processing all shapes together is faster
CLOSE = 1e-6  # rounding difference between the two methods, relative to the largest size


def least_distance(pieces: "Pieces", allowed: "Allowed") -> float:
    """Return the minimum distance over all shapes and allowed pairs, negative for a penetration; infinite without pairs [m].

    Equal to the minimum of `nearest_pairs`, which processes one shape after the other. Here the bounds of all shapes
    together determine which shapes can have the minimum distance, and only those are computed.

    Args:
        pieces: The pieces in m shapes.
        allowed: Selects pairs.
    """
    from snakelab.geometry.self_distance import nearest_pairs

    first, second = np.triu_indices(pieces.centre.shape[1], 1)
    if len(first) <= MAX_PAIRS and len(pieces.centre):
        keep = allowed(first, second)
        pieces = _nearest_shapes(pieces, first[keep], second[keep])
    return float(nearest_pairs(pieces, allowed).distance.min(initial=math.inf))


def _nearest_shapes(pieces: "Pieces", first: np.ndarray, second: np.ndarray) -> "Pieces":
    """Return the pieces in the shapes that can have the least distance, each shape once."""
    from snakelab.geometry.self_distance import Pieces

    distance = _least_of_shapes(pieces, first, second)
    margin = CLOSE * float(np.abs(pieces.half).max(initial=0.0))
    rows = np.flatnonzero(~(distance > np.fmin.reduce(distance) + margin))  # those with NaN are also tested
    shapes = np.concatenate([part[rows].reshape(len(rows), -1) for part in (pieces.centre, pieces.rotation)], axis=1)
    rows = np.sort(rows[np.unique(shapes, axis=0, return_index=True)[1]])
    return Pieces(pieces.centre[rows], pieces.rotation[rows], pieces.half, pieces.box)


def _least_of_shapes(pieces: "Pieces", first: np.ndarray, second: np.ndarray) -> FloatArray:
    """Return the least distance of each shape, infinite without any pair, shape (m,)."""
    from snakelab.geometry.self_distance import pair_distances

    if not len(first):
        return np.full(len(pieces.centre), np.inf)
    return pair_distances(pieces, first, second).min(axis=1)
