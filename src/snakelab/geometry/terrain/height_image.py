"""Heights from the grey levels of an image, or from the numbers of a TIFF."""

import io
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import WorldError
from snakelab.geometry.terrain.grid import Extent, Grid, Height, Place, sample_map
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.quantities import Label
from snakelab.types import FloatArray, number
from snakelab.untrusted import read_file, reason

# Formats that Pillow decodes itself or with a library for that format; others start programs, as EPS does Ghostscript.
FORMATS = ("PNG", "TIFF", "PPM", "JPEG", "BMP", "GIF", "WEBP")
MAX_BYTES = 2**28
MAX_PIXELS = 16_000_000
PIXEL_SCALE, GEO_KEYS, NO_DATA = 33550, 34735, 42113  # tags of a GeoTIFF
MODEL_TYPE, GEOGRAPHIC = 1024, 2
GREY = ("PNG", "PPM")  # file types with 16-bit grey levels, which Pillow stores in 32 bits
OPAQUE = 255


@dataclass(frozen=True)
class HeightImage:
    """Height map as a grey image: heights are linear in the grey level, from `low` (black) to `high` (white). The upper
    edge of the image has the largest y.

    Formats are PNG, TIFF, PGM or PPM, JPEG, BMP, GIF and WebP with 8 or 16 bit, without transparency. Colours are
    converted to brightness, and the first of several images in a file is used. The pixels of a 32-bit TIFF or GeoTIFF
    are heights in metres; a GeoTIFF also contains the size of its cells, unless it is in degrees.

    Args:
        path: Path of the file, relative to the working directory.
        cell: Distance of neighbouring pixels [m]; None for that of a GeoTIFF.
        low: Height of black [m]; None if the file contains heights.
        high: Height of white [m]; None if the file contains heights.
        centre: Position of the centre of the image, shape (2,), [m].
    """

    path: Label
    cell: Extent | None = None
    low: Height | None = None
    high: Height | None = None
    centre: Place = (0.0, 0.0)

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        if (self.low is None) != (self.high is None):
            raise WorldError("HeightImage low and high must be given both or neither; write low=0, high=0.2 [m]")

    def heights(self, grid: Grid) -> FloatArray:
        """Return the heights at the points of a grid, shape (n_y, n_x), [m].

        Raises:
            WorldError: if the file cannot be read, or does not contain what the arguments omit.
        """
        values, bits, tags = _read(self.path)
        cell = self.cell if self.cell is not None else _cell(self.path, tags)
        if bits is None:
            _check_known(self.path, values, tags)
        if self.low is None or self.high is None:
            if bits is not None:
                raise WorldError(
                    f"HeightImage low and high are missing: {self.path} has {bits} bits of grey and no heights; "
                    f"write low=0, high=0.2 [m]"
                )
            scaled = values
        else:
            minimum, maximum = (0.0, 2.0**bits - 1) if bits is not None else (float(values.min()), float(values.max()))
            scaled = self.low + (self.high - self.low) * (values - minimum) / max(maximum - minimum, 1e-300)
        return sample_map(scaled[::-1], cell, self.centre, grid)


def _read(path: str) -> tuple[FloatArray, int | None, dict[int, Any]]:
    """Pixels, their number of bits of grey (None for heights), and the tags of a TIFF."""
    from PIL import Image

    try:
        content = io.BytesIO(read_file(path, MAX_BYTES))
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore", Image.DecompressionBombWarning
            )  # the limit of this module is lower and raises
            with Image.open(content, formats=FORMATS) as image:
                _check_size(path, image)
                image.verify()  # a truncated PNG may still have all its rows
        with Image.open(content, formats=FORMATS) as image:
            if min(image.size) < 2:
                raise WorldError(
                    f"HeightImage path: {path} has {image.width} by {image.height} pixels; a map needs at least 2 by 2"
                )
            tags = dict(getattr(image, "tag_v2", {}))
            _check_opaque(path, image)
            if image.mode.startswith("I;16") or (image.mode == "I" and image.format in GREY):
                return np.asarray(image).astype(np.float64), 16, tags
            if image.mode in ("F", "I"):
                return np.asarray(image).astype(np.float64), None, tags
            return np.asarray(image.convert("L")).astype(np.float64), 8, tags
    except FileNotFoundError:
        raise WorldError(f"HeightImage path: there is no file {Path(path).absolute()}") from None
    except Image.UnidentifiedImageError:
        raise WorldError(
            f"HeightImage path: {path} cannot be read as an image: it is none of {', '.join(FORMATS)}"
        ) from None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as problem:
        why = reason(problem) if isinstance(problem, OSError) else problem
        raise WorldError(f"HeightImage path: {path} cannot be read as an image: {why}") from problem


def _check_size(path: str, image: Any) -> None:
    """Raise an error if there are too many pixels, before decoding."""
    if image.width * image.height > MAX_PIXELS:
        raise WorldError(
            f"HeightImage path: {path} has {image.width} by {image.height} pixels; at most {MAX_PIXELS} are read; "
            "make the image smaller"
        )


def _check_opaque(path: str, image: Any) -> None:
    """Raise an error if a pixel is transparent: its value is not a height."""
    if not image.has_transparency_data:
        return
    missing = np.count_nonzero(np.asarray(image.convert("RGBA"))[..., 3] < OPAQUE)
    if missing:
        raise WorldError(
            f"HeightImage path: {path} has {missing} transparent pixels, which have no height; fill them and save it without an "
            f"alpha channel"
        )


def _cell(path: str, tags: dict[int, Any]) -> float:
    """Size of a GeoTIFF's square cells [m]."""
    scale = tags.get(PIXEL_SCALE)
    if scale is None:
        raise WorldError(f"HeightImage cell is missing, and {path} does not contain it; write cell=0.05 [m]")
    keys = np.reshape(np.asarray(tags.get(GEO_KEYS, ())), (-1, 4))
    if any(key[0] == MODEL_TYPE and key[3] == GEOGRAPHIC for key in keys) or scale[0] != scale[1]:
        raise WorldError(
            f"HeightImage cell is missing: those of {path} are in degrees or not square; write cell=30 [m]"
        )
    return number(float(scale[0]), "HeightImage cell", WorldError, above=0, unit="m")


def _check_known(path: str, values: FloatArray, tags: dict[int, Any]) -> None:
    """Raise an error unless every pixel has a height."""
    missing = ~np.isfinite(values)
    try:
        missing |= values == float(str(tags[NO_DATA]).strip("\0 "))
    except (KeyError, ValueError):
        pass
    if missing.any():
        raise WorldError(f"HeightImage path: {path} has {missing.sum()} cells without a height; fill them first")
