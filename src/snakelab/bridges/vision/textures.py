"""Textures with features: noise of several scales from a seed, so that corners are found near and far."""

import numpy as np
from numpy.typing import NDArray

from snakelab.types import FloatArray

SIZE = 1024  # pixels of a texture each way
LARGEST_CELLS = 8  # cells of the coarsest scale each way


def noise_texture(rng: np.random.Generator, contrast: float, colour: tuple[float, float, float]) -> NDArray[np.uint8]:
    """Return a texture that continues across its edges, shape (SIZE, SIZE, 3).

    Cells of random brightness are added over the scales from 1/8 of the texture to 1/512, each with equal weight, with edges as sharp
    as a pixel.

    Args:
        rng: Generator of random numbers.
        contrast: From 0, one colour, to 1.
        colour: Mean red, green and blue, from 0 to 1.
    """
    levels = np.zeros((SIZE, SIZE), dtype=np.float32)
    cells = LARGEST_CELLS
    while cells <= SIZE // 2:
        scale = rng.random((cells, cells), dtype=np.float32)
        shift = rng.integers(SIZE, size=2)
        levels += np.roll(np.repeat(np.repeat(scale, SIZE // cells, 0), SIZE // cells, 1), shift, (0, 1))
        cells *= 2
    levels -= levels.mean()
    levels /= 2.2 * levels.std()
    tint = np.stack([_tint(rng) for _ in range(3)], axis=-1)
    bright = np.asarray(colour, dtype=np.float32) * (1 + contrast * (0.75 * levels[..., None] + 0.15 * tint))
    return np.asarray(np.clip(255 * bright, 0, 255), dtype=np.uint8)


def _tint(rng: np.random.Generator) -> FloatArray:
    """Return coarse random colour, between -1 and 1, shape (SIZE, SIZE)."""
    cells = 4 * LARGEST_CELLS
    coarse = rng.uniform(-1, 1, (cells, cells)).astype(np.float32)
    return np.repeat(np.repeat(coarse, SIZE // cells, 0), SIZE // cells, 1)
