"""Height maps: the grid of a terrain, and heights from grey images, ESRI ASCII grids and mesh files."""

import io
import json
import math
import re
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from annotated_types import Gt, Len
from numpy.typing import NDArray

from snakelab.errors import MissingExtraError, SnakelabWarning, WorldError
from snakelab.files import XmlError, parse_xml, read_file, reason
from snakelab.geometry.rotations import bilinear_on_lines
from snakelab.parameters.arguments import FloatArray, number
from snakelab.parameters.declarations import FIXED, Label, Slider, Unit, check_declared
from snakelab.system import install_line

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


@dataclass(frozen=True)
class ReadingLimits:
    """Limits of the files that are read, so that none exhausts the memory.

    Attributes:
        image_bytes, table_bytes, mesh_bytes: Size of a file [B]: tables of 4 million heights of 8 characters, meshes of
            1.3 million triangles of a binary STL.
        mesh_text_bytes: Size of a mesh file in text form, which needs more memory to read [B].
        pixels: Pixels of an image.
        triangles, nodes: Triangles and nodes of a mesh file.
        pairs: Pairs of a triangle and a grid point in the rectangle around it.
        pairs_per_batch: Pairs that are tested together.
    """

    image_bytes: int = 2**28
    table_bytes: int = 2**25
    mesh_bytes: int = 2**26
    mesh_text_bytes: int = 2**25
    pixels: int = 16_000_000
    triangles: int = 1_000_000
    nodes: int = 10_000
    pairs: int = 50_000_000
    pairs_per_batch: int = 1_000_000


LIMITS = ReadingLimits()


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
# Triangles from mesh files (STL, OBJ, COLLADA, binary glTF), which the library trimesh reads
# ----------------------------------------------------------------------------------------------------------------------

MESH_FORMATS = (".stl", ".obj", ".dae", ".glb")

# From the upward axis of a file to z, with x to the right: glTF is always y-up, COLLADA unless it says otherwise.
UPRIGHT_ROTATIONS = {
    "X_UP": np.array([(0.0, -1.0, 0.0), (0.0, 0.0, -1.0), (1.0, 0.0, 0.0)]),
    "Y_UP": np.array([(1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)]),
    "Z_UP": np.eye(3),
}


MAX_DRAWN = 2000  # triangles of a mesh that is drawn


@lru_cache(maxsize=64)
def drawn_mesh(path: str, stamp: int) -> tuple[FloatArray, NDArray[np.int64]]:
    """Vertices, shape (n, 3), [the file's unit], and triangles, shape (m, 3), of a mesh, simplified for drawing.

    Vertices in the same cell of a grid are joined; the grid is as fine as at most 2000 triangles permit.

    Args:
        path: Path of the file, relative to the working directory.
        stamp: Time of its last change, for which the result is kept.

    Raises:
        WorldError: as `read_triangles`.
        MissingExtraError: without the extra `meshes`.
    """
    corners = read_triangles(path, "LinkMesh file", upright=False).reshape(-1, 3)
    low, extent = corners.min(axis=0), float(np.ptp(corners, axis=0).max()) or 1.0
    for cells in (1e6, 256, 180, 128, 90, 64, 45, 32, 22, 16, 11, 8, 4, 2):
        vertices, triangles = _clustered(corners, (corners - low) * (cells / extent))
        if len(triangles) <= MAX_DRAWN:
            return vertices, triangles
    return _clustered(corners, (corners - low) / extent)


def _clustered(corners: FloatArray, cells: FloatArray) -> tuple[FloatArray, NDArray[np.int64]]:
    """Vertices and triangles of a mesh whose corners, shape (3 m, 3), are joined where their rounded cells are equal."""
    _, first, names = np.unique(np.round(cells).astype(np.int64), axis=0, return_index=True, return_inverse=True)
    a, b, c = names.reshape(-1, 3).T
    kept = names.reshape(-1, 3)[(a != b) & (b != c) & (c != a)]
    return corners[first], np.unique(kept, axis=0).astype(np.int64)


def read_triangles(path: str, name: str, *, upright: bool = True) -> FloatArray:
    """Corners of all triangles of an STL, OBJ, COLLADA (DAE) or binary glTF (GLB) file, z up.

    All parts of the file are placed as its scene says and joined; larger faces are cut into triangles. Coordinates of
    DAE and GLB files are rotated so that the upward axis of the file is z. Materials and pictures are not read, and no
    other file is opened.

    Args:
        path: Path of the file, relative to the working directory.
        name: Name of the argument, for messages.
        upright: False to keep the axes of DAE and GLB files, and to read DAE files in metres, as the readers of robot
            files do.

    Returns:
        Shape (n, 3, 3), [the file's unit].

    Raises:
        WorldError: if there is no such file, it is of another kind, damaged, too large, or without triangles.
        MissingExtraError: without the extra `meshes`.
    """
    kind = Path(path).suffix.lower()
    if kind not in MESH_FORMATS:
        raise WorldError(
            f"{name} must be a file that ends in {', '.join(MESH_FORMATS[:-1])} or {MESH_FORMATS[-1]}, got {path!r}"
        )
    try:
        content = read_file(path, LIMITS.mesh_bytes)
    except FileNotFoundError:
        raise WorldError(f"{name}: there is no file {Path(path).absolute()}") from None
    except OSError as problem:
        raise WorldError(f"{name}: {path} cannot be read as a mesh: {reason(problem)}") from problem
    try:
        up = "Z_UP"
        if kind == ".stl":
            _check_stl(content)
        elif kind == ".obj":
            _check_obj(content)
        elif kind == ".dae":
            content, up = _checked_dae(content)
        else:
            _check_glb(content)
            up = "Y_UP"
        triangles = _loaded(content, kind[1:], UPRIGHT_ROTATIONS[up if upright else "Z_UP"])
        if kind == ".dae" and not upright:
            triangles = triangles * _metres(content)
    except (_DamageError, XmlError) as problem:
        raise WorldError(f"{name}: {path} cannot be read as a mesh: {problem}") from None
    if len(triangles) > LIMITS.triangles:
        raise WorldError(
            f"{name}: {path} has {len(triangles)} triangles; at most {LIMITS.triangles} are read; simplify the mesh"
        )
    if not len(triangles) or not np.isfinite(triangles).all():
        raise WorldError(f"{name}: {path} must have triangles with finite corners, got {len(triangles)}")
    return triangles


class _DamageError(ValueError):
    """Error for a damaged file, with a message that does not quote it: it may be private."""


def _loaded(content: bytes, kind: str, upright: FloatArray) -> FloatArray:
    """Triangles of all parts of a scene, turned upright, shape (n, 3, 3)."""
    try:
        import collada  # noqa: F401 - trimesh reads DAE with it
        import trimesh
    except ImportError:
        raise MissingExtraError(f"reading meshes needs trimesh and pycollada; type: {install_line('meshes')}") from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # of np.fromstring
            warnings.filterwarnings("error", category=DeprecationWarning, message=".*unmatched data")
            scene = trimesh.load_scene(io.BytesIO(content), file_type=kind, process=False, skip_materials=True)
            placed = [scene.graph[node] for node in scene.graph.nodes_geometry]
    except IndexError:
        raise _DamageError("a face refers to a missing vertex, or another reference to a missing part") from None
    except Exception:  # any: the loaders raise what their libraries raise for damaged content, some of which quotes it
        raise _DamageError(
            f"it contains words that are not numbers, or it is not a complete {kind.upper()} file"
        ) from None
    parts = [(T, scene.geometry[part]) for T, part in placed if hasattr(scene.geometry[part], "faces")]
    count = sum(len(part.faces) for _, part in parts)
    if count > LIMITS.triangles:
        return np.empty((count, 0, 3))  # a scene can repeat a part many times: they are not placed
    try:
        corners = [np.asarray(part.vertices, float)[np.asarray(part.faces)] for _, part in parts]
    except IndexError:
        raise _DamageError("a face refers to a missing vertex") from None
    if any(triangles.shape[1:] != (3, 3) for triangles in corners):
        raise _DamageError("its vertices must have three coordinates")
    placed_corners = [triangles @ T[:3, :3].T + T[:3, 3] for (T, _), triangles in zip(parts, corners, strict=True)]
    return np.concatenate([np.empty((0, 3, 3)), *placed_corners]) @ upright.T


def _check_text(content: bytes) -> None:
    if len(content) > LIMITS.mesh_text_bytes:
        raise _DamageError(
            f"it is text of {len(content)} bytes; at most {LIMITS.mesh_text_bytes} are read; write it as a binary STL"
        )


def _check_stl(content: bytes) -> None:
    """Raise an error for what trimesh would take for an empty file: neither binary of its stated length nor text."""
    if len(content) >= 84 and len(content) == 84 + 50 * int.from_bytes(content[80:84], "little"):
        return
    _check_text(content)
    text = content.lower()
    if not text.lstrip().startswith(b"solid") or b"endsolid" not in text:
        raise _DamageError("it is neither a binary STL of its stated length nor text from 'solid' to 'endsolid'")


def _check_obj(content: bytes) -> None:
    """Raise an error for faces that trimesh would read wrongly: index 0, and negative ones before the last vertex.

    trimesh counts a negative index from the last vertex of the file, the format from the last one above the face.
    """
    _check_text(content)
    if re.search(rb"^f(?:[ \t]|[^\n]*[ \t])[+-]?0+(?:[/ \t\r\n]|\Z)", content, re.MULTILINE):
        raise _DamageError("a face refers to a missing vertex, number 0; vertices are counted from 1")
    if relative := re.search(rb"^f[^\n]*[ \t]-", content, re.MULTILINE):
        if re.search(rb"^v[ \t]", content[relative.end() :], re.MULTILINE):
            raise _DamageError("its faces count from the last vertex above them; write vertices before all faces")


def _checked_dae(content: bytes) -> tuple[bytes, str]:
    """The COLLADA text without pictures, and its upward axis.

    The text is parsed and written again: pycollada would open archives, follow document types, and repeat nodes within
    nodes without a bound.
    """
    _check_text(content)
    try:
        root = parse_xml(content, "meshes")
    except XmlError:
        raise
    except (ET.ParseError, LookupError, ValueError):
        raise _DamageError("it is not XML") from None
    space = root.tag.partition("}")[0] + "}" if root.tag.startswith("{") else ""
    if root.tag != f"{space}COLLADA":
        raise _DamageError("its root element must be COLLADA")
    if root.find(f".//{space}instance_node") is not None:
        raise _DamageError("it repeats nodes (<instance_node>), which is not read; export it without instances")
    if sum(1 for _ in root.iter(f"{space}node")) > LIMITS.nodes:
        raise _DamageError(f"it has more than {LIMITS.nodes} nodes; join its parts")
    for library in root.findall(f"{space}library_images"):
        root.remove(library)
    up = (root.findtext(f"{space}asset/{space}up_axis") or "Y_UP").strip()
    if up not in UPRIGHT_ROTATIONS:
        raise _DamageError(f"its up_axis must be one of {', '.join(UPRIGHT_ROTATIONS)}")
    return ET.tostring(root), up


def _metres(content: bytes) -> float:
    """Length of the unit of a COLLADA text [m]."""
    unit = next((element for element in ET.fromstring(content).iter() if element.tag.endswith("unit")), None)
    try:
        length = float("1" if unit is None else unit.get("meter", "1"))
    except ValueError:
        length = math.nan
    if not 0 < length < 1e6:
        raise _DamageError("the length of its unit must be a number greater than 0")
    return length


def _check_glb(content: bytes) -> None:
    """Raise an error for a header whose tables are larger than the file, or that describes compressed data."""
    try:
        header = json.loads(content[20 : 20 + int.from_bytes(content[12:16], "little")])
        nodes = len(header.get("nodes", ()))
        views = sum(int(view["byteLength"]) for view in header.get("bufferViews", ()))
        accessors: list[dict[str, Any]] = header.get("accessors", [])
        counts = [int(accessor["count"]) for accessor in accessors]
        strides = [int(view.get("byteStride", 4)) for view in header.get("bufferViews", ())]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _DamageError("it is not a complete GLB file") from None
    if any("bufferView" not in accessor for accessor in accessors):
        raise _DamageError("it has accessors without data, as in compressed files; export it without compression")
    if nodes > LIMITS.nodes:
        raise _DamageError(f"it has more than {LIMITS.nodes} nodes; join its parts")
    # by the specification, a stride is at least 4 bytes, and views need not overlap
    if (
        views > 2 * LIMITS.mesh_bytes
        or min(counts, default=0) < 0
        or sum(counts) > 12 * LIMITS.triangles
        or min(strides, default=4) < 4
    ):
        raise _DamageError("its tables are larger than a mesh of the allowed size")


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
