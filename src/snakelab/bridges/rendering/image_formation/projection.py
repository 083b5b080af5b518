"""Projection of a lens: the ideal pinhole image that OpenGL renders, and its resampling to the distorted one."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.perception.camera_imu.pinhole import PinholeModel
from snakelab.robots.cameras import Lens
from snakelab.types import FloatArray

WIDEST = 5.0  # tangent of the largest angle from the axis that is rendered
MAX_PIXELS = 4096  # of a rendered image in each direction


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
        x = np.clip(x, -2 * WIDEST, 2 * WIDEST)
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
        (
            x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
            y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y,
        ),
        axis=-1,
    )


def _angle_polynomial(k: tuple[float, ...], angle: FloatArray) -> FloatArray:
    a2 = angle * angle
    return angle * (1 + a2 * (k[0] + a2 * (k[1] + a2 * (k[2] + a2 * k[3]))))


def _undistorted_equidistant(k: tuple[float, ...], points: FloatArray) -> FloatArray:
    r = np.hypot(points[..., 0], points[..., 1])
    angle = r.copy()
    for _ in range(30):
        angle = np.clip(angle + (r - _angle_polynomial(k, angle)), 0, np.arctan(2 * WIDEST))
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
        rays = np.clip(undistorted(model, points), -WIDEST, WIDEST)
        low, high = rays.reshape(-1, 2).min(axis=0), rays.reshape(-1, 2).max(axis=0)
        f = min(max(model.fx, model.fy), MAX_PIXELS / float((high - low).max()) - 1)
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
