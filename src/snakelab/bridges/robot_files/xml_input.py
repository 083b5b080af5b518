"""Untrusted XML files: of bounded size, without document types and their entities."""

import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

from snakelab.errors import RobotError
from snakelab.untrusted import XmlError, parse_xml, read_file, reason

# Far above any chain; meshes are separate files.
MAX_BYTES = 16 * 2**20


@dataclass(frozen=True)
class Document:
    """XML document.

    Attributes:
        name: Name in messages.
        path: Its file; None if the text itself was given.
        text: The whole text.
        root: The root element.
    """

    name: str
    path: Path | None
    text: str
    root: ET.Element


def read_xml(source: str | Path, kind: str) -> Document:
    """Read an XML file, or take the text of one.

    Args:
        source: A file, or a text that begins with `<`.
        kind: Expected format, such as "URDF", for messages.

    Raises:
        RobotError: if there is no such file, it is empty or too large, or it is not XML.
    """
    if isinstance(source, str) and source.lstrip().startswith("<"):
        name, path, content = f"the {kind} text", None, source.encode()
    elif isinstance(source, (str, Path)):
        path, name = Path(source), str(source)
        content = _bytes(path, kind)
    else:
        raise RobotError(f"{kind} must be a file or a text, got {source!r}; write for example 'snake.urdf'")
    if len(content) > MAX_BYTES:
        raise RobotError(f"{name} has {len(content)} bytes; at most {MAX_BYTES} are read")
    if not content.strip():
        raise RobotError(f"{name} is empty; a {kind} file is XML")
    try:
        root = parse_xml(content, "robot files")
    except XmlError as problem:
        raise RobotError(f"{name}: {problem}") from None
    except ET.ParseError as problem:
        raise RobotError(f"{name} is not XML: {problem}; a {kind} file is XML") from None
    except (LookupError, ValueError) as problem:
        raise RobotError(f"{name} cannot be read as text: {problem}") from None
    return Document(name, path, content.decode("utf-8", errors="replace"), root)


def _bytes(path: Path, kind: str) -> bytes:
    try:
        if path.is_dir():
            raise RobotError(f"{path} is a folder; name a {kind} file in it")
        return read_file(path, MAX_BYTES)
    except FileNotFoundError:
        raise RobotError(f"there is no file {path}; give the path of a {kind} file") from None
    except (OSError, ValueError) as problem:
        raise RobotError(f"cannot read {path}: {reason(problem)}") from problem
