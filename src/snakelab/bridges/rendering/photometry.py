"""Grey levels from rendered colours: light of the place, lamp, water, exposure and noise."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snakelab.robots.cameras import ImageSensor, Lamp
from snakelab.types import FloatArray

TABLE = 1 << 21  # normal numbers in the table of noise
GREY = np.array([0.299, 0.587, 0.114], dtype=np.float32)  # ITU-R BT.601
WATER_STEPS = 512  # distances of the table of attenuation
DEEPEST = 40.0  # distance at its end [m]


@dataclass(frozen=True)
class Light:
    """Light at one camera and instant.

    Attributes:
        ambient: Brightness [-].
        lamp: Lamp at the camera, or None.
        attenuation: Of water [1/m], shape (3,); None in air.
        water_colour: Of deep water, shape (3,).
    """

    ambient: float = 1.0
    lamp: Lamp | None = None
    attenuation: tuple[float, float, float] | None = None
    water_colour: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def needs_depth(self) -> bool:
        """True if the light depends on the distance of a surface."""
        return self.lamp is not None or self.attenuation is not None


class Photometry:
    """Image sensor of one camera: turns rendered images into recorded ones.

    Args:
        sensor: Exposure and noise.
        rays: (x/z, y/z) of each pixel, shape (height, width, 2).
        lamp: Lamp at the camera.
    """

    def __init__(self, sensor: ImageSensor, rays: FloatArray, lamp: Lamp | None) -> None:
        self.sensor = sensor
        squared = (rays * rays).sum(axis=-1)
        self._slant = np.sqrt(1 + squared)  # distance over depth
        if lamp is not None:
            angle = np.arctan(np.sqrt(squared))
            self._beam = np.asarray(lamp.brightness * np.exp(-((angle / lamp.beam) ** 2)), dtype=np.float32)
        noisy = sensor.read_noise > 0 or sensor.photon_noise > 0
        rng = np.random.default_rng([sensor.seed, 7])
        self._table = rng.standard_normal(TABLE, dtype=np.float32) if noisy else None

    def levels(self, colour: np.ndarray, depth: np.ndarray | None, light: Light) -> np.ndarray:
        """Return grey levels before noise, shape (height, width), or RGB, shape (height, width, 3); bytes or floats.

        Args:
            colour: Rendered in full light, shape (height, width, 3).
            depth: Shape (height, width), [m]; where the light needs it.
            light: Of the instant.
        """
        sensor = self.sensor
        if not light.needs_depth and light.ambient == sensor.gain == 1:
            return colour if sensor.colour else _grey_bytes(colour)
        coloured = light.attenuation is not None or sensor.colour
        levels = (colour if coloured else _grey_bytes(colour)).astype(np.float32)
        distance = None if depth is None else np.minimum(depth * self._slant, np.float32(1e6))
        levels = self._lit(levels, distance, light)
        if light.attenuation is not None and distance is not None:
            levels = _in_water(levels, distance, light)
            levels = levels if sensor.colour else levels @ GREY
        return np.asarray(levels * np.float32(sensor.gain))

    def finished(self, levels: np.ndarray, key: tuple[int, ...]) -> NDArray[np.uint8]:
        """Return the recorded image: with noise, rounded and clipped.

        Args:
            levels: From `levels`.
            key: Numbers that make the noise of this image its own.
        """
        if self._table is None and levels.dtype == np.uint8:
            return np.ascontiguousarray(levels)
        return self._noisy(levels.astype(np.float32), key)

    def _lit(self, levels: np.ndarray, distance: np.ndarray | None, light: Light) -> np.ndarray:
        if light.lamp is None or distance is None:
            return levels if light.ambient == 1 else levels * np.float32(light.ambient)
        bright = light.ambient + self._beam / (1 + (distance * np.float32(1 / light.lamp.reach)) ** 2)
        return levels * (bright if levels.ndim == 2 else bright[..., None])

    def _noisy(self, levels: np.ndarray, key: tuple[int, ...]) -> NDArray[np.uint8]:
        """Add noise, round and clip."""
        sensor = self.sensor
        if self._table is not None:
            rng, size = np.random.default_rng([sensor.seed, *key]), levels.size
            if (
                size < TABLE
            ):  # a piece of the table at a place of its own: new numbers would take as long as the rendering
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


def _in_water(levels: np.ndarray, distance: np.ndarray, light: Light) -> np.ndarray:
    """Attenuate colours with the distance and add the colour of the water."""
    table = np.exp(-np.outer(np.linspace(0, DEEPEST, WATER_STEPS), light.attenuation or ())).astype(np.float32)
    step = np.minimum(distance * np.float32((WATER_STEPS - 1) / DEEPEST), WATER_STEPS - 1).astype(np.int32)
    through = table[step]
    veil = 255 * min(light.ambient, 1.0) * np.asarray(light.water_colour, dtype=np.float32)
    return np.asarray(veil + through * (levels - veil), dtype=np.float32)
