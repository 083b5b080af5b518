"""Optics of a camera: projection of the lens, and the water before it."""

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snakelab.parameters.arguments import FloatArray
from snakelab.perception.camera_models import PinholeModel
from snakelab.robots.cameras import Lens

# ----------------------------------------------------------------------------------------------------------------------
# Projection of a lens: the ideal pinhole image that OpenGL renders, and its resampling to the distorted one
# ----------------------------------------------------------------------------------------------------------------------

MAX_TANGENT = 5.0  # tangent of the largest angle from the axis that is rendered [-]


@dataclass(frozen=True)
class Projection:
    """Ideal pinhole with square pixels.

    Attributes:
        width, height: Size [pixel].
        focal_length: Focal length [pixel].
        cx, cy: Principal point [pixel].
    """

    width: int
    height: int
    focal_length: float
    cx: float
    cy: float

    def rays(self) -> FloatArray:
        """Return (x/z, y/z) of each pixel, shape (height, width, 2)."""
        u, v = np.meshgrid(np.arange(self.width), np.arange(self.height))
        rays = np.stack((u - self.cx, v - self.cy), axis=-1) / self.focal_length
        return np.asarray(rays, dtype=np.float32)


def pinhole_model(lens: Lens) -> PinholeModel:
    """Return the camera model of a lens."""
    fx, fy = lens.focal_lengths
    cx, cy = lens.principal_point
    return PinholeModel(lens.width, lens.height, fx, fy, cx, cy, lens.distortion, tuple(lens.coefficients))  # type: ignore[arg-type]


def undistorted(model: PinholeModel, points: FloatArray) -> FloatArray:
    """Return ideal (x/z, y/z) of distorted ones, shape (..., 2), by fixed-point steps."""
    if model.distortion == "equidistant":
        return _undistorted_equidistant(model.coefficients, points)
    x = points.copy()
    for _ in range(30):
        x = x + (points - distorted(model, x))
        x = np.clip(x, -2 * MAX_TANGENT, 2 * MAX_TANGENT)
    return x


def distorted(model: PinholeModel, points: FloatArray) -> FloatArray:
    """Return distorted (x/z, y/z) of ideal ones, shape (..., 2).

    Source: OpenCV, camera calibration and 3D reconstruction; Kannala and Brandt 2006 for "equidistant".
    """
    if model.distortion == "none":
        return points
    x, y = points[..., 0], points[..., 1]
    if model.distortion == "equidistant":
        r = np.hypot(x, y)
        angle = np.arctan(r)
        scale = np.divide(_angle_polynomial(model.coefficients, angle), r, out=np.ones_like(r), where=r > 1e-9)
        return np.asarray(points * scale[..., None])
    k1, k2, p1, p2, k3 = (*model.coefficients, 0.0)[:5]
    r2 = x * x + y * y
    radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
    return np.stack(
        (x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x), y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y),
        axis=-1,
    )


def _angle_polynomial(k: tuple[float, ...], angle: FloatArray) -> FloatArray:
    a2 = angle * angle
    return angle * (1 + a2 * (k[0] + a2 * (k[1] + a2 * (k[2] + a2 * k[3]))))


def _undistorted_equidistant(k: tuple[float, ...], points: FloatArray) -> FloatArray:
    r = np.hypot(points[..., 0], points[..., 1])
    angle = r.copy()
    for _ in range(30):
        angle = np.clip(angle + (r - _angle_polynomial(k, angle)), 0, np.arctan(2 * MAX_TANGENT))
    scale = np.divide(np.tan(angle), r, out=np.ones_like(r), where=r > 1e-9)
    return np.asarray(points * scale[..., None])


class Resampling:
    """Image of a lens from the rendered pinhole image: the identity unless the lens distorts or its pixels are not square.

    Attributes:
        projection: Of the rendered image.
        rays: Ideal (x/z, y/z) of each pixel of the lens, shape (height, width, 2).
    """

    def __init__(self, lens: Lens) -> None:
        model = pinhole_model(lens)
        ideal = Projection(lens.width, lens.height, model.fx, model.cx, model.cy)
        self._samples: tuple[Any, ...] | None = None
        self.projection, self.rays = ideal, ideal.rays()
        if model.distortion == "none" and abs(model.fx - model.fy) < 1e-9 * model.fx:
            return
        u, v = np.meshgrid(np.arange(lens.width), np.arange(lens.height))
        points = np.stack(((u - model.cx) / model.fx, (v - model.cy) / model.fy), axis=-1)
        rays = np.clip(undistorted(model, points), -MAX_TANGENT, MAX_TANGENT)
        low, high = rays.reshape(-1, 2).min(axis=0), rays.reshape(-1, 2).max(axis=0)
        f = min(max(model.fx, model.fy), 4096 / float((high - low).max()) - 1)  # pixels in each direction
        width, height = (int(np.ceil(f * extent)) + 2 for extent in high - low)
        self.projection = Projection(width, height, f, 0.5 - f * low[0], 0.5 - f * low[1])
        self.rays = np.asarray(rays, dtype=np.float32)
        self._samples = _bilinear(rays * f + (self.projection.cx, self.projection.cy), width, height)

    def image(self, rendered: np.ndarray) -> np.ndarray:
        """Return the image of the lens, from a rendered one of any number of channels; bilinear."""
        if self._samples is None:
            return rendered
        index, weights = self._samples
        flat = np.ascontiguousarray(rendered).reshape(-1, *rendered.shape[2:])
        tail = (1,) * (rendered.ndim - 2)
        total = sum(
            flat[i].astype(np.float32) * w.reshape(*w.shape, *tail) for i, w in zip(index, weights, strict=True)
        )
        return np.asarray(total if rendered.dtype != np.uint8 else np.asarray(total + 0.5, dtype=np.uint8))

    def nearest(self, rendered: np.ndarray) -> np.ndarray:
        """Return the image of the lens by the nearest pixel, for depth."""
        if self._samples is None:
            return rendered
        index, weights = self._samples
        best = np.take_along_axis(np.stack(index), np.stack(weights).argmax(axis=0)[None], axis=0)[0]
        return np.asarray(rendered.ravel()[best])


def _bilinear(places: FloatArray, width: int, height: int) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Return indices of the four pixels around each place, and their weights."""
    u = np.clip(places[..., 0], 0, width - 1.001)
    v = np.clip(places[..., 1], 0, height - 1.001)
    i, j = u.astype(np.int32), v.astype(np.int32)
    du, dv = (u - i).astype(np.float32), (v - j).astype(np.float32)
    index = [(j + b) * width + i + a for b in (0, 1) for a in (0, 1)]
    weights = [(dv if b else 1 - dv) * (du if a else 1 - du) for b in (0, 1) for a in (0, 1)]
    return index, weights


# ----------------------------------------------------------------------------------------------------------------------
# Water in images: attenuation and scattering along the rays, and a flat surface that reflects
# ----------------------------------------------------------------------------------------------------------------------

REFRACTIVE_INDEX = 1.333  # of water [-]
N_COSINES = 1024  # number of entries in the table of reflection
CACHED_DIRECTIONS = 5  # number of arrays of one instant: three axes, and the reflection from both sides


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
        return self._cached_array((*axis.tolist(),), lambda: self._along(axis))

    def reflected(self, axis: FloatArray, from_below: bool) -> np.ndarray:
        """Return the fraction of light that a surface of water with a normal in camera axes, shape (3,), reflects."""
        return self._cached_array((*axis.tolist(), float(from_below)), lambda: self._reflected(axis, from_below))

    def _along(self, axis: FloatArray) -> np.ndarray:
        component = self.x * np.float32(axis[0])
        component += self.y * np.float32(axis[1])
        component += np.float32(axis[2])
        minimum = np.float32(1e-9)
        component[np.abs(component) < minimum] = minimum
        return component

    def _reflected(self, axis: FloatArray, from_below: bool) -> np.ndarray:
        cosine = np.abs(self.along(axis)) / self.slant
        return np.asarray(reflection(from_below).take((cosine * (N_COSINES - 1)).astype(np.intp)))

    def _cached_array(self, key: tuple[float, ...], compute: Callable[[], np.ndarray]) -> np.ndarray:
        if key not in self._known:
            if len(self._known) >= CACHED_DIRECTIONS:
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
    np.minimum(path, np.float32(1e6), out=path)  # finite [m]
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
    cosine = np.linspace(0, 1, N_COSINES)
    ratio = REFRACTIVE_INDEX if from_below else 1 / REFRACTIVE_INDEX
    squared = 1 - ratio**2 * (1 - cosine**2)
    other = np.sqrt(np.maximum(squared, 0))
    across = (ratio * cosine - other) / np.maximum(ratio * cosine + other, 1e-12)
    along = (ratio * other - cosine) / np.maximum(ratio * other + cosine, 1e-12)
    return np.where(squared > 0, (across**2 + along**2) / 2, 1.0).astype(np.float32)
