"""Grey levels from rendered colours: light of the place, lamp, water, exposure and noise."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snakelab.bridges.rendering.image_formation.water import Rays, Water, add_water
from snakelab.robots.cameras import ImageSensor, Lamp
from snakelab.types import FloatArray

TABLE = 1 << 21  # normal numbers in the table of noise
GREY = np.array([0.299, 0.587, 0.114], dtype=np.float32)  # ITU-R BT.601
ROWS = 50  # of a band
FARTHEST = np.float32(1e6)  # of objects lit by a lamp [m]


@dataclass(frozen=True)
class Light:
    """Light at one camera and instant.

    Attributes:
        ambient: Brightness [-].
        lamp: Lamp at the camera, or None.
        waters: Bodies of water, the one that contains the camera last.
    """

    ambient: float = 1.0
    lamp: Lamp | None = None
    waters: tuple[Water, ...] = ()

    @property
    def needs_depth(self) -> bool:
        """True if the light depends on the distance of a surface."""
        return self.lamp is not None or bool(self.waters)


class Photometry:
    """Image sensor of one camera: converts rendered images to recorded ones.

    Args:
        sensor: Exposure and noise.
        rays: (x/z, y/z) of each pixel, shape (height, width, 2).
        lamp: Lamp at the camera.
    """

    def __init__(self, sensor: ImageSensor, rays: FloatArray, lamp: Lamp | None) -> None:
        self.sensor = sensor
        squared = (rays * rays).sum(axis=-1)
        x, y = (np.ascontiguousarray(rays[..., i], dtype=np.float32) for i in range(2))
        self._rays = Rays(x, y, np.sqrt(1 + squared).astype(np.float32))
        self._bands = [slice(first, first + ROWS) for first in range(0, len(x), ROWS)]
        self._band_rays = [self._rays.rows(rows) for rows in self._bands]
        if lamp is not None:
            angle = np.arctan(np.sqrt(squared))
            self._beam = np.asarray(lamp.brightness * np.exp(-((angle / lamp.beam) ** 2)), dtype=np.float32)
        noisy = sensor.read_noise > 0 or sensor.photon_noise > 0
        rng = np.random.default_rng([sensor.seed, 7])
        self._table = rng.standard_normal(TABLE, dtype=np.float32) if noisy else None

    def levels(self, colour: np.ndarray, depth: np.ndarray | None, light: Light, T: FloatArray) -> np.ndarray:
        """Return grey levels before noise, shape (height, width), or RGB, shape (height, width, 3); bytes or floats.

        Args:
            colour: Rendered in full light, shape (height, width, 3).
            depth: Shape (height, width), [m]; if required by the light.
            light: Of the instant.
            T: T_world_camera, shape (4, 4).
        """
        sensor = self.sensor
        if not light.needs_depth and light.ambient == sensor.gain == 1:
            return colour if sensor.colour else _grey_bytes(colour)
        bright = self._brightness(depth, light)
        if light.waters and depth is not None:
            levels = self._through_water(colour, depth, bright, light, T)
        elif sensor.colour:
            levels = colour * bright[..., None]
        else:
            levels = _grey_bytes(colour) * bright
        if sensor.gain != 1:
            levels *= np.float32(sensor.gain)
        return np.asarray(levels)

    def finished(self, levels: np.ndarray, key: tuple[int, ...]) -> NDArray[np.uint8]:
        """Return the recorded image: with noise, rounded and clipped.

        Args:
            levels: From `levels`.
            key: Numbers that seed the noise of this image.
        """
        if self._table is None and levels.dtype == np.uint8:
            return np.ascontiguousarray(levels)
        return self._noisy(levels.astype(np.float32), key)

    def _through_water(
        self, colour: np.ndarray, depth: np.ndarray, bright: np.ndarray, light: Light, T: FloatArray
    ) -> np.ndarray:
        """Return levels as `levels`, computed in bands of rows that fit into the cache of a processor."""
        levels = np.empty(colour.shape if self.sensor.colour else depth.shape, dtype=np.float32)
        for rows, rays in zip(self._bands, self._band_rays, strict=True):
            some = bright[rows] if len(bright) > 1 else bright
            channels = [colour[rows, :, i] * some for i in range(3)]
            for water in light.waters:
                add_water(channels, depth[rows], rays, T, water, light.ambient)
            levels[rows] = np.stack(channels, axis=-1) if self.sensor.colour else _grey(channels)
        return levels

    def _brightness(self, depth: np.ndarray | None, light: Light) -> np.ndarray:
        """Return the light on what each pixel sees, float32, shape (height, width) with a lamp."""
        ambient = np.full((1, 1), light.ambient, dtype=np.float32)
        if light.lamp is None or depth is None:
            return ambient
        far = np.minimum(depth, FARTHEST) * self._rays.slant
        far *= np.float32(1 / light.lamp.reach)
        far *= far
        far += 1
        return np.asarray(self._beam / far + ambient)

    def _noisy(self, levels: np.ndarray, key: tuple[int, ...]) -> NDArray[np.uint8]:
        """Add noise, round and clip."""
        sensor = self.sensor
        if self._table is not None:
            rng, size = np.random.default_rng([sensor.seed, *key]), levels.size
            if (
                size < TABLE
            ):  # a separate section of the table: generating new numbers would take as long as the rendering
                start = int(rng.integers(TABLE - size))
                noise = self._table[start : start + size].reshape(levels.shape)
            else:
                noise = rng.standard_normal(levels.shape, dtype=np.float32)
            if sensor.photon_noise > 0:
                deviation: Any = np.sqrt(
                    np.float32(sensor.read_noise**2) + np.float32(sensor.photon_noise**2 / 255) * levels
                )
            else:
                deviation = np.float32(sensor.read_noise)
            levels = levels + noise * deviation
        np.clip(levels + np.float32(0.5), 0, 255, out=levels)
        return levels.astype(np.uint8)


def _grey_bytes(colour: np.ndarray) -> NDArray[np.uint8]:
    """Return grey levels by integer weights of sum 256."""
    wide: Any = colour[..., 0] * np.uint16(77) + colour[..., 1] * np.uint16(150) + colour[..., 2] * np.uint16(29)
    return np.right_shift(wide, 8).astype(np.uint8)


def _grey(channels: list[np.ndarray]) -> np.ndarray:
    """Return grey levels of red, green and blue, in place of the red."""
    total = channels[0]
    total *= GREY[0]
    for channel, weight in zip(channels[1:], GREY[1:], strict=True):
        channel *= weight
        total += channel
    return total
