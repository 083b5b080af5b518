"""Limits of the size of a document: MuJoCo reads all files and makes all copies, and cannot be interrupted meanwhile."""

import math
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

from snakelab.bridges.xml_input import Document, read_xml
from snakelab.errors import RobotError
from snakelab.untrusted.files import check_file, reason

# Limit of a document after MuJoCo has expanded its copies; far above any chain.
MOST_COPIES = 10_000
COPIERS = ("replicate", "composite", "flexcomp")
MOST_DOCUMENTS = 100  # that include one another
MOST_FILE = 2**26  # bytes of a mesh, a height field or a picture
MOST_POINTS = 16_000_000  # of a height field or a texture
MOST_USER_DATA = 1000  # numbers of each element
FOLDERS = ("assetdir", "meshdir", "texturedir")


def check_extent(document: Document) -> None:
    """Raise an error for documents that declare millions of bodies, and for files that are not regular or too large.

    Documents that this one includes, or takes models from, are counted as its own.

    Raises:
        RobotError: with the document, the requested size, and the limit.
    """
    folder = document.path.parent if document.path else Path()
    waiting, total, documents = [(document.root, 1.0)], 0.0, 1
    folders = {folder}
    files: list[str] = []
    while waiting:
        element, copies = waiting.pop()
        if element.tag in COPIERS:
            copies *= _count(element)
        total += copies
        if total > MOST_COPIES and copies > 1:
            raise RobotError(
                f"{document.name}: <{element.tag}> makes {copies:g} copies; at most {MOST_COPIES} elements are read where any "
                "are copied"
            )
        _check_numbers(document, element)
        folders |= {folder / element.get(key, "") for key in FOLDERS}
        waiting += [(child, copies) for child in element]
        if element.tag in ("include", "model"):
            documents += 1
            if documents > MOST_DOCUMENTS:
                raise RobotError(f"{document.name}: it includes more than {MOST_DOCUMENTS} files")
            waiting += [(root, copies) for root in _included(folder / element.get("file", ""))]
        else:
            files += [value for key, value in element.attrib.items() if key.startswith("file")]
    _check_files(document, {place / file for place in folders for file in files})


def _included(path: Path) -> Iterator[ET.Element]:
    """Return the root of an included document; nothing for a missing one, for which MuJoCo raises the error."""
    if path.exists() and not path.is_dir():
        yield read_xml(path, "MJCF").root


def _check_files(document: Document, paths: set[Path]) -> None:
    """Raise RobotError for a file that is not regular, or too large, also if MuJoCo would not open it."""
    for path in paths:
        try:
            if path.exists() and not path.is_dir():
                check_file(path, MOST_FILE)
        except (OSError, ValueError) as problem:
            raise RobotError(f"{document.name}: cannot read {path}: {reason(problem)}") from problem


def _check_numbers(document: Document, element: ET.Element) -> None:
    """Raise RobotError for a height field, a texture or user data without bounds."""
    for keys in (("nrow", "ncol"), ("width", "height")):
        points = math.prod(_number(element.get(key, "1")) for key in keys)
        if points > MOST_POINTS:
            raise RobotError(
                f"{document.name}: <{element.tag}> has {' x '.join(keys)} = {points:g} points; at most {MOST_POINTS} are read"
            )
    for key, value in element.attrib.items():
        if key.startswith("nuser_") and _number(value) > MOST_USER_DATA:
            raise RobotError(f"{document.name}: {key} must be at most {MOST_USER_DATA}, got {value[:40]}")


def _count(element: ET.Element) -> float:
    """Number of copies that an element requests."""
    return math.prod(max(_number(word), 1.0) for word in element.get("count", "1").split())


def _number(word: str) -> float:
    """Return the number of a word; 1 for another word, for which MuJoCo raises the error."""
    try:
        return float(word)
    except ValueError:
        return 1.0
