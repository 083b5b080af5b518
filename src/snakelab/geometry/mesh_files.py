"""Mesh files (STL, OBJ, COLLADA, binary glTF): their triangles, which the library trimesh reads, within limits of size."""

import io
import json
import math
import re
import warnings
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from snakelab.errors import MissingExtraError, WorldError
from snakelab.files import XmlError, parse_xml, read_file, reason
from snakelab.parameters.arguments import FloatArray
from snakelab.system import install_line

# ----------------------------------------------------------------------------------------------------------------------
# Triangles from mesh files (STL, OBJ, COLLADA, binary glTF), which the library trimesh reads
# ----------------------------------------------------------------------------------------------------------------------


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
    if not len(triangles):
        raise WorldError(f"{name}: {path} must have triangles, got none")
    infinite = int(np.sum(~np.isfinite(triangles).all(axis=(1, 2))))
    if infinite:
        raise WorldError(
            f"{name}: {path} must have triangles with finite corners; {infinite} of {len(triangles)} have a corner that is NaN "
            "or infinite; export it again"
        )
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
    with np.errstate(invalid="ignore", over="ignore"):  # corners that are not finite are refused by the caller
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
