"""Height maps: the grid of a terrain, and heights from grey images, ESRI ASCII grids and mesh files."""

import io
import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from annotated_types import Gt, Len

from snakelab.errors import SnakelabWarning, WorldError
from snakelab.files import read_file, reason
from snakelab.geometry.mesh_files import LIMITS, read_triangles
from snakelab.geometry.rotations import bilinear_on_lines
from snakelab.parameters.arguments import FloatArray, number
from snakelab.parameters.declarations import FIXED, Label, Slider, Unit, check_declared

# ----------------------------------------------------------------------------------------------------------------------
# Grid of a terrain, and interpolation of maps onto it
# ----------------------------------------------------------------------------------------------------------------------

# A terrain has one grid during a run, so its size and spacing are fixed.
Place = Annotated[Sequence[float], Len(2, 2), Unit("m"), Slider(-5, 5, 0.01), FIXED]
Height = Annotated[float, Unit("m"), Slider(-1, 1, 0.01), FIXED]
Extent = Annotated[float, Gt(0), Unit("m"), Slider(0.01, 10, 0.01), FIXED]
Direction = Annotated[float, Unit("rad"), Slider(-math.pi, math.pi, 0.01), FIXED]


@dataclass(frozen=True, eq=False)
class Grid:
    """Columns and rows of a terrain.

    Attributes:
        x: Of the columns, increasing, shape (n_x,), [m].
        y: Of the rows, increasing, shape (n_y,), [m].
    """

    x: FloatArray
    y: FloatArray

    def along(self, direction: float) -> FloatArray:
        """Coordinate of each point along a direction, an angle from x toward y [rad], shape (n_y, n_x), [m]."""
        return np.asarray(math.cos(direction) * self.x + math.sin(direction) * self.y[:, None])


class Summed:
    """Base class of reliefs: a sum of reliefs, as in `Incline(0.2) + Boulders(0.1, 0.2)`, is a tuple of them."""

    def __add__(self, other: Any) -> Any:
        """Return a tuple of this relief and another one, or several."""
        if isinstance(other, (Summed, tuple)):
            return (self, *(other if isinstance(other, tuple) else (other,)))
        return NotImplemented

    def __radd__(self, other: Any) -> Any:
        """Return a tuple of several reliefs and this one."""
        return (*other, self) if isinstance(other, tuple) else NotImplemented


def sample_map(heights: FloatArray, cell: float, centre: Sequence[float], grid: Grid) -> FloatArray:
    """Heights of a regular map at the points of a grid: bilinear, constant beyond the edges of the map.

    Args:
        heights: Rows along y, the first with the smallest y, shape (n, m), each at least 1, [m].
        cell: Between neighbours [m].
        centre: Position of the centre of the map, shape (2,), [m].
        grid: Points of the heights.

    Returns:
        Shape (n_y, n_x), [m].
    """
    n_y, n_x = heights.shape
    x, y = (grid.x - centre[0]) / cell + (n_x - 1) / 2, (grid.y - centre[1]) / cell + (n_y - 1) / 2
    return bilinear_on_lines(heights, x, y)


# ----------------------------------------------------------------------------------------------------------------------
# Heights from the grey levels of an image, or from the numbers of a TIFF
# ----------------------------------------------------------------------------------------------------------------------

# Formats that Pillow decodes itself or with a library for that format; others start programs, as EPS does Ghostscript.
FORMATS = ("PNG", "TIFF", "PPM", "JPEG", "BMP", "GIF", "WEBP")


class GeoTiff(IntEnum):
    """Numbers of GeoTIFF: tags, a key of the key directory, and a value of this key."""

    PIXEL_SCALE = 33550
    KEY_DIRECTORY = 34735
    NO_DATA = 42113
    MODEL_TYPE_KEY = 1024
    GEOGRAPHIC_MODEL = 2


@dataclass(frozen=True)
class HeightImage(Summed):
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
        values, bits, tags = _read_image(self.path)
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


def _read_image(path: str) -> tuple[FloatArray, int | None, dict[int, Any]]:
    """Pixels, their number of bits of grey (None for heights), and the tags of a TIFF."""
    from PIL import Image

    try:
        content = io.BytesIO(read_file(path, LIMITS.image_bytes))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # `LIMITS.pixels` is lower and raises
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
            # of these formats, Pillow stores 16-bit grey levels in 32 bits
            if image.mode.startswith("I;16") or (image.mode == "I" and image.format in ("PNG", "PPM")):
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
    if image.width * image.height > LIMITS.pixels:
        raise WorldError(
            f"HeightImage path: {path} has {image.width} by {image.height} pixels; at most {LIMITS.pixels} are read; "
            "make the image smaller"
        )


def _check_opaque(path: str, image: Any) -> None:
    """Raise an error if a pixel is transparent: its value is not a height."""
    if not image.has_transparency_data:
        return
    missing = np.count_nonzero(np.asarray(image.convert("RGBA"))[..., 3] < 255)
    if missing:
        raise WorldError(
            f"HeightImage path: {path} has {missing} transparent pixels, which have no height; fill them and save it without an "
            f"alpha channel"
        )


def _cell(path: str, tags: dict[int, Any]) -> float:
    """Size of a GeoTIFF's square cells [m]."""
    scale = tags.get(GeoTiff.PIXEL_SCALE)
    if scale is None:
        raise WorldError(f"HeightImage cell is missing, and {path} does not contain it; write cell=0.05 [m]")
    keys = np.reshape(np.asarray(tags.get(GeoTiff.KEY_DIRECTORY, ())), (-1, 4))
    if (
        any(key[0] == GeoTiff.MODEL_TYPE_KEY and key[3] == GeoTiff.GEOGRAPHIC_MODEL for key in keys)
        or scale[0] != scale[1]
    ):
        raise WorldError(
            f"HeightImage cell is missing: those of {path} are in degrees or not square; write cell=30 [m]"
        )
    return number(float(scale[0]), "HeightImage cell", WorldError, above=0, unit="m")


def _check_known(path: str, values: FloatArray, tags: dict[int, Any]) -> None:
    """Raise an error unless every pixel has a height."""
    missing = ~np.isfinite(values)
    try:
        missing |= values == float(str(tags[GeoTiff.NO_DATA]).strip("\0 "))
    except (KeyError, ValueError):
        pass
    if missing.any():
        raise WorldError(f"HeightImage path: {path} has {missing.sum()} cells without a height; fill them first")


# ----------------------------------------------------------------------------------------------------------------------
# Heights from an ESRI ASCII grid
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HeightTable(Summed):
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
        head, values = _read_table(self.path)
        cell = number(head["cellsize"], f"HeightTable path: cellsize of {self.path}", WorldError, above=0, unit="m")
        missing = int(np.count_nonzero(~np.isfinite(values) | (values == head.get("nodata_value", np.nan))))
        if missing:
            raise WorldError(f"HeightTable path: {self.path} has {missing} cells without a height; fill them first")
        return sample_map(self.scale * values[::-1], self.cell if self.cell is not None else cell, self.centre, grid)


def _read_table(path: str) -> tuple[dict[str, float], FloatArray]:
    """Header, with keys in lower case, and heights in the order of the file."""
    try:
        words = read_file(path, LIMITS.table_bytes).decode("utf-8-sig").split()
        head, at = {}, 0
        while at + 1 < len(words) and words[at][0].isalpha() and words[at].lower() not in ("nan", "inf", "infinity"):
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
    if absent := [key for key in ("ncols", "nrows", "cellsize") if key not in head]:
        raise WorldError(f"HeightTable path: {path} is not an ESRI ASCII grid: its header lacks {', '.join(absent)}")
    for key in ("ncols", "nrows"):
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


# ----------------------------------------------------------------------------------------------------------------------
# Heights from a mesh: the highest point of its triangles above each grid point
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HeightMesh(Summed):
    """Upper side of a mesh (STL, OBJ, COLLADA or binary glTF file) as a height field; needs the extra `meshes`.

    The z axis of an STL or OBJ file is up; DAE and GLB files state their upward axis. Surfaces below other surfaces
    (overhangs, caves) are lost; a warning states the fraction of the ground that is affected.

    Args:
        path: Path of the file, relative to the working directory.
        scale: Factor from the unit of the file to metres, for example 0.001 for millimetres [-].
        centre: Position of the centre of the mesh in x and y, shape (2,), [m].
        floor: Height around the mesh [m]; None for that of its lowest vertex.
    """

    path: Label
    scale: Annotated[float, Gt(0), Slider(0.001, 10, 0.001), FIXED] = 1.0
    centre: Place = (0.0, 0.0)
    floor: Height | None = None

    def __post_init__(self) -> None:
        check_declared(self, WorldError)

    def heights(self, grid: Grid) -> FloatArray:
        """Return the heights at the points of a grid, shape (n_y, n_x), [m].

        Raises:
            WorldError: if the file cannot be read, or the mesh is above no point of the grid.
        """
        triangles = self.scale * read_triangles(self.path, "HeightMesh path")
        low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
        triangles[..., :2] += np.asarray(self.centre) - (low + high)[:2] / 2
        point, height, up = _hits(triangles, grid)
        if not len(point):
            raise WorldError(
                f"HeightMesh path: no point of the terrain lies below {self.path}, which is {high[0] - low[0]:.3g} by "
                f"{high[1] - low[1]:.3g} m; check its scale and centre, and the spacing of the terrain"
            )
        top = np.full(len(grid.x) * len(grid.y), -np.inf)
        np.maximum.at(top, point, height)
        tolerance = 1e-6 * float(np.ptp(np.stack((low, high))))  # of equal heights
        self._warn_of_overhangs(point, top[point] - height, up, tolerance)
        floor = float(low[2]) if self.floor is None else self.floor
        return np.where(np.isfinite(top), top, floor).reshape(len(grid.y), len(grid.x))

    def _warn_of_overhangs(self, point: np.ndarray, depth: FloatArray, up: np.ndarray, tolerance: float) -> None:
        """Warn if an upper side is below another one; a mesh with inward normals is inverted."""
        if np.count_nonzero(up[depth <= tolerance]) < np.count_nonzero(depth <= tolerance) / 2:
            up = ~up
        hidden = up & (depth > tolerance)
        if hidden.any():
            fraction = len(np.unique(point[hidden])) / len(np.unique(point))
            warnings.warn(
                f"{self.path} has overhangs: over {100 * fraction:.2g} % of its ground there are surfaces up to "
                f"{depth[hidden].max():.3g} m below its upper side, which are lost; a height field has one height at each point",
                SnakelabWarning,
                stacklevel=3,
            )


def _hits(triangles: FloatArray, grid: Grid) -> tuple[np.ndarray, FloatArray, np.ndarray]:
    """Intersections of vertical lines through the points of a grid with triangles: point, height, and True if from above.

    Raises:
        WorldError: if the triangles cover the grid too many times.
    """
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    sloped = np.abs(normal[:, 2]) > 1e-9 * np.linalg.norm(normal, axis=1)  # the others are walls
    triangles, normal = triangles[sloped], normal[sloped]
    low, high = triangles.min(axis=1) - 1e-12, triangles.max(axis=1) + 1e-12
    first = np.stack((np.searchsorted(grid.x, low[:, 0]), np.searchsorted(grid.y, low[:, 1])), axis=1)
    counts = np.stack((np.searchsorted(grid.x, high[:, 0]), np.searchsorted(grid.y, high[:, 1])), axis=1) - first
    pairs = counts.prod(axis=1)  # of a triangle and a point in the rectangle around it
    if pairs.sum() > LIMITS.pairs:
        raise WorldError(
            f"HeightMesh path: the rectangles around the triangles hold {pairs.sum()} points of the terrain; at most "
            f"{LIMITS.pairs} are tested; simplify the mesh, or give the terrain a larger spacing"
        )
    hits = [
        _hits_of(triangles[part], normal[part], first[part], counts[part], grid)
        for part in _batches(pairs, LIMITS.pairs_per_batch)
    ]
    if not hits:
        return np.zeros(0, int), np.zeros(0), np.zeros(0, bool)
    point, height, up = (np.concatenate(one) for one in zip(*hits, strict=True))
    return point, height, up


def _batches(sizes: np.ndarray, maximum: int) -> list[np.ndarray]:
    """Indices of the positive sizes, in groups with a sum of about `maximum` at most."""
    some = np.flatnonzero(sizes)
    ends = np.flatnonzero(np.diff(np.cumsum(sizes[some]) // maximum)) + 1
    return [part for part in np.split(some, ends) if len(part)]


def _hits_of(
    triangles: FloatArray, normal: FloatArray, first: np.ndarray, counts: np.ndarray, grid: Grid
) -> tuple[np.ndarray, FloatArray, np.ndarray]:
    """Intersections of some triangles, as in `_hits`.

    Args:
        triangles: Corners, shape (n, 3, 3), [m].
        normal: Of any length, shape (n, 3).
        first: Column and row of the first point in the rectangle around each, shape (n, 2).
        counts: Columns and rows of points in it, shape (n, 2).
        grid: The points.
    """
    pairs = counts.prod(axis=1)
    owner = np.repeat(np.arange(len(pairs)), pairs)
    k = np.arange(len(owner)) - np.repeat(np.cumsum(pairs) - pairs, pairs)
    i = first[owner, 0] + k % counts[owner, 0]
    j = first[owner, 1] + k // counts[owner, 0]
    x, y = grid.x[i], grid.y[j]
    a, b, c = (triangles[owner, corner] for corner in range(3))
    # signed areas opposite to each corner, as fractions of the whole
    u = ((b[:, 0] - x) * (c[:, 1] - y) - (b[:, 1] - y) * (c[:, 0] - x)) / normal[owner, 2]
    v = ((c[:, 0] - x) * (a[:, 1] - y) - (c[:, 1] - y) * (a[:, 0] - x)) / normal[owner, 2]
    w = 1 - u - v
    hit = (u >= -1e-9) & (v >= -1e-9) & (w >= -1e-9)
    height = u * a[:, 2] + v * b[:, 2] + w * c[:, 2]
    return (j * len(grid.x) + i)[hit], height[hit], normal[owner[hit], 2] > 0
