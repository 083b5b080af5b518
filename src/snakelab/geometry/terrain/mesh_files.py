"""Triangles from STL and OBJ files."""

from itertools import pairwise
from pathlib import Path

import numpy as np

from snakelab.errors import WorldError
from snakelab.types import FloatArray
from snakelab.untrusted import read_file, reason

MAX_BYTES = 2**26  # 1.3 million triangles of a binary STL
MAX_TEXT = 2**25  # bytes of a text file, which needs more memory to read
MAX_TRIANGLES = 1_000_000
HEAD, RECORD = 84, 50  # bytes of a binary STL before its triangles, and of each
KINDS = (".stl", ".obj")


def read_triangles(path: str, name: str) -> FloatArray:
    """Corners of all triangles of an STL file (binary or text) or an OBJ file, whose larger faces are cut into fans.

    Args:
        path: Path of the file, relative to the working directory.
        name: Name of the argument, for messages.

    Returns:
        Shape (n, 3, 3), [the file's unit].

    Raises:
        WorldError: if there is no such file, it is of another kind, damaged, or without triangles.
    """
    kind = Path(path).suffix.lower()
    if kind not in KINDS:
        raise WorldError(f"{name} must be a file that ends in {' or '.join(KINDS)}, got {path!r}")
    try:
        content = read_file(path, MAX_BYTES)
        triangles = _obj(content) if kind == ".obj" else _stl(content)
    except FileNotFoundError:
        raise WorldError(f"{name}: there is no file {Path(path).absolute()}") from None
    except OSError as problem:
        raise WorldError(f"{name}: {path} cannot be read as a mesh: {reason(problem)}") from problem
    except (ValueError, IndexError) as problem:
        # messages of Python and NumPy quote the file, which may be private
        why = problem if isinstance(problem, _DamageError) else "it contains words that are not numbers"
        raise WorldError(f"{name}: {path} cannot be read as a mesh: {why}") from None
    if len(triangles) > MAX_TRIANGLES:
        raise WorldError(
            f"{name}: {path} has {len(triangles)} triangles; at most {MAX_TRIANGLES} are read; simplify the mesh"
        )
    if not len(triangles) or not np.isfinite(triangles).all():
        raise WorldError(f"{name}: {path} must have triangles with finite corners, got {len(triangles)}")
    return triangles


class _DamageError(ValueError):
    """Error for a damaged file, with a message that does not quote it."""


def _text(content: bytes, encoding: str) -> str:
    if len(content) > MAX_TEXT:
        raise _DamageError(f"it is text of {len(content)} bytes; at most {MAX_TEXT} are read; write it as a binary STL")
    return content.decode(encoding)


def _stl(content: bytes) -> FloatArray:
    """Read an STL file; a binary file contains its length, others are text."""
    if len(content) >= HEAD:
        count = int.from_bytes(content[80:84], "little")
        if len(content) == HEAD + RECORD * count:
            # each record is a normal and three corners in single precision, then two bytes
            records = np.frombuffer(content[HEAD:], dtype=np.uint8).reshape(count, RECORD)
            numbers = np.ascontiguousarray(records[:, 12:48]).view("<f4")
            return numbers.astype(np.float64).reshape(-1, 3, 3)
    words = _text(content, "ascii").split()
    if not words or words[0].lower() != "solid":
        raise _DamageError("it is neither a binary STL of its stated length nor text that begins with 'solid'")
    corners = [words[i + 1 : i + 4] for i, word in enumerate(words) if word == "vertex"]
    return np.array(corners, dtype=np.float64).reshape(-1, 3, 3)


def _obj(content: bytes) -> FloatArray:
    points: list[list[float]] = []
    faces: list[tuple[int, int, int]] = []
    for number, line in enumerate(_text(content, "utf-8").splitlines(), 1):
        if len(faces) > MAX_TRIANGLES:
            raise _DamageError(f"it has more than {MAX_TRIANGLES} triangles; simplify the mesh")
        match line.split():
            case ["v", x, y, z, *_]:
                points.append([float(x), float(y), float(z)])
            case ["f", *corners]:
                ids = [int(corner.split("/")[0]) for corner in corners]
                ids = [i - 1 if i > 0 else len(points) + i for i in ids]  # negative counts from the last
                if any(not 0 <= i < len(points) for i in ids):
                    raise _DamageError(f"line {number}: a face refers to a missing vertex")
                faces += [(ids[0], a, b) for a, b in pairwise(ids[1:])]
    return np.array(points, dtype=np.float64).reshape(-1, 3)[np.array(faces, dtype=int).reshape(-1, 3)]
