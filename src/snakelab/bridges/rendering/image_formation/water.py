"""Water in images: attenuation and scattering along the rays, and a flat surface that reflects."""

import functools
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from snakelab.types import FloatArray

INDEX = 1.333  # of refraction
LONGEST = np.float32(1e6)  # path in water [m]
ANGLES = 1024  # cosines of the table of reflection
MAX_KNOWN = 5  # arrays of a direction that are kept: three axes, and reflection from both sides
PARALLEL = np.float32(1e-9)  # smallest component of a ray for a depth of 1


@dataclass(frozen=True, eq=False)
class Water:
    """Body of water around or before a camera.

    Attributes:
        attenuation: For red, green and blue [1/m].
        colour: Of deep water, from 0 to 1.
        low, high: Corners, infinite where it is open, each of shape (3,), [m]. The upper end is a flat surface.
        outside: Mean colour reflected by its surface from above, from 0 to 1.
    """

    attenuation: tuple[float, float, float]
    colour: tuple[float, float, float]
    low: FloatArray
    high: FloatArray
    outside: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def contains(self, point: FloatArray) -> bool:
        """Return True if a point is in the water."""
        return bool((point >= self.low).all() and (point <= self.high).all())


@dataclass(frozen=True, eq=False)
class Rays:
    """Rays of the pixels of one camera.

    Attributes:
        x, y: Direction for a z of 1, camera axes, each of shape (height, width), float32.
        slant: Distance over depth, same shape.
    """

    x: np.ndarray
    y: np.ndarray
    slant: np.ndarray
    _known: dict[tuple[float, ...], np.ndarray] = field(default_factory=dict, repr=False)

    def rows(self, rows: slice) -> "Rays":
        """Return the rays of some rows of pixels."""
        return Rays(self.x[rows], self.y[rows], self.slant[rows])

    def along(self, axis: FloatArray) -> np.ndarray:
        """Return the component along a unit vector in camera axes, shape (3,), for a z of 1; nowhere zero.

        The two cameras of a pair have the same axes: what is computed for the left one is used again.
        """
        return self._once((*axis.tolist(),), lambda: self._along(axis))

    def reflected(self, axis: FloatArray, from_below: bool) -> np.ndarray:
        """Return the fraction of light that a surface of water with a normal in camera axes, shape (3,), reflects."""
        return self._once((*axis.tolist(), float(from_below)), lambda: self._reflected(axis, from_below))

    def _along(self, axis: FloatArray) -> np.ndarray:
        component = self.x * np.float32(axis[0])
        component += self.y * np.float32(axis[1])
        component += np.float32(axis[2])
        component[np.abs(component) < PARALLEL] = PARALLEL
        return component

    def _reflected(self, axis: FloatArray, from_below: bool) -> np.ndarray:
        cosine = np.abs(self.along(axis)) / self.slant
        return np.asarray(reflection(from_below).take((cosine * (ANGLES - 1)).astype(np.intp)))

    def _once(self, key: tuple[float, ...], compute: Callable[[], np.ndarray]) -> np.ndarray:
        if key not in self._known:
            if len(self._known) >= MAX_KNOWN:
                self._known.clear()  # of an earlier instant
            self._known[key] = compute()
        return self._known[key]


def add_water(
    channels: list[np.ndarray], depth: np.ndarray, rays: Rays, T: FloatArray, water: Water, ambient: float
) -> None:
    """Convert levels of red, green and blue to those seen through the water.

    Light from a distance r in the water is L exp(-c r) + w (1 - exp(-c r)). Its flat surface reflects a part of the light by
    Fresnel's equations: from above that of the sky, from below the colour of deep water, all of it beyond the critical angle.
    Rays are not bent.

    Args:
        channels: Levels without water, each of shape (height, width), float32.
        depth: Along the optical axis, infinite without a surface, shape (height, width), [m].
        rays: Of the pixels.
        T: T_world_camera, shape (4, 4).
        water: The water.
        ambient: Brightness of the ambient light [-].
    """
    inside = water.contains(T[:3, 3])
    begin, end, up, top = _within(rays, T, water)
    path = np.minimum(depth, end)
    path -= begin
    np.maximum(path, 0, out=path)
    mirrored = sky = None
    if top is not None and up is not None:
        through = (top == end) & (top < depth) if inside else (top == begin) & (path > 0)
        if through.any():
            mirrored = rays.reflected(T[2, :3], inside) * through
        sky = np.isinf(depth) & (up > 0)
        sky = sky if sky.any() else None
    np.minimum(path, LONGEST, out=path)
    path *= rays.slant
    left = np.empty_like(path)
    for level, attenuation, colour, outside in zip(
        channels, water.attenuation, water.colour, water.outside, strict=True
    ):
        veil, above = np.float32(255 * min(ambient, 1.0) * colour), np.float32(255 * ambient * outside)
        if sky is not None:
            level[sky] = above
        level -= veil
        if inside and mirrored is not None:
            level -= np.multiply(mirrored, level, out=left)
        np.multiply(path, np.float32(-attenuation), out=left)
        level *= np.exp(left, out=left)
        level += veil
        if not inside and mirrored is not None:
            level += np.multiply(mirrored, above - level, out=left)


def _within(
    rays: Rays, T: FloatArray, water: Water
) -> tuple[np.ndarray, np.ndarray, np.ndarray | None, np.ndarray | None]:
    """Return the depths where rays enter and leave the water, their ascent for a depth of 1, and the depth of its surface.

    The last two are None without a surface.
    """
    begin, end = np.zeros((1, 1), dtype=np.float32), np.full((1, 1), np.inf, dtype=np.float32)
    up = top = None
    for axis in range(3):
        low, high = np.float32(water.low[axis] - T[axis, 3]), np.float32(water.high[axis] - T[axis, 3])
        if not (np.isfinite(low) or np.isfinite(high)):
            continue
        component = rays.along(T[axis, :3])
        first, last = low / component, high / component
        begin, end = np.maximum(begin, np.minimum(first, last)), np.minimum(end, np.maximum(first, last))
        if axis == 2 and np.isfinite(high):
            up, top = component, last
    return begin, end, up, top


@functools.lru_cache(maxsize=2)
def reflection(from_below: bool) -> np.ndarray:
    """Return the fraction of unpolarised light reflected by the surface of water, by the cosine of incidence, shape (ANGLES,).

    Source: Fresnel's equations.
    """
    cosine = np.linspace(0, 1, ANGLES)
    ratio = INDEX if from_below else 1 / INDEX
    squared = 1 - ratio**2 * (1 - cosine**2)
    other = np.sqrt(np.maximum(squared, 0))
    across = (ratio * cosine - other) / np.maximum(ratio * cosine + other, 1e-12)
    along = (ratio * other - cosine) / np.maximum(ratio * other + cosine, 1e-12)
    return np.where(squared > 0, (across**2 + along**2) / 2, 1.0).astype(np.float32)
