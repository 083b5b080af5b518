"""Heights from an ESRI ASCII grid."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np

from snakelab.errors import WorldError
from snakelab.geometry.terrain.grid import Extent, Grid, Place, sample_map
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED, Slider
from snakelab.parameter_declarations.quantities import Label
from snakelab.types import FloatArray, number
from snakelab.untrusted import read_file, reason

MAX_BYTES = 2**25  # 4 million heights of 8 characters
KEYS = ("ncols", "nrows", "cellsize")
NUMBERS = ("nan", "inf", "infinity")  # text that represents numbers


@dataclass(frozen=True)
class HeightTable:
    """Height map in an ESRI ASCII grid, `.asc`: a header of keys with numbers, then rows of heights from the largest y
    to the smallest.

    The corner in the header is ignored; `centre` determines the position of the map.

    Args:
        path: Path of the file, relative to the working directory.
        cell: Distance of neighbouring points [m]; None for the `cellsize` of the file.
        scale: Factor of the heights, for example 0.01 for heights in cm [-].
        centre: Position of the centre of the map, shape (2,), [m].

    Source: the format, Esri, ASCII raster.
    """

    path: Label
    cell: Extent | None = None
    scale: Annotated[float, Slider(0, 10, 0.01), FIXED] = 1.0
    centre: Place = (0.0, 0.0)

    def __post_init__(self) -> None:
        check_declared(self, WorldError)

    def heights(self, grid: Grid) -> FloatArray:
        """Return the heights at the points of a grid, shape (n_y, n_x), [m].

        Raises:
            WorldError: if the file cannot be read, or lacks heights.
        """
        head, values = _read(self.path)
        cell = number(head["cellsize"], f"HeightTable path: cellsize of {self.path}", WorldError, above=0, unit="m")
        missing = int(np.count_nonzero(~np.isfinite(values) | (values == head.get("nodata_value", np.nan))))
        if missing:
            raise WorldError(f"HeightTable path: {self.path} has {missing} cells without a height; fill them first")
        return sample_map(self.scale * values[::-1], self.cell if self.cell is not None else cell, self.centre, grid)


def _read(path: str) -> tuple[dict[str, float], FloatArray]:
    """Header, with keys in lower case, and heights in the order of the file."""
    try:
        words = read_file(path, MAX_BYTES).decode("utf-8-sig").split()
        head, at = {}, 0
        while at + 1 < len(words) and words[at][0].isalpha() and words[at].lower() not in NUMBERS:
            head[words[at].lower()] = float(words[at + 1])
            at += 2
        values = np.array(words[at:], dtype=np.float64)
    except FileNotFoundError:
        raise WorldError(f"HeightTable path: there is no file {Path(path).absolute()}") from None
    except OSError as problem:
        raise WorldError(f"HeightTable path: cannot read {path}: {reason(problem)}") from problem
    except ValueError:  # its message quotes the file, which may be private
        raise WorldError(
            f"HeightTable path: {path} is not an ESRI ASCII grid: it contains words that are not numbers"
        ) from None
    if absent := [key for key in KEYS if key not in head]:
        raise WorldError(f"HeightTable path: {path} is not an ESRI ASCII grid: its header lacks {', '.join(absent)}")
    for key in KEYS[:2]:
        if not (head[key] >= 1 and head[key].is_integer()):  # false for NaN in both cases
            raise WorldError(
                f"HeightTable path: {key} of {path} must be a whole number of at least 1, got {head[key]:g}"
            )
    if values.size != head["nrows"] * head["ncols"]:
        raise WorldError(
            f"HeightTable path: {path} must have {head['nrows']:g} rows of {head['ncols']:g} heights, got {values.size} numbers"
        )
    shape = int(head["nrows"]), int(head["ncols"])
    if min(shape) < 2:
        raise WorldError(
            f"HeightTable path: {path} has {shape[0]} rows of {shape[1]} heights; a map needs at least 2 by 2"
        )
    return head, values.reshape(shape)
