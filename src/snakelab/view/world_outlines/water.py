"""Fluids of a recorded world, as data and as flat areas in a picture."""

import json
from typing import Any

import numpy as np

from snakelab.results.recording import Recording
from snakelab.types import FloatArray
from snakelab.view.body_outlines.line import travelled_box

AROUND = 20.0  # extent of unbounded sides around the path of the robot, relative to that of the path


def fluids_of(recording: Recording) -> list[dict[str, Any]]:
    """Return the recorded fluids: name, density, surface, region; empty if none are recorded."""
    try:
        fluids = json.loads(recording.dataset.attrs.get("fluids", "[]"))
    except (TypeError, ValueError, RecursionError):
        return []
    return [fluid for fluid in fluids if _readable(fluid)] if isinstance(fluids, list) else []


def _readable(one: Any) -> bool:
    """Return True if a fluid of a recording, which may be damaged, has valid bounds."""
    try:
        box = water_box(one)
    except (AttributeError, TypeError, ValueError):
        return False
    return box is None or not np.isnan(box).any()


def water_box(fluid: dict[str, Any]) -> FloatArray | None:
    """Lower and upper corner of a fluid region, infinite where it is open, shape (2, 3), [m]; None inside a pipe."""
    region = fluid.get("region") or {}
    if "line" in region:
        return None
    nothing = [None, None, None]
    box = np.array(
        [
            [sign * np.inf if value is None else value for value in region.get(key, nothing)]
            for key, sign in (("lower", -1), ("upper", 1))
        ],
        dtype=np.float64,
    )
    if fluid.get("surface") is not None:
        box[1, 2] = min(box[1, 2], float(fluid["surface"]))
    return box


def water_areas(recording: Recording, plane: tuple[int, int]) -> list[FloatArray]:
    """Areas of water in a plane of two axes: corners of a rectangle, each of shape (4, 2), [m].

    From the side its upper edge is the free surface. Unbounded water fills the picture, and has no label.

    Args:
        recording: The run.
        plane: The two axes, see `view_plane`.
    """
    if (corners := travelled_box(recording)) is None:
        return []
    low, high, size = corners
    low, high = low - AROUND * size, high + AROUND * size
    areas = []
    for fluid in fluids_of(recording):
        box = water_box(fluid)
        if box is None or not np.isfinite(box[:, list(plane)]).any():
            continue
        (left, below), (right, above) = np.where(np.isfinite(box), box, (low, high))[:, list(plane)]
        areas.append(np.array([(left, below), (right, below), (right, above), (left, above)]))
    return areas
