"""Light at a camera: inside a pipe daylight falls off, in water colours are lost."""

from typing import Any

import numpy as np

from snakelab.bridges.rendering.image_formation.photometry import Light
from snakelab.bridges.rendering.image_formation.water import Water
from snakelab.bridges.rendering.scene.style import SENSOR
from snakelab.bridges.rendering.scene.visible_objects import Stage
from snakelab.robots.cameras import Lamp
from snakelab.types import FloatArray
from snakelab.view.world_outlines.water import water_box

SKY = (0.70, 0.80, 0.90)  # above open water
WET = 500.0  # density above which a fluid is water [kg/m^3]


def light_at(stage: Stage, point: FloatArray, lamp: Lamp | None) -> Light:
    """Return the light at a camera.

    In a pipe the ambient light is exp(-s / (2 R)) of that outside, at a distance s from the nearer opening of a bore of radius R.

    Args:
        stage: Visible things.
        point: Optical centre, shape (3,), [m].
        lamp: Lamp at the camera.
    """
    scenery = stage.scenery
    ambient = scenery.light
    for surface in stage.surfaces:
        if surface.get("kind") == "Pipe":
            ambient *= _daylight(surface, point)
    return Light(ambient, lamp, _waters(stage, point))


def _waters(stage: Stage, point: FloatArray) -> tuple[Water, ...]:
    """Return what can be seen of the fluids that are water, the one that contains a point last."""
    scenery = stage.scenery
    waters: list[Water] = []
    around: list[Water] = []
    outside = SKY if scenery.room is None else SENSOR.wall
    for fluid in stage.fluids:
        if not float(fluid.get("density") or 0) > WET:
            continue
        box = water_box(fluid)
        if box is None and not _is_in_pipe(fluid["region"], point):
            continue
        low, high = box if box is not None else (np.full(3, -np.inf), np.full(3, np.inf))
        water = Water(scenery.attenuation, scenery.water_colour, low, high, outside)
        (around if water.contains(point) else waters).append(water)
    return (*waters, *around[:1])


def _daylight(pipe: dict[str, Any], point: FloatArray) -> float:
    """Return the fraction of light inside a pipe; 1 outside."""
    line = np.asarray(pipe["line"], dtype=np.float64)
    radii = np.broadcast_to(np.asarray(pipe["radii"], dtype=np.float64), len(line))
    place, away, radius = _nearest(line, radii, point)
    if away > radius:
        return 1.0
    total = float(np.linalg.norm(np.diff(line, axis=0), axis=1).sum())
    return float(np.exp(-min(place, total - place) / (2 * radius)))


def _nearest(line: FloatArray, radii: FloatArray, point: FloatArray) -> tuple[float, float, float]:
    """Return length along a polyline to its point nearest to a point, distance from it, and radius there."""
    best, start = (0.0, np.inf, 1.0), 0.0
    for a, b, first, last in zip(line, line[1:], radii, radii[1:], strict=False):
        span = b - a
        length = float(np.linalg.norm(span))
        if length == 0:
            continue
        s = float(np.clip((point - a) @ span / length**2, 0, 1))
        away = float(np.linalg.norm(point - a - s * span))
        if away < best[1]:
            best = (start + s * length, away, float(first + s * (last - first)))
        start += length
    return best


def _is_in_pipe(region: dict[str, Any], point: FloatArray) -> bool:
    """Return True if a point is inside a pipe filled with a fluid."""
    line = np.asarray(region["line"], dtype=np.float64)
    radii = np.broadcast_to(np.asarray(region["radii"], dtype=np.float64), len(line))
    _, away, radius = _nearest(line, radii, point)
    return away <= radius
