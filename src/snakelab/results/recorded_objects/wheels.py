"""Wheels of a recording: links, centres, axles and radii."""

import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.results.recording import Recording
from snakelab.types import FloatArray


@dataclass(frozen=True, eq=False)
class WheelFacts:
    """Recorded properties of one wheel.

    Attributes:
        link: Index of its link.
        offset: Its centre relative to the centre of mass of that link, in its axes, shape (3,), [m].
        axle: Direction of its axle in the axes of the link, unit vector, shape (3,).
        radius: [m].
    """

    link: int
    offset: FloatArray
    axle: FloatArray
    radius: float


def wheels_of(recording: Recording) -> list[WheelFacts]:
    """Return the wheels of the robot; empty if it has none, or if their description is missing or damaged."""
    links = [str(name) for name in recording["link"].values]
    try:
        return wheels_from(json.loads(recording.dataset.attrs.get("wheels", "[]")), links)
    except (TypeError, ValueError, KeyError, RecursionError):
        return []


def wheels_from(entries: list[dict[str, Any]], links: list[str]) -> list[WheelFacts]:
    """Return the wheels of entries as in a recording, on links of these names."""
    return [_facts(entry, links) for entry in entries]


def _facts(one: dict[str, Any], links: list[str]) -> WheelFacts:
    offset, axle = (np.asarray(one[name], dtype=np.float64).reshape(3) for name in ("offset", "axle"))
    size, radius = float(np.linalg.norm(axle)), float(one["radius"])
    if not (np.isfinite(offset).all() and 0.0 < size < np.inf and 0.0 < radius < np.inf):
        raise ValueError("a wheel without a place, an axle or a radius")
    return WheelFacts(links.index(one["link"]), offset, axle / size, radius)
