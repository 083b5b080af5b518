"""Textures with features: noise of several scales and patches from a seed, so that corners are found near and far."""

import functools

import numpy as np
from numpy.typing import NDArray

SIZE = 1024  # pixels of a texture each way
COARSEST, FINEST = 8, SIZE // 2  # cells of the noise each way
SPREAD = 0.5  # standard deviation of the brightness at full contrast, relative to its mean
PATCHES = 900  # rectangles of one brightness
PATCH_SIZES = (6, 90)  # extents of a patch [pixel]


@functools.lru_cache(maxsize=16)
def noise_texture(seed: tuple[int, ...], contrast: float, colour: tuple[float, float, float]) -> NDArray[np.uint8]:
    """Return a texture that continues across its edges, shape (SIZE, SIZE, 3).

    Cells of random brightness are added over the scales from 1/8 of the texture to 1/512, and rectangular patches of all
    sizes, whose corners are as sharp as a pixel.

    Args:
        seed: Of the random numbers.
        contrast: From 0, one colour, to 1.
        colour: Mean red, green and blue, from 0 to 1.
    """
    rng = np.random.default_rng(seed)
    levels = _noise(rng) + 1.2 * _patches(rng)
    levels = (levels - levels.mean()) / levels.std()
    tint = np.stack([_cells(rng, 32) - 0.5 for _ in range(3)], axis=-1)
    bright = np.asarray(colour, dtype=np.float32) * (1 + contrast * (SPREAD * levels[..., None] + 0.3 * tint))
    return np.asarray(np.clip(255 * bright, 0, 255), dtype=np.uint8)


def _noise(rng: np.random.Generator) -> np.ndarray:
    """Return the sum of cells of all scales, with a standard deviation of about 1, shape (SIZE, SIZE)."""
    total, cells = np.zeros((SIZE, SIZE), dtype=np.float32), COARSEST
    while cells <= FINEST:
        total += np.roll(_cells(rng, cells), rng.integers(SIZE, size=2), (0, 1))
        cells *= 2
    return np.asarray(total / total.std())


def _cells(rng: np.random.Generator, n: int) -> np.ndarray:
    """Return n by n cells of random brightness between 0 and 1, shape (SIZE, SIZE)."""
    cells = rng.random((n, n), dtype=np.float32)
    return np.asarray(np.repeat(np.repeat(cells, SIZE // n, 0), SIZE // n, 1))


def _patches(rng: np.random.Generator) -> np.ndarray:
    """Return overlapping rectangles of random brightness between -1 and 1, shape (SIZE, SIZE)."""
    image = np.zeros((SIZE, SIZE), dtype=np.float32)
    least, most = np.log(PATCH_SIZES)
    for height, width in np.exp(rng.uniform(least, most, (PATCHES, 2))).astype(int):
        row, column = rng.integers(SIZE - height), rng.integers(SIZE - width)
        image[row : row + height, column : column + width] = rng.uniform(-1.7, 1.7)
    return image
