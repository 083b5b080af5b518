"""Forces on the page: of ground and fluid on the links, the load of every skin point at the frames, and curves of their sums."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from snakelab.results.recording import Recording
from snakelab.types import FloatArray
from snakelab.view.body_outlines.skin import has_skin, ring_places, skin_links, skin_offsets, skin_sides, weight
from snakelab.view.html_report.packing import Packer

# Names of the recorded variables that belong to each kind, by their ends.
KINDS = {"friction": ("friction_force",), "drag": ("drag_force",)}
FULL_FORCE = 0.99  # fraction of the forces within the scale, so that an impact does not make all other arrows invisible
FORCE_STEPS = 400  # number of values between zero and the longest arrow


def link_forces(recording: Recording, rows: np.ndarray, packer: Packer) -> list[dict[str, Any]] | None:
    """Return the forces on every link at the replay's frames, by kind; None if none are recorded. See `payload`.

    Args:
        recording: The run.
        rows: Rows of the replay's frames.
        packer: Destination of the arrays.
    """
    known = []
    for kind, ends in KINDS.items():
        names = [str(name) for name in recording.dataset.data_vars if str(name).endswith(ends)]
        if not names or not len(rows):
            continue
        force = np.sum([recording[name].values[rows] for name in names], axis=0)  # (n_rows, n_links, 3)
        size = np.linalg.norm(force, axis=-1)
        size = size[np.isfinite(size) & (size > 0)]
        if not len(size):
            continue
        maximum = float(np.quantile(size, FULL_FORCE))
        values = np.round(force.reshape(len(rows), -1).T / (maximum / FORCE_STEPS)) * (maximum / FORCE_STEPS)
        known.append({"name": kind, "most": maximum, "values": packer.curves(values)})
    return known or None


MAX_LOADS = 800_000  # of all points at all frames; beyond it, there are fewer frames
LOAD_STEPS = 250  # number of levels of the scale of loads
FULL_LOAD = 0.98  # fraction of the loads within the colour scale: the peak of an impact must not hide all others
FINE = 2e-5  # tolerance of a position, relative to the body's length
MOVES = 1e-3  # motion of a point relative to its link above which its positions are stored, relative to the length of the body


def touching(recording: Recording, rows: np.ndarray, packer: Packer) -> dict[str, Any] | None:
    """Return loads of the skin points and their positions on the links; None for a robot without a skin. See `payload`.

    Args:
        recording: The run.
        rows: Rows of the replay's frames; of a long run with many points, some of them.
        packer: Destination of the arrays.
    """
    if not has_skin(recording) or not len(rows):
        return None
    rows = rows[:: max(1, -(-len(rows) * recording["skin_load"].shape[1] // MAX_LOADS))]
    load = recording["skin_load"].values[rows]
    touches = load > 0  # False for NaN
    loads = load[touches]
    full = float(np.quantile(loads[np.isfinite(loads)], FULL_LOAD)) if np.isfinite(loads).any() else 0.0
    if not full > 0:
        return None
    quantum = full / LOAD_STEPS
    coarse = np.where(touches, np.maximum(np.round(load / quantum), 1) * quantum, np.nan)
    length = max(float(np.nansum(recording["link_length"].values)), 1e-6)
    mean, moving, tracks = _places_on_links(recording, rows, touches, MOVES * length)
    places, ring = ring_places(recording)
    sides = skin_sides(recording)
    return {
        "times": packer.times(recording["time"].values[rows]),
        "loads": packer.curves(coarse.T),
        "full": full,
        "links": skin_links(recording).tolist(),
        "offsets": packer.curves(mean.T, FINE * length),
        "moving": moving.tolist(),
        # an empty array would have the position of the next one
        "tracks": packer.curves(tracks, FINE * length) if len(moving) else None,
        "rings": ring.tolist(),
        "places": np.round(places, 6).tolist(),
        "sides": None if sides is None else sides[1].tolist(),
        "angles": None if sides is None else np.round(np.degrees(sides[0]), 3).tolist(),
    }


def touching_curves(recording: Recording) -> Iterator[dict[str, Any]]:
    """Total and largest load, slip, and number of contacts, as the arguments of charts.

    They are sampled at the recorded instants: an impact shorter than the interval between rows may be missing, so that
    the mean of the sums may be below the weight if a body drops from point to point.
    """
    if not has_skin(recording):
        return
    load, slip = recording["skin_load"].values, recording["skin_slip"].values
    total = load.sum(axis=1)
    mean = np.divide((load * slip).sum(axis=1), total, out=np.full(len(total), np.nan), where=total > 0)
    touches = load > 0
    greatest = np.where(touches, slip, 0.0).max(axis=1)
    force = weight(recording)
    sums = np.stack((total, load.max(axis=1)), axis=1)
    slips = np.stack((mean, np.where(touches.any(axis=1), greatest, np.nan)), axis=1)
    load_of = {"label": "load", "unit": "N", "curves": ["in sum", "maximum of a point"], "values": sums}
    slip_of = {"label": "slip", "unit": "m/s", "curves": ["load-weighted mean", "greatest"], "values": slips}
    count_of = {
        "label": "points",
        "unit": "-",
        "curves": ["points"],
        "values": touches.sum(axis=1, keepdims=True).astype(float),
    }
    known = {} if force is None else {"reference": force, "note": "reference: the robot's weight"}
    yield {"name": "contact_load", "title": "Contact load", **load_of, **known}
    yield {"name": "contact_slip", "title": "Slip of the contact points", **slip_of}
    yield {"name": "contact_count", "title": "Touching points", "note": f"of {load.shape[1]}", **count_of}


def _places_on_links(
    recording: Recording, rows: np.ndarray, touches: np.ndarray, minimum: float
) -> tuple[FloatArray, np.ndarray, FloatArray]:
    """Mean offset of each point on its link, shape (n_points, 3), indices of moving points, and their offsets [m]."""
    offsets = np.where(touches[..., None], skin_offsets(recording, rows), np.nan)
    known = np.where(np.isfinite(offsets), offsets, 0.0)
    count = np.maximum(np.isfinite(offsets).sum(axis=0), 1)
    mean = known.sum(axis=0) / count
    away = np.abs(np.where(np.isfinite(offsets), offsets - mean, 0.0)).max(axis=(0, 2))
    moving = np.flatnonzero(away > minimum)
    return mean, moving, offsets[:, moving].reshape(len(rows), -1).T
